//! Scenarios: given/when/then files that put a position on the table, play commands with loaded chance, and compare
//! what happened. docs/scenarios.md describes the format.

use crate::document::{self, to_json};
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::sim::{Chance, Event, Game};
use crate::variant::Library;
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;
use toml_edit::{Document, Item};

/// What a scenario file says it is about, and how it went.
pub struct Verdict {
    pub path: String,
    /// Rule ids the scenario shows.
    pub rules: Vec<String>,
    pub about: String,
    /// Expectations that were not met; empty means passed.
    pub failures: Vec<Problem>,
}

impl Verdict {
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

const TOP_KEYS: [&str; 9] = ["rule", "rules", "about", "pack", "variant", "set", "given", "when", "then"];
const THEN_KEYS: [&str; 6] = ["events", "some_events", "turn", "offers", "why_not", "ended"];
/// Events every turn has; a scenario is not about them. Packs know more of the kind.
const NOISE: [&str; 3] = ["turn", "command", "state"];

/// Runs one scenario. An error is a file that cannot be run at all.
pub fn run(library: &Library, source: &Source) -> Result<Verdict, Problems> {
    let document = document::parse(source)?;
    Script { source, document: &document }.run(library)
}

struct Script<'a> {
    source: &'a Source,
    document: &'a Document<String>,
}

