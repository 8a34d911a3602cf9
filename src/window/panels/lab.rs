//! The lab beside the game: what a change of the rules does to who wins, how long games last and everything else that is
//! measured, from games played in the background.

use super::side::shortened;
use super::toggle;
use crate::lab::Summary;
use crate::lab::interval::Interval;
use crate::sim::observer::BY_SEAT;
use crate::table::{SeatCard, named};
use crate::window::elements::Elements;
use crate::window::heat;
use crate::window::laboratory::findings::{Findings, Lengths, Pair, ROUNDS, Row};
use crate::window::laboratory::{Laboratory, PLAYERS, Subject};
use crate::window::new_game::kind_name;
use crate::window::panels::tips::Explained;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::{self, Message, figure, msg, number, say};
use egui::{
    Align2, Color32, FontId, Label, Rect, Rgba, RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};
use egui_plot::{AxisHints, GridMark, Line, Plot, PlotPoints};

/// Differences that are listed; the rest is only counted.
const MOST_ROWS: usize = 12;
const MOST_CHANGES: usize = 4;
/// A row for a seat: its height, and the room for the name and for the numbers.
const SEAT: f32 = 27.0;
const NAME: f32 = 92.0;
const FIGURES: f32 = 96.0;
/// The word under the equal share needs so much room to either side.
const EQUAL: f32 = 48.0;
/// The least part of the scale of wins that is shown, so that small differences look small.
const LEAST_SPAN: f64 = 0.10;
/// What was before in plots, and how strongly bars are filled.
const BEFORE: Color32 = Color32::from_rgb(0xa8, 0x93, 0x70);
const BEFORE_FILL: f32 = 0.45;
const AFTER_FILL: f32 = 0.28;
/// About so many numbers stand under the plot.
const MARKS: i64 = 6;

pub(crate) fn show(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    ScrollArea::vertical().id_salt("lab").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 6.0);
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.heading(say!("window.bar.lab"));
        if let Some(subject) = &top.lab.subject {
            show_subject(ui, subject);
        }
        show_players(ui, &mut top.lab, elements);
        show_progress(ui, &top.lab, elements);
        let Some(found) = top.lab.found.clone() else { return };
        show_map(ui, &mut top.lab, elements);
        let compares = found.comparison.tallies.len() > 1;
        if compares {
            for line in in_plain_words(&found, top.table.cast()) {
                let label = ui.label(RichText::new(line.to_string()).font(theme::font("strong", 15.0)));
                elements.widget("lab:plain", &label);
            }
        }
        key(ui, compares);
        title(ui, say!("window.lab.who_wins"), say!("window.lab.who_wins_note"));
        show_wins(ui, &found, top.table.cast());
        title(ui, say!("window.lab.how_long"), in_rounds(&found));
        show_lengths(ui, &found.lengths);
        show_rows(ui, &found, top.table.cast(), compares, elements);
    });
}

/// The answer as one would give it at the table: whose chances change most, and whether games become longer.
fn in_plain_words(found: &Findings, cast: &[SeatCard]) -> Vec<Message> {
    let (metrics, differences) = (found.comparison.metrics(), &found.differences);
    let seats = (0..metrics.len()).filter(|at| metrics[*at].group == BY_SEAT).zip(&found.wins).zip(cast);
    let seen = seats.filter(|((at, _), _)| differences[*at].seen);
    let most = seen.max_by(|((a, _), _), ((b, _), _)| differences[*a].mean.abs().total_cmp(&differences[*b].mean.abs()));
    let wins = match most {
        Some(((at, win), card)) => {
            let difference = &differences[at];
            let id = if difference.mean > 0.0 { "window.lab.plain.more" } else { "window.lab.plain.less" };
            let (before, after) = (exactly(win.before.mean), exactly(win.now().mean));
            msg!(id, who = card.called(), before, after, give = percent(difference.interval.half_width()))
        }
        None => msg!("window.lab.plain.nothing"),
    };
    let rounds = found.rounds.zip(metrics.iter().position(|metric| metric.key == ROUNDS)).filter(|(_, at)| differences[*at].seen);
    let rounds = rounds.map(|(rounds, at)| {
        let id = if differences[at].mean > 0.0 { "window.lab.plain.longer" } else { "window.lab.plain.shorter" };
        msg!(id, before = figure(rounds.before.mean, 1), after = figure(rounds.now().mean, 1))
    });
    [wins].into_iter().chain(rounds).collect()
}

