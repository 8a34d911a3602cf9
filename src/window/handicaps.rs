//! Handicaps in a new game: what each player may choose for the own seat, such as a nearer goal, by buttons for less and more.

use super::elements::Elements;
use super::panels::button;
use super::theme;
use crate::sim::Pack;
use crate::table::Handicap;
use crate::variant::Variant;
use crate::variant::declare::Setting;
use crate::words::say;
use egui::{RichText, Ui};
use serde_json::Value;

/// What was chosen, by dotted key; whatever is as the variant says it is not among it.
#[derive(Default)]
pub(super) struct Handicaps(pub Handicap);

/// The settings a variant lets players choose for themselves, each with its step.
fn choices(variant: &Variant) -> impl Iterator<Item = (&Setting, i64)> {
    let open = variant.catalogue.settings.iter().filter_map(|setting| Some((setting, setting.handicap?)));
    open.filter(|(setting, _)| variant.rules.is_in_force(setting.section()))
}

impl Handicaps {
    /// Those of the seats that play.
    pub(super) fn chosen(&self, pack: &dyn Pack, seats: usize) -> Handicap {
        let plays = |key: &str| (0..seats).any(|seat| key.ends_with(&format!(".{}", pack.seat_name(seat as u8))));
        Handicap(self.0.0.iter().filter(|(key, _)| plays(key)).map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    /// The buttons of a seat, a line for each setting.
    pub(super) fn show(&mut self, ui: &mut Ui, variant: &Variant, seat: usize, elements: &mut Elements) {
        for (setting, step) in choices(variant) {
            let key = format!("{}.{}", setting.key, variant.rules.pack.seat_name(seat as u8));
            let usual = variant.rules.value_for(&setting.key, seat as u8).and_then(Value::as_i64).unwrap_or_default();
            let now = self.0.0.get(&key).and_then(Value::as_i64).unwrap_or(usual);
            let mut next = now;
            ui.horizontal(|ui| {
                ui.add_space(38.0);
                let text = say!("window.new.handicap", name = setting.name(), value = setting.value(&now.into()));
                let shown = RichText::new(text).size(14.0);
                ui.label(if now == usual { shown.color(theme::INK_SOFT) } else { shown.color(theme::RED).strong() });
                for (sign, by) in [("−", -step), ("+", step)] {
                    let name = format!("{}:{}:{seat}", if by < 0 { "less" } else { "more" }, setting.key);
                    if button(ui, elements, &name, sign).clicked() && setting.check(&(now + by).into()).is_ok() {
                        next = now + by;
                    }
                }
            });
            if next == usual {
                self.0.0.shift_remove(&key);
            } else if next != now {
                self.0.0.insert(key, next.into());
            }
        }
    }
}
