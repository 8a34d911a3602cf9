//! Saving by name, and the list of kept games: to go on with, to watch, to rename, to throw away.

use super::{button, main_button};
use crate::limits;
use crate::table::Slot;
use crate::window::elements::Elements;
use crate::window::kept::{Kept, Thrown, ago, written};
use crate::window::pictures::Pictures;
use crate::window::theme;
use crate::words::{self, say};
use egui::{Align, Image, Key, Label, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};
use std::path::{Path, PathBuf};

/// The picture of a kept game, and the height of its row.
const PICTURE: egui::Vec2 = vec2(76.0, 56.0);
/// A row as wide as this has room for its buttons.
const WIDE: f32 = 520.0;

/// What a person wants done with a kept game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Go on with a running game, in its slot.
    Resume(Slot),
    /// Go on with a game saved by name.
    Load(PathBuf),
    Watch(PathBuf),
    Save(String),
    Rename(PathBuf, String),
    ThrowAway(PathBuf),
    TakeBack(Thrown),
}

/// The panel beside the board.
pub(crate) fn show(
    ui: &mut Ui,
    kept: &mut Kept,
    own: Option<&str>,
    pictures: &mut Pictures,
    name: &mut String,
    elements: &mut Elements,
) -> Option<Wish> {
    let mut wish = None;
    ui.heading(say!("window.games.save_title"));
    // From the right, so that the field has what the button leaves.
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        // A save of that name is lost by this: the button says so.
        let replaces = kept.named.iter().any(|known| known.name == name.trim());
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
    // The game at this table is no recording yet: one would see in it what nobody has rolled.
    let own =
        kept.running.iter().find(|running| Some(running.slot.name.as_str()) == own).map(|running| running.slot.path.clone());
    wish.or_else(|| list(ui, kept, own.as_deref(), pictures, elements))
}

/// A row of the list.
struct Row {
    /// What its elements are called.
    name: String,
    /// What is written first; nothing for a running game, whose line says it all.
    title: Option<String>,
    line: Option<String>,
    path: PathBuf,
    go_on: Option<Wish>,
    /// It is nobody's at the moment, so that it can be thrown away.
    free: bool,
}

/// The running games but one, and every one saved by name, with what can be done with each.
pub(crate) fn list(
    ui: &mut Ui,
    kept: &mut Kept,
    but: Option<&Path>,
    pictures: &mut Pictures,
    elements: &mut Elements,
) -> Option<Wish> {
    let running = kept.running.iter().filter(|running| Some(running.slot.path.as_path()) != but).map(|running| {
        let line = match &running.line {
            Ok(line) if running.held && !running.finished => say!("window.games.held", line),
            Ok(line) => line.to_string(),
            Err(why) => say!("window.games.unusable", file = &*running.slot.path, why),
        };
        let go_on = (!running.held && !running.finished).then(|| Wish::Resume(running.slot.clone()));
        let (name, path) = (running.slot.name.clone(), running.slot.path.clone());
        Row { name, title: None, line: Some(line), path, go_on, free: !running.held }
    });
    let named = kept.named.iter().map(|named| Row {
        title: Some(words::name(&named.name, limits::NAME)),
        line: None,
        go_on: Some(Wish::Load(named.path.clone())),
        name: named.name.clone(),
        path: named.path.clone(),
        free: true,
    });
    let rows: Vec<Row> = running.chain(named).collect();
    let mut wish = kept.thrown.clone().and_then(|thrown| thrown_away(ui, thrown, elements));
    if rows.is_empty() {
        ui.label(RichText::new(say!("window.games.none")).color(theme::INK_SOFT));
    }
    ScrollArea::vertical().id_salt("kept").auto_shrink([false, true]).show(ui, |ui| {
        for row in &rows {
            show_row(ui, row, kept, pictures, elements, &mut wish);
        }
    });
    wish
}

