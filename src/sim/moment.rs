//! What rules want just at the moment: settings that are others for a while, and a last word when the game is over.

use super::game::Game;
use super::id::Seat;
use super::systems::with_most;
use std::sync::Arc;

/// How a game ends that a house rule has ended.
pub(super) const BY_RULE: &str = "house_rule";

impl Game {
    /// Asks the rules that may want other settings for a while, and goes on by what they want.
    #[inline]
    pub(super) fn obey_the_moment(&mut self) {
        if !self.rules.overriding.is_empty() {
            self.override_settings();
        }
    }

    fn override_settings(&mut self) {
        let standing = self.standing_rules().clone();
        let mut values = Vec::new();
        for rule in &standing.overriding {
            rule.overrides(self, &mut values);
        }
        values.retain(|(key, value)| standing.said(key) != Some(value));
        values.sort_by(|(one, _), (other, _)| one.cmp(other));
        // Of several rules that want the same, the first one in the order of the rules gets it.
        values.dedup_by(|(other, _), (one, _)| other == one);
        let wanted = if values.is_empty() { Ok(standing.clone()) } else { standing.with_settings(&values) };
        match wanted {
            Ok(rules) if Arc::ptr_eq(&rules, &self.rules) => {}
            Ok(rules) => {
                let old = std::mem::replace(&mut self.rules, rules);
                self.standing = Some(standing).filter(|standing| !Arc::ptr_eq(standing, &self.rules));
                self.refit(&old);
            }
            Err(_) => standing.overriding.iter().for_each(|rule| rule.overrides_refused(self)),
        }
    }

    /// Goes back to the rules as they stand.
    pub(super) fn forget_the_moment(&mut self) {
        if let Some(standing) = self.standing.take() {
            let old = std::mem::replace(&mut self.rules, standing);
            self.refit(&old);
        }
    }

    /// Lets rules do what they do at the end. What that changes about the scores counts, and then the highest wins.
    pub(super) fn let_rules_conclude(&mut self) {
        if self.rules.concluding.is_empty() || self.outcome.is_none() {
            return;
        }
        let rules = self.rules.clone();
        let scores = |game: &Self| rules.pack.totals(game);
        let told = self.outcome.clone();
        let before = scores(self);
        rules.concluding.iter().for_each(|rule| rule.conclude(self));
        let after = scores(self);
        let Some(outcome) = &mut self.outcome else { return };
        for ((total, before), after) in outcome.totals.iter_mut().zip(before).zip(after) {
            *total += after - before;
        }
        if told.is_some_and(|told| told.totals != outcome.totals && told.winners == outcome.winners) {
            outcome.winners = with_most(&outcome.totals);
        }
    }

    /// Ends the game because a rule says so: these seats win, or else whoever has the highest score.
    pub fn end_by_rule(&mut self, winners: Option<Vec<Seat>>) {
        let totals = self.rules.pack.totals(self);
        self.finish(BY_RULE, winners.unwrap_or_else(|| with_most(&totals)), totals);
    }

    /// Adds to a seat's score when the game is over; false, and nothing done, before.
    pub fn add_to_score(&mut self, seat: Seat, points: i64) -> bool {
        let total = self.outcome.as_mut().and_then(|outcome| outcome.totals.get_mut(usize::from(seat)));
        total.is_some_and(|total| total.checked_add(points).map(|sum| *total = sum).is_some())
    }
}
