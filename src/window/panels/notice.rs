//! What there is to be told beside the board: passing remarks, advice that was asked for, and what the files have to say,
//! be it a change that was taken up or a mistake that stays on the screen until it is mended.

use super::button;
use super::house_rules::{own_file, take_side};
use crate::files::exists;
use crate::problem::Problem;
use crate::variant::declare::Applies;
use crate::window::elements::Elements;
use crate::window::settings::Settings;
use crate::window::tabletop::{Notice, Tabletop};
use crate::window::theme;
use egui::{Color32, Rect, RichText, ScrollArea, Stroke, Ui, UiBuilder, vec2};

/// Shows the notice and passing remarks in a column of the side; gives the height they would like to have.
pub(crate) fn show(ui: &mut Ui, rect: Rect, top: &mut Tabletop, settings: &Settings, elements: &mut Elements) -> f32 {
    let (mut dismissed, mut advice_dismissed, mut side) = (false, false, None);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.set_clip_rect(rect.expand(1.0));
    let scroll = ScrollArea::vertical().id_salt("notice").auto_shrink([false, true]).max_height(rect.height());
    let height = scroll.show(&mut child, |ui| {
        if let Some((remark, _)) = &top.remark {
            card(ui, theme::PAPER, theme::PAPER_EDGE, |ui| {
                let response = ui.label(RichText::new(remark).size(14.0).color(theme::INK));
                elements.widget("remark", &response);
            });
        }
        advice_dismissed = show_hint(ui, top, elements);
        dismissed = show_notice(ui, top, elements);
        if top.shows_discord() {
            side = show_discord(ui, top, elements);
        }
    });
    if let Some(side) = side {
        take_side(top, side, settings);
    }
    if advice_dismissed {
        top.drop_hint();
    }
    if dismissed {
        top.notice = None;
    }
    height.content_size.y
}

/// Shows what the Captain advises; true when it was dismissed.
fn show_hint(ui: &mut Ui, top: &Tabletop, elements: &mut Elements) -> bool {
    let Some(hint) = &top.hint else { return false };
    let mut dismissed = false;
    card(ui, theme::PAPER, theme::ADVICE, |ui| match hint.given() {
        None => {
            dismissed = title(ui, elements, "thinking", "The Captain is thinking …", theme::ADVICE);
            let bar = ui.add(egui::ProgressBar::new(hint.progress()).desired_height(6.0).fill(theme::ADVICE));
            elements.widget("thoughts", &bar);
        }
        Some(given) => {
            dismissed = title(ui, elements, "advice", "The Captain’s advice", theme::ADVICE);
            ui.label(RichText::new(&given.words).size(14.0).color(theme::INK));
            for (tone, line) in &given.prospects {
                ui.label(RichText::new(line).size(14.0).color(tone.colour()));
            }
        }
    });
    dismissed
}

/// Shows what the files have said; true when it was dismissed.
fn show_notice(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) -> bool {
    let mut dismissed = false;
    match &top.notice {
        None => {}
        Some(Notice::Changed(verdict)) => card(ui, theme::SEA_PALE, theme::SEA, |ui| {
            dismissed = title(ui, elements, "verdict", "The rules have changed", theme::SEA);
            some_lines(ui, &verdict.lines());
        }),
        Some(Notice::Mended) => card(ui, theme::SEA_PALE, theme::SEA, |ui| {
            dismissed = title(ui, elements, "mended", "The rules are in order again", theme::SEA);
        }),
        Some(Notice::Damaged(problem)) => card(ui, Color32::from_rgb(0xfb, 0xe9, 0xe2), theme::RED, |ui| {
            dismissed = title(ui, elements, "damaged", "Something is wrong with this recording", theme::RED);
            let line = problem.place.as_ref().map(|spot| format!(", line {}", spot.line)).unwrap_or_default();
            let remedy = problem.remedy.as_deref().unwrap_or_default();
            some_lines(ui, &[format!("{}{line}", problem.path), problem.message.clone(), remedy.to_owned()]);
        }),
        Some(Notice::Broken(problems)) => card(ui, Color32::from_rgb(0xfb, 0xe9, 0xe2), theme::RED, |ui| {
            let words = "This file cannot be used; the game goes on under its own rules";
            let response = ui.label(RichText::new(words).font(theme::font("bold", 14.0)).color(theme::RED));
            elements.widget("broken", &response);
            for problem in problems.0.iter().filter(|problem| problem.is_error()).take(3) {
                show_problem(ui, problem);
            }
            let path = problems.0.first().map(|problem| problem.path.clone()).unwrap_or_default();
            if exists(std::path::Path::new(&path)) && button(ui, elements, "open_broken", "Open in editor").clicked() {
                open(&mut top.remark, &path);
            }
        }),
    }
    dismissed
}

