//! Keeping the game: in a slot of its own, deed by deed, and saying so when that cannot be done.

use super::Tabletop;
use crate::problem::Problem;
use crate::table::Saves;
use crate::words::msg;

pub(crate) struct Keeping {
    saves: Saves,
    /// The slot the game is kept in.
    pub slot: Option<String>,
    /// It should be kept, but no slot could be had for it yet.
    is_owed: bool,
    /// What was told last about a game that cannot be kept.
    told: Option<Problem>,
}

impl Keeping {
    pub(super) fn new(saves: Saves) -> Self {
        Self { saves, slot: None, is_owed: false, told: None }
    }
}

impl Tabletop {
    /// Keeps the game from now on, deed by deed, in a slot of its own.
    pub(crate) fn keep(&mut self) {
        let is_shared = self.keeping.saves.is_shared();
        match self.keeping.saves.begin() {
            Ok(journal) => {
                self.keeping.is_owed = false;
                self.is_kept_in(journal.slot(), is_shared);
                if let Some(aside) = &journal.aside {
                    self.remark.announce(msg!("window.remark.game_put_aside", file = aside.as_path()));
                }
                self.table.keep_with(journal);
            }
            Err(problem) => {
                self.keeping.is_owed = true;
                self.remark.announce(msg!("window.remark.not_kept", why = problem.to_string()));
            }
        }
    }

    /// Says where the game is kept if somebody else keeps one beside it.
    pub(crate) fn is_kept_in(&mut self, slot: String, is_shared: bool) {
        if is_shared {
            self.remark.announce(msg!("window.remark.kept_in", slot = &slot));
        }
        self.keeping.slot = Some(slot);
    }

    /// Tells as soon as it is known, and again after every deed, that the game cannot be kept.
    pub(super) fn mind_keeping(&mut self) {
        let trouble = self.table.trouble();
        if trouble != self.keeping.told {
            if let Some(trouble) = &trouble {
                self.remark.announce(msg!("window.remark.not_kept", why = trouble.to_string()));
            }
            self.keeping.told = trouble;
        }
    }

    /// After a deed: what could not be kept before may be now.
    pub(super) fn after_keeping(&mut self) {
        self.keeping.told = None;
        if self.keeping.is_owed {
            self.keep();
        }
    }
}
