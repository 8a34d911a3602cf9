//! The position in words (L): what happened last, how everybody stands, what lies where, and what is to do. Whoever does not see the
//! board reads it here, or has it read; the terminal says the same.

use super::laid_over;
use crate::table::named;
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::words::{Message, msg, say};
use egui::{Context, Rect, RichText};

/// Everything there is to say, line by line.
pub(crate) fn lines(top: &Tabletop) -> Vec<String> {
    let (game, cast) = (top.table.game(), top.table.cast());
    let last = top.last_line().into_iter();
    let stands = cast.iter().zip(top.standings()).map(|(card, standing)| {
        Message::new("window.aloud.stands")
            .with("who", card.called())
            .with("total", standing.total)
            .with("detail", standing.detail)
    });
    // What nobody has spun for yet is told no sooner than the board shows it.
    let lying = match top.scene.gate() {
        _ if top.telling.is_level() => game.rules().pack.aloud(game),
        Some(_) => vec![msg!("window.aloud.before_press")],
        None => vec![msg!("window.aloud.moving")],
    };
    let press = top
        .scene
        .gate()
        .filter(|_| top.hand_over_to().is_none())
        .map(|gate| msg!("window.aloud.press", what = Message::new(gate.label)));
    let to_do = press.or_else(|| top.awaits_person().then(|| top.scene.hint(game)));
    last.chain(stands).chain(lying).chain(to_do).map(|line| named(cast, line).to_string()).collect()
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
