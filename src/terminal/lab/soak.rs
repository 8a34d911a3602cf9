//! lab soak: refereed random games over all packs, variants and combinations of rules.

use super::super::progress::{Progress, outcome};
use super::super::{Table as Choice, say};
use clap::Args;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use triangulum::lab::soak::{Finding, Soak, Soaked};
use triangulum::problem::{Problem, Problems, Source};
use triangulum::sim::Ruleset;
use triangulum::table::trace::{Seal, Trace};
use triangulum::table::{Table, Until, default_cast, replay};
use triangulum::variant::{Library, Variant};
use triangulum::words::number;

/// The most deeds recorded of one game; a table keeps every position for taking back.
const RECORDED: usize = 600;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    choice: Choice,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Stop after so many seconds, whatever is left
    #[arg(long)]
    seconds: Option<u64>,
    /// The seed of all games and combinations
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only the game of this number, as a finding names it
    #[arg(long, value_name = "NUMBER", conflicts_with = "games")]
    only: Option<u64>,
}

#[allow(clippy::disallowed_methods, reason = "how long to go on is asked of the clock; what is played is not")]
pub(super) fn soak(arguments: &Arguments) -> Result<ExitCode, Problems> {
    let library = arguments.choice.library()?;
    let variants = every_variant(&arguments.choice, &library)?;
    let numbers = arguments.only.map_or(0..arguments.games, |only| only..only.saturating_add(1));
    let started = Instant::now();
    let time_is_up = || arguments.seconds.is_some_and(|most| started.elapsed() >= Duration::from_secs(most));
    let progress = Progress::over(numbers.end - numbers.start);
    let played_again = |rules: &Arc<Ruleset>, seats: usize, seed: u64| play_again(&library, rules, seats, seed);
    let soak = Soak { variants: &variants, seed: arguments.seed, replay: &played_again };
    let soaked = soak.play(numbers, &|games| progress.go_on(games) && !time_is_up());
    progress.done();
    say(&told(&soaked, arguments.seed, variants.len(), started.elapsed()))?;
    match &soaked.finding {
        Some(finding) => {
            say(&reproduced(finding, arguments.seed))?;
            Ok(ExitCode::FAILURE)
        }
        None => Ok(outcome()),
    }
}

fn every_variant(choice: &Choice, library: &Library) -> Result<Vec<Variant>, Problems> {
    let mut variants = Vec::new();
    for pack in choice.packs()? {
        for name in library.shelf.variant_names(pack.name()) {
            variants.push(library.load(pack.name(), &name)?);
        }
    }
    if variants.is_empty() {
        return Err(Problem::about("lab soak", "there are no variants to play").remedy("name a folder with --variants").into());
    }
    Ok(variants)
}

/// Plays a game at a table, reads its record back and plays that; both must end in the same position.
fn play_again(library: &Library, rules: &Arc<Ruleset>, seats: usize, seed: u64) -> Result<(), String> {
    let cast = default_cast(rules.pack, &vec!["random".to_owned(); seats]);
    let mut table = Table::new(rules.clone(), &rules.blueprint.variant, cast, seed).map_err(|problems| problems.to_string())?;
    while table.deeds() < RECORDED && table.let_bot_play() {}
    let trace = Trace::parse(Source::new("recorded.jsonl", table.trace())).map_err(|problems| problems.to_string())?;
    let replayed = replay(&trace, library, Until::End).map_err(|problems| problems.to_string())?;
    if let Some(problem) = replayed.trouble() {
        return Err(problem.to_string());
    }
    let (one, other) = (table.game(), replayed.table.game());
    let same = replayed.seal == Seal::Whole && one.hash() == other.hash() && one.dump() == other.dump();
    if same && replayed.table.trace() == table.trace() {
        Ok(())
    } else {
        Err("the game played from its own record is another one".to_owned())
    }
}

fn told(soaked: &Soaked, seed: u64, variants: usize, time: Duration) -> String {
    let of = |count: u64| number(count as f64);
    let packs: Vec<String> = soaked.by_pack.iter().map(|(pack, games)| format!("{} of {pack}", of(*games))).collect();
    format!(
        "{} games ({}) in {:.0} s, seed {seed}\n  {} under combinations of rules nobody wrote, the others as {variants} variants have them\n  \
         {} decisions, {} audits, {} positions looked at closely, {} games replayed from their record\n  \
         {} games could not begin (their rules do not go together), {} were left unfinished\n{}",
        of(soaked.games),
        packs.join(", "),
        time.as_secs_f64(),
        of(soaked.combined),
        of(soaked.decisions),
        of(soaked.audits),
        of(soaked.positions),
        of(soaked.replays),
        of(soaked.refused),
        of(soaked.left),
        if soaked.finding.is_some() { "found:" } else { "nothing was found" },
    )
}

/// How to see it again.
fn reproduced(finding: &Finding, seed: u64) -> String {
    let Finding { game, fault, moves, seats, variant, .. } = finding;
    let players = vec!["random"; *seats].join(",");
    format!(
        "  {fault}\n  in game {game}, after {moves} moves\n  again: triangulum lab soak --seed {seed} --only {game}\n  \
         the same game: save the lines below as found.toml, then\n  \
         triangulum run --variant found.toml --seats {players} --seed {}\n\n{variant}",
        finding.seed
    )
}
