//! What the files have to say: a change that was taken up, or a mistake that stays on the screen until it is mended.

use super::button;
use crate::problem::Problem;
use crate::window::elements::Elements;
use crate::window::table::{Notice, Table};
use crate::window::theme;
use egui::{Color32, Rect, RichText, Stroke, Ui, vec2};

/// Shows the notice and passing remarks at the bottom of the board.
pub fn show(ui: &mut Ui, sea: Rect, table: &mut Table, elements: &mut Elements) {
    let mut dismissed = false;
    let context = ui.ctx().clone();
    let width = sea.width().min(620.0);
    let area = egui::Area::new("notice".into())
        .fixed_pos(sea.left_bottom())
        .pivot(egui::Align2::LEFT_BOTTOM)
        .order(egui::Order::Foreground);
    area.show(&context, |ui| {
        ui.set_width(width);
        if let Some((remark, _)) = &table.remark {
            card(ui, theme::PAPER, theme::PAPER_EDGE, |ui| {
                let response = ui.label(RichText::new(remark).color(theme::INK));
                elements.widget("remark", &response);
            });
        }
        match &table.notice {
            None => {}
            Some(Notice::Changed(changes)) => card(ui, theme::SEA_PALE, theme::SEA, |ui| {
                ui.horizontal(|ui| {
                    let title =
                        ui.label(RichText::new("The rules have changed").font(theme::font("bold", 16.0)).color(theme::SEA));
                    elements.widget("verdict", &title);
                    dismissed = ui.small_button("✕").clicked();
                });
                for change in changes.iter().take(8) {
                    ui.label(RichText::new(change.to_string()).color(theme::INK));
                }
                if changes.len() > 8 {
                    ui.label(RichText::new(format!("and {} more", changes.len() - 8)).color(theme::INK_SOFT));
                }
            }),
            Some(Notice::Mended) => card(ui, theme::SEA_PALE, theme::SEA, |ui| {
                ui.horizontal(|ui| {
                    let response = ui.label("The rules are in order again.");
                    elements.widget("mended", &response);
                    dismissed = ui.small_button("✕").clicked();
                });
            }),
            Some(Notice::Broken(problems)) => card(ui, Color32::from_rgb(0xfb, 0xe9, 0xe2), theme::RED, |ui| {
                let title = "This file cannot be used; the game goes on under the last good rules";
                let response = ui.label(RichText::new(title).font(theme::font("bold", 15.0)).color(theme::RED));
                elements.widget("broken", &response);
                for problem in problems.0.iter().filter(|problem| problem.is_error()).take(3) {
                    show_problem(ui, problem);
                }
                let path = problems.0.first().map(|problem| problem.path.clone()).unwrap_or_default();
                if std::path::Path::new(&path).exists() && button(ui, elements, "open_broken", "Open in editor").clicked() {
                    open(&mut table.remark, &path);
                }
            }),
        }
    });
    if dismissed {
        table.notice = None;
    }
}

/// Opens a file with whatever the person edits such files with.
pub fn open(remark: &mut Option<(String, f32)>, path: &str) {
    if let Err(error) = opener::open(path) {
        *remark = Some((format!("{path} cannot be opened here: {error}"), 6.0));
    }
}

fn card(ui: &mut Ui, fill: Color32, edge: Color32, contents: impl FnOnce(&mut Ui)) {
    let frame = egui::Frame::new().fill(fill).stroke(Stroke::new(1.5, edge)).corner_radius(6.0).inner_margin(10.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
        contents(ui);
    });
}

/// A problem with its place, its line and its remedy.
pub fn show_problem(ui: &mut Ui, problem: &Problem) {
    let place = problem.place.as_ref().map(|spot| format!(":{}:{}", spot.line, spot.column)).unwrap_or_default();
    ui.label(RichText::new(format!("{}{place}: {}", problem.path, problem.message)).color(theme::INK));
    if let Some(spot) = &problem.place {
        let caret = " ".repeat(spot.column.saturating_sub(1)) + &"^".repeat(spot.width);
        ui.label(RichText::new(format!("{}\n{caret}", spot.text)).monospace().color(theme::RED));
    }
    for (word, text) in [("allowed", &problem.allowed), ("remedy", &problem.remedy)] {
        if let Some(text) = text {
            ui.label(RichText::new(format!("{word}: {text}")).color(theme::INK_SOFT));
        }
    }
}
