//! The named things on the screen: what a driving script can point at, and what tests can look for.

use egui::{Pos2, Rect, Response};

/// Every named element of the frame being made, in egui's points.
#[derive(Default)]
pub struct Elements {
    named: Vec<(String, Rect, bool)>,
    /// Those that something is missing of at their sides.
    pub cut: Vec<String>,
    /// An element that is looked for: if it is scrolled out of sight, it is scrolled back.
    pub wanted: Option<String>,
}

impl Elements {
    pub fn clear(&mut self) {
        self.named.clear();
        self.cut.clear();
    }

    /// Names a widget.
    pub fn widget(&mut self, name: impl Into<String>, response: &Response) {
        let name = name.into();
        if self.wanted.as_ref() == Some(&name) {
            if response.interact_rect.is_positive() {
                self.wanted = None;
            } else {
                response.scroll_to_me(None);
            }
        }
        // What is scrolled out of sight above or below may come back; what is cut off at the sides is lost.
        if response.interact_rect.is_positive() && response.interact_rect.width() < response.rect.width() - 1.0 {
            self.cut.push(name.clone());
        }
        self.named.push((name, response.interact_rect, response.enabled()));
    }

    /// Names a place on the board.
    pub fn place(&mut self, name: impl Into<String>, rect: Rect) {
        self.named.push((name.into(), rect, true));
    }

    /// Where an element is, if it can be seen.
    pub fn rect(&self, name: &str) -> Option<Rect> {
        self.named.iter().rev().find(|(known, rect, _)| known == name && rect.is_positive()).map(|element| element.1)
    }

    /// Where to click for an element that is there and enabled.
    pub fn find(&self, name: &str) -> Option<Pos2> {
        self.named
            .iter()
            .rev()
            .find(|(known, rect, enabled)| known == name && *enabled && rect.is_positive())
            .map(|e| e.1.center())
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.iter().filter(|e| e.2).map(|e| e.0.as_str())
    }
}
