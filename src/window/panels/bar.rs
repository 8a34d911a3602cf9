//! The bar along the top: what is being played, and what can always be done.

use super::{button, toggle};
use crate::window::elements::Elements;
use crate::window::motion::Speed;
use crate::window::settings::Settings;
use crate::window::tabletop::{Dock, Tabletop};
use crate::window::theme;
use crate::words::{Message, say};
use egui::{Align, FontId, Label, Layout, Rect, RichText, Ui};

/// The panels, from the right.
const DOCKS: [(&str, Dock, &str); 5] = [
    ("settings", Dock::Settings, "F4"),
    ("lab", Dock::Lab, "F5"),
    ("games", Dock::Games, "F3"),
    ("house_rules", Dock::Workshop, "F2"),
    ("rulebook", Dock::Rulebook, "F1"),
];
/// Lines between groups of buttons.
const SEPARATORS: f32 = 3.0;
/// How large the game's name is written.
const TITLE: f32 = 21.0;

/// How the variant's name is written, below that of the game.
fn name_font() -> FontId {
    theme::font("regular", 13.0)
}

/// What was pressed that the table cannot do by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pressed {
    Nothing,
    Leave,
}

pub(crate) fn show(ui: &mut Ui, rect: Rect, top: &mut Tabletop, settings: &mut Settings, elements: &mut Elements) -> Pressed {
    let mut pressed = Pressed::Nothing;
    ui.painter().rect_filled(rect, 0.0, theme::PAPER);
    ui.painter().hline(rect.x_range(), rect.max.y, egui::Stroke::new(1.0, theme::PAPER_EDGE));
    super::inside(ui, rect.shrink2(egui::vec2(12.0, 2.0)), |ui| {
        ui.horizontal_centered(|ui| {
            if button(ui, elements, "menu", "☰").on_hover_text(say!("window.bar.menu")).clicked() {
                pressed = Pressed::Leave;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let title = top.table.game().rules().pack.title().to_string();
                let spacing = ui.spacing().clone();
                let name = top.table.game().rules().blueprint.called().to_string();
                let taken =
                    width(ui, title.clone(), theme::font("title", TITLE)).max(width(ui, name.clone(), name_font())) + 12.0;
                set_tightly(ui, top, ui.available_width() - taken);
                tools(ui, top, settings, elements);
                *ui.spacing_mut() = spacing;
                // What is left of the bar, game over variant: long names give way to the buttons.
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    let title = RichText::new(title).font(theme::font("title", TITLE)).color(theme::RED);
                    ui.add(Label::new(title).truncate());
                    ui.add(Label::new(RichText::new(name).font(name_font()).color(theme::INK_SOFT)).truncate());
                });
            });
        });
    });
    pressed
}

/// How wide a text is.
fn width(ui: &Ui, text: String, font: FontId) -> f32 {
    ui.fonts(|fonts| fonts.layout_no_wrap(text, font, theme::INK).size().x)
}

/// Moves the buttons together as far as long words need it.
fn set_tightly(ui: &mut Ui, top: &Tabletop, room: f32) {
    let docks = DOCKS.map(|(name, ..)| dock_label(name));
    let overlays = top.scene.overlays().iter().map(|overlay| say!(overlay.label));
    let undo = [say!("window.bar.undo"), say!("window.bar.redo")];
    let labels = docks.into_iter().chain(Speed::ALL.map(Speed::name)).chain(overlays).chain(undo);
    let font = egui::TextStyle::Button.resolve(ui.style());
    let widths: Vec<f32> = labels.map(|label| width(ui, label, font.clone())).collect();
    let (text, count) = (widths.iter().sum::<f32>(), widths.len() as f32);
    let spacing = ui.spacing_mut();
    let gaps = |gap: f32| (count + SEPARATORS) * gap + SEPARATORS * 6.0;
    if text + 2.0 * count * spacing.button_padding.x + gaps(spacing.item_spacing.x) > room {
        spacing.item_spacing.x = 4.0;
        spacing.button_padding.x = ((room - text - gaps(4.0)) / count / 2.0).clamp(2.0, spacing.button_padding.x);
    }
}

fn dock_label(name: &str) -> String {
    Message::new(format!("window.bar.{name}")).to_string()
}

/// Right to left.
fn tools(ui: &mut Ui, top: &mut Tabletop, settings: &mut Settings, elements: &mut Elements) {
    for (name, dock, key) in DOCKS {
        let tip = say!("window.bar.with_key", what = Message::new(format!("window.bar.{name}_tip")), key);
        if toggle(ui, elements, name, top.desk.dock == Some(dock), &dock_label(name)).on_hover_text(tip).clicked() {
            top.desk.toggle(dock);
        }
    }
    ui.separator();
    for speed in Speed::ALL.into_iter().rev() {
        let name = format!("speed:{}", speed.id());
        if toggle(ui, elements, &name, settings.speed == speed, &speed.name()).clicked() {
            settings.speed = speed;
        }
    }
    ui.separator();
    let overlays = top.scene.overlays();
    for overlay in overlays {
        let tip = say!("window.bar.with_key", what = Message::new(overlay.tip), key = format!("{:?}", overlay.key));
        let shown = top.desk.overlays.contains(&overlay.name);
        if toggle(ui, elements, overlay.name, shown, &say!(overlay.label)).on_hover_text(tip).clicked() {
            top.desk.toggle_overlay(overlay.name);
        }
    }
    if !overlays.is_empty() {
        ui.separator();
    }
    if top.replay.is_none() {
        let redo = ui.add_enabled_ui(top.table.can_redo(), |ui| button(ui, elements, "redo", say!("window.bar.redo"))).inner;
        if redo.on_hover_text(say!("window.bar.redo_tip")).clicked() {
            top.redo(settings);
        }
        let across = settings.undo_across_dice(top.table.humans());
        let possible = top.table.can_undo(across);
        let undo = ui.add_enabled_ui(possible.is_ok(), |ui| button(ui, elements, "undo", say!("window.bar.undo"))).inner;
        let tip = match possible {
            Ok(()) => say!("window.bar.undo_tip"),
            Err(why) => say!("window.bar.no_undo", why = why.to_string()),
        };
        if undo.on_hover_text(&tip).on_disabled_hover_text(&tip).clicked() {
            top.undo(settings);
        }
    }
}
