//! How the table looks: paper, ink and the fonts of an old chart.

use super::sprites::FONTS;
use crate::sim::show::Tone;
use egui::epaint::shape_transform::adjust_colors;
use egui::epaint::text::{FontData, FontDefinitions};
use egui::layers::ShapeIdx;
use egui::{Color32, CornerRadius, FontFamily, FontId, LayerId, Margin, Stroke, TextStyle};
use macroquad::prelude::{Color, Vec2, WHITE, draw_circle_lines};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) const PAPER: Color32 = Color32::from_rgb(0xf7, 0xef, 0xdb);
pub(super) const PAPER_DEEP: Color32 = Color32::from_rgb(0xec, 0xdf, 0xc0);
pub(super) const PAPER_EDGE: Color32 = Color32::from_rgb(0xc8, 0xb4, 0x88);
pub(super) const INK: Color32 = Color32::from_rgb(0x3b, 0x30, 0x25);
pub(super) const INK_SOFT: Color32 = Color32::from_rgb(0x7d, 0x6d, 0x57);
pub(super) const RED: Color32 = Color32::from_rgb(0x9d, 0x2f, 0x26);
pub(super) const SEA: Color32 = Color32::from_rgb(0x2f, 0x6f, 0x73);
/// Behind what is wrong.
pub(super) const ALARM: Color32 = Color32::from_rgb(0xfb, 0xe9, 0xe2);
pub(super) const SEA_PALE: Color32 = Color32::from_rgb(0xd5, 0xe7, 0xe2);
pub(super) const GOLD: Color32 = Color32::from_rgb(0xd9, 0x9a, 0x2b);
/// What somebody advises: no player has this colour, and no other mark on a board.
pub(super) const ADVICE: Color32 = Color32::from_rgb(0xc4, 0x1f, 0x8e);
/// Behind everything: the table itself.
pub(super) const WOOD: Color32 = Color32::from_rgb(0x24, 0x3b, 0x3f);

/// Whether colours are shown as their stronger ones. The window has one thread; its pictures and its panels ask the same place.
static STRONG: AtomicBool = AtomicBool::new(false);

/// What a colour of the program becomes where contrast is wanted: paper white, ink black, edges that can be seen.
const STRONGER: [(Color32, Color32); 9] = [
    (PAPER, Color32::WHITE),
    (PAPER_DEEP, Color32::from_rgb(0xe4, 0xe4, 0xe4)),
    (PAPER_EDGE, Color32::from_rgb(0x4a, 0x4a, 0x4a)),
    (INK, Color32::BLACK),
    (INK_SOFT, Color32::from_rgb(0x26, 0x26, 0x26)),
    (RED, Color32::from_rgb(0x8a, 0x00, 0x00)),
    (SEA, Color32::from_rgb(0x00, 0x45, 0x4a)),
    (GOLD, Color32::from_rgb(0xff, 0xc1, 0x07)),
    (WOOD, Color32::from_rgb(0x10, 0x18, 0x1a)),
];

/// Shows everything from now on in stronger colours, or as it was designed.
pub(super) fn set_contrast(strong: bool) {
    STRONG.store(strong, Ordering::Relaxed);
}

/// The colour as it is to be shown.
fn shown(colour: Color32) -> Color32 {
    if !STRONG.load(Ordering::Relaxed) {
        return colour;
    }
    STRONGER.iter().find(|(designed, _)| *designed == colour).map_or(colour, |(_, stronger)| *stronger)
}

/// Gives everything that was painted in this frame its stronger colours, if those are wanted.
pub(super) fn strengthen(context: &egui::Context) {
    if !STRONG.load(Ordering::Relaxed) {
        return;
    }
    let layers: Vec<LayerId> = context.memory(|memory| memory.layer_ids().collect());
    context.graphics_mut(|graphics| {
        for layer in layers.into_iter().chain([LayerId::background()]) {
            let Some(painted) = graphics.get_mut(layer) else { continue };
            for number in 0..painted.next_idx().0 {
                painted.mutate_shape(ShapeIdx(number), |clipped| {
                    adjust_colors(&mut clipped.shape, |colour| *colour = shown(*colour));
                });
            }
        }
    });
}

/// A font of the program by its short name.
pub(super) fn font(name: &str, size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(name.into()))
}

