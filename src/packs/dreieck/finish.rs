//! finish: when the game ends and who has won (D-P7, D-P8). A stack's unfitting tile goes under just before.

use super::Terms;
use super::hand::Mode;
use super::put_under::PUT_UNDER;
use super::tabletop::Tabletop;
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Step};
use serde::Deserialize;

pub(crate) const FINISH: Step = Step::new("finish", finish);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub all_pass: AllPass,
}

/// What it means that everyone has passed, one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AllPass {
    /// The game is over.
    Ends,
    /// It is over only if nobody will ever turn up a tile that fits.
    EndsIfStuck,
}

pub(crate) const RULE: Printed = Printed::new("finish", &[(Phase::Turn, PUT_UNDER), (Phase::Turn, FINISH)]).reading::<Settings>();

fn finish(game: &mut Game) {
    let top = Tabletop::of(game);
    if top.played.is_some() && (0..game.turn().seats).all(|seat| top.hand(seat).is_empty()) {
        game.highest_wins("all_laid");
    } else if top.passes() >= game.turn().seats && (Terms::of(game.rules()).all_pass == AllPass::Ends || is_stuck(game)) {
        game.highest_wins("all_passed");
    }
}

/// Whether no tile that anyone will come to fits: the whole stack where tiles go to the bottom, else only its top.
fn is_stuck(game: &Game) -> bool {
    let top = Tabletop::of(game);
    let terms = Terms::of(game.rules()).hand;
    let only_tops = terms.mode == Mode::Stack && !terms.stack_rotate;
    let reaches = |seat, tile| if only_tops { top.hand(seat).top() == Some(tile) } else { top.hand(seat).has(tile) };
    let fits = |tile: &u8| !top.lattice().placements_of(*tile).is_empty();
    !(0..top.set.len() as u8).filter(fits).any(|tile| (0..game.turn().seats).any(|seat| reaches(seat, tile)))
}
