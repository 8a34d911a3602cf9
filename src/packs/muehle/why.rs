//! Why a command is not on offer: the rule and the setting behind it.

use super::capture::{CHOOSE_CAPTURE, From, takable};
use super::stacks::Stacks;
use super::view::{Meaning, meaning};
use super::{COLOURS, Ground, jump, mills};
use crate::sim::{Command, Game, Reason, Seat};

pub(super) fn why_not(game: &Game, command: Command) -> Reason {
    if game.outcome().is_some() {
        return Reason::new("T-P9", "the game is over");
    }
    let taking = game.waiting_at() == Some(CHOOSE_CAPTURE.name);
    let Some(meaning) = meaning(game, command) else { return Reason::new("T-P5", "there is no such field") };
    match meaning {
        Meaning::Take { field, level } if taking => taking_off(game, field, level),
        Meaning::Take { .. } => Reason::new("T-P2", "a stone is taken only when a mill has just been closed"),
        Meaning::Decline if taking => Reason::new("T-P2", "a closed mill must take a stone").because_of("capture.optional"),
        Meaning::Decline => Reason::new("T-P2", "there is nothing to decline: no mill has just been closed"),
        _ if taking => Reason::new("T-P2", "a mill is closed: first choose the stone to take"),
        Meaning::Place { to } => placing(game, to),
        Meaning::Move { from, to, jump } => moving(game, from, to, jump),
    }
}

fn name(game: &Game, field: u8) -> &str {
    game.name(Stacks::of(game).field_id(field))
}

fn closed(game: &Game, field: u8) -> Option<Reason> {
    let height = Stacks::of(game).height(field);
    let is_closed = Stacks::of(game).closed() >> field & 1 == 1;
    let stones = if height == 1 { "a stone" } else { "a full stack" };
    let text = format!("{} has {stones} and is closed", name(game, field));
    is_closed.then(|| Reason::new("T-F4", text).because_of("stack.max"))
}

fn placing(game: &Game, to: u8) -> Reason {
    if Stacks::of(game).in_hand(game.turn().seat) == 0 {
        return Reason::new("T-P5", "there is no stone left in hand; move one on the board");
    }
    closed(game, to).unwrap_or_else(|| Reason::new("T-P1", "it is on offer"))
}

fn moving(game: &Game, from: u8, to: u8, jumps: bool) -> Reason {
    let (ground, stacks, seat) = (Ground::of(game.rules()), Stacks::of(game), game.turn().seat);
    if stacks.in_hand(seat) > 0 {
        return Reason::new("T-P1", "stones in hand are placed before any is moved");
    }
    if stacks.top(seat) >> from & 1 == 0 {
        let own = stacks.owners(from).any(|owner| owner == seat);
        return if own {
            Reason::new("T-D2", format!("the stone on {} is blocked by one on top of it", name(game, from)))
        } else {
            Reason::new("T-P5", format!("{} has no stone on {}", colour(seat), name(game, from)))
        };
    }
    if from == to {
        return Reason::new("T-P5", "a move leads to another field");
    }
    if let Some(reason) = closed(game, to) {
        return reason;
    }
    let neighbours = ground.figure.are_neighbours(from, to);
    if jump::may_jump(ground, stacks, seat) {
        let text = if neighbours { "this is a move to a neighbour, not a jump" } else { "this is a jump, not a move" };
        return Reason::new("T-P6", text);
    }
    if neighbours && !jumps {
        return Reason::new("T-P5", "it is on offer");
    }
    let text = format!("{} is not a neighbour of {}", name(game, to), name(game, from));
    match ground.jump_with {
        Some(0) if jumps => Reason::new("T-P6", "nobody jumps in this game").because_of("jump.stones"),
        Some(stones) if jumps => {
            let left = stacks.left(seat);
            let text = format!("only with {stones} stones left or fewer may one jump, and {} has {left}", colour(seat));
            Reason::new("T-P6", text).because_of("jump.stones")
        }
        _ => Reason::new("T-P5", text),
    }
}

fn taking_off(game: &Game, field: u8, level: u8) -> Reason {
    let (ground, stacks, seat) = (Ground::of(game.rules()), Stacks::of(game), game.turn().seat);
    let place = name(game, field);
    if level >= stacks.height(field) {
        return Reason::new("T-P2", format!("no stone lies there on {place}"));
    }
    let owner = stacks.owner(stacks.stone_at(field, level));
    if owner == seat {
        return Reason::new("T-P2", "only opponents' stones are taken");
    }
    if ground.capture.from == From::Top && level + 1 < stacks.height(field) {
        let text = format!("that stone on {place} is blocked; only the top stone may be taken");
        return Reason::new("T-P4", text).because_of("capture.from");
    }
    if mills::protected(ground, stacks, owner)[usize::from(level)] >> field & 1 == 1 {
        let text = format!("the stone on {place} is part of a mill and protected");
        return Reason::new("T-P3", text).because_of("capture.protected_fallback");
    }
    debug_assert!(takable(ground, stacks, game.turn().seats, seat)[usize::from(level)] >> field & 1 == 1);
    Reason::new("T-P2", "it is on offer")
}

fn colour(seat: Seat) -> &'static str {
    COLOURS[usize::from(seat) % COLOURS.len()]
}
