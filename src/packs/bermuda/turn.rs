//! turn: who begins (B-S4); the order of play itself is the table's (B-T4).

use super::dice::throw;
use super::events::StartRoll;
use crate::sim::rule::{Printed, read};
use crate::sim::{Effect, Game, Purpose, Rule, Seat};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub first: First,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum First {
    HighRoll,
    Seat,
    Random,
}

pub(super) struct Turn;

impl Rule for Turn {
    fn printed(&self) -> &Printed {
        &Printed { id: "turn", steps: &[], settings: Some(read::<Settings>), essential: true }
    }
    fn deal(&self, game: &mut Game) {
        let first = game.rules().section::<Settings>().map_or(First::HighRoll, |s| s.first);
        let first = match first {
            First::HighRoll => highest_roll(game),
            First::Seat => 0,
            First::Random => game.draw(Purpose::SEATING, game.turn().seats.into()) as Seat,
        };
        game.set_first(first);
    }
}

/// Throw-offs after which the lowest seat of a tie begins: dice with one face would tie for ever.
const MOST_THROW_OFFS: usize = 20;

/// Everyone throws; those who tie for the highest throw again.
fn highest_roll(game: &mut Game) -> Seat {
    let mut rivals: u8 = (1 << game.turn().seats) - 1;
    for _ in 0..MOST_THROW_OFFS {
        let mut best = (0, 0);
        for player in (0..game.turn().seats).filter(|seat| rivals >> seat & 1 == 1) {
            let dice = throw(game);
            let value = dice.sum();
            game.emit(StartRoll { player, value });
            game.effect(|_| Effect::Threw { seat: player, dice });
            if value > best.0 {
                best = (value, 1 << player);
            } else if value == best.0 {
                best.1 |= 1 << player;
            }
        }
        rivals = best.1;
        if rivals.is_power_of_two() {
            break;
        }
    }
    rivals.trailing_zeros() as Seat
}
