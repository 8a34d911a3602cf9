//! Changing one value of a variant file as a person would: everything else in it stays as it was written.

use super::propose::Change;
use crate::document::{not_toml, to_json};
use crate::problem::{Problem, Problems, Source};
use crate::sim::settings::ELSE;
use crate::words::{Message, msg};
use serde_json::Value;
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike};

/// The text of a variant with one setting changed, such as `ports.capacity.4`. Comments and order are kept.
pub fn with_value(source: &Source, key: &str, value: &Value) -> Result<String, Problems> {
    let mut document = parse(source)?;
    set(source, &mut document, key, value)?;
    Ok(document.to_string())
}

/// The text of a variant that says nothing more about a setting.
pub fn without_value(source: &Source, key: &str) -> Result<String, Problems> {
    let mut document = parse(source)?;
    unset(&mut document, key);
    Ok(document.to_string())
}

/// The key by which a file says a value: what it says once for all stands under a shorter key than what holds for some.
pub fn key_said<'k>(source: &Source, key: &'k str) -> &'k str {
    let Ok(document) = parse(source) else { return key };
    let Some((general, _)) = key.rsplit_once('.') else { return key };
    let said = general.split('.').try_fold(document.as_item(), |at, part| at.get(part));
    if said.is_some_and(|item| !item.is_table_like()) { general } else { key }
}

/// The text of a variant with a rule put in force or taken out of it.
pub fn with_rule(source: &Source, rule: &str, in_force: bool) -> Result<String, Problems> {
    let mut document = parse(source)?;
    edit_rules(&mut document, rule, in_force);
    Ok(document.to_string())
}

/// The text of a variant under another name.
pub fn with_name(source: &Source, name: &str) -> Result<String, Problems> {
    let mut document = parse(source)?;
    document["name"] = toml_edit::value(name);
    Ok(document.to_string())
}

/// The text of a variant that has its name and what it extends, and changes nothing.
pub fn without_anything(source: &Source) -> Result<String, Problems> {
    let mut document = parse(source)?;
    let kept = ["pack", "name", "about", "extends"];
    let gone: Vec<String> = document.iter().map(|(key, _)| key.to_owned()).filter(|key| !kept.contains(&key.as_str())).collect();
    for key in gone {
        document.remove(&key);
    }
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
            // What the file of a rule says is not for the variant to change.
            (key, _, _) if key.starts_with("rule.") => {}
            (_, Value::Null, _) => unset(&mut document, key),
            _ => set(source, &mut document, key, from)?,
        }
    }
    Ok(document.to_string())
}

/// A text as the value it stands for, such as `12_000`, `true` or `[1, 2]`; anything else is a word.
pub fn value_of(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::from(text), |value: toml_edit::Value| to_json(&Item::Value(value)))
}

fn parse(source: &Source) -> Result<DocumentMut, Problem> {
    source
        .text
        .parse()
        .map_err(|error: toml_edit::TomlError| not_toml(source, error.span(), error.message()).remedy(msg!("variant.edit.mend")))
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
    let wrong = |message: Message| Problems::from(Problem::about(&source.path, message).remedy(msg!("variant.edit.editor")));
    let new = to_toml(value).ok_or_else(|| wrong(msg!("variant.edit.not_here", key)))?;
    let (path, last) = key.rsplit_once('.').ok_or_else(|| wrong(msg!("variant.edit.no_setting", key)))?;
    let mut place: &mut dyn TableLike = document.as_table_mut();
    for (depth, part) in path.split('.').enumerate() {
        if place.get(part).is_none() {
            let fresh = if depth == 0 { Item::Table(Table::new()) } else { Item::Value(InlineTable::new().into()) };
            place.insert(part, fresh);
        }
        let Some(item) = place.get_mut(part) else { return Err(wrong(msg!("variant.edit.not_here", key))) };
        if let Item::Value(value) = item
            && !value.is_inline_table()
        {
            // What was one value for all is from now on the value of all others.
            let mut cases = InlineTable::new();
            cases.insert(ELSE, value.clone().decorated(" ", ""));
            let decor = value.decor().clone();
            *value = cases.into();
            *value.decor_mut() = decor;
        }
        place = item.as_table_like_mut().ok_or_else(|| wrong(msg!("variant.edit.one_for_all", key = part)))?;
    }
    let written = place.get_mut(last);
    match written {
        // The value of all that have no case of their own.
        Some(item) if item.is_table_like() => {
            if let Some(cases) = item.as_table_like_mut() {
                cases.insert(ELSE, Item::Value(new));
            }
        }
        Some(Item::Value(old)) => {
            // The comment behind the value belongs to the line, not to the value.
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        Some(_) => return Err(wrong(msg!("variant.edit.table", key))),
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
    format!("# {}\n{document}", msg!("variant.edit.fresh"))
}

pub(super) fn to_toml(value: &Value) -> Option<toml_edit::Value> {
    match value {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => number.as_i64().map(Into::into).or_else(|| number.as_f64().map(Into::into)),
        Value::String(text) => Some(text.as_str().into()),
        Value::Array(items) => items.iter().map(to_toml).collect::<Option<toml_edit::Array>>().map(Into::into),
        Value::Null | Value::Object(_) => None,
    }
}
