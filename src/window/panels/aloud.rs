//! The position in words (L): what happened last, how everybody stands, what lies where, and what is to do. Whoever does not see the
//! board reads it here, or has it read; how everybody stands and what lies where is told as in the terminal.

use super::laid_over;
use crate::table::{named, stands};
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::words::{Message, msg, say};
use egui::{Context, Rect, RichText};

/// Everything there is to say, line by line.
pub(crate) fn lines(top: &Tabletop) -> Vec<String> {
    let (table, game, cast) = (&top.table, top.table.game(), top.table.cast());
    // What nobody has spun for yet is told no sooner than the board shows it.
    let position = if top.telling.is_level() {
        table.aloud(top.eyes())
    } else {
        let stands = cast.iter().zip(top.standings()).map(|(card, standing)| stands(card, standing));
        let waits = top.scene.gate().map_or_else(|| msg!("window.aloud.moving"), |_| msg!("window.aloud.before_press"));
        stands.chain([waits]).collect()
    };
    let press = top
        .scene
        .gate()
        .filter(|_| top.hand_over_to().is_none())
        .map(|gate| msg!("window.aloud.press", what = Message::new(gate.label)));
    let to_do = press.or_else(|| top.awaits_person().then(|| top.scene.hint(game)));
    top.last_line().into_iter().chain(position).chain(to_do).map(|line| named(cast, line).to_string()).collect()
}

/// Shows the sheet, if it is open.
pub(crate) fn show(context: &Context, window: Rect, top: &mut Tabletop, elements: &mut Elements) {
    if !top.desk.aloud {
        return;
    }
    let lines = lines(top);
    top.desk.aloud = laid_over(context, window, ("aloud", say!("window.aloud.title"), 560.0), elements, |ui| {
        for line in lines {
            ui.label(RichText::new(line).size(15.5));
        }
    });
}
