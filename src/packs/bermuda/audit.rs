//! What must hold at every moment: no ship and no coin is ever lost.

use super::components::{Card, Deck, Purse};
use super::treasury::money_in_bank;
use super::waters::Waters;
use super::{Fleet, Sea, cargo, fleet_count};
use crate::sim::Game;

/// Every ship is on board, hanging, lost or in the box, and none lies where another does; money in purses, decks and bank adds up.
pub(super) fn audit(game: &Game) -> Result<(), String> {
    let waters = Waters::of(game);
    for seat in 0..game.turn().seats {
        let Fleet { afloat, hanging, lost, in_box } = fleet_count(game, seat);
        if afloat + hanging + lost + in_box != waters.furniture.fleet {
            return Err(format!("seat {seat} has {afloat} ships afloat, {hanging} hanging, {lost} lost and {in_box} in the box"));
        }
    }
    if let Some((one, other)) = in_one_spot(game) {
        return Err(format!("ships {one} and {other} lie in one spot"));
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
    if owned + left + bank == all {
        Ok(())
    } else {
        Err(format!("{owned} in purses, {left} in decks and {bank} in the bank do not make {all}"))
    }
}

/// Two ships that lie in one spot, as they do until a bump is carried out.
pub(super) fn in_one_spot(game: &Game) -> Option<(usize, usize)> {
    let waters = Waters::of(game);
    let mut taken = [None; 256];
    waters.all_ships().find_map(|ship| {
        let other = taken[usize::from(waters.spot_of(ship)?)].replace(ship);
        other.map(|other| (other, ship))
    })
}
