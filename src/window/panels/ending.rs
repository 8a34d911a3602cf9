//! The end of a game: who won, everyone's total, how the money came in, and how kind chance was.

use super::{button, main_button};
use crate::table::luck;
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use egui::{Grid, RichText, Ui};
use egui_plot::{Legend, Line, Plot, PlotPoints};

/// What a person wants next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Rematch,
    NewGame,
    Look,
    Start,
}

/// Shows the result in the middle of the board; gives what was pressed.
pub(crate) fn show(context: &egui::Context, sea: egui::Rect, top: &Tabletop, elements: &mut Elements) -> Option<Next> {
    let outcome = top.table.game().outcome()?.clone();
    let mut next = None;
    let window = egui::Window::new("ending").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
    window.fixed_pos(sea.center()).pivot(egui::Align2::CENTER_CENTER).fixed_size([640.0, 560.0]).show(context, |ui| {
        ui.set_width(640.0);
        headline(ui, top, &outcome.winners);
        totals(ui, top, &outcome.totals, &outcome.winners);
        ui.add_space(6.0);
        plot(ui, top);
        ui.add_space(4.0);
        show_luck(ui, top);
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            for (name, label, what) in [
                ("rematch", "Play again", Next::Rematch),
                ("new_game", "New game", Next::NewGame),
                ("start_screen", "Start screen", Next::Start),
            ] {
                let pressed = if what == Next::Rematch {
                    main_button(ui, elements, name, label)
                } else {
                    button(ui, elements, name, label)
                };
                if pressed.clicked() {
                    next = Some(what);
                }
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if button(ui, elements, "look", "Look at the board").clicked() {
                    next = Some(Next::Look);
                }
            });
        });
    });
    next
}

fn headline(ui: &mut Ui, top: &Tabletop, winners: &[u8]) {
    let names: Vec<&str> = winners.iter().map(|seat| top.table.cast()[*seat as usize].name.as_str()).collect();
    let text = match names.as_slice() {
        [] => "Nobody wins".to_owned(),
        [one] => format!("{one} wins"),
        many => format!("{} share the win", many.join(" and ")),
    };
    ui.label(RichText::new(text).font(theme::font("title", 38.0)).color(theme::RED));
    if let Some(last) = top.table.story().last() {
        ui.label(RichText::new(&last.text).size(14.5).color(theme::INK_SOFT));
    }
}

fn totals(ui: &mut Ui, top: &Tabletop, totals: &[i64], winners: &[u8]) {
    let mut order: Vec<usize> = (0..totals.len()).collect();
    order.sort_by_key(|seat| -totals[*seat]);
    let standings = top.scene.standings(top.table.game());
    Grid::new("totals").num_columns(4).spacing([22.0, 4.0]).show(ui, |ui| {
        for (place, seat) in order.into_iter().enumerate() {
            let card = &top.table.cast()[seat];
            ui.label(RichText::new(format!("{}.", place + 1)).color(theme::INK_SOFT));
            let (swatch, _) = ui.allocate_exact_size(egui::vec2(16.0, 16.0), egui::Sense::hover());
            ui.painter().rect_filled(swatch, 3.0, theme::rgb(card.colour().rgb));
            let won = winners.contains(&(seat as u8));
            ui.label(RichText::new(&card.name).font(theme::font(if won { "bold" } else { "regular" }, 17.0)));
            let total = standings.get(seat).map_or_else(|| totals[seat].to_string(), |standing| standing.total.clone());
            ui.label(RichText::new(total).font(theme::font("bold", 17.0)));
            ui.label(RichText::new(standings.get(seat).map(|s| s.detail.clone()).unwrap_or_default()).color(theme::INK_SOFT));
            ui.end_row();
        }
    });
}

/// Everyone's score over the rounds.
fn plot(ui: &mut Ui, top: &Tabletop) {
    let course = top.table.course();
    let last = course.last().map_or(1, |(round, _)| *round).max(1);
    let plot = Plot::new("course")
        .height(200.0)
        .legend(Legend::default().position(egui_plot::Corner::LeftTop))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_x(false)
        .show_y(false)
        .include_x(1.0)
        .include_x(f64::from(last))
        .include_y(0.0)
        .x_axis_label("round")
        .y_axis_min_width(56.0);
    plot.show(ui, |plot| {
        for (seat, card) in top.table.cast().iter().enumerate() {
            let points: PlotPoints<'_> = course.iter().map(|(round, totals)| [f64::from(*round), totals[seat] as f64]).collect();
            let line = Line::new(points).name(&card.name).color(theme::rgb(card.colour().rgb)).width(2.5);
            // Colours also differ in how the line is drawn.
            let style = match seat % 4 {
                0 => egui_plot::LineStyle::Solid,
                1 => egui_plot::LineStyle::dashed_loose(),
                2 => egui_plot::LineStyle::dotted_dense(),
                _ => egui_plot::LineStyle::dashed_dense(),
            };
            plot.line(line.style(style));
        }
    });
}

fn show_luck(ui: &mut Ui, top: &Tabletop) {
    let lucks = luck(&top.table);
    if lucks.is_empty() {
        return;
    }
    ui.label(RichText::new("Luck: what came against what comes on average").font(theme::font("strong", 15.0)).color(theme::SEA));
    Grid::new("luck").num_columns(4).spacing([18.0, 2.0]).show(ui, |ui| {
        for luck in lucks {
            let who = luck.seat.map_or("everyone", |seat| top.table.cast()[seat as usize].name.as_str());
            let times = f64::from(luck.count.max(1));
            let (mean, expected) = (luck.total / times, luck.expected / times);
            ui.label(format!("{who}, {}", luck.label));
            ui.label(RichText::new(format!("{mean:.2}")).strong());
            ui.label(format!("against {expected:.2} {}", luck.unit));
            let more = mean - expected;
            let word = if more.abs() < 0.05 {
                "as expected"
            } else if more > 0.0 {
                "more"
            } else {
                "less"
            };
            ui.label(RichText::new(format!("{more:+.2} ({word})")).color(theme::INK_SOFT));
            ui.end_row();
        }
    });
}
