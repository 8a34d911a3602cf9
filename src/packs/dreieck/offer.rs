//! The step that offers every tile in every place where it fits; a player without any must pass (D-P1 … D-P3).

use super::hand::Mode;
use super::put_under::PUT_UNDER;
use super::tabletop::{Tabletop, command, set_passes};
use super::{LAY_VERB, Terms};
use crate::sim::{Command, Game, Step};

pub(super) const OFFER: Step = Step::new("offer", offer);

fn offer(game: &mut Game) {
    let top = Tabletop::of_mut(game);
    (top.played, top.passed) = (None, false);
    game.offer(Some(PUT_UNDER.name), list);
    if game.offers().is_empty() {
        game.pass();
        Tabletop::of_mut(game).passed = true;
        let passes = Tabletop::of(game).passes();
        set_passes(game, passes.saturating_add(1));
    }
}

/// The placements the table keeps are the same for everyone; a player may use those of the tiles at hand.
pub(super) fn list(game: &Game, offers: &mut Vec<Command>) {
    let top = Tabletop::of(game);
    let hand = top.hand(game.turn().seat);
    let first = top.tile_id(game.turn().seat, 0);
    let mut list = |tile: u8| offers.extend(top.lattice().placements_of(tile).iter().map(|p| command(LAY_VERB, first, *p)));
    match Terms::of(game.rules()).hand.mode {
        Mode::Hand => (0..top.set.len() as u8).filter(|tile| hand.has(*tile)).for_each(list),
        Mode::Stack => hand.top().into_iter().for_each(&mut list),
    }
}
