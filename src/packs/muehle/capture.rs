//! capture: what a closed mill takes (T-P2, T-P3, T-P4).

use super::events::{Captured, Declined, Spared};
use super::figure::fields;
use super::stacks::{DUE, MOST_LEVELS, ROBBED, Stacks, set_due, take, tell_dropped};
use super::{Ground, TAKE_VERB, draw, mills, why};
use crate::sim::rule::{Printed, read};
use crate::sim::{Applies, Command, DECLINE, Game, Phase, Reason, Rule, Seat, Step};
use crate::words::{Message, msg};
use serde::Deserialize;

pub(crate) const CHOOSE_CAPTURE: Step = Step::new("choose_capture", choose_capture).when(DUE);
pub(crate) const CAPTURE: Step = Step::new("capture", capture).when(DUE);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub per_move: PerMove,
    pub from: From,
    pub protected_fallback: Fallback,
    /// Whether a player who may take a stone may also leave it.
    pub optional: bool,
}

/// How many stones a move can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PerMove {
    One,
    PerMill,
}

/// Where in a stack stones may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum From {
    Top,
    Any,
}

/// What may be taken when every stone is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    None,
    Any,
}

pub(crate) struct Capture;

impl Rule for Capture {
    fn printed(&self) -> &Printed {
        &Printed {
            id: "capture",
            steps: &[(Phase::Turn, CHOOSE_CAPTURE), (Phase::Turn, CAPTURE)],
            settings: Some(read::<Settings>),
            essential: true,
        }
    }
    fn why_not(&self, game: &Game, command: Command) -> Option<Reason> {
        (command == DECLINE).then(|| why::why_not(game, command))
    }
    fn label(&self, _game: &Game, command: Command) -> Option<Message> {
        (command == DECLINE).then(|| msg!("muehle.label.decline"))
    }
    /// What a move has earned it keeps.
    fn takes_effect(&self, game: &Game, key: &str, declared: Applies) -> Applies {
        let earned = key.starts_with("capture.per_move") && Stacks::of(game).due() > 0;
        if earned { Applies::NextTurn } else { declared }
    }
}

/// How many stones so many new mills take.
pub(crate) fn earned(ground: &Ground, mills: u8) -> u8 {
    match ground.capture.per_move {
        PerMove::One => mills.min(1),
        PerMove::PerMill => mills,
    }
}

/// The stones of a seat within reach, protected or not: a set of fields for each level.
fn within_reach(ground: &Ground, stacks: &Stacks, seat: Seat) -> [u32; MOST_LEVELS] {
    match ground.capture.from {
        From::Any => *stacks.owned(seat),
        From::Top => stacks.tops(seat),
    }
}

/// What a player may take: a set of fields for each level.
pub(crate) fn takable(ground: &Ground, stacks: &Stacks, seats: Seat, player: Seat) -> [u32; MOST_LEVELS] {
    let mut free = [0; MOST_LEVELS];
    let mut all = [0; MOST_LEVELS];
    for seat in (0..seats).filter(|seat| *seat != player) {
        let (reach, protected) = (within_reach(ground, stacks, seat), mills::protected(ground, stacks, seat));
        for level in 0..MOST_LEVELS {
            free[level] |= reach[level] & !protected[level];
            all[level] |= reach[level];
        }
    }
    if free == [0; MOST_LEVELS] && ground.capture.protected_fallback == Fallback::Any { all } else { free }
}

fn choose_capture(game: &mut Game) {
    if Stacks::of(game).due() == 0 {
        return;
    }
    game.offer(None, list);
    if game.offers().is_empty() {
        game.emit(Spared { player: game.turn().seat });
        set_due(game, 0);
    }
}

pub(super) fn list(game: &Game, offers: &mut Vec<Command>) {
    let ground = Ground::of(game.rules());
    let sets = takable(ground, Stacks::of(game), game.turn().seats, game.turn().seat);
    for field in fields(sets[0] | sets[1] | sets[2]) {
        let levels = (0i16..).zip(sets).filter(|(_, set)| set >> field & 1 == 1);
        offers.extend(levels.map(|(level, _)| Command::new(TAKE_VERB, [field.into(), level, 0, 0])));
    }
    if ground.capture.optional && !offers.is_empty() {
        offers.push(DECLINE);
    }
}

fn capture(game: &mut Game) {
    Stacks::of_mut(game).robbed = None;
    if game.chosen() == Some(DECLINE) {
        game.emit(Declined { player: game.turn().seat });
        return set_due(game, 0);
    }
    let Some(command) = game.chosen_to(TAKE_VERB) else { return };
    let [field, level, ..] = command.args().map(|arg| arg as u8);
    let stacks = Stacks::of(game);
    let stone = stacks.stone_at(field, level);
    let (due, owner) = (stacks.due() - 1, stacks.owner(stone));
    let captured = Captured {
        player: game.turn().seat,
        owner,
        field: stacks.field_id(field),
        level: level + 1,
        stone: stacks.stone_id(stone),
    };
    game.emit(captured);
    take(game, field, level);
    tell_dropped(game, field, level);
    set_due(game, due);
    draw::begin(game, 0);
    Stacks::of_mut(game).robbed = Some(owner);
    game.raise(ROBBED);
}
