//! What there is to be told beside the board: passing remarks, advice that was asked for, and what the files have to say,
//! be it a change that was taken up or a mistake that stays on the screen until it is mended.

use super::tips::{Explained, tell};
use super::{button, look_back};
use crate::files::exists;
use crate::problem::Problem;
use crate::variant::declare::Applies;
use crate::variant::propose::Change;
use crate::window::elements::Elements;
use crate::window::settings::Settings;
use crate::window::system;
use crate::window::tabletop::{Notice, Remark, Tabletop};
use crate::window::theme;
use crate::window::workshop::{own_file, resting, take_side};
use crate::words::{msg, say};
use egui::{Color32, Rect, RichText, ScrollArea, Stroke, TextStyle, Ui, UiBuilder, vec2};
use std::path::Path;

/// Shows the notice and passing remarks in a column of the side; gives the height they would like to have.
pub(crate) fn show(
    ui: &mut Ui,
    rect: Rect,
    top: &mut Tabletop,
    settings: &Settings,
    home: &Path,
    elements: &mut Elements,
) -> f32 {
    let (mut dismissed, mut advice_dismissed, mut turn_dismissed, mut side) = (false, false, false, None);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.set_clip_rect(rect.expand(1.0));
    let scroll = ScrollArea::vertical().id_salt("notice").auto_shrink([false, true]).max_height(rect.height());
    let height = scroll.show(&mut child, |ui| {
        if let Some(remark) = top.remark.message() {
            card(ui, theme::PAPER, theme::PAPER_EDGE, |ui| {
                let response = ui.label(RichText::new(remark.to_string()).size(14.0).color(theme::INK));
                elements.widget("remark", &response);
            });
        }
        advice_dismissed = show_hint(ui, top, elements);
        turn_dismissed = look_back::show_card(ui, top, elements);
        dismissed = show_notice(ui, top, settings, home, elements);
        resting::show_beside(ui, top, elements);
        if top.shows_discord() {
            side = show_discord(ui, top, home, elements);
        }
    });
    if let Some(side) = side {
        take_side(top, side, settings, home);
    }
    if advice_dismissed {
        top.drop_hint();
    }
    if turn_dismissed {
        top.leave_turn();
    }
    if dismissed {
        top.following.notice = None;
    }
    height.content_size.y
}

/// Shows what the Captain advises; true when it was dismissed.
fn show_hint(ui: &mut Ui, top: &Tabletop, elements: &mut Elements) -> bool {
    let Some(hint) = &top.hint else { return false };
    let mut dismissed = false;
    card(ui, theme::PAPER, theme::ADVICE, |ui| match hint.given() {
        None => {
            dismissed = title(ui, elements, "thinking", &say!("window.hint.thinking"), theme::ADVICE);
            let bar = ui.add(egui::ProgressBar::new(hint.progress()).desired_height(6.0).fill(theme::ADVICE));
            elements.widget("thoughts", &bar);
        }
        Some(given) => {
            dismissed = title(ui, elements, "advice", &say!("window.hint.title"), theme::ADVICE);
            ui.label(RichText::new(given.words.to_string()).size(14.0).color(theme::INK));
            for (tone, line) in &given.prospects {
                ui.label(RichText::new(line.to_string()).size(14.0).color(theme::ink(*tone)));
            }
        }
    });
    dismissed
}

/// What was pressed below a change of rules.
enum Pressed {
    Undo,
    Again,
    FromHere,
}

/// Shows what the files have said; true when it was dismissed.
fn show_notice(ui: &mut Ui, top: &mut Tabletop, settings: &Settings, home: &Path, elements: &mut Elements) -> bool {
    let mut dismissed = false;
    let mut pressed = None;
    match &top.following.notice {
        None => {}
        Some(Notice::Changed(verdict)) => card(ui, theme::SEA_PALE, theme::SEA, |ui| {
            let mut sentences = verdict.sentences();
            if top.desk.dock.is_some() && !sentences.is_empty() {
                // Below a panel there is room for little: what changed, without a heading.
                let more = sentences.split_off(1);
                dismissed = title(ui, elements, "verdict", &sentences.concat(), theme::SEA);
                if !more.is_empty() {
                    let told = ui.label(RichText::new(say!("window.and_more", n = more.len())).color(theme::INK_SOFT));
                    told.explained(more.join("\n"));
                }
            } else {
                dismissed = title(ui, elements, "verdict", &say!("window.notice.changed"), theme::SEA);
                some_lines(ui, sentences);
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().button_padding = vec2(7.0, 2.0);
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.style_mut().text_styles.insert(TextStyle::Button, theme::font("strong", 13.5));
                let undoable = top.following.back.is_some();
                if undoable && button(ui, elements, "undo_change", say!("window.notice.undo")).clicked() {
                    pressed = Some(Pressed::Undo);
                }
                let plays = top.table.game().outcome().is_none() && verdict.changes.iter().any(Change::is_about_play);
                let moved = top.table.has_moves();
                if plays && moved && button(ui, elements, "see_again", say!("window.branch.see_again")).clicked() {
                    pressed = Some(Pressed::Again);
                }
                if plays && button(ui, elements, "from_here", say!("window.branch.from_here")).clicked() {
                    pressed = Some(Pressed::FromHere);
                }
            });
        }),
        Some(Notice::Mended) => card(ui, theme::SEA_PALE, theme::SEA, |ui| {
            dismissed = title(ui, elements, "mended", &say!("window.notice.mended"), theme::SEA);
        }),
        Some(Notice::Damaged(problem)) => card(ui, theme::ALARM, theme::RED, |ui| {
            dismissed = title(ui, elements, "damaged", &say!("window.notice.damaged"), theme::RED);
            let place = match &problem.place {
                Some(spot) => say!("window.notice.place", file = &problem.path, line = spot.line),
                None => problem.path.clone(),
            };
            let remedy = problem.remedy.as_ref().map(ToString::to_string);
            some_lines(ui, [Some(place), Some(problem.message.to_string()), remedy].into_iter().flatten().collect());
        }),
        Some(Notice::Broken(problems)) => card(ui, theme::ALARM, theme::RED, |ui| {
            let response =
                ui.label(RichText::new(say!("window.notice.broken")).font(theme::font("bold", 14.0)).color(theme::RED));
            elements.widget("broken", &response);
            for problem in problems.0.iter().filter(|problem| problem.is_error()).take(3) {
                show_problem(ui, problem);
            }
            let path = problems.0.first().map(|problem| problem.path.clone()).unwrap_or_default();
            let can_open = !system::IS_PAGE && exists(Path::new(&path));
            if can_open && button(ui, elements, "open_broken", say!("window.open_in_editor")).clicked() {
                open(&mut top.remark, &path);
            }
        }),
    }
    match pressed {
        Some(Pressed::Undo) => {
            if let Err(problems) = top.take_back_change(settings, home) {
                top.remark.complain(&problems);
            }
        }
        Some(Pressed::Again) => top.see_again(),
        Some(Pressed::FromHere) => top.ask_from_here(),
        None => {}
    }
    dismissed
}