impl Script<'_> {
    fn run(&self, library: &Library) -> Result<Verdict, Problems> {
        if let Some((key, item)) = self.document.iter().find(|(key, _)| !TOP_KEYS.contains(key)) {
            let problem = Problem::at(self.source, span(item), format!("unknown key `{key}`")).allowed(TOP_KEYS.join(", "));
            return Err(problem.did_you_mean(key, TOP_KEYS).into());
        }
        let text = |key: &str| self.document.get(key).and_then(Item::as_str);
        let rules: Vec<String> = match (text("rule"), self.document.get("rules")) {
            (Some(rule), _) => vec![rule.to_owned()],
            (None, Some(list)) => texts(&to_json(list)).map_err(|message| self.problem(list, message))?,
            (None, None) => return Err(Problem::at(self.source, 0..0, "the scenario does not say which `rule` it shows").into()),
        };
        let about = text("about").unwrap_or_default().to_owned();
        let mut game = self.given(library)?;
        let first = then_events(&game);
        let mut events = if self.document.get("when").is_some() { Vec::new() } else { first };
        let mut failures = Vec::new();
        if let Some(when) = self.document.get("when") {
            for command in texts(&to_json(when)).map_err(|message| self.problem(when, message))? {
                if let Err(illegal) = game.apply_text(&command) {
                    failures.push(self.problem(when, illegal.to_string()));
                    break;
                }
                events.extend(then_events(&game));
            }
        }
        if failures.is_empty() && game.chance().unused() > 0 {
            let item = self.document.get("given").unwrap_or(self.document.as_item());
            failures.push(self.problem(item, format!("{} loaded outcomes of chance were never used", game.chance().unused())));
        }
        if failures.is_empty() {
            self.then(&game, &events, &mut failures)?;
        }
        Ok(Verdict { path: self.source.path.clone(), rules, about, failures })
    }

    /// The variant with the scenario's own settings laid over it, and the position on the table.
    fn given(&self, library: &Library) -> Result<Game, Problems> {
        let pack = self.document.get("pack").and_then(Item::as_str).unwrap_or_else(|| self.usual_pack());
        let variant = self.document.get("variant").and_then(Item::as_str).unwrap_or(crate::variant::STANDARD);
        let mut text = format!("pack = \"{pack}\"\nextends = \"{variant}\"\n");
        if let Some(Item::Table(set)) = self.document.get("set") {
            let mut layer = toml_edit::DocumentMut::new();
            *layer.as_table_mut() = set.clone();
            text += &layer.to_string();
        }
        let source = Source::new(format!("{} [set]", self.source.path), text);
        let variant = library.load_source(source)?;
        let item = self.document.get("given");
        let mut given = item.map_or_else(|| json!({}), to_json);
        let wrong = |message: String| {
            item.map_or_else(|| Problem::about(&self.source.path, message.clone()), |item| self.problem(item, message.clone()))
        };
        let object = given.as_object_mut().ok_or_else(|| wrong("`given` is not a table".into()))?;
        let seats = match object.remove("seats") {
            None => *variant.rules.seats().start(),
            Some(seats) => seats.as_u64().ok_or_else(|| wrong("`seats` is a number".into()))? as usize,
        };
        let turn = object.remove("turn");
        let mut switch = |key: &str| match object.remove(key) {
            None => Ok(false),
            Some(Value::Bool(on)) => Ok(on),
            Some(_) => Err(wrong(format!("`{key}` is true or false"))),
        };
        let (last, from_the_deal) = (switch("last_of_round")?, switch("from_the_deal")?);
        let pack = variant.rules.pack;
        let chance = pack.chance_keys().iter().filter_map(|key| Some(((*key).to_owned(), object.remove(*key)?)));
        let chance: Value = chance.collect();
        let rules = variant.rules.clone();
        if from_the_deal {
            let mut loaded = Chance::seeded(1);
            pack.load_chance(&rules, &mut loaded, &chance).map_err(wrong)?;
            return Game::recorded(rules, seats, loaded).map_err(|error| wrong(error.to_string()).into());
        }
        let mut game = Game::recorded(rules, seats, Chance::seeded(1)).map_err(|error| wrong(error.to_string()))?;
        pack.arrange(&mut game, &given).map_err(wrong)?;
        pack.load_chance(&game.rules().clone(), game.chance_mut(), &chance).map_err(wrong)?;
        let seat = match turn.as_ref().map(|turn| turn.as_str().unwrap_or_default()) {
            None => 0,
            Some(name) => (0..game.turn().seats)
                .find(|seat| pack.seat_name(*seat) == name)
                .ok_or_else(|| wrong(format!("nobody plays {name}")))?,
        };
        let taken = if last { game.turn().seats - 1 } else { 0 };
        game.stage(seat, taken);
        Ok(game)
    }

    /// The game of a scenario that names none: the one its folder is called after, or the first of all.
    fn usual_pack(&self) -> &'static str {
        let folder = Path::new(&self.source.path).parent().and_then(Path::file_name).and_then(|name| name.to_str());
        folder.and_then(packs::find).unwrap_or(packs::ALL[0]).name()
    }

    fn then(&self, game: &Game, events: &[String], failures: &mut Vec<Problem>) -> Result<(), Problems> {
        let Some(then) = self.document.get("then") else {
            return Err(Problem::at(self.source, 0..0, "the scenario expects nothing: it has no `[then]`").into());
        };
        let table = then.as_table_like().ok_or_else(|| self.problem(then, "`then` is not a table".into()))?;
        let view = game.rules().pack.observe(game);
        for (key, item) in table.iter() {
            let expected = to_json(item);
            let mut expect = |actual: Value| {
                if expected != actual {
                    failures.push(self.problem(item, format!("`{key}`: expected {expected}, found {actual}")));
                }
            };
            match key {
                "events" => expect(json!(events)),
                "some_events" => {
                    for wanted in texts(&expected).map_err(|message| self.problem(item, message))? {
                        if !events.contains(&wanted) {
                            failures
                                .push(self.problem(item, format!("`{wanted}` did not happen; what happened: {}", json!(events))));
                        }
                    }
                }
                "turn" => expect(json!(game.rules().pack.seat_name(game.deciding()))),
                "offers" => expect(json!(game.offer_texts())),
                "ended" => expect(game.outcome().map_or(Value::Null, |outcome| {
                    let winners: Vec<&str> = outcome.winners.iter().map(|seat| game.rules().pack.seat_name(*seat)).collect();
                    json!({"reason": outcome.reason, "winners": winners})
                })),
                "why_not" => self.why_not(game, item, &expected, failures)?,
                seen if view.get(seen).is_some() => self.compare(item, key, &expected, &view[seen], failures),
                unknown => {
                    let known: Vec<String> = THEN_KEYS
                        .iter()
                        .map(|k| (*k).to_owned())
                        .chain(view.as_object().into_iter().flatten().map(|(k, _)| k.clone()))
                        .collect();
                    let problem =
                        self.problem(item, format!("nothing called `{unknown}` can be expected")).allowed(known.join(", "));
                    return Err(problem.did_you_mean(unknown, known.iter().map(String::as_str)).into());
                }
            }
        }
        Ok(())
    }

    /// Tables are compared key by key: a scenario names only what matters.
    fn compare(&self, item: &Item, key: &str, expected: &Value, actual: &Value, failures: &mut Vec<Problem>) {
        match (expected, actual) {
            (Value::Object(expected), Value::Object(actual)) => {
                for (name, value) in expected {
                    self.compare(item, &format!("{key}.{name}"), value, actual.get(name).unwrap_or(&Value::Null), failures);
                }
            }
            _ if expected == actual => {}
            _ => failures.push(self.problem(item, format!("`{key}`: expected {expected}, found {actual}"))),
        }
    }

    /// Commands that must not be on offer, each with the rule (and perhaps the setting) that forbids it.
    fn why_not(&self, game: &Game, item: &Item, expected: &Value, failures: &mut Vec<Problem>) -> Result<(), Problems> {
        for (text, wanted) in expected.as_object().into_iter().flatten() {
            let command = game.parse_command(text).map_err(|message| self.problem(item, message))?;
            let reason = game.why_not(command);
            let shown = match &reason.setting {
                Some(setting) => format!("{} {setting}", reason.rule),
                None => reason.rule.to_owned(),
            };
            if game.offers().contains(&command) {
                failures.push(self.problem(item, format!("`{text}` is on offer, but should be forbidden by {wanted}")));
            } else if wanted.as_str() != Some(&shown) {
                failures.push(self.problem(item, format!("`{text}`: expected {wanted}, found \"{shown}\": {reason}")));
            }
        }
        Ok(())
    }

    fn problem(&self, item: &Item, message: String) -> Problem {
        Problem::at(self.source, span(item), message)
    }
}

