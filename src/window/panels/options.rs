//! Settings of the window itself.

use crate::window::elements::Elements;
use crate::window::motion::Speed;
use crate::window::settings::{Settings, TextSize, UndoDice};
use crate::window::{language, sound, theme};
use crate::words::{Message, say};
use egui::{RichText, ScrollArea, Slider, Ui};

pub(crate) fn show(ui: &mut Ui, settings: &mut Settings, elements: &mut Elements) {
    ui.heading(say!("window.options.title"));
    ScrollArea::vertical().id_salt("options").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 6.0);
        show_choices(ui, settings, elements);
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
    checkbox(ui, &mut settings.calm, "calm", elements);
    ui.add_space(8.0);
    title(ui, say!("window.options.text_size"));
    ui.horizontal_wrapped(|ui| {
        for size in TextSize::ALL {
            let label = Message::new(format!("window.options.text_{}", size.id())).to_string();
            let response = ui.radio_value(&mut settings.text_size, size, label);
            elements.widget(format!("set_text:{}", size.id()), &response);
        }
    });
    checkbox(ui, &mut settings.high_contrast, "high_contrast", elements);
    checkbox(ui, &mut settings.full_screen, "full_screen", elements);
    ui.add_space(8.0);
    if sound::IS_HEARD {
        show_sound(ui, settings, elements);
    }
    title(ui, say!("window.options.dice"));
    checkbox(ui, &mut settings.roll_by_hand, "roll_by_hand", elements);
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

fn show_sound(ui: &mut Ui, settings: &mut Settings, elements: &mut Elements) {
    title(ui, say!("window.options.sound"));
    ui.horizontal(|ui| {
        ui.label(say!("window.options.volume"));
        let response = ui.add(Slider::new(&mut settings.volume, 0..=100));
        elements.widget("set_volume", &response);
    });
    checkbox(ui, &mut settings.mute, "mute", elements);
    checkbox(ui, &mut settings.sea, "sea", elements);
    ui.add_space(8.0);
}

/// Something that is on or off, with the words of its name.
fn checkbox(ui: &mut Ui, on: &mut bool, name: &str, elements: &mut Elements) {
    let response = ui.checkbox(on, Message::new(format!("window.options.{name}")).to_string());
    elements.widget(format!("set_{name}"), &response);
}

fn title(ui: &mut Ui, text: String) {
    ui.label(RichText::new(text).font(theme::font("strong", 16.0)).color(theme::SEA));
}
