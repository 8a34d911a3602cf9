//! `home_bonus`: docking in the Home Port also gives a bonus card, while there are any (B-C3).

use super::HOME_DECK;
use super::Sea;
use super::cargo::{docked_in, draw, when_dealt};
use super::signals::DOCKED;
use crate::sim::rule::{Printed, read};
use crate::sim::{Applies, Game, Phase, Rule, Step};
use serde::Deserialize;

pub(crate) const DRAW_BONUS: Step = Step::new("draw_bonus", draw_bonus).when(DOCKED);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub cards: u8,
    pub value: i64,
}

pub(crate) struct HomeBonus;

impl Rule for HomeBonus {
    fn printed(&self) -> &Printed {
        &Printed { id: "home_bonus", steps: &[(Phase::Turn, DRAW_BONUS)], settings: Some(read::<Settings>), essential: false }
    }
    fn takes_effect(&self, game: &Game, _key: &str, declared: Applies) -> Applies {
        when_dealt(game, HOME_DECK, declared)
    }
}

fn draw_bonus(game: &mut Game) {
    let Some(port) = docked_in(game) else { return };
    let home = Sea::of(game.rules()).chart.ports[port].decks.iter().position(|deck| deck == HOME_DECK);
    if let Some(deck) = home {
        draw(game, port, deck);
    }
}
