//! What the lab counts in games of Triple Mill.

use super::events::{Captured, Eliminated, Jumped, Mill, Placed, Slid, Spared, Tower};
use crate::sim::Event;
use crate::sim::event::{Arg, Passed};

pub const LABELS: [&str; 11] = [
    "stones placed",
    "moves",
    "jumps",
    "mills on level 1",
    "mills on level 2",
    "mills on level 3",
    "towers",
    "stones taken",
    "mills that took nothing",
    "turns skipped",
    "players out",
];

pub fn tally(event: &Event, counts: &mut [u64]) {
    let simple = [
        (Placed::kind(), 0),
        (Slid::kind(), 1),
        (Jumped::kind(), 2),
        (Tower::kind(), 6),
        (Captured::kind(), 7),
        (Spared::kind(), 8),
        (Passed::kind(), 9),
        (Eliminated::kind(), 10),
    ];
    if let Some((_, at)) = simple.iter().find(|(kind, _)| event.is(kind)) {
        counts[*at] += 1;
    } else if event.is(Mill::kind())
        && let Arg::Int(level) = event.args[2]
    {
        counts[2 + level.clamp(1, 3) as usize] += 1;
    }
}
