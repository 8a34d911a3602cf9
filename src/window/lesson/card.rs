//! The card of a lesson: what is said, rings and an arrow for what it is about, and the buttons on, back and out.

use super::{Go, Lecture};
use crate::scenario::lesson::{BUTTON, Task};
use crate::window::elements::Elements;
use crate::window::panels::{button, main_button, toggle_told};
use crate::window::pointing::depth;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::say;
use egui::{Align, Color32, Context, Id, LayerId, Layout, Order, Pos2, Rect, RichText, Stroke, Ui, Vec2, pos2, vec2};

const WIDTH: f32 = 372.0;
/// How far the card keeps away from the edge of the board, and from what it points at.
const MARGIN: f32 = 14.0;
/// The height that is reckoned with before the card has been shown.
const USUAL: f32 = 190.0;
/// Farther than this from everything it points at is far enough.
const CLEAR: f32 = 26.0;
/// The same for what lies beside the board: the card then lies next to it, and no arrow has to cross the side.
const BESIDE: f32 = 6.0;
/// So far beyond the board an arrow may reach.
const REACH: f32 = 60.0;
/// What is left between a ring and the edge of the window.
const RIM: f32 = 9.0;
/// Pixels around what is pointed at on the board, and around buttons, which have text close by.
const ROOM: f32 = 7.0;
const CLOSE: f32 = 3.0;

/// Shows the card over the board while there is something to read.
pub(crate) fn show(context: &Context, sea: Rect, board: Rect, unit: f32, top: &mut Tabletop, elements: &mut Elements) {
    if !top.shows_lesson() {
        return;
    }
    let Some(shows) = top.lecture.as_ref().map(|lecture| lecture.step().shows.clone()) else { return };
    let (mut rings, mut lost) = (Vec::new(), Vec::new());
    for name in shows {
        match place_of(top, &name, board, unit, elements) {
            Some((rect, room)) => rings.push((name, rect.expand(room), room)),
            None => lost.push(name),
        }
    }
    // What it does not speak of is better seen, too.
    let pieces: Vec<Pos2> =
        top.targets().iter().filter(|target| depth(target) == 0).map(|target| on_screen(target.at, board, unit)).collect();
    let waits = top.awaits_next();
    let (may_go_back, mut back, mut next) = (top.lecture.as_ref().is_some_and(|lecture| lecture.at > 0), false, false);
    let Some(lecture) = &mut top.lecture else { return };
    let size = vec2(WIDTH, if lecture.height > 0.0 { lecture.height } else { USUAL });
    let rects: Vec<Rect> = rings.iter().map(|(_, rect, _)| *rect).collect();
    let (room, at) = (sea.shrink(MARGIN), lecture.at);
    let stays =
        |spot: &Pos2| room.expand(1.0).contains_rect(Rect::from_min_size(*spot, size)) && is_clear(*spot, size, &rects, room);
    let kept = lecture.placed.filter(|(step, _)| *step == at).map(|(_, spot)| spot).filter(stays);
    let spot = kept.unwrap_or_else(|| clear_place(room, size, &rects, &pieces));
    draw_rings(context, &rects, Rect::from_min_size(spot, size), sea);
    let area = egui::Area::new(Id::new("lesson")).order(Order::Foreground).fixed_pos(spot).constrain(true);
    let shown = area.show(context, |ui| {
        let frame = theme::sheet().inner_margin(14.0).stroke(Stroke::new(2.0, theme::SEA));
        frame.show(ui, |ui| {
            ui.set_width(WIDTH - 32.0);
            heading(ui, lecture, elements);
            ui.add_space(4.0);
            ui.label(RichText::new(lecture.step().says.to_string()).size(17.0).color(theme::INK));
            if lecture.astray {
                let otherwise = lecture.step().otherwise.as_ref().map(ToString::to_string);
                let told = otherwise.unwrap_or_else(|| usual_word(&lecture.step().task));
                let label = ui.label(RichText::new(told).size(16.0).color(theme::RED));
                elements.widget("lesson:else", &label);
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if may_go_back {
                    back = button(ui, elements, "lesson:back", say!("window.lesson.back")).clicked();
                } else {
                    course(ui, lecture, elements);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| next = onwards(ui, lecture, waits, elements));
            });
        });
    });
    let card = shown.response.rect;
    // A card that has just been turned may yet find another place.
    if (card.height() - lecture.height).abs() < 1.0 {
        lecture.placed = Some((lecture.at, spot));
        lecture.lost.extend(lost);
        let covered = rings.into_iter().filter(|(_, rect, room)| card.intersects(rect.shrink(*room)));
        lecture.covered.extend(covered.map(|(name, ..)| name));
    }
    lecture.height = card.height();
    if next {
        top.turn_page();
    }
    if back {
        top.turn_back();
    }
}

