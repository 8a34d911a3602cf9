//! The text behind the rules, beside the board: with numbers and colours, and with what is wrong at its line while one types.
//! It counts once it is saved.

use super::changes::{Wish, own, own_file, stem};
use super::colours::coloured;
use super::resting::mistakes_in;
use super::{Tab, Workshop};
use crate::files::{folders_of, is_file, read_file, write_atomically};
use crate::problem::{Problem, Problems, Source};
use crate::script::ScriptRule;
use crate::variant::catalogue::HOUSE;
use crate::variant::layer::OWN_RULES;
use crate::variant::own::Whose;
use crate::window::elements::Elements;
use crate::window::panels::{button, main_button, notice, toggle};
use crate::window::system::IS_PAGE;
use crate::window::tabletop::{Dock, Tabletop};
use crate::window::theme;
use crate::words::{msg, say};
use egui::{FontId, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, pos2};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A place in a file: to be looked at, or already in sight.
pub(super) struct Place {
    /// The file; where none is named, the one of the rules that are followed.
    file: Option<PathBuf>,
    at: At,
}

enum At {
    /// Where a section begins.
    Section(String),
    Line(usize),
}

impl Place {
    pub(super) fn section(section: impl Into<String>) -> Self {
        Self { file: None, at: At::Section(section.into()) }
    }

    pub(super) fn line(file: impl Into<PathBuf>, line: usize) -> Self {
        Self { file: Some(file.into()), at: At::Line(line) }
    }

    /// Where a rule begins, in a file of its own or inside a variant.
    pub(super) fn of_rule(rule: &ScriptRule) -> Self {
        let above = rule.source.text.lines().take_while(|line| line.trim().is_empty()).count();
        Self::line(&rule.source.path, above + 1)
    }
}

/// A file that is open.
pub(super) struct OpenText {
    file: PathBuf,
    /// Whether it is a rule that lies beside the variant, and not a variant.
    is_rule: bool,
    /// Whether it may be written to.
    own: bool,
    /// The variant that was followed when it was opened, and whether its files could not be used.
    variant: String,
    was_broken: bool,
    text: String,
    saved: String,
    /// What is wrong with the text as it stands.
    problems: Problems,
    /// Where rules in it have made mistakes at play.
    mistakes: Vec<Problem>,
}

/// Problems that are told below the text.
const MOST: usize = 3;

impl OpenText {
    pub(super) fn state(&self) -> Value {
        let problems: Vec<String> = self.wrong().map(ToString::to_string).collect();
        json!({"file": self.file.display().to_string(), "own": self.own, "saved": !self.is_unsaved(), "problems": problems})
    }

    fn of(top: &Tabletop, home: &Path, file: PathBuf) -> Option<Self> {
        let text = match read_file(&file) {
            Ok(source) => source.text,
            // It came with the program, or with a recorded game.
            Err(_) => known(top, &file)?.to_owned(),
        };
        let is_rule = is_rule(top, &file);
        let own = may_be_written(top, home, &file, is_rule);
        let (variant, was_broken) = (top.table.variant().to_owned(), top.table.files().broken.is_some());
        let (saved, problems, mistakes) = (text.clone(), Problems::default(), Vec::new());
        let mut open = Self { file, is_rule, own, variant, was_broken, text, saved, problems, mistakes };
        open.check(top);
        Some(open)
    }

    pub(super) fn is_unsaved(&self) -> bool {
        self.text != self.saved
    }

    /// Whether it is to be opened anew: others are followed now, somebody else has written into it, or what was wrong is not so now.
    fn is_stale(&self, top: &Tabletop) -> bool {
        let is_broken = top.table.files().broken.is_some();
        let is_another = || !is_broken && known(top, &self.file).is_some_and(|text| text != self.saved);
        !self.is_unsaved() && (self.variant != top.table.variant() || self.was_broken != is_broken || is_another())
    }

    fn check(&mut self, top: &Tabletop) {
        let (library, source) = (top.following.library(), Source::new(self.file.display().to_string(), &*self.text));
        // A rule is read together with the variant it lies beside.
        let read = if self.is_rule {
            library.before_saving(source).load(top.table.game().rules().pack.name(), top.table.variant())
        } else {
            library.load_source(source)
        };
        self.problems = match read {
            Ok(variant) => Problems(variant.warnings),
            Err(problems) => problems,
        };
    }