fn title(ui: &mut Ui, text: String, detail: String) {
    ui.add_space(5.0);
    ui.horizontal_wrapped(|ui| {
        // Whole lines: what does not fit beside the title stands below it.
        ui.add(Label::new(RichText::new(text).font(theme::font("strong", 16.0)).color(theme::SEA)).extend());
        ui.add(Label::new(RichText::new(detail).size(13.0).color(theme::INK_SOFT)).extend());
    });
}

/// What is compared, in words.
fn show_subject(ui: &mut Ui, subject: &Subject) {
    let changes = subject.changes();
    let frame =
        egui::Frame::new().fill(theme::SEA_PALE).stroke(Stroke::new(1.0, theme::SEA)).corner_radius(6.0).inner_margin(8.0);
    let response = frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.label(RichText::new(subject.title.to_string()).font(theme::font("strong", 15.0)).color(theme::SEA));
        for change in changes.iter().take(MOST_CHANGES) {
            ui.label(RichText::new(change).size(14.0));
        }
        if changes.len() > MOST_CHANGES {
            let more = say!("window.and_more", n = changes.len() - MOST_CHANGES);
            ui.label(RichText::new(more).size(13.0).color(theme::INK_SOFT));
        }
        if !subject.is_comparison() {
            ui.label(RichText::new(say!("window.lab.how_to")).size(13.0).color(theme::INK_SOFT));
        }
    });
    if changes.len() > MOST_CHANGES {
        response.response.explained(changes.join("\n"));
    }
}

fn show_players(ui: &mut Ui, lab: &mut Laboratory, elements: &mut Elements) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(say!("window.lab.played_by")).size(14.0).color(theme::INK_SOFT));
        for (at, players) in PLAYERS.iter().enumerate() {
            let name = format!("lab:players={}", players.kind);
            let tip = match at {
                0 => say!("window.lab.by_chance"),
                _ => say!("window.lab.by_thought"),
            };
            if toggle(ui, elements, &name, lab.players == at, &kind_name(players.kind)).explained(tip).clicked() {
                lab.seat_players(at);
            }
        }
    });
    // What the chosen ones are like is said without being asked: here they are nobody one knows.
    let like = if lab.players == 0 { say!("window.lab.by_chance") } else { say!("window.lab.by_thought") };
    ui.label(RichText::new(like).size(13.0).color(theme::INK_SOFT));
}

/// How far the games have come.
fn show_progress(ui: &mut Ui, lab: &Laboratory, elements: &mut Elements) {
    if let Some(trouble) = &lab.trouble {
        ui.label(RichText::new(trouble.to_string()).color(theme::RED));
        return;
    }
    let (games, asked) = (lab.games(), PLAYERS[lab.players].games);
    let each = lab.subject.as_ref().is_some_and(Subject::is_comparison);
    let told = match (games, each) {
        (0, _) => msg!("window.lab.first_games"),
        (games, false) if games < asked => msg!("window.lab.some_games", games, asked),
        (games, true) if games < asked => msg!("window.lab.some_games_each", games, asked),
        (games, false) => msg!("window.lab.all_games", games),
        (games, true) => msg!("window.lab.all_games_each", games),
    };
    let label = ui.label(RichText::new(told.to_string()).size(13.0).color(theme::INK_SOFT));
    elements.widget("lab:games", &label);
    let (bar, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
    ui.painter().rect_filled(bar, 2.0, theme::PAPER_DEEP);
    let share = (games as f32 / asked as f32).min(1.0);
    ui.painter().rect_filled(Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height())), 2.0, theme::SEA);
}

/// The switch for the map on the board, and what its colours mean.
fn show_map(ui: &mut Ui, lab: &mut Laboratory, elements: &mut Elements) {
    let Some(map) = &lab.map else { return };
    ui.horizontal(|ui| {
        let switch = ui.checkbox(&mut lab.on_board, say!("window.lab.on_board"));
        elements.widget("lab:heat", &switch);
        if lab.on_board {
            ui.label(RichText::new("0").size(12.0).color(theme::INK_SOFT));
            let most = say!("window.lab.a_game", n = figure(map.most, 2));
            let room = ui.fonts(|fonts| fonts.layout_no_wrap(most.clone(), FontId::proportional(12.0), theme::INK).size().x);
            let (scale, _) = ui.allocate_exact_size(vec2((ui.available_width() - room - 12.0).max(20.0), 10.0), Sense::hover());
            let steps = 24;
            for step in 0..steps {
                let left = scale.min.x + scale.width() * step as f32 / steps as f32;
                let part = Rect::from_min_size(pos2(left, scale.min.y), vec2(scale.width() / steps as f32 + 0.5, scale.height()));
                ui.painter().rect_filled(part, 0.0, heat::colour(step as f32 / (steps - 1) as f32));
            }
            ui.label(RichText::new(most).size(12.0).color(theme::INK_SOFT));
        }
    });
    if lab.on_board {
        ui.label(RichText::new(say!(map.legend)).size(12.5).color(theme::INK_SOFT));
        if lab.subject.as_ref().is_some_and(Subject::is_comparison) {
            ui.label(RichText::new(say!("window.lab.change_on_board")).size(12.5).color(theme::INK_SOFT));
        }
    }
}

