//! Why a command is not on offer: the rule and the setting behind it.

use super::capture::{CHOOSE_CAPTURE, From, takable};
use super::stacks::Stacks;
use super::view::{Meaning, meaning};
use super::{Ground, jump, mills, phrases};
use crate::sim::{Command, Game, Reason};
use crate::words::{Message, msg};

pub(super) fn why_not(game: &Game, command: Command) -> Reason {
    if game.outcome().is_some() {
        return Reason::new("T-P9", msg!("sim.reason.over"));
    }
    let taking = game.waiting_at() == Some(CHOOSE_CAPTURE.name);
    let Some(meaning) = meaning(game, command) else { return Reason::new("T-P5", msg!("muehle.reason.no_field")) };
    match meaning {
        Meaning::Take { field, level } if taking => taking_off(game, field, level),
        Meaning::Take { .. } => Reason::new("T-P2", msg!("muehle.reason.no_mill")),
        Meaning::Decline if taking => Reason::new("T-P2", msg!("muehle.reason.must_take")).because_of("capture.optional"),
        Meaning::Decline => Reason::new("T-P2", msg!("muehle.reason.nothing_to_decline")),
        _ if taking => Reason::new("T-P2", msg!("muehle.reason.take_first")),
        Meaning::Place { to } => placing(game, to),
        Meaning::Move { from, to, jump } => moving(game, from, to, jump),
    }
}

fn place(game: &Game, field: u8) -> Message {
    phrases::field(game.rules(), field)
}

fn closed(game: &Game, field: u8) -> Option<Reason> {
    let stacks = Stacks::of(game);
    let id = if stacks.height(field) == 1 { "muehle.reason.closed.stone" } else { "muehle.reason.closed.stack" };
    let is_closed = stacks.closed() >> field & 1 == 1;
    is_closed.then(|| Reason::new("T-F4", msg!(id, place = place(game, field))).because_of("stack.max"))
}

fn placing(game: &Game, to: u8) -> Reason {
    if Stacks::of(game).in_hand(game.turn().seat) == 0 {
        return Reason::new("T-P5", msg!("muehle.reason.hand_empty"));
    }
    closed(game, to).unwrap_or_else(|| Reason::new("T-P1", msg!("muehle.reason.on_offer")))
}

fn moving(game: &Game, from: u8, to: u8, jumps: bool) -> Reason {
    let (ground, stacks, seat) = (Ground::of(game.rules()), Stacks::of(game), game.turn().seat);
    let player = game.rules().pack.seat(seat);
    if stacks.in_hand(seat) > 0 {
        return Reason::new("T-P1", msg!("muehle.reason.hand_first"));
    }
    if stacks.top(seat) >> from & 1 == 0 {
        let own = stacks.owners(from).any(|owner| owner == seat);
        let place = place(game, from);
        return if own {
            Reason::new("T-D2", msg!("muehle.reason.blocked", place))
        } else {
            Reason::new("T-P5", msg!("muehle.reason.no_own_stone", player, place))
        };
    }
    if from == to {
        return Reason::new("T-P5", msg!("muehle.reason.same_field"));
    }
    if let Some(reason) = closed(game, to) {
        return reason;
    }
    let neighbours = ground.figure.neighbours(from) >> to & 1 == 1;
    if jump::may_jump(ground, stacks, seat) {
        let id = if neighbours { "muehle.reason.no_jump" } else { "muehle.reason.no_move" };
        return Reason::new("T-P6", msg!(id));
    }
    if neighbours && !jumps {
        return Reason::new("T-P5", msg!("muehle.reason.on_offer"));
    }
    match ground.jump_with {
        Some(0) if jumps => Reason::new("T-P6", msg!("muehle.reason.jump.never")).because_of("jump.stones"),
        Some(stones) if jumps => {
            let text = msg!("muehle.reason.jump.too_many", stones, player, left = stacks.left(seat));
            Reason::new("T-P6", text).because_of("jump.stones")
        }
        _ => Reason::new("T-P5", msg!("muehle.reason.no_neighbour", to = place(game, to), from = place(game, from))),
    }
}

fn taking_off(game: &Game, field: u8, level: u8) -> Reason {
    let (ground, stacks, seat) = (Ground::of(game.rules()), Stacks::of(game), game.turn().seat);
    if level >= stacks.height(field) {
        return Reason::new("T-P2", msg!("muehle.reason.take.no_stone", place = place(game, field)));
    }
    let owner = stacks.owner(stacks.stone_at(field, level));
    if owner == seat {
        return Reason::new("T-P2", msg!("muehle.reason.take.own"));
    }
    let stone = phrases::stone(game, field, level);
    if ground.capture.from == From::Top && level + 1 < stacks.height(field) {
        return Reason::new("T-P4", msg!("muehle.reason.take.blocked", stone)).because_of("capture.from");
    }
    if mills::protected(ground, stacks, owner)[usize::from(level)] >> field & 1 == 1 {
        return Reason::new("T-P3", msg!("muehle.reason.take.protected", stone)).because_of("capture.protected_fallback");
    }
    debug_assert!(takable(ground, stacks, game.turn().seats, seat)[usize::from(level)] >> field & 1 == 1);
    Reason::new("T-P2", msg!("muehle.reason.on_offer"))
}
