//! The rules from files that were read so far, and where each is read: from its file, from a record, from the program.

use super::asking::{Ask, Asked};
use super::making::{Made, make};
use super::{DoHook, ScriptRule};
use crate::built_in;
use crate::document;
use crate::problem::{Problem, Problems, Source};
use crate::script::api::Dialect;
use crate::script::file;
use crate::sim::Rule;
use crate::sim::name::intern;
use crate::words::{Message, msg};
use std::sync::{Mutex, PoisonError};

static KNOWN: Mutex<Vec<&'static ScriptRule>> = Mutex::new(Vec::new());

fn known(of: impl Fn(&ScriptRule) -> bool) -> Option<&'static ScriptRule> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).iter().rev().copied().find(|rule| of(rule))
}

/// Reads a rule from its file. Equal files are one rule, which is kept for good. From now on its words are those of this file.
pub fn read(dialect: &'static Dialect, id: &str, source: &Source) -> Result<&'static ScriptRule, Problems> {
    let same = |rule: &ScriptRule| rule.id == id && rule.dialect.pack == dialect.pack && rule.source == *source;
    let rule = known(same).map_or_else(|| read_anew(dialect, id, source), Ok)?;
    rule.teach(true);
    Ok(rule)
}

fn read_anew(dialect: &'static Dialect, id: &str, source: &Source) -> Result<&'static ScriptRule, Problems> {
    let mut problems = Problems::default();
    let document = document::parse(source)?;
    if !file::is_name(id) || [crate::sim::blueprint::TEXTS, crate::sim::settings::ELSE].contains(&id) {
        problems.push(Problem::at(source, 0..0, msg!("script.file.name", name = id)));
    }
    let Some(declared) = file::read(source, &document, id, &mut problems) else { return Err(problems) };
    let made = make(dialect, intern(id), source, declared, &mut problems);
    match made {
        Some((rule, hooks, asks)) if !problems.has_errors() => {
            let rule: &'static ScriptRule = Box::leak(Box::new(ScriptRule { warnings: problems.0, ..rule }));
            let hook = |(number, (at, name, guard, body, code)): (usize, Made)| {
                let hook: &'static DoHook = Box::leak(Box::new(DoHook { rule, guard, body, code, number }));
                (at, intern(&format!("{}.{name}", rule.id)), hook)
            };
            let _ = rule.hooks.set(hooks.into_iter().enumerate().map(hook).collect());
            let first = rule.watched();
            let ask = |(number, asked): (usize, Asked)| -> &'static Ask {
                Box::leak(Box::new(Ask { rule, asked, number: first + number }))
            };
            let asks: Vec<&'static Ask> = asks.into_iter().enumerate().map(ask).collect();
            let _ = rule.asks.set(Vec::leak(asks));
            KNOWN.lock().unwrap_or_else(PoisonError::into_inner).push(rule);
            Ok(rule)
        }
        _ => Err(problems),
    }
}

/// Reads a rule from the text that a record of a game carries. It says nothing in the place of a rule that is here already: who
/// sends a game has no say in how the table's own rules are told.
pub(in crate::script) fn recorded(dialect: &'static Dialect, id: &str, text: &str) -> Result<&'static dyn Rule, Message> {
    if let Some(rule) = known(|rule| rule.id == id && rule.text == text && rule.dialect.pack == dialect.pack) {
        return Ok(rule);
    }
    match read_anew(dialect, id, &Source::new(format!("{id}.toml"), text)) {
        Ok(rule) => {
            rule.teach(false);
            Ok(rule)
        }
        Err(problems) => Err(problems.0.into_iter().next().map_or_else(
            || msg!("script.unreadable", rule = id),
            |problem| msg!("script.unreadable_because", rule = id, why = problem.message),
        )),
    }
}

/// The rule behind one of the simulation's, if it comes from a file.
pub fn find(rule: &dyn Rule) -> Option<&'static ScriptRule> {
    let text = rule.text()?;
    known(|known| known.id == rule.id() && known.text == text)
}

/// The house rules of a game: those of the program, then those in the files that came with it.
pub(in crate::script) fn built_in(dialect: &'static Dialect, native: &[&'static dyn Rule]) -> Vec<&'static dyn Rule> {
    let mut rules = native.to_vec();
    let Some(folder) = built_in::rule_folder(&format!("{}/house", dialect.pack)) else { return rules };
    for file in folder.files() {
        let (Some(id), Some(text)) = (file.path().file_stem().and_then(|stem| stem.to_str()), file.contents_utf8()) else {
            continue;
        };
        let source = Source::new(format!("rules/{}", file.path().display()), text);
        if document::parse(&source).is_ok_and(|document| file::is_rule(document.as_table()))
            && let Ok(rule) = read(dialect, id, &source)
        {
            // Who moves the round into the turn does so before others add to the round what belongs to it.
            let at = if rule.round_into_turn { 0 } else { rules.len() };
            rules.insert(at, rule);
        }
    }
    rules
}
