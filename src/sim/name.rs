//! Names by content: of steps, rules, verbs, events and reasons. Native rules have theirs in the program; a rule read
//! from a file brings its own. Equal names are one name, so that reading the file again takes no more room.

use super::event::Kind;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
static KINDS: Mutex<Vec<&'static Kind>> = Mutex::new(Vec::new());

/// The name with this content, made when it is first asked for and kept for good.
pub fn intern(content: &str) -> &'static str {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(content) {
        return known;
    }
    let name: &'static str = Box::leak(content.to_owned().into_boxed_str());
    names.insert(name);
    name
}

/// The shape of an event with this name and these fields, for rules that declare their events when they are read.
pub fn intern_kind(name: &str, fields: &[&str]) -> &'static Kind {
    let (name, fields): (_, Vec<&'static str>) = (intern(name), fields.iter().map(|field| intern(field)).collect());
    let mut kinds = KINDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kinds.iter().find(|kind| kind.name == name && *kind.fields == *fields) {
        return known;
    }
    let kind: &'static Kind = Box::leak(Box::new(Kind { name, main: fields.len(), fields: Vec::leak(fields) }));
    kinds.push(kind);
    kind
}
