//! Rules are plugins: each edits the plan, reads its own settings section, and may bring pieces of its own.
//! A [`Ruleset`] is what a variant becomes: the rules in force, built and ready to play.

use super::command::{Command, DECLINE, DECLINE_WORD, Reason, Verb, VerbDecl};
use super::event::{Event, Kind};
use super::game::Game;
use super::id::Seat;
use super::kept::{Kept, as_type};
use super::memory;
use super::pack::{Board, Pack};
use super::plan::{Editor, Phase, Plan, PlanError, Step};
use super::secret::Secret;
use super::settings;
pub use super::settings::{flatten, nest};
use super::show::badge::Badge;
use super::snapshot::Part;
use crate::limits;
use crate::problem::each_once;
use crate::words::{self, Message, msg, speaks};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, Mutex, PoisonError};

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

    /// What a command is called on a button or in advice: one of the rule's own, or [`DECLINE`] where the rule asks.
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

impl Rule for Printed {
    fn printed(&self) -> &Printed {
        self
    }
}

/// A rule's typed settings, kept by type.
pub struct Section {
    /// The rule it belongs to.
    of: &'static str,
    type_id: TypeId,
    value: Box<dyn Any + Send + Sync>,
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

/// The table of settings that holds the texts of rules from files, by id.
pub const TEXTS: &str = "rule";

/// Where a setting got its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    pub path: String,
    pub line: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// What a variant says, before it is built: rules and effective settings, with no file behind them needed.
#[derive(Debug, Clone, PartialEq)]
pub struct Blueprint {
    pub pack: &'static str,
    /// The variant's short name, such as `short`.
    pub variant: String,
    /// The variant's name for people, such as "Short game".
    pub title: String,
    /// What it says about itself; empty when it says nothing.
    pub about: String,
    /// Ids of the rules in force.
    pub rules: Vec<String>,
    /// Section → key → value.
    pub settings: Value,
    /// Where each effective value was set, by dotted key; house rules and repeals under `rules.<id>`. Empty when no
    /// file is behind it.
    pub origins: BTreeMap<String, Origin>,
}

impl Blueprint {
    /// What the variant is called: one that came with the program by its name in the language that is spoken.
    pub fn called(&self) -> Message {
        words::of_ours(format!("{}.variant.{}.name", self.pack, self.variant), &self.title)
    }

    /// What it says about itself, as [`Blueprint::called`].
    pub fn says(&self) -> Message {
        words::of_ours(format!("{}.variant.{}.about", self.pack, self.variant), &self.about)
    }

    /// The whole effective variant, as traces carry it.
    pub fn to_json(&self) -> Value {
        let mut json = json!({"name": self.title, "rules": self.rules});
        if !self.about.is_empty() {
            json["about"] = json!(self.about);
        }
        if let (Value::Object(json), Value::Object(settings)) = (&mut json, &self.settings) {
            json.extend(settings.clone());
        }
        json
    }

