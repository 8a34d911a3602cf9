//! What rules can read and do: every name is declared once, with what it takes and gives and a line that explains it. The
//! check, the guards, rhai and the table in `docs/house_rules.md` all go by these.

use super::deck;
use super::limits;
use super::rule::{ScriptRule, built_in, recorded};
use super::value::{Kind, Mistake, Val};
use crate::sim::from_files::Reader;
use crate::sim::snapshot::Part;
use crate::sim::{Account, Command, Game, Id, Mark, Phase, Rule, Seat, Signals};
use crate::words::{Arg, Message, msg};
use rhai::Engine;
use std::sync::OnceLock;

/// What a question is asked about: a game, by a rule, and the command that may be forbidden.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub game: &'a Game,
    pub rule: &'a ScriptRule,
    pub command: Option<Command>,
    /// The seat that is asked about, where it is not the one whose turn it is.
    pub seat: Option<Seat>,
    /// Who is asked a question, and what the answer was.
    pub asked: Option<Seat>,
    pub answer: Option<Command>,
}

impl<'a> Scene<'a> {
    /// What is the case now.
    pub fn now(game: &'a Game, rule: &'a ScriptRule) -> Self {
        Self { game, rule, command: None, seat: None, asked: None, answer: None }
    }

    /// What would be the case with a command.
    pub fn with(game: &'a Game, rule: &'a ScriptRule, command: Command) -> Self {
        Self { command: Some(command), answer: Some(command), ..Self::now(game, rule) }
    }

    /// What is the case for a seat that is asked, with its answer.
    pub fn of_question(game: &'a Game, rule: &'a ScriptRule, asked: Option<Seat>, answer: Option<Command>) -> Self {
        Self { asked, answer, ..Self::now(game, rule) }
    }
}

/// What an action works on.
pub struct Acting<'a> {
    pub game: &'a mut Game,
    pub rule: &'a ScriptRule,
    /// What was done since belongs to the event that is told next.
    pub since: &'a mut Mark,
}

pub type Read = fn(&Scene<'_>, &[Val]) -> Result<Val, Mistake>;
pub type Act = fn(&mut Acting<'_>, &[Val]) -> Result<Val, Mistake>;

/// What stands behind a name.
#[derive(Clone, Copy)]
pub enum Body {
    Read(Read),
    Act(Act),
    /// Made by hand, because it takes functions or any number of values.
    Special,
}

/// Where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Alone: `me`.
    Name,
    /// Before brackets: `money(me)`.
    Function,
    /// Behind `move.`
    Move,
    /// Behind a piece or a place: `ship.owner`.
    Thing,
}

/// One name of the API.
pub struct Entry {
    pub name: &'static str,
    pub of: Of,
    pub takes: &'static [Kind],
    pub gives: Kind,
    pub doc: &'static str,
    pub body: Body,
    /// The only texts it gives; none where it is no text, or may be any.
    pub words: &'static [&'static str],
}

