//! capture: an opponent's area whose last outer edge is covered leaves the table (D-P4 … D-P6).

use super::surround::SURROUND;
use super::take::{CHOOSE_TAKE, TAKE};
use super::{TAKE_VERB, Terms};
use crate::sim::rule::{Printed, read};
use crate::sim::{Command, DECLINE, Game, Phase, Reason, Rule};
use crate::words::{Message, msg};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub holes: Holes,
    pub edge: Edge,
    /// Whether the player may leave what is surrounded on the table.
    pub optional: bool,
    pub self_shut: SelfShut,
}

/// What empty cells inside an area are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holes {
    Ignored,
    /// They save the area.
    Liberty,
}

/// What the edge of the table is to an area that lies against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// A way out: the area cannot be surrounded.
    Open,
    /// As good as a foreign tile.
    Wall,
}

/// What becomes of an area whose last outer edge its own player covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelfShut {
    Safe,
    /// In a game for two the opponent takes it.
    Opponent,
}

pub struct Capture;

impl Rule for Capture {
    fn printed(&self) -> &Printed {
        &Printed {
            id: "capture",
            steps: &[(Phase::Turn, SURROUND), (Phase::Turn, CHOOSE_TAKE), (Phase::Turn, TAKE)],
            settings: Some(read::<Settings>),
            essential: false,
        }
    }
    fn why_not(&self, game: &Game, command: Command) -> Option<Reason> {
        (command == DECLINE || command.verb == TAKE_VERB).then(|| {
            if Terms::of(game.rules()).capture.is_some_and(|c| c.optional) {
                Reason::new("D-P5", msg!("dreieck.reason.nothing_surrounded"))
            } else {
                Reason::new("D-P5", msg!("dreieck.reason.taken_at_once")).because_of("capture.optional")
            }
        })
    }
    fn label(&self, _game: &Game, command: Command) -> Option<Message> {
        match command {
            DECLINE => Some(msg!("dreieck.label.leave")),
            _ if command.verb == TAKE_VERB => Some(msg!("dreieck.label.take")),
            _ => None,
        }
    }
    fn question(&self, _game: &Game) -> Option<Message> {
        Some(msg!("dreieck.ask.take"))
    }
}
