//! Luck: what chance gave in a whole game against what it gives on average. Packs say which events are chance.

use super::Session;
use crate::sim::pack::Luck;

/// Everything chance gave in a game, one line for each kind and seat.
pub fn luck(session: &Session) -> Vec<Luck> {
    let game = &session.game;
    let mut lucks: Vec<Luck> = Vec::new();
    for found in session.story.iter().filter_map(|entry| game.rules().pack.luck(game, &entry.event)) {
        match lucks.iter_mut().find(|luck| luck.label == found.label && luck.seat == found.seat) {
            Some(luck) => {
                luck.count += found.count;
                luck.total += found.total;
                luck.expected += found.expected;
            }
            None => lucks.push(found),
        }
    }
    lucks.sort_by(|a, b| (&a.label, a.seat).cmp(&(&b.label, b.seat)));
    lucks
}