/// The first lines of a list, and how many there are more.
fn some_lines(ui: &mut Ui, lines: &[String]) {
    const MOST: usize = 8;
    for line in lines.iter().take(MOST) {
        ui.label(RichText::new(line).size(14.0).color(theme::INK));
    }
    if lines.len() > MOST {
        ui.label(RichText::new(format!("and {} more", lines.len() - MOST)).color(theme::INK_SOFT));
    }
}

/// Which side is taken where files and game say different things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Play by the files.
    Files,
    /// Write the game's rules into the file.
    Game,
    /// Leave it as it is.
    Neither,
}

/// Says where the files and the game being played differ, with a way to take either side.
pub(crate) fn show_discord(ui: &mut Ui, top: &Tabletop, elements: &mut Elements) -> Option<Side> {
    let changes = top.table.files().discord();
    if changes.is_empty() || top.replay.is_some() {
        return None;
    }
    let mut side = None;
    let waits = changes.iter().all(|change| change.applies == Applies::NextGame);
    card(ui, theme::SEA_PALE, theme::SEA, |ui| {
        let heading = if waits { "Waiting for the next game" } else { "The file says something else" };
        if title(ui, elements, "discord", heading, theme::SEA) {
            side = Some(Side::Neither);
        }
        if !waits {
            ui.label(RichText::new("In the file, but not in this game:").size(13.0).color(theme::INK_SOFT));
        }
        some_lines(ui, &changes.iter().map(ToString::to_string).collect::<Vec<_>>());
        ui.horizontal_wrapped(|ui| {
            let usable = top.table.files().broken.is_none();
            if usable && !waits && button(ui, elements, "take_files", "Play by the file").clicked() {
                side = Some(Side::Files);
            }
            if own_file(top).is_some() && button(ui, elements, "take_game", "Put the game’s rules into the file").clicked() {
                side = Some(Side::Game);
            }
        });
    });
    side
}

/// A heading with a cross to dismiss it; true when that was pressed.
fn title(ui: &mut Ui, elements: &mut Elements, name: &str, text: &str, colour: Color32) -> bool {
    ui.horizontal(|ui| {
        let title = ui.label(RichText::new(text).font(theme::font("bold", 15.0)).color(colour));
        elements.widget(name, &title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.small_button("×").clicked()).inner
    })
    .inner
}

/// Opens a file with whatever the person edits such files with.
pub(crate) fn open(remark: &mut Option<(String, f32)>, path: &str) {
    if let Err(error) = opener::open(path) {
        *remark = Some((format!("{path} cannot be opened here: {error}"), 6.0));
    }
}

fn card(ui: &mut Ui, fill: Color32, edge: Color32, contents: impl FnOnce(&mut Ui)) {
    let frame = egui::Frame::new().fill(fill).stroke(Stroke::new(1.5, edge)).corner_radius(8.0).inner_margin(10.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
        contents(ui);
    });
}

/// A problem with its place, its line and its remedy.
pub(crate) fn show_problem(ui: &mut Ui, problem: &Problem) {
    let place = problem.place.as_ref().map(|spot| format!(":{}:{}", spot.line, spot.column)).unwrap_or_default();
    ui.label(RichText::new(format!("{}{place}: {}", problem.path, problem.message)).size(14.0).color(theme::INK));
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