    /// Everything to be told of it.
    fn wrong(&self) -> impl Iterator<Item = &Problem> {
        self.mistakes.iter().filter(|_| !self.is_unsaved()).chain(&self.problems.0)
    }

    /// The lines something is wrong at.
    fn wrong_lines(&self) -> Vec<usize> {
        let here = self.wrong().filter(|problem| Path::new(&problem.path) == self.file);
        here.filter_map(|problem| Some(problem.place.as_ref()?.line)).collect()
    }

    /// The byte a place begins at, once it is there.
    fn offset(&self, at: &At) -> Option<usize> {
        match at {
            At::Section(section) => self.text.find(&format!("[{section}]")),
            At::Line(line) => Some(Source::new("", &*self.text).start_of(*line)),
        }
    }
}

/// The file of the rules that are followed, whether or not it can be used just now.
fn followed(top: &Tabletop) -> Option<PathBuf> {
    let variant = top.table.variant();
    let said = top.table.files().said.as_ref().map(|said| PathBuf::from(said.file()));
    let named = || top.following.library().shelf.variant_path(top.table.game().rules().pack.name(), variant);
    said.or_else(named).or_else(|| Some(PathBuf::from(variant)).filter(|file| is_file(file)))
}

/// Files that cannot be used just now.
fn broken(top: &Tabletop) -> impl Iterator<Item = PathBuf> {
    let problems = top.table.files().broken.iter().flat_map(|broken| &broken.0);
    problems.map(|problem| PathBuf::from(&problem.path)).filter(|file| is_file(file))
}

/// The files there are to look at: that of the rules, and those of the rules of one's own beside it.
fn files(top: &Tabletop) -> Vec<PathBuf> {
    let catalogue = top.effective().catalogue;
    let own = catalogue.rule_ids().filter_map(|id| catalogue.own_rule(id)).map(|rule| PathBuf::from(&rule.source.path));
    let mut files: Vec<PathBuf> = Vec::new();
    for file in followed(top).into_iter().chain(own).chain(broken(top)) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// What a file said when it could be used last.
fn known<'a>(top: &'a Tabletop, file: &Path) -> Option<&'a str> {
    let is_it = |source: &&Source| Path::new(&source.path) == file;
    let said = top.table.files().said.as_ref()?;
    let variants = said.sources.iter().map(|source| &**source);
    variants.chain(said.catalogue.scripts.iter().map(|rule| &rule.source)).find(is_it).map(|source| source.text.as_str())
}

/// Whether a file holds a rule and not a variant: that follows from the folder it lies in.
fn is_rule(top: &Tabletop, file: &Path) -> bool {
    let folder = folders_of(file).into_iter().next();
    followed(top).is_none_or(|followed| followed != file) && folder.is_some_and(|name| [OWN_RULES, HOUSE].contains(&&*name))
}

/// Whether a file may be written to: one's own, and one from elsewhere where it is played by, a rule with the variant it lies beside.
fn may_be_written(top: &Tabletop, home: &Path, file: &Path, is_rule: bool) -> bool {
    match own(top, home).whose(file) {
        Whose::Own => is_file(file),
        Whose::Received => false,
        Whose::Shipped => own_file(top, home).is_some_and(|own| {
            let beside = own.parent().map(|folder| folder.join(OWN_RULES));
            own == file || is_rule && is_file(file) && file.parent() == beside.as_deref()
        }),
    }
}

/// Keeps what was written; the watch tells what follows.
pub(super) fn save(shop: &mut Workshop) -> Result<(), Problems> {
    let Some(open) = &mut shop.text else { return Ok(()) };
    write_atomically(&open.file, &open.text)?;
    open.saved.clone_from(&open.text);
    Ok(())
}

impl Tabletop {
    /// Opens the workshop's text at a place, unless that would lose what was written elsewhere.
    pub(super) fn show_text(&mut self, place: Place) {
        let wanted = place.file.clone().or_else(|| followed(self));
        let shop = &mut self.desk.workshop;
        shop.tab = Tab::Text;
        if shop.text.as_ref().is_some_and(|open| open.is_unsaved() && wanted.is_some_and(|file| file != open.file)) {
            self.remark.say(msg!("window.workshop.save_first"));
        } else {
            shop.wanted_text = Some(place);
        }
        self.desk.dock = Some(Dock::Workshop);
    }
}

