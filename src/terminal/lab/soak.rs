//! lab soak: refereed random games over all packs, variants and combinations of rules.

use super::super::help::{any, whole};
use super::super::progress::{Progress, outcome};
use super::super::{Table as Choice, say};
use crate::lab::soak::{Finding, Soak, Soaked};
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::sim::{Pack, Ruleset};
use crate::table::trace::{Seal, Trace};
use crate::table::{Table, Until, default_cast, replay};
use crate::variant::{Library, Variant};
use crate::words::{Message, fixed, msg};
use clap::Args;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most deeds recorded of one game; a table keeps every position for taking back.
const RECORDED: usize = 600;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    choice: Choice,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// Stop after so many seconds, whatever is left
    #[arg(long, value_parser = any::<u64>())]
    seconds: Option<u64>,
    /// The seed of all games and combinations
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// Only the game of this number, as a finding names it
    #[arg(long, value_name = "NUMBER", value_parser = any::<u64>(), conflicts_with = "games")]
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
    say(told(&soaked, arguments.seed, variants.len(), started.elapsed()))?;
    match &soaked.finding {
        Some(finding) => {
            say(reproduced(finding, arguments.seed))?;
            Ok(ExitCode::FAILURE)
        }
        None => Ok(outcome()),
    }
}

fn every_variant(choice: &Choice, library: &Library) -> Result<Vec<Variant>, Problems> {
    let variants = choice.every_variant(library)?;
    if variants.is_empty() {
        return Err(Problem::about("lab soak", msg!("terminal.soak.none")).remedy(msg!("terminal.soak.name_folder")).into());
    }
    Ok(variants)
}

/// Plays a game at a table, reads its record back and plays that; both must end in the same position.
fn play_again(library: &Library, rules: &Arc<Ruleset>, seats: usize, seed: u64) -> Result<(), Message> {
    let wrong = |problems: Problems| Message::verbatim(problems.to_string());
    let cast = default_cast(rules.pack, &vec!["random".to_owned(); seats]);
    let mut table = Table::new(rules.clone(), &rules.blueprint.variant, cast, seed).map_err(wrong)?;
    while table.deeds() < RECORDED && table.let_bot_play() {}
    let trace = Trace::parse(Source::new("recorded.jsonl", table.trace())).map_err(wrong)?;
    let replayed = replay(&trace, library, Until::End).map_err(wrong)?;
    if let Some(problem) = replayed.trouble() {
        return Err(Message::verbatim(problem.to_string()));
    }
    let (one, other) = (table.game(), replayed.table.game());
    let same = replayed.seal == Seal::Whole && one.hash() == other.hash() && one.dump() == other.dump();
    if same && replayed.table.trace() == table.trace() { Ok(()) } else { Err(msg!("terminal.soak.another")) }
}

fn told(soaked: &Soaked, seed: u64, variants: usize, time: Duration) -> Message {
    let title = |pack: &str| packs::find(pack).map_or_else(|| Message::verbatim(pack), <dyn Pack>::title);
    let packs: Vec<Message> =
        soaked.by_pack.iter().map(|(pack, n)| msg!("terminal.soak.of", n = *n, pack = title(pack))).collect();
    let told =
        msg!("terminal.soak.told", n = soaked.games, packs, seconds = fixed(time.as_secs_f64(), 0), seed = seed.to_string());
    let told = told.with("combined", soaked.combined).with("variants", variants).with("decisions", soaked.decisions);
    let told = told.with("audits", soaked.audits).with("positions", soaked.positions).with("replays", soaked.replays);
    let found = if soaked.finding.is_some() { msg!("terminal.soak.found") } else { msg!("terminal.soak.nothing") };
    told.with("refused", soaked.refused).with("left", soaked.left).with("found", found)
}

/// How to see it again.
fn reproduced(finding: &Finding, seed: u64) -> Message {
    let Finding { game, fault, moves, seats, variant, .. } = finding;
    let players = vec!["random"; *seats].join(",");
    let again = msg!("terminal.soak.again", fault, game = game.to_string(), moves = *moves, seed = seed.to_string());
    again.with("players", players).with("own_seed", finding.seed.to_string()).with("variant", variant)
}
