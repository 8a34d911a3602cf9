//! The cards of house rules that lie open, below the players.

use super::inside;
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use egui::{Rect, RichText, Stroke, StrokeKind, Ui, vec2};

/// The height of a card with a title and two lines of text.
const CARD: f32 = 66.0;

/// Shows what lies open from the top of the room downwards; gives where it ends.
pub(crate) fn show(ui: &mut Ui, room: Rect, top: &Tabletop, elements: &mut Elements) -> f32 {
    let game = top.table.game();
    let open = game.rules().in_force.iter().flat_map(|rule| rule.open_cards(game));
    let mut upper = room.min.y;
    for (number, card) in open.enumerate() {
        let rect = Rect::from_min_size(egui::pos2(room.min.x, upper), vec2(room.width(), CARD));
        ui.painter().rect(rect, 8.0, theme::PAPER, Stroke::new(2.0, theme::GOLD), StrokeKind::Inside);
        elements.place(format!("card:{number}"), rect);
        inside(ui, rect.shrink2(vec2(14.0, 7.0)), |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(RichText::new(card.title.to_string()).font(theme::font("strong", 16.0)).color(theme::RED));
            ui.label(RichText::new(card.text.to_string()).size(14.0).color(theme::INK));
        });
        upper = rect.max.y + 8.0;
    }
    upper
}