/// The first lines of a list, and how many there are more.
fn some_lines(ui: &mut Ui, lines: Vec<String>) {
    const MOST: usize = 8;
    let more = lines.len().saturating_sub(MOST);
    for line in lines.into_iter().take(MOST) {
        ui.label(RichText::new(line).size(14.0).color(theme::INK));
    }
    if more > 0 {
        ui.label(RichText::new(say!("window.and_more", n = more)).color(theme::INK_SOFT));
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
pub(crate) fn show_discord(ui: &mut Ui, top: &Tabletop, home: &Path, elements: &mut Elements) -> Option<Side> {
    let changes = top.table.files().discord();
    if changes.is_empty() || top.replay.is_some() {
        return None;
    }
    let mut side = None;
    let waits = changes.iter().all(|change| change.applies == Applies::NextGame);
    card(ui, theme::SEA_PALE, theme::SEA, |ui| {
        let heading = if waits { say!("window.notice.waits") } else { say!("window.notice.discord") };
        if title(ui, elements, "discord", &heading, theme::SEA) {
            side = Some(Side::Neither);
        }
        if !waits {
            ui.label(RichText::new(say!("window.notice.in_the_file")).size(13.0).color(theme::INK_SOFT));
        }
        some_lines(ui, changes.iter().map(ToString::to_string).collect());
        ui.horizontal_wrapped(|ui| {
            let usable = top.table.files().broken.is_none();
            if usable && !waits && button(ui, elements, "take_files", say!("window.notice.take_files")).clicked() {
                side = Some(Side::Files);
            }
            if own_file(top, home).is_some() && button(ui, elements, "take_game", say!("window.notice.take_game")).clicked() {
                side = Some(Side::Game);
            }
        });
    });
    side
}

/// A heading with a cross to dismiss it; true when that was pressed.
pub(crate) fn title(ui: &mut Ui, elements: &mut Elements, name: &str, text: &str, colour: Color32) -> bool {
    ui.horizontal_top(|ui| {
        // From the right, so that a long title has another line.
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
            let dismiss = ui.small_button("×");
            elements.widget(format!("dismiss:{name}"), &dismiss);
            let dismissed = tell(dismiss, elements, &format!("dismiss:{name}")).clicked();
            let title = RichText::new(text).font(theme::font("bold", 15.0)).color(colour);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Min), |ui| {
                let title = ui.add(egui::Label::new(title).wrap());
                elements.widget(name, &title);
            });
            dismissed
        })
        .inner
    })
    .inner
}

/// Opens a file with whatever the person edits such files with.
pub(crate) fn open(remark: &mut Remark, path: &str) {
    match system::open_in_editor(path) {
        // Whether a program has come up cannot be known: the system is asked and does not answer.
        Ok(()) => remark.announce(msg!("window.remark.opening", file = path)),
        Err(error) => remark.announce(msg!("window.remark.cannot_open", file = path, detail = error)),
    }
}

pub(crate) fn card(ui: &mut Ui, fill: Color32, edge: Color32, contents: impl FnOnce(&mut Ui)) {
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
    let allowed = problem.allowed.as_ref().map(|what| msg!("problem.allowed", what));
    let remedy = problem.remedy.as_ref().map(|what| msg!("problem.remedy", what));
    let detail = problem.detail.as_ref().map(|what| msg!("problem.detail", what));
    for told in [detail, allowed, remedy].into_iter().flatten() {
        ui.label(RichText::new(told.to_string()).color(theme::INK_SOFT));
    }
}
