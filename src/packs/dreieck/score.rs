//! score: what prisoners and unlaid tiles are worth (D-P6, D-P8).

use super::Terms;
use super::events::Scored;
use super::tabletop::Tabletop;
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Seat, Step};
use serde::Deserialize;

pub(crate) const SCORE: Step = Step::new("score", score);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub prisoner: i64,
    pub unlaid: i64,
}

pub(crate) const RULE: Printed = Printed::new("score", &[(Phase::Turn, SCORE)]).reading::<Settings>();

fn score(game: &mut Game) {
    let totals = (0..game.turn().seats).map(|seat| total(game, seat)).collect();
    game.emit(Scored { totals });
}

/// What a player's prisoners and unlaid tiles come to at the moment.
pub(crate) fn total(game: &Game, seat: Seat) -> i64 {
    let terms = Terms::of(game.rules()).score;
    let top = Tabletop::of(game);
    i64::from(top.prisoners(seat)) * terms.prisoner + top.hand(seat).len() as i64 * terms.unlaid
}
