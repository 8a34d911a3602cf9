//! What is heard at the table: which sound belongs to what is shown, and how loud. Without a sound server nothing is heard, and
//! nothing else happens.

#[cfg(target_family = "wasm")]
mod page;
#[cfg(target_os = "linux")]
mod pulse;
pub mod synth;

use super::settings::Settings;
use crate::sim::{Effect, Game};
use std::collections::BTreeMap;
use std::sync::Arc;
use synth::Sound;

/// Effects from the weightiest down: an end is louder than a move.
const WEIGHTY: [&str; 9] = ["ended", "took", "left", "changed_owner", "drew", "paid", "threw", "appeared", "moved"];

/// Whether there is anybody to take orders here.
pub(super) const IS_HEARD: bool = cfg!(any(target_os = "linux", target_family = "wasm"));

/// Something that may be heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cue {
    /// Somebody has pressed at a gate.
    Press(&'static str),
    /// An event of this name has been shown, with these effects.
    Event(&'static str, Vec<&'static str>),
}

impl Cue {
    /// One of the game's last events.
    pub(super) fn of(game: &Game, number: usize) -> Option<Self> {
        let event = game.events().get(number)?;
        Some(Self::Event(event.kind.name, game.effects_of(number).map(word).collect()))
    }
}

/// Something for whoever makes it heard: samples and how loud they are.
#[cfg_attr(not(any(target_os = "linux", target_family = "wasm")), allow(dead_code, reason = "nobody hears it there yet"))]
pub(super) enum Order {
    Play(Arc<[f32]>, f32),
    /// Over and over, instead of what was before; nothing for silence.
    Loop(Option<(Arc<[f32]>, f32)>),
}

/// Takes orders; false once there is nobody to make them heard.
type Taker = Box<dyn Fn(Order) -> bool>;

/// The name of what is heard all the time.
const SEA: &str = "sea";

/// Of what comes all at once so many are heard.
const AT_ONCE: usize = 3;
/// So many cues are remembered, for scripts to compare.
const REMEMBERED: usize = 24;

pub(super) struct Speaker {
    sounds: BTreeMap<String, Sound>,
    /// Those that were heard before, ready to be heard again.
    clips: BTreeMap<String, Arc<[f32]>>,
    /// Nothing before the first sound, and where nobody takes orders.
    taker: Option<Taker>,
    is_open: bool,
    /// What the sea was last told to be.
    sea: u8,
    pub cues: Vec<String>,
}

impl Speaker {
    pub(super) fn new() -> Self {
        // The file is part of the program, and a test reads it; a table without sound is a table still.
        let sounds = synth::written().unwrap_or_default();
        Self { sounds, clips: BTreeMap::new(), taker: None, is_open: false, sea: 0, cues: Vec::new() }
    }

    /// The sound of something: of an event its own, or else that of what it did, in the order of weight.
    fn at(&self, cue: &Cue) -> Option<String> {
        match cue {
            Cue::Press(gate) => self.find(|sound| sound.gates.iter().any(|known| known == gate)),
            Cue::Event(event, effects) => {
                let own = self.find(|sound| sound.events.iter().any(|known| known == event));
                own.or_else(|| {
                    let mut done = WEIGHTY.into_iter().filter(|word| effects.contains(word));
                    done.find_map(|word| self.find(|sound| sound.effects.iter().any(|known| known == word)))
                })
            }
        }
    }

    fn find(&self, test: impl Fn(&Sound) -> bool) -> Option<String> {
        self.sounds.iter().find(|(_, sound)| test(sound)).map(|(name, _)| name.clone())
    }

    /// Lets be heard what belongs to what has been shown; of what comes all at once, the last.
    pub(super) fn play(&mut self, cues: &[Cue], settings: &Settings) {
        let mut names: Vec<String> = cues.iter().filter_map(|cue| self.at(cue)).collect();
        names.dedup();
        let first = names.len().saturating_sub(AT_ONCE);
        for name in names.into_iter().skip(first) {
            if let Some(clip) = self.clip(&name).filter(|_| settings.is_heard()) {
                self.order(Order::Play(clip, settings.loudness()));
            }
            self.cues.push(name);
        }
        let most = self.cues.len().saturating_sub(REMEMBERED);
        self.cues.drain(..most);
    }

    /// Lets the sea be heard or not, as the settings say.
    pub(super) fn mind_sea(&mut self, at_table: bool, settings: &Settings) {
        let wanted = if at_table && settings.sea && settings.is_heard() { settings.volume } else { 0 };
        if std::mem::replace(&mut self.sea, wanted) != wanted {
            let clip = self.clip(SEA).filter(|_| wanted > 0).map(|clip| (clip, settings.loudness()));
            self.order(Order::Loop(clip));
        }
    }

    fn clip(&mut self, name: &str) -> Option<Arc<[f32]>> {
        if !self.clips.contains_key(name) {
            let samples = self.sounds.get(name)?.samples();
            self.clips.insert(name.to_owned(), samples.into());
        }
        self.clips.get(name).cloned()
    }

    /// Connects with the first order; where nobody takes it, it is silently dropped.
    fn order(&mut self, order: Order) {
        if !std::mem::replace(&mut self.is_open, true) {
            self.taker = open();
        }
        self.taker.take_if(|take| !take(order));
    }
}

#[cfg(target_os = "linux")]
fn open() -> Option<Taker> {
    pulse::open()
}

#[cfg(target_family = "wasm")]
fn open() -> Option<Taker> {
    Some(Box::new(|order| page::take(&order)))
}

#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
fn open() -> Option<Taker> {
    None
}

/// What an effect is called in the file of sounds.
fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Moved { .. } => "moved",
        Effect::Paid { .. } => "paid",
        Effect::Drew { .. } => "drew",
        Effect::Took { .. } => "took",
        Effect::ChangedOwner { .. } => "changed_owner",
        Effect::Appeared { .. } => "appeared",
        Effect::Left { .. } => "left",
        Effect::Turned { .. } => "turned",
        Effect::Threw { .. } => "threw",
        Effect::Marked { .. } => "marked",
        Effect::Ended => "ended",
    }
}
