//! Hidden purses, as somebody who thinks ahead may imagine them: everyone can count who took how many cards of which deck, but what
//! they were worth may be anything that is not in sight.

use super::Sea;
use super::components::{Card, Deck, Purse};
use super::treasury::money_of;
use super::waters::Waters;
use crate::sim::{Game, Id, Seat};

/// How often an idea is dropped in which the game would be over already.
const TRIES: usize = 4;

/// Gives the cards that others hold other values, from among those that a seat cannot see, and changes what is in their purses by
/// as much. No coin is lost by that.
pub(super) fn conceal(game: &mut Game, seat: Seat) {
    let decks: Vec<Id> = Waters::of(game).furniture.decks.iter().flatten().copied().collect();
    for deck in decks {
        let Deck { first_card, size, drawn } = game.get(deck);
        let on_top = first_card.plus(drawn.into());
        let cards = (0..usize::from(size)).map(|place| first_card.plus(place));
        // The top card lies open, and one's own are known.
        let unseen: Vec<Id> = cards.filter(|card| *card != on_top && game.get::<Card>(*card).holder != Some(seat)).collect();
        let known: Vec<i64> = unseen.iter().map(|card| game.get::<Card>(*card).value).collect();
        for _ in 0..TRIES {
            let mut values = known.clone();
            game.shuffle(&mut values);
            if imagine(game, &unseen, &values) {
                break;
            }
        }
    }
}

/// Puts values on cards, unless a purse could not have come to that: nobody owes anything or has won unnoticed.
fn imagine(game: &mut Game, cards: &[Id], values: &[i64]) -> bool {
    let seats = game.turn().seats;
    let mut change = vec![0i64; usize::from(seats)];
    for (card, value) in cards.iter().zip(values) {
        let card: Card = game.get(*card);
        if let Some(holder) = card.holder {
            change[usize::from(holder)] += value - card.value;
        }
    }
    let goal = Sea::of(game.rules()).victory.goal;
    let fits = |seat: Seat| {
        let money = money_of(game, seat) + change[usize::from(seat)];
        change[usize::from(seat)] == 0 || (0..goal.of(seat)).contains(&money)
    };
    if !(0..seats).all(fits) {
        return false;
    }
    for (card, value) in cards.iter().zip(values) {
        game.update(*card, |card: &mut Card| card.value = *value);
    }
    for (seat, change) in (0..seats).zip(change) {
        game.update(Waters::of(game).purse_id(seat), |purse: &mut Purse| purse.money += change);
    }
    true
}
