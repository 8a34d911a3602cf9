//! Explaining rules: every effective value with its origin, and the difference from the standard game in words.

use super::effective::{Effective, Leaf};
use crate::sim::Ruleset;
use serde_json::Value;

/// Every effective value with file and line, one per row, grouped by rule.
pub fn values(effective: Effective<'_>) -> String {
    let mut rows = effective.leaves();
    // A rule may be declared in several files: its values stand together, where the first of them stands.
    let sections: Vec<String> = rows.iter().map(|leaf| leaf.section().to_owned()).collect();
    rows.sort_by_key(|leaf| sections.iter().position(|section| section == leaf.section()));
    let keys = rows.iter().map(|leaf| leaf.key.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut section = "";
    for leaf in &rows {
        if leaf.section() != section {
            section = leaf.section();
            text += &format!("\n[{section}]\n");
        }
        let value = leaf.value.to_string();
        let shown: String = if value.chars().count() > 60 { value.chars().take(57).collect::<String>() + "…" } else { value };
        text += &format!("  {:<keys$}  {shown:<24}  {}\n", leaf.key, leaf.set_in());
    }
    text
}

/// How rules differ from the standard game, one plain sentence each.
pub fn differences(effective: Effective<'_>, standard: &Ruleset) -> Vec<String> {
    let mut sentences = Vec::new();
    for edit in effective.rule_edits() {
        let (id, origin) = (edit.id(), edit.set_in());
        let page = effective.catalogue.book.house_page(id);
        sentences.push(match page {
            _ if edit.is_repeal() => format!("The rule `{id}` is not in force ({origin})."),
            Some(page) => format!("{} ({origin})", page.summary),
            None => format!("The rule `{id}` is in force ({origin})."),
        });
    }
    for leaf in effective.leaves() {
        let before = standard.value(&leaf.key);
        // What a house rule brings along is told by its page, unless the variant changed it.
        let is_default = leaf.setting.default_leaves().iter().any(|(key, value)| *key == leaf.key && *value == leaf.value);
        match before {
            Some(before) if *before == leaf.value => {}
            None if is_default => {}
            _ => sentences.push(format!("{} ({})", sentence(&leaf, before), leaf.set_in())),
        }
    }
    sentences
}

fn sentence(leaf: &Leaf<'_>, before: Option<&Value>) -> String {
    let setting = leaf.setting;
    let said = setting.says.replace("{}", &setting.in_words(&leaf.value));
    let last = leaf.key.rsplit('.').next().unwrap_or_default();
    let players = last.parse::<u8>().ok().map(|n| format!(" with {n} players"));
    let named = setting
        .key
        .contains('*')
        .then(|| leaf.key.split('.').nth(1).unwrap_or_default())
        .map(|name| format!("{}: ", name.replace('_', " ")));
    let standard = before.map_or(String::new(), |before| format!("; in the standard game {}", setting.in_words(before)));
    let body = said.trim_end_matches('.');
    format!("{}{body}{}{standard}.", named.unwrap_or_default(), players.unwrap_or_default())
}
