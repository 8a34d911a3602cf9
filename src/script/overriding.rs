//! `[[set]]`: a setting that is another one while a condition holds, for everybody or for some seats.

use super::api::Scene;
use super::file::{Code, SettingKind};
use super::guard::Guard;
use super::rule::{ScriptRule, find};
use super::value::{Mistake, Val};
use crate::sim::rule::Applies;
use crate::sim::settings::flatten;
use crate::sim::{Game, Pack, Ruleset};
use crate::words::{Message, msg};
use serde_json::Value;
use std::ops::Range;
use std::sync::OnceLock;

/// What a setting may be.
#[derive(Debug, Clone)]
pub struct Bounds {
    pub kind: SettingKind,
    pub range: [i64; 2],
    pub choices: Vec<String>,
    pub per_seat: bool,
    pub applies: Applies,
}

/// How the settings that come with a game are declared, by pack and key; whoever reads declarations says so.
pub type LookUp = fn(&'static dyn Pack, &str) -> Option<Bounds>;

static LOOK_UP: OnceLock<LookUp> = OnceLock::new();

/// Says who knows how settings are declared. Rules that want settings to be others for a while need to know.
pub fn look_up_with(look_up: LookUp) {
    let _ = LOOK_UP.set(look_up);
}

#[derive(Debug)]
pub(super) struct Override {
    pub key: &'static str,
    /// Where the key stands in the file.
    pub span: Range<usize>,
    seats: Option<Guard>,
    guard: Option<Guard>,
    to: Guard,
    /// Looked up when rules with it are built.
    bounds: OnceLock<Bounds>,
}

type Wrong<'a> = (&'a Code, Mistake);

impl Override {
    pub(super) fn new(key: &'static str, span: Range<usize>, seats: Option<Guard>, guard: Option<Guard>, to: Guard) -> Self {
        Self { key, span, seats, guard, to, bounds: OnceLock::new() }
    }

    pub(super) fn conditions(&self) -> impl Iterator<Item = &Guard> {
        self.guard.iter().chain(&self.seats)
    }

    pub(super) fn code(&self) -> &Code {
        &self.to.code
    }

    pub(super) fn place(&self) -> usize {
        self.to.code.start
    }

    /// What is wrong with it among these rules.
    pub(super) fn check(&self, rules: &Ruleset) -> Option<Message> {
        let key = self.key;
        if self.bounds.get().is_none()
            && let Some(bounds) = bounds(rules, key)
        {
            let _ = self.bounds.set(bounds);
        }
        let Some(bounds) = self.bounds.get().filter(|_| is_there(rules, key)) else {
            return Some(msg!("script.build.no_setting", key));
        };
        if bounds.applies == Applies::NextGame {
            return Some(msg!("script.build.next_game", key));
        }
        (self.seats.is_some() && !bounds.per_seat).then(|| msg!("script.build.not_per_seat", key))
    }

    /// The settings it wants to be others now.
    pub(super) fn wanted(&self, game: &Game, rule: &ScriptRule) -> Result<Vec<(String, Value)>, Wrong<'_>> {
        let now = Scene::now(game, rule);
        let holds = |guard: &'_ Guard, scene: &Scene<'_>| guard.holds(scene);
        if let Some(guard) = &self.guard
            && !holds(guard, &now).map_err(|why| (&guard.code, why))?
        {
            return Ok(Vec::new());
        }
        let Some(seats) = &self.seats else { return Ok(vec![(self.key.to_owned(), self.value(&now)?)]) };
        let mut wanted = Vec::new();
        for seat in 0..game.turn().seats {
            let scene = Scene { seat: Some(seat), ..now };
            if holds(seats, &scene).map_err(|why| (&seats.code, why))? {
                wanted.push((format!("{}.{}", self.key, game.rules().pack.seat_name(seat)), self.value(&scene)?));
            }
        }
        Ok(wanted)
    }

    fn value(&self, scene: &Scene<'_>) -> Result<Value, Wrong<'_>> {
        let wrong = |why: Mistake| (&self.to.code, why);
        let value = self.to.value(scene).map_err(wrong)?;
        let bounds = self.bounds.get();
        let fitting = bounds.and_then(|bounds| match (bounds.kind, &value) {
            (SettingKind::Int, Val::Int(number)) if (bounds.range[0]..=bounds.range[1]).contains(number) => {
                Some((*number).into())
            }
            (SettingKind::Bool, Val::Bool(flag)) => Some((*flag).into()),
            (SettingKind::Choice, value) => {
                let text = value.as_str()?;
                bounds.choices.iter().any(|choice| choice == text).then(|| text.into())
            }
            _ => None,
        });
        fitting.ok_or_else(|| {
            let key = self.key;
            let message = match bounds {
                Some(Bounds { kind: SettingKind::Int, range, .. }) => {
                    msg!("script.mistake.setting_range", key, low = range[0], high = range[1])
                }
                Some(Bounds { kind: SettingKind::Bool, .. }) => msg!("script.mistake.setting_flag", key),
                Some(bounds) => msg!("script.mistake.setting_choice", key, choices = bounds.choices.join(", ")),
                None => msg!("script.mistake.setting_value"),
            };
            wrong(message.into())
        })
    }
}

/// Whether a key has a value under these rules, be it one for each number of players.
pub(super) fn is_there(rules: &Ruleset, key: &str) -> bool {
    rules.value(key).is_some_and(|value| !value.is_object()) || flatten(&rules.blueprint.settings).contains_key(key)
}

/// How a setting is declared: by a rule from a file, or with the game.
fn bounds(rules: &Ruleset, key: &str) -> Option<Bounds> {
    let (section, name) = key.split_once('.')?;
    if let Some(rule) = rules.in_force.iter().filter(|rule| rule.id() == section).find_map(|rule| find(*rule)) {
        let setting = rule.settings.iter().find(|setting| setting.name == name)?;
        let choices = setting.choices.iter().map(|choice| (*choice).to_owned()).collect();
        let (kind, range, applies) = (setting.kind, setting.range, setting.applies);
        return Some(Bounds { kind, range, choices, per_seat: setting.per_seat, applies });
    }
    LOOK_UP.get().and_then(|look_up| look_up(rules.pack, key))
}
