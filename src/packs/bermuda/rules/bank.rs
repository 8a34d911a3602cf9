//! The bank: where money comes from and goes to that is not on a card, so that not a coin is ever lost.

use super::super::cargo::pay;
use crate::sim::snapshot::{Part, part};
use crate::sim::{Game, Seat};

/// What the bank has taken in, less what it has paid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bank {
    pub money: i64,
}

pub const PART: Part = part::<Bank>("bank");
const NAME: &str = "bank";

/// Opens the bank, unless another rule has done so.
pub fn open(game: &mut Game) {
    if game.find(NAME).is_none() {
        game.spawn(NAME.to_owned(), (Bank { money: 0 },));
    }
}

pub fn reset(game: &mut Game) {
    if let Some(bank) = game.find(NAME) {
        game.set(bank, Bank { money: 0 });
    }
}

/// Pays a player from the bank; a negative sum goes the other way.
pub fn pay_out(game: &mut Game, player: Seat, money: i64) {
    pay(game, player, money, 0);
    if let Some(bank) = game.find(NAME) {
        let held = game.get::<Bank>(bank).money;
        game.set(bank, Bank { money: held - money });
    }
}

/// What the bank has taken in, less what it has paid out.
pub fn money_in_bank(game: &Game) -> i64 {
    game.find(NAME).map_or(0, |bank| game.get::<Bank>(bank).money)
}
