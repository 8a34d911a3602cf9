//! What a file declares becomes a rule: its code is checked, its words get their ids, and what is never used is told.

use super::asking::{Asked, TARGET, verb};
use super::{Destination, Forbid, ScriptRule, Sentence, Told, Warn};
use crate::problem::{Problem, Problems, Source};
use crate::script::api::{Body, Dialect};
use crate::script::check::{Finding, Names, misread};
use crate::script::deck::{self, DeckDecl};
use crate::script::file::{self, At, Code, Declared, FieldKind, Said, Texts};
use crate::script::guard::Guard;
use crate::script::overriding::Override;
use crate::script::{secret, token};
use crate::sim::name::{intern, intern_kind};
use crate::sim::rule::Count;
use crate::sim::snapshot::StateHasher;
use crate::words::{Message, WordTexts, msg, template_slots};
use rhai::{AST, Position};
use std::cell::RefCell;
use std::hash::Hasher;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU16;

pub(super) type Made = (At, &'static str, Option<Guard>, AST, Code);

pub(super) fn make(
    dialect: &'static Dialect,
    id: &'static str,
    source: &Source,
    declared: Declared,
    problems: &mut Problems,
) -> Option<(ScriptRule, Vec<Made>, Vec<Asked>)> {
    let names = Names {
        id,
        dialect,
        settings: &declared.settings,
        kept: &declared.kept,
        events: &declared.events,
        decks: &declared.decks,
        choices: declared.asks.iter().flat_map(|ask| &ask.choices).map(|(word, ..)| *word).collect(),
        used: RefCell::default(),
        gone: RefCell::default(),
    };
    let compile = |code: &Code, is_guard: bool, problems: &mut Problems| match dialect.compile(&code.text, is_guard) {
        Ok(ast) => {
            let found = names.check(&ast, code);
            let sound = found.is_empty();
            for finding in found {
                problems.error(|| finding.told(source, code));
            }
            sound.then_some(ast)
        }
        Err(error) => {
            let why = error.err_type().to_string();
            problems.error(|| {
                let problem = Finding::new(error.position(), msg!("script.code.syntax")).told(source, code).detail(why);
                Problem { remedy: misread(&code.text, is_guard), ..problem }
            });
            None
        }
    };
    let guard = |code: &Code, is_condition: bool, problems: &mut Problems| {
        let ast = compile(code, true, problems)?;
        let understood = if is_condition { Guard::condition } else { Guard::of };
        match understood(code, &ast, dialect, &names) {
            Ok(guard) => Some(guard),
            Err(finding) => {
                problems.error(|| finding.told(source, code));
                None
            }
        }
    };
    let own = own_words(dialect.pack, id, &source.text);
    let mut words = Vec::new();
    let mut sentence = |id: String, texts: &Texts, span: &std::ops::Range<usize>, problems: &mut Problems| {
        let mut slots: Vec<(&'static str, Guard)> = Vec::new();
        let mut wanted: Vec<String> = texts.0.iter().filter_map(|(_, text)| template_slots(text)).flatten().collect();
        wanted.sort();
        wanted.dedup();
        // What an option names is put in by whoever shows it.
        for slot in wanted.into_iter().filter(|slot| slot != TARGET) {
            let place = file::slot_place(source, span, &slot);
            let code = Code { text: slot.clone(), start: place.start };
            let ast = dialect.compile(&slot, true).ok();
            let found: Vec<Finding> = ast.iter().flat_map(|ast| names.check(ast, &code)).collect();
            let ast = ast.filter(|_| found.is_empty());
            match ast.and_then(|ast| Guard::of(&code, &ast, dialect, &names).ok()) {
                Some(value) => slots.push((intern(&slot), value)),
                None => problems.error(|| {
                    let (message, meant) = names.misread_slot(&slot);
                    let remedy = meant.or_else(|| found.into_iter().find_map(|finding| finding.remedy));
                    Problem { remedy, ..Problem::at(source, place, message) }
                }),
            }
        }
        words.push((id.clone(), texts.0.clone()));
        Sentence { id, slots }
    };
    let mut hooks: Vec<Made> = Vec::new();
    let mut goes_to = Vec::new();
    // Steps that the code looked at last goes to.
    let destinations = |code: &Code, name: &str| -> Vec<Destination> {
        let there = |(step, at): (String, Position)| Destination {
            step: intern(&step),
            place: code.place(at.line().unwrap_or(1), at.position().unwrap_or(1)),
            from: intern(&format!("{id}.{name}")),
        };
        names.gone.take().into_iter().map(there).collect()
    };
    for hook in &declared.dos {
        let condition = hook.guard.as_ref().map(|code| guard(code, true, problems));
        let body = compile(&hook.run, false, problems);
        goes_to.extend(destinations(&hook.run, hook.name));
        let strangers = body.iter().flat_map(|body| Names::strangers(body, &["asked", "chosen", "option"], out_of_ask));
        for finding in body.iter().flat_map(|body| Names::out_of_place(body, hook.at.out_of_place())).chain(strangers) {
            problems.error(|| finding.told(source, &hook.run));
        }
        if let Some(finding) = body.as_ref().and_then(Names::untold) {
            problems.warn(|| finding.told(source, &hook.run));
        }
        if let (Some(body), true) = (body, condition.as_ref().is_none_or(Option::is_some)) {
            hooks.push((hook.at, hook.name, condition.flatten(), dialect.ready(body), hook.run.clone()));
        }
    }
    let mut asks: Vec<Asked> = Vec::new();
    for ask in &declared.asks {
        let condition = ask.guard.as_ref().map(|code| guard(code, true, problems));
        let mut body = |code: &Code, strangers: &[&str], message: fn(&str) -> Message| {
            let ast = compile(code, false, problems)?;
            let found = Names::strangers(&ast, strangers, message);
            let sound = found.is_empty();
            for finding in found {
                problems.error(|| finding.told(source, code));
            }
            sound.then(|| (dialect.ready(ast), code.clone()))
        };
        let acts: Vec<&str> = dialect.all().filter(|entry| matches!(entry.body, Body::Act(_))).map(|entry| entry.name).collect();
        let reads = [&acts[..], &["emit", "chosen"]].concat();
        let who = ask.who.as_ref().map(|code| body(code, &[&reads[..], &["option", "asked"]].concat(), out_of_list));
        // Every question must offer something itself.
        names.used.borrow_mut().remove("call.option");
        let list = body(&ask.list, &reads, out_of_list);
        let offers = names.used.borrow().contains("call.option");
        let run = body(&ask.run, &["option"], out_of_ask);
        goes_to.extend(destinations(&ask.run, ask.name));
        if list.is_some() && !offers {
            problems.error(|| Problem::at(source, ask.listed.clone(), msg!("script.file.no_option")));
        }
        let own = format!("{own}.ask.{}", ask.name);
        let mut said = |key: &str, said: &Said| {
            (!said.texts.0.is_empty()).then(|| sentence(format!("{own}.{key}"), &said.texts, &said.at, problems))
        };
        let (label, question, skip) = (said("label", &ask.label), said("question", &ask.question), said("skip", &ask.skip));
        let choices: Vec<(&'static str, Sentence)> =
            ask.choices.iter().filter_map(|(word, _, texts)| Some((*word, said(&format!("choice.{word}"), texts)?))).collect();
        let words: Vec<&'static str> = ask.choices.iter().map(|(word, ..)| *word).collect();
        let sound = condition.as_ref().is_none_or(Option::is_some) && who.as_ref().is_none_or(Option::is_some);
        if let (Some(list), Some(run), true) = (list, run, sound) {
            asks.push(Asked {
                at: ask.at,
                step: intern(&format!("{id}.{}", ask.name)),
                verb: verb(id, ask.name, &words),
                guard: condition.flatten(),
                who: who.flatten(),
                list,
                run,
                numbers: ask.numbers,
                choices,
                label,
                question,
                skip,
                secret: ask.secret,
            });
        }
    }
    let mut forbids = Vec::new();
    for hook in &declared.forbids {
        let because = sentence(format!("{own}.because.{}", hook.name), &hook.because, &hook.said, problems);
        if let Some(guard) = guard(&hook.guard, true, problems) {
            forbids.push(Forbid { command: hook.command, place: hook.span.clone(), guard, because });
        }
    }
    let mut warns = Vec::new();
    for (number, hook) in declared.warns.iter().enumerate() {
        let says = sentence(format!("{own}.warn.{number}.says"), &hook.says, &hook.span, problems);
        let remedy = sentence(format!("{own}.warn.{number}.remedy"), &hook.remedy, &hook.span, problems).id;
        if let Some(about) = hook.about.filter(|about| !declared.settings.iter().any(|setting| setting.name == *about)) {
            problems.error(|| Problem::at(source, hook.span.clone(), msg!("script.code.field", of = "set", field = about)));
        }
        let about = hook.about.map_or(id, |about| intern(&format!("{id}.{about}")));
        if let Some(guard) = guard(&hook.guard, true, problems) {
            warns.push(Warn { guard, says, remedy, about });
        }
    }
    let mut overrides = Vec::new();
    for hook in &declared.sets {
        let seats = hook.seats.as_ref().map(|code| guard(code, true, problems));
        let condition = hook.guard.as_ref().map(|code| guard(code, true, problems));
        if let Some(to) = guard(&hook.to, false, problems) {
            overrides.push(Override::new(hook.key, hook.span.clone(), seats.flatten(), condition.flatten(), to));
        }
    }
    let mut counts = Vec::new();
    for metric in &declared.metrics {
        match count(&own, id, metric, &declared.events) {
            Ok(count) => {
                names.used.borrow_mut().insert(format!("event.{}", metric.event));
                counts.push(count);
            }
            Err(message) => problems.error(|| Problem::at(source, metric.span.clone(), message)),
        }
    }
    let told: Vec<&'static str> = declared.events.iter().map(|event| event.name).collect();
    deck::check(source, &declared.decks, &told, problems);
    let note = |name: &str| {
        names.used.borrow_mut().insert(format!("state.{name}"));
    };
    secret::check(source, &declared.hides, dialect.hides, &declared.kept, note, problems);
    let does_nothing = declared.dos.is_empty() && declared.asks.is_empty() && declared.forbids.is_empty();
    let idle = does_nothing && declared.sets.is_empty() && declared.hides.is_empty();
    if idle && !declared.round_into_turn {
        problems.error(|| Problem::at(source, 0..0, msg!("script.file.idle")));
    }
    // What code uses that could not be read is not known.
    if problems.has_errors() {
        return None;
    }
    let used = names.used.into_inner();
    let mut unused = |what: &str, name: &str, span: &std::ops::Range<usize>| {
        if !used.contains(&format!("{what}.{name}")) {
            problems.warn(|| {
                Problem::at(source, span.clone(), msg!("script.file.unused", what, name))
                    .remedy(msg!("script.file.unused_remedy"))
            });
        }
    };
    declared.settings.iter().for_each(|setting| unused("set", setting.name, &setting.span));
    declared.kept.iter().for_each(|kept| unused("state", kept.name, &kept.span));
    declared.decks.iter().for_each(|deck| unused("deck", deck.name, &deck.span));
    declared.events.iter().for_each(|event| unused("event", event.name, &event.span));
    // What is offered under another name than its own cannot be seen here.
    if !used.contains("choices") {
        for ask in &declared.asks {
            ask.choices.iter().for_each(|(word, at, _)| unused("choices", word, at));
        }
    }
    words.extend(lessons(dialect.pack, id, &own, &declared));
    words.extend(deck::lessons(&own, &declared.decks));
    words.extend(token::lessons(&own, &declared.kept));
    let tell = |event: &file::EventDecl| {
        let fields: Vec<&str> = event.fields.iter().map(|(field, _)| *field).collect();
        Told { kind: intern_kind(event.name, &fields), fields: event.fields.clone() }
    };
    let events: Vec<Told> = declared.events.iter().map(tell).collect();
    let told_at = declared.events.iter().map(|event| (event.name, event.span.clone()));
    let told_at = told_at.chain(declared.decks.iter().map(|deck| (deck.name, deck.span.clone()))).collect();
    let rule = ScriptRule {
        id,
        text: intern(&source.text),
        source: source.clone(),
        dialect,
        picture: declared.picture,
        kinds: Vec::leak(events.iter().map(|event| event.kind).chain(declared.decks.iter().map(DeckDecl::event)).collect()),
        settings: declared.settings,
        kept: declared.kept,
        decks: declared.decks,
        events,
        forbids,
        overrides,
        warns,
        counts,
        secrets: declared.hides.iter().map(|hidden| hidden.secret).collect(),
        may_end: used.contains("call.end_game"),
        hooks: OnceLock::new(),
        engine: OnceLock::new(),
        round_into_turn: declared.round_into_turn,
        needs: declared.needs,
        goes_to,
        uses_bank: used.contains("bank"),
        anchors: declared
            .dos
            .iter()
            .map(|hook| (hook.at, &hook.span))
            .chain(declared.asks.iter().map(|ask| (ask.at, &ask.span)))
            .filter_map(|(at, span)| Some((at.anchor()?, span.clone())))
            .collect(),
        verbs: asks.iter().map(|ask| ask.verb).collect(),
        asks: OnceLock::new(),
        told_at,
        page_slots: declared.page_slots,
        warnings: Vec::new(),
        own,
        words,
        memory: AtomicU16::new(0),
    };
    Some((rule, hooks, asks))
}

/// What is said about names that mean something in a question only.
fn out_of_ask(name: &str) -> Message {
    msg!("script.code.only_in_ask", name)
}

/// What is said about what a question cannot do while it is put together.
fn out_of_list(name: &str) -> Message {
    msg!("script.code.only_lists", name)
}

/// What the ids of a rule's own sentences begin with: another text of the same name says what it does in other words.
fn own_words(pack: &str, id: &str, text: &str) -> String {
    let mut hasher = StateHasher::default();
    hasher.write(text.as_bytes());
    format!("{pack}.rule.{id}.{:016x}", hasher.finish())
}

/// What a rule counts, if its event has what is counted.
fn count(own: &str, id: &str, metric: &file::MetricDecl, events: &[file::EventDecl]) -> Result<Count, Message> {
    let event = events.iter().find(|event| event.name == metric.event);
    let event = event.ok_or_else(|| msg!("script.code.event", event = metric.event))?;
    let field = metric.sum.map(|sum| {
        let number = |(name, kind): &(&str, FieldKind)| *name == sum && matches!(kind, FieldKind::Int | FieldKind::Money);
        event.fields.iter().position(number).ok_or_else(|| msg!("script.file.sum", field = sum, event = event.name))
    });
    let key = intern(&format!("{id}_{}", metric.name));
    Ok(Count { key, label: Message::new(metric_words(own, metric)), event: event.name, field: field.transpose()? })
}

/// The id of what a count is called.
fn metric_words(own: &str, metric: &file::MetricDecl) -> String {
    format!("{own}.metric.{}", metric.name)
}

/// The words of a rule, by the ids everybody looks for.
fn lessons(pack: &str, id: &str, own: &str, declared: &Declared) -> Vec<(String, WordTexts)> {
    // On its page a rule calls its settings by their own names.
    let keyed = |texts: &Texts| -> WordTexts {
        let text = |text: &String| {
            declared.settings.iter().fold(text.clone(), |text, setting| {
                let written = [("", "}"), ("", "|"), ("", ":"), ("^", "}"), ("^", ":")];
                written.iter().fold(text, |text, (open, end)| {
                    let keyed = format!("{{{open}{id}.{}{end}", setting.name);
                    ["", "set."].iter().fold(text, |text, of| text.replace(&format!("{{{open}{of}{}{end}", setting.name), &keyed))
                })
            })
        };
        texts.0.iter().map(|(language, said)| (language.clone(), text(said))).collect()
    };
    let text = if declared.text.0.is_empty() { &declared.what } else { &declared.text };
    let mut words = vec![
        (format!("{pack}.house.{id}.title"), declared.title.0.clone()),
        (format!("{pack}.house.{id}.what"), keyed(&declared.what)),
        (format!("{pack}.house.{id}.text"), keyed(text)),
        (format!("{pack}.house.{id}.why"), declared.why.0.clone()),
    ];
    let events = declared.events.iter();
    for event in events {
        let key = format!("{own}.event.{}", event.name);
        words.extend(event.words.iter().map(|(field, word, texts)| (format!("{key}.{field}.{word}"), texts.0.clone())));
        words.push((key, event.says.0.clone()));
    }
    words.extend(declared.metrics.iter().map(|metric| (metric_words(own, metric), metric.label.0.clone())));
    for setting in &declared.settings {
        let key = format!("{pack}.setting.{id}.{}", setting.name);
        let plain = |name: &str| vec![(String::new(), name.replace('_', " "))];
        let or_plain = |texts: &Texts| if texts.0.is_empty() { plain(setting.name) } else { texts.0.clone() };
        words.push((format!("{key}.name"), or_plain(&setting.called)));
        words.push((format!("{key}.doc"), or_plain(&setting.doc)));
        words.push((format!("{key}.says"), setting.says.0.clone()));
        for choice in &setting.choices {
            let named = setting.choice_names.iter().find(|(name, _)| name == choice);
            words.push((format!("{key}.choice.{choice}"), named.map_or_else(|| plain(choice), |(_, texts)| texts.0.clone())));
        }
    }
    words
}
