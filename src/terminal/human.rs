//! People at a table in a terminal: what they may do is listed with numbers, and they answer with one.

use super::{Seats, aside, say};
use crate::players;
use crate::problem::Problems;
use crate::sim::{Command, Ruleset};
use crate::table::{Deed, HUMAN, Table, named};
use crate::words::{Message, clean, msg, spoken};
use std::fmt::Display;
use std::io::{BufRead, Write};

/// As many as are listed without being asked for.
const LISTED: usize = 30;

impl Seats {
    /// The kinds of players, people among them.
    pub(crate) fn with_people(&self, rules: &Ruleset) -> Result<Vec<String>, Problems> {
        let is_human = |kind: &str| kind.trim() == HUMAN;
        let given: Vec<&str> = self.seats.as_deref().map(|seats| seats.split(',').collect()).unwrap_or_default();
        // Whether all the others can play, somebody else knows.
        let bots = given.iter().map(|kind| if is_human(kind) { players::USUAL } else { kind }).collect::<Vec<_>>().join(",");
        let kinds = Self { seats: self.seats.as_ref().map(|_| bots), seed: self.seed.clone() }.kinds(rules)?;
        let human = |seat: usize| given.get(seat).is_some_and(|kind| is_human(kind));
        Ok(kinds.into_iter().enumerate().map(|(seat, kind)| if human(seat) { HUMAN.to_owned() } else { kind }).collect())
    }
}

/// Asks whoever must decide until there is an answer that can be carried out; false when there is nobody left to ask.
/// What is asked goes to standard error where standard output has something else to carry.
pub(crate) fn ask(table: &mut Table, tells: bool) -> Result<bool, Problems> {
    let offers = table.game().offers().to_vec();
    if offers.is_empty() {
        return Ok(true);
    }
    tell(tells, question(table))?;
    list(table, &offers, LISTED, tells)?;
    let mut input = std::io::stdin().lock();
    loop {
        prompt(tells);
        let mut line = String::new();
        if input.read_line(&mut line).unwrap_or(0) == 0 {
            tell(tells, msg!("terminal.human.left"))?;
            return Ok(false);
        }
        let answer = clean(line.trim());
        let chosen = match &*answer {
            "" => continue,
            "?" => {
                tell(tells, msg!("terminal.human.help", n = offers.len()))?;
                list(table, &offers, offers.len(), tells)?;
                continue;
            }
            "." => {
                for line in table.game().rules().pack.aloud(table.game()) {
                    tell(tells, named(table.cast(), line))?;
                }
                continue;
            }
            number if number.chars().all(|c| c.is_ascii_digit()) => {
                let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                match place.and_then(|place| offers.get(place)) {
                    Some(command) => Ok(*command),
                    None => Err(msg!("terminal.human.no_number", n = offers.len())),
                }
            }
            text => table.game().parse_command(text),
        };
        match chosen.map(|command| table.carry_out(Deed::Command(command))) {
            Ok(Ok(_)) => return Ok(true),
            Ok(Err(refused)) => tell(tells, refused)?,
            Err(message) => tell(tells, message)?,
        }
    }
}

fn tell(tells: bool, text: impl Display) -> Result<(), Problems> {
    if tells {
        say(text)?;
    } else {
        aside(text);
    }
    Ok(())
}

/// Who is asked what.
fn question(table: &Table) -> Message {
    let game = table.game();
    let player = game.rules().pack.seat(game.deciding());
    let asked = match game.question() {
        Some(question) => msg!("terminal.human.asked", player, question),
        None => msg!("terminal.human.turn", player),
    };
    named(table.cast(), asked)
}

fn list(table: &Table, offers: &[Command], most: usize, tells: bool) -> Result<(), Problems> {
    for (number, command) in (1..).zip(offers.iter().take(most)) {
        let game = table.game();
        let written = game.command_text(*command);
        let said = named(table.cast(), game.deed(*command)).to_string();
        let line = if spoken().is_by_ids() || said == written { written } else { format!("{said}  ({written})") };
        tell(tells, format!("{number:>4}  {line}"))?;
    }
    if offers.len() > most {
        tell(tells, msg!("terminal.human.more", n = offers.len() - most))?;
    }
    Ok(())
}

fn prompt(tells: bool) {
    let mut out: Box<dyn Write> = if tells { Box::new(std::io::stdout()) } else { Box::new(std::io::stderr()) };
    // Whoever cannot be prompted can still answer.
    let _ = write!(out, "> ").and_then(|()| out.flush());
}
