//! What a person is about to choose, with the pointer or with the keyboard.

use super::Tabletop;
use macroquad::prelude::Vec2;

#[derive(Default)]
pub(crate) struct Aim {
    /// The target chosen with the keyboard, by name.
    pub focus: Option<String>,
    /// The keyboard chose last: what the pointer happens to lie on does not count until it moves.
    pub is_led_by_keys: bool,
    /// The choice came of itself, such as the first there is: nothing is said about it.
    pub is_unasked: bool,
    /// The target under the pointer, by name.
    pub hover: Option<String>,
    /// What is being dragged to where it shall go, by name.
    pub carries: Option<String>,
    /// Where something was chosen: nothing is said about it until the pointer moves on.
    pub chosen_at: Option<egui::Pos2>,
    /// Where the pointer is on the board, in its units.
    pub pointer: Option<Vec2>,
}

impl Aim {
    /// The keyboard chooses a target.
    pub(crate) fn lead(&mut self, name: String) {
        self.focus = Some(name);
        (self.is_led_by_keys, self.is_unasked) = (true, false);
    }
}

impl Tabletop {
    /// Moves the keyboard's choice to the next or previous target that can be chosen.
    pub(super) fn step_focus(&mut self, step: isize) {
        let targets = self.targets().into_iter().filter(|t| t.choosable).map(|t| t.name);
        let buttons = self.buttons().into_iter().map(|(command, _)| self.button_name(command));
        let names: Vec<String> = targets.chain(buttons).collect();
        if names.is_empty() {
            self.aim.focus = None;
            return;
        }
        let now = self.aim.focus.as_ref().and_then(|name| names.iter().position(|n| n == name));
        let next = match now {
            Some(at) => (at as isize + step).rem_euclid(names.len() as isize) as usize,
            None if step < 0 => names.len() - 1,
            None => 0,
        };
        self.aim.lead(names[next].clone());
    }
}
