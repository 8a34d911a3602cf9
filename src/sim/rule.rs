//! Rules are plugins: each edits the plan, reads its own settings section, and may bring pieces of its own.

use super::blueprint::BuildError;
use super::command::{Command, Reason, VerbDecl};
use super::event::{Event, Kind};
use super::game::Game;
use super::id::Seat;
use super::plan::{Editor, Phase, PlanError, Step};
use super::ruleset::Ruleset;
use super::secret::Secret;
use super::show::badge::Badge;
use super::snapshot::Part;
use crate::words::{Message, msg};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::{Any, TypeId};

/// When a changed setting reaches a game that is being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Applies {
    Now,
    NextTurn,
    NextGame,
}

impl Applies {
    /// How traces write it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Now => "now",
            Self::NextTurn => "next turn",
            Self::NextGame => "next game",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Now, Self::NextTurn, Self::NextGame].into_iter().find(|applies| applies.code() == code)
    }

    pub fn words(self) -> Message {
        match self {
            Self::Now => msg!("sim.applies.now"),
            Self::NextTurn => msg!("sim.applies.next_turn"),
            Self::NextGame => msg!("sim.applies.next_game"),
        }
    }
}

/// A rule plugin. Its id is also its file, its settings section and its test module; nothing else knows it.
pub trait Rule: Sync {
    /// What there is to it as long as it says nothing else: its id, its steps at the end of the plan, its settings.
    fn printed(&self) -> &Printed {
        &Printed { id: "", steps: &[], settings: None, essential: false }
    }

    /// Interned: [`intern`](super::name::intern).
    fn id(&self) -> &'static str {
        self.printed().id
    }

    /// Adds, replaces or removes steps.
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        self.printed().steps.iter().try_for_each(|(phase, step)| plan.append(*phase, *step))
    }

    /// What players may do by this rule that the pack has no word for.
    fn verbs(&self) -> &[VerbDecl] {
        &[]
    }

    /// Reads the rule's settings section; see [`read`].
    fn settings(&self, section: &Value) -> Result<Option<Section>, serde_json::Error> {
        self.printed().settings.map_or(Ok(None), |read| read(section))
    }

    /// Component types of the rule's own pieces.
    fn parts(&self) -> &'static [Part] {
        &[]
    }

    /// What is wrong with these rules as a whole; asked of every rule in force when all else is built.
    fn check(&self, _rules: &Ruleset) -> Vec<BuildError> {
        Vec::new()
    }

    /// What in these rules can never matter: the setting (nothing for the whole rule) and what to say about it. Asked
    /// of every rule in force when all is well.
    fn idle(&self, _rules: &Ruleset) -> Vec<Idle> {
        Vec::new()
    }

    /// Puts the rule's own pieces on the table, unless they are there from an earlier time in force.
    fn furnish(&self, _game: &mut Game) {}

    /// Gives the rule's own pieces their starting values, at the start of a game.
    fn deal(&self, _game: &mut Game) {}

    /// Comes into a running game: new pieces get their starting values, what is there already keeps what it has. A
    /// rule with several pieces, or with pieces it shares, must tell them apart itself.
    fn join(&self, game: &mut Game) {
        let known = game.pieces().len();
        self.furnish(game);
        if game.pieces().len() > known {
            self.deal(game);
        }
    }

    /// Fits the rule's own pieces to rules that have just changed; called for every rule in force.
    fn refit(&self, _game: &mut Game) {}

    /// Kinds of events the rule tells, so that they can be counted.
    fn events(&self) -> &'static [&'static Kind] {
        &[]
    }

    /// One of the rule's own events as a sentence.
    fn sentence(&self, _game: &Game, _event: &Event) -> Option<Message> {
        None
    }

    /// Why a command is not on offer, where this rule has a say; asked before the pack.
    fn why_not(&self, _game: &Game, _command: Command) -> Option<Reason> {
        None
    }

    /// What a command is called on a button or in advice: one of the rule's own, or [`DECLINE`](super::DECLINE) where the rule asks.
    fn label(&self, _game: &Game, _command: Command) -> Option<Message> {
        None
    }

    /// What the rule asks where one of its steps waits for a decision, in a line that tells a newcomer what to do.
    fn question(&self, _game: &Game) -> Option<Message> {
        None
    }

    /// Whether what it asks just now is answered in secret.
    fn asks_in_secret(&self, _game: &Game) -> bool {
        false
    }

    /// When a change of one of the rule's settings reaches this game, where that is not always as declared.
    fn takes_effect(&self, _game: &Game, _key: &str, declared: Applies) -> Applies {
        declared
    }

    /// What follows from the rule's settings as they are now that nobody would expect, told when they have changed.
    fn consequence(&self, _game: &Game) -> Option<Message> {
        None
    }

    /// The text it was read from, where it comes from a file: a record of a game carries it.
    fn text(&self) -> Option<&'static str> {
        None
    }

    /// Whether it may ever forbid a command; if not, it is not asked.
    fn may_forbid(&self) -> bool {
        false
    }

    /// Whether this rule forbids a command that the game would offer.
    fn forbids(&self, _game: &Game, _command: Command) -> bool {
        false
    }

    /// Looks after what went wrong while it was asked what it forbids, when offers have been put up.
    fn after_offers(&self, _game: &mut Game) {}

    /// Whether it may ever want settings to be others for a while; if not, it is not asked.
    fn may_override(&self) -> bool {
        false
    }

    /// Settings that are others for now, by dotted key; asked when a turn begins and when the round's steps do.
    fn overrides(&self, _game: &mut Game, _values: &mut Vec<(String, Value)>) {}

    /// What it wanted cannot be: it has made a mistake.
    fn overrides_refused(&self, _game: &mut Game) {}

    /// Whether it has something to do when the game is over; if not, it is not asked.
    fn may_conclude(&self) -> bool {
        false
    }

    /// The game is over, and nobody has been told yet: what it does to anybody's score still counts.
    fn conclude(&self, _game: &mut Game) {}

    /// Whether it may end the game in a way the pack does not know.
    fn may_end(&self) -> bool {
        false
    }

    /// What it counts in every game, read off its own events.
    fn counts(&self) -> &[Count] {
        &[]
    }

    /// What it shows on pieces and places.
    fn badges(&self, _game: &Game) -> Vec<Badge> {
        Vec::new()
    }

    /// What its badges may look like.
    fn icons(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The icons its picture is made of.
    fn picture(&self) -> &[&'static str] {
        &[]
    }

    /// Cards of the rule's own that lie open for everyone.
    fn open_cards(&self, _game: &Game) -> Vec<OpenCard> {
        Vec::new()
    }

    /// What it keeps from those at the table; see [`secret`](super::secret).
    fn secrets(&self) -> &[Secret] {
        &[]
    }

    /// Whether a player may not know everything about its own pieces; if not, it is not asked to [veil](Rule::veil) them.
    fn may_veil(&self) -> bool {
        false
    }

    /// Rearranges by chance, in a copy to think in, what a seat (for none: whoever looks) may not know of the rule's own pieces.
    fn veil(&self, _game: &mut Game, _seat: Option<Seat>) {}

    /// A game without this rule could not be played at all.
    fn essential(&self) -> bool {
        self.printed().essential
    }
}

