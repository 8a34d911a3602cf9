//! What a window, a bot or a reader can ask about a game: places, stacks, hands, and what each command speaks of.

use super::capture::From;
use super::figure::{MOST_FIELDS, Place};
use super::stacks::Stacks;
use super::{Ground, JUMP_VERB, MOVE_VERB, PLACE_VERB, TAKE_VERB, mills};
use crate::sim::{Command, DECLINE, Game, Id, Ruleset, Seat};
use crate::words::{Message, msg};

/// What a command does. Fields are numbers from 0 in the order of [`fields`], levels are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    Place {
        to: u8,
    },
    Move {
        from: u8,
        to: u8,
        jump: bool,
    },
    Take {
        field: u8,
        level: u8,
    },
    /// To take nothing.
    Decline,
}

/// A stone as a window draws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lying {
    pub stone: Id,
    /// Who moves it.
    pub owner: Seat,
    /// It stands in a mill and cannot be taken.
    pub protected: bool,
    /// Another stone lies on it.
    pub blocked: bool,
}

/// The fields with their names and places, in board units, x to the right and y down.
pub fn fields(rules: &Ruleset) -> &[Place] {
    &Ground::of(rules).figure.fields
}

/// The size of the board in board units.
pub fn size(rules: &Ruleset) -> (f64, f64) {
    let figure = &Ground::of(rules).figure;
    (figure.width, figure.height)
}

pub fn stone_radius(rules: &Ruleset) -> f64 {
    Ground::of(rules).figure.stone_radius
}

/// Pairs of neighbouring fields.
pub fn edges(rules: &Ruleset) -> &[[u8; 2]] {
    &Ground::of(rules).figure.edges
}

/// The lines of three on which mills can stand.
pub fn lines(rules: &Ruleset) -> &[[u8; 3]] {
    &Ground::of(rules).figure.lines
}

/// The stones on a field, bottom to top.
pub fn stack(game: &Game, field: u8) -> Vec<Lying> {
    let (ground, stacks) = (Ground::of(game.rules()), Stacks::of(game));
    let height = stacks.height(field);
    let lying = |level: u8| {
        let stone = stacks.stone_at(field, level);
        let owner = stacks.owner(stone);
        let protected = mills::protected(ground, stacks, owner)[usize::from(level)] >> field & 1 == 1;
        Lying { stone: stacks.stone_id(stone), owner, protected, blocked: level + 1 < height }
    };
    (0..height).map(lying).collect()
}

/// Stones a seat has still to place.
pub fn in_hand(game: &Game, seat: Seat) -> u8 {
    Stacks::of(game).in_hand(seat)
}

/// Stones the player to act may still take for the mills just closed.
pub fn captures_due(game: &Game) -> u8 {
    Stacks::of(game).due()
}

/// The number of a field by the id an event gives, such as `placed.field`.
pub fn field_number(game: &Game, id: Id) -> Option<u8> {
    let first = Stacks::of(game).pieces.first_field;
    let number = id.0.checked_sub(first.0)?;
    (usize::from(number) < fields(game.rules()).len()).then_some(number as u8)
}

/// What a command speaks of; nothing for one that names no field of this board.
pub fn meaning(game: &Game, command: Command) -> Option<Meaning> {
    let field = |arg: i16| u8::try_from(arg).ok().filter(|f| usize::from(*f) < fields(game.rules()).len());
    let [first, second, ..] = command.args();
    Some(match command.verb {
        _ if command == DECLINE => Meaning::Decline,
        PLACE_VERB => Meaning::Place { to: field(first)? },
        MOVE_VERB | JUMP_VERB => Meaning::Move { from: field(first)?, to: field(second)?, jump: command.verb == JUMP_VERB },
        TAKE_VERB => Meaning::Take { field: field(first)?, level: u8::try_from(second).ok()? },
        _ => return None,
    })
}

/// The command that does it; [`Game::offers`] says whether it may be done.
pub fn command(meaning: Meaning) -> Command {
    let (verb, first, second) = match meaning {
        Meaning::Place { to } => (PLACE_VERB, to, 0),
        Meaning::Move { from, to, jump } => (if jump { JUMP_VERB } else { MOVE_VERB }, from, to),
        Meaning::Take { field, level } => (TAKE_VERB, field, level),
        Meaning::Decline => return DECLINE,
    };
    Command::new(verb, [first.into(), second.into(), 0, 0])
}

/// A command as its one-line text.
pub(super) fn text(game: &Game, command: Command) -> String {
    let name = |field: u8| fields(game.rules())[usize::from(field)].id.as_str();
    match meaning(game, command) {
        None | Some(Meaning::Decline) => "?".to_owned(),
        Some(Meaning::Place { to }) => format!("place {}", name(to)),
        Some(Meaning::Move { from, to, jump }) => {
            format!("{} {} {}", if jump { "jump" } else { "move" }, name(from), name(to))
        }
        // A text must not depend on the position: it is also read after the stone has gone.
        Some(Meaning::Take { field, level }) => match Ground::of(game.rules()).capture.from {
            From::Top => format!("take {}", name(field)),
            From::Any => format!("take {} {}", name(field), level + 1),
        },
    }
}

/// The way back; the message says what is wrong.
pub(super) fn parse(game: &Game, text: &str) -> Result<Command, Message> {
    let field = |id: &str| {
        let found = Ground::of(game.rules()).figure.find(id);
        found.ok_or_else(|| msg!("muehle.problem.command.no_field", id))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let meaning = match words[..] {
        ["place", to] => Meaning::Place { to: field(to)? },
        ["move", from, to] => Meaning::Move { from: field(from)?, to: field(to)?, jump: false },
        ["jump", from, to] => Meaning::Move { from: field(from)?, to: field(to)?, jump: true },
        ["take", at] => {
            let at = field(at)?;
            Meaning::Take { field: at, level: Stacks::of(game).height(at).saturating_sub(1) }
        }
        ["take", at, level] => {
            let level = level.parse().ok().filter(|level: &u8| (1..=MOST_FIELDS as u8).contains(level));
            Meaning::Take { field: field(at)?, level: level.ok_or_else(|| msg!("muehle.problem.command.level"))? - 1 }
        }
        _ => return Err(msg!("muehle.problem.command.unknown", text)),
    };
    Ok(command(meaning))
}
