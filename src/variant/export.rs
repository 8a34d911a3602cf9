//! A variant as one file that needs no other: parents laid together, rules from files and the board inside.

use super::contract;
use super::edit::to_toml;
use super::layer::BOARD;
use super::library::{Library, STANDARD, Variant};
use super::propose::differences;
use crate::document;
use crate::problem::{Problem, Problems, Source};
use crate::script::{self, ScriptRule};
use crate::sim::Rule;
use crate::sim::blueprint::TEXTS;
use crate::sim::settings::{flatten, nest};
use crate::words::msg;
use serde_json::Value;
use std::collections::BTreeMap;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table};

/// The text of the file. It is read again before it is given away, so that it says what the variant says.
pub fn export(library: &Library, variant: &Variant) -> Result<String, Problems> {
    let pack = variant.rules.pack;
    let standard = Library::built_in().load(pack.name(), STANDARD)?;
    let mut text = head(variant, &standard);
    text += &settings(variant, &standard).to_string();
    if let Some(contract) = variant.sources.last().and_then(|own| table_in(own, &[contract::SECTION])) {
        text += &under(&[contract::SECTION], contract);
    }
    if let Some(board) = board(variant)? {
        text += &under(&[BOARD], board);
    }
    for rule in own_rules(variant) {
        text += &under(&[TEXTS, rule.id()], rule_table(rule)?);
    }
    let again = library.load_source(Source::new(format!("{}.toml", variant.rules.blueprint.variant), &*text))?;
    let left = differences(&variant.rules.blueprint, &again.rules.blueprint, &again.catalogue);
    // How a text is laid out does not matter to a rule.
    let differs = left.iter().find(|change| !change.key.starts_with(&format!("{TEXTS}.")));
    match differs {
        Some(change) => Err(Problem::about(variant.file(), msg!("variant.export.differs", key = &change.key)).into()),
        None => Ok(text),
    }
}

/// Rules from files that did not come with the program.
fn own_rules(variant: &Variant) -> impl Iterator<Item = &'static ScriptRule> {
    let shipped = variant.rules.pack.house_rules();
    let is_shipped =
        move |rule: &&'static ScriptRule| shipped.iter().any(|known| known.id() == rule.id() && known.text() == rule.text());
    variant.rules.in_force.iter().filter_map(|rule| script::find(*rule)).filter(move |rule| !is_shipped(rule))
}

fn head(variant: &Variant, standard: &Variant) -> String {
    let blueprint = &variant.rules.blueprint;
    let mut document = DocumentMut::new();
    document["pack"] = toml_edit::value(blueprint.pack);
    document["name"] = toml_edit::value(&blueprint.title);
    if !blueprint.about.is_empty() {
        document["about"] = toml_edit::value(&blueprint.about);
    }
    document["extends"] = toml_edit::value(STANDARD);
    let usual = &standard.rules.blueprint.rules;
    let added = blueprint.rules.iter().filter(|id| !usual.contains(id)).cloned();
    let repealed = usual.iter().filter(|id| !blueprint.rules.contains(id)).map(|id| format!("!{id}"));
    let rules: Array = added.chain(repealed).collect();
    if !rules.is_empty() {
        document["rules"] = toml_edit::value(rules);
    }
    document.to_string()
}

/// The settings that are others than in the standard game, section by section.
fn settings(variant: &Variant, standard: &Variant) -> DocumentMut {
    let of = |variant: &Variant| {
        let mut settings = variant.rules.blueprint.settings.clone();
        settings.as_object_mut().map(|settings| settings.shift_remove(TEXTS));
        flatten(&settings)
    };
    let (own, usual) = (of(variant), of(standard));
    let setting =
        |key: &str| variant.catalogue.setting_of(key).map_or_else(|| key.to_owned(), |(_, setting)| setting.key.clone());
    let value_of = |key: &str| {
        usual.get(key).or_else(|| {
            let declared = variant.catalogue.setting_of(key).map(|(_, setting)| setting);
            declared.filter(|declared| declared.key == key).and_then(|declared| declared.default.as_ref())
        })
    };
    let changed: Vec<String> =
        own.iter().filter(|(key, value)| value_of(key) != Some(value)).map(|(key, _)| setting(key)).collect();
    // A value with cases is told with all of them.
    let told: BTreeMap<&str, &Value> =
        own.iter().filter(|(key, _)| changed.contains(&setting(key))).map(|(key, value)| (key.as_str(), value)).collect();
    let mut document = DocumentMut::new();
    for (section, values) in nest(told).as_object().into_iter().flatten() {
        let mut table = Table::new();
        for (key, value) in values.as_object().into_iter().flatten() {
            if let Some(value) = written(value) {
                table.insert(key, Item::Value(value));
            }
        }
        document.insert(section, Item::Table(table));
    }
    for (_, item) in document.iter_mut() {
        if let Some(table) = item.as_table_mut() {
            table.decor_mut().set_prefix("\n");
        }
    }
    document
}

/// A value as it is written in a variant, whole.
pub(crate) fn written(value: &Value) -> Option<toml_edit::Value> {
    match value {
        Value::Object(table) => {
            let entries = table.iter().map(|(key, value)| Some((key.as_str(), written(value)?)));
            entries.collect::<Option<InlineTable>>().map(Into::into)
        }
        Value::Array(items) => items.iter().map(written).collect::<Option<Array>>().map(Into::into),
        plain => to_toml(plain),
    }
}

fn table_in(source: &Source, path: &[&str]) -> Option<Table> {
    let document = document::parse(source).ok()?.into_mut();
    let item = path.iter().try_fold(document.as_item(), |item, key| item.get(key))?;
    item.clone().into_table().ok()
}

/// The board it brings along.
fn board(variant: &Variant) -> Result<Option<Table>, Problems> {
    if let Some(file) = &variant.board_file {
        return Ok(Some(document::parse(file)?.into_mut().as_table().clone()));
    }
    Ok(variant.sources.iter().rev().find_map(|source| table_in(source, &[BOARD])))
}

fn rule_table(rule: &ScriptRule) -> Result<Table, Problems> {
    if let Some(inside) = table_in(&rule.source, &[TEXTS, rule.id()]) {
        return Ok(inside);
    }
    Ok(document::parse(&rule.source)?.into_mut().as_table().clone())
}

/// A table written at another place: `[rule.tip]`, and everything in it below that.
fn under(path: &[&str], mut table: Table) -> String {
    let mut document = DocumentMut::new();
    table.set_implicit(false);
    table.set_position(None);
    table.decor_mut().set_prefix("\n");
    let mut item = Item::Table(table);
    for key in path[1..].iter().rev() {
        let mut around = Table::new();
        around.set_implicit(true);
        around.insert(key, item);
        item = Item::Table(around);
    }
    if let Some(first) = path.first() {
        document.insert(first, item);
    }
    document.to_string()
}
