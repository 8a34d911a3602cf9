//! The position in words, for those who do not see the board.

use super::Sea;
use super::components::At;
use super::events::Letter;
use super::phrases;
use super::waters::Waters;
use crate::sim::Game;
use crate::words::{Message, msg};

/// Where every ship is, and how every cloud stands.
pub(super) fn position(game: &Game) -> Vec<Message> {
    let (chart, waters) = (&Sea::of(game.rules()).chart, Waters::of(game));
    let place = |spot: u8| match chart.port_of(spot) {
        Some(port) => phrases::port(chart, port),
        None => phrases::space(chart, spot.into()),
    };
    let ship = |number: usize| {
        let ship = phrases::ship(game, waters.ship_id(number));
        match waters.at(number) {
            At::Spot(spot) => Some(msg!("bermuda.aloud.lies", ship, place = place(spot))),
            At::Adrift { .. } => Some(msg!("bermuda.aloud.adrift", ship)),
            At::Hanging { .. } => Some(msg!("bermuda.aloud.hangs", ship)),
            At::Lost => Some(msg!("bermuda.aloud.lost", ship)),
            At::InBox => None,
        }
    };
    let cloud = |number: usize| {
        let cloud = waters.cloud(number);
        // People count dots from one.
        let (column, row) = (cloud.column + 1, cloud.row + 1);
        msg!("bermuda.aloud.cloud", letter = Letter(cloud.letter).text(), column, row)
    };
    waters.all_ships().filter_map(ship).chain((0..waters.clouds()).map(cloud)).collect()
}