pub(super) fn dress(context: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let mut fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    // Arrows and small signs come from the typewriter font.
    fallback.extend(fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default());
    for (name, data) in FONTS {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(data)));
        let mut family = vec![name.to_owned()];
        family.extend(fallback.iter().cloned());
        fonts.families.insert(FontFamily::Name(name.into()), family);
    }
    if let Some(family) = fonts.families.get_mut(&FontFamily::Proportional) {
        family.clone_from(&fallback);
        family.insert(0, "regular".to_owned());
    }
    context.set_fonts(fonts);
    context.set_theme(egui::Theme::Light);
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(13.0)),
            (TextStyle::Body, FontId::proportional(15.5)),
            (TextStyle::Button, font("strong", 15.5)),
            (TextStyle::Heading, font("title", 28.0)),
            (TextStyle::Monospace, FontId::monospace(13.0)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(12.0, 6.0);
        style.spacing.interact_size.y = 26.0;
        style.spacing.scroll = egui::style::ScrollStyle::solid();
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.25;
        let visuals = &mut style.visuals;
        visuals.override_text_color = None;
        visuals.panel_fill = PAPER;
        visuals.window_fill = PAPER;
        visuals.window_stroke = Stroke::new(1.0, PAPER_EDGE);
        visuals.window_corner_radius = CornerRadius::same(8);
        visuals.menu_corner_radius = CornerRadius::same(6);
        visuals.extreme_bg_color = Color32::from_rgb(0xff, 0xfb, 0xf0);
        visuals.faint_bg_color = PAPER_DEEP;
        visuals.selection.bg_fill = Color32::from_rgb(0xb9, 0xd8, 0xd2);
        visuals.selection.stroke = Stroke::new(1.0, SEA);
        visuals.hyperlink_color = SEA;
        visuals.warn_fg_color = Color32::from_rgb(0xa8, 0x6a, 0x12);
        visuals.error_fg_color = RED;
        let widgets = &mut visuals.widgets;
        for (state, fill, edge, text) in [
            (&mut widgets.noninteractive, PAPER, PAPER_EDGE, INK),
            (&mut widgets.inactive, PAPER_DEEP, PAPER_EDGE, INK),
            (&mut widgets.hovered, Color32::from_rgb(0xfb, 0xf4, 0xe1), SEA, INK),
            (&mut widgets.active, SEA_PALE, SEA, INK),
            (&mut widgets.open, PAPER_DEEP, SEA, INK),
        ] {
            state.bg_fill = fill;
            state.weak_bg_fill = fill;
            state.bg_stroke = Stroke::new(1.0, edge);
            state.fg_stroke = Stroke::new(1.2, text);
            state.corner_radius = CornerRadius::same(5);
            state.expansion = 0.0;
        }
    });
}

/// The frame of a sheet of paper lying on the table.
pub(super) fn sheet() -> egui::Frame {
    egui::Frame::new()
        .fill(PAPER)
        .stroke(Stroke::new(1.0, PAPER_EDGE))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(14))
}

/// The ink of something that is said.
pub(super) fn ink(tone: Tone) -> Color32 {
    match tone {
        Tone::Plain => INK,
        Tone::Good => Color32::from_rgb(0x1f, 0x75, 0x45),
        Tone::Bad => RED,
        Tone::Quiet => INK_SOFT,
    }
}

pub(super) fn rgb([r, g, b]: [u8; 3]) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Black or white, whichever reads better on a colour.
pub(super) fn on(colour: Color32) -> Color32 {
    let light = 0.299 * f32::from(colour.r()) + 0.587 * f32::from(colour.g()) + 0.114 * f32::from(colour.b());
    if light > 150.0 { INK } else { Color32::WHITE }
}

/// A ring around what somebody advises, with an edge of white so that it reads on every board.
pub(super) fn advice_ring(at: Vec2, radius: f32, width: f32) {
    draw_circle_lines(at.x, at.y, radius - width * 0.4, width * 1.8, WHITE);
    draw_circle_lines(at.x, at.y, radius, width, to_macroquad(ADVICE));
}

/// A colour through which more is seen.
pub(super) fn faded(colour: Color, alpha: f32) -> Color {
    Color { a: colour.a * alpha, ..colour }
}

pub(super) fn to_macroquad(colour: Color32) -> Color {
    let colour = shown(colour);
    Color::from_rgba(colour.r(), colour.g(), colour.b(), colour.a())
}