    /// The way back; the message says what is wrong.
    pub fn from_json(pack: &'static str, variant: &str, json: &Value) -> Result<Self, Message> {
        let mut settings = json.as_object().ok_or_else(|| msg!("sim.blueprint.no_table"))?.clone();
        let rules = settings.shift_remove("rules").and_then(|rules| serde_json::from_value(rules).ok());
        let mut text = |key: &str| settings.shift_remove(key).and_then(|text| text.as_str().map(str::to_owned));
        let (title, about) = (text("name"), text("about"));
        let variant = words::name(variant, limits::NAME);
        Ok(Self {
            pack,
            title: title.map_or_else(|| variant.clone(), |title| words::name(&title, limits::NAME)),
            variant,
            about: words::prose(&about.unwrap_or_default()),
            rules: rules.ok_or_else(|| msg!("sim.blueprint.no_rules"))?,
            settings: Value::Object(settings),
            origins: BTreeMap::new(),
        })
    }
}

/// Why a blueprint cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError {
    UnknownRule(String),
    Essential(&'static str),
    Plan(PlanError),
    /// A rule cannot read its settings; what the reader says about them.
    Section {
        section: String,
        detail: String,
    },
    Setting {
        key: String,
        message: Message,
    },
    /// One item of a setting that is a list, counted from 0, and what is allowed there.
    Item {
        key: String,
        at: usize,
        message: Message,
        allowed: Message,
    },
    /// A setting does not go with the board; where in the board's file that is, as names and numbers from 0.
    Board {
        key: String,
        part: Vec<String>,
        message: Message,
    },
    /// A rule brings a verb that it cannot have.
    Verb {
        rule: &'static str,
        message: Message,
    },
    /// The text of a rule, at a place in it, names something that is not there under these rules; what is there.
    Own {
        rule: &'static str,
        place: Range<usize>,
        message: Message,
        wrong: &'static str,
        known: Vec<String>,
    },
}

impl From<PlanError> for BuildError {
    fn from(error: PlanError) -> Self {
        Self::Plan(error)
    }
}

speaks!(BuildError);

impl BuildError {
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownRule(rule) => msg!("sim.build.unknown_rule", rule),
            Self::Essential(rule) => msg!("sim.build.essential", rule = *rule),
            Self::Plan(error) => error.message(),
            Self::Section { section, detail } => msg!("sim.build.section", section, detail),
            Self::Setting { message, .. }
            | Self::Item { message, .. }
            | Self::Board { message, .. }
            | Self::Verb { message, .. }
            | Self::Own { message, .. } => message.clone(),
        }
    }

    /// The setting, section or rule it is about, as a dotted key.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Setting { key, .. } | Self::Item { key, .. } | Self::Board { key, .. } => Some(key),
            Self::Section { section, .. } => Some(section),
            Self::UnknownRule(_) | Self::Essential(_) | Self::Plan(_) | Self::Verb { .. } | Self::Own { .. } => None,
        }
    }
}

/// Several reasons in one line.
pub fn all_reasons(errors: &[BuildError]) -> Message {
    let mut reasons = errors.iter().rev().map(BuildError::message);
    let last = reasons.next().unwrap_or_else(|| Message::verbatim(""));
    reasons.fold(last, |rest, first| msg!("sim.build.several", first, rest))
}

/// A rule's verb; its number is its place in the list, behind those of the pack.
struct RuleVerb {
    declared: VerbDecl,
    of: &'static dyn Rule,
    in_force: bool,
}

/// A variant built and ready to play. Immutable: a change of rules is a new ruleset.
pub struct Ruleset {
    pub pack: &'static dyn Pack,
    pub blueprint: Blueprint,
    pub in_force: Vec<&'static dyn Rule>,
    /// Rules beside those of the pack, in force or not.
    guests: Vec<&'static dyn Rule>,
    /// Those in force that may forbid what the game offers.
    pub(super) forbidding: Vec<&'static dyn Rule>,
    /// Those in force that may want other settings for a while.
    pub(super) overriding: Vec<&'static dyn Rule>,
    /// Those in force that have something to do when the game is over.
    pub(super) concluding: Vec<&'static dyn Rule>,
    /// Those in force that keep something from those at the table.
    pub(super) hiding: Vec<&'static dyn Rule>,
    /// Those in force with pieces that not everybody may know.
    pub(super) veiling: Vec<&'static dyn Rule>,
    /// The same rules with other settings, as rules have wanted them for a while: they will again.
    adapted: Mutex<BTreeMap<String, Arc<Self>>>,
    /// Of every rule, in force or not, so that a change of rules does not change the numbers.
    verbs: Vec<RuleVerb>,
    pub plan: Plan,
    /// All component types of the pack and its rules.
    pub parts: Vec<Part>,
    sections: Vec<Section>,
    /// The board it was built on.
    pub board: Board,
    /// What the pack has worked out from its data and the settings, and its type.
    prepared: Arc<Kept>,
    prepared_type: TypeId,
    /// The number of players its settings were read for; nothing where it was not yet asked, or does not matter.
    players: Option<usize>,
    /// The same rules for each number of players, where they are not the same.
    by_players: Vec<Arc<Self>>,
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruleset").field("blueprint", &self.blueprint).finish_non_exhaustive()
    }
}

