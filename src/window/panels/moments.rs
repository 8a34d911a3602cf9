//! What has just happened, said large over the board for as long as it matters.

use crate::window::tabletop::{Tabletop, Weight};
use crate::window::theme;
use egui::{Align2, Area, Context, Frame, Order, Rect, RichText, Stroke};

/// The seconds in which it fades at the end.
const FADES: f32 = 0.4;

/// Shows the moments that are being told, in the upper part of the board.
pub(crate) fn show(context: &Context, sea: Rect, top: &Tabletop) {
    if top.drama.told.is_empty() {
        return;
    }
    let (story, eyes) = (top.table.story(), top.eyes());
    let area = Area::new("moments".into()).order(Order::Foreground).interactable(false);
    area.fixed_pos(egui::pos2(sea.center().x, sea.min.y + 10.0)).pivot(Align2::CENTER_TOP).show(context, |ui| {
        ui.set_max_width((sea.width() - 40.0).min(520.0));
        ui.spacing_mut().item_spacing.y = 6.0;
        for told in &top.drama.told {
            let edge = match told.moment.weight {
                Weight::Gain => theme::GOLD,
                Weight::Blow => theme::RED,
                Weight::End => theme::SEA,
            };
            ui.set_opacity((told.left / FADES).min(1.0));
            let frame = Frame::new().fill(theme::PAPER).stroke(Stroke::new(3.0, edge)).corner_radius(8.0).inner_margin(12.0);
            frame.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(RichText::new(told.moment.title.to_string()).font(theme::font("title", 26.0)).color(theme::RED));
                if let Some(entry) = story.get(told.line) {
                    ui.label(RichText::new(top.table.read_to(entry, eyes).to_string()).size(17.0).color(theme::INK));
                }
            });
        }
    });
}