/// The lesson's name, how far it has come, and the way out.
fn heading(ui: &mut Ui, lecture: &mut Lecture, elements: &mut Elements) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let leave = RichText::new(say!("window.lesson.leave")).size(13.0);
            if button(ui, elements, "lesson:leave", leave).clicked() {
                lecture.go = Some(Go::Leave);
            }
            let far = say!("window.lesson.step", at = lecture.at + 1, of = lecture.lesson.steps.len());
            ui.label(RichText::new(far).size(13.0).color(theme::INK_SOFT));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new(lecture.lesson.title().to_string()).font(theme::font("title", 21.0)).color(theme::SEA);
                ui.add(egui::Label::new(title).truncate());
            });
        });
    });
}

/// All lessons of the game, on the first card: another one can be chosen, and what has been gone through has a tick.
fn course(ui: &mut Ui, lecture: &mut Lecture, elements: &mut Elements) {
    if lecture.course.len() < 2 {
        return;
    }
    ui.spacing_mut().item_spacing.x = 5.0;
    let mut chosen = None;
    for (number, listed) in lecture.course.iter().enumerate() {
        let label = format!("{}{}", number + 1, if listed.is_finished { " √" } else { "" });
        let (name, is_this) = (format!("lesson:{}", number + 1), number == lecture.number);
        if toggle_told(ui, elements, &name, is_this, &label, listed.title.to_string()).clicked() && !is_this {
            chosen = Some(Go::To(number));
        }
    }
    lecture.go = chosen.or(lecture.go);
}

/// The button that goes on; true when it was pressed. Where the board is to be clicked there is none.
fn onwards(ui: &mut Ui, lecture: &mut Lecture, waits: bool, elements: &mut Elements) -> bool {
    if !waits {
        let what = match &lecture.step().task {
            Task::Press(_) => say!("window.lesson.press"),
            _ => say!("window.lesson.choose"),
        };
        ui.label(RichText::new(what).size(14.0).color(theme::SEA));
        return false;
    }
    if !lecture.is_last() {
        let label = match &lecture.step().task {
            Task::Watch(_) => say!("window.lesson.watch"),
            _ => say!("window.lesson.next"),
        };
        return main_button(ui, elements, "lesson:next", &label).clicked();
    }
    let label = match lecture.onwards() {
        Go::On => say!("window.lesson.next_lesson"),
        _ => say!("window.lesson.play"),
    };
    main_button(ui, elements, "lesson:next", &label).clicked()
}

/// What is said where the lesson has no words of its own for it.
fn usual_word(task: &Task) -> String {
    match task {
        Task::Read | Task::Watch(_) => say!("window.lesson.read_first"),
        Task::Press(_) => say!("window.lesson.press_first"),
        Task::Choose(_) => say!("window.lesson.choose_first"),
    }
}

/// Where something is on the screen, and the room around it: an element by its name, or a piece or place on the board.
fn place_of(top: &Tabletop, name: &str, board: Rect, unit: f32, elements: &Elements) -> Option<(Rect, f32)> {
    if let Some(rect) = elements.rect(name.strip_prefix(BUTTON).unwrap_or(name)) {
        return Some((rect, if board.contains_rect(rect) { ROOM } else { CLOSE }));
    }
    let game = top.table.game();
    let (at, radius) = top.scene.spot_of(game, game.find(name)?)?;
    Some((Rect::from_center_size(on_screen(at, board, unit), Vec2::splat(2.0 * radius * unit)), ROOM))
}

fn on_screen(at: macroquad::prelude::Vec2, board: Rect, unit: f32) -> Pos2 {
    board.min + vec2(at.x, at.y) * unit
}

