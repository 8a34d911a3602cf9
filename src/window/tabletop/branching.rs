//! A branch of the game to look at: the last moves under other rules. The game itself lies aside meanwhile and is not touched.

use super::replaying::Replay;
use super::{Tabletop, Telling};
use crate::sim::{Game, Ruleset};
use crate::table::Table;
use crate::variant::Catalogue;
use crate::variant::propose::{Change, Proposal};
use crate::window::laboratory::Subject;
use crate::window::scene::Scene;
use crate::window::shown;
use crate::words::msg;

/// So many moves are shown again.
const MOVES: usize = 8;

/// The game that lies aside, and what there is to say about the branch.
pub(crate) struct Branch {
    table: Table,
    scene: Box<dyn Scene>,
    telling: Telling,
    was_moving: bool,
    /// How many moves could be made again, of how many.
    pub made: usize,
    pub of: usize,
}

impl Tabletop {
    /// Shows the last moves again under the rules of the files.
    pub(crate) fn see_again(&mut self) {
        let Some(variant) = self.table.files().said.clone() else { return };
        if self.branch.is_some() || self.replay.is_some() {
            return;
        }
        match self.table.again(MOVES, &variant, self.scene.gate().is_none()) {
            Ok(again) if again.of > 0 => {
                // With a scene of its own: whatever moves in the game, or waits for a press, does so afterwards.
                let Some(scene) = shown::scene(again.table.game()) else { return };
                let (made, of) = (again.made, again.of);
                let table = std::mem::replace(&mut self.table, again.table);
                let scene = std::mem::replace(&mut self.scene, scene);
                let telling = std::mem::replace(&mut self.telling, Telling::all_of(&self.table));
                let was_moving = std::mem::take(&mut self.was_moving);
                self.branch = Some(Branch { table, scene, telling, was_moving, made, of });
                self.replay = Some(Replay::playing());
                self.seek(1);
            }
            Ok(_) => self.remark.say(msg!("window.branch.no_moves")),
            Err(refused) => self.remark.complain(&refused),
        }
    }

    /// Goes back to the game itself.
    pub(crate) fn leave_branch(&mut self) {
        if let Some(branch) = self.branch.take() {
            (self.table, self.scene, self.telling) = (branch.table, branch.scene, branch.telling);
            self.was_moving = branch.was_moving;
            self.replay = None;
            self.unfit = true;
            self.aim.focus = None;
        }
    }

    /// Asks the lab what the change would do from here on.
    pub(crate) fn ask_from_here(&mut self) {
        let Some(before) = self.following.editing_from.clone() else { return };
        let position = self.table.game();
        if position.outcome().is_some() {
            return self.remark.say(msg!("window.branch.over"));
        }
        let changes = self.following.editing_changes(position);
        if !changes.iter().any(Change::is_about_play) {
            return self.remark.say(msg!("window.branch.same"));
        }
        match under(position, &before, self.following.catalogue()) {
            Some(under) => {
                let now = position.clone();
                self.lab.ask(Subject::from_here(under, now, &changes));
                self.desk.dock = Some(super::Dock::Lab);
            }
            None => self.remark.say(msg!("window.branch.cannot_compare")),
        }
    }
}

/// The position under other rules, as far as they can still hold; nothing where it cannot be played on so.
fn under(position: &Game, rules: &Ruleset, catalogue: &Catalogue) -> Option<Game> {
    let proposal = Proposal::of_rules(position, rules, catalogue).ok()?;
    let mut game = position.clone();
    game.stop_recording();
    if proposal.matters() {
        proposal.swap_into(&mut game);
    }
    game.outcome().is_none().then_some(game)
}
