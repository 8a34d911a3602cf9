//! The sheet of keys (?): everything that can be done without a pointer.

use super::{column, laid_over};
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::window::{sound, theme};
use crate::words::{Message, say};
use egui::{Context, Grid, Label, Rect, RichText};

/// The group to which a game adds its own.
const PLAYING: &str = "play";

/// Keys by what they are for, by the ids of their words.
const GROUPS: [(&str, &[&str]); 3] = [
    (PLAYING, &["space", "choose", "enter", "hint", "undo", "redo", "skip"]),
    ("look", &["xray", "danger", "zoom", "aloud"]),
    ("window", &["panels", "pane", "full_screen", "mute", "sheet", "escape"]),
];

/// Keys that not every game has.
const OVERLAYS: [&str; 2] = ["xray", "danger"];

/// Shows the sheet in the middle of the window, if it is open.
pub(crate) fn show(context: &Context, window: Rect, top: &mut Tabletop, elements: &mut Elements) {
    if top.desk.shortcuts {
        let overlays: Vec<&str> = top.scene.overlays().iter().map(|overlay| overlay.name).collect();
        top.desk.shortcuts = lay(context, window, &overlays, top.scene.own_keys(), elements);
    }
}

/// The same where no game is open: the keys of all games. False once it is closed.
pub(crate) fn show_all(context: &Context, elements: &mut Elements) -> bool {
    lay(context, context.screen_rect(), &OVERLAYS, &[], elements)
}

fn lay(context: &Context, window: Rect, overlays: &[&str], own: &[&str], elements: &mut Elements) -> bool {
    laid_over(context, window, ("keys", say!("window.options.keys"), 520.0), elements, |ui| {
        for (group, keys) in GROUPS {
            let title = Message::new(format!("window.keys.group.{group}")).to_string();
            ui.add_space(4.0);
            ui.label(RichText::new(title).font(theme::font("strong", 16.0)).color(theme::SEA));
            Grid::new(group).num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
                // What this game does not show has no key, nor what nobody hears.
                let is_shown =
                    |id: &&&str| (!OVERLAYS.contains(*id) || overlays.contains(*id)) && (**id != "mute" || sound::IS_HEARD);
                let common = keys.iter().filter(is_shown).map(|id| format!("window.keys.{id}"));
                let own = own.iter().filter(|_| group == PLAYING).map(|id| (*id).to_owned());
                for id in common.chain(own) {
                    let [key, what] = ["key", "does"].map(|part| Message::new(format!("{id}.{part}")).to_string());
                    column(ui, 150.0, RichText::new(key).font(theme::font("strong", 14.5)));
                    ui.add(Label::new(RichText::new(what).size(14.5)).wrap());
                    ui.end_row();
                }
            });
        }
    })
}
