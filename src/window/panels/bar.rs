//! The bar along the top: what is being played, and what can always be done.

use super::{button, toggle};
use crate::window::elements::Elements;
use crate::window::settings::{Settings, Speed};
use crate::window::tabletop::{Dock, Tabletop};
use crate::window::theme;
use egui::{Align, Layout, Rect, RichText, Ui};

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
    super::inside(ui, rect.shrink2(egui::vec2(12.0, 7.0)), |ui| {
        ui.horizontal_centered(|ui| {
            if button(ui, elements, "menu", "☰").on_hover_text("To the start screen; the game is kept").clicked() {
                pressed = Pressed::Leave;
            }
            let title = top.table.game().rules().pack.title();
            ui.label(RichText::new(title).font(theme::font("title", 24.0)).color(theme::RED));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                tools(ui, top, settings, elements);
                // What is left of the bar: a long name gives way to the buttons.
                let name = RichText::new(&top.table.game().rules().blueprint.title).color(theme::INK_SOFT);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(egui::Label::new(name).truncate()));
            });
        });
    });
    pressed
}

/// Right to left.
fn tools(ui: &mut Ui, top: &mut Tabletop, settings: &mut Settings, elements: &mut Elements) {
    for (name, dock, label, tip) in [
        ("settings", Dock::Settings, "Settings", "F4"),
        ("lab", Dock::Lab, "Lab", "What a change of the rules does, from thousands of games (F5)"),
        ("games", Dock::Games, "Save", "Save, load and watch games (F3)"),
        ("house_rules", Dock::HouseRules, "House rules", "What holds, where it came from, and how to change it (F2)"),
        ("rulebook", Dock::Rulebook, "Rules", "The rulebook of this game (F1)"),
    ] {
        if toggle(ui, elements, name, top.dock == Some(dock), label).on_hover_text(tip).clicked() {
            top.toggle(dock);
        }
    }
    ui.separator();
    for speed in Speed::ALL.into_iter().rev() {
        let name = format!("speed:{}", speed.name().to_lowercase());
        if toggle(ui, elements, &name, settings.speed == speed, speed.name()).clicked() {
            settings.speed = speed;
        }
    }
    ui.separator();
    let overlays = top.scene.overlays();
    for overlay in overlays {
        let tip = format!("{} ({:?})", overlay.tip, overlay.key);
        let shown = top.overlays.contains(&overlay.name);
        if toggle(ui, elements, overlay.name, shown, overlay.label).on_hover_text(tip).clicked() {
            top.toggle_overlay(overlay.name);
        }
    }
    if !overlays.is_empty() {
        ui.separator();
    }
    if top.replay.is_none() {
        let redo = ui.add_enabled_ui(top.table.can_redo(), |ui| button(ui, elements, "redo", "Redo")).inner;
        if redo.on_hover_text("Do again what was taken back (R)").clicked() {
            top.redo();
        }
        let across = settings.undo_across_dice(top.table.humans());
        let possible = top.table.can_undo(across);
        let undo = ui.add_enabled_ui(possible.is_ok(), |ui| button(ui, elements, "undo", "Undo")).inner;
        let tip = possible.map_or_else(|reason| format!("Not possible: {reason}"), |()| "Take back the last move (U)".into());
        if undo.on_hover_text(&tip).on_disabled_hover_text(&tip).clicked() {
            top.undo(settings);
        }
    }
}
