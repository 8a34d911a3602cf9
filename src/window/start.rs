//! The start screen: the games, the last one to go on with, kept ones to watch, and the way out.

use super::elements::Elements;
use super::kept::{Kept, Running};
use super::panels::games::{self, Wish};
use super::panels::{button, main_button, toggle};
use super::shown::is_shown;
use super::system::IS_PAGE;
use super::{language, names, theme};
use crate::packs;
use crate::problem::Problems;
use crate::scenario::lesson;
use crate::sim::Pack;
use crate::variant::Library;
use crate::words::{self, say};
use egui::{RichText, TextEdit, Ui};
use std::path::PathBuf;

/// What was chosen.
pub(super) enum Chosen {
    New(&'static str),
    /// A guided first game.
    Learn(&'static dyn Pack),
    Kept(Wish),
    /// Another language, by its code.
    Language(String),
    Quit,
}

#[derive(Default)]
pub(super) struct Start {
    replay_path: String,
    pub trouble: Problems,
}

impl Start {
    pub(super) fn show(
        &mut self,
        context: &egui::Context,
        kept: &Kept,
        library: &Library,
        elements: &mut Elements,
    ) -> Option<Chosen> {
        let mut chosen = None;
        let window = egui::Window::new("start").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
        window.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).fixed_size([780.0, 640.0]).show(context, |ui| {
            ui.set_width(780.0);
            ui.vertical_centered(|ui| {
                ui.label(RichText::new("Triangulum").font(theme::font("title", 54.0)).color(theme::RED));
                ui.label(RichText::new(say!("window.start.tagline")).font(theme::font("water", 22.0)).color(theme::SEA));
            });
            ui.add_space(14.0);
            let newest = kept.newest();
            if let Some(newest) = newest {
                chosen = continue_card(ui, newest, elements);
                ui.add_space(10.0);
            }
            if kept.running.iter().any(|running| running.held) {
                let told = ui.label(RichText::new(say!("window.start.other_window")).size(14.0).color(theme::RED));
                elements.widget("other_window", &told);
            }
            for pack in packs::known().iter().filter(|pack| is_shown(**pack)) {
                ui.horizontal(|ui| {
                    let label = say!("window.start.new_game", game = pack.title());
                    if main_button(ui, elements, &format!("new:{}", pack.name()), &label).clicked() {
                        chosen = Some(Chosen::New(pack.name()));
                    }
                    if !lesson::files(library, *pack).is_empty()
                        && button(ui, elements, &format!("learn:{}", pack.name()), say!("window.start.learn")).clicked()
                    {
                        chosen = Some(Chosen::Learn(*pack));
                    }
                    let tagline = RichText::new(names::tagline(*pack).to_string()).color(theme::INK_SOFT);
                    ui.add(egui::Label::new(tagline).wrap());
                });
            }
            ui.add_space(14.0);
            ui.label(RichText::new(say!("window.games.kept")).font(theme::font("title", 24.0)).color(theme::SEA));
            ui.allocate_ui(egui::vec2(780.0, 130.0), |ui| {
                ui.set_max_height(130.0);
                let is_another = |running: &&Running| newest.is_none_or(|newest| newest.slot != running.slot);
                let others: Vec<&Running> = kept.running.iter().filter(is_another).collect();
                if let Some(wish) = games::list(ui, &others, kept, elements) {
                    chosen = Some(Chosen::Kept(wish));
                }
            });
            ui.add_space(6.0);
            if let Some(wish) = self.replay_field(ui, elements) {
                chosen = Some(Chosen::Kept(wish));
            }
            for problem in self.trouble.0.iter().take(2) {
                super::panels::notice::show_problem(ui, problem);
            }
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                if !IS_PAGE && button(ui, elements, "quit", say!("window.start.quit")).clicked() {
                    chosen = Some(Chosen::Quit);
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let spoken = words::spoken();
                    for (code, name) in language::choices().iter().rev() {
                        if toggle(ui, elements, &format!("language:{code}"), spoken.language == *code, name).clicked() {
                            chosen = Some(Chosen::Language(code.clone()));
                        }
                    }
                });
            });
        });
        chosen
    }

    fn replay_field(&mut self, ui: &mut Ui, elements: &mut Elements) -> Option<Wish> {
        let mut wish = None;
        ui.horizontal(|ui| {
            ui.label(say!("window.start.watch_recorded"));
            let hint = say!("window.start.watch_hint");
            let field = ui.add(TextEdit::singleline(&mut self.replay_path).desired_width(380.0).hint_text(hint));
            elements.widget("replay_path", &field);
            if button(ui, elements, "watch_path", say!("window.games.watch")).clicked() && !self.replay_path.trim().is_empty() {
                wish = Some(Wish::Watch(PathBuf::from(self.replay_path.trim())));
            }
        });
        wish
    }
}

fn continue_card(ui: &mut Ui, newest: &Running, elements: &mut Elements) -> Option<Chosen> {
    let mut chosen = None;
    let frame =
        egui::Frame::new().fill(theme::SEA_PALE).stroke(egui::Stroke::new(1.0, theme::SEA)).corner_radius(6.0).inner_margin(10.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal(|ui| {
            if main_button(ui, elements, "continue", &say!("window.start.continue")).clicked() {
                chosen = Some(Chosen::Kept(Wish::Resume(newest.slot.clone())));
            }
            let line = newest.line.as_ref().map(ToString::to_string).unwrap_or_default();
            ui.add(egui::Label::new(line).truncate());
        });
    });
    chosen
}
