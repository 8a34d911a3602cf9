//! Looking back at a game that is over: how everyone's chances went, the decisions it turned on, and what would have been better.
//! The game is a recording from then on: whatever is looked at, its end is kept as it was.

use super::Tabletop;
use super::replaying::Replay;
use crate::players::{REVIEW_THOUGHTS, Reviewer, chances};
use crate::sim::{Command, Seat};
use crate::table::named;
use crate::window::aside::{Lost, Thinker, Thinking};
use crate::words::Message;
use serde_json::{Value, json};

/// How much is thought at once.
const SLICE: u32 = 25;

impl Thinker for Reviewer {
    fn think(&mut self) -> bool {
        self.go_on(SLICE)
    }

    fn progress(&self) -> f32 {
        Self::progress(self)
    }
}

pub(super) struct LookBack {
    /// The end it looks back from: how much was done, and the position.
    from: (usize, u64),
    view: View,
    /// The turning point that is shown on the board.
    shown: Option<usize>,
}

enum View {
    Thinking(Thinking<Reviewer>),
    Found(Found),
    /// Whoever was thinking has gone.
    Lost,
}

/// What there is to be seen.
pub(crate) struct Found {
    /// Everyone's chances as they decided and at the end, each with when they were such: in rounds, and parts of a round.
    pub courses: Vec<Vec<[f64; 2]>>,
    /// The round after the last.
    pub last: f64,
    pub turns: Vec<Turn>,
}

/// A decision the game turned on.
pub(crate) struct Turn {
    pub seat: Seat,
    /// Where it is on the curve of whoever decided.
    pub at: [f64; 2],
    pub words: Message,
    deeds: usize,
    best: Command,
}

/// What is known of a game that is over.
pub(crate) enum Known<'a> {
    /// So much is thought, from 0 to 1.
    Part(f32),
    All(&'a Found),
    Nothing,
}

impl Tabletop {
    pub(crate) fn look_back(&self) -> Known<'_> {
        match self.look_back.as_ref().map(|look_back| &look_back.view) {
            Some(View::Found(found)) => Known::All(found),
            Some(View::Thinking(thinking)) => Known::Part(thinking.progress()),
            None => Known::Part(0.0),
            Some(View::Lost) => Known::Nothing,
        }
    }

    /// The decisions the game turned on, once they are known.
    pub(crate) fn turns(&self) -> &[Turn] {
        if let Known::All(found) = self.look_back() { &found.turns } else { &[] }
    }

    /// The turning point that is shown on the board, by its number.
    pub(crate) fn turn_shown(&self) -> Option<usize> {
        self.look_back.as_ref().and_then(|look_back| look_back.shown)
    }

    /// Begins to think as soon as the result is shown, takes up what was thought, and forgets what is no longer shown.
    pub(super) fn mind_look_back(&mut self) {
        if self.shows_ending() {
            let from = (self.table.deeds(), self.table.game().hash());
            if self.look_back.as_ref().is_none_or(|look_back| look_back.from != from) {
                let reviewer = Reviewer::new(REVIEW_THOUGHTS, self.table.decisions());
                let view = View::Thinking(Thinking::begin("review", reviewer));
                self.look_back = Some(LookBack { from, view, shown: None });
            }
        }
        let looked = match self.look_back.as_mut().map(|look_back| &mut look_back.view) {
            Some(View::Thinking(thinking)) => thinking.look(),
            _ => Ok(None),
        };
        let view = match looked {
            Ok(None) => None,
            Ok(Some(reviewer)) => Some(View::Found(self.found(&reviewer))),
            Err(Lost) => Some(View::Lost),
        };
        if let (Some(view), Some(look_back)) = (view, &mut self.look_back) {
            look_back.view = view;
        }
        let elsewhere = self.turn_shown().is_some_and(|number| self.turns()[number].deeds != self.table.deeds());
        if elsewhere || self.replay.as_ref().is_some_and(|replay| replay.playing) {
            self.leave_turn();
        }
    }

    fn found(&self, reviewer: &Reviewer) -> Found {
        let moments = reviewer.moments();
        // Several decisions share a round: they are spread over it.
        let when = |number: usize| {
            let round = moments[number - 1].round;
            let (first, after) = (moments.partition_point(|m| m.round < round), moments.partition_point(|m| m.round <= round));
            f64::from(round) + (number - 1 - first) as f64 / (after - first).max(1) as f64
        };
        let cast = self.table.cast();
        let last = moments.last().map_or(1.0, |moment| f64::from(moment.round) + 1.0);
        let ends = self.table.game().outcome().is_some().then(|| chances(self.table.game()));
        let course = |seat: usize| -> Vec<[f64; 2]> {
            let own = moments.iter().filter(|moment| moment.is_free && usize::from(moment.seat) == seat);
            let own = own.map(|moment| [when(moment.number), moment.chances[seat]]);
            own.chain(ends.as_ref().map(|ends| [last, ends[seat]])).collect()
        };
        let courses = (0..cast.len()).map(course).collect();
        let turns = reviewer.turning_points().into_iter().map(|moment| {
            let game = reviewer.game(moment);
            let words = named(cast, moment.in_words(game, &|command| game.deed(command)));
            let at = [when(moment.number), moment.chances[usize::from(moment.seat)]];
            Turn { seat: moment.seat, at, words, deeds: moment.deeds, best: moment.best }
        });
        Found { turns: turns.collect(), courses, last }
    }

    /// Goes to a turning point and shows on the board what would have been better.
    pub(crate) fn show_turn(&mut self, number: usize) {
        let Some((deeds, best)) = self.turns().get(number).map(|turn| (turn.deeds, turn.best)) else { return };
        if let Some(replay) = &mut self.replay {
            replay.playing = false;
        } else {
            self.table.keep_no_longer();
            self.keeping.slot = None;
            self.replay = Some(Replay::of_whole_game());
        }
        self.ending_seen = true;
        self.seek(deeds);
        self.scene.heed(self.table.game(), Some(best));
        if let Some(look_back) = &mut self.look_back {
            look_back.shown = Some(number);
        }
    }

    /// No longer shows what would have been better; false when it was not shown.
    pub(crate) fn leave_turn(&mut self) -> bool {
        let was = self.look_back.as_mut().and_then(|look_back| look_back.shown.take());
        if was.is_some() {
            self.scene.heed(self.table.game(), None);
        }
        was.is_some()
    }

    /// Goes to the end of a recording and shows who won.
    pub(crate) fn show_result(&mut self) {
        if let Some(replay) = &mut self.replay {
            replay.playing = false;
        }
        self.seek(self.table.known_deeds());
        self.ending_seen = false;
    }

    /// What scripts can compare.
    pub(super) fn look_back_state(&self) -> Value {
        let progress = match self.look_back() {
            Known::Part(progress) => progress,
            Known::All(_) | Known::Nothing => 1.0,
        };
        let turns = self.turns().iter().map(|turn| json!({"deeds": turn.deeds, "words": turn.words.to_string()}));
        json!({"progress": progress, "turns": turns.collect::<Value>(), "shown": self.turn_shown().map(|number| number + 1)})
    }
}
