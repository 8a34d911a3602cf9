//! People at a table in a terminal: what they may do is listed with numbers, and they answer with one.

use super::{Seats, aside, say};
use crate::players;
use crate::problem::Problems;
use crate::sim::{Command, Eyes, Ruleset, Seat};
use crate::table::{Deed, HUMAN, Table, named};
use crate::words::{Message, clean, msg, spoken};
use std::fmt::Display;
use std::io::{BufRead, IsTerminal, Write};

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
pub(crate) fn ask(table: &mut Table, tells: bool, eyes: Eyes) -> Result<bool, Problems> {
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
                for line in table.aloud(eyes) {
                    tell(tells, line)?;
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

/// Has the terminal handed over to the person of a seat; false when nobody is there. What the others were shown is scrolled away before
/// that is said.
pub(crate) fn hand_over(table: &Table, to: Seat, tells: bool) -> Result<bool, Problems> {
    let who = table.cast()[usize::from(to)].called();
    clear(tells)?;
    tell(tells, msg!("table.curtain.hand_over", who = who.clone()))?;
    table.why_hand_over().map_or(Ok(()), |why| tell(tells, why))?;
    tell(tells, msg!("terminal.human.here", who))?;
    prompt(tells);
    let is_there = std::io::stdin().lock().read_line(&mut String::new()).unwrap_or(0) > 0;
    if !is_there {
        tell(tells, msg!("terminal.human.left"))?;
    }
    Ok(is_there)
}

/// Empties the screen, with what can be scrolled back to; where that is not known to be one, empty lines do.
fn clear(tells: bool) -> Result<(), Problems> {
    const EMPTIED: &str = "\x1b[2J\x1b[3J\x1b[H";
    const ENOUGH: usize = 60;
    let is_screen = if tells { std::io::stdout().is_terminal() } else { std::io::stderr().is_terminal() };
    if is_screen {
        write(tells, EMPTIED);
        return Ok(());
    }
    (0..ENOUGH).try_for_each(|_| tell(tells, ""))
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
    write(tells, "> ");
}

fn write(tells: bool, text: &str) {
    let mut out: Box<dyn Write> = if tells { Box::new(std::io::stdout()) } else { Box::new(std::io::stderr()) };
    // Whoever cannot be prompted can still answer.
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}
