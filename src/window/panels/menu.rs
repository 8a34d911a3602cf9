//! The menu behind ☰: what has nothing to do with the move at hand. Opening it leaves nothing and loses nothing.

use super::button;
use crate::window::elements::Elements;
use crate::window::settings::Settings;
use crate::window::system::IS_PAGE;
use crate::window::tabletop::{Dock, Tabletop};
use crate::window::theme;
use crate::words::Message;
use egui::{Area, Context, Order, Pos2, Rect, vec2};

/// What was pressed that the table cannot do by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pressed {
    Nothing,
    Leave,
    Quit,
}

/// How wide the menu is.
const WIDTH: f32 = 250.0;

/// Shows the menu below the bar, if it is open; a press beside it closes it.
pub(crate) fn show(
    context: &Context,
    bar: Rect,
    top: &mut Tabletop,
    settings: &mut Settings,
    elements: &mut Elements,
) -> Pressed {
    if !top.desk.menu {
        return Pressed::Nothing;
    }
    let mut pressed = Pressed::Nothing;
    let mut chosen = None;
    let at = Pos2::new(bar.min.x + 8.0, bar.max.y + 4.0);
    let area = Area::new("menu".into()).order(Order::Foreground).fixed_pos(at).show(context, |ui| {
        theme::sheet().show(ui, |ui| {
            ui.set_width(WIDTH);
            for name in ["resume", "keys", "settings", "full_screen", "leave", "quit"] {
                // Nobody quits a page.
                if IS_PAGE && name == "quit" {
                    continue;
                }
                let label = Message::new(format!("window.menu.{name}")).to_string();
                let wide = egui::Button::new(label).min_size(vec2(WIDTH, 32.0));
                if super::named(ui, elements, &format!("menu:{name}"), wide).clicked() {
                    chosen = Some(name);
                }
            }
        });
    });
    match chosen {
        Some("keys") => top.desk.shortcuts = true,
        Some("settings") => top.desk.dock = Some(Dock::Settings),
        Some("full_screen") => settings.full_screen = !settings.full_screen,
        Some("leave") => pressed = Pressed::Leave,
        Some("quit") => pressed = Pressed::Quit,
        _ => {}
    }
    let beside = context.input(|input| {
        input.pointer.any_released()
            && input.pointer.interact_pos().is_some_and(|at| !area.response.rect.contains(at) && !bar.contains(at))
    });
    if chosen.is_some() || beside {
        top.desk.menu = false;
    }
    pressed
}

/// The button in the bar that opens the menu and closes it again.
pub(crate) fn opener(ui: &mut egui::Ui, top: &mut Tabletop, elements: &mut Elements) {
    // An open menu explains itself.
    let opener = if top.desk.menu { ui.button("☰") } else { button(ui, elements, "menu", "☰") };
    if top.desk.menu {
        elements.widget("menu", &opener);
    }
    if opener.clicked() {
        top.desk.menu = !top.desk.menu;
    }
}
