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
    keys: Vec<(KeyCode, KeyMods)>,
    /// A text field had the keys when they were pressed.
    pub typing: bool,
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
        self.keys.clear();
        self.stirred = false;
    }

    pub fn stir(&mut self) {
        self.stirred = true;
    }

    pub fn pointer_moved(&mut self, x: f32, y: f32) {
        self.stirred |= self.pointer != (x, y);
        self.pointer = (x, y);
    }

    pub fn wheel_turned(&mut self, steps: f32) {
        self.stirred = true;
        self.wheel += steps;
    }

    pub fn pressed(&mut self, button: MouseButton) {
        self.stirred = true;
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

    pub fn key(&mut self, key: KeyCode, mods: KeyMods, repeat: bool) {
        self.stirred = true;
        if !repeat {
            self.keys.push((key, mods));
        }
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

    /// Keeps the rest of the frame from reading keys: a text field has them.
    pub fn swallow_keys(&mut self) {
        self.keys.clear();
    }
}
