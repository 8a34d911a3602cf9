//! The start screen: the last game to go on with, the games as pictures, those that are kept, and the way to rules and settings.

use super::book::OpenBook;
use super::elements::Elements;
use super::kept::Kept;
use super::panels::games::{self, Wish};
use super::panels::tips::Explained;
use super::panels::{button, main_button, options, rulebook, shortcuts, toggle};
use super::pictures::Pictures;
use super::settings::Settings;
use super::shown::is_shown;
use super::system::IS_PAGE;
use super::{language, names, theme};
use crate::packs;
use crate::problem::Problems;
use crate::scenario::lesson;
use crate::sim::Pack;
use crate::variant::{Library, STANDARD, rulebook as printing};
use crate::words::{self, say};
use egui::{Align, Context, Image, Label, Layout, RichText, ScrollArea, Stroke, Ui, Vec2, vec2};

/// What was chosen.
pub(super) enum Chosen {
    New(&'static str),
    /// A game with house rules.
    House(&'static str),
    /// A guided first game.
    Learn(&'static dyn Pack),
    Kept(Wish),
    /// Another language, by its code.
    Language(String),
    Quit,
}

/// What lies open over the start screen.
enum Open {
    Rules(Box<OpenBook>),
    Settings,
}

#[derive(Default)]
pub(super) struct Start {
    pub trouble: Problems,
    open: Option<Open>,
    /// The sheet of keys lies over everything.
    keys: bool,
}

/// What the screen shows of others.
pub(super) struct Around<'a> {
    pub kept: &'a mut Kept,
    pub pictures: &'a mut Pictures,
    pub library: &'a Library,
    pub settings: &'a mut Settings,
}

const SHEET: Vec2 = vec2(1080.0, 724.0);
/// A game's card: how wide it is, and how high what stands under its picture.
const CARD: f32 = 330.0;
const UNDER_PICTURE: f32 = 166.0;
/// Its margins at both sides, with its edge.
const AROUND_CARD: f32 = 22.0;
/// What a bar for scrolling takes of the width.
const SCROLL_BAR: f32 = 16.0;
/// How high its picture may be; it has what kept games leave.
const PICTURE: std::ops::RangeInclusive<f32> = 128.0..=248.0;
/// What else there is on the sheet, a game to go on with, and a kept one.
const ELSE: f32 = 342.0;
const CONTINUE: f32 = 106.0;
const KEPT: f32 = 62.0;
const THUMBNAIL: Vec2 = vec2(104.0, 76.0);

/// How many cards find room beside each other.
fn beside(width: f32) -> usize {
    ((width + 8.0) / (CARD + AROUND_CARD + 8.0)).floor().max(1.0) as usize
}

/// The sheet in so much width: cards that find no room beside each other lie below each other.
fn sheet(width: f32) -> Vec2 {
    let wide = if width < SHEET.x { (width - SCROLL_BAR).max(CARD + AROUND_CARD) } else { SHEET.x };
    let games = packs::known().iter().filter(|pack| is_shown(**pack)).count();
    let rows = games.div_ceil(beside(wide)).max(1);
    vec2(wide, SHEET.y + (rows - 1) as f32 * (PICTURE.end() + UNDER_PICTURE + 30.0))
}

impl Start {
    /// Lays the sheet of keys over the screen, or puts it away; not over what lies open there.
    pub(super) fn toggle_keys(&mut self) {
        self.keys = !self.keys && self.open.is_none();
    }

    /// Closes what lies open; false when nothing does.
    pub(super) fn close(&mut self) -> bool {
        std::mem::take(&mut self.keys) || self.open.take().is_some()
    }

    pub(super) fn show(&mut self, context: &Context, around: &mut Around<'_>, elements: &mut Elements) -> Option<Chosen> {
        around.pictures.look(context);
        let mut chosen = None;
        let window = egui::Window::new("start").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
        // Large letters make the window small: what does not fit is scrolled.
        let room = (context.screen_rect().size() - vec2(40.0, 40.0)).min(SHEET);
        window.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).fixed_size(room).show(context, |ui| {
            ui.set_min_size(room);
            let sheet = sheet(room.x);
            ScrollArea::new([room.x < sheet.x, room.y < sheet.y]).id_salt("start").show(ui, |ui| {
                ui.set_min_size(sheet);
                ui.set_max_size(sheet);
                ui.add_enabled_ui(self.open.is_none() && !self.keys, |ui| {
                    header(ui, elements, &mut chosen);
                    let newest = continue_card(ui, around, elements, &mut chosen);
                    self.games(ui, around, elements, &mut chosen);
                    ui.add_space(6.0);
                    ui.label(RichText::new(say!("window.games.kept")).font(theme::font("title", 22.0)).color(theme::SEA));
                    let trouble = 64.0 * self.trouble.0.len().min(2) as f32;
                    let room = (ui.available_height() - 46.0 - trouble).max(60.0);
                    ui.allocate_ui(vec2(sheet.x, room), |ui| {
                        ui.set_max_height(room);
                        ui.set_min_height(room);
                        if let Some(wish) = games::list(ui, around.kept, newest.as_deref(), around.pictures, elements) {
                            chosen = Some(Chosen::Kept(wish));
                        }
                    });
                    for problem in self.trouble.0.iter().take(2) {
                        super::panels::notice::show_problem(ui, problem);
                    }
                    self.footer(ui, elements, &mut chosen);
                });
            });
        });
        self.show_open(context, around.settings, elements);
        if self.keys {
            self.keys = shortcuts::show_all(context, elements);
        }
        chosen
    }

    /// The games, a card for each.
    fn games(&mut self, ui: &mut Ui, around: &mut Around<'_>, elements: &mut Elements, chosen: &mut Option<Chosen>) {
        let kept = around.kept.running.len() + around.kept.named.len();
        let taken = if around.kept.newest().is_some() { CONTINUE + KEPT * (kept - 1) as f32 } else { KEPT * kept as f32 };
        let picture = (SHEET.y - ELSE - taken).clamp(*PICTURE.start(), *PICTURE.end());
        let packs: Vec<_> = packs::known().iter().filter(|pack| is_shown(**pack)).collect();
        for row in packs.chunks(beside(ui.available_width())) {
            ui.horizontal_top(|ui| {
                for pack in row {
                    let frame = egui::Frame::new().fill(theme::PAPER_DEEP).corner_radius(8.0).inner_margin(10.0);
                    frame.stroke(Stroke::new(1.0, theme::PAPER_EDGE)).show(ui, |ui| {
                        ui.set_width(CARD);
                        ui.set_height(picture + UNDER_PICTURE);
                        ui.vertical(|ui| self.game(ui, **pack, picture, around, elements, chosen));
                    });
                }
            });
        }
    }

    fn game(
        &mut self,
        ui: &mut Ui,
        pack: &'static dyn Pack,
        high: f32,
        around: &mut Around<'_>,
        elements: &mut Elements,
        chosen: &mut Option<Chosen>,
    ) {
        let name = pack.name();
        // The button below does the same for the keyboard.
        let (rect, picture) = ui.allocate_exact_size(vec2(CARD, high), egui::Sense::CLICK);
        paint(ui, rect, around.pictures.game(name).and_then(|seen| seen.picture.as_ref()));
        if picture.on_hover_cursor(egui::CursorIcon::PointingHand).explained(say!("window.tips.new")).clicked() {
            *chosen = Some(Chosen::New(name));
        }
        let title = RichText::new(pack.title().to_string()).font(theme::font("title", 25.0)).color(theme::RED);
        ui.add(Label::new(title).truncate());
        let tagline = RichText::new(names::tagline(pack).to_string()).size(14.0).color(theme::INK_SOFT);
        ui.allocate_ui(vec2(CARD, 38.0), |ui| {
            ui.set_min_height(38.0);
            ui.add(Label::new(tagline).wrap());
        });
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.spacing_mut().button_padding.x = 8.0;
            if main_button(ui, elements, &format!("new:{name}"), &say!("window.start.play")).clicked() {
                *chosen = Some(Chosen::New(name));
            }
            let teaches = !lesson::files(around.library, pack).is_empty();
            if teaches && button(ui, elements, &format!("learn:{name}"), say!("window.start.learn")).clicked() {
                *chosen = Some(Chosen::Learn(pack));
            }
        });
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if button(ui, elements, &format!("rules:{name}"), say!("window.bar.rulebook")).clicked() {
                self.open = read(around.library, pack).map(|book| Open::Rules(Box::new(book)));
            }
            if button(ui, elements, &format!("house:{name}"), say!("window.bar.house_rules")).clicked() {
                *chosen = Some(Chosen::House(name));
            }
        });
    }

    /// Settings, a word on recorded games, and the way out.
    fn footer(&mut self, ui: &mut Ui, elements: &mut Elements, chosen: &mut Option<Chosen>) {
        ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
            ui.horizontal(|ui| {
                if button(ui, elements, "start_settings", say!("window.bar.settings")).clicked() {
                    self.open = Some(Open::Settings);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if !IS_PAGE && button(ui, elements, "quit", say!("window.start.quit")).clicked() {
                        *chosen = Some(Chosen::Quit);
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let hint = RichText::new(say!("window.start.drop")).size(13.5).color(theme::INK_SOFT);
                        ui.add(Label::new(hint).truncate());
                    });
                });
            });
        });
    }

    /// The rules or the settings, over the start screen.
    fn show_open(&mut self, context: &Context, settings: &mut Settings, elements: &mut Elements) {
        let Some(open) = &mut self.open else { return };
        let mut close = false;
        let size = (context.screen_rect().size() - vec2(40.0, 40.0)).min(vec2(560.0, 640.0));
        let window = egui::Window::new("start_open").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
        window.order(egui::Order::Foreground).anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).fixed_size(size).show(
            context,
            |ui| {
                ui.set_min_size(size);
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    close = button(ui, elements, "close", say!("window.start.close")).clicked();
                });
                match open {
                    Open::Rules(book) => rulebook::read(ui, book, elements),
                    Open::Settings => options::show(ui, settings, elements),
                }
            },
        );
        if close {
            self.open = None;
        }
    }
}

