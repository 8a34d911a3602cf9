//! What a variant's settings come to: read once when a ruleset is built, asked at every turn.

use super::board_file::Setting;
use super::finish::AllPass;
use super::fit::Matching;
use super::tiles::TileSet;
use super::{capture, finish, fit, hand, score, table, tiles};
use crate::sim::Ruleset;
use crate::sim::blueprint::BuildError;
use crate::sim::pack::Board;
use crate::words::{Message, msg};
use std::sync::Arc;

pub struct Terms {
    pub board: Arc<Setting>,
    pub set: Arc<TileSet>,
    pub radius: i16,
    pub hand: hand::Settings,
    pub matching: Matching,
    /// Nothing when nobody captures.
    pub capture: Option<capture::Settings>,
    pub score: score::Settings,
    pub all_pass: AllPass,
}

impl Terms {
    #[inline]
    pub fn of(rules: &Ruleset) -> &Self {
        rules.prepared()
    }

    pub fn new(rules: &Ruleset, board: &Board) -> Result<Self, Vec<BuildError>> {
        let board: &Arc<Setting> = board.downcast_ref().expect("the pack reads its own board");
        let tiles: tiles::Settings = *rules.essential();
        let table: table::Settings = *rules.essential();
        let fit: fit::Settings = *rules.essential();
        let finish: finish::Settings = *rules.essential();
        let wrong = |key: &str, part: &str, message: Message| BuildError::Board {
            key: key.to_owned(),
            part: vec![part.to_owned()],
            message,
        };
        let mut errors = Vec::new();
        let most = board.symbols.len();
        if !(1..=most).contains(&usize::from(tiles.symbols)) {
            errors.push(wrong("tiles.symbols", "symbols", msg!("dreieck.problem.symbols_setting", most, n = tiles.symbols)));
        }
        if !(0..=1_000).contains(&table.radius) || !board.start.is_within(table.radius) {
            errors.push(wrong("table.radius", "start", msg!("dreieck.problem.radius_setting")));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            board: board.clone(),
            set: Arc::new(TileSet::new(tiles.symbols).with_joker(tiles.joker)),
            radius: table.radius,
            hand: *rules.essential(),
            matching: fit.rule,
            capture: rules.section().copied(),
            score: *rules.essential(),
            all_pass: finish.all_pass,
        })
    }

    /// Whether an edge at the border of the table can never be covered.
    pub fn open_border(&self) -> bool {
        self.capture.is_none_or(|c| c.edge == capture::Edge::Open)
    }
}
