//! Scenarios: given/when/then files that put a position on the table, play commands with loaded chance, and compare
//! what happened. docs/scenarios.md describes the format.

pub mod lesson;
mod matching;

use self::matching::{final_totals, is_like, left_over, rules_chance};
use crate::document::{self, to_json};
use crate::files::folders_of;
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::sim::{Chance, Event, Game};
use crate::variant::Library;
use crate::words::{Arg, Message, msg};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;
use toml_edit::{Document, Item, TableLike};

/// What a scenario file says it is about, and how it went.
pub struct Verdict {
    pub path: String,
    /// Rule ids the scenario shows.
    pub rules: Vec<String>,
    pub about: String,
    /// Expectations that were not met; empty means passed.
    pub failures: Vec<Problem>,
    /// Everything that was to be said on the way: what happened, what was asked and offered, what follows
    /// from the rules, and why something was not possible.
    pub said: Vec<Message>,
}

impl Verdict {
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

const TOP_KEYS: [&str; 9] = ["rule", "rules", "about", "pack", "variant", "set", "given", "when", "then"];
const THEN_KEYS: [&str; 8] = ["events", "some_events", "turn", "offers", "why_not", "ended", "round", "seats"];
/// The key of `given` that loads the chance of rules from files.
const OWN_CHANCE: &str = "chance";
/// Where the chance of a game comes from that is dealt and not arranged.
pub const SEED: u64 = 1;

/// What a file is that lies among scenarios and is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other {
    Rule,
    Variant,
}

/// What a file is, where it is a rule or a variant and no scenario.
pub fn something_else(source: &Source) -> Option<Other> {
    let document = document::parse(source).ok()?;
    let has = |keys: &[&str]| keys.iter().any(|key| document.get(key).is_some());
    // A file that means to be a scenario says what it is about, or what is given, done or expected.
    if has(&["given", "when", "then", "variant"]) || document.get("rule").is_some_and(Item::is_str) {
        None
    } else if has(&["title", "what"]) {
        Some(Other::Rule)
    } else {
        has(&["pack", "extends", "contract"]).then_some(Other::Variant)
    }
}

/// Events every turn has; a scenario is not about them. Packs know more of the kind.
const NOISE: [&str; 3] = ["turn", "command", "state"];

/// Runs one scenario. An error is a file that cannot be run at all.
///
/// ```
/// # use triangulum::{problem::Source, scenario, variant::{Library, Shelf}};
/// let text = r#"
/// rule    = "toll"
/// pack    = "bermuda"
/// variant = "toll"
/// when    = ["sail blue-1"]
/// [given]
/// seats = 2
/// dice  = [6, 1]
/// ships = { blue-1 = "s09" }
/// money = { blue = 50_000 }
/// [then]
/// money = { blue = 40_000, green = 10_000 }
/// "#;
/// let verdict = scenario::run(&Library::new(Shelf::built_in()), &Source::new("toll.toml", text)).expect("it can be run");
/// assert!(verdict.passed());
/// ```
pub fn run(library: &Library, source: &Source) -> Result<Verdict, Problems> {
    let document = document::parse(source)?;
    let script = Script { source, document: &document };
    if document.get("step").is_some() || lesson::is_lesson(Path::new(&source.path)) {
        return lesson::run(&script, library);
    }
    script.run(library)
}

struct Script<'a> {
    source: &'a Source,
    document: &'a Document<String>,
}