impl Ruleset {
    /// Builds a blueprint on the pack's data (its board, as the pack understands it).
    pub fn build(pack: &'static dyn Pack, blueprint: Blueprint, board: &Board) -> Result<Self, Vec<BuildError>> {
        Self::build_with(pack, &[], blueprint, board)
    }

    /// Builds the same pack, with the same guests on the same board, by another blueprint.
    pub fn rebuild(&self, blueprint: Blueprint) -> Result<Self, Vec<BuildError>> {
        Self::build_with(self.pack, &self.guests, blueprint, &self.board)
    }

    /// Like [`Ruleset::build`], with rules to choose from that the pack does not know.
    pub fn build_with(
        pack: &'static dyn Pack,
        guests: &[&'static dyn Rule],
        blueprint: Blueprint,
        board: &Board,
    ) -> Result<Self, Vec<BuildError>> {
        if !settings::vary_by_players(&blueprint.settings) {
            return Self::build_for(None, pack, guests, blueprint, board);
        }
        // Everything is built now, so that a game can be set up for any number of players without a second thought.
        let mut rules = Self::build_for(None, pack, guests, blueprint.clone(), board)?;
        for players in rules.seats() {
            rules.by_players.push(Arc::new(Self::build_for(Some(players), pack, guests, blueprint.clone(), board)?));
        }
        Ok(rules)
    }

    fn build_for(
        players: Option<usize>,
        pack: &'static dyn Pack,
        guests: &[&'static dyn Rule],
        mut blueprint: Blueprint,
        board: &Board,
    ) -> Result<Self, Vec<BuildError>> {
        let mut errors: Vec<BuildError> = Vec::new();
        let rules = known_rules(pack, guests, &blueprint, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        let all = || rules.iter().copied();
        if let Some(unknown) = blueprint.rules.iter().find(|id| !all().any(|rule| rule.id() == **id)) {
            return Err(vec![BuildError::UnknownRule(unknown.clone())]);
        }
        let is_in_force = |rule: &dyn Rule| blueprint.rules.iter().any(|id| id == rule.id());
        if let Some(missing) = all().find(|rule| rule.essential() && !is_in_force(*rule)) {
            return Err(vec![BuildError::Essential(missing.id())]);
        }
        // Registry order, whatever order the files name them in: the same rules always make the same plan.
        let in_force: Vec<&'static dyn Rule> = all().filter(|rule| is_in_force(*rule)).collect();
        let (plan, faults) = plan_of(all().map(|rule| (rule, is_in_force(rule))), pack);
        errors.extend(faults.into_iter().map(BuildError::from));
        let mut sections = Vec::new();
        let settings = settings::resolved(&blueprint.settings, players, pack);
        let empty = Value::Object(serde_json::Map::new());
        for rule in &in_force {
            let section = settings.get(rule.id()).unwrap_or(&empty);
            match rule.settings(section) {
                Ok(read) => sections.extend(read.map(|section| Section { of: rule.id(), ..section })),
                Err(error) => errors.push(BuildError::Section { section: rule.id().to_owned(), detail: error.to_string() }),
            }
        }
        // Pieces of a rule repealed in mid-game stay in the world, so every rule's parts are known.
        let mut parts = pack.parts().to_vec();
        parts.push(memory::PART);
        for part in all().flat_map(Rule::parts) {
            if !parts.iter().any(|known| known.type_id() == part.type_id()) {
                parts.push(*part);
            }
        }
        let verbs_of = |rule: &'static dyn Rule| {
            let in_force = is_in_force(rule);
            rule.verbs().iter().map(move |declared| RuleVerb { declared: *declared, of: rule, in_force })
        };
        let verbs: Vec<RuleVerb> = all().flat_map(verbs_of).collect();
        errors.extend(wrong_verbs(pack, &verbs));
        blueprint.rules = in_force.iter().map(|rule| rule.id().to_owned()).collect();
        carry_texts(&mut blueprint.settings, &in_force);
        let those = |which: fn(&dyn Rule) -> bool| in_force.iter().copied().filter(|rule| which(*rule)).collect();
        let mut ruleset = Self {
            forbidding: those(|rule| rule.may_forbid()),
            overriding: those(|rule| rule.may_override()),
            concluding: those(|rule| rule.may_conclude()),
            hiding: those(|rule| !rule.secrets().is_empty()),
            veiling: those(|rule| rule.may_veil()),
            pack,
            blueprint,
            in_force,
            guests: guests.to_vec(),
            adapted: Mutex::default(),
            verbs,
            plan,
            parts,
            sections,
            board: board.clone(),
            prepared: board.clone(),
            prepared_type: (**board).type_id(),
            players,
            by_players: Vec::new(),
        };
        if !errors.iter().any(|error| matches!(error, BuildError::Section { .. })) {
            match pack.prepare(&ruleset, board) {
                Ok(prepared) => {
                    ruleset.prepared_type = (*prepared).type_id();
                    ruleset.prepared = prepared;
                    errors.extend(ruleset.in_force.iter().flat_map(|rule| rule.check(&ruleset)));
                }
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() { Ok(ruleset) } else { Err(errors) }
    }

    /// Rules by id, put in the order they edit the plan.
    pub fn in_order(&self, rules: &[String]) -> Vec<String> {
        let own = self.in_force.iter().filter(|rule| rule.text().is_some());
        let all = self.pack.base_rules().iter().chain(self.pack.house_rules()).chain(&self.guests).chain(own);
        let mut seen: Vec<&str> = Vec::new();
        let all = all.filter(|rule| {
            let first = !seen.contains(&rule.id());
            seen.push(rule.id());
            first
        });
        all.filter(|rule| rules.iter().any(|id| id == rule.id())).map(|rule| rule.id().to_owned()).collect()
    }

    /// The rule of this id, if it is in force.
    pub fn rule(&self, id: &str) -> Option<&'static dyn Rule> {
        self.in_force.iter().copied().find(|rule| rule.id() == id)
    }

    /// The verb that a rule in force writes with this word.
    pub fn verb(&self, word: &str) -> Option<Verb> {
        let place = self.verbs.iter().position(|verb| verb.in_force && verb.declared.word == word)?;
        Some(Verb((self.pack.verbs().len() + place) as u8))
    }

    /// The rule that brings a verb, whether in force or not, and how it is declared.
    pub(super) fn declared(&self, verb: Verb) -> Option<(&'static dyn Rule, VerbDecl)> {
        let place = usize::from(verb.0).checked_sub(self.pack.verbs().len())?;
        self.verbs.get(place).map(|verb| (verb.of, verb.declared))
    }

    /// What the pack has worked out from its data and the settings.
    #[inline]
    pub fn prepared<T: 'static>(&self) -> &T {
        as_type(&*self.prepared, self.prepared_type)
    }

    /// The typed settings of a rule, if it is in force.
    pub fn section<T: 'static>(&self) -> Option<&T> {
        let wanted = TypeId::of::<T>();
        self.sections.iter().find(|s| s.type_id == wanted).and_then(|s| s.value.downcast_ref())
    }

    /// The typed settings of a rule that cannot be repealed.
    ///
    /// # Panics
    /// Where no rule in force has settings of that type.
    pub fn essential<T: 'static>(&self) -> &T {
        self.section().expect("an essential rule is in force")
    }

