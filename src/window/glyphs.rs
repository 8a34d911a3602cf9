//! Which letters the program's fonts have.

use super::sprites::FONTS;
use super::theme;
use egui::epaint::text::{FontData, FontDefinitions, Fonts};
use egui::{FontFamily, FontId};
use std::sync::Arc;

/// The sign egui shows for one it has not: it cannot tell whether a font has it, and every font does.
const REPLACEMENT: char = '?';

/// Tells whether a letter can be written on boards and panels alike. Signs may come from the fonts egui brings along.
pub fn writable() -> impl Fn(char) -> bool {
    let mut definitions = FontDefinitions::default();
    for (name, data) in FONTS {
        definitions.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(data)));
        definitions.families.insert(FontFamily::Name(name.into()), vec![name.to_owned()]);
    }
    let fonts = Fonts::new(1.0, 2048, definitions);
    move |letter| {
        let has = |font: FontId| fonts.has_glyph(&font, letter);
        let everywhere = || FONTS.iter().all(|(name, _)| has(theme::font(name, 16.0)));
        let as_a_sign = || !letter.is_alphanumeric() && (has(FontId::proportional(16.0)) || has(FontId::monospace(16.0)));
        letter == REPLACEMENT || letter.is_whitespace() || letter.is_control() || everywhere() || as_a_sign()
    }
}
