//! Setting the table: the pieces, the shuffled tiles (D-M1, D-M3), and fitting a running game to changed rules.

use super::components::{At, Passes, Spot, Tile};
use super::lattice::Lattice;
use super::surround::find_completed;
use super::tabletop::{MOST_TILES, Pieces, Tabletop, recount};
use super::{COLOURS, Terms};
use crate::sim::{Game, Id};

const FREE: Spot = Spot { cell: None };

pub(super) fn furnish(game: &mut Game) {
    let rules = game.rules().clone();
    let terms = Terms::of(&rules);
    let set = terms.set.clone();
    let next = |game: &Game| Id(game.pieces().len() as u16);
    let first_tile = next(game);
    for owner in 0..game.turn().seats {
        for number in 0..set.len() as u8 {
            let name = format!("{}-{}", COLOURS[owner as usize], set.name(number));
            game.spawn(name, (Tile { owner, number }, At::Aside));
        }
    }
    // No more cells can ever be filled than there are tiles.
    let first_spot = next(game);
    for number in 1..=set.len() * game.turn().seats as usize {
        game.spawn(format!("cell-{number}"), (FREE,));
    }
    let table = game.spawn("table".to_owned(), (Passes { in_a_row: 0 },));
    let lattice = Lattice::new(set.clone(), terms.board.start, terms.matching, terms.radius, terms.open_border());
    game.put_beside(Tabletop::new(Pieces { first_tile, first_spot, table }, set, lattice));
}

pub(super) fn deal(game: &mut Game) {
    let top = Tabletop::of(game);
    let (pieces, count) = (top.pieces, top.set.len());
    for seat in 0..game.turn().seats {
        let mut order: [u16; MOST_TILES] = std::array::from_fn(|number| number as u16);
        game.shuffle(&mut order[..count]);
        for (tile, at) in game.world_mut().query_mut::<(&Tile, &mut At)>() {
            if tile.owner == seat {
                *at = At::Hand { order: order[usize::from(tile.number)] };
            }
        }
    }
    for spot in game.world_mut().query_mut::<&mut Spot>() {
        *spot = FREE;
    }
    game.set(pieces.table, Passes { in_a_row: 0 });
    let top = Tabletop::of_mut(game);
    (top.played, top.passed, top.completed) = (None, false, [None; 3]);
    recount(game);
}

/// After a change of rules: other tiles may fit, and the table's edge may count another way.
pub(super) fn refit(game: &mut Game) {
    let rules = game.rules().clone();
    let terms = Terms::of(&rules);
    Tabletop::of_mut(game).obey(terms.matching, terms.open_border());
    recount(game);
    // Areas have other numbers now, and what is surrounded may be something else.
    find_completed(game);
}