    /// Like [`Ruleset::section`], of a rule that shares the type of its settings with others.
    pub fn section_of<T: 'static>(&self, rule: &str) -> Option<&T> {
        self.sections.iter().find(|s| s.of == rule).and_then(|s| s.value.downcast_ref())
    }

    /// What the rules in force hide at some time or other, each once.
    pub fn secrets(&self) -> Vec<&'static str> {
        each_once(self.hiding.iter().flat_map(|rule| rule.secrets()).map(|secret| secret.what))
    }

    /// The same rules with other settings. What was built once is kept, up to a number that sensible rules do not reach.
    pub(super) fn with_settings(&self, values: &[(String, Value)]) -> Result<Arc<Self>, Vec<BuildError>> {
        const MOST_KEPT: usize = 200;
        let name = format!("{values:?}");
        if let Some(known) = self.adapted.lock().unwrap_or_else(PoisonError::into_inner).get(&name) {
            return Ok(known.clone());
        }
        let mut leaves = flatten(&self.blueprint.settings);
        for (key, value) in values {
            let seats = (0..*self.pack.seats().end()).map(|seat| self.pack.seat_name(seat as Seat));
            let is_case = seats.into_iter().any(|seat| key.ends_with(&format!(".{seat}")));
            // What is so for everybody leaves no cases.
            leaves.retain(|leaf, _| is_case || !leaf.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with('.')));
            leaves.insert(key.clone(), value.clone());
        }
        let mut blueprint = self.blueprint.clone();
        blueprint.settings = nest(leaves.iter().map(|(key, value)| (key.as_str(), value)));
        let built = Arc::new(self.rebuild(blueprint)?);
        let built = self.players.map_or(built.clone(), |players| built.seated(players));
        let mut kept = self.adapted.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_KEPT {
            kept.insert(name, built.clone());
        }
        Ok(built)
    }

    /// How many players these rules are for.
    pub fn seats(&self) -> RangeInclusive<usize> {
        self.pack.seats_under(self)
    }

    pub fn is_in_force(&self, id: &str) -> bool {
        self.rule(id).is_some()
    }

    /// The rules as they are for so many players.
    pub fn for_players(&self, players: usize) -> &Self {
        self.by_players.iter().find(|rules| rules.players == Some(players)).map_or(self, |rules| rules)
    }

    /// Like [`Ruleset::for_players`], to play by.
    pub fn seated(self: Arc<Self>, players: usize) -> Arc<Self> {
        if self.players.is_some_and(|known| known != players) {
            // Taken from a game with another number of players; what it was made from has been built before.
            return self.rebuild(self.blueprint.clone()).map_or(self, |rules| Arc::new(rules).seated(players));
        }
        let found = self.by_players.iter().find(|rules| rules.players == Some(players)).cloned();
        found.unwrap_or(self)
    }

    /// The effective value of a dotted key such as `victory.goal`, or `victory.goal.2` where it is not the same for all;
    /// the key alone is then the value for everybody else.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.said(key).map(settings::otherwise)
    }

    /// Like [`Ruleset::value`], with all cases of a value that is not the same for everybody.
    pub fn said(&self, key: &str) -> Option<&Value> {
        key.split('.').try_fold(&self.blueprint.settings, |at, part| at.get(part))
    }

    /// Whether some seat has another value than the others anywhere, so that the richest need not have won.
    pub fn is_handicapped(&self) -> bool {
        settings::vary_by_seat(&self.blueprint.settings)
    }

    /// The value of a dotted key for a seat, with as many players as these rules are read for. Rules of the program read
    /// theirs as a [`PerSeat`](super::settings::PerSeat), which is quicker.
    pub fn value_for(&self, key: &str, seat: Seat) -> Option<&Value> {
        self.said(key).map(|value| settings::for_seat(value, self.players, self.pack.seat_name(seat)))
    }

    /// Where a dotted key (or the nearest table around it) got its value.
    pub fn origin(&self, key: &str) -> Option<&Origin> {
        self.blueprint.origins.get(key)
    }

    /// Like [`Ruleset::origin`], of the value a seat has.
    pub(super) fn origin_for(&self, key: &str, seat: Seat) -> Option<&Origin> {
        let players = self.players.and_then(|players| self.origin(&format!("{key}.{players}")));
        self.origin(&format!("{key}.{}", self.pack.seat_name(seat))).or(players).or_else(|| self.origin(key))
    }
}

