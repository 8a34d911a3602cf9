//! The panels around the board.

pub(super) mod aloud;
pub(super) mod bar;
pub(super) mod cards;
pub(super) mod curtain;
pub(super) mod ending;
pub(super) mod games;
pub(super) mod lab;
pub(super) mod look_back;
pub(super) mod menu;
pub(super) mod moments;
pub(super) mod notice;
pub(super) mod options;
pub(super) mod rulebook;
pub(super) mod shortcuts;
pub(super) mod side;
pub(super) mod strip;
pub(super) mod tips;

use super::elements::Elements;
use super::theme;
use crate::words::say;
use egui::{Button, Rect, Response, RichText, Ui, UiBuilder};
use tips::Explained;

/// A part of the window with a frame of paper around it.
pub(super) fn sheet(ui: &mut Ui, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    frame(ui, rect);
    inside(ui, rect.shrink(14.0), contents);
}

/// A sheet that lies in the middle of the window over everything else, with a title and a way to close it; false once it is closed.
pub(super) fn laid_over(
    context: &egui::Context,
    window: Rect,
    (name, title, wide): (&'static str, String, f32),
    elements: &mut Elements,
    contents: impl FnOnce(&mut Ui),
) -> bool {
    let mut stays = true;
    let sheet = egui::Window::new(name).title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
    let sheet = sheet.order(egui::Order::Foreground);
    sheet.fixed_pos(window.center()).pivot(egui::Align2::CENTER_CENTER).show(context, |ui| {
        ui.set_width(wide);
        ui.horizontal(|ui| {
            ui.heading(title);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                stays = !button(ui, elements, &format!("{name}:close"), say!("window.keys.close")).clicked();
            });
        });
        let room = window.height() - 130.0;
        egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, contents);
    });
    stays
}

/// The paper of a part of the window.
pub(super) fn frame(ui: &Ui, rect: Rect) {
    ui.painter().rect(rect, 8.0, theme::PAPER, egui::Stroke::new(1.0, theme::PAPER_EDGE), egui::StrokeKind::Inside);
}

/// A part of the window without a frame.
pub(super) fn inside(ui: &mut Ui, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(egui::Layout::top_down(egui::Align::Min)));
    child.set_clip_rect(rect.expand(2.0));
    contents(&mut child);
}

/// Adds a button and names it; pointed at, it says what it does.
fn named(ui: &mut Ui, elements: &mut Elements, name: &str, button: Button<'_>) -> Response {
    noted(ui.add(button), elements, name)
}

/// Names whatever can be pressed; pointed at, it says what it does.
pub(super) fn noted(response: Response, elements: &mut Elements, name: &str) -> Response {
    elements.widget(name, &response);
    tips::tell(response, elements, name)
}

/// A link with a name.
pub(super) fn link(ui: &mut Ui, elements: &mut Elements, name: &str, label: impl Into<String>) -> Response {
    noted(ui.link(RichText::new(label).size(13.0)), elements, name)
}

/// A button with a name.
pub(super) fn button(ui: &mut Ui, elements: &mut Elements, name: &str, label: impl Into<egui::WidgetText>) -> Response {
    named(ui, elements, name, Button::new(label))
}

/// The button one is meant to press.
pub(super) fn main_button(ui: &mut Ui, elements: &mut Elements, name: &str, label: &str) -> Response {
    let text = RichText::new(label).color(egui::Color32::WHITE).font(theme::font("strong", 17.0));
    named(ui, elements, name, Button::new(text).fill(theme::SEA).min_size(egui::vec2(0.0, 36.0)))
}

/// The one press the game waits for: gold, so that it stands out on every player's colour.
pub(super) fn gate_button(ui: &mut Ui, elements: &mut Elements, name: &str, label: &str) -> Response {
    let text = RichText::new(label).color(theme::INK).font(theme::font("bold", 17.0));
    let stroke = egui::Stroke::new(1.5, theme::INK);
    named(ui, elements, name, Button::new(text).fill(theme::GOLD).stroke(stroke).min_size(egui::vec2(0.0, 36.0)))
}

/// A button that stays pressed.
pub(super) fn toggle(ui: &mut Ui, elements: &mut Elements, name: &str, on: bool, label: &str) -> Response {
    named(ui, elements, name, Button::new(label).selected(on))
}

/// One that says something of its own when it is pointed at.
pub(super) fn toggle_told(ui: &mut Ui, elements: &mut Elements, name: &str, on: bool, label: &str, tip: String) -> Response {
    let response = ui.add(Button::new(label).selected(on));
    elements.widget(name, &response);
    response.explained(tip)
}

/// A label in a column of its own.
pub(super) fn column(ui: &mut Ui, width: f32, text: impl Into<egui::WidgetText>) -> Response {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, 20.0), layout, |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(text).truncate())
    })
    .inner
}
