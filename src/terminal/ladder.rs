//! ladder: a tournament of players.

use super::progress::{Progress, outcome};
use super::{Played, check_kinds, say};
use clap::Args;
use std::process::ExitCode;
use triangulum::lab::ladder::{Ladder, USUAL_OPENING, climb};
use triangulum::players::KINDS;
use triangulum::problem::{Problem, Problems};
use triangulum::words::span;

/// Who meets, how often.
#[derive(Args)]
pub(crate) struct Contest {
    /// The kinds of players, separated by commas
    #[arg(long, default_value_t = KINDS.join(","))]
    players: String,
    /// Games for each pairing; made up to whole rounds of all seat orders
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seats at the table; the fewest the rules allow when it is left out
    #[arg(long, value_name = "SEATS")]
    table: Option<usize>,
    /// Moves at random before the players take over, the same for all seat orders of a round
    #[arg(long, default_value_t = USUAL_OPENING, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    opening: u32,
}

pub(crate) fn ladder(played: &Played, contest: &Contest) -> Result<ExitCode, Problems> {
    let kinds: Vec<String> = contest.players.split(',').map(|kind| kind.trim().to_owned()).collect();
    check_kinds(&kinds, |message| Problem::about("--players", message))?;
    if kinds.len() < 2 {
        return Err(Problem::about("--players", "a tournament needs two kinds of players").into());
    }
    let (_, variant) = played.table.load(&played.variant)?;
    let range = variant.rules.seats();
    let seats = contest.table.unwrap_or(*range.start());
    if !range.contains(&seats) {
        let (fewest, most) = range.into_inner();
        let game = format!("{}, {}", variant.rules.pack.title(), variant.rules.blueprint.title);
        let problem = Problem::about("--table", format!("{seats} seats are asked for"));
        return Err(problem.allowed(format!("{} players for {game}", span(fewest, most))).into());
    }
    let Contest { seed, games, opening, .. } = *contest;
    let ladder = Ladder { rules: variant.rules.clone(), seats, kinds, seed, games, opening };
    let progress = Progress::over(ladder.length());
    let standings = climb(&ladder, &|games| progress.go_on(games))?;
    progress.done();
    let blueprint = &variant.rules.blueprint;
    let orders = ladder.games_per_pairing();
    say(&format!(
        "{} / {}, {seats} seats, {orders} games for each pairing, seed {seed}, {opening} moves at random first",
        blueprint.pack, blueprint.variant
    ))?;
    say(standings.to_string().trim_end())?;
    Ok(outcome())
}
