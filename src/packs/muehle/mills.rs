//! mills: what counts as one, which stones it protects, and closing one (T-D1, T-P2).

use super::events::{Mill, Tower};
use super::stacks::{LANDED, MOST_LEVELS, Stacks, set_due};
use super::{Ground, capture};
use crate::sim::event::Few;
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Seat, Step};
use serde::Deserialize;

pub(crate) const CLOSE_MILL: Step = Step::new("close_mill", close_mill).when(LANDED);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub levels: Levels,
    pub towers: bool,
}

/// On which levels the three stones of a line must lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Levels {
    Same,
    Any,
}

pub(crate) const RULE: Printed = Printed::new("mills", &[(Phase::Turn, CLOSE_MILL)]).reading::<Settings>();

/// Fields on which a seat has a stack of three.
pub(crate) fn towers(ground: &Ground, stacks: &Stacks, seat: Seat) -> u32 {
    let [low, middle, high] = stacks.owned(seat);
    if ground.mills.towers { low & middle & high } else { 0 }
}

/// The mills of a seat on lines: the number of the line and the level from 1 (0 where levels do not matter).
pub(crate) fn lines(ground: &Ground, stacks: &Stacks, seat: Seat) -> Vec<(u8, u8)> {
    let mut found = Vec::new();
    let owned = stacks.owned(seat);
    for (number, line) in (0u8..).zip(ground.figure.line_sets()) {
        match ground.mills.levels {
            Levels::Same => {
                found.extend((1u8..).zip(owned).filter(|(_, set)| *set & line == *line).map(|(level, _)| (number, level)));
            }
            Levels::Any if anywhere(owned) & line == *line => found.push((number, 0)),
            Levels::Any => {}
        }
    }
    found
}

/// The protected stones of a seat: a set of fields for each level (T-P3).
pub(crate) fn protected(ground: &Ground, stacks: &Stacks, seat: Seat) -> [u32; MOST_LEVELS] {
    let owned = *stacks.owned(seat);
    let whole = |set: u32| ground.figure.line_sets().iter().filter(|line| set & **line == **line).fold(0, |all, line| all | line);
    let in_lines = match ground.mills.levels {
        Levels::Same => owned.map(whole),
        Levels::Any => [whole(anywhere(&owned)); MOST_LEVELS],
    };
    let towers = towers(ground, stacks, seat);
    std::array::from_fn(|level| (in_lines[level] | towers) & owned[level])
}

/// Fields where there is a stone on any level.
fn anywhere(owned: &[u32; MOST_LEVELS]) -> u32 {
    owned[0] | owned[1] | owned[2]
}

/// Mills the move has closed. Only the stone that landed can have closed any: nothing else of the player's came
/// to lie anywhere.
fn close_mill(game: &mut Game) {
    let player = game.turn().seat;
    game.lower(LANDED);
    let (rules, stacks, log) = game.split::<Stacks>();
    let Some((field, level)) = stacks.landed.take() else { return };
    let ground = Ground::of(rules);
    let owned = stacks.owned(player);
    // Where levels do not matter, a field that had a stone of the player's before adds nothing new.
    let (set, told_level, is_new) = match ground.mills.levels {
        Levels::Same => (owned[usize::from(level)], level + 1, true),
        Levels::Any => {
            let before = (0..level).any(|below| owned[usize::from(below)] >> field & 1 == 1);
            (anywhere(owned), 0, !before)
        }
    };
    let mut closed = 0;
    if is_new {
        for (number, line) in ground.figure.lines_through(field) {
            if set & line == *line {
                let on = ground.figure.lines[usize::from(*number)];
                let on = Few::of(on.into_iter().map(|field| stacks.field_id(field)));
                log.emit(Mill { player, fields: on, level: told_level });
                closed += 1;
            }
        }
    }
    if towers(ground, stacks, player) >> field & 1 == 1 {
        log.emit(Tower { player, fields: Few::of([stacks.field_id(field)]), tower: true });
        closed += 1;
    }
    if closed > 0 {
        let due = capture::earned(ground, closed);
        set_due(game, due);
    }
}
