//! The strip under the board while a recorded game is watched: play, pause, seek, its turning points, its result, and play on from here.

use super::{button, frame, inside, look_back, main_button};
use crate::window::elements::Elements;
use crate::window::layout::HIGH_STRIP;
use crate::window::tabletop::Tabletop;
use crate::words::say;
use egui::{Align, Layout, Rect, Slider, Ui, vec2};
use std::ops::RangeInclusive;

/// From the right: the move that is shown, and a slider that has what the words leave.
fn slider(ui: &mut Ui, at: &mut usize, moves: RangeInclusive<usize>, move_of: &str, elements: &mut Elements) {
    ui.label(move_of);
    ui.spacing_mut().slider_width = (ui.available_width() - 8.0).max(60.0);
    let slider = ui.add(Slider::new(at, moves).show_value(false));
    elements.widget("replay:seek", &slider);
}

pub(crate) fn show(ui: &mut Ui, rect: Rect, top: &mut Tabletop, elements: &mut Elements) {
    let total = top.table.known_deeds();
    let mut at = top.table.deeds();
    let (mut play_on, mut back, mut result, mut turn) = (false, false, false, None);
    // The change of rules itself is not a move to look at.
    let first = usize::from(top.branch.is_some());
    let has_two_lines = rect.height() > 0.7 * HIGH_STRIP;
    let move_of = say!("window.strip.move_of", at = at - first, total = total - first);
    frame(ui, rect);
    inside(ui, rect.shrink2(vec2(14.0, 6.0)), |ui| {
        ui.horizontal(|ui| {
            let Some(replay) = &mut top.replay else { return };
            let label = if replay.playing { say!("window.strip.pause") } else { say!("window.strip.play") };
            if button(ui, elements, "replay:play", label).clicked() {
                replay.playing = !replay.playing;
                if at == total {
                    at = first;
                }
            }
            if button(ui, elements, "replay:back", "◀").clicked() {
                replay.playing = false;
                at = at.saturating_sub(1).max(first);
            }
            if button(ui, elements, "replay:forward", "▶").clicked() {
                replay.playing = false;
                at += 1;
            }
            let to_the_end = replay.to_the_end;
            turn = look_back::show_numbers(ui, top, elements);
            // From the right, so that the slider has what the words leave.
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if top.branch.is_some() {
                    back = main_button(ui, elements, "branch:back", &say!("window.branch.back")).clicked();
                } else {
                    play_on = main_button(ui, elements, "replay:play_on", &say!("window.strip.play_on")).clicked();
                }
                result = to_the_end && button(ui, elements, "replay:result", say!("window.strip.result")).clicked();
                if !has_two_lines {
                    slider(ui, &mut at, first..=total, &move_of, elements);
                }
            });
        });
        if has_two_lines {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| slider(ui, &mut at, first..=total, &move_of, elements));
        }
    });
    if at != top.table.deeds() {
        top.seek(at);
    }
    if let Some(number) = turn {
        return top.show_turn(number);
    }
    if result {
        return top.show_result();
    }
    if back {
        return top.leave_branch();
    }
    if play_on {
        top.play_on();
    }
}
