//! What chance gave in Bermuda: pips for the dice, dots for the spinner.

use super::Sea;
use super::cloud::spinner::Way;
use super::events::{Rolled, SpunDots, SpunWord};
use crate::sim::Luck;
use crate::sim::{Event, Game};
use crate::words::msg;

pub(super) fn luck(game: &Game, event: &Event) -> Option<Luck> {
    let sea = Sea::of(game.rules());
    if let Some(rolled) = Rolled::read(event) {
        let expected = f64::from(sea.dice.count) * (f64::from(sea.dice.sides) + 1.0) / 2.0;
        let total = f64::from(rolled.value);
        return Some(Luck {
            label: msg!("bermuda.luck.die"),
            unit: msg!("bermuda.luck.pips"),
            seat: Some(rolled.player),
            count: 1,
            total,
            expected,
        });
    }
    let word = event.is(SpunWord::kind());
    if !word && !event.is(SpunDots::kind()) {
        return None;
    }
    let words = sea.spinner.iter().filter(|segment| segment.way == Way::Word).count();
    let expected = words as f64 / sea.spinner.len().max(1) as f64;
    let total = f64::from(u8::from(word));
    Some(Luck { label: msg!("bermuda.luck.spinner"), unit: msg!("bermuda.luck.words"), seat: None, count: 1, total, expected })
}