// ── Who wins ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// A dot with whiskers for each seat and set of rules.
fn show_wins(ui: &mut Ui, found: &Findings, cast: &[SeatCard]) {
    let fair = 1.0 / found.wins.len().max(1) as f64;
    let scale = scale_of(&found.wins, fair);
    let (all, _) = ui.allocate_exact_size(vec2(ui.available_width(), SEAT * found.wins.len() as f32 + 16.0), Sense::hover());
    let chart = Rect::from_min_max(all.min + vec2(NAME, 0.0), all.max - vec2(FIGURES, 16.0));
    let x = |share: f64| chart.min.x + ((share - scale.low) / (scale.high - scale.low)) as f32 * chart.width();
    ui.painter().rect(chart, 3.0, Color32::from_rgb(0xfd, 0xf8, 0xec), Stroke::new(1.0, theme::PAPER_DEEP), StrokeKind::Inside);
    let line = [pos2(x(fair), chart.min.y), pos2(x(fair), chart.max.y)];
    ui.painter().extend(Shape::dashed_line(&line, Stroke::new(1.2, theme::INK_SOFT), 4.0, 3.0));
    for (seat, win) in found.wins.iter().enumerate() {
        let row = Rect::from_min_size(pos2(all.min.x, all.min.y + SEAT * seat as f32), vec2(all.width(), SEAT));
        let Some(card) = cast.get(seat) else { continue };
        let colour = theme::rgb(card.colour().rgb);
        show_seat(ui, row, &card.said(), colour, win);
        let middle = row.center().y;
        match win.after {
            None => dot(ui, &win.before, middle, colour, true, &x),
            Some(after) => {
                dot(ui, &win.before, middle - 5.0, colour, false, &x);
                dot(ui, &after, middle + 5.0, colour, true, &x);
            }
        }
        let tip = seat_tip(win);
        ui.interact(row, ui.id().with(("lab seat", seat)), Sense::hover()).explained(tip);
    }
    let below = chart.max.y + 1.0;
    let note = |at: f32, align: Align2, text: String| {
        ui.painter().text(pos2(at, below), align, text, theme::font("regular", 12.0), theme::INK_SOFT);
    };
    note(chart.min.x, Align2::LEFT_TOP, percent(scale.low));
    note(chart.max.x, Align2::RIGHT_TOP, percent(scale.high));
    if (x(fair) - chart.min.x).min(chart.max.x - x(fair)) > EQUAL {
        note(x(fair), Align2::CENTER_TOP, say!("window.lab.equal"));
    }
}

fn show_seat(ui: &Ui, row: Rect, name: &str, colour: Color32, win: &Pair<Summary>) {
    let chip = Rect::from_center_size(pos2(row.min.x + 5.0, row.center().y), vec2(8.0, 16.0));
    ui.painter().rect_filled(chip, 2.0, colour);
    let left = pos2(row.min.x + 15.0, row.center().y);
    ui.painter().text(left, Align2::LEFT_CENTER, shortened(name, 10), theme::font("strong", 14.0), theme::INK);
    let figures = match win.after {
        None => exactly(win.before.mean),
        Some(after) => format!("{} → {}", words::fixed(100.0 * win.before.mean, 1), exactly(after.mean)),
    };
    let right = pos2(row.max.x, row.center().y);
    ui.painter().text(right, Align2::RIGHT_CENTER, figures, theme::font("strong", 13.5), theme::INK);
}

fn dot(ui: &Ui, summary: &Summary, y: f32, colour: Color32, now: bool, x: &impl Fn(f64) -> f32) {
    let (at, ends) = (x(summary.mean), [summary.interval.low, summary.interval.high].map(x));
    let stroke = Stroke::new(if now { 2.0 } else { 1.2 }, colour);
    ui.painter().hline(ends[0]..=ends[1], y, stroke);
    for end in ends {
        ui.painter().vline(end, y - 3.0..=y + 3.0, stroke);
    }
    let fill = if now { colour } else { theme::PAPER };
    ui.painter().circle(pos2(at, y), 3.8, fill, Stroke::new(1.4, colour));
}

