//! turn: who is to act and what they may do (T-P1, T-P5, T-P7). The order of play itself is the table's.

use super::draw::CHECK_DRAW;
use super::stacks::Stacks;
use super::{Ground, jump, slide, stones};
use crate::sim::rule::Printed;
use crate::sim::{Command, Game, Phase, Step};
use serde::Deserialize;
use std::ops::RangeInclusive;

pub(crate) const OFFER: Step = Step::new("offer", offer);

/// How many can play.
pub(crate) const PLAYERS: RangeInclusive<u8> = 2..=3;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub players: u8,
}

pub(crate) const RULE: Printed = Printed::new("turn", &[(Phase::Turn, OFFER)]).reading::<Settings>();

fn offer(game: &mut Game) {
    Stacks::of_mut(game).robbed = None;
    game.offer(Some(CHECK_DRAW.name), list);
    if game.offers().is_empty() {
        game.pass();
    }
}

/// Placing while there are stones in hand, then moving, and jumping with few stones.
pub(super) fn list(game: &Game, offers: &mut Vec<Command>) {
    let (ground, stacks, seat) = (Ground::of(game.rules()), Stacks::of(game), game.turn().seat);
    if stacks.places(seat) {
        stones::list(ground, stacks, offers);
    } else {
        slide::list(ground, stacks, seat, offers);
        jump::list(ground, stacks, seat, offers);
    }
}
