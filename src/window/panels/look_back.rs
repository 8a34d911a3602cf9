//! Looking back at a game: everyone's chances as curves, the turning points on them, and what would have been better there, in words.

use super::ending::{over_rounds, style, title};
use super::{named, notice, toggle};
use crate::window::elements::Elements;
use crate::window::panels::tips::Explained;
use crate::window::tabletop::{Found, Known, Tabletop};
use crate::window::theme;
use crate::words::{figure, say};
use egui::{Align2, Button, ProgressBar, Rect, RichText, Sense, Stroke, Ui, Vec2, vec2};
use egui_plot::{Line, PlotPoint, PlotPoints};

/// How large the mark of a turning point is.
const MARK: f32 = 10.0;
/// How high the curves are.
pub(super) const HEIGHT: f32 = 190.0;

/// Shows how the chances went, or how much of that is known; gives the turning point that was pressed.
pub(super) fn show_chances(ui: &mut Ui, top: &Tabletop, elements: &mut Elements) -> Option<usize> {
    match top.look_back() {
        Known::All(found) => show_curves(ui, top, found, elements),
        Known::Part(progress) => {
            let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
            ui.scope_builder(egui::UiBuilder::new().max_rect(room.shrink2(vec2(24.0, 70.0))), |ui| {
                let percent = figure(f64::from(100.0 * progress), 0);
                ui.label(RichText::new(say!("window.look_back.thinking", percent)).color(theme::INK_SOFT));
                let bar = ui.add(ProgressBar::new(progress).desired_height(8.0).fill(theme::SEA));
                elements.widget("looking_back", &bar);
            });
            None
        }
        Known::Nothing => None,
    }
}

fn show_curves(ui: &mut Ui, top: &Tabletop, found: &Found, elements: &mut Elements) -> Option<usize> {
    let plot = over_rounds("chances", found.last).include_y(1.0).y_axis_formatter(|mark, _| percent(mark.value));
    let plot = plot.y_grid_spacer(egui_plot::uniform_grid_spacer(|_| [0.25, 0.5, 1.0]));
    let shown = plot.show(ui, |plot| {
        for (seat, (card, course)) in top.table.cast().iter().zip(&found.courses).enumerate() {
            let points: PlotPoints<'_> = course.iter().copied().collect();
            let line = Line::new(points).name(card.said()).color(theme::rgb(card.colour().rgb)).width(2.5);
            plot.line(line.style(style(seat)));
        }
    });
    let mut pressed = None;
    for (number, turn) in found.turns.iter().enumerate() {
        let at = shown.transform.position_from_point(&PlotPoint::from(turn.at));
        let mark = Rect::from_center_size(at, Vec2::splat(2.0 * MARK));
        let response = ui.interact(mark, ui.id().with(("mark", number)), Sense::click());
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand).explained(turn.words.to_string());
        elements.widget(format!("mark:{}", number + 1), &response);
        let colour = theme::rgb(top.table.cast()[usize::from(turn.seat)].colour().rgb);
        ui.painter().circle(at, MARK, colour, Stroke::new(2.0, theme::PAPER));
        let digit = (number + 1).to_string();
        ui.painter().text(at, Align2::CENTER_CENTER, digit, theme::font("bold", 14.0), theme::on(colour));
        if response.clicked() {
            pressed = Some(number);
        }
    }
    pressed
}

fn percent(share: f64) -> String {
    say!("window.look_back.percent", percent = figure(100.0 * share, 0))
}

/// Shows the turning points in words; gives the one that was pressed.
pub(super) fn show_turns(ui: &mut Ui, top: &Tabletop, elements: &mut Elements) -> Option<usize> {
    let Known::All(found) = top.look_back() else { return None };
    let heading = if found.turns.is_empty() { say!("players.review.none") } else { say!("players.review.turns") };
    title(ui, &heading);
    let mut pressed = None;
    for (number, turn) in found.turns.iter().enumerate() {
        let words = say!("window.look_back.numbered", number = number + 1, words = turn.words.clone());
        let line = Button::new(RichText::new(words).size(14.0)).wrap().frame(true).min_size(vec2(ui.available_width(), 0.0));
        if named(ui, elements, &format!("turn:{}", number + 1), line).clicked() {
            pressed = Some(number);
        }
    }
    pressed
}

/// The turning points by their numbers, for the strip of a recording; gives the one that was pressed.
pub(super) fn show_numbers(ui: &mut Ui, top: &Tabletop, elements: &mut Elements) -> Option<usize> {
    let mut pressed = None;
    for number in 0..top.turns().len() {
        let label = (number + 1).to_string();
        if toggle(ui, elements, &format!("turn:{label}"), top.turn_shown() == Some(number), &label).clicked() {
            pressed = Some(number);
        }
    }
    pressed
}

/// The turning point that is shown on the board, in words; true when it was dismissed.
pub(super) fn show_card(ui: &mut Ui, top: &Tabletop, elements: &mut Elements) -> bool {
    let Some((number, turn)) = top.turn_shown().and_then(|number| Some((number, top.turns().get(number)?))) else { return false };
    let mut dismissed = false;
    notice::card(ui, theme::PAPER, theme::ADVICE, |ui| {
        let title = say!("window.look_back.title", number = number + 1, of = top.turns().len());
        dismissed = notice::title(ui, elements, "turning_point", &title, theme::ADVICE);
        ui.label(RichText::new(turn.words.to_string()).size(14.0).color(theme::INK));
    });
    dismissed
}
