//! Moments one should not miss: everything holds its breath, a ring shows where, and what happened is said over the board. What is
//! a moment follows from effects, so that a rule nobody has met has its own; a pack gives names to some, by the names of events.

use super::Tabletop;
use crate::sim::{Account, Effect, Event, Game};
use crate::window::motion::Speed;
use crate::window::settings::Settings;
use crate::words::{Message, msg, spoken};

/// How much a moment matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// Somebody got something.
    Gain,
    /// Somebody lost something, or is about to.
    Blow,
    /// The game is over.
    End,
}

impl Weight {
    fn of(effect: Effect) -> Option<Self> {
        match effect {
            Effect::Paid { to: Account::Seat(_), .. } | Effect::Drew { .. } => Some(Self::Gain),
            Effect::Left { .. } | Effect::Took { .. } | Effect::ChangedOwner { .. } => Some(Self::Blow),
            Effect::Ended => Some(Self::End),
            Effect::Paid { .. }
            | Effect::Moved { .. }
            | Effect::Appeared { .. }
            | Effect::Turned { .. }
            | Effect::Threw { .. }
            | Effect::Marked { .. } => None,
        }
    }

    /// For how long everything waits, at normal speed.
    fn beat(self) -> f32 {
        match self {
            Self::Gain => 0.35,
            Self::Blow => 0.8,
            Self::End => 1.6,
        }
    }

    /// What it is called when its pack has no name for it.
    fn name(self) -> Message {
        match self {
            Self::Gain => msg!("window.moment.gain"),
            Self::Blow => msg!("window.moment.blow"),
            Self::End => msg!("window.moment.end"),
        }
    }
}

/// A moment that is to come.
#[derive(Debug, Clone)]
pub(crate) struct Moment {
    pub title: Message,
    pub weight: Weight,
    about: Event,
}

impl Moment {
    /// What one of the game's last events is, if it is a moment at all.
    pub(super) fn of(game: &Game, number: usize) -> Option<Self> {
        let about = game.events().get(number)?.clone();
        let weight = game.effects_of(number).filter_map(Weight::of).max();
        let own = format!("{}.window.moment.{}", game.rules().pack.name(), about.kind.name);
        let title = if spoken().knows(&own) { Message::new(own) } else { weight?.name() };
        Some(Self { title, weight: weight.unwrap_or(Weight::Blow), about })
    }
}

/// A moment being told: the line of the story that says it, and the seconds that are left of it.
pub(crate) struct Told {
    pub moment: Moment,
    pub line: usize,
    pub left: f32,
}

/// How long a moment is said, at normal speed; and the least, so that it can be read at any.
const SAID: f32 = 2.6;
const LEAST: f32 = 1.8;
/// So many are said at once.
const MOST: usize = 2;

#[derive(Default)]
pub(crate) struct Drama {
    pub told: Vec<Told>,
    /// How many have been told so far.
    pub count: usize,
    /// Seconds until the result is shown.
    curtain_call: f32,
}

impl Drama {
    pub(super) fn tick(&mut self, seconds: f32) {
        self.told.iter_mut().for_each(|told| told.left -= seconds);
        self.told.retain(|told| told.left > 0.0);
        self.curtain_call = (self.curtain_call - seconds).max(0.0);
    }

    pub(super) fn is_ending(&self) -> bool {
        self.curtain_call > 0.0
    }

    pub(super) fn clear(&mut self) {
        *self = Self { count: self.count, ..Self::default() };
    }
}

impl Tabletop {
    /// Moments have come, each with its line of the story.
    pub(super) fn dramatise(&mut self, moments: Vec<(Moment, usize)>, settings: &Settings) {
        if settings.calm {
            return;
        }
        // What comes all at once is not all pointed at.
        let first = moments.len().saturating_sub(MOST);
        for (moment, line) in moments.into_iter().skip(first) {
            let beat = moment.weight.beat();
            self.scene.hold(beat);
            self.scene.point_out(self.table.game(), &moment.about);
            if moment.weight == Weight::End && settings.speed != Speed::Instant {
                self.drama.curtain_call = settings.speed.pause(beat);
            }
            let left = settings.speed.pause(SAID).max(LEAST);
            self.drama.count += 1;
            self.drama.told.push(Told { moment, line, left });
        }
        let most = self.drama.told.len().saturating_sub(MOST);
        self.drama.told.drain(..most);
    }
}
