//! Settings of the window itself.

use crate::window::elements::Elements;
use crate::window::motion::Speed;
use crate::window::settings::{Settings, UndoDice};
use crate::window::{language, theme};
use crate::words::{Message, say};
use egui::{Label, RichText, ScrollArea, Ui};

pub(crate) fn show(ui: &mut Ui, settings: &mut Settings, elements: &mut Elements) {
    ui.heading(say!("window.options.title"));
    ScrollArea::vertical().id_salt("options").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 6.0);
        show_choices(ui, settings, elements);
        show_keys(ui);
    });
}

fn show_choices(ui: &mut Ui, settings: &mut Settings, elements: &mut Elements) {
    ui.add_space(8.0);
    title(ui, say!("window.options.language"));
    ui.horizontal_wrapped(|ui| {
        let system = (None, say!("window.options.system_language"));
        let named = language::choices().iter().map(|(code, name)| (Some(code.clone()), name.clone()));
        for (code, name) in std::iter::once(system).chain(named) {
            let element = format!("set_language:{}", code.as_deref().unwrap_or("system"));
            let response = ui.radio_value(&mut settings.language, code, name);
            elements.widget(element, &response);
        }
    });
    ui.add_space(8.0);
    title(ui, say!("window.options.motion"));
    ui.horizontal_wrapped(|ui| {
        for speed in Speed::ALL {
            let response = ui.radio_value(&mut settings.speed, speed, speed.name());
            elements.widget(format!("set_speed:{}", speed.id()), &response);
        }
    });
    ui.add_space(8.0);
    title(ui, say!("window.options.dice"));
    let response = ui.checkbox(&mut settings.roll_by_hand, say!("window.options.roll_by_hand"));
    elements.widget("set_roll_by_hand", &response);
    ui.add_space(8.0);
    title(ui, say!("window.options.undo"));
    ui.horizontal_wrapped(|ui| {
        for (choice, name) in [(UndoDice::Alone, "alone"), (UndoDice::Always, "always"), (UndoDice::Never, "never")] {
            let label = Message::new(format!("window.options.undo_{name}")).to_string();
            let response = ui.radio_value(&mut settings.undo_dice, choice, label);
            elements.widget(format!("set_undo:{name}"), &response);
        }
    });
    ui.add_space(10.0);
}

fn show_keys(ui: &mut Ui) {
    title(ui, say!("window.options.keys"));
    for id in ["space", "choose", "enter", "hint", "undo", "redo", "xray", "danger", "skip", "panels", "escape"] {
        let [key, what] = ["key", "does"].map(|part| Message::new(format!("window.keys.{id}.{part}")).to_string());
        ui.horizontal_top(|ui| {
            super::column(ui, 104.0, RichText::new(key).font(theme::font("strong", 14.0)));
            ui.add(Label::new(RichText::new(what).size(14.0)).wrap());
        });
    }
}

fn title(ui: &mut Ui, text: String) {
    ui.label(RichText::new(text).font(theme::font("strong", 16.0)).color(theme::SEA));
}
