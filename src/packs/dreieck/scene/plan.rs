//! What happened becomes what is shown: every event as acts, by its effects wherever they say enough.

use super::picture::{Mark, Shown};
use super::places::seat_place;
use crate::packs::dreieck::events as told;
use crate::packs::dreieck::tiles::Corners;
use crate::packs::dreieck::view::LaidTile;
use crate::packs::dreieck::{Cell, Tabletop, view};
use crate::sim::event::{Ended, Passed, TurnBegan};
use crate::sim::{Effect, Event, Game, Id, Seat, Where};
use crate::window::motion::{Act, Motion, Pose, change, flash, glide, sequence, show, tell, together, wait};

/// Queues a command's events as motion; `from` is where a tile of the hand lay, if it was seen.
pub(super) fn plan(motion: &mut Motion<Shown>, game: &Game, from: &dyn Fn(Seat, u8) -> Option<Pose>) {
    let width = motion.picture().camera.area.w;
    let beside = |seat: Seat| seat_place(seat, game.turn().seats, width);
    for (number, event) in game.events().iter().enumerate() {
        let taken = taken(game, number).map(|(captor, tiles)| take(tiles, captor, beside(captor)));
        let laid = laid(game, number).map(|tile| lay(tile, from(tile.owner, tile.number).unwrap_or_else(|| beside(tile.owner))));
        motion.push(sequence(taken.into_iter().chain(laid).chain(manner(event)).chain([tell(1)])));
    }
}

/// What an event shows besides its effects.
fn manner(event: &Event) -> Option<Act<Shown>> {
    if let Some(e) = TurnBegan::read(event) {
        return Some(wait(0.1).then(change(move |shown: &mut Shown| (shown.seat, shown.round) = (e.player, e.round))));
    }
    if let Some(e) = told::Scored::read(event) {
        return Some(glide(0.25, move |shown: &mut Shown| shown.scores = e.totals.to_vec()).into());
    }
    if let Some(e) = Passed::read(event) {
        return Some(show(Mark::Note(e.player, "dreieck.window.note.passes"), 0.9));
    }
    if let Some(e) = told::PutUnder::read(event) {
        return Some(show(Mark::Note(e.player, "dreieck.window.note.put_under"), 0.7));
    }
    if event.is(told::Drawn::kind()) {
        return Some(wait(0.2));
    }
    event.is(Ended::kind()).then(|| wait(0.6))
}

/// A tile comes to lie on the table.
fn lay(tile: LaidTile, from: Pose) -> Act<Shown> {
    let comes = glide(0.6, move |shown: &mut Shown| shown.lay(tile)).comes(move |_| from).arc(1.0);
    comes.then(flash(Mark::Landed(tile.cell), 0.6))
}

/// Tiles are lifted all at once and fly to the one who takes them, one behind the other.
fn take(tiles: Vec<Id>, captor: Seat, goal: Pose) -> Act<Shown> {
    let seconds = 1.15 + 0.07 * tiles.len().min(12) as f32;
    let step = 0.4 * seconds / tiles.len().max(1) as f32;
    let flights: Vec<Act<Shown>> = tiles
        .iter()
        .enumerate()
        .map(|(place, tile)| {
            let tile = *tile;
            let flight = glide(0.3 * seconds, move |shown: &mut Shown| shown.take(tile)).goes(move |_| goal).arc(0.8);
            let arrives = change(move |shown: &mut Shown| shown.prisoners[usize::from(captor)] += 1);
            wait(0.05 * seconds + step * place as f32).then(flight).then(arrives)
        })
        .collect();
    let lift = glide(0.25 * seconds, move |shown: &mut Shown| shown.lift(&tiles));
    lift.then(together(flights)).then(change(|shown: &mut Shown| shown.leaving.clear()))
}

/// The tiles an event took off the table, and who has them now.
fn taken(game: &Game, event: usize) -> Option<(Seat, Vec<Id>)> {
    let took = |effect| if let Effect::Took { seat, piece, .. } = effect { Some((seat, piece)) } else { None };
    let (captor, _) = game.effects_of(event).find_map(took)?;
    Some((captor, game.effects_of(event).filter_map(took).map(|(_, tile)| tile).collect()))
}

/// The tile an event laid: as it tells, or, for a rule nobody here has met, as the tile lies there now.
pub(super) fn laid(game: &Game, number: usize) -> Option<LaidTile> {
    if let Some(e) = told::Laid::read(&game.events()[number]) {
        let corners = e.corners.map(|symbol| symbol as u8);
        let id = Tabletop::of(game).tile_id(e.player, e.tile);
        return Some(LaidTile { id, owner: e.player, number: e.tile, cell: cell_of(e.cell)?, rotation: e.rotation, corners });
    }
    game.effects_of(number).find_map(|effect| {
        let Effect::Moved { piece, to: Where::On(_), .. } = effect else { return None };
        view::table(game).into_iter().find(|tile| tile.id == piece)
    })
}

/// The symbols of a laid tile as they are on the tile itself.
pub(super) fn unturned(tile: &LaidTile) -> Corners {
    let turned = |i: usize| tile.corners[(i + 3 - tile.rotation as usize % 3) % 3];
    [turned(0), turned(1), turned(2)]
}

pub(super) fn cell_of([a, b, c]: [i16; 3]) -> Option<Cell> {
    Cell::new(a, b, c)
}
