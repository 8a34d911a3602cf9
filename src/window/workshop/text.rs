//! The text behind the rules, beside the board: with numbers and colours, and with what is wrong at its line while one types.
//! It counts once it is saved.

use super::Workshop;
use super::changes::{Wish, own_file, stem};
use crate::files::{is_file, read_file, write_atomically};
use crate::problem::{Problems, Source};
use crate::window::elements::Elements;
use crate::window::panels::tips::Explained;
use crate::window::panels::{button, main_button, notice};
use crate::window::settings::Settings;
use crate::window::system::IS_PAGE;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::{msg, say};
use egui::text::LayoutJob;
use egui::{Color32, FontId, Key, Modifiers, RichText, ScrollArea, TextEdit, TextFormat, Ui, pos2};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A file that is open.
pub(super) struct OpenText {
    file: PathBuf,
    /// Whether it may be written to.
    own: bool,
    text: String,
    saved: String,
    /// What is wrong with the text as it stands.
    problems: Problems,
}

/// Problems that are told below the text.
const MOST: usize = 3;

impl OpenText {
    pub(super) fn state(&self) -> Value {
        let problems: Vec<String> = self.problems.0.iter().map(ToString::to_string).collect();
        json!({"file": self.file.display().to_string(), "saved": self.text == self.saved, "problems": problems})
    }

    fn of(top: &Tabletop, home: &Path) -> Option<Self> {
        let said = top.table.files().said.as_ref();
        let own = own_file(top, home);
        // A file that cannot be used just now is the one to look at.
        let broken =
            top.table.files().broken.as_ref().and_then(|broken| broken.0.first()).map(|problem| PathBuf::from(&problem.path));
        let file = broken.filter(|file| is_file(file)).or_else(|| Some(PathBuf::from(said?.file())))?;
        let text = match read_file(&file) {
            Ok(source) => source.text,
            // It came with the program.
            Err(_) => said?.sources.last()?.text.clone(),
        };
        let own = own.is_some_and(|own| own == file) || said.is_none();
        Some(Self { file, own, saved: text.clone(), text, problems: Problems::default() })
    }

    fn check(&mut self, top: &Tabletop) {
        let source = Source::new(self.file.display().to_string(), &*self.text);
        self.problems = match top.following.library().load_source(source) {
            Ok(variant) => Problems(variant.warnings),
            Err(problems) => problems,
        };
    }
}

/// Keeps what was written; the watch tells what follows.
pub(super) fn save(top: &mut Tabletop, settings: &Settings, home: &Path) -> Result<(), Problems> {
    let Some(open) = &top.desk.workshop.text else { return Ok(()) };
    let (file, text) = (open.file.clone(), open.text.clone());
    write_atomically(&file, &text)?;
    if let Some(open) = &mut top.desk.workshop.text {
        open.saved = text;
    }
    if own_file(top, home).is_none_or(|own| own != file) {
        top.follow(&stem(&file), settings);
    }
    Ok(())
}

pub(super) fn show(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, home: &Path, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    let followed = top.table.files().said.as_ref().map(|said| PathBuf::from(said.file()));
    let stale = shop.text.as_ref().is_none_or(|open| {
        let unchanged = open.text == open.saved;
        let elsewhere = followed.as_ref().is_some_and(|file| *file != open.file);
        let written_over = top.table.files().said.as_ref().and_then(|said| said.sources.last());
        unchanged
            && (elsewhere || written_over.is_some_and(|source| source.text != open.saved) && top.table.files().broken.is_none())
    });
    if stale {
        shop.text = OpenText::of(top, home);
        if let Some(open) = &mut shop.text {
            open.check(top);
        }
    }
    let Some(open) = &mut shop.text else {
        ui.label(say!("window.workshop.no_text"));
        return None;
    };
    let unsaved = open.text != open.saved;
    ui.add(egui::Label::new(RichText::new(open.file.display().to_string()).size(12.5).color(theme::INK_SOFT)).truncate());
    ui.horizontal_wrapped(|ui| {
        if open.own {
            let save =
                ui.add_enabled_ui(unsaved, |ui| main_button(ui, elements, "save_text", &say!("window.workshop.save_text"))).inner;
            let keyed = unsaved && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::S));
            if save.explained("Ctrl+S").clicked() || keyed {
                wish = Some(Wish::SaveText);
            }
            let drop =
                ui.add_enabled_ui(unsaved, |ui| button(ui, elements, "drop_text", say!("window.workshop.drop_text"))).inner;
            if drop.clicked() {
                open.text.clone_from(&open.saved);
                open.check(top);
            }
            let good = top.table.files().said.as_ref().and_then(|said| said.sources.last());
            let good = good.filter(|good| top.table.files().broken.is_some() && good.path == open.file.display().to_string());
            if let Some(good) = good
                && button(ui, elements, "last_good_text", say!("window.workshop.last_good_text")).clicked()
            {
                open.text.clone_from(&good.text);
                open.check(top);
                wish = Some(Wish::SaveText);
            }
            if !IS_PAGE && button(ui, elements, "open_in_editor", say!("window.open_in_editor")).clicked() {
                wish = Some(Wish::Open(open.file.clone()));
            }
        } else {
            ui.label(RichText::new(say!("window.workshop.only_to_read")).size(13.5).color(theme::INK_SOFT));
        }
    });
    let told = open.problems.0.len().min(MOST);
    let below = if told == 0 { 26.0 } else { 36.0 + 74.0 * told as f32 };
    // A file that was only just written comes with the watch; until then its section is waited for.
    let wanted = shop.wanted_text.as_ref().and_then(|section| open.text.find(&format!("[{section}]")));
    if wanted.is_some() {
        shop.wanted_text = None;
    }
    let height = (ui.available_height() - below).max(120.0);
    if IS_PAGE {
        if page_editor(ui, open, top, height, wanted, elements) {
            wish = Some(Wish::SaveText);
        }
    } else {
        editor(ui, open, top, height, wanted, elements);
    }
    if open.problems.0.is_empty() {
        let told = if unsaved { msg!("window.workshop.text_fits_unsaved") } else { msg!("window.workshop.text_fits") };
        let label = ui.label(RichText::new(told.to_string()).size(13.5).color(theme::SEA));
        elements.widget("text_fits", &label);
    } else {
        ScrollArea::vertical().id_salt("text_problems").show(ui, |ui| {
            for problem in open.problems.0.iter().take(MOST) {
                notice::show_problem(ui, problem);
            }
        });
    }
    wish
}

