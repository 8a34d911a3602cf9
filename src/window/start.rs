//! The start screen: the games, the last one to go on with, kept ones to watch, and the way out.

use super::elements::Elements;
use super::kept::{Kept, Running};
use super::panels::games::{self, Wish};
use super::panels::{button, main_button};
use super::shown::shown;
use super::theme;
use crate::packs;
use crate::problem::Problems;
use egui::{RichText, TextEdit, Ui};
use std::path::PathBuf;

/// What was chosen.
pub(super) enum Chosen {
    New(&'static str),
    Kept(Wish),
    Quit,
}

#[derive(Default)]
pub(super) struct Start {
    replay_path: String,
    pub trouble: Problems,
}

impl Start {
    pub(super) fn show(&mut self, context: &egui::Context, kept: &Kept, elements: &mut Elements) -> Option<Chosen> {
        let mut chosen = None;
        let window = egui::Window::new("start").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
        window.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).fixed_size([780.0, 640.0]).show(context, |ui| {
            ui.set_width(780.0);
            ui.vertical_centered(|ui| {
                ui.label(RichText::new("Triangulum").font(theme::font("title", 54.0)).color(theme::RED));
                ui.label(RichText::new("A game table whose rules are alive").font(theme::font("water", 22.0)).color(theme::SEA));
            });
            ui.add_space(14.0);
            let newest = kept.newest();
            if let Some(newest) = newest {
                chosen = continue_card(ui, newest, elements);
                ui.add_space(10.0);
            }
            if kept.running.iter().any(|running| running.held) {
                let words = "Another window plays a game from here. This one keeps its games in slots of its own.";
                let told = ui.label(RichText::new(words).size(14.0).color(theme::RED));
                elements.widget("other_window", &told);
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

fn continue_card(ui: &mut Ui, newest: &Running, elements: &mut Elements) -> Option<Chosen> {
    let mut chosen = None;
    let frame =
        egui::Frame::new().fill(theme::SEA_PALE).stroke(egui::Stroke::new(1.0, theme::SEA)).corner_radius(6.0).inner_margin(10.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal(|ui| {
            if main_button(ui, elements, "continue", "Continue").clicked() {
                chosen = Some(Chosen::Kept(Wish::Resume(newest.slot.clone())));
            }
            ui.add(egui::Label::new(newest.line.as_deref().unwrap_or_default()).truncate());
        });
    });
    chosen
}
