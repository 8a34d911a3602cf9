//! ladder: a tournament of players.

use super::help::{any, whole};
use super::lab::Told;
use super::progress::outcome;
use super::set::{Values, set};
use super::spread::{Hall, Spread};
use super::{Played, check_kinds, players_of};
use crate::lab::ladder::{Ladder, USUAL_OPENING, climb};
use crate::lab::report::{data, pages};
use crate::players::KINDS;
use crate::problem::{Problem, Problems};
use crate::words::msg;
use clap::Args;
use std::process::ExitCode;

/// Who meets, how often.
#[derive(Args)]
pub(crate) struct Contest {
    /// The kinds of players, separated by commas, such as short,quick,search:100,search:400
    #[arg(long, default_value_t = KINDS.join(","))]
    players: String,
    /// Games for each pairing; made up to whole rounds of all seat orders
    #[arg(long, default_value_t = 100, value_parser = whole::<u64>(1, 1_000_000))]
    games: u64,
    /// The seed of all chance
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// Seats at the table; the fewest the rules allow when it is left out
    #[arg(long, value_name = "SEATS", value_parser = any::<usize>())]
    table: Option<usize>,
    /// Moves at random before the players take over, the same for all seat orders of a round
    #[arg(long, default_value_t = USUAL_OPENING, value_parser = whole::<u32>(0, 1_000))]
    opening: u32,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    pub spread: Spread,
    #[command(flatten)]
    told: Told,
}

pub(crate) fn ladder(played: &Played, contest: &Contest, hall: &Hall) -> Result<ExitCode, Problems> {
    let kinds: Vec<String> = contest.players.split(',').map(|kind| kind.trim().to_owned()).collect();
    if kinds.len() < 2 {
        return Err(Problem::about("--players", msg!("terminal.ladder.two")).into());
    }
    let variant = set(played.table.load(&played.variant)?.1, &contest.values.set)?;
    let range = variant.rules.seats();
    let seats = contest.table.unwrap_or(*range.start());
    if !range.contains(&seats) {
        let problem = Problem::about("--table", msg!("terminal.ladder.seats", n = seats));
        return Err(problem.allowed(players_of(&variant.rules)).into());
    }
    check_kinds(&kinds, &variant.rules, seats, |message| Problem::about("--players", message))?;
    let Contest { seed, games, opening, .. } = *contest;
    let ladder = Ladder { rules: variant.rules.clone(), seats, kinds, seed, games, opening };
    let standings = hall.play(ladder.length(), |games| climb(&ladder, games))?;
    if hall.is_part() {
        return Ok(outcome());
    }
    let (game, name) = (variant.rules.pack.title(), variant.rules.blueprint.called());
    let values = contest.values.set.join(", ");
    let called = if values.is_empty() { name } else { msg!("variant.named", name, which = values) };
    let (games, seed) = (ladder.games_per_pairing(), seed.to_string());
    let heading = msg!("terminal.ladder.heading", game, variant = &called, seats, games, seed, opening).to_string();
    let title = msg!("lab.html.title", game = variant.rules.pack.title(), variants = called).to_string();
    contest.told.tell(
        || pages::standings(&title, &heading, &standings),
        || data::standings_json(&ladder, &standings),
        || format!("{heading}\n{standings}"),
    )?;
    Ok(outcome())
}
