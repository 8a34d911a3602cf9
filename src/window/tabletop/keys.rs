//! The keys of the table.

use super::{Dock, Tabletop};
use crate::table::named;
use crate::window::input::Input;
use crate::window::settings::Settings;
use macroquad::prelude::KeyCode;

const DOCKS: [(KeyCode, Dock); 5] = [
    (KeyCode::F1, Dock::Rulebook),
    (KeyCode::F2, Dock::Workshop),
    (KeyCode::F3, Dock::Games),
    (KeyCode::F4, Dock::Settings),
    (KeyCode::F5, Dock::Lab),
];

impl Tabletop {
    /// Obeys the keys; dialogs and text fields have had theirs already.
    pub(crate) fn keys(&mut self, input: &Input, settings: &Settings) {
        if self.desk.sheet().is_some() {
            // Whatever else is pressed was meant for the sheet.
            if input.hit(KeyCode::Escape) || input.has_typed('?') {
                self.desk.close_sheet();
            }
            return;
        }
        let taken: Vec<KeyCode> = input.plain_keys().filter(|key| self.scene.key(self.table.game(), *key)).collect();
        if !self.desk.keys_in_panels {
            if input.hit(KeyCode::Space) || input.hit(KeyCode::Enter) {
                self.go_ahead(settings);
            }
            self.arrows(input);
        }
        for overlay in self.scene.overlays().iter().filter(|overlay| input.hit(overlay.key)) {
            self.toggle_overlay(overlay.name);
        }
        if input.hit(KeyCode::H) {
            self.ask_for_hint(true);
        }
        let plays = self.replay.is_none();
        if plays && (input.hit(KeyCode::U) || input.hit_with_ctrl(KeyCode::Z)) {
            self.undo(settings);
        }
        let turns = input.hit(KeyCode::R) && !taken.contains(&KeyCode::R);
        if plays && turns && !self.table.can_redo() && self.awaits_person() {
            // Whoever wanted something else by it is told what to do.
            self.remark.say(named(self.table.cast(), self.scene.hint(self.table.game())));
        } else if plays && (turns || input.hit_with_ctrl(KeyCode::Y)) {
            self.redo(settings);
        }
        if input.hit(KeyCode::S) && self.scene.moving() {
            self.skip(settings);
        }
        for (_, dock) in DOCKS.into_iter().filter(|(key, _)| input.hit(*key)) {
            self.desk.toggle(dock);
        }
        if let Some(at) = self.aim.pointer.filter(|_| input.wheel != 0.0) {
            self.scene.wheel(at, input.wheel);
        }
        if let Some(at) = self.aim.pointer.filter(|_| input.pinch != 0.0) {
            self.scene.pinch(at, input.pinch);
        }
        if input.hit(KeyCode::F6) {
            self.desk.keys_in_panels = !self.desk.keys_in_panels;
        }
        if input.has_typed('?') {
            self.desk.shortcuts = true;
        }
        if input.hit(KeyCode::L) {
            self.desk.aloud = true;
        }
        if input.hit(KeyCode::Escape) {
            self.close_topmost();
        }
    }

    /// Closes what lies on top of everything else, and only that.
    fn close_topmost(&mut self) {
        self.aim.focus = None;
        if self.desk.close_sheet() || self.scene.cancel() || self.leave_turn() || self.drop_hint() {
            return;
        }
        if self.shows_ending() {
            self.ending_seen = true;
        } else if self.desk.keys_in_panels {
            self.desk.keys_in_panels = false;
        } else {
            self.desk.dock = None;
        }
    }

    /// Does whatever comes next: a press, the end of a motion, the choice that was made, or the first one there is.
    fn go_ahead(&mut self, settings: &Settings) {
        if self.hand_over_to().is_some() {
            self.raise_curtain_by_key();
        } else if self.turn_page() {
            self.aim.focus = None;
        } else if self.scene.gate().is_some() {
            self.press_gate();
        } else if self.scene.moving() {
            self.skip(settings);
        } else if let Some(replay) = &mut self.replay {
            replay.playing = !replay.playing;
        } else if let Some(name) = self.aim.focus.clone() {
            self.choose(&name, settings);
        } else {
            self.step_focus(1);
            self.aim.is_unasked = true;
        }
    }

    /// In a replay one move forward or back, else from target to target.
    fn arrows(&mut self, input: &Input) {
        let forward = input.hit(KeyCode::Right) || input.hit(KeyCode::Down);
        let back = input.hit(KeyCode::Left) || input.hit(KeyCode::Up) || input.hit_with_shift(KeyCode::Tab);
        if let Some(replay) = &mut self.replay {
            if forward || back {
                replay.playing = false;
                let now = self.table.deeds();
                self.seek(if forward { now + 1 } else { now.saturating_sub(1) });
            }
        } else if back {
            self.step_focus(-1);
        } else if forward || input.hit(KeyCode::Tab) {
            self.step_focus(1);
        }
    }
}
