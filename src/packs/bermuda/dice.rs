//! dice: the roll that opens a turn (B-T1).

use super::components::Die;
use super::events::Rolled;
use super::waters::Waters;
use crate::sim::event::Row;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Effect, Game, Phase, Purpose, Rule, Step};
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

pub struct Dice;

impl Rule for Dice {
    fn id(&self) -> &'static str {
        "dice"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, ROLL)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn essential(&self) -> bool {
        true
    }
}

fn roll(game: &mut Game) {
    let dice = throw(game);
    show(game, dice);
}

/// Lays the dice down with these faces, for all to see.
pub fn show(game: &mut Game, dice: Row) {
    let (seat, value) = (game.turn().seat, dice.sum());
    game.emit(Rolled { player: seat, value, dice });
    let waters = Waters::of_mut(game);
    waters.roll = value;
    let die = waters.pieces.die;
    game.set(die, Die { value });
    game.effect(|_| Effect::Threw { seat, dice });
}

/// One throw of all dice.
pub fn throw(game: &mut Game) -> Row {
    let dice = super::Sea::of(game.rules()).dice;
    Row::of((0..dice.count).map(|_| game.draw(THROW, dice.sides.into()) as u8 + 1))
}