/// How much room there is between a card and what it points at, as a part of what is enough: 1 and more is clear.
fn clearance(place: Pos2, size: Vec2, rings: &[Rect], sea: Rect) -> f32 {
    let card = Rect::from_min_size(place, size);
    let apart = |ring: &Rect| {
        let across = (ring.min.x - card.max.x).max(card.min.x - ring.max.x);
        let gap = across.max((ring.min.y - card.max.y).max(card.min.y - ring.max.y));
        gap / if sea.intersects(*ring) { CLEAR } else { BESIDE }
    };
    rings.iter().map(apart).fold(f32::INFINITY, f32::min)
}

fn is_clear(place: Pos2, size: Vec2, rings: &[Rect], sea: Rect) -> bool {
    clearance(place, size, rings, sea) >= 1.0
}

/// The corner or edge of the board where the card lies clear of everything it points at, and covers least of what else there is.
fn clear_place(sea: Rect, size: Vec2, rings: &[Rect], pieces: &[Pos2]) -> Pos2 {
    let right = (sea.max.x - size.x).max(sea.min.x);
    let bottom = (sea.max.y - size.y).max(sea.min.y);
    let (middle, half) = (sea.center().x - size.x / 2.0, sea.center().y - size.y / 2.0);
    // Level with what it is about first, which may lie beside the board.
    let level = rings.first().map_or(half, |ring| ring.center().y - size.y / 2.0).clamp(sea.min.y, bottom);
    let places = [
        pos2(sea.min.x, bottom),
        pos2(right, bottom),
        pos2(sea.min.x, sea.min.y),
        pos2(right, sea.min.y),
        pos2(middle, bottom),
        pos2(middle, sea.min.y),
        pos2(sea.min.x, half),
        pos2(right, half),
        pos2(middle, half),
        pos2(right, level),
        pos2(sea.min.x, level),
    ];
    // And then as near as can be to what it speaks of; the first of equals, so that it does not wander.
    let covers = |place: &Pos2| pieces.iter().filter(|at| Rect::from_min_size(*place, size).contains(**at)).count() as f32;
    let far = |place: &Pos2| rings.first().map_or(0.0, |ring| Rect::from_min_size(*place, size).center().distance(ring.center()));
    let rank = |place: &Pos2| [clearance(*place, size, rings, sea).min(1.0), -covers(place), -far(place)];
    let better = |a: &Pos2, b: &Pos2| rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal);
    places.into_iter().rev().max_by(better).unwrap_or(sea.min)
}

/// A ring around everything that is pointed at, and an arrow from the card to the first of it.
fn draw_rings(context: &Context, rings: &[Rect], card: Rect, sea: Rect) {
    let painter = context.layer_painter(LayerId::new(Order::Middle, Id::new("lesson_rings")));
    let beat = (context.input(|input| input.time) as f32 * 3.0).sin();
    for ring in rings {
        let ring = ring.expand(2.0 * beat).intersect(context.screen_rect().shrink(RIM));
        if !ring.is_positive() {
            continue;
        }
        // A piece has a round ring, a part of the window a box.
        let is_round = ring.size().max_elem() < 1.3 * ring.size().min_elem();
        let corner = if is_round { ring.size().min_elem() / 2.0 } else { 10.0 };
        for (width, colour) in [(7.0, Color32::from_black_alpha(150)), (4.0, theme::GOLD)] {
            painter.rect_stroke(ring, corner, Stroke::new(width, colour), egui::StrokeKind::Outside);
        }
    }
    let Some(first) = rings.first().filter(|first| !card.intersects(**first)) else { return };
    let from = pos2(first.center().x.clamp(card.min.x, card.max.x), first.center().y.clamp(card.min.y, card.max.y));
    let way = first.center() - from;
    // Where the way meets the edge of what is pointed at.
    let half = first.size() / 2.0;
    let share = (half.x / way.x.abs().max(0.1)).min(half.y / way.y.abs().max(0.1)).min(1.0);
    let stop = way.length() * (1.0 - share) - 6.0;
    if stop < 24.0 {
        return;
    }
    let way = way.normalized();
    let to = from + way * stop;
    // What is told beside the board stays readable.
    if !sea.expand(REACH).contains(to) {
        return;
    }
    for (width, colour) in [(7.0, Color32::from_black_alpha(150)), (4.0, theme::GOLD)] {
        painter.line_segment([from, to], Stroke::new(width, colour));
        for side in [way.rot90(), -way.rot90()] {
            painter.line_segment([to, to - way * 14.0 + side * 9.0], Stroke::new(width, colour));
        }
    }
}
