//! Settings of the window itself.

use crate::window::elements::Elements;
use crate::window::settings::{Settings, Speed, UndoDice};
use crate::window::theme;
use egui::{RichText, Ui};

pub(crate) fn show(ui: &mut Ui, settings: &mut Settings, elements: &mut Elements) {
    ui.heading("Settings");
    ui.add_space(8.0);
    title(ui, "Motion");
    ui.horizontal(|ui| {
        for speed in Speed::ALL {
            let response = ui.radio_value(&mut settings.speed, speed, speed.name());
            elements.widget(format!("set_speed:{}", speed.name().to_lowercase()), &response);
        }
    });
    ui.add_space(8.0);
    title(ui, "Dice and spinner");
    let response = ui.checkbox(&mut settings.roll_by_hand, "People press to roll and to spin");
    elements.widget("set_roll_by_hand", &response);
    ui.add_space(8.0);
    title(ui, "Undo across a roll of the die");
    for (choice, name, label) in [
        (UndoDice::Alone, "alone", "In games with one person"),
        (UndoDice::Always, "always", "Always"),
        (UndoDice::Never, "never", "Never"),
    ] {
        let response = ui.radio_value(&mut settings.undo_dice, choice, label);
        elements.widget(format!("set_undo:{name}"), &response);
    }
    ui.add_space(16.0);
    title(ui, "Keys");
    for (key, what) in [
        ("Space", "roll, spin, skip, pause a replay"),
        ("Tab, arrows", "choose a piece; in a replay step"),
        ("Enter", "move the chosen piece"),
        ("H", "ask the Captain for advice"),
        ("U, Ctrl+Z", "undo"),
        ("R, Ctrl+Y", "redo"),
        ("X", "see the magnets"),
        ("D", "danger of every space"),
        ("S", "skip the motion"),
        ("F1 … F5", "rules, house rules, save, settings, lab"),
        ("Esc", "dismiss advice, close a panel"),
    ] {
        ui.horizontal(|ui| {
            super::column(ui, 104.0, RichText::new(key).font(theme::font("strong", 14.0)));
            ui.label(RichText::new(what).size(14.0));
        });
    }
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::font("strong", 16.0)).color(theme::SEA));
}
