//! What a variant says, before it is built: rules, settings and where they come from; and why it cannot be built.

use super::plan::PlanError;
use crate::limits;
use crate::words::{self, Message, msg, speaks};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

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
