//! A JSON Schema for a pack's variant files, made from the same declarations that check them, so that editors can
//! complete and validate.

use super::catalogue::Catalogue;
use super::contract;
use super::declare::{Field, Kind, Setting};
use serde_json::{Map, Value, json};

pub fn schema(catalogue: &Catalogue) -> Value {
    let pack = catalogue.pack;
    let rules: Vec<String> = catalogue.rule_ids().flat_map(|id| [id.to_owned(), format!("!{id}")]).collect();
    let mut root = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("{} variant", pack.title()),
        "type": "object",
        "additionalProperties": false,
        "required": ["pack"],
        "properties": {
            "pack": {"const": pack.name(), "description": "The game this variant is for."},
            "name": {"type": "string", "description": "The variant's name for people."},
            "about": {"type": "string", "description": "One sentence about it."},
            "extends": {"type": "string", "description": "The variant this one changes; leave it out for the game as printed."},
            "rules": {
                "type": "array",
                "uniqueItems": true,
                "description": "Rules to add, or to repeal with `!`.",
                "items": {"enum": rules},
            },
            contract::SECTION: contract::schema(),
        },
    });
    for setting in &catalogue.settings {
        let parts: Vec<&str> = setting.key.split('.').collect();
        insert(&mut root, setting, &parts);
    }
    root
}

/// The schema as a file, laid out for people too.
pub fn schema_text(catalogue: &Catalogue) -> String {
    format!("{:#}\n", schema(catalogue))
}

/// Puts a setting at its place, making the tables on the way.
fn insert(table: &mut Value, setting: &Setting, parts: &[&str]) {
    let [first, rest @ ..] = parts else { return };
    let names: Vec<&str> = if *first == "*" { setting.names.iter().map(String::as_str).collect() } else { vec![first] };
    for name in names {
        let slot = &mut table["properties"][name];
        if rest.is_empty() {
            *slot = value_schema(setting);
        } else {
            if slot.is_null() {
                *slot = json!({"type": "object", "additionalProperties": false, "properties": {}});
            }
            insert(slot, setting, rest);
        }
    }
}

fn value_schema(setting: &Setting) -> Value {
    let mut schema = match setting.kind {
        Kind::Int => number("integer", setting.range),
        Kind::Number => number("number", setting.range),
        Kind::Bool => json!({"type": "boolean"}),
        Kind::Choice => json!({"enum": setting.one_of}),
        Kind::ByPlayers => {
            let [low, high] = setting.players.unwrap_or([2, 4]);
            let counts: Map<String, Value> = (low..=high).map(|n| (n.to_string(), number("integer", setting.range))).collect();
            json!({"anyOf": [
                number("integer", setting.range),
                {"type": "object", "additionalProperties": false, "properties": counts},
            ]})
        }
        Kind::Ints => list(setting, &number("integer", setting.range)),
        Kind::Texts => list(setting, &json!({"type": "string"})),
        Kind::Records => {
            let fields: Map<String, Value> =
                setting.fields.iter().map(|(name, field)| (name.clone(), field_schema(field))).collect();
            let names: Vec<&String> = setting.fields.keys().collect();
            list(setting, &json!({"type": "object", "additionalProperties": false, "required": names, "properties": fields}))
        }
    };
    schema["description"] = format!("{} Applies: {}. Rule {}.", setting.doc, setting.applies.words(), setting.rule).into();
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
