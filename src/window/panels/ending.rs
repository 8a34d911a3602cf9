//! The end of a game: who won, everyone's total, how the money came in, how the chances went and where the game turned, and how kind
//! chance was.

use super::{button, look_back, main_button};
use crate::table::luck;
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::{self, Arg, Message, figure, msg, say};
use egui::{Grid, RichText, ScrollArea, Ui};
use egui_plot::{Line, LineStyle, Plot, PlotPoints};

/// How wide the gaps of a dashed line are, against its dashes, as the plot draws them.
const GAP: f32 = 0.618;

/// How wide the sheet is where there is room, and how high headline and buttons are.
const WIDE: f32 = 880.0;
const AROUND: f32 = 170.0;

/// What a person wants next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Rematch,
    NewGame,
    Look,
    CopyLink,
    Start,
    /// The moment of a turning point.
    Turn(usize),
}

/// Shows the result in the middle of the board; gives what was pressed.
pub(crate) fn show(context: &egui::Context, sea: egui::Rect, top: &Tabletop, elements: &mut Elements) -> Option<Next> {
    let outcome = top.table.game().outcome()?.clone();
    let mut next = None;
    let window = egui::Window::new("ending").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
    // Panels stay free, and what does not fit over the board is scrolled.
    let (wide, high) = ((sea.width() - 40.0).min(WIDE), sea.height() - 40.0);
    window.fixed_pos(sea.center()).pivot(egui::Align2::CENTER_CENTER).fixed_size([wide, high]).show(context, |ui| {
        ui.set_width(wide);
        headline(ui, top, &outcome.winners);
        ScrollArea::vertical().id_salt("ending").max_height(high - AROUND).show(ui, |ui| {
            totals(ui, top, &outcome.totals, &outcome.winners);
            ui.add_space(6.0);
            let mut turn = None;
            ui.columns(2, |columns| {
                title(&mut columns[0], &say!("window.ending.course"));
                plot(&mut columns[0], top);
                title(&mut columns[1], &say!("window.look_back.chances"));
                turn = look_back::show_chances(&mut columns[1], top, elements);
            });
            show_lead(ui, top);
            ui.add_space(4.0);
            let turn = look_back::show_turns(ui, top, elements).or(turn);
            next = turn.map(Next::Turn);
            ui.add_space(4.0);
            show_luck(ui, top);
        });
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            let ways = [
                ("rematch", Next::Rematch),
                ("new_game", Next::NewGame),
                ("start_screen", Next::Start),
                ("look", Next::Look),
                ("copy_link", Next::CopyLink),
            ];
            for (name, what) in ways {
                let label = Message::new(format!("window.ending.{name}")).to_string();
                let pressed = if what == Next::Rematch {
                    main_button(ui, elements, name, &label)
                } else {
                    button(ui, elements, name, label)
                };
                if pressed.clicked() {
                    next = Some(what);
                }
            }
        });
    });
    next
}

fn headline(ui: &mut Ui, top: &Tabletop, winners: &[u8]) {
    let mut names: Vec<Arg> = winners.iter().map(|seat| top.table.cast()[*seat as usize].called()).collect();
    let message = match (names.pop(), names.is_empty()) {
        (None, _) => msg!("window.ending.nobody"),
        (Some(who), true) => msg!("window.ending.wins", who),
        (Some(last), false) => {
            names.push(last);
            msg!("window.ending.shared", names)
        }
    };
    // The winner's own colour, over the whole width.
    let colour = winners.first().map_or(theme::SEA, |seat| theme::rgb(top.table.cast()[*seat as usize].colour().rgb));
    egui::Frame::new().fill(colour).corner_radius(6.0).inner_margin(10.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(message.to_string()).font(theme::font("title", 38.0)).color(theme::on(colour)));
    });
    if let Some(last) = top.table.story().last() {
        ui.label(RichText::new(last.message.to_string()).size(14.5).color(theme::INK_SOFT));
    }
}

fn totals(ui: &mut Ui, top: &Tabletop, totals: &[i64], winners: &[u8]) {
    let mut order: Vec<usize> = (0..totals.len()).collect();
    order.sort_by_key(|seat| -totals[*seat]);
    let standings = top.scene.standings(top.table.game());
    Grid::new("totals").num_columns(5).min_col_width(0.0).spacing([18.0, 4.0]).show(ui, |ui| {
        for seat in order {
            let card = &top.table.cast()[seat];
            // Whoever has as much shares the place.
            let place = 1 + totals.iter().filter(|total| **total > totals[seat]).count();
            ui.label(RichText::new(format!("{place}.")).color(theme::INK_SOFT));
            draw_sample(ui, seat, theme::rgb(card.colour().rgb));
            let won = winners.contains(&(seat as u8));
            ui.label(RichText::new(card.said()).font(theme::font(if won { "bold" } else { "regular" }, 17.0)));
            let total =
                standings.get(seat).map_or_else(|| words::number(totals[seat] as f64), |standing| standing.total.to_string());
            ui.label(RichText::new(total).font(theme::font("bold", 17.0)));
            ui.label(RichText::new(standings.get(seat).map(|s| s.detail.to_string()).unwrap_or_default()).color(theme::INK_SOFT));
            ui.end_row();
        }
    });
}

