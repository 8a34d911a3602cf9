//! What must hold at every moment: no stone is lost, none is in two places.

use super::Ground;
use super::components::{At, Owner, Player, Stone};
use super::stacks::Stacks;
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
        // Who has just been robbed may be asked something before being out.
        let is_low = stacks.left(seat) < 3 && stacks.robbed != Some(seat);
        if out != stacks.is_out(seat) || out != (stacks.left(seat) == 0) || (!out && is_low) {
            return Err(format!("seat {seat} has {} stones left and is {}", stacks.left(seat), if out { "out" } else { "in" }));
        }
    }
    Ok(())
}
