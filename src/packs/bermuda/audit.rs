//! What must hold at every moment: no ship and no coin is ever lost, and the tables beside the world follow from it.

use super::cloud::MOST_MAGNETS;
use super::components::{Card, Deck, Magnet, Purse};
use super::treasury::money_in_bank;
use super::waters::{Waters, recount};
use super::{Sea, cargo, fleet_count};
use crate::sim::Game;

/// Ships on board + hanging + lost = 4 per player; money in purses, decks and bank adds up.
pub(super) fn audit(game: &Game) -> Result<(), String> {
    for seat in 0..game.turn().seats {
        let (afloat, hanging, lost) = fleet_count(game, seat);
        if afloat + hanging + lost != 4 {
            return Err(format!("seat {seat} has {afloat} ships afloat, {hanging} hanging and {lost} lost"));
        }
    }
    let all: i64 = cargo::decks(Sea::of(game.rules())).flat_map(|(_, _, cards)| cards).sum();
    let mut owned = 0;
    for purse in &mut game.world().query::<&Purse>() {
        if purse.money < 0 {
            return Err(format!("someone owes {}", -purse.money));
        }
        owned += purse.money;
    }
    let mut left = 0;
    for deck in &mut game.world().query::<&Deck>() {
        for card in deck.drawn..deck.size {
            left += game.get::<Card>(deck.first_card.plus(card.into())).value;
        }
    }
    let bank = money_in_bank(game);
    if owned + left + bank != all {
        return Err(format!("{owned} in purses, {left} in decks and {bank} in the bank do not make {all}"));
    }
    let waters = Waters::of(game);
    for magnet in waters.clouds.iter().flat_map(|pieces| (0..MOST_MAGNETS).map(|number| pieces.first_magnet.plus(number))) {
        let (load, hanging) = (usize::from(game.get::<Magnet>(magnet).load), waters.hanging_from(magnet).count());
        if load != hanging {
            return Err(format!("{} counts {load} ships, and {hanging} hang from it", game.name(magnet)));
        }
    }
    let mut anew = game.clone();
    recount(&mut anew);
    if Waters::of(&anew).agrees_with(waters) { Ok(()) } else { Err("the tables are not what a new count gives".to_owned()) }
}
