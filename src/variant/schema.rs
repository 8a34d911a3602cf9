//! A JSON Schema for a pack's variant files, made from the same declarations that check them, so that editors can
//! complete and validate.

use super::catalogue::Catalogue;
use super::contract;
use super::declare::{Field, Kind, Setting};
use super::layer::BOARD;
use crate::sim::blueprint::TEXTS;
use crate::sim::settings::ELSE;
use crate::words::{self, say};
use serde_json::{Map, Value, json};

/// The schema. It is a file of the program and the same for everybody, so its descriptions are English.
pub fn schema(catalogue: &Catalogue) -> Value {
    words::within(words::english(), || described(catalogue))
}

fn described(catalogue: &Catalogue) -> Value {
    let pack = catalogue.pack;
    let rules: Vec<String> = catalogue.rule_ids().flat_map(|id| [id.to_owned(), format!("!{id}")]).collect();
    let mut root = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": say!("variant.schema.title", game = pack.title()),
        "type": "object",
        // Sections of rules that the variant brings along.
        "additionalProperties": {"type": "object"},
        "required": ["pack"],
        "properties": {
            "pack": {"const": pack.name(), "description": say!("variant.schema.pack")},
            "name": {"type": "string", "description": say!("variant.schema.name")},
            "about": {"type": "string", "description": say!("variant.schema.about")},
            "extends": {"type": "string", "description": say!("variant.schema.extends")},
            "rules": {
                "type": "array",
                "uniqueItems": true,
                "description": say!("variant.schema.rules"),
                "items": {"anyOf": [{"enum": rules}, {"type": "string", "pattern": "^!?[a-z][a-z0-9_]*$"}]},
            },
            TEXTS: {
                "type": "object",
                "description": say!("variant.schema.own_rules"),
                "additionalProperties": {"type": "object"},
            },
            BOARD: {
                "type": ["string", "object"],
                "description": say!("variant.schema.board"),
            },
            contract::SECTION: contract::schema(),
        },
    });
    for setting in &catalogue.settings {
        let parts: Vec<&str> = setting.key.split('.').collect();
        insert(&mut root, setting, &value_schema(setting, &catalogue.cases(setting)), &parts);
    }
    root
}

/// The schema as a file, laid out for people too.
pub fn schema_text(catalogue: &Catalogue) -> String {
    format!("{:#}\n", schema(catalogue))
}

/// Puts a setting at its place, making the tables on the way.
fn insert(table: &mut Value, setting: &Setting, schema: &Value, parts: &[&str]) {
    let [first, rest @ ..] = parts else { return };
    let names: Vec<&str> = if *first == "*" { setting.names.iter().map(String::as_str).collect() } else { vec![first] };
    for name in names {
        let slot = &mut table["properties"][name];
        if rest.is_empty() {
            *slot = schema.clone();
        } else {
            if slot.is_null() {
                *slot = json!({"type": "object", "additionalProperties": false, "properties": {}});
            }
            insert(slot, setting, schema, rest);
        }
    }
}

/// A value, or a table with one for each of the cases.
fn value_schema(setting: &Setting, cases: &[String]) -> Value {
    let mut schema = match setting.kind {
        Kind::Int | Kind::ByPlayers => number("integer", setting.range),
        Kind::Number => number("number", setting.range),
        Kind::Bool => json!({"type": "boolean"}),
        Kind::Choice => json!({"enum": setting.one_of}),
        Kind::Ints => list(setting, &number("integer", setting.range)),
        Kind::Texts => list(setting, &json!({"type": "string"})),
        Kind::Records => {
            let fields: Map<String, Value> =
                setting.fields.iter().map(|(name, field)| (name.clone(), field_schema(field))).collect();
            let names: Vec<&String> = setting.fields.keys().collect();
            list(setting, &json!({"type": "object", "additionalProperties": false, "required": names, "properties": fields}))
        }
    };
    if !cases.is_empty() {
        let names = cases.iter().map(String::as_str).chain([ELSE]);
        let each: Map<String, Value> = names.map(|case| (case.to_owned(), schema.clone())).collect();
        schema = json!({"anyOf": [schema, {"type": "object", "additionalProperties": false, "properties": each}]});
    }
    let (doc, applies, rule) = (setting.doc(), setting.applies.words(), &setting.rule);
    schema["description"] = say!("variant.schema.setting", doc, applies, rule).into();
    if let Some(default) = &setting.default {
        schema["default"] = default.clone();
    }
    schema
}

fn field_schema(field: &Field) -> Value {
    number(if field.kind == Kind::Int { "integer" } else { "number" }, Some(field.range))
}

fn number(kind: &str, range: Option<[f64; 2]>) -> Value {
    let mut schema = json!({"type": kind});
    if let Some([low, high]) = range {
        let plain = |n: f64| if n.fract() == 0.0 { json!(n as i64) } else { json!(n) };
        schema["minimum"] = plain(low);
        schema["maximum"] = plain(high);
    }
    schema
}

fn list(setting: &Setting, items: &Value) -> Value {
    let mut schema = json!({"type": "array", "items": items});
    if let Some([low, high]) = setting.length {
        schema["minItems"] = json!(low);
        schema["maxItems"] = json!(high);
    }
    schema
}