impl Entry {
    pub const fn name(name: &'static str, gives: Kind, doc: &'static str, read: Read) -> Self {
        Self { name, of: Of::Name, takes: &[], gives, doc, body: Body::Read(read), words: &[] }
    }
    pub const fn field(of: Of, name: &'static str, gives: Kind, doc: &'static str, read: Read) -> Self {
        Self { name, of, takes: &[], gives, doc, body: Body::Read(read), words: &[] }
    }
    pub const fn read(name: &'static str, takes: &'static [Kind], gives: Kind, doc: &'static str, read: Read) -> Self {
        Self { name, of: Of::Function, takes, gives, doc, body: Body::Read(read), words: &[] }
    }
    pub const fn act(name: &'static str, takes: &'static [Kind], gives: Kind, doc: &'static str, act: Act) -> Self {
        Self { name, of: Of::Function, takes, gives, doc, body: Body::Act(act), words: &[] }
    }
    const fn special(name: &'static str, takes: &'static [Kind], gives: Kind, doc: &'static str) -> Self {
        Self { name, of: Of::Function, takes, gives, doc, body: Body::Special, words: &[] }
    }
    /// The same, saying which texts it can give.
    pub const fn one_of(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    /// How it is written, with kinds for values.
    pub fn shape(&self) -> String {
        let kinds: Vec<&str> = self.takes.iter().map(|kind| kind.word()).collect();
        match self.of {
            Of::Name => self.name.to_owned(),
            Of::Function => format!("{}({})", self.name, kinds.join(", ")),
            Of::Move => format!("move.{}", self.name),
            Of::Thing => format!("….{}", self.name),
        }
    }

    /// Whether values are of the kinds it takes.
    pub(super) fn check(&self, game: &Game, values: &[Val]) -> Result<(), Mistake> {
        let seats = i64::from(game.turn().seats);
        for (kind, value) in self.takes.iter().zip(values) {
            let fits = match (kind, value) {
                (Kind::Any, _)
                | (Kind::Int | Kind::Money, Val::Int(_))
                | (Kind::Bool, Val::Bool(_))
                | (Kind::Piece | Kind::Place, Val::Thing(_))
                | (Kind::List, Val::List(_)) => true,
                (Kind::Seat | Kind::Account, Val::Int(seat)) => (0..seats).contains(seat),
                (Kind::Account, value) => value.as_str() == Some(BANK),
                (Kind::Text, value) => value.as_str().is_some(),
                _ => false,
            };
            if !fits {
                return Err(msg!("script.mistake.kind", name = self.name, kind = kind.word()).into());
            }
        }
        Ok(())
    }
}

/// What `bank` is.
pub const BANK: &str = "bank";
/// A step that is in no plan: whoever goes there ends the turn.
const END_OF_TURN: &str = "(end of turn)";

/// What a pack's rules can say beside what all games have.
pub struct Dialect {
    pub pack: &'static str,
    pub entries: &'static [Entry],
    /// Component types its actions may need.
    pub parts: &'static [Part],
    /// Puts on the table what its actions may need: called for rules that use the bank.
    pub open_bank: fn(&mut Game),
    /// Whether a command would be the player's to give now, were it not forbidden.
    pub is_own: fn(&Game, Command) -> bool,
    /// How a piece or place is called.
    pub called: fn(&Game, Id) -> Arg,
    /// What is up whenever a field of the move is this text, or (without one) is not `()`: a hook that asks for that first is
    /// passed over at all other times.
    pub signals: fn(&str, Option<&str>) -> Option<Signals>,
    /// What rules can hide of a seat, beside numbers of their own; see [`secret`](crate::sim::secret).
    pub hides: &'static [&'static str],
    /// What the game's own events are called.
    pub tells: &'static [&'static str],
    /// What the first rule of somebody's own is made of.
    pub start: Start,
    pub engine: OnceLock<Engine>,
    /// The house rules of the game, once they were read.
    pub house: OnceLock<Vec<&'static dyn Rule>>,
}

/// A first rule, short enough to be read at a glance, and the scenario that shows it. `NAME` stands for the rule's name; what it says
/// about itself and tells are the words `new_rule` of its game.
pub struct Start {
    /// Settings and state.
    pub declares: &'static str,
    /// The fields of its event.
    pub fields: &'static str,
    pub hook: &'static str,
    /// What the scenario puts on the table and plays, and what it expects.
    pub given: &'static str,
    pub then: &'static str,
}

