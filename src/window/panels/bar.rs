//! The bar along the top: what is being played, and what can always be done.

use super::{button, menu, tips, toggle, toggle_told};
use crate::window::elements::Elements;
use crate::window::motion::Speed;
use crate::window::panels::tips::Explained;
use crate::window::settings::Settings;
use crate::window::tabletop::{Dock, Tabletop};
use crate::window::theme;
use crate::words::{Message, say};
use egui::{Align, FontId, Label, Layout, Rect, RichText, Ui};

/// The panels, from the right.
const DOCKS: [(&str, Dock); 5] = [
    ("settings", Dock::Settings),
    ("lab", Dock::Lab),
    ("games", Dock::Games),
    ("house_rules", Dock::Workshop),
    ("rulebook", Dock::Rulebook),
];
/// Lines between groups of buttons.
const SEPARATORS: f32 = 3.0;
/// The least room between the letters of a button and its edge.
const LEAST_PADDING: f32 = 2.0;
/// What buttons move together for below the game's name; what is longer is said elsewhere.
const WIDE: f32 = 240.0;
/// How large the game's name is written.
const TITLE: f32 = 21.0;

/// How the variant's name is written, below that of the game.
fn name_font() -> FontId {
    theme::font("regular", 13.0)
}

pub(crate) fn show(ui: &mut Ui, rect: Rect, top: &mut Tabletop, settings: &mut Settings, elements: &mut Elements) {
    ui.painter().rect_filled(rect, 0.0, theme::PAPER);
    ui.painter().hline(rect.x_range(), rect.max.y, egui::Stroke::new(1.0, theme::PAPER_EDGE));
    super::inside(ui, rect.shrink2(egui::vec2(12.0, 2.0)), |ui| {
        ui.horizontal_centered(|ui| {
            menu::opener(ui, top, elements);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let title = top.table.game().rules().pack.title().to_string();
                let spacing = ui.spacing().clone();
                let name = top.table.game().rules().blueprint.called().to_string();
                // What wins is always in sight.
                let goal = top.scene.goal(top.table.game()).map(|goal| goal.to_string());
                let below = goal.iter().fold(name.clone(), |name, goal| say!("window.bar.name_and_goal", name, goal));
                let below_wide = width(ui, below.clone(), name_font());
                let name_wide = if below_wide < WIDE { below_wide } else { width(ui, name.clone(), name_font()) };
                let taken = width(ui, title.clone(), theme::font("title", TITLE)).max(name_wide) + 12.0;
                let speeds = set_tightly(ui, top, ui.available_width() - taken);
                tools(ui, top, settings, speeds, elements);
                *ui.spacing_mut() = spacing;
                // What is left of the bar, game over variant: long names give way to the buttons.
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    let title = RichText::new(title).font(theme::font("title", TITLE)).color(theme::RED);
                    ui.add(Label::new(title).truncate());
                    let shown = if below_wide <= ui.available_width() { below.clone() } else { name };
                    let shown = Label::new(RichText::new(shown).font(name_font()).color(theme::INK_SOFT)).truncate();
                    elements.widget("goal", &ui.add(shown).explained(below));
                });
            });
        });
    });
}

/// How wide a text is.
fn width(ui: &Ui, text: String, font: FontId) -> f32 {
    ui.fonts(|fonts| fonts.layout_no_wrap(text, font, theme::INK).size().x)
}

/// Moves the buttons together as far as long words need it; tells whether there is room for the speeds, which stand among the
/// settings too.
fn set_tightly(ui: &mut Ui, top: &Tabletop, room: f32) -> bool {
    let docks = DOCKS.map(|(name, _)| dock_label(name));
    let overlays = top.scene.overlays().iter().map(|overlay| say!(overlay.label));
    let undo = [say!("window.bar.undo"), say!("window.bar.redo")];
    let font = egui::TextStyle::Button.resolve(ui.style());
    let measure = |label: String| width(ui, label, font.clone());
    let mut widths: Vec<f32> = docks.into_iter().chain(overlays).chain(undo).map(measure).collect();
    let speeds = Speed::ALL.map(|speed| measure(speed.name()));
    let gaps = |gap: f32, count: f32| (count + SEPARATORS) * gap + SEPARATORS * 6.0;
    let least =
        |widths: &[f32]| widths.iter().sum::<f32>() + widths.len() as f32 * 2.0 * LEAST_PADDING + gaps(4.0, widths.len() as f32);
    let with_speeds = least(&widths) + least(&speeds) <= room;
    widths.extend(speeds.into_iter().filter(|_| with_speeds));
    let (text, count) = (widths.iter().sum::<f32>(), widths.len() as f32);
    let gaps = |gap: f32| gaps(gap, count);
    let spacing = ui.spacing_mut();
    if text + 2.0 * count * spacing.button_padding.x + gaps(spacing.item_spacing.x) > room {
        spacing.item_spacing.x = 4.0;
        spacing.button_padding.x = ((room - text - gaps(4.0)) / count / 2.0).clamp(LEAST_PADDING, spacing.button_padding.x);
    }
    with_speeds
}

fn dock_label(name: &str) -> String {
    Message::new(format!("window.bar.{name}")).to_string()
}

/// Right to left.
fn tools(ui: &mut Ui, top: &mut Tabletop, settings: &mut Settings, speeds: bool, elements: &mut Elements) {
    for (name, dock) in DOCKS {
        if toggle(ui, elements, name, top.desk.dock == Some(dock), &dock_label(name)).clicked() {
            top.desk.toggle(dock);
        }
    }
    ui.separator();
    for speed in Speed::ALL.into_iter().rev().filter(|_| speeds) {
        let name = format!("speed:{}", speed.id());
        if toggle(ui, elements, &name, settings.speed == speed, &speed.name()).clicked() {
            settings.speed = speed;
        }
    }
    if speeds {
        ui.separator();
    }
    let overlays = top.scene.overlays();
    for overlay in overlays {
        let tip = tips::with_key(Message::new(overlay.tip), &format!("{:?}", overlay.key));
        let shown = top.desk.overlays.contains(&overlay.name);
        if toggle_told(ui, elements, overlay.name, shown, &say!(overlay.label), tip).clicked() {
            top.toggle_overlay(overlay.name);
        }
    }
    if !overlays.is_empty() {
        ui.separator();
    }
    if top.replay.is_none() {
        let redo = ui.add_enabled_ui(top.table.can_redo(), |ui| button(ui, elements, "redo", say!("window.bar.redo"))).inner;
        let redo = if redo.enabled() { redo } else { redo.explained(say!("window.bar.no_redo")) };
        if redo.clicked() {
            top.redo(settings);
        }
        let possible = top.table.can_undo(top.may_undo_chance(settings));
        let undo = ui.add_enabled_ui(possible.is_ok(), |ui| button(ui, elements, "undo", say!("window.bar.undo"))).inner;
        let undo = match possible {
            Ok(()) => undo,
            Err(why) => undo.explained(say!("window.bar.no_undo", why = why.to_string())),
        };
        if undo.clicked() {
            top.undo(settings);
        }
    }
}
