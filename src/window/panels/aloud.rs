//! The position in words (L): what happened last, how everybody stands, what lies where, and what is to do. Whoever does not see the
//! board reads it here, or has it read; the terminal says the same.

use super::laid_over;
use crate::table::named;
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::words::{Message, say};
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
    let lying = game.rules().pack.aloud(game).into_iter();
    let to_do = top.awaits_person().then(|| top.scene.hint(game));
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
