//! Explaining rules: every effective value with its origin, and the difference from the standard game in words.

use super::declare::{Setting, Whose};
use super::effective::{Effective, Leaf, set_in};
use super::layer::BOARD;
use crate::sim::Ruleset;
use crate::sim::name::intern;
use crate::words::{Message, msg};
use serde_json::Value;

/// Every effective value with file and line, one per row, grouped by rule.
pub fn values(effective: Effective<'_>) -> String {
    let mut rows = effective.leaves();
    // A rule may be declared in several files: its values stand together, where the first of them stands.
    let sections: Vec<String> = rows.iter().map(|leaf| leaf.section().to_owned()).collect();
    rows.sort_by_key(|leaf| sections.iter().position(|section| section == leaf.section()));
    let keys = rows.iter().map(|leaf| leaf.key.chars().count()).max().unwrap_or(0);
    // What it is called, beside the key by which files name it.
    let called = |leaf: &Leaf<'_>| leaf.setting.full_name(&leaf.key).to_string();
    let names = rows.iter().map(|leaf| called(leaf).chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut section = "";
    for leaf in &rows {
        if leaf.section() != section {
            section = leaf.section();
            let rule = effective.rules.pack.rule_name(section).to_string();
            text += &if rule == section { format!("\n[{section}]\n") } else { format!("\n[{section}]  {rule}\n") };
        }
        let value = leaf.value.to_string();
        let shown: String = if value.chars().count() > 60 { value.chars().take(57).collect::<String>() + "…" } else { value };
        text += &format!("  {:<keys$}  {shown:<24}  {:<names$}  {}\n", leaf.key, called(leaf), leaf.set_in());
    }
    text
}

/// How rules differ from the standard game, one plain sentence each, and where that was set.
pub fn differences(effective: Effective<'_>, standard: &Ruleset) -> Vec<(Message, String)> {
    let mut sentences = Vec::new();
    let pack = effective.rules.pack;
    for edit in effective.rule_edits() {
        let (rule, place) = (pack.rule_name(edit.id()), edit.set_in());
        let what = if edit.text.starts_with('!') {
            msg!("variant.differs.repealed", rule)
        } else {
            // A page may name settings of the whole game.
            let values = effective
                .catalogue
                .settings
                .iter()
                .filter_map(|setting| Some((intern(&setting.key), effective.value(&setting.key)?)));
            let what = Message::new(format!("{}.house.{}.what", pack.name(), edit.id()));
            let what = values.fold(what, |what, (key, value)| what.with(key, value));
            msg!("variant.differs.rule", rule, what)
        };
        sentences.push((what, place));
    }
    if effective.has_own_board() {
        sentences.push((msg!("variant.differs.own_board"), set_in(effective.rules.origin(BOARD))));
    }
    for leaf in effective.leaves() {
        let before = standard.value(&leaf.key).or_else(|| standard.value(leaf.general_key()));
        // What a house rule brings along is told by its page, unless the variant changed it.
        let is_default = leaf.setting.default_leaves().iter().any(|(key, value)| *key == leaf.key && *value == leaf.value);
        match before {
            Some(before) if *before == leaf.value && (leaf.case.is_none() || standard.value(&leaf.key).is_some()) => {}
            None if is_default => {}
            _ => sentences.push((sentence(&leaf, before), leaf.set_in())),
        }
    }
    sentences
}

fn sentence(leaf: &Leaf<'_>, before: Option<&Value>) -> Message {
    let said = for_whom(leaf.setting, &leaf.key, leaf.setting.says(&leaf.value));
    match before {
        Some(before) => msg!("variant.differs.value", said, standard = leaf.setting.value(before)),
        None => said,
    }
}

/// The sentence of a value with a gap where the value stands.
pub fn around(leaf: &Leaf<'_>) -> Message {
    for_whom(leaf.setting, &leaf.key, leaf.setting.says_around(&leaf.value))
}

/// What a setting says, and whom it says it for.
pub(super) fn for_whom(setting: &Setting, key: &str, said: Message) -> Message {
    match (setting.which(key), setting.case(key)) {
        (Some(which), Some(Whose::Players(n))) => {
            msg!("variant.differs.for_one_players", which = setting.which_words(which), n, said)
        }
        (Some(which), _) => msg!("variant.differs.for_one", which = setting.which_words(which), said),
        (None, Some(Whose::Players(n))) => msg!("variant.differs.for_players", n, said),
        (None, Some(Whose::Seat(seat))) => msg!("variant.differs.for_seat", seat = super::declare::colour(seat), said),
        (None, None) => said,
    }
}
