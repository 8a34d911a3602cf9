//! What must hold at every moment: no stone is lost, none is in two places, and the tables agree with the pieces.

use super::Ground;
use super::components::{At, Owner, Player, Stone};
use super::stacks::{Stacks, recount};
use crate::sim::Game;

pub(super) fn audit(game: &Game) -> Result<(), String> {
    let stacks = Stacks::of(game);
    let fields = Ground::of(game.rules()).figure.fields.len() as u8;
    let (mut hand, mut lying, mut gone) = (0u8, 0u8, 0u8);
    for (_, owner, at) in &mut game.world().query::<(&Stone, &Owner, &At)>() {
        match at {
            At::Hand => hand += 1,
            At::Gone => gone += 1,
            At::On { field, level } => {
                lying += 1;
                if *level >= stacks.height(*field) || stacks.owner(stacks.stone_at(*field, *level)) != owner.0 {
                    return Err(format!("the stone on field {field}, level {level} is not where the tables have it"));
                }
            }
        }
    }
    let heights: u8 = (0..fields).map(|field| stacks.height(field)).sum();
    if heights != lying || hand + lying + gone != stacks.stones() {
        return Err(format!("{hand} stones in hand, {lying} on the board ({heights} in stacks) and {gone} gone"));
    }
    for seat in 0..game.turn().seats {
        let out = game.get::<Player>(stacks.pieces.first_player.plus(seat.into())).out;
        if out != stacks.is_out(seat) || out != (stacks.left(seat) == 0) || (!out && stacks.left(seat) < 3) {
            return Err(format!("seat {seat} has {} stones left and is {}", stacks.left(seat), if out { "out" } else { "in" }));
        }
    }
    let mut fresh = game.clone();
    recount(&mut fresh);
    let counted = Stacks::of(&fresh);
    let same = (0..game.turn().seats).all(|seat| {
        counted.owned(seat) == stacks.owned(seat)
            && counted.top(seat) == stacks.top(seat)
            && counted.in_hand(seat) == stacks.in_hand(seat)
            && counted.on_board(seat) == stacks.on_board(seat)
    });
    if same && counted.closed() == stacks.closed() && counted.position(0) == stacks.position(0) && counted.due() == stacks.due() {
        Ok(())
    } else {
        Err("the tables are not what a new count gives".to_owned())
    }
}