/// Every rule there is to choose from, those whose text the blueprint carries read from that text.
fn known_rules(
    pack: &'static dyn Pack,
    guests: &[&'static dyn Rule],
    blueprint: &Blueprint,
    errors: &mut Vec<BuildError>,
) -> Vec<&'static dyn Rule> {
    let mut rules: Vec<&'static dyn Rule> = pack.base_rules().iter().chain(pack.house_rules()).chain(guests).copied().collect();
    let texts = blueprint.settings.get(TEXTS).and_then(Value::as_object);
    let most = pack.house_rules().len() + limits::RULES;
    if texts.is_some_and(|texts| texts.len() > most) {
        errors.push(BuildError::Setting { key: TEXTS.to_owned(), message: msg!("script.file.many", key = TEXTS, most) });
        return rules;
    }
    for (id, text) in texts.into_iter().flatten().filter(|(id, _)| blueprint.rules.contains(id)) {
        let standing = rules.iter().position(|rule| rule.id() == id);
        let read = match standing {
            Some(at) if rules[at].text().is_none() => Err(msg!("script.rule_of_the_program", rule = id)),
            _ => pack.read_rule(id, text.as_str().unwrap_or_default()),
        };
        match (read, standing) {
            (Ok(rule), Some(at)) => rules[at] = rule,
            (Ok(rule), None) => rules.push(rule),
            (Err(message), _) => errors.push(BuildError::Setting { key: format!("{TEXTS}.{id}"), message }),
        }
    }
    rules
}

