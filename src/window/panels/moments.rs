//! What has just happened, said large over the board for as long as it matters.

use crate::window::tabletop::{Tabletop, Weight};
use crate::window::theme;
use egui::{Align2, Area, Context, Frame, Order, Rect, RichText, Stroke};

/// The seconds in which it fades at the end.
const FADES: f32 = 0.4;

/// The part of the board's width that they may take, and what they need at least.
const PART: f32 = 0.46;
const LEAST: f32 = 260.0;

/// Shows the moments that are being told, in the board's upper left corner, where least is played. They are pointed through.
/// The card of a lesson says itself what has happened.
pub(crate) fn show(context: &Context, sea: Rect, top: &Tabletop) {
    if top.drama.told.is_empty() || top.shows_lesson() {
        return;
    }
    let (story, eyes) = (top.table.story(), top.eyes());
    let area = Area::new("moments".into()).order(Order::Foreground).interactable(false);
    area.fixed_pos(sea.min).pivot(Align2::LEFT_TOP).show(context, |ui| {
        ui.set_max_width((PART * sea.width()).max(LEAST).min(sea.width()));
        ui.spacing_mut().item_spacing.y = 4.0;
        for told in &top.drama.told {
            let edge = match told.moment.weight {
                Weight::Gain => theme::GOLD,
                Weight::Blow => theme::RED,
                Weight::End => theme::SEA,
            };
            ui.set_opacity((told.left / FADES).min(1.0));
            let frame = Frame::new().fill(theme::PAPER).stroke(Stroke::new(3.0, edge)).corner_radius(8.0);
            frame.inner_margin(egui::Margin::symmetric(10, 5)).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(told.moment.title.to_string()).font(theme::font("title", 20.0)).color(theme::RED));
                if let Some(entry) = story.get(told.line) {
                    ui.label(RichText::new(top.table.read_to(entry, eyes).to_string()).size(14.5).color(theme::INK));
                }
            });
        }
    });
}