/// Says that a game lies in the bin, with the way back.
fn thrown_away(ui: &mut Ui, thrown: Thrown, elements: &mut Elements) -> Option<Wish> {
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("window.games.in_the_bin")).color(theme::INK_SOFT));
        button(ui, elements, "take_back", say!("window.games.take_back")).clicked().then_some(Wish::TakeBack(thrown))
    })
    .inner
}

fn show_row(ui: &mut Ui, row: &Row, kept: &mut Kept, pictures: &mut Pictures, elements: &mut Elements, wish: &mut Option<Wish>) {
    let width = ui.available_width();
    // From the right, so that long names give way; in a narrow panel the buttons stand below.
    let line = |high: f32| (vec2(width, high), Layout::right_to_left(Align::Center));
    if width < WIDE {
        ui.horizontal_top(|ui| about(ui, row, kept, pictures, elements, wish));
        let (size, layout) = line(ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, layout, |ui| buttons(ui, row, kept, elements, wish));
        ui.add_space(6.0);
        return;
    }
    let (size, layout) = line(PICTURE.y);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_height(PICTURE.y);
        buttons(ui, row, kept, elements, wish);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| about(ui, row, kept, pictures, elements, wish));
    });
}

/// What can be done with a game, from the right.
fn buttons(ui: &mut Ui, row: &Row, kept: &mut Kept, elements: &mut Elements, wish: &mut Option<Wish>) {
    if row.free && button(ui, elements, &format!("delete:{}", row.name), "×").clicked() {
        *wish = Some(Wish::ThrowAway(row.path.clone()));
    }
    if let Some(title) = &row.title
        && button(ui, elements, &format!("rename:{}", row.name), say!("window.games.rename")).clicked()
    {
        kept.renaming = Some((row.path.clone(), title.clone()));
    }
    if button(ui, elements, &format!("watch:{}", row.name), say!("window.games.watch")).clicked() {
        *wish = Some(Wish::Watch(row.path.clone()));
    }
    if let Some(go_on) = &row.go_on
        && button(ui, elements, &format!("load:{}", row.name), say!("window.games.go_on")).clicked()
    {
        *wish = Some(go_on.clone());
    }
}

/// Picture, name, line and day of a game.
fn about(ui: &mut Ui, row: &Row, kept: &mut Kept, pictures: &mut Pictures, elements: &mut Elements, wish: &mut Option<Wish>) {
    let (frame, _) = ui.allocate_exact_size(PICTURE, egui::Sense::hover());
    let when = written(&row.path);
    let seen = when.filter(|_| ui.is_rect_visible(frame)).and_then(|when| pictures.kept(&row.path, when));
    match seen.and_then(|seen| seen.picture.as_ref()) {
        Some(picture) => Image::new(picture).corner_radius(4.0).fit_to_exact_size(PICTURE).paint_at(ui, frame),
        None => {
            ui.painter().rect_filled(frame, 4.0, theme::PAPER_DEEP);
        }
    }
    let known = seen.and_then(|seen| seen.line.as_ref()).map(ToString::to_string);
    let line = row.line.clone().or(known).unwrap_or_default();
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        match &mut kept.renaming {
            Some((path, name)) if *path == row.path => {
                let field = ui.add(TextEdit::singleline(name).desired_width(f32::INFINITY).char_limit(60));
                elements.widget("new_name", &field);
                if !field.has_focus() && !field.lost_focus() {
                    field.request_focus();
                } else if field.lost_focus() {
                    let entered = ui.input(|input| input.key_pressed(Key::Enter));
                    let name = name.clone();
                    kept.renaming = None;
                    *wish = wish.take().or(entered.then(|| Wish::Rename(row.path.clone(), name)));
                }
            }
            _ => {
                if let Some(title) = &row.title {
                    ui.add(Label::new(RichText::new(title).font(theme::font("strong", 16.0))).truncate());
                }
            }
        }
        ui.add(Label::new(RichText::new(&line).size(14.5)).wrap());
        if let Some(when) = when {
            ui.label(RichText::new(ago(when).to_string()).size(13.0).color(theme::INK_SOFT));
        }
    });
}
