//! A link: rules, or a whole game, as the part of an address behind its `#`. The page for browsers opens it, and so does the
//! window when somebody pastes it. docs/web.md tells the form.

use super::table::Table;
use super::trace::{END, PRINTED, Trace};
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::sim::Pack;
use crate::sim::settings::{flatten, nest};
use crate::variant::{Library, STANDARD};
use crate::words::{Message, msg, say};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde_json::{Map, Value, json};

/// What every link has before its letters: the version of the form is part of it.
const SIGN: &str = "#t1.";
/// What links of any version begin with.
const ANY_SIGN: &str = "#t";
/// As small as can be: links are made seldom and sent often.
const EFFORT: u8 = 10;
/// Tables inside one another; no setting has more.
const DEPTH: usize = 8;

/// What a link holds.
pub enum Link {
    /// A variant as one text that needs no other, and the seed for a game by it.
    Rules { text: String, seed: Option<u64> },
    /// A game that was played.
    Game(Box<Trace>),
}

/// Whether a text is a link, or the end of one, and not rules as they are written.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    text.find(ANY_SIGN).is_some_and(|at| !text[..at].contains(char::is_whitespace)) && !text.contains('\n')
}

impl Link {
    /// A link to rules; the problem says why nobody could open it.
    pub fn to_rules(text: &str, seed: Option<u64>) -> Result<String, Problems> {
        openable(pack(&match seed {
            Some(seed) => json!({"rules": text, "seed": seed.to_string()}),
            None => json!({"rules": text}),
        }))
    }

    /// A link to the game at a table, as far as it was played; the problem says why nobody could open it.
    pub fn to_game(table: &Table) -> Result<String, Problems> {
        let mut lines = table.trace().lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut header = lines.next().unwrap_or_default();
        let rules = table.game().rules();
        let standard = standard(rules.pack)?;
        let told = header["settings"].take();
        let changed = difference(&told, &standard);
        // What cannot be told in short is told at length.
        header["settings"] = if merged(&standard, &changed) == told { changed } else { json!({"all": told}) };
        let is_printed =
            Library::built_in().catalogue(rules.pack).is_ok_and(|printed| rules.pack.same_board(&printed.board, &rules.board));
        if let Some(fields) = header.as_object_mut() {
            for field in ["type", "variant_file", "chain", "hidden"] {
                fields.shift_remove(field);
            }
        }
        if is_printed {
            header["board"] = json!(PRINTED);
        }
        header[END] = json!(format!("{:016x}", table.game().hash()));
        let deeds = lines.filter_map(|mut line| match line["type"].as_str() {
            Some("command") => Some(line["text"].take()),
            Some("rules_changed") => Some(line["changes"].take()),
            _ => None,
        });
        let deeds: Vec<Value> = deeds.collect();
        openable(pack(&json!({"game": header, "deeds": deeds})))
    }

    /// Reads a link, with or without the address before it. Nothing is done with what it holds.
    pub fn read(text: &str) -> Result<Self, Problems> {
        let held = unpack(text.trim())?;
        if let Some(rules) = held["rules"].as_str() {
            let seed = held["seed"].as_str().and_then(|seed| seed.parse().ok());
            return Ok(Self::Rules { text: rules.to_owned(), seed });
        }
        let trace = brief_trace(&held).map_err(|message| problem(message).remedy(msg!("table.link.again")))?;
        Ok(Self::Game(Box::new(trace?)))
    }
}

fn problem(message: Message) -> Problem {
    Problem::about(say!("table.link.name"), message)
}

fn pack(held: &Value) -> String {
    SIGN.to_owned() + &URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(held.to_string().as_bytes(), EFFORT))
}

/// A link that was just made, as long as it is within every limit.
fn openable(link: String) -> Result<String, Problems> {
    Link::read(&link).map(|_| link)
}