/// The part of the scale that holds every interval and the equal share.
fn scale_of(wins: &[Pair<Summary>], fair: f64) -> Interval {
    let intervals = || wins.iter().flat_map(|win| [Some(win.before), win.after]).flatten().map(|summary| summary.interval);
    let low = intervals().map(|interval| interval.low).fold(fair, f64::min);
    let high = intervals().map(|interval| interval.high).fold(fair, f64::max);
    let missing = (LEAST_SPAN - (high - low)).max(0.0) / 2.0 + 0.01;
    // Whole steps of five, so that the scale does not creep with every game.
    let step = |share: f64, round: fn(f64) -> f64| (round(share * 20.0) / 20.0).clamp(0.0, 1.0);
    Interval::new(step(low - missing, f64::floor), step(high + missing, f64::ceil))
}

/// Shares that stand below each other.
fn exactly(share: f64) -> String {
    say!("window.lab.percent", n = words::fixed(share * 100.0, 1))
}

fn percent(share: f64) -> String {
    say!("window.lab.percent", n = figure(share * 100.0, 1))
}

fn seat_tip(win: &Pair<Summary>) -> String {
    let told = |id: &'static str, summary: &Summary| {
        let [share, low, high] = [summary.mean, summary.interval.low, summary.interval.high].map(percent);
        say!(id, share, low, high)
    };
    match &win.after {
        None => told("window.lab.seat_wins", &win.before),
        Some(after) => {
            format!("{}\n{}", told("window.lab.seat_before", &win.before), told("window.lab.seat_after", after))
        }
    }
}

// ── How long ──────────────────────────────────────────────────────────────────────────────────────────────────────

fn in_rounds(found: &Findings) -> String {
    let mean = |summary: &Summary| figure(summary.mean, 1);
    let give = |summary: &Summary| {
        let half = summary.interval.half_width();
        figure(half, if half < 0.1 { 2 } else { 1 })
    };
    match &found.rounds {
        None => String::new(),
        Some(Pair { before, after: None }) => say!("window.lab.rounds", mean = mean(before), give = give(before)),
        Some(Pair { before, after: Some(after) }) => {
            say!("window.lab.rounds_changed", before = mean(before), after = mean(after), give = give(after))
        }
    }
}

/// Both histograms over each other.
fn show_lengths(ui: &mut Ui, lengths: &Lengths) {
    let marks = marks(lengths);
    let rounds =
        AxisHints::new_x().label(say!("window.lab.axis")).formatter(|mark, _| number(mark.value)).label_spacing(20.0..=30.0);
    let plot = Plot::new("lengths")
        .height(112.0)
        .width(ui.available_width())
        .show_background(false)
        .show_axes([true, false])
        .show_grid([true, false])
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .include_y(0.0)
        .set_margin_fraction(vec2(0.03, 0.06))
        .x_grid_spacer(move |_| marks.clone())
        .custom_x_axes(vec![rounds]);
    ui.scope(|ui| {
        ui.style_mut().text_styles.insert(TextStyle::Body, theme::font("regular", 12.5));
        plot.show(ui, |plot| {
            let last = lengths.bars.len().saturating_sub(1);
            for (which, bars) in lengths.bars.iter().enumerate() {
                let (colour, width, alpha) =
                    if which == last { (theme::SEA, 2.0, AFTER_FILL) } else { (BEFORE, 1.5, BEFORE_FILL) };
                plot.line(Line::new(steps(lengths, bars)).color(colour).width(width).fill(0.0).fill_alpha(alpha));
            }
        });
    });
}

/// Round numbers under the plot, about five of them.
fn marks(lengths: &Lengths) -> Vec<GridMark> {
    let bars = lengths.bars.first().map_or(0, Vec::len) as i64;
    let last = lengths.first + bars * lengths.width;
    let wanted = ((last - lengths.first) / MARKS).max(1);
    let power = 10_i64.pow(wanted.ilog10());
    let step = [1, 2, 5, 10].map(|part| part * power).into_iter().find(|step| *step >= wanted).unwrap_or(wanted);
    let first = (lengths.first + step - 1).div_euclid(step);
    (first..=last.div_euclid(step)).map(|mark| GridMark { value: (mark * step) as f64, step_size: step as f64 }).collect()
}

