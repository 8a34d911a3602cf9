//! The curtain over the board: who has the device now hands it over before somebody else's secrets are shown.

use super::main_button;
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::say;
use egui::RichText;

/// Shows who is to have the device, in the middle of the board, until whoever that is has pressed.
pub(crate) fn show(context: &egui::Context, sea: egui::Rect, top: &mut Tabletop, elements: &mut Elements) {
    let Some(seat) = top.hand_over_to() else { return };
    let who = top.table.cast()[usize::from(seat)].called();
    let window = egui::Window::new("curtain").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
    window.fixed_pos(sea.center()).pivot(egui::Align2::CENTER_CENTER).fixed_size([440.0, 200.0]).show(context, |ui| {
        ui.set_width(440.0);
        let title = say!("table.curtain.hand_over", who = who.clone());
        ui.label(RichText::new(title).font(theme::font("title", 34.0)).color(theme::RED));
        if let Some(why) = top.table.why_hand_over() {
            ui.label(RichText::new(why.to_string()).size(15.0).color(theme::INK_SOFT));
        }
        ui.add_space(8.0);
        if main_button(ui, elements, "curtain", &say!("window.curtain.here", who)).clicked() {
            top.raise_curtain();
        }
    });
}