/// The events of the last command as short texts, without those every turn has.
fn then_events(game: &Game) -> Vec<String> {
    let everyday = game.rules().pack.everyday_events();
    let is_noise = |name: &str| NOISE.contains(&name) || everyday.contains(&name);
    game.events().iter().filter(|event| !is_noise(event.kind.name)).map(|event| short(game, event)).collect()
}

fn span(item: &Item) -> Range<usize> {
    item.span().unwrap_or(0..0)
}

/// An event as its name and its values, such as `sailed blue-1 s10 s12 2 full`; details are left to the trace.
pub fn short(game: &Game, event: &Event) -> String {
    let json = event.main_to_json(game.names(), &|command| game.command_text(command));
    let mut words = Vec::new();
    for value in json.as_object().into_iter().flatten().map(|(_, value)| value) {
        words.push(match value {
            Value::String(text) => text.clone(),
            // Positions to the unit: a scenario is not about the last digits.
            Value::Array(items) if items.iter().any(Value::is_f64) => {
                let rounded: Vec<String> = items.iter().map(|n| format!("{:.0}", n.as_f64().unwrap_or_default())).collect();
                format!("[{}]", rounded.join(","))
            }
            other => other.to_string(),
        });
    }
    words.join(" ")
}

fn texts(value: &Value) -> Result<Vec<String>, String> {
    serde_json::from_value(value.clone()).map_err(|_| "expected a list of texts".to_owned())
}
