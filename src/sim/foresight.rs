//! Foresight: what is certain to come of a command, for whoever looks. Every thought has its own luck and its own idea of what
//! nobody can see, so what comes the same in all of them depends on neither, and tells nothing of what is really to come.

use super::command::Command;
use super::event::Event;
use super::game::Game;
use super::secret::Eyes;

/// Enough for what is left to chance to come out in more than one way.
const THOUGHTS: u64 = 8;

impl Game {
    /// What `tell` tells of a copy in which a command was carried out, and of its events: only what is told in every such copy, whatever
    /// chance brings and whatever is hidden from whoever looks. Nothing for a command that is not on offer.
    pub fn foresee<T: PartialEq>(&self, command: Command, by: Eyes, tell: impl Fn(&Self, &[Event]) -> Vec<T>) -> Vec<T> {
        let knows = match by {
            Eyes::All => None,
            Eyes::Of(seat) => Some(seat),
            Eyes::Nobody => Some(self.deciding()),
        };
        let thought = |luck: u64| {
            let mut copy = self.clone();
            copy.stop_recording();
            copy.chance_mut().reseed(luck);
            copy.veil(knows);
            if copy.apply(command).is_err() {
                return Vec::new();
            }
            tell(&copy, copy.events())
        };
        let mut certain = thought(0);
        for luck in 1..THOUGHTS {
            let mut other = thought(luck);
            certain.retain(|told| match other.iter().position(|there| there == told) {
                Some(at) => other.remove(at) == *told,
                None => false,
            });
        }
        certain
    }
}