/// The rulebook of a game as it is printed.
fn read(library: &Library, pack: &dyn Pack) -> Option<OpenBook> {
    let variant = library.load(pack.name(), STANDARD).ok()?;
    let blocks = printing::blocks(variant.effective(), &variant.rules, true);
    Some(OpenBook::new(variant.rules.clone(), blocks, String::new()))
}

/// The name of it all, and the languages.
fn header(ui: &mut Ui, elements: &mut Elements, chosen: &mut Option<Chosen>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Triangulum").font(theme::font("title", 44.0)).color(theme::RED));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let spoken = words::spoken();
            for (code, name) in language::choices().iter().rev() {
                if toggle(ui, elements, &format!("language:{code}"), spoken.language == *code, name).clicked() {
                    *chosen = Some(Chosen::Language(code.clone()));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let tagline = RichText::new(say!("window.start.tagline")).font(theme::font("water", 21.0)).color(theme::SEA);
                ui.add(Label::new(tagline).truncate());
            });
        });
    });
}

/// The game to go on with, if there is one; tells which.
fn continue_card(
    ui: &mut Ui,
    around: &mut Around<'_>,
    elements: &mut Elements,
    chosen: &mut Option<Chosen>,
) -> Option<std::path::PathBuf> {
    if around.kept.running.iter().any(|running| running.held) {
        let told = ui.label(RichText::new(say!("window.start.other_window")).size(14.0).color(theme::RED));
        elements.widget("other_window", &told);
    }
    let newest = around.kept.newest()?;
    let (slot, line) = (newest.slot.clone(), newest.line.as_ref().map(ToString::to_string).unwrap_or_default());
    let frame =
        egui::Frame::new().fill(theme::SEA_PALE).stroke(Stroke::new(1.0, theme::SEA)).corner_radius(6.0).inner_margin(8.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(THUMBNAIL, egui::Sense::hover());
            let seen = super::kept::written(&slot.path).and_then(|written| around.pictures.kept(&slot.path, written));
            paint(ui, rect, seen.and_then(|seen| seen.picture.as_ref()));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if main_button(ui, elements, "continue", &say!("window.start.continue")).clicked() {
                    *chosen = Some(Chosen::Kept(Wish::Resume(slot.clone())));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(line).size(17.0)).wrap());
                });
            });
        });
    });
    ui.add_space(6.0);
    Some(slot.path)
}

/// A picture that fills a place, cut where it is too high or too wide; plain paper until it is drawn.
fn paint(ui: &Ui, rect: egui::Rect, picture: Option<&egui::TextureHandle>) {
    let Some(picture) = picture else {
        ui.painter().rect_filled(rect, 6.0, theme::SEA_PALE);
        return;
    };
    let (size, wanted) = (picture.size_vec2(), rect.size());
    let share = (wanted / size) / (wanted / size).max_elem();
    let uv = egui::Rect::from_center_size(egui::pos2(0.5, 0.5), share);
    Image::new(picture).uv(uv).corner_radius(6.0).paint_at(ui, rect);
}
