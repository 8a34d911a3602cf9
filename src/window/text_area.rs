//! The page's own field for a long text, over the canvas: what is typed there comes with the clipboard, the writing aids and the
//! keyboard of whatever the page is shown on. A window has none and draws its own. Of fields for a line the page is only told that
//! one has the keys.

use crate::files::write_atomically;
use crate::problem::Problem;
use egui::Rect;
use serde_json::{Value, json};
use std::path::Path;

/// The file that tells the page where the field is and what stands in it.
const FIELD: &str = "page/text.json";
/// The file in which the page hands over what was typed.
pub(super) const TYPED: &str = "typed.json";

/// A field as it shall be.
struct Wanted {
    rect: Rect,
    text: String,
    is_editable: bool,
    /// The line to be shown, counted from 0.
    line: Option<usize>,
}

/// What was typed.
pub(super) struct Typed {
    pub text: String,
    /// It shall be saved, too.
    pub save: bool,
}

#[derive(Default)]
pub(super) struct TextArea {
    wanted: Option<Wanted>,
    typed: Option<Typed>,
    /// What stands in the page's field, as far as is known here.
    known: String,
    /// What the page was told last.
    told: Value,
}

impl TextArea {
    /// Wants the field to be there in this frame.
    pub(super) fn want(&mut self, rect: Rect, text: &str, is_editable: bool, line: Option<usize>) {
        self.wanted = Some(Wanted { rect, text: text.to_owned(), is_editable, line });
    }

    /// Hears what the page hands over.
    pub(super) fn hear(&mut self, message: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Value>(message) else { return };
        let Some(text) = message["text"].as_str() else { return };
        text.clone_into(&mut self.known);
        self.typed = Some(Typed { text: text.to_owned(), save: message["save"] == true });
    }

    /// What was typed since somebody asked last.
    pub(super) fn typed(&mut self) -> Option<Typed> {
        self.typed.take()
    }

    /// Tells the page, after a frame, where the field is now and what stands in it, unless it knows; and whether somebody types
    /// elsewhere.
    pub(super) fn settle(&mut self, css_per_point: f32, is_covered: bool, is_typing: bool) -> Result<(), Problem> {
        // What nobody took belongs to a field that is gone, not to the next one.
        self.typed = self.typed.take().filter(|_| self.wanted.is_some());
        let wanted = self.wanted.take().filter(|_| !is_covered);
        let mut told = json!({"typing": is_typing});
        if let Some(Wanted { rect, is_editable, .. }) = &wanted {
            let at = [rect.min.x, rect.min.y, rect.width(), rect.height()].map(|side| (side * css_per_point).round());
            told["at"] = json!(at);
            told["editable"] = json!(is_editable);
        }
        let is_new = self.told["at"].is_null();
        let news = wanted.filter(|wanted| wanted.text != self.known || wanted.line.is_some() || is_new);
        if news.is_none() && told == self.told {
            return Ok(());
        }
        self.told = told.clone();
        if let Some(Wanted { text, line, .. }) = news {
            told["text"] = json!(text);
            told["line"] = json!(line);
            self.known = text;
        }
        write_atomically(Path::new(FIELD), told.to_string())
    }
}
