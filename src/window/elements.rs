//! The named things on the screen: what a driving script can point at, and what tests can look for.

use super::focus::note_name;
use super::text_area::TextArea;
use egui::{Pos2, Rect, Response};

/// Every named element of the frame being made, in egui's points.
#[derive(Default)]
pub struct Elements {
    named: Vec<(String, Rect, bool)>,
    /// Those that something is missing of at their sides.
    pub cut: Vec<String>,
    /// Buttons nothing is said about when they are pointed at.
    pub untold: Vec<String>,
    /// What Enter and Space are for.
    pub focused: Option<String>,
    /// An element that is looked for: if it is scrolled out of sight, it is scrolled back.
    pub wanted: Option<String>,
    /// The page's own field for a long text.
    pub(super) text_area: TextArea,
}

impl Elements {
    pub fn clear(&mut self) {
        self.named.clear();
        self.cut.clear();
        self.untold.clear();
        self.focused = None;
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
        if response.has_focus() {
            note_name(response);
            self.focused = Some(name.clone());
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
        self.place_of(name, true)
    }

    /// Where an element is in sight, enabled if it must be.
    pub fn place_of(&self, name: &str, must_be_enabled: bool) -> Option<Pos2> {
        let fits = |(known, rect, enabled): &&(String, Rect, bool)| {
            known == name && (*enabled || !must_be_enabled) && rect.is_positive()
        };
        self.named.iter().rev().find(fits).map(|element| element.1.center())
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.iter().filter(|e| e.2).map(|e| e.0.as_str())
    }
}