impl Script<'_> {
    fn run(&self, library: &Library) -> Result<Verdict, Problems> {
        let mut problems = Problems::default();
        let top = self.document.as_table();
        self.unknown_keys(top, &TOP_KEYS, &mut problems);
        self.no_texts(&["rule", "about", "pack", "variant"], &mut problems);
        for key in ["set", "given", "then"] {
            if self.document.get(key).is_some_and(|item| !item.is_table()) {
                let problem = self.at_key(top, key, msg!("scenario.no_table", key));
                problems.push(problem.allowed(msg!("scenario.table_form", key)));
            }
        }
        let text = |key: &str| self.document.get(key).and_then(Item::as_str);
        let rules: Vec<String> = match (text("rule"), self.document.get("rules")) {
            (Some(rule), None) => vec![rule.to_owned()],
            (Some(_), Some(list)) => {
                problems.push(self.problem(list, msg!("scenario.rule_twice")).remedy(msg!("scenario.write_one")));
                Vec::new()
            }
            (None, Some(list)) => texts(&to_json(list)).unwrap_or_else(|message| {
                problems.push(self.problem(list, message));
                Vec::new()
            }),
            (None, None) if self.document.get("rule").is_some() => Vec::new(),
            (None, None) => {
                problems.push(Problem::at(self.source, 0..0, msg!("scenario.no_rule")));
                Vec::new()
            }
        };
        let when = self
            .document
            .get("when")
            .map_or(Ok(Vec::new()), |when| texts(&to_json(when)).map_err(|message| self.problem(when, message)));
        let when = when.unwrap_or_else(|problem| {
            problems.push(problem);
            Vec::new()
        });
        if self.document.get("then").is_none() {
            problems.push(Problem::at(self.source, 0..0, msg!("scenario.no_then")));
        }
        let about = text("about").unwrap_or_default().to_owned();
        let mut game = match self.given(library) {
            Ok(game) if !problems.has_errors() => game,
            Ok(_) => return Err(problems),
            Err(found) => {
                problems.0.extend(found.0);
                return Err(problems);
            }
        };
        let first = then_events(&game);
        let mut said = sayings(&game);
        let mut events = if self.document.get("when").is_some() { Vec::new() } else { first };
        let mut failures = Vec::new();
        for (index, command) in when.iter().enumerate() {
            if let Err(illegal) = game.apply_text(command) {
                let list = self.document.get("when").and_then(Item::as_array);
                let place = list.and_then(|list| list.get(index)?.span()).unwrap_or(0..0);
                failures.push(Problem::at(self.source, place, illegal.message()));
                break;
            }
            events.extend(then_events(&game));
            said.extend(sayings(&game));
        }
        if failures.is_empty() {
            let given = self.document.get("given");
            for (key, n) in given.map(|given| left_over(&game, &to_json(given))).unwrap_or_default() {
                let table = given.and_then(Item::as_table_like).unwrap_or(top);
                failures.push(self.at_key(table, &key, msg!("scenario.unused_chance", n)));
            }
            self.then(&game, &events, &mut failures)?;
            said.extend(self.reasons(&game));
        }
        Ok(Verdict { path: self.source.path.clone(), rules, about, failures, said })
    }

    /// The variant with the scenario's own settings laid over it, and the position on the table.
    fn given(&self, library: &Library) -> Result<Game, Problems> {
        let pack = self.document.get("pack").and_then(Item::as_str).unwrap_or_else(|| self.usual_pack());
        let variant = self.document.get("variant").and_then(Item::as_str).unwrap_or(crate::variant::STANDARD);
        let mut text = format!("pack = {}\nextends = {}\n", json!(pack), json!(variant));
        if let Some(Item::Table(set)) = self.document.get("set") {
            let mut layer = toml_edit::DocumentMut::new();
            *layer.as_table_mut() = set.clone();
            text += &layer.to_string();
        }
        // A lesson has no settings of its own: it is played by the variant itself.
        let plain = self.document.get("step").is_some().then(|| library.load(pack, variant).ok()).flatten();
        let variant = plain.map_or_else(|| library.load_source(Source::new(self.settings_path(), text)), Ok);
        let variant = variant.map_err(|problems| Problems(problems.0.into_iter().map(|p| self.in_this_file(p)).collect()))?;
        let item = self.document.get("given");
        let mut given = item.map_or_else(|| json!({}), to_json);
        let mut problems = Problems::default();
        let wrong = |key: &str, message: Message| self.in_given(item.and_then(Item::as_table_like), key, message);
        let Some(object) = given.as_object_mut() else { return Err(wrong("", msg!("scenario.no_table", key = "given")).into()) };
        let pack = variant.rules.pack;
        let mut number = |key: &str, usual: usize| match object.remove(key) {
            None => usual,
            Some(value) => value.as_u64().map_or_else(
                || {
                    problems.push(wrong(key, msg!("scenario.no_number", key)));
                    usual
                },
                |number| number as usize,
            ),
        };
        let seats = number("seats", *variant.rules.seats().start());
        let mut switch = |key: &str| match object.remove(key) {
            None => false,
            Some(Value::Bool(on)) => on,
            Some(_) => {
                problems.push(wrong(key, msg!("scenario.no_switch", key)));
                false
            }
        };
        let (last, from_the_deal) = (switch("last_of_round"), switch("from_the_deal"));
        let turn = object.remove("turn");
        let own_chance = object.remove(OWN_CHANCE);
        let chance = pack.purposes().iter().filter_map(|key| Some(((*key).to_owned(), object.remove(*key)?)));
        let chance: serde_json::Map<String, Value> = chance.collect();
        let rules = variant.rules.clone();
        let mut loaded = Chance::seeded(SEED);
        for (key, value) in &chance {
            if let Err(message) = pack.load_chance(rules.for_players(seats), &mut loaded, &json!({key: value})) {
                problems.push(wrong(key, message));
            }
        }
        let own_chance = own_chance.map_or(Ok(Vec::new()), |given| rules_chance(&rules, &given)).unwrap_or_else(|message| {
            problems.push(wrong(OWN_CHANCE, message));
            Vec::new()
        });
        let load_own = |chance: &mut Chance| own_chance.iter().for_each(|(of, outcome)| chance.load_own(*of, *outcome));
        load_own(&mut loaded);
        if from_the_deal && !problems.has_errors() {
            return Game::recorded(rules, seats, loaded).map_err(|error| wrong("seats", error.message()).into());
        }
        let mut game = match Game::recorded(rules, seats, Chance::seeded(SEED)) {
            Ok(game) => game,
            Err(error) => {
                problems.push(wrong("seats", error.message()));
                return Err(problems);
            }
        };
        let fresh = game.clone();
        if let Err(message) = pack.arrange(&mut game, &given) {
            problems.0.extend(self.arranging_problems(&fresh, &given, message).0);
        }
        let seat = match turn.as_ref().map(|turn| turn.as_str().unwrap_or_default()) {
            None => Some(0),
            Some(name) => (0..game.turn().seats).find(|seat| pack.seat_name(*seat) == name),
        };
        if seat.is_none() {
            let names: Vec<&str> = (0..game.turn().seats).map(|seat| pack.seat_name(seat)).collect();
            let message = msg!("scenario.nobody", turn = turn.unwrap_or_default().to_string());
            problems.push(wrong("turn", message).allowed_names(&names));
        }
        let (seat, _) = problems.unless_errors(seat.unwrap_or_default())?;
        for (key, value) in &chance {
            // It was loaded above without a word; a table that is not dealt has had no throws.
            let _ = pack.load_chance(&fresh.rules().clone(), game.chance_mut(), &json!({key: value}));
        }
        load_own(game.chance_mut());
        let taken = if last { game.turn().seats - 1 } else { 0 };
        game.stage(seat, taken);
        Ok(game)
    }

    /// Everything wrong with a position, each at its entry: what cannot be arranged by itself is what is wrong.
    fn arranging_problems(&self, fresh: &Game, given: &Value, whole: Message) -> Problems {
        let pack = fresh.rules().pack;
        let fails = |part: Value| pack.arrange(&mut fresh.clone(), &part).err();
        let mut problems = Problems::default();
        let table = self.document.get("given").and_then(Item::as_table_like);
        for (key, value) in given.as_object().into_iter().flatten() {
            let Some(message) = fails(json!({key: value})) else { continue };
            let known = problems.0.len();
            for (name, entry) in value.as_object().into_iter().flatten() {
                if let Some(message) = fails(json!({key: {name: entry}})) {
                    let inner = table.and_then(|table| table.get(key)).and_then(Item::as_table_like);
                    problems.error(|| self.in_given(inner, name, message));
                }
            }
            if problems.0.len() == known {
                problems.error(|| self.in_given(table, key, message));
            }
        }
        if problems.0.is_empty() {
            problems.push(self.in_given(None, "", whole));
        }
        problems
    }

    /// Something wrong with an entry of `given`, or of a table inside it; with all of it where there is no such table.
    fn in_given(&self, table: Option<&dyn TableLike>, key: &str, message: Message) -> Problem {
        match table {
            Some(table) => self.at_key(table, key, message),
            None => Problem::at(self.source, self.document.get("given").map_or(0..0, span), message),
        }
    }

    /// What the settings of a scenario are called where they stand for a variant file.
    fn settings_path(&self) -> String {
        format!("{} [set]", self.source.path)
    }

    /// A problem with the settings of `[set]`, the variant or the game, at the key of this file that it is about.
    fn in_this_file(&self, mut problem: Problem) -> Problem {
        if problem.path != self.settings_path() {
            return problem;
        }
        problem.path.clone_from(&self.source.path);
        let top = self.document.as_table();
        let named = texts_in(&problem.message);
        let is_value =
            |key: &str| top.get(key).and_then(Item::as_str).is_some_and(|value| named.iter().any(|name| name == value));
        let place = match ["variant", "pack"].into_iter().find(|key| is_value(key)) {
            Some(key) => place_of(top, key),
            None => named.iter().find_map(|name| self.place_in_set(name)).or_else(|| place_of(top, "set")),
        };
        problem.place = Problem::at(self.source, place.unwrap_or(0..0), problem.message.clone()).place;
        problem
    }

    /// The place of a setting, a rule or a section under `[set]`.
    fn place_in_set(&self, name: &str) -> Option<Range<usize>> {
        let set = self.document.get("set").and_then(Item::as_table_like)?;
        let rules = set.get("rules").and_then(Item::as_array).into_iter().flatten();
        let rule = rules.into_iter().find(|rule| rule.as_str().is_some_and(|rule| rule.trim_start_matches('!') == name));
        if let Some(rule) = rule {
            return rule.span();
        }
        let mut table = set;
        let mut place = None;
        for part in name.split('.') {
            let Some(found) = place_of(table, part) else { break };
            place = Some(found);
            match table.get(part).and_then(Item::as_table_like) {
                Some(inner) => table = inner,
                None => break,
            }
        }
        place
    }

    /// The game of a scenario that names none: the one its folder is called after, or the first of all.
    fn usual_pack(&self) -> &'static str {
        // A lesson lies one folder deeper.
        let folders = folders_of(Path::new(&self.source.path));
        folders.iter().take(2).find_map(|name| packs::find(name)).unwrap_or(packs::known()[0]).name()
    }

    fn then(&self, game: &Game, events: &[String], failures: &mut Vec<Problem>) -> Result<(), Problems> {
        let Some(then) = self.document.get("then") else { return Ok(()) };
        let mut problems = Problems::default();
        let table = then.as_table_like().ok_or_else(|| self.problem(then, msg!("scenario.no_table", key = "then")))?;
        let mut view = game.rules().pack.observe(game);
        if let Some((totals, last)) = view.get_mut("totals").zip(final_totals(game)) {
            *totals = last;
        }
        for (key, item) in table.iter() {
            let expected = to_json(item);
            let mut expect = |actual: Value| {
                if expected != actual {
                    failures.push(self.problem(item, expected_other(key, &expected, &actual)));
                }
            };
            match key {
                "events" => expect(json!(events)),
                "some_events" => {
                    for wanted in texts(&expected).map_err(|message| self.problem(item, message))? {
                        if !events.contains(&wanted) {
                            let happened = json!(events).to_string();
                            failures.push(self.problem(item, msg!("scenario.not_happened", event = wanted, happened)));
                        }
                    }
                }
                "turn" => expect(json!(game.rules().pack.seat_name(game.deciding()))),
                "offers" => expect(json!(game.offer_texts())),
                "round" => expect(json!(game.turn().round)),
                "seats" => expect(json!(game.turn().seats)),
                "ended" if !expected.is_object() => {
                    let problem = self.problem(item, msg!("scenario.no_table", key));
                    return Err(problem.allowed(Message::verbatim("{ reason = \"goal\", winners = [\"blue\"] }")).into());
                }
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
                    problems.error(|| {
                        let message = msg!("scenario.nothing_called", key = unknown);
                        let problem = self.at_key(table, unknown, message).allowed_names(&known);
                        problem.did_you_mean(unknown, known.iter().map(String::as_str))
                    });
                }
            }
        }
        problems.unless_errors(()).map(|_| ())
    }

    /// Tables are compared key by key: a scenario names only what matters.
    fn compare(&self, item: &Item, key: &str, expected: &Value, actual: &Value, failures: &mut Vec<Problem>) {
        match (expected, actual) {
            (Value::Object(expected), Value::Object(actual)) => {
                for (name, value) in expected {
                    self.compare(item, &format!("{key}.{name}"), value, actual.get(name).unwrap_or(&Value::Null), failures);
                }
            }
            _ if is_like(expected, actual) => {}
            _ => failures.push(self.problem(item, expected_other(key, expected, actual))),
        }
    }

    /// Commands that must not be on offer, each with the rule (and perhaps the setting) that forbids it.
    fn why_not(&self, game: &Game, item: &Item, expected: &Value, failures: &mut Vec<Problem>) -> Result<(), Problems> {
        let Some(forbidden) = expected.as_object() else {
            let problem = self.problem(item, msg!("scenario.no_table", key = "why_not"));
            return Err(problem.allowed(msg!("scenario.why_not_form")).into());
        };
        for (text, wanted) in forbidden {
            let command = game.parse_command(text).map_err(|message| self.problem(item, message))?;
            let reason = game.why_not(command);
            let shown = match &reason.setting {
                Some(setting) => format!("{} {setting}", reason.rule),
                None => reason.rule.to_owned(),
            };
            if game.offers().contains(&command) {
                let wanted = wanted.to_string();
                failures.push(self.problem(item, msg!("scenario.on_offer", command = text, wanted)));
            } else if wanted.as_str() != Some(&shown) {
                let (wanted, reason) = (wanted.to_string(), reason.message());
                failures.push(self.problem(item, msg!("scenario.other_reason", command = text, wanted, shown, reason)));
            }
        }
        Ok(())
    }

    /// Why the commands that must not be on offer are not.
    fn reasons(&self, game: &Game) -> Vec<Message> {
        let forbidden = self.document.get("then").and_then(|then| then.get("why_not")).and_then(Item::as_table_like);
        let commands = forbidden.into_iter().flat_map(TableLike::iter).filter_map(|(text, _)| game.parse_command(text).ok());
        commands.map(|command| game.why_not(command).message()).collect()
    }

    fn unknown_keys(&self, table: &dyn TableLike, known: &[&str], problems: &mut Problems) {
        for (key, _) in table.iter().filter(|(key, _)| !known.contains(key)) {
            problems.error(|| {
                let problem = self.at_key(table, key, msg!("scenario.unknown_key", key)).allowed_names(known);
                problem.did_you_mean(key, known.iter().copied())
            });
        }
    }

    /// Says which of these keys are there and are no texts.
    fn no_texts(&self, keys: &[&str], problems: &mut Problems) {
        let top = self.document.as_table();
        for key in keys.iter().filter(|key| top.get(key).is_some_and(|item| !item.is_str())) {
            problems.push(self.at_key(top, key, msg!("scenario.no_text", key = *key)));
        }
    }

    fn at_key(&self, table: &dyn TableLike, key: &str, message: impl Into<Message>) -> Problem {
        let whole = || self.document.get("given").and_then(Item::span);
        Problem::at(self.source, place_of(table, key).or_else(whole).unwrap_or(0..0), message)
    }

    fn problem(&self, item: &Item, message: impl Into<Message>) -> Problem {
        Problem::at(self.source, span(item), message)
    }
}