/// The outline of bars.
fn steps(lengths: &Lengths, bars: &[f64]) -> PlotPoints<'static> {
    let left = |bar: usize| (lengths.first + bar as i64 * lengths.width) as f64;
    let mut points = vec![[left(0), 0.0]];
    for (bar, percent) in bars.iter().enumerate() {
        points.extend([[left(bar), *percent], [left(bar + 1), *percent]]);
    }
    points.push([left(bars.len()), 0.0]);
    PlotPoints::from(points)
}

/// A colour as the plot fills with it.
fn filling(colour: Color32, alpha: f32) -> Color32 {
    Rgba::from(colour).to_opaque().multiply(alpha).into()
}

/// Which colour and which dot is which.
fn key(ui: &mut Ui, compares: bool) {
    if !compares {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (word, colour, alpha, filled) in
            [(say!("window.lab.before"), BEFORE, BEFORE_FILL, false), (say!("window.lab.after"), theme::SEA, AFTER_FILL, true)]
        {
            let (room, _) = ui.allocate_exact_size(vec2(30.0, 12.0), Sense::hover());
            let bar = Rect::from_min_size(room.min + vec2(0.0, 1.0), vec2(14.0, 10.0));
            ui.painter().rect(bar, 1.0, filling(colour, alpha), Stroke::new(1.5, colour), StrokeKind::Inside);
            let fill = if filled { theme::INK_SOFT } else { theme::PAPER };
            ui.painter().circle(pos2(room.max.x - 6.0, room.center().y), 3.8, fill, Stroke::new(1.4, theme::INK_SOFT));
            ui.label(RichText::new(word).size(12.5).color(theme::INK_SOFT));
        }
        ui.label(RichText::new(say!("window.lab.whiskers")).size(12.5).color(theme::INK_SOFT));
    });
}

// ── Everything else ───────────────────────────────────────────────────────────────────────────────────────────────

fn show_rows(ui: &mut Ui, found: &Findings, cast: &[SeatCard], compares: bool, elements: &mut Elements) {
    if !compares {
        title(ui, say!("window.lab.what_else"), say!("window.lab.what_else_note"));
        let mut group = "";
        for row in &found.rows {
            if row.group != group {
                group = &row.group;
                ui.label(RichText::new(group).font(theme::font("slanted", 13.5)).color(theme::INK_SOFT));
            }
            show_row(ui, row, cast, false);
        }
        return;
    }
    title(ui, say!("window.lab.what_changes"), say!("window.lab.what_changes_note"));
    let words = match (found.same, found.seen, found.rows.len()) {
        (true, ..) => Some(msg!("window.lab.same")),
        (_, 0, _) => Some(msg!("window.lab.none_seen")),
        (_, _, 0) => Some(msg!("window.lab.nothing_else")),
        _ => None,
    };
    if let Some(words) = words {
        let label = ui.label(RichText::new(words.to_string()).font(theme::font("strong", 14.5)));
        elements.widget("lab:no_difference", &label);
    }
    for row in found.rows.iter().take(MOST_ROWS) {
        show_row(ui, row, cast, true);
    }
    if found.rows.len() > MOST_ROWS {
        let more = say!("window.lab.more_rows", n = found.rows.len() - MOST_ROWS);
        ui.label(RichText::new(more).size(13.0).color(theme::INK_SOFT));
    }
}

/// What it is on the left, the numbers on the right.
fn show_row(ui: &mut Ui, row: &Row, cast: &[SeatCard], with_group: bool) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    let (small, soft) = (theme::font("regular", 12.0), theme::INK_SOFT);
    let painter = ui.painter();
    let values = painter.text(rect.right_top(), Align2::RIGHT_TOP, &row.values, theme::font("strong", 14.0), theme::INK);
    // What the numbers leave; the whole name is told when it is pointed at.
    let name = named(cast, row.label.clone()).to_string();
    let label = egui::WidgetText::from(RichText::new(&name).font(theme::font("regular", 14.0)));
    let room = values.min.x - rect.min.x - 10.0;
    let label = label.into_galley(ui, Some(egui::TextWrapMode::Truncate), room, TextStyle::Body);
    let is_cut = label.elided;
    painter.galley(rect.min, label, theme::INK);
    if with_group {
        painter.text(rect.left_bottom(), Align2::LEFT_BOTTOM, &row.group, small.clone(), soft);
    }
    painter.text(rect.right_bottom(), Align2::RIGHT_BOTTOM, &row.range, small, soft);
    // What is to be read anyway needs no tip over the next row.
    if is_cut {
        response.explained(say!("window.lab.of_group", group = &row.group, what = name));
    }
}
