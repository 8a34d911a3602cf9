//! Letters drawn straight onto the board.

use super::sprites::FONTS;
use macroquad::prelude::{Color, Font, TextParams, Vec2, draw_text_ex, load_ttf_font_from_bytes, measure_text, screen_dpi_scale};

/// The smallest letters in which sentences can be read, in points.
const LEAST: f32 = 10.0;

pub(super) struct Lettering {
    fonts: Vec<(&'static str, Font)>,
}

impl Lettering {
    pub(super) fn new() -> Self {
        let load = |(name, data): (&'static str, &[u8])| load_ttf_font_from_bytes(data).ok().map(|font| (name, font));
        Self { fonts: FONTS.into_iter().filter_map(load).collect() }
    }

    /// Writes a note around a centre, unless it were too small to be read.
    pub(super) fn note(&self, text: &str, at: Vec2, size: f32, font: &str, color: Color) {
        if size >= LEAST {
            self.centred(text, at, size, font, color);
        }
    }

    /// Writes text around a centre.
    pub(super) fn centred(&self, text: &str, at: Vec2, size: f32, font: &str, color: Color) {
        // The fonts have no space that keeps words together, and no minus but the dash.
        let text = &text.replace(['\u{a0}', '\u{202f}'], " ").replace('−', "–");
        let font = self.fonts.iter().find(|(name, _)| *name == font).map(|(_, font)| font);
        let dpi = screen_dpi_scale();
        let font_size = (size * dpi).round().max(1.0) as u16;
        let measured = measure_text(text, font, font_size, 1.0 / dpi);
        let params = TextParams { font, font_size, font_scale: 1.0 / dpi, color, ..TextParams::default() };
        draw_text_ex(text, (at.x - measured.width / 2.0).round(), (at.y + size * 0.35).round(), params);
    }
}