/// The page's own field for the text; true when it shall be saved.
fn page_editor(
    ui: &mut Ui,
    open: &mut OpenText,
    top: &Tabletop,
    height: f32,
    wanted: Option<usize>,
    elements: &mut Elements,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), height), egui::Sense::hover());
    elements.widget("rules_text", &response);
    let mut save = false;
    if let Some(typed) = elements.text_area.typed().filter(|_| open.own) {
        save = typed.save && typed.text != open.saved;
        if typed.text != open.text {
            open.text = typed.text;
            open.check(top);
        }
    }
    let line = wanted.map(|at| open.text[..at].matches('\n').count());
    elements.text_area.want(rect, &open.text, open.own, line);
    save
}

/// The text with the numbers of its lines, those in red at which something is wrong.
fn editor(ui: &mut Ui, open: &mut OpenText, top: &Tabletop, height: f32, wanted: Option<usize>, elements: &mut Elements) {
    let font = FontId::monospace(13.0);
    let wrong: Vec<usize> = open.problems.0.iter().filter_map(|problem| problem.place.as_ref()).map(|place| place.line).collect();
    let area = ScrollArea::both().id_salt("text").max_height(height).auto_shrink([false, false]);
    let mut changed = false;
    area.show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let lines = open.text.lines().count().max(1) + usize::from(open.text.ends_with('\n'));
            let digits = lines.to_string().len();
            let gutter = 8.0 * digits as f32 + 10.0;
            let left = ui.cursor().min;
            ui.add_space(gutter);
            let mut layouter = |ui: &Ui, text: &str, _: f32| ui.fonts(|fonts| fonts.layout_job(coloured(text, &font)));
            let edit = TextEdit::multiline(&mut open.text)
                .code_editor()
                .interactive(open.own)
                .desired_width(f32::INFINITY)
                .desired_rows(12)
                .layouter(&mut layouter)
                .id_salt("rules_text");
            let output = edit.show(ui);
            elements.widget("rules_text", &output.response);
            changed = output.response.changed();
            for (number, row) in (1..).zip(&output.galley.rows) {
                let y = output.galley_pos.y + row.rect.center().y;
                let colour = if wrong.contains(&number) { theme::RED } else { theme::INK_SOFT };
                let at = pos2(left.x + gutter - 6.0, y);
                ui.painter().text(at, egui::Align2::RIGHT_CENTER, number.to_string(), FontId::monospace(12.0), colour);
                if wrong.contains(&number) {
                    let line = row.rect.translate(output.galley_pos.to_vec2());
                    ui.painter().hline(
                        line.min.x..=line.max.x.max(line.min.x + 40.0),
                        line.max.y,
                        egui::Stroke::new(1.5, theme::RED),
                    );
                }
            }
            if let Some(at) = wanted {
                let cursor = egui::text::CCursor::new(open.text[..at].chars().count());
                let rect = output.galley.pos_from_cursor(&output.galley.from_ccursor(cursor));
                ui.scroll_to_rect(rect.translate(output.galley_pos.to_vec2()), Some(egui::Align::Center));
            }
        });
    });
    if changed {
        open.check(top);
    }
}

const COMMENT: Color32 = theme::INK_SOFT;
const TEXT: Color32 = Color32::from_rgb(0x8a, 0x4b, 0x10);
const NUMBER: Color32 = Color32::from_rgb(0x1c, 0x4e, 0x9c);

/// TOML with a colour for each kind of thing.
fn coloured(text: &str, font: &FontId) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut put = |part: &str, colour: Color32| job.append(part, 0.0, TextFormat::simple(font.clone(), colour));
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if trimmed.starts_with('#') {
            put(line, COMMENT);
        } else if trimmed.starts_with('[') && !line.contains('=') {
            put(line, theme::SEA);
        } else {
            let (key, rest) = line.split_once('=').map_or(("", line), |(key, _)| line.split_at(key.len() + 1));
            put(key, theme::INK);
            values(rest, &mut put);
        }
    }
    job
}

/// What stands behind a key: texts, numbers, a comment.
fn values(rest: &str, put: &mut impl FnMut(&str, Color32)) {
    let mut from = 0;
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' | '\'' => {
                put(&rest[from..at], NUMBER);
                let mut end = rest.len();
                while let Some((next, other)) = chars.next() {
                    if other == '\\' && c == '"' {
                        chars.next();
                    } else if other == c {
                        end = next + 1;
                        break;
                    }
                }
                put(&rest[at..end], TEXT);
                from = end;
            }
            '#' => {
                put(&rest[from..at], NUMBER);
                put(&rest[at..], COMMENT);
                return;
            }
            _ => {}
        }
    }
    put(&rest[from..], NUMBER);
}