/// Has the settings carry the text of every rule in force that comes from a file, and of no other. They stay in the order of
/// their keys, so that the same rules are written the same way however they came about.
fn carry_texts(settings: &mut Value, in_force: &[&'static dyn Rule]) {
    let texts = in_force.iter().filter_map(|rule| Some((rule.id().to_owned(), Value::from(rule.text()?))));
    let mut texts: serde_json::Map<String, Value> = texts.collect();
    texts.sort_keys();
    if let Some(settings) = settings.as_object_mut() {
        if texts.is_empty() {
            settings.shift_remove(TEXTS);
        } else {
            settings.insert(TEXTS.to_owned(), Value::Object(texts));
            settings.sort_keys();
        }
    }
}

/// The plan of these rules, in this order, and the edits that could not be made. A printed rule that is repealed leaves
/// its places to others; a house rule that is not in force was never there.
fn plan_of(rules: impl Iterator<Item = (&'static dyn Rule, bool)>, pack: &dyn Pack) -> (Plan, Vec<PlanError>) {
    let mut plan = Plan::default();
    let mut faults = Vec::new();
    for (rule, in_force) in rules {
        if in_force {
            faults.extend(rule.edit(&mut plan.edited_by(rule.id())).err());
        } else if pack.base_rules().iter().any(|base| base.id() == rule.id()) {
            // What a repealed rule cannot find its place by is nobody's trouble.
            let _ = rule.edit(&mut plan.anchored_by(rule.id()));
        }
    }
    plan.finish();
    (plan, faults)
}

/// Verbs that cannot be told apart, or that there is no number for.
fn wrong_verbs(pack: &dyn Pack, verbs: &[RuleVerb]) -> Vec<BuildError> {
    let mut errors = Vec::new();
    for (place, verb) in verbs.iter().enumerate().filter(|(_, verb)| verb.in_force) {
        let word = verb.declared.word;
        let other = verbs[..place].iter().find(|other| other.in_force && other.declared.word == word);
        let rule = verb.of.id();
        let message = match other {
            Some(other) => msg!("sim.build.verb_twice", rule, word, other = other.of.id()),
            None if word == DECLINE_WORD || pack.verbs().contains(&word) => msg!("sim.build.verb_taken", rule, word),
            None if pack.verbs().len() + place >= usize::from(DECLINE.verb.0) => msg!("sim.build.verb_too_many", rule, word),
            None => continue,
        };
        errors.push(BuildError::Verb { rule, message });
    }
    errors
}
