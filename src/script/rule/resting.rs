//! A rule that has made a mistake at play rests: what is told of it, kept in terms of every language, and how it is read.

use super::ScriptRule;
use crate::script::file::Code;
use crate::script::rehearse;
use crate::script::stage::Fall;
use crate::sim::event::events;
use crate::sim::name::intern;
use crate::sim::{Event, Game};
use crate::words::{Arg, Message, msg};
use serde_json::{Map, Value};
use std::sync::Arc;

events! {
    /// A rule made a mistake and rests until it is changed; line and column are those of its own text.
    Suspended = "suspended" { rule: &'static str, line: u32, column: u32; why: Arc<Value> }
}

/// What the event is called that tells of a rule's mistake.
pub const SUSPENDED: &str = "suspended";

/// A mistake of a rule at play: where in the rule's own text it could not go on, and why.
pub struct Slip {
    pub rule: &'static str,
    pub line: usize,
    pub why: Message,
}

impl Slip {
    /// The mistake an event tells of.
    pub fn told_by(event: &Event) -> Option<Self> {
        let told = Suspended::read(event)?;
        Some(Self { rule: told.rule, line: told.line as usize, why: read(&told.why) })
    }
}

/// What the id of a message is called among what stands in its slots; no slot can be called so.
const ID: &str = "";

impl ScriptRule {
    /// Rests from now on: it has made a mistake here.
    pub(in crate::script) fn rest(&self, game: &mut Game, code: &Code, fall: &Fall) {
        let at = code.place(fall.line, fall.column);
        rehearse::note_mistake(self, at, &fall.why);
        let (line, column) = self.source.position(at);
        game.suspend(self.id);
        game.emit(Suspended { rule: self.id, line: line as u32, column: column as u32, why: Arc::new(written(&fall.why)) });
    }

    /// What is said of its mistake, if an event tells of one.
    pub(super) fn rested(&self, event: &Event) -> Option<Message> {
        let rested = Suspended::read(event).filter(|rested| rested.rule == self.id)?;
        let rule = Message::new(format!("{}.house.{}.title", self.dialect.pack, self.id));
        let (path, why) = (self.source.path.as_str(), read(&rested.why));
        Some(msg!("script.suspended", rule, path, line = rested.line, column = rested.column, why))
    }
}

/// A message as an event keeps it: its id, with what stands in its slots, or somebody else's words; never a text in the
/// language of the moment.
fn written(why: &Message) -> Value {
    if why.id.is_empty() {
        return why.to_string().into();
    }
    if why.args.is_empty() {
        return why.id.as_ref().into();
    }
    let slot = |(name, arg): &(&'static str, Arg)| {
        let value = match arg {
            Arg::Text(text) => text.as_str().into(),
            Arg::Int(number) | Arg::Money(number) => (*number).into(),
            Arg::Phrase(message) => written(message),
            Arg::Figure(..) | Arg::Seat(..) | Arg::List(_) | Arg::Gap(_) => Value::Null,
        };
        ((*name).to_owned(), value)
    };
    let slots = why.args.iter().map(slot);
    Value::Object(slots.chain([(ID.to_owned(), why.id.as_ref().into())]).collect::<Map<_, _>>())
}

fn read(why: &Value) -> Message {
    match why {
        Value::String(text) if text.starts_with("script.") => Message::new(text.clone()),
        Value::Object(slots) => {
            let id = slots.get(ID).and_then(Value::as_str).unwrap_or_default();
            slots.iter().filter(|(name, _)| *name != ID).fold(Message::new(id.to_owned()), |message, (name, value)| {
                let arg: Arg = match value {
                    Value::Number(number) => number.as_i64().unwrap_or_default().into(),
                    Value::String(text) if !text.starts_with("script.") => text.as_str().into(),
                    value => read(value).into(),
                };
                message.with(intern(name), arg)
            })
        }
        other => Message::verbatim(other.as_str().unwrap_or_default()),
    }
}
