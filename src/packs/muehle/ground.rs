//! What Triple Mill has worked out from its board and the settings in force: one typed place for every step to look.

use super::figure::Figure;
use super::ways::Ways;
use super::{capture, draw, jump, mills, stack, stones, turn};
use crate::sim::Ruleset;
use crate::sim::blueprint::BuildError;
use crate::sim::pack::Board;
use crate::words::{Message, msg};
use std::sync::Arc;

#[derive(Debug)]
pub struct Ground {
    pub figure: Arc<Figure>,
    pub ways: Ways,
    pub players: u8,
    pub per_player: u8,
    pub highest: u8,
    /// With so many stones left, or fewer, a player may jump; nothing when the rule is repealed.
    pub jump_with: Option<u8>,
    pub mills: mills::Settings,
    pub capture: capture::Settings,
    pub draw: draw::Settings,
}

impl Ground {
    #[inline]
    pub fn of(rules: &Ruleset) -> &Self {
        rules.prepared()
    }

    pub fn new(rules: &Ruleset, board: &Board) -> Result<Self, Vec<BuildError>> {
        let figure: &Arc<Figure> = board.downcast_ref().expect("Triple Mill reads its own board");
        let turn: turn::Settings = *rules.essential();
        let stones: stones::Settings = *rules.essential();
        let stack: stack::Settings = *rules.essential();
        let bounds = [
            ("turn.players", turn.players, turn::PLAYERS),
            ("stones.per_player", stones.per_player, stones::PER_PLAYER),
            ("stack.max", stack.max, stack::HEIGHTS),
        ];
        for (key, value, range) in bounds {
            if !range.contains(&value) {
                let (least, most) = (*range.start(), *range.end());
                return Err(vec![wrong(key, msg!("muehle.problem.out_of_range", value, least, most))]);
            }
        }
        let (all, room) =
            (u16::from(turn.players) * u16::from(stones.per_player), figure.fields.len() as u16 * u16::from(stack.max));
        if all > room {
            let message = msg!("muehle.problem.no_room", n = all, fields = figure.fields.len(), height = stack.max);
            return Err(vec![BuildError::Board { key: "stones.per_player".to_owned(), part: vec!["field".to_owned()], message }]);
        }
        Ok(Self {
            figure: figure.clone(),
            ways: Ways::new(figure),
            players: turn.players,
            per_player: stones.per_player,
            highest: stack.max,
            jump_with: rules.section::<jump::Settings>().map(|jump| jump.stones),
            mills: *rules.essential(),
            capture: *rules.essential(),
            draw: *rules.essential(),
        })
    }
}

fn wrong(key: &str, message: Message) -> BuildError {
    BuildError::Setting { key: key.to_owned(), message }
}