/// Something a rule counts in every game: how often it tells an event, or the sum of one of its fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Its name in contracts, tables and files.
    pub key: &'static str,
    pub label: Message,
    pub event: &'static str,
    /// The number of the field that is added up; nothing where events are counted.
    pub field: Option<usize>,
}

/// A card that lies open, as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCard {
    pub title: Message,
    pub text: Message,
}

/// Something in rules that can never matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idle {
    /// A dotted key, or the id of a rule.
    pub about: &'static str,
    pub message: Message,
    pub remedy: Message,
}

/// Reads a settings section, as [`read`] does for a type.
pub type ReadSettings = fn(&Value) -> Result<Option<Section>, serde_json::Error>;

/// A printed rule: alone it does no more than add steps to the end of the plan and read its settings.
pub struct Printed {
    pub id: &'static str,
    pub steps: &'static [(Phase, Step)],
    pub settings: Option<ReadSettings>,
    pub essential: bool,
}

impl Printed {
    /// A rule the game cannot be without.
    pub const fn new(id: &'static str, steps: &'static [(Phase, Step)]) -> Self {
        Self { id, steps, settings: None, essential: true }
    }

    /// The same, where variants may repeal it.
    pub const fn optional(self) -> Self {
        Self { essential: false, ..self }
    }

    /// The same with settings, in the type they are read into.
    pub const fn reading<T: DeserializeOwned + Send + Sync + 'static>(self) -> Self {
        Self { settings: Some(read::<T>), ..self }
    }
}

impl Rule for Printed {
    fn printed(&self) -> &Printed {
        self
    }
}

/// A rule's typed settings, kept by type.
pub struct Section {
    /// The rule it belongs to.
    pub(super) of: &'static str,
    pub(super) type_id: TypeId,
    pub(super) value: Box<dyn Any + Send + Sync>,
}

/// Reads a section into the rule's own settings type.
pub fn read<T: DeserializeOwned + Send + Sync + 'static>(section: &Value) -> Result<Option<Section>, serde_json::Error> {
    let value: T = serde_json::from_value(section.clone())?;
    Ok(Some(Section::new(value)))
}

impl Section {
    pub fn new<T: Send + Sync + 'static>(value: T) -> Self {
        Self { of: "", type_id: TypeId::of::<T>(), value: Box::new(value) }
    }
}