impl Reader for Dialect {
    fn house_rules(&'static self, native: &'static [&'static dyn Rule]) -> &'static [&'static dyn Rule] {
        self.house.get_or_init(|| built_in(self, native))
    }

    fn read(&'static self, id: &str, text: &str) -> Result<&'static dyn Rule, Message> {
        recorded(self, id, text)
    }
}

impl Dialect {
    /// One that says of everything else what is so in any game.
    pub const fn new(pack: &'static str, entries: &'static [Entry], start: Start) -> Self {
        Self {
            pack,
            entries,
            parts: &[],
            open_bank: |_| {},
            is_own: |game, command| game.offers_without_bans().contains(&command),
            called: |game, id| Arg::from(game.called(id)),
            signals: |_, _| None,
            hides: &[],
            tells: &[],
            start,
            engine: OnceLock::new(),
            house: OnceLock::new(),
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        COMMON.iter().chain(self.entries)
    }

    pub(super) fn find(&self, of: Of, name: &str) -> Option<&'static Entry> {
        self.all().find(|entry| entry.of == of && entry.name == name)
    }

    /// The function of this name that takes so many values.
    pub(super) fn function(&self, name: &str, takes: usize) -> Option<&'static Entry> {
        self.all().find(|entry| entry.of == Of::Function && entry.name == name && entry.takes.len() == takes)
    }
}

/// Functions of rhai itself that rules may use, by how many values they take (the one before the dot included).
pub const LANGUAGE: &[(&str, &[usize], &str)] = &[
    ("len", &[1], "How many there are in a list, or characters in a text; also `list.len`."),
    ("push", &[2], "Adds a value to a list."),
    ("contains", &[2], "Whether a list has a value."),
    ("filter", &[2], "Those of a list for which a function is true."),
    ("map", &[2], "What a function makes of each of a list."),
    ("some", &[2], "Whether a function is true for any of a list."),
    ("all", &[2], "Whether a function is true for all of a list."),
    ("min", &[2], "The smaller of two numbers."),
    ("max", &[2], "The larger of two numbers."),
    ("abs", &[1], "A number without its sign."),
    ("range", &[2], "The numbers from one up to but not including another, for `for`."),
];

pub fn seat_of(value: &Val) -> u8 {
    if let Val::Int(seat) = value { *seat as u8 } else { 0 }
}

/// A seat or the bank, as a rule names it.
pub fn account(value: &Val) -> Account {
    match value {
        Val::Int(seat) => Account::Seat(*seat as u8),
        _ => Account::Bank,
    }
}

/// The piece or place that is the first of some values.
pub fn thing(values: &[Val]) -> Id {
    if let Some(Val::Thing(id)) = values.first() { *id } else { Id(0) }
}

pub fn int_of(value: &Val) -> i64 {
    if let Val::Int(number) = value { *number } else { 0 }
}

/// What rules of every game can say.
pub static COMMON: &[Entry] = &[
    Entry::name("me", Kind::Seat, "The seat whose turn it is.", |scene, _| Ok(Val::Int(scene.game.turn().seat.into()))),
    Entry::name("round", Kind::Int, "The round, from 1.", |scene, _| Ok(Val::Int(scene.game.turn().round.into()))),
    Entry::name("seats", Kind::Int, "How many play.", |scene, _| Ok(Val::Int(scene.game.turn().seats.into()))),
    Entry::name(
        "seat",
        Kind::Seat,
        "In a `[[set]]` with `for`: the seat it is worked out for; anywhere else the same as `me`.",
        |scene, _| Ok(Val::Int(scene.seat.unwrap_or(scene.game.turn().seat).into())),
    ),
    Entry::name(
        "passed",
        Kind::Bool,
        "Whether the player to act has done nothing in this turn: nothing could be done, or nothing was asked yet.",
        |scene, _| Ok(Val::Bool(scene.game.chosen().is_none())),
    ),
    Entry::name(
        "asked",
        Kind::Seat,
        "In an `[[ask]]`: the seat that is asked, which need not be the one whose turn it is.",
        |scene, _| Ok(Val::Int(scene.asked.unwrap_or(scene.game.turn().seat).into())),
    ),
    Entry::name(
        "chosen",
        Kind::Any,
        "In the `run` of an `[[ask]]`: what was chosen; in a `[[forbid]]` of its command: what would be.",
        |scene, _| Ok(scene.answer.map_or(Val::Unit, |answer| scene.rule.chosen(scene.game, answer))),
    ),
    Entry::special(
        "option",
        &[Kind::Any],
        Kind::Nothing,
        "In the `list` of an `[[ask]]`: offers a piece, a place, a number (a seat or a sum where `of` says so) or one of `choices`.",
    ),
    Entry::read("sum", &[Kind::List], Kind::Int, "The numbers of a list added up.", |_, values| {
        let Val::List(items) = &values[0] else { return Ok(Val::Int(0)) };
        let sum = items.iter().try_fold(0i64, |sum, item| if let Val::Int(n) = item { sum.checked_add(*n) } else { None });
        sum.map(Val::Int).ok_or_else(|| msg!("script.mistake.numbers").into())
    }),
    Entry::read("others", &[Kind::Seat], Kind::List, "All seats but one, in order.", |scene, values| {
        let seats = 0..i64::from(scene.game.turn().seats);
        Ok(Val::List(seats.map(Val::Int).filter(|seat| *seat != values[0]).collect()))
    }),
    Entry::read("total", &[Kind::Seat], Kind::Int, "A seat's score.", |scene, values| {
        Ok(Val::Int(scene.game.rules().pack.total(scene.game, seat_of(&values[0]))))
    }),
    Entry::read("rank", &[Kind::Seat], Kind::Int, "A seat's place by score, 1 for the best.", |scene, values| {
        let (game, pack) = (scene.game, scene.game.rules().pack);
        let own = pack.total(game, seat_of(&values[0]));
        let better = (0..game.turn().seats).filter(|seat| pack.total(game, *seat) > own).count();
        Ok(Val::Int(better as i64 + 1))
    }),
    Entry::read(
        "rule",
        &[Kind::Text, Kind::Seat],
        Kind::Any,
        "Any setting of the game by its key, for a seat.",
        |scene, values| {
            let value = scene.game.rules().value_for(values[0].as_str().unwrap_or_default(), seat_of(&values[1]));
            Ok(match value {
                Some(serde_json::Value::Bool(flag)) => Val::Bool(*flag),
                Some(serde_json::Value::Number(number)) => number.as_i64().map_or(Val::Unit, Val::Int),
                Some(serde_json::Value::String(text)) => Val::Text(text.as_str().into()),
                _ => Val::Unit,
            })
        },
    ),
    Entry::special(
        "most",
        &[Kind::List, Kind::Function],
        Kind::Any,
        "The one of a list with the highest number, as a function gives it; the first of several, and () if no number is above 0.",
    ),
    Entry::special(
        "least",
        &[Kind::List, Kind::Function],
        Kind::Any,
        "The one of a list with the lowest number; the first of several, and () for an empty list.",
    ),
    Entry::act(
        "die",
        &[Kind::Int],
        Kind::Int,
        "Throws a die with so many sides, from the rule's own chance.",
        |acting, values| match int_of(&values[0]) {
            sides @ 1..=1_000 => Ok(Val::Int(i64::from(acting.draw(sides as u32)) + 1)),
            _ => Err(msg!("script.mistake.sides").into()),
        },
    ),
    Entry::act("pick", &[Kind::List], Kind::Any, "One of a list by chance; () for an empty list.", |acting, values| {
        let Val::List(items) = &values[0] else { return Ok(Val::Unit) };
        let at = if items.is_empty() { 0 } else { acting.draw(items.len() as u32) as usize };
        Ok(items.get(at).cloned().unwrap_or(Val::Unit))
    }),
    Entry::read(
        deck::OPEN,
        &[Kind::Text],
        Kind::Text,
        "The id of the card that lies open on a deck of the rule's own; () before the first.",
        deck::open,
    ),
    Entry::act(
        "turn_card",
        &[Kind::Text],
        Kind::Text,
        "Turns up the next card of a deck of the rule's own, tells it and gives its id; an empty deck is shuffled first.",
        deck::turn_card,
    ),
    Entry::special("emit", &[Kind::Text], Kind::Nothing, "Tells one of the rule's events: its name, then its fields in order."),
    Entry::act("go_to", &[Kind::Text], Kind::Nothing, "Goes on with another step of the plan.", |acting, values| {
        let step = values[0].as_str().unwrap_or_default();
        if acting.game.rules().plan.find(step).is_none() {
            return Err(msg!("script.mistake.no_step", step).into());
        }
        acting.detour()?;
        acting.game.jump(crate::sim::name::intern(step));
        Ok(Val::Unit)
    }),
    Entry::act("run_round", &[], Kind::Bool, "Has all steps of the round run now, then goes on here.", |acting, _| {
        acting.detour()?;
        let steps = acting.game.rules().plan.steps(Phase::Round);
        let Some((first, last)) = steps.first().zip(steps.last()) else { return Ok(Val::Bool(false)) };
        let (first, last) = (first.step.name, last.step.name);
        Ok(Val::Bool(acting.game.call(first, last)))
    }),
    Entry::act("end_game", &[], Kind::Nothing, "Ends the game; the highest score wins.", |acting, _| {
        acting.settled()?;
        acting.game.end_by_rule(None);
        Ok(Val::Unit)
    }),
    Entry::act("end_game", &[Kind::List], Kind::Nothing, "Ends the game; the seats of the list win.", |acting, values| {
        let Val::List(seats) = &values[0] else { return Ok(Val::Unit) };
        let known = 0..i64::from(acting.game.turn().seats);
        let mut winners: Vec<Seat> = Vec::new();
        for seat in seats {
            match seat {
                Val::Int(seat) if known.contains(seat) => winners.push(*seat as Seat),
                _ => return Err(msg!("script.mistake.winners").into()),
            }
        }
        winners.sort_unstable();
        winners.dedup();
        if winners.is_empty() {
            return Err(msg!("script.mistake.winners").into());
        }
        acting.settled()?;
        acting.game.end_by_rule(Some(winners));
        Ok(Val::Unit)
    }),
    Entry::act(
        "score",
        &[Kind::Seat, Kind::Int],
        Kind::Nothing,
        "Adds to a seat's score, at the `end` of the game.",
        |acting, values| match int_of(&values[1]) {
            points
                if (-limits::MONEY..=limits::MONEY).contains(&points)
                    && acting.game.add_to_score(seat_of(&values[0]), points) =>
            {
                Ok(Val::Unit)
            }
            _ => Err(msg!("script.mistake.score").into()),
        },
    ),
    Entry::act("end_turn", &[], Kind::Nothing, "Ends the turn.", |acting, _| {
        acting.detour()?;
        acting.game.jump(END_OF_TURN);
        Ok(Val::Unit)
    }),
];

impl Acting<'_> {
    /// A number from 0 from the rule's own stream.
    pub(super) fn draw(&mut self, ways: u32) -> u32 {
        self.game.chance_mut().draw_own(self.rule.stream(), ways)
    }

    /// In the middle of a move, such as before a bump that is due, a piece may lie where it cannot stay.
    pub fn settled(&self) -> Result<(), Mistake> {
        let unsettled = self.game.index_astray().is_some() || self.game.rules().pack.is_unsettled(self.game);
        if unsettled { Err(msg!("script.mistake.unsettled").into()) } else { Ok(()) }
    }

    fn detour(&mut self) -> Result<(), Mistake> {
        self.settled()?;
        if self.game.may_turn_aside() { Ok(()) } else { Err(msg!("script.mistake.circle").into()) }
    }
}

/// Names as a table in Markdown.
pub fn table(entries: &[Entry]) -> String {
    let mut text = String::from("| write | gives | |\n|---|---|---|\n");
    for entry in entries {
        let shape = if entry.name == "emit" { "emit(text, …)".to_owned() } else { entry.shape() };
        text += &format!("| `{shape}` | {} | {} |\n", entry.gives.word(), entry.doc);
    }
    text
}

/// What rhai itself has for rules, as a table in Markdown.
pub fn language_table() -> String {
    let mut text = String::from("| write | |\n|---|---|\n");
    for (name, takes, doc) in LANGUAGE {
        text += &format!("| `{}` | {doc} |\n", language_shape(name, takes));
    }
    text
}

/// How a function of rhai itself is written.
pub(super) fn language_shape(name: &str, takes: &[usize]) -> String {
    let most = takes.iter().max().copied().unwrap_or(0);
    format!("{name}({})", ["value"; 4][..most.min(4)].join(", "))
}
