//! The start screen: the games, the last one to go on with, kept ones to watch, and the way out.

use super::elements::Elements;
use super::panels::games::{self, Wish};
use super::panels::{button, main_button};
use super::shown::shown;
use super::theme;
use crate::files::read_file;
use crate::packs;
use crate::problem::Problems;
use crate::table::Saves;
use crate::table::trace::Trace;
use egui::{RichText, TextEdit, Ui};
use std::path::PathBuf;

/// What was chosen.
pub(super) enum Chosen {
    New(&'static str),
    Continue,
    Kept(Wish),
    Quit,
}

pub(super) struct Start {
    /// What the last game was, in a line, if there is one.
    last: Option<Result<String, String>>,
    replay_path: String,
    pub trouble: Option<Problems>,
}

impl Start {
    pub(super) fn new(saves: &Saves) -> Self {
        Self { last: last_game(saves), replay_path: String::new(), trouble: None }
    }

    pub(super) fn show(&mut self, context: &egui::Context, saves: &Saves, elements: &mut Elements) -> Option<Chosen> {
        let mut chosen = None;
        let window = egui::Window::new("start").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
        window.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).fixed_size([780.0, 640.0]).show(context, |ui| {
            ui.set_width(780.0);
            ui.vertical_centered(|ui| {
                ui.label(RichText::new("Triangulum").font(theme::font("title", 54.0)).color(theme::RED));
                ui.label(RichText::new("A game table whose rules are alive").font(theme::font("water", 22.0)).color(theme::SEA));
            });
            ui.add_space(14.0);
            if let Some(last) = &self.last {
                chosen = continue_card(ui, last, elements);
                ui.add_space(10.0);
            }
            for (pack, shown) in packs::ALL.iter().filter_map(|pack| Some((pack, shown(pack.name())?))) {
                ui.horizontal(|ui| {
                    if main_button(ui, elements, &format!("new:{}", pack.name()), &format!("New game of {}", pack.title()))
                        .clicked()
                    {
                        chosen = Some(Chosen::New(pack.name()));
                    }
                    ui.label(RichText::new(shown.tagline).color(theme::INK_SOFT));
                });
            }
            ui.add_space(14.0);
            ui.label(RichText::new("Kept games").font(theme::font("title", 24.0)).color(theme::SEA));
            ui.allocate_ui(egui::vec2(780.0, 130.0), |ui| {
                ui.set_max_height(130.0);
                if let Some(wish) = games::list(ui, saves, elements) {
                    chosen = Some(Chosen::Kept(wish));
                }
            });
            ui.add_space(6.0);
            if let Some(wish) = self.replay_field(ui, elements) {
                chosen = Some(Chosen::Kept(wish));
            }
            if let Some(problems) = &self.trouble {
                for problem in problems.0.iter().take(2) {
                    super::panels::notice::show_problem(ui, problem);
                }
            }
            ui.add_space(10.0);
            if button(ui, elements, "quit", "Quit").clicked() {
                chosen = Some(Chosen::Quit);
            }
        });
        chosen
    }

    fn replay_field(&mut self, ui: &mut Ui, elements: &mut Elements) -> Option<Wish> {
        let mut wish = None;
        ui.horizontal(|ui| {
            ui.label("Watch a recorded game:");
            let field = ui.add(
                TextEdit::singleline(&mut self.replay_path)
                    .desired_width(380.0)
                    .hint_text("path of a .jsonl file, or drop one here"),
            );
            elements.widget("replay_path", &field);
            if button(ui, elements, "watch_path", "Watch").clicked() && !self.replay_path.trim().is_empty() {
                wish = Some(Wish::Watch(PathBuf::from(self.replay_path.trim())));
            }
        });
        wish
    }
}

fn continue_card(ui: &mut Ui, last: &Result<String, String>, elements: &mut Elements) -> Option<Chosen> {
    let mut chosen = None;
    let frame =
        egui::Frame::new().fill(theme::SEA_PALE).stroke(egui::Stroke::new(1.0, theme::SEA)).corner_radius(6.0).inner_margin(10.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        match last {
            Ok(line) => {
                ui.horizontal(|ui| {
                    if main_button(ui, elements, "continue", "Continue").clicked() {
                        chosen = Some(Chosen::Continue);
                    }
                    ui.add(egui::Label::new(line).truncate());
                });
            }
            Err(problem) => {
                ui.label(RichText::new(format!("The last game cannot be continued: {problem}")).color(theme::RED));
            }
        }
    });
    chosen
}

/// The game that was being played last, in a line.
fn last_game(saves: &Saves) -> Option<Result<String, String>> {
    let path = saves.autosave();
    if !path.exists() {
        return None;
    }
    let trace = read_file(&path).map_err(Problems::from).and_then(Trace::parse);
    Some(match trace {
        Ok(trace) => {
            let (header, state) = (&trace.header, how_far(&trace));
            let cast = header.cast();
            let names: Vec<&str> = cast.iter().map(|card| card.name.as_str()).collect();
            Ok(format!("{}, {}: {} · {state}", header.pack.title(), header.rules.blueprint.title, names.join(", ")))
        }
        Err(problems) => Err(problems.0.first().map(|problem| problem.message.clone()).unwrap_or_default()),
    })
}

/// How far a recorded game has come, without playing it.
fn how_far(trace: &Trace) -> String {
    let last = |kind: &str| trace.lines.iter().rfind(|line| line.kind == kind);
    match last("turn").and_then(|line| line.value["round"].as_u64()) {
        _ if last("ended").is_some() => "finished".to_owned(),
        Some(round) => format!("round {round}"),
        None => "just begun".to_owned(),
    }
}
