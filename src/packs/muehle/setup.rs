//! Setting the table: fields, edges, lines and stones as pieces, and everything back to where it starts (T-P1).

use super::components::{At, Due, Memory, Owner, Player, Stone};
use super::stacks::{Pieces, Stacks, begin_anew};
use super::{COLOURS, Ground, draw};
use crate::sim::{Game, Id, Seat};

pub(super) fn furnish(game: &mut Game) {
    let rules = game.rules().clone();
    let ground = Ground::of(&rules);
    let figure = &*ground.figure;
    let first_field = Id(game.pieces().len() as u16);
    // What there is to know of a field is in the figure and never changes.
    for field in &figure.fields {
        game.spawn(field.id.clone(), ());
    }
    let seats = game.turn().seats;
    let first_stone = Id(game.pieces().len() as u16);
    for colour in 0..seats {
        for number in 0..ground.per_player {
            let name = format!("{}-{}", COLOURS[usize::from(colour)], number + 1);
            game.spawn(name, (Stone { colour, number }, Owner(colour), At::Hand));
        }
    }
    let first_player = Id(game.pieces().len() as u16);
    for seat in 0..seats {
        game.spawn(COLOURS[usize::from(seat)].to_owned(), (Player { out: false },));
    }
    let table = game.spawn("table".to_owned(), (Due(0), Memory::default()));
    let pieces = Pieces { first_field, first_stone, first_player, table };
    game.put_beside(Stacks::new(pieces, usize::from(seats) * usize::from(ground.per_player)));
}

pub(super) fn deal(game: &mut Game) {
    let stacks = Stacks::of(game);
    let (pieces, stones) = (stacks.pieces, stacks.stones());
    let per_player = stones / game.turn().seats;
    for stone in 0..stones {
        let id = pieces.first_stone.plus(stone.into());
        game.set(id, Owner(stone / per_player));
        game.set(id, At::Hand);
    }
    for seat in 0..game.turn().seats {
        game.set(pieces.first_player.plus(Seat::into(seat)), Player { out: false });
    }
    game.set(pieces.table, Due(0));
    draw::begin(game, 0);
    begin_anew(game);
}
