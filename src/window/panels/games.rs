//! Saving by name, and the list of kept games: to go on with, or to watch.

use super::{button, main_button};
use crate::limits;
use crate::table::Saves;
use crate::window::elements::Elements;
use crate::window::theme;
use crate::words;
use egui::{Label, RichText, ScrollArea, TextEdit, Ui};
use std::path::PathBuf;

/// What a person wants done with a kept game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wish {
    Load(PathBuf),
    Watch(PathBuf),
    Save(String),
}

/// The panel beside the board.
pub(crate) fn show(ui: &mut Ui, saves: &Saves, name: &mut String, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    ui.heading("Save this game");
    ui.horizontal(|ui| {
        let field = ui.add(TextEdit::singleline(name).desired_width(230.0).hint_text("a name"));
        elements.widget("save_name", &field);
        if main_button(ui, elements, "save", "Save").clicked() {
            wish = Some(Wish::Save(name.clone()));
        }
    });
    ui.label(RichText::new("The running game is kept by itself after every move.").size(13.0).color(theme::INK_SOFT));
    ui.add_space(10.0);
    ui.heading("Kept games");
    wish.or_else(|| list(ui, saves, elements))
}

/// Every kept game with what can be done with it.
pub(crate) fn list(ui: &mut Ui, saves: &Saves, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    let kept = saves.list();
    if kept.is_empty() {
        ui.label(RichText::new("None yet.").color(theme::INK_SOFT));
    }
    ScrollArea::vertical().id_salt("kept").auto_shrink([false, true]).show(ui, |ui| {
        for (name, path) in kept {
            ui.horizontal(|ui| {
                if button(ui, elements, &format!("load:{name}"), "Go on").clicked() {
                    wish = Some(Wish::Load(path.clone()));
                }
                if button(ui, elements, &format!("watch:{name}"), "Watch").clicked() {
                    wish = Some(Wish::Watch(path.clone()));
                }
                ui.add(Label::new(words::name(&name, limits::NAME)).truncate());
            });
        }
    });
    wish
}
