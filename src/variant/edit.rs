//! Changing one value of a variant file as a person would: everything else in it stays as it was written.

use super::propose::Change;
use crate::problem::{Problem, Problems, Source};
use serde_json::Value;
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike};

/// The text of a variant with one setting changed, such as `ports.capacity.4`. Comments and order are kept.
pub fn with_value(source: &Source, key: &str, value: &Value) -> Result<String, Problems> {
    let mut document = parse(source)?;
    set(source, &mut document, key, value)?;
    Ok(document.to_string())
}

/// The text of a variant in which none of these changes is made: what a game says that did not go along with them.
pub fn without_changes(source: &Source, changes: &[Change]) -> Result<String, Problems> {
    let mut document = parse(source)?;
    for Change { key, from, to, .. } in changes {
        match (key.as_str(), from, to) {
            ("rules", _, Value::String(joined)) => edit_rules(&mut document, joined, false),
            ("rules", Value::String(left), _) => edit_rules(&mut document, left, true),
            ("name" | "about", Value::String(text), _) => document[key] = toml_edit::value(text),
            ("name" | "about" | "variant" | "board", _, _) => {}
            (_, Value::Null, _) => unset(&mut document, key),
            _ => set(source, &mut document, key, from)?,
        }
    }
    Ok(document.to_string())
}

fn parse(source: &Source) -> Result<DocumentMut, Problem> {
    source.text.parse().map_err(|error: toml_edit::TomlError| {
        Problem::at(source, error.span().unwrap_or(0..0), error.message().to_owned()).remedy("mend the file first")
    })
}

/// Puts a rule in force or repeals it: what a file says against it goes, and only then something is said for it.
fn edit_rules(document: &mut DocumentMut, rule: &str, in_force: bool) {
    let (wanted, unwanted) = if in_force { (rule.to_owned(), format!("!{rule}")) } else { (format!("!{rule}"), rule.to_owned()) };
    let fresh = || Item::Value(toml_edit::Array::new().into());
    let Some(list) = document.entry("rules").or_insert_with(fresh).as_array_mut() else { return };
    let before = list.len();
    list.retain(|item| item.as_str() != Some(&unwanted));
    if list.len() == before && !list.iter().any(|item| item.as_str() == Some(&wanted)) {
        list.push(wanted);
    }
}

/// Takes a setting out of the file.
fn unset(document: &mut DocumentMut, key: &str) {
    let Some((path, last)) = key.rsplit_once('.') else { return };
    let mut place: &mut dyn TableLike = document.as_table_mut();
    for part in path.split('.') {
        match place.get_mut(part).and_then(Item::as_table_like_mut) {
            Some(inside) => place = inside,
            None => return,
        }
    }
    place.remove(last);
}

fn set(source: &Source, document: &mut DocumentMut, key: &str, value: &Value) -> Result<(), Problems> {
    let wrong = |message: String| Problems::from(Problem::about(&source.path, message).remedy("change it in an editor"));
    let new = to_toml(value).ok_or_else(|| wrong(format!("`{key}` cannot be changed here")))?;
    let (path, last) = key.rsplit_once('.').ok_or_else(|| wrong(format!("`{key}` is not a setting")))?;
    let mut place: &mut dyn TableLike = document.as_table_mut();
    for (depth, part) in path.split('.').enumerate() {
        if place.get(part).is_none() {
            let fresh = if depth == 0 { Item::Table(Table::new()) } else { Item::Value(InlineTable::new().into()) };
            place.insert(part, fresh);
        }
        let found = place.get_mut(part).and_then(Item::as_table_like_mut);
        place = found.ok_or_else(|| wrong(format!("`{part}` is written as one value for all")))?;
    }
    match place.get_mut(last) {
        Some(Item::Value(old)) => {
            // The comment behind the value belongs to the line, not to the value.
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        Some(_) => return Err(wrong(format!("`{key}` is a table"))),
        None => {
            place.insert(last, Item::Value(new));
        }
    }
    Ok(())
}

/// The text of a new variant that only says what it extends.
pub fn fresh_variant(pack: &str, name: &str, parent: &str) -> String {
    let mut document = DocumentMut::new();
    document["pack"] = toml_edit::value(pack);
    document["name"] = toml_edit::value(name);
    document["extends"] = toml_edit::value(parent);
    format!("# Your own rules: every line here changes the running game as soon as the file is saved.\n{document}")
}

fn to_toml(value: &Value) -> Option<toml_edit::Value> {
    match value {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => number.as_i64().map(Into::into).or_else(|| number.as_f64().map(Into::into)),
        Value::String(text) => Some(text.as_str().into()),
        Value::Array(items) => items.iter().map(to_toml).collect::<Option<toml_edit::Array>>().map(Into::into),
        Value::Null | Value::Object(_) => None,
    }
}
