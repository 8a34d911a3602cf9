//! Every shipped house rule alone, in all pairs and in random sets: games end, nothing is lost, and a record plays again.
//!
//! Usually a sample is played. `TRIANGULUM_LONG=1` plays 20 games of each and 200 sets for each game, and plays every one
//! again from its record; `TRIANGULUM_GAMES=5` plays so many games instead.

use crate::common;
use rayon::prelude::*;
use std::fmt::Write;
use std::sync::Arc;
use triangulum::lab::combine::Combination;
use triangulum::lab::soak::{Soak, Soaked};
use triangulum::packs;
use triangulum::problem::Source;
use triangulum::sim::chance::{below, stream};
use triangulum::sim::{Pack, Ruleset};
use triangulum::table::trace::{Seal, Trace};
use triangulum::table::{Table, default_cast};
use triangulum::variant::Variant;
use triangulum::words::Message;

const SEED: u64 = 19;

/// How much is played.
struct Extent {
    games: u64,
    /// The games of one set of so many are played again; of every other set the first one.
    sample: u64,
    sets: u64,
}

fn extent() -> Extent {
    let long = std::env::var_os("TRIANGULUM_LONG").is_some();
    let asked = std::env::var("TRIANGULUM_GAMES").ok().and_then(|games| games.parse().ok());
    let Extent { games, sample, sets } =
        if long { Extent { games: 20, sample: 1, sets: 200 } } else { Extent { games: 2, sample: 8, sets: 20 } };
    Extent { games: asked.unwrap_or(games), sample, sets }
}

/// The variants rules are added to: one for each number of seats where a variant says how many play.
fn bases(pack: &dyn Pack) -> Vec<Variant> {
    let names: &[&str] = if pack.name() == "muehle" { &["standard", "two_player"] } else { &["standard"] };
    names.iter().map(|name| common::variant_of(pack.name(), name)).collect()
}

fn house_rules(pack: &dyn Pack) -> Vec<&'static str> {
    pack.house_rules().iter().map(|rule| rule.id()).collect()
}

fn pairs(rules: &[&'static str]) -> Vec<[&'static str; 2]> {
    (0..rules.len()).flat_map(|at| rules[..at].iter().map(move |one| [*one, rules[at]])).collect()
}

/// Random sets of three and more, without any rule that does not go with those already in them.
fn sets(base: &Variant, rules: &[&'static str], count: u64) -> Vec<Vec<&'static str>> {
    let set = |number: u64| {
        let mut stream = stream(SEED, number);
        let wanted = 3 + below(&mut stream, rules.len().min(10) as u32 - 2) as usize;
        let mut set: Vec<&'static str> = Vec::new();
        let mut left = rules.to_vec();
        while set.len() < wanted && !left.is_empty() {
            set.push(left.swap_remove(below(&mut stream, left.len() as u32) as usize));
            if Combination::with_rules(base, &set).build().is_err() {
                set.pop();
            }
        }
        set
    };
    (0..count).into_par_iter().map(set).collect()
}

/// Plays a game at a table, reads its record back and plays that; both must end in the same position.
fn played_again(rules: &Arc<Ruleset>, seats: usize, seed: u64) -> Result<(), Message> {
    let cast = default_cast(rules.pack, &vec!["random".to_owned(); seats]);
    let mut table =
        Table::new(rules.clone(), &rules.blueprint.variant, cast, seed).map_err(|told| Message::verbatim(told.to_string()))?;
    while table.let_bot_play() {}
    let trace = Trace::parse(Source::new("recorded.jsonl", table.trace()));
    let replayed = trace.and_then(|trace| common::replay(&trace)).map_err(|told| Message::verbatim(told.to_string()))?;
    if let Some(trouble) = replayed.trouble() {
        return Err(Message::verbatim(trouble.to_string()));
    }
    let same = replayed.finished && replayed.seal == Seal::Whole && replayed.table.game().dump() == table.game().dump();
    if same { Ok(()) } else { Err(Message::verbatim("it goes another way")) }
}

fn soaked(base: &Variant, sets: &[Vec<&'static str>], games: u64, sample: u64) -> Soaked {
    let soak = Soak { variants: &[], seed: SEED, replay: &played_again };
    let each = sets.par_iter().enumerate().map(|(number, set)| {
        let sample = if (number as u64).is_multiple_of(sample) { 1 } else { u64::MAX };
        let soaked = soak.under(Combination::with_rules(base, set), games, sample);
        if let Some(finding) = &soaked.finding {
            panic!(
                "{set:?}: {} after {} moves, {} seats, seed {}\n{}",
                finding.fault, finding.moves, finding.seats, finding.seed, finding.variant
            );
        }
        soaked
    });
    each.reduce(Soaked::default, Soaked::plus)
}

fn all_go_together(pack: &str) {
    let pack = packs::find(pack).unwrap();
    let Extent { games, sample, sets: count } = extent();
    let (rules, bases) = (house_rules(pack), bases(pack));
    let each = games.div_ceil(bases.len() as u64);
    for base in &bases {
        let mut all: Vec<Vec<&'static str>> = rules.iter().map(|rule| vec![*rule]).collect();
        all.extend(pairs(&rules).iter().map(|pair| pair.to_vec()));
        all.extend(sets(base, &rules, count));
        let soaked = soaked(base, &all, each, sample);
        let refused = refused(base, &rules).len() as u64;
        println!("{} {}: {} sets, {soaked:?}", pack.name(), base.rules.blueprint.variant, all.len());
        assert_eq!(soaked.refused, refused * each, "only pairs are refused");
        assert_eq!(soaked.games, (all.len() as u64 - refused) * each);
        assert!(soaked.left == 0 && soaked.audits >= soaked.games);
    }
}

#[test]
fn all_rules_of_bermuda_go_alone_in_pairs_and_in_sets() {
    all_go_together("bermuda");
}

#[test]
fn all_rules_of_triple_mill_go_alone_in_pairs_and_in_sets() {
    all_go_together("muehle");
}

#[test]
fn all_rules_of_triangle_takes_go_alone_in_pairs_and_in_sets() {
    all_go_together("dreieck");
}

fn refused(base: &Variant, rules: &[&'static str]) -> Vec<([&'static str; 2], String)> {
    let why = |pair: &[&'static str; 2]| Combination::with_rules(base, pair).build().err().map(|why| (*pair, why.to_string()));
    pairs(rules).iter().filter_map(why).collect()
}

/// Rules that exclude each other say why; there are no others than these.
#[test]
fn pairs_that_do_not_go_together_are_known() {
    let mut told = String::new();
    for pack in packs::ALL {
        for base in bases(*pack) {
            for ([one, other], why) in refused(&base, &house_rules(*pack)) {
                writeln!(told, "{} {}, {one} and {other}: {why}", pack.name(), base.rules.blueprint.variant).unwrap();
            }
        }
    }
    insta::assert_snapshot!(told);
}