/// Opens the text that is wanted, or the one to look at first.
fn take_up(shop: &mut Workshop, top: &Tabletop, home: &Path) {
    let wanted = shop.wanted_text.as_ref().and_then(|place| place.file.clone().or_else(|| followed(top)));
    let is_open = |file: &PathBuf| shop.text.as_ref().is_some_and(|open| open.file == *file || open.is_unsaved());
    let file = wanted.filter(|file| !is_open(file)).or_else(|| {
        let open = shop.text.as_ref();
        let again = open.filter(|open| open.variant == top.table.variant()).map(|open| open.file.clone());
        // A file that cannot be used just now is the one to look at.
        let first = || broken(top).next().or(again).or_else(|| followed(top));
        if open.is_some_and(|open| !open.is_stale(top)) { None } else { first() }
    });
    if let Some(file) = file {
        shop.text = OpenText::of(top, home, file);
    }
    if shop.text.is_none() {
        shop.wanted_text = None;
    }
    if let Some(open) = &mut shop.text {
        open.mistakes = mistakes_in(top, &open.file);
    }
}

pub(super) fn show(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, home: &Path, elements: &mut Elements) -> Option<Wish> {
    take_up(shop, top, home);
    let Some(open) = &mut shop.text else {
        ui.label(say!("window.workshop.no_text"));
        return None;
    };
    let unsaved = open.is_unsaved();
    let mut wish = choose_file(ui, open, top, elements);
    ui.add(egui::Label::new(RichText::new(open.file.display().to_string()).size(12.5).color(theme::INK_SOFT)).truncate());
    ui.horizontal_wrapped(|ui| {
        if open.own {
            let save =
                ui.add_enabled_ui(unsaved, |ui| main_button(ui, elements, "save_text", &say!("window.workshop.save_text"))).inner;
            let keyed = unsaved && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::S));
            if save.clicked() || keyed {
                wish = Some(Wish::SaveText);
            }
            let drop =
                ui.add_enabled_ui(unsaved, |ui| button(ui, elements, "drop_text", say!("window.workshop.drop_text"))).inner;
            if drop.clicked() {
                open.text.clone_from(&open.saved);
                open.check(top);
            }
            let good = known(top, &open.file).filter(|good| top.table.files().broken.is_some() && *good != open.text);
            if let Some(good) = good
                && button(ui, elements, "last_good_text", say!("window.workshop.last_good_text")).clicked()
            {
                good.clone_into(&mut open.text);
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
    let told = open.wrong().count().min(MOST);
    let below = if told == 0 { 26.0 } else { 36.0 + 74.0 * told as f32 };
    // A file that was only just written comes with the watch; until then its section is waited for.
    let wanted = shop.wanted_text.as_ref().and_then(|place| open.offset(&place.at));
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
    if told == 0 {
        let told = if unsaved { msg!("window.workshop.text_fits_unsaved") } else { msg!("window.workshop.text_fits") };
        let label = ui.label(RichText::new(told.to_string()).size(13.5).color(theme::SEA));
        elements.widget("text_fits", &label);
    } else {
        ScrollArea::vertical().id_salt("text_problems").show(ui, |ui| {
            for problem in open.wrong().take(MOST) {
                notice::show_problem(ui, problem);
            }
        });
    }
    wish
}

/// Where there are several files, the names of all; gives the way to another one.
fn choose_file(ui: &mut Ui, open: &OpenText, top: &Tabletop, elements: &mut Elements) -> Option<Wish> {
    let files = files(top);
    if files.len() < 2 {
        return None;
    }
    // Nothing that was written is lost by looking elsewhere.
    let choose = |ui: &mut Ui| {
        let mut wish = None;
        for file in files {
            let name = stem(&file);
            if toggle(ui, elements, &format!("file:{name}"), file == open.file, &name).clicked() {
                wish = Some(Wish::ShowText(Place::line(file, 1)));
            }
        }
        wish
    };
    ui.add_enabled_ui(!open.is_unsaved(), |ui| ui.horizontal_wrapped(choose).inner).inner
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
    let wrong = open.wrong_lines();
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
