//! The rehearsal: before a rule comes to a table it is tried in some games of chance, so that what only shows at play is found
//! and told with its place in the file.

use super::limits;
use super::rule::{ScriptRule, find};
use crate::problem::{Problem, Problems};
use crate::sim::chance::{below, stream};
use crate::sim::{Chance, Game, Rule, Ruleset};
use crate::words::{Message, msg};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Games of a rehearsal, and decisions in each.
const GAMES: u64 = 12;
const DECISIONS: usize = 400;
/// When in a game the rules are said to have changed, and when they are said to come into it.
const CHANGE: usize = 30;
const JOIN: usize = 40;

#[derive(Default)]
struct Notes {
    mistakes: Vec<(&'static str, usize, Message)>,
    ran: BTreeSet<(&'static str, usize)>,
    work: u64,
}

thread_local! {
    static NOTES: RefCell<Option<Notes>> = const { RefCell::new(None) };
}

fn note<T>(what: impl FnOnce(&mut Notes) -> T) {
    NOTES.with_borrow_mut(|notes| drop(notes.as_mut().map(what)));
}

pub(super) fn note_mistake(rule: &ScriptRule, at: usize, why: &Message) {
    note(|notes| notes.mistakes.push((rule.id(), at, why.clone())));
}

pub(super) fn note_run(rule: &ScriptRule, hook: usize) {
    note(|notes| notes.ran.insert((rule.id(), hook)));
}

pub(super) fn note_work(work: u64) {
    note(|notes| notes.work += work);
}

fn worked() -> u64 {
    NOTES.with_borrow(|notes| notes.as_ref().map_or(0, |notes| notes.work))
}

/// What has been rehearsed without a mistake, as rules are read again and again.
static REHEARSED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Plays some games by rules that have any from files, and tells what went wrong in those. Hooks that never had anything to
/// do are told as warnings where `thorough`.
pub fn rehearse(rules: &Arc<Ruleset>, thorough: bool) -> Problems {
    let scripts: Vec<&'static ScriptRule> = rules.in_force.iter().filter_map(|rule| find(*rule)).collect();
    let mut problems = Problems::default();
    if scripts.is_empty() {
        return problems;
    }
    let key = format!("{thorough} {} {}", rules.pack.name(), rules.blueprint.settings);
    if !thorough && REHEARSED.lock().unwrap_or_else(PoisonError::into_inner).contains(&key) {
        return problems;
    }
    NOTES.set(Some(Notes::default()));
    let (games, most) = if thorough { (GAMES * 10, limits::THOROUGH) } else { (GAMES, limits::REHEARSAL) };
    let mut played = 0;
    let seats: Vec<usize> = rules.seats().collect();
    for seed in (0..games).take_while(|_| worked() < most) {
        played += 1;
        let seats = seats[seed as usize % seats.len().max(1)];
        let Ok(mut game) = Game::new(rules.clone(), seats, Chance::seeded(seed)) else { continue };
        let mut choose = stream(seed, 77);
        for decision in (0..DECISIONS).take_while(|_| worked() < most) {
            // What a rule does when rules change, or when it comes into a running game, belongs to the play too.
            match decision {
                CHANGE if game.outcome().is_none() => game.change_rules(rules.clone(), None, Value::Null, Value::Null),
                JOIN if game.outcome().is_none() => scripts.iter().for_each(|rule| rule.join(&mut game)),
                _ => {}
            }
            let Some(command) = game.offers().get(below(&mut choose, game.offers().len() as u32) as usize).copied() else {
                break;
            };
            if game.apply(command).is_err() {
                break;
            }
        }
    }
    let notes = NOTES.take().unwrap_or_default();
    for rule in &scripts {
        let mut places = BTreeSet::new();
        for (_, at, why) in notes.mistakes.iter().filter(|(id, at, _)| *id == rule.id() && places.insert(*at)) {
            problems.error(|| Problem::at(&rule.source, *at..*at + 1, msg!("script.rehearsal.mistake", why)));
        }
        for hook in (0..rule.watched()).filter(|hook| thorough && !notes.ran.contains(&(rule.id(), *hook))) {
            let at = rule.hook_place(hook);
            problems.warn(|| Problem::at(&rule.source, at..at + 1, msg!("script.rehearsal.never", n = played)));
        }
    }
    if problems.0.is_empty() {
        REHEARSED.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
    }
    problems
}
