//! What lies around the board: the panel that is open, what is laid over the board, the rulebook.

use super::Tabletop;
use crate::variant::rulebook;
use crate::window::book::OpenBook;
use crate::window::workshop::Workshop;
use crate::words::msg;

/// The panel beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dock {
    Rulebook,
    Workshop,
    Games,
    Settings,
    Lab,
}

#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is something else that can lie there")]
pub(crate) struct Desk {
    pub dock: Option<Dock>,
    /// The menu is open.
    pub menu: bool,
    /// The sheet of keys lies over everything.
    pub shortcuts: bool,
    /// So does the position in words.
    pub aloud: bool,
    /// Tab, arrows, Enter and Space belong to the panels, not to the board.
    pub keys_in_panels: bool,
    /// What is laid over the board, by name.
    pub overlays: Vec<&'static str>,
    /// How high the banner wants to be, and how high notice and remark.
    pub banner_height: f32,
    pub notice_height: f32,
    /// How high the story was in the last frame.
    pub story_height: f32,
    /// The rulebook as printed last.
    pub book: Option<OpenBook>,
    pub workshop: Workshop,
}

/// The least height of the banner, and beside a panel.
const BANNER: f32 = 104.0;
const LOW_BANNER: f32 = 78.0;
/// How wide the side is while a panel is open.
const PANEL: f32 = 392.0;

impl Desk {
    /// How high the banner is: as what it said in the last frame, for a choice of buttons needs more room than a sentence.
    pub(crate) fn banner(&self) -> f32 {
        self.banner_height.max(if self.dock.is_some() { LOW_BANNER } else { BANNER })
    }

    /// How wide the open panel wants the side to be.
    pub(crate) fn panel_width(&self) -> Option<f32> {
        self.dock.map(|dock| if dock == Dock::Workshop { self.workshop.width() } else { PANEL })
    }

    pub(crate) fn toggle(&mut self, dock: Dock) {
        self.dock = if self.dock == Some(dock) { None } else { Some(dock) };
        self.workshop.see_everything();
    }

    /// What lies over the table, the uppermost.
    pub(crate) fn sheet(&self) -> Option<&'static str> {
        let sheets = [(self.aloud, "aloud"), (self.shortcuts, "keys"), (self.menu, "menu")];
        sheets.into_iter().find(|(open, _)| *open).map(|(_, name)| name)
    }

    /// Closes it; false when there is none.
    pub(crate) fn close_sheet(&mut self) -> bool {
        [&mut self.aloud, &mut self.shortcuts, &mut self.menu].into_iter().any(std::mem::take)
    }

    fn toggle_overlay(&mut self, name: &'static str) {
        match self.overlays.iter().position(|shown| *shown == name) {
            Some(at) => {
                self.overlays.remove(at);
            }
            None => self.overlays.push(name),
        }
    }
}

impl Tabletop {
    /// Lays something over the board, or takes it off; says so if there is nothing to be seen of it now.
    pub(crate) fn toggle_overlay(&mut self, name: &'static str) {
        self.desk.toggle_overlay(name);
        if self.desk.overlays.contains(&name) && self.scene.is_empty(name) {
            self.remark.say(msg!("window.danger.none"));
        }
    }

    /// The rulebook of the game being played, printed once and kept while rules and language stay; nothing if it cannot be read.
    pub(crate) fn rulebook(&mut self) -> Option<&mut OpenBook> {
        let rules = self.table.game().standing_rules().clone();
        if !self.desk.book.as_ref().is_some_and(|book| book.is_of(&rules)) {
            let standard = self.following.standard.as_ref()?;
            let blocks = rulebook::blocks(self.effective(), &standard.rules, true);
            let search = self.desk.book.take().map(|book| book.search).unwrap_or_default();
            self.desk.book = Some(OpenBook::new(rules, blocks, search));
        }
        self.desk.book.as_mut()
    }
}