/// What a part of the sheet is about.
pub(super) fn title(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).font(theme::font("strong", 15.0)).color(theme::SEA));
}

/// Colours also differ in how their line is drawn.
pub(super) fn style(seat: usize) -> LineStyle {
    match seat % 4 {
        0 => LineStyle::Solid,
        1 => LineStyle::Dashed { length: 10.0 },
        2 => LineStyle::Dotted { spacing: 6.0 },
        _ => LineStyle::Dashed { length: 5.0 },
    }
}

/// A piece of a player's line in the plot, beside the name: this is its legend.
fn draw_sample(ui: &mut Ui, seat: usize, colour: egui::Color32) {
    let (room, _) = ui.allocate_exact_size(egui::vec2(44.0, 16.0), egui::Sense::hover());
    let line = [room.left_center(), room.right_center()];
    let stroke = egui::Stroke::new(3.0, colour);
    match style(seat) {
        LineStyle::Solid => {
            ui.painter().line_segment(line, stroke);
        }
        LineStyle::Dashed { length } => {
            ui.painter().extend(egui::Shape::dashed_line(&line, stroke, length, length * GAP));
        }
        LineStyle::Dotted { spacing } => {
            ui.painter().extend(egui::Shape::dotted_line(&line, colour, spacing, 1.8));
        }
    }
}

/// About how many lines go across a plot.
const LINES: f64 = 5.0;

/// How far apart lines stand so that about so many fit, by the steps people count in: 1, 2, 5, 10, 20, 50 …
fn steps((low, high): (f64, f64), lines: f64) -> [f64; 3] {
    let least = (high - low) / lines;
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        // A score has no more digits than this.
        if step >= least || step > 1e15 {
            break;
        }
        step *= factor;
    }
    [step, 5.0 * step, 10.0 * step]
}

/// Room for curves over the rounds up to the last one, which nobody can drag about.
pub(super) fn over_rounds(name: &str, last: f64) -> Plot<'static> {
    Plot::new(name)
        .height(look_back::HEIGHT)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_x(false)
        .show_y(false)
        .include_x(1.0)
        .include_x(last.max(1.0))
        .include_y(0.0)
        .x_axis_label(say!("window.ending.round"))
        .x_grid_spacer(egui_plot::uniform_grid_spacer(|input| steps(input.bounds, 2.0 * LINES)))
        .y_axis_min_width(56.0)
}

/// Everyone's score over the rounds.
fn plot(ui: &mut Ui, top: &Tabletop) {
    let course = top.table.course();
    let plot = over_rounds("course", course.last().map_or(1.0, |(round, _)| f64::from(*round)))
        .y_grid_spacer(egui_plot::uniform_grid_spacer(|input| steps(input.bounds, LINES)))
        .y_axis_formatter(|mark, _| words::number(mark.value));
    plot.show(ui, |plot| {
        for (seat, card) in top.table.cast().iter().enumerate() {
            let points: PlotPoints<'_> = course.iter().map(|(round, totals)| [f64::from(*round), totals[seat] as f64]).collect();
            let line = Line::new(points).name(card.said()).color(theme::rgb(card.colour().rgb)).width(2.5);
            plot.line(line.style(style(seat)));
        }
    });
}

/// How often somebody else took the lead: how close it was, in a sentence.
fn show_lead(ui: &mut Ui, top: &Tabletop) {
    let leader = |totals: &Vec<i64>| {
        let best = totals.iter().max()?;
        let mut leaders = (0..totals.len()).filter(|seat| totals[*seat] == *best);
        leaders.next().filter(|_| leaders.next().is_none())
    };
    let mut leaders: Vec<usize> = top.table.course().iter().filter_map(|(_, totals)| leader(totals)).collect();
    leaders.dedup();
    let n = leaders.len().saturating_sub(1);
    let told = if n == 0 { say!("window.ending.lead_kept") } else { say!("window.ending.lead_changed", n) };
    ui.label(RichText::new(told).color(theme::INK_SOFT));
}

fn show_luck(ui: &mut Ui, top: &Tabletop) {
    let lucks = luck(&top.table);
    if lucks.is_empty() {
        return;
    }
    title(ui, &say!("window.ending.luck"));
    Grid::new("luck").num_columns(4).spacing([18.0, 2.0]).show(ui, |ui| {
        for luck in lucks {
            let who = luck.seat.map_or_else(|| say!("window.ending.everyone"), |seat| top.table.cast()[seat as usize].said());
            let times = f64::from(luck.count.max(1));
            let (mean, expected) = (luck.total / times, luck.expected / times);
            ui.label(format!("{who}, {}", luck.label));
            ui.label(RichText::new(words::fixed(mean, 2)).strong());
            ui.label(say!("window.ending.against", expected = figure(expected, 2), unit = &luck.unit));
            let more = mean - expected;
            let by = words::fixed(more.abs(), 2);
            let told = if more.abs() < 0.05 {
                say!("window.ending.as_expected")
            } else if more > 0.0 {
                say!("window.ending.more", by)
            } else {
                say!("window.ending.less", by)
            };
            ui.label(RichText::new(told).color(theme::INK_SOFT));
            ui.end_row();
        }
    });
}
