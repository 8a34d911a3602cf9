//! `bag_die`: the die is drawn from a bag, so that everyone meets each face equally often.
//!
//! What changes: instead of a throw, a face is drawn from the player's own bag of faces and put aside; an empty bag
//! is filled again. Why: nobody can blame the die. Steps: replaces `roll`.

use super::super::Sea;
use super::super::dice::{ROLL, THROW, show};
use crate::sim::event::Row;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::snapshot::{Part, part};
use crate::sim::{Game, Rule, Step};

const DRAW: Step = Step::new("draw_die", draw);
const NAME: &str = "die-bag";

/// The faces left in each player's bag, as sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Bags([u32; 4]);

pub(super) struct BagDie;

impl Rule for BagDie {
    fn id(&self) -> &'static str {
        "bag_die"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.replace(ROLL, DRAW)
    }
    fn parts(&self) -> &'static [Part] {
        const { &[part::<Bags>("bags")] }
    }
    fn furnish(&self, game: &mut Game) {
        if game.find(NAME).is_none() {
            game.spawn(NAME.to_owned(), (Bags([0; 4]),));
        }
    }
    fn deal(&self, game: &mut Game) {
        if let Some(bag) = game.find(NAME) {
            game.set(bag, Bags([0; 4]));
        }
    }
}

fn draw(game: &mut Game) {
    let dice = Sea::of(game.rules()).dice;
    let Some(id) = game.find(NAME) else { return };
    let mut bags: Bags = game.get(id);
    let bag = &mut bags.0[game.turn().seat as usize];
    let full = (1u32 << dice.sides) - 1;
    let faces = Row::of((0..dice.count).map(|_| {
        *bag &= full;
        if *bag == 0 {
            *bag = full;
        }
        let nth = game.draw(THROW, bag.count_ones());
        let face = (0..u32::from(dice.sides)).filter(|face| *bag >> face & 1 == 1).nth(nth as usize).unwrap_or(0);
        *bag &= !(1 << face);
        face as u8 + 1
    }));
    game.set(id, bags);
    show(game, faces);
}
