//! Pointing at the board: what lies under the pointer, what is said about it, and what a click chooses.

use super::badges;
use super::elements::Elements;
use super::scene::{Target, Tip, Tone};
use super::settings::Settings;
use super::tabletop::Tabletop;
use super::theme;
use crate::words;
use egui::{Pos2, Rect, RichText, Ui, vec2};
use macroquad::prelude as mq;

/// How far the pointer goes until it points at something anew.
const MOVED_ON: f32 = 8.0;

/// Names the board's targets, follows the pointer, and chooses what is clicked.
pub(super) fn point_at_board(
    ui: &mut Ui,
    top: &mut Tabletop,
    settings: &Settings,
    board: Rect,
    unit: f32,
    elements: &mut Elements,
    clicked: bool,
) {
    let targets = top.targets();
    let place = |target: &Target| {
        Rect::from_center_size(board.min + vec2(target.at.x, target.at.y) * unit, egui::Vec2::splat(2.0 * target.radius * unit))
    };
    for target in &targets {
        elements.place(target.name.clone(), place(target));
    }
    let response = ui.interact(board, ui.id().with("board"), egui::Sense::click_and_drag());
    // What lies under the result, the curtain or an open sheet is no longer pointed at: a press beside a menu closes it, no more.
    let covered = top.shows_ending() || top.hand_over_to().is_some() || top.desk.sheet().is_some();
    // What only says something, such as a moment or a tip, is pointed through.
    let in_sight = |at: Pos2| ui.ctx().layer_id_at(at).is_none_or(|layer| layer == ui.layer_id());
    let over_board = |at: Pos2| response.contains_pointer() || response.hovered() || (board.contains(at) && in_sight(at));
    // Hands lie beside the board.
    let over_hand = |at: Pos2| {
        !board.contains(at) && in_sight(at) && targets.iter().any(|target| target.choosable && place(target).contains(at))
    };
    let pointer = ui.ctx().pointer_hover_pos().filter(|at| !covered && (over_board(*at) || over_hand(*at)));
    let on_board = |at: Pos2| mq::vec2(at.x - board.min.x, at.y - board.min.y) / unit;
    top.aim.pointer = pointer.filter(|at| over_board(*at)).map(on_board);
    let nearest = |pointer: Pos2| {
        let distance = |target: &&Target| place(target).center().distance(pointer);
        let near = targets.iter().filter(|target| distance(target) <= target.radius * unit);
        // A ship lies on a space: whatever comes first in the scene's own order wins a tie.
        near.min_by(|a, b| (!a.choosable, depth(a)).cmp(&(!b.choosable, depth(b))).then(distance(a).total_cmp(&distance(b))))
    };
    if response.drag_started() && top.awaits_person() && !covered {
        let from = ui.input(|input| input.pointer.press_origin()).and_then(nearest).filter(|target| target.choosable);
        let lifted = from.filter(|target| top.scene.lift(top.table.game(), &target.name));
        top.aim.carries = lifted.map(|target| target.name.clone());
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged() && top.aim.carries.is_none()) {
        let by = response.drag_delta();
        top.scene.drag(on_board(at), mq::vec2(by.x, by.y) / unit);
    }
    let carried = if response.drag_stopped() { top.aim.carries.take() } else { None };
    // Whoever presses for long has taken up what lies there: that is no click, which would put it back.
    let clicked = clicked && carried.is_none();
    if let Some(from) = carried {
        // What is let go of elsewhere stays in hand.
        let to = response.interact_pointer_pos().and_then(nearest).filter(|target| target.choosable && target.name != from);
        if let Some(name) = to.map(|target| target.name.clone()) {
            top.choose(&name, settings);
        }
    }
    top.aim.is_led_by_keys &= top.aim.focus.is_some() && !clicked && ui.input(|input| input.pointer.delta() == egui::Vec2::ZERO);
    let hovered = pointer.filter(|_| !top.aim.is_led_by_keys).and_then(nearest).cloned();
    top.aim.hover = hovered.as_ref().map(|target| target.name.clone());
    if hovered.as_ref().is_some_and(|target| target.choosable) {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    // What is advised is told beside the board; a tip would lie over its way.
    let silent = top.advised_target();
    let is_told = |name: &&String| silent.as_ref() != Some(*name) && !covered && !top.aim.is_unasked;
    let focus = top.aim.focus.as_ref().filter(is_told);
    let focused = || focus.and_then(|name| targets.iter().find(|target| target.name == *name)).cloned();
    top.aim.chosen_at = top.aim.chosen_at.filter(|at| pointer.is_some_and(|pointer| pointer.distance(*at) < MOVED_ON));
    if let Some(target) = hovered.clone().filter(|_| top.aim.chosen_at.is_none()).or_else(focused)
        && let Some(mut tip) = top.scene.tip(&top.table, &target, top.eyes(), &top.desk.overlays)
    {
        badges::told(&*top.scene, top.table.game(), top.eyes(), &target.name, &mut tip);
        // A lesson's card says more than any tip, and has the buttons to go on.
        let order = if top.shows_lesson() { egui::Order::Middle } else { egui::Order::Tooltip };
        show_tip(ui.ctx(), &tip, place(&target), board, order);
    }
    let is_over = pointer.is_some_and(over_board);
    if clicked && (is_over || hovered.as_ref().is_some_and(|target| target.choosable)) {
        match hovered {
            Some(target) if target.choosable => {
                top.aim.chosen_at = pointer;
                top.choose(&target.name, settings);
            }
            Some(_) if top.shows_lesson() => top.stray(),
            _ if top.scene.moving() && top.scene.gate().is_none() => top.skip(settings),
            _ => top.aim.focus = None,
        }
    }
}

/// How deep something lies among what is pointed at: places lie below pieces, and a cloud is only read about where nothing else is.
pub(super) fn depth(target: &Target) -> u8 {
    match target.name.split(':').next() {
        Some("spot") => 1,
        Some("cloud") => 2,
        _ => 0,
    }
}

fn show_tip(context: &egui::Context, tip: &Tip, target: Rect, board: Rect, order: egui::Order) {
    let right = target.center().x < board.center().x;
    let below = target.center().y < board.center().y;
    let (x, align_x) = if right { (target.max.x + 10.0, egui::Align::Min) } else { (target.min.x - 10.0, egui::Align::Max) };
    let (y, align_y) = if below { (target.max.y + 6.0, egui::Align::Min) } else { (target.min.y - 6.0, egui::Align::Max) };
    let area = egui::Area::new("tip".into()).order(order).interactable(false);
    area.fixed_pos(Pos2::new(x, y)).pivot(egui::Align2([align_x, align_y])).constrain(true).show(context, |ui| {
        let frame = egui::Frame::new()
            .fill(theme::PAPER)
            .stroke(egui::Stroke::new(1.5, theme::SEA))
            .corner_radius(6.0)
            .inner_margin(10.0);
        frame.show(ui, |ui| {
            ui.set_max_width(320.0);
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.label(RichText::new(&tip.title).font(theme::font("strong", 16.0)).color(theme::INK));
            for (tone, line) in &tip.lines {
                let size = if *tone == Tone::Quiet { 12.5 } else { 15.0 };
                ui.label(RichText::new(words::capital(line)).size(size).color(theme::ink(*tone)));
            }
        });
    });
}
