//! What the person did since the last frame, as the table reads it.

use macroquad::miniquad::{KeyCode, KeyMods, MouseButton};

#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is something else that can happen in a frame")]
pub struct Input {
    /// The pointer in physical pixels.
    pub pointer: (f32, f32),
    pub clicked: bool,
    /// The left button is down.
    pub held: bool,
    pub wheel: f32,
    /// Two fingers moved apart, in steps of the wheel.
    pub pinch: f32,
    keys: Vec<(KeyCode, KeyMods)>,
    /// Something in the panels had the keys when they were pressed.
    pub typing: bool,
    /// It was a field for text.
    pub writing: bool,
    /// The keyboard moved last, not the pointer.
    pub led_by_keys: bool,
    /// What was typed in this frame, as letters.
    typed: Vec<char>,
    /// Anything at all happened in this frame.
    pub stirred: bool,
    down_at: (f32, f32),
}

/// A press and a release further apart than this is a drag, not a click.
const CLICK: f32 = 6.0;

impl Input {
    pub fn begin_frame(&mut self) {
        self.clicked = false;
        self.wheel = 0.0;
        self.pinch = 0.0;
        self.keys.clear();
        self.typed.clear();
        self.stirred = false;
    }

    pub fn pointer_moved(&mut self, x: f32, y: f32) {
        self.stirred |= self.pointer != (x, y);
        self.pointer = (x, y);
    }

    pub fn wheel_turned(&mut self, steps: f32) {
        self.stirred = true;
        self.wheel += steps;
    }

    pub fn pinched(&mut self, steps: f32) {
        self.stirred = true;
        self.pinch += steps;
    }

    pub fn pressed(&mut self, button: MouseButton) {
        self.stirred = true;
        self.led_by_keys = false;
        if button == MouseButton::Left {
            self.held = true;
            self.down_at = self.pointer;
        }
    }

    pub fn released(&mut self, button: MouseButton) {
        self.stirred = true;
        if button == MouseButton::Left {
            let (dx, dy) = (self.pointer.0 - self.down_at.0, self.pointer.1 - self.down_at.1);
            self.clicked = self.held && dx.abs() <= CLICK && dy.abs() <= CLICK;
            self.held = false;
        }
    }

    /// What was pressed was not meant.
    pub fn let_go(&mut self) {
        self.stirred = true;
        self.held = false;
    }

    pub fn key(&mut self, key: KeyCode, mods: KeyMods, repeat: bool) {
        self.stirred = true;
        self.led_by_keys |= leads(key);
        if !repeat {
            self.keys.push((key, mods));
        }
    }

    /// A letter was typed, by whatever keys a keyboard has it on.
    pub fn letter(&mut self, letter: char) {
        self.stirred = true;
        self.typed.push(letter);
    }

    /// Whether a letter was typed in this frame.
    pub fn has_typed(&self, letter: char) -> bool {
        self.typed.contains(&letter)
    }

    /// Whether a key was pressed in this frame, without Ctrl or Alt.
    pub fn hit(&self, key: KeyCode) -> bool {
        self.keys.iter().any(|(pressed, mods)| *pressed == key && !mods.ctrl && !mods.alt)
    }

    /// The keys pressed in this frame without Ctrl or Alt.
    pub fn plain_keys(&self) -> impl Iterator<Item = KeyCode> + '_ {
        self.keys.iter().filter(|(_, mods)| !mods.ctrl && !mods.alt).map(|(key, _)| *key)
    }

    pub fn hit_with_shift(&self, key: KeyCode) -> bool {
        self.keys.iter().any(|(pressed, mods)| *pressed == key && mods.shift)
    }

    pub fn hit_with_ctrl(&self, key: KeyCode) -> bool {
        self.keys.iter().any(|(pressed, mods)| *pressed == key && (mods.ctrl || mods.logo))
    }

    /// Keeps the rest of the frame from reading keys: something else has them.
    pub fn swallow_keys(&mut self) {
        self.keys.clear();
        self.typed.clear();
    }

    /// Keeps the rest of the frame from reading the keys that buttons and lists have a use for, and the one that leaves them.
    pub fn swallow_panel_keys(&mut self) {
        self.keys.retain(|(key, _)| !leads_or_presses(*key) && *key != KeyCode::Escape);
    }

    /// Takes a key away from the rest of the frame; says whether it was pressed.
    pub fn take(&mut self, key: KeyCode) -> bool {
        let was_hit = self.hit(key);
        self.keys.retain(|(pressed, _)| *pressed != key);
        was_hit
    }
}

/// Whether a key leads from one thing to the next: on the board as in the panels.
pub(super) fn leads(key: KeyCode) -> bool {
    matches!(key, KeyCode::Tab | KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down)
}

/// Whether it does, or presses what has been led to.
pub(super) fn leads_or_presses(key: KeyCode) -> bool {
    leads(key) || matches!(key, KeyCode::Enter | KeyCode::Space)
}
