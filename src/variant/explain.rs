//! Explaining a variant: every effective value with its origin, and the difference from the standard game in words.

use super::declare::Setting;
use super::library::{Leaf, Variant};

/// Every effective value with file and line, one per row, grouped by rule.
pub fn values(variant: &Variant) -> String {
    let rows = variant.ordered();
    let keys = rows.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut section = "";
    for (key, leaf) in &rows {
        let own = key.split('.').next().unwrap_or_default();
        if own != section {
            section = own;
            text += &format!("\n[{section}]\n");
        }
        let value = leaf.value.to_string();
        let shown: String = if value.chars().count() > 60 { value.chars().take(57).collect::<String>() + "…" } else { value };
        text += &format!("  {key:<keys$}  {shown:<24}  {}\n", leaf.origin);
    }
    text
}

/// How a variant differs from the standard game, one plain sentence each.
pub fn differences(variant: &Variant, standard: &Variant) -> Vec<String> {
    let mut sentences = Vec::new();
    for (edit, origin) in &variant.rule_edits {
        let id = edit.trim_start_matches('!');
        let page = variant.catalogue.book.house_page(id);
        sentences.push(match (edit.starts_with('!'), page) {
            (true, _) => format!("The rule `{id}` is not in force ({origin})."),
            (false, Some(page)) => format!("{} ({origin})", page.summary),
            (false, None) => format!("The rule `{id}` is in force ({origin})."),
        });
    }
    for (key, leaf) in variant.ordered() {
        let before = standard.leaves.get(key);
        let Some((_, setting)) = variant.catalogue.setting_of(key) else { continue };
        // What a house rule brings along is told by its page, unless the variant changed it.
        let is_default = setting.default_leaves().iter().any(|(k, v)| k == key && *v == leaf.value);
        match before {
            Some(before) if before.value == leaf.value => {}
            None if is_default => {}
            _ => sentences.push(format!("{} ({})", sentence(setting, key, leaf, before), leaf.origin)),
        }
    }
    sentences
}

fn sentence(setting: &Setting, key: &str, leaf: &Leaf, before: Option<&Leaf>) -> String {
    let said = setting.says.replace("{}", &setting.in_words(&leaf.value));
    let last = key.rsplit('.').next().unwrap_or_default();
    let players = last.parse::<u8>().ok().map(|n| format!(" with {n} players"));
    let named = setting
        .key
        .contains('*')
        .then(|| key.split('.').nth(1).unwrap_or_default())
        .map(|name| format!("{}: ", name.replace('_', " ")));
    let standard = before.map_or(String::new(), |before| format!("; in the standard game {}", setting.in_words(&before.value)));
    let body = said.trim_end_matches('.');
    format!("{}{body}{}{standard}.", named.unwrap_or_default(), players.unwrap_or_default())
}
