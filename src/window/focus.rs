//! What has the keys in panels and sheets: a ring around it, and a step further where it has no use for them.

use super::input::leads;
use super::theme;
use egui::text_edit::TextEditState;
use egui::{Context, Id, LayerId, Memory, Response, Stroke, StrokeKind};
use macroquad::miniquad::{KeyCode, KeyMods};

/// How often a key leads on by itself.
const MOST_STEPS: u8 = 8;

/// The key that led somewhere last, how often it may do so again by itself, and where it led.
#[derive(Default)]
pub(super) struct Lead {
    key: Option<(KeyCode, KeyMods)>,
    steps: u8,
    at: Option<Id>,
    is_due: bool,
}

impl Lead {
    pub(super) fn pressed(&mut self, key: KeyCode, mods: KeyMods) {
        if leads(key) {
            *self = Self { key: Some((key, mods)), steps: MOST_STEPS, at: self.at, is_due: false };
        }
    }

    /// Looks where the keys are, once everything in the frame is laid out. A step back is taken in the next frame only: until the
    /// keys have come somewhere else, nothing is pressed again.
    pub(super) fn look(&mut self, context: &Context) {
        let focused = context.memory(Memory::focused);
        let has_come = std::mem::replace(&mut self.at, focused) != focused;
        if has_come && self.steps > 0 && focused.is_some_and(|id| is_paper(context, id)) {
            self.is_due = true;
            self.steps -= 1;
        }
    }

    /// The key, if it is to be pressed once more.
    pub(super) fn again(&mut self) -> Option<(KeyCode, KeyMods)> {
        self.key.filter(|_| std::mem::take(&mut self.is_due))
    }
}

/// Where the thing with a name that had the keys last is remembered.
fn named() -> Id {
    Id::new("named_focus")
}

/// Remembers that what has the keys is something with a name.
pub(super) fn note_name(response: &Response) {
    response.ctx.data_mut(|data| data.insert_temp(named(), response.id));
}

/// Whether it is a field for text.
pub(super) fn is_field(context: &Context, id: Id) -> bool {
    TextEditState::load(context, id).is_some()
}

/// Whether a thing has no use for the keys, though egui leads them there: the paper of a sheet, and without a name whatever can
/// be dragged and is no field: a list, its bars, the board.
fn is_paper(context: &Context, id: Id) -> bool {
    let is_sheet = context.memory(|memory| memory.layer_ids().any(|layer| layer.id.with("move") == id));
    let is_dragged = || context.read_response(id).is_some_and(|response| response.sense.senses_drag());
    let has_name = || context.data(|data| data.get_temp(named()) == Some(id));
    is_sheet || is_dragged() && !has_name() && !is_field(context, id)
}

/// A ring around whatever has the keys, over everything, so that whoever works without a pointer sees where they are.
pub(super) fn ring(context: &Context) {
    let focused = context.memory(Memory::focused).filter(|id| !is_paper(context, *id));
    let response = focused.and_then(|id| context.read_response(id));
    if let Some(response) = response.filter(|response| response.interact_rect.is_positive()) {
        let layer = LayerId::new(egui::Order::Tooltip, Id::new("focus"));
        let ring = response.interact_rect.expand(3.0);
        for (width, colour) in [(5.0, theme::PAPER), (3.0, theme::RED)] {
            context.layer_painter(layer).rect_stroke(ring, 6.0, Stroke::new(width, colour), StrokeKind::Middle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Align2, Event, Key, Modifiers, RawInput, ScrollArea, Slider, Window};

    /// What has the keys on a sheet with a list too long for it, some frames after Tab was pressed.
    fn reached(context: &Context, lead: &mut Lead, mods: KeyMods) -> Option<&'static str> {
        let mut reached = None;
        lead.pressed(KeyCode::Tab, mods);
        for frame in 0..12 {
            let modifiers = if mods.shift { Modifiers::SHIFT } else { Modifiers::NONE };
            let tab = Event::Key { key: Key::Tab, physical_key: None, pressed: true, repeat: false, modifiers };
            let is_pressed = frame == 0 || lead.again().is_some();
            let input = RawInput { modifiers, events: is_pressed.then_some(tab).into_iter().collect(), ..RawInput::default() };
            let _ = context.run(input, |context| {
                reached = None;
                let sheet = Window::new("sheet").title_bar(false).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
                sheet.fixed_size([200.0, 100.0]).show(context, |ui| {
                    ScrollArea::vertical().show(ui, |ui| {
                        let mut value = 3;
                        let slider = Slider::new(&mut value, 0..=9).show_value(false);
                        for (name, response) in [("button", ui.button("button")), ("slider", ui.add(slider))] {
                            if response.has_focus() {
                                note_name(&response);
                                reached = Some(name);
                            }
                        }
                        ui.add_space(400.0);
                    });
                });
                lead.look(context);
            });
        }
        reached
    }

    /// egui leads them to the sheet, to the list on it and to its bar, too.
    #[test]
    fn the_keys_rest_only_where_something_has_a_use_for_them() {
        let (context, mut lead) = (Context::default(), Lead::default());
        let forth = KeyMods::default();
        let back = KeyMods { shift: true, ..forth };
        let ways = [(forth, "button"), (forth, "slider"), (forth, "button"), (back, "slider"), (back, "button")];
        for (step, (mods, name)) in ways.into_iter().enumerate() {
            assert_eq!(reached(&context, &mut lead, mods), Some(name), "step {step}");
        }
    }
}