fn place_of(table: &dyn TableLike, key: &str) -> Option<Range<usize>> {
    table.key(key).and_then(toml_edit::Key::span).or_else(|| table.get(key)?.span())
}

/// The events of the last command as short texts, without those every turn has.
fn then_events(game: &Game) -> Vec<String> {
    let everyday = game.rules().pack.everyday_events();
    let is_noise = |name: &str| NOISE.contains(&name) || everyday.contains(&name);
    game.events().iter().filter(|event| !is_noise(event.kind.name)).map(|event| short(game, event)).collect()
}

/// What a game has to say after a command.
fn sayings(game: &Game) -> Vec<Message> {
    let told = game.events().iter().filter_map(|event| game.sentence(event));
    let offered = game.offers().iter().filter_map(|command| game.label(*command));
    let consequences = game.rules().in_force.iter().filter_map(|rule| game.consequence(rule.id()));
    told.chain(game.question()).chain(offered).chain(consequences).collect()
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

fn texts(value: &Value) -> Result<Vec<String>, Message> {
    serde_json::from_value(value.clone()).map_err(|_| msg!("scenario.no_texts"))
}

fn expected_other(key: &str, expected: &Value, actual: &Value) -> Message {
    msg!("scenario.expected", key, expected = expected.to_string(), found = actual.to_string())
}

/// The keys and names a message speaks of, in order.
fn texts_in(message: &Message) -> Vec<String> {
    let mut found = Vec::new();
    message.each(&mut |arg| {
        if let Arg::Text(text) = arg {
            found.push(text.clone());
        }
    });
    found
}
