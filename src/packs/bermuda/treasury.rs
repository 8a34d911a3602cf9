//! The treasury: purses, the bank, and the one way money goes from one to another, so that not a coin is ever lost.
//! Cards bring their worth along; `cargo` draws them.

use super::components::Purse;
use super::signals::MONEY;
use super::waters::Waters;
use crate::sim::snapshot::{Part, part};
use crate::sim::{Account, Effect, Game, Id, Seat};

/// What the bank has taken in, less what it has paid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bank {
    pub money: i64,
}

pub const PART: Part = part::<Bank>("bank");
const NAME: &str = "bank";

/// The bank, opened by whoever needs it first. Only a new deal empties it: it may have done business under other rules.
pub fn open(game: &mut Game) -> Id {
    game.find(NAME).unwrap_or_else(|| game.spawn(NAME.to_owned(), (Bank { money: 0 },)))
}

/// Empties the bank for a new game.
pub(super) fn reset(game: &mut Game) {
    if let Some(bank) = game.find(NAME) {
        game.set(bank, Bank { money: 0 });
    }
}

/// What the bank has taken in, less what it has paid out.
pub fn money_in_bank(game: &Game) -> i64 {
    game.find(NAME).map_or(0, |bank| game.get::<Bank>(bank).money)
}

pub fn money_of(game: &Game, seat: Seat) -> i64 {
    game.get::<Purse>(Waters::of(game).purse_id(seat)).money
}

pub(super) fn cards_of(game: &Game, seat: Seat) -> u16 {
    game.get::<Purse>(Waters::of(game).purse_id(seat)).cards
}

/// Moves money and gives how much it was: a player pays no more than there is, while the bank may run into debt.
pub fn transfer(game: &mut Game, from: Account, to: Account, amount: i64) -> i64 {
    let most = match from {
        Account::Seat(seat) => money_of(game, seat),
        Account::Bank => i64::MAX,
    };
    let amount = amount.min(most).max(0);
    if amount > 0 {
        change(game, from, -amount);
        change(game, to, amount);
        game.effect(|_| Effect::Paid { from, to, amount });
    }
    amount
}

fn change(game: &mut Game, account: Account, money: i64) {
    match account {
        Account::Seat(seat) => change_purse(game, seat, money, 0),
        Account::Bank => {
            let bank = open(game);
            let held = game.get::<Bank>(bank).money;
            game.set(bank, Bank { money: held + money });
        }
    }
}

/// Changes what a player owns; nothing outside the treasury and the cards has a reason to.
pub(super) fn change_purse(game: &mut Game, seat: Seat, money: i64, cards: i16) {
    let waters = Waters::of_mut(game);
    waters.payments = waters.payments.wrapping_add(1);
    let purse = waters.purse_id(seat);
    game.update(purse, |purse: &mut Purse| {
        purse.money += money;
        purse.cards = purse.cards.saturating_add_signed(cards);
    });
    game.raise(MONEY);
}
