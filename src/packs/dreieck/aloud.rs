//! The position in words, for those who do not see the table.

use super::lattice::Area;
use super::tabletop::Tabletop;
use super::veil::is_at_hand;
use super::{phrases, view};
use crate::sim::{Eyes, Game, Seat, secret};
use crate::words::{Message, msg};

/// How much lies on the table, everybody's areas, and what whoever decides can choose from, as far as whoever looks may know.
pub(super) fn position(game: &Game, to: Eyes) -> Vec<Message> {
    let (n, radius) = (Tabletop::of(game).lattice().laid(), view::radius(game));
    let laid = if n == 0 { msg!("dreieck.aloud.empty") } else { msg!("dreieck.aloud.laid", n) };
    let edge = (radius > 0).then(|| msg!("dreieck.aloud.edge", n = radius));
    let areas = (0..game.turn().seats).flat_map(|seat| areas(game, seat));
    [laid].into_iter().chain(edge).chain(areas).chain(at_hand(game, to)).collect()
}

/// The areas of a player, those first that have the fewest open edges.
fn areas(game: &Game, seat: Seat) -> impl Iterator<Item = Message> {
    let lattice = Tabletop::of(game).lattice();
    let mut areas: Vec<(Area, Vec<Message>)> = view::areas(game, seat)
        .into_iter()
        .filter_map(|cells| {
            let area = lattice.area(lattice.area_at(*cells.first()?)?);
            let tiles = cells.iter().filter_map(|cell| lattice.at(*cell));
            Some((area, tiles.map(|lying| phrases::tile(game, lying.tile)).collect()))
        })
        .collect();
    areas.sort_by_key(|(area, _)| area.open);
    let owner = game.rules().pack.seat(seat);
    areas.into_iter().map(move |(area, tiles)| {
        let id = match area.open {
            0 => "dreieck.aloud.shut_in",
            1 => "dreieck.aloud.nearly_taken",
            _ => "dreieck.aloud.area",
        };
        Message::new(id).with("owner", owner.clone()).with("n", area.size).with("open", area.open).with("tiles", tiles)
    })
}

/// The tiles that whoever decides can choose from.
fn at_hand(game: &Game, to: Eyes) -> Option<Message> {
    let player = game.deciding();
    if game.outcome().is_some() || !game.is_seen(secret::HAND, player, to) {
        return None;
    }
    let hand = Tabletop::of(game).hand(player).tiles();
    let mut tiles: Vec<u8> = (0..hand.len()).filter(|place| is_at_hand(game, player, *place)).map(|place| hand[place]).collect();
    tiles.sort_unstable();
    let tiles: Vec<Message> = tiles.into_iter().map(|tile| phrases::tile(game, tile)).collect();
    (!tiles.is_empty()).then(|| msg!("dreieck.aloud.hand", player = game.rules().pack.seat(player), n = tiles.len(), tiles))
}
