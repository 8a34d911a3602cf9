//! Saving by name, and the list of kept games: to go on with, or to watch.

use super::{button, main_button};
use crate::limits;
use crate::table::Slot;
use crate::window::elements::Elements;
use crate::window::kept::{Kept, Running};
use crate::window::theme;
use crate::words;
use egui::{Key, Label, RichText, ScrollArea, TextEdit, Ui};
use std::path::{Path, PathBuf};

/// What a person wants done with a kept game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Go on with a running game, in its slot.
    Resume(Slot),
    /// Go on with a game saved by name.
    Load(PathBuf),
    Watch(PathBuf),
    Save(String),
}

/// The panel beside the board.
pub(crate) fn show(ui: &mut Ui, kept: &Kept, name: &mut String, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    ui.heading("Save this game");
    ui.horizontal(|ui| {
        let field = ui.add(TextEdit::singleline(name).desired_width(230.0).hint_text("a name"));
        elements.widget("save_name", &field);
        // A save of that name is lost by this: the button says so.
        let replaces = kept.named.iter().any(|(known, _)| known == name.trim());
        let pressed = main_button(ui, elements, "save", if replaces { "Replace" } else { "Save" }).clicked();
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !replaces;
        if pressed || entered {
            wish = Some(Wish::Save(name.clone()));
        }
    });
    let words = "The running game is kept by itself after every move; the last three are here below.";
    ui.label(RichText::new(words).size(13.0).color(theme::INK_SOFT));
    ui.add_space(10.0);
    ui.heading("Kept games");
    wish.or_else(|| list(ui, &kept.running.iter().collect::<Vec<_>>(), kept, elements))
}

/// Some running games and every one saved by name, with what can be done with each.
pub(crate) fn list(ui: &mut Ui, running: &[&Running], kept: &Kept, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    if running.is_empty() && kept.named.is_empty() {
        ui.label(RichText::new("None yet.").color(theme::INK_SOFT));
    }
    ScrollArea::vertical().id_salt("kept").auto_shrink([false, true]).show(ui, |ui| {
        for Running { slot, held, line } in running {
            let resume = || Wish::Resume(slot.clone());
            let line = match line {
                Ok(line) if *held => format!("{line} (being played now)"),
                Ok(line) => line.clone(),
                Err(problem) => format!("{} cannot be used: {problem}", slot.path.display()),
            };
            row(ui, elements, &slot.name, &line, (!held).then(resume), &slot.path, &mut wish);
        }
        for (name, path) in &kept.named {
            row(ui, elements, name, &words::name(name, limits::NAME), Some(Wish::Load(path.clone())), path, &mut wish);
        }
    });
    wish
}

fn row(ui: &mut Ui, elements: &mut Elements, name: &str, line: &str, go_on: Option<Wish>, path: &Path, wish: &mut Option<Wish>) {
    ui.horizontal(|ui| {
        if let Some(go_on) = go_on
            && button(ui, elements, &format!("load:{name}"), "Go on").clicked()
        {
            *wish = Some(go_on);
        }
        if button(ui, elements, &format!("watch:{name}"), "Watch").clicked() {
            *wish = Some(Wish::Watch(path.to_owned()));
        }
        ui.add(Label::new(line).wrap());
    });
}
