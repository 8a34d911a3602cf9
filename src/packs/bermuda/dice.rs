//! dice: the roll that opens a turn (B-T1).

use super::events::Rolled;
use super::waters::lay_down;
use crate::sim::event::Row;
use crate::sim::rule::Printed;
use crate::sim::{Effect, Game, Phase, Purpose, Step};
use serde::Deserialize;

/// What dice draw for.
pub const THROW: Purpose = Purpose::of_pack(0);

pub const ROLL: Step = Step::new("roll", roll);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub count: u8,
    pub sides: u8,
}

pub(crate) const RULE: Printed = Printed::new("dice", &[(Phase::Turn, ROLL)]).reading::<Settings>();

fn roll(game: &mut Game) {
    let dice = throw(game);
    show(game, dice);
}

/// Lays the dice down with these faces, for all to see.
pub fn show(game: &mut Game, dice: Row) {
    let (seat, value) = (game.turn().seat, dice.sum());
    game.emit(Rolled { player: seat, value, dice });
    lay_down(game, dice);
    game.effect(|_| Effect::Threw { seat, dice });
}

/// One throw of all dice.
pub fn throw(game: &mut Game) -> Row {
    let dice = super::Sea::of(game.rules()).dice;
    if dice.count == 1 {
        return Row::one(game.draw(THROW, dice.sides.into()) as u8 + 1);
    }
    Row::of((0..dice.count).map(|_| game.draw(THROW, dice.sides.into()) as u8 + 1))
}
