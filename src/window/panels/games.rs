//! Saving by name, and the list of kept games: to go on with, or to watch.

use super::{button, main_button};
use crate::limits;
use crate::table::Slot;
use crate::window::elements::Elements;
use crate::window::kept::{Kept, Running};
use crate::window::theme;
use crate::words::{self, say};
use egui::{Align, Key, Label, Layout, RichText, ScrollArea, TextEdit, Ui};
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
    ui.heading(say!("window.games.save_title"));
    // From the right, so that the field has what the button leaves.
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        // A save of that name is lost by this: the button says so.
        let replaces = kept.named.iter().any(|(known, _)| known == name.trim());
        let label = if replaces { say!("window.games.replace") } else { say!("window.games.save") };
        let pressed = main_button(ui, elements, "save", &label).clicked();
        let field = TextEdit::singleline(name).desired_width(f32::INFINITY).hint_text(say!("window.games.name_hint"));
        let field = ui.add(field);
        elements.widget("save_name", &field);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !replaces;
        if pressed || entered {
            wish = Some(Wish::Save(name.clone()));
        }
    });
    ui.label(RichText::new(say!("window.games.kept_note")).size(13.0).color(theme::INK_SOFT));
    ui.add_space(10.0);
    ui.heading(say!("window.games.kept"));
    wish.or_else(|| list(ui, &kept.running.iter().collect::<Vec<_>>(), kept, elements))
}

/// Some running games and every one saved by name, with what can be done with each.
pub(crate) fn list(ui: &mut Ui, running: &[&Running], kept: &Kept, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    if running.is_empty() && kept.named.is_empty() {
        ui.label(RichText::new(say!("window.games.none")).color(theme::INK_SOFT));
    }
    ScrollArea::vertical().id_salt("kept").auto_shrink([false, true]).show(ui, |ui| {
        for Running { slot, held, line } in running {
            let resume = || Wish::Resume(slot.clone());
            let line = match line {
                Ok(line) if *held => say!("window.games.held", line),
                Ok(line) => line.to_string(),
                Err(why) => say!("window.games.unusable", file = &*slot.path, why),
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
            && button(ui, elements, &format!("load:{name}"), say!("window.games.go_on")).clicked()
        {
            *wish = Some(go_on);
        }
        if button(ui, elements, &format!("watch:{name}"), say!("window.games.watch")).clicked() {
            *wish = Some(Wish::Watch(path.to_owned()));
        }
        ui.add(Label::new(line).wrap());
    });
}