fn unpack(text: &str) -> Result<Value, Problem> {
    if text.len() > limits::LINK {
        return Err(problem(msg!("table.link.too_long", most = limits::LINK)));
    }
    let Some((_, letters)) = text.split_once(SIGN) else {
        let other = is_link(text);
        return Err(problem(if other { msg!("table.link.other_version") } else { msg!("table.link.none") }));
    };
    let damaged = || problem(msg!("table.link.damaged")).remedy(msg!("table.link.again"));
    let packed = URL_SAFE_NO_PAD.decode(letters).map_err(|_| damaged())?;
    let held = decompress_to_vec_zlib_with_limit(&packed, limits::LINK_HOLDS).map_err(|error| {
        let too_much = error.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput;
        if too_much { problem(msg!("table.link.holds_too_much", most = limits::LINK_HOLDS)) } else { damaged() }
    })?;
    serde_json::from_slice(&held).map_err(|_| damaged())
}

/// The trace a link stands for, with nothing in it but what was done.
fn brief_trace(held: &Value) -> Result<Result<Trace, Problems>, Message> {
    let mut header = held["game"].as_object().cloned().ok_or_else(|| msg!("table.link.none"))?;
    let deeds = held["deeds"].as_array().ok_or_else(|| msg!("table.link.none"))?;
    if deeds.len() > limits::LINK_DEEDS {
        return Err(msg!("table.link.too_many", n = deeds.len(), most = limits::LINK_DEEDS));
    }
    let changes = deeds.iter().filter(|deed| !deed.is_string()).count();
    if changes > limits::LINK_CHANGES {
        return Err(msg!("table.link.too_many_changes", n = changes, most = limits::LINK_CHANGES));
    }
    let name = header.get("pack").and_then(Value::as_str).unwrap_or_default();
    let known = crate::packs::find(name).ok_or_else(|| msg!("variant.load.no_game", name))?;
    let standard = standard(known).map_err(|problems| Message::verbatim(problems.to_string()))?;
    let settings = header.get("settings").cloned().unwrap_or_default();
    let settings = if let Some(all) = settings.get("all") {
        all.clone()
    } else {
        let keys = settings["set"].as_object().into_iter().flat_map(Map::keys);
        if keys.into_iter().any(|key| key.split('.').count() > DEPTH) {
            return Err(msg!("table.link.none"));
        }
        merged(&standard, &settings)
    };
    header.insert("settings".to_owned(), settings);
    header.insert("type".to_owned(), json!("header"));
    let mut text = Value::Object(header).to_string() + "\n";
    for deed in deeds {
        let line = match deed {
            Value::String(command) => json!({"type": "command", "text": command}),
            changes => json!({"type": "rules_changed", "changes": changes}),
        };
        text += &line.to_string();
        text.push('\n');
    }
    Ok(Trace::brief(Source::new(say!("table.link.name"), text)))
}

/// What a header says about the standard game of a pack.
fn standard(pack: &'static dyn Pack) -> Result<Value, Problems> {
    Ok(Library::built_in().load(pack.name(), STANDARD)?.rules.blueprint.to_json())
}

/// What differs between two headers' settings.
fn difference(told: &Value, standard: &Value) -> Value {
    let (own, usual) = (flatten(told), flatten(standard));
    let set: Map<String, Value> = own.iter().filter(|(key, value)| usual.get(*key) != Some(value)).map(pair).collect();
    let unset: Vec<&String> = usual.keys().filter(|key| !own.contains_key(*key)).collect();
    json!({"set": set, "unset": unset})
}

fn pair((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

/// The settings of the standard game with what differs.
fn merged(standard: &Value, changed: &Value) -> Value {
    let mut leaves = flatten(standard);
    for key in changed["unset"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        leaves.remove(key);
    }
    leaves.extend(changed["set"].as_object().into_iter().flatten().map(pair));
    nest(leaves.iter().map(|(key, value)| (key.as_str(), value)))
}
