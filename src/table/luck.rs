//! Luck: what chance gave in a whole game against what it gives on average. Packs say which events are chance.

use super::Table;
use crate::sim::Luck;

/// Everything chance gave in a game, one line for each kind and seat.
pub fn luck(table: &Table) -> Vec<Luck> {
    let game = table.game();
    let mut lucks: Vec<Luck> = Vec::new();
    for found in table.story().iter().filter_map(|entry| game.rules().pack.measure().luck(game, &entry.event)) {
        match lucks.iter_mut().find(|luck| luck.label == found.label && luck.seat == found.seat) {
            Some(luck) => {
                luck.count += found.count;
                luck.total += found.total;
                luck.expected += found.expected;
            }
            None => lucks.push(found),
        }
    }
    lucks.sort_by(|a, b| (&a.label.id, a.seat).cmp(&(&b.label.id, b.seat)));
    lucks
}
