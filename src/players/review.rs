//! After the game: how everyone's chances went, and the three decisions that cost most. A reviewer thinks every decision through
//! without knowing what came of it, and the dearest ones once more, longer and with other luck: among so many, those that
//! look dearest at first are often those that luck has made look so.

use super::advice::compare;
use super::search::{Search, chances};
use crate::sim::{Command, Game, Seat};
use crate::words::{Message, figure, msg};
use std::cmp::Ordering;

/// His own seed, whatever the game's: the same game gets the same review.
const SEED: u64 = 1975;
/// How long each decision is thought about, unless somebody says otherwise.
pub const USUAL_THOUGHTS: u32 = 200;
/// The decisions a game turned on.
const TURNING_POINTS: usize = 3;
/// What a decision must have cost to be one of them: less nobody would notice.
const NOTABLE: f64 = 0.02;
/// So many of the dearest are looked at again, with so many times the thoughts.
const CLOSER_LOOKS: usize = 8;
const CLOSER: u32 = 5;
/// What was done is thought about on its own, with this part of the thoughts, where fewer than so many of them followed it: a search that
/// has something better in mind hardly looks at it, and what nobody has looked at seems to be worth nothing.
const ON_ITS_OWN: u32 = 4;
const HARDLY: u32 = 16;

/// A decision to be looked at.
#[derive(Clone)]
pub struct Decision {
    /// How many deeds there were before it.
    pub deeds: usize,
    /// The game in which it was made, and what was done.
    pub game: Game,
    pub done: Command,
    /// A person made it, who may want to learn from it.
    pub by_person: bool,
}

/// A decision that was made, and what could be expected of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// Its number among all decisions, from 1.
    pub number: usize,
    pub deeds: usize,
    pub round: u32,
    pub seat: Seat,
    /// There was something to choose.
    pub is_free: bool,
    /// Everyone's chances before it: of whoever decided as they were thought to be with the best choice, of the others by what they
    /// had. Where there was nothing to choose, they are those from before.
    pub chances: Vec<f64>,
    pub done: Command,
    /// The part of the win that was to be expected of what was done, and of what would have been best.
    pub share: f64,
    pub best: Command,
    pub best_share: f64,
}

impl Moment {
    /// What was given away.
    pub fn cost(&self) -> f64 {
        self.best_share - self.share
    }

    /// What was done, what would have been better, and why. `deed` says a command in words that follow "to".
    pub fn in_words(&self, game: &Game, deed: &dyn Fn(Command) -> Message) -> Message {
        let compared = compare(game, self.best, self.done);
        let (best, reasons) = (deed(self.best), compared.reasons());
        let better = match compared.against {
            _ if best.to_string() == deed(self.done).to_string() => msg!("players.review.better_so", reasons),
            Some(against) => msg!("players.review.better_not", best, reasons, against),
            None => msg!("players.review.better", best, reasons),
        };
        let percent = |share: f64| figure(100.0 * share, 0);
        msg!(
            "players.review.turn",
            round = self.round,
            player = game.rules().pack.seat(self.seat),
            done = deed(self.done),
            before = percent(self.best_share),
            after = percent(self.share),
            better,
        )
    }
}

pub struct Reviewer {
    thoughts: u32,
    decisions: Vec<Decision>,
    moments: Vec<Moment>,
    /// Where a closer look is due, by place among the decisions and the next one last, once everything was looked at.
    due: Option<Vec<usize>>,
    /// Those that were looked at closely.
    close: Vec<usize>,
    /// Who thinks about the decision at hand.
    search: Option<Search>,
    /// What would have been best there and its share, once only what was done is left to be thought about.
    found: Option<(Command, f64)>,
}

impl Reviewer {
    pub fn new(thoughts: u32, decisions: Vec<Decision>) -> Self {
        Self { thoughts, decisions, moments: Vec::new(), due: None, close: Vec::new(), search: None, found: None }
    }

    /// Goes on thinking for so many thoughts at most; true once there is nothing left to think about.
    pub fn go_on(&mut self, budget: u32) -> bool {
        let (at, thoughts, seed) = match &self.due {
            None if self.moments.len() < self.decisions.len() => (self.moments.len(), self.thoughts, SEED),
            None => {
                self.due = Some(self.dearest());
                return false;
            }
            Some(due) => match due.last() {
                Some(at) => (*at, CLOSER * self.thoughts, SEED + 1),
                None => return true,
            },
        };
        let Decision { deeds, game, done, .. } = &self.decisions[at];
        let (deeds, done, seat) = (*deeds, *done, game.deciding());
        let is_free = game.offers().len() > 1;
        let (share, best, best_share) = if !is_free {
            (0.0, done, 0.0)
        } else if let Some((best, best_share)) = self.found {
            let search = self.search.get_or_insert_with(|| Search::new(seed, seat, thoughts.div_ceil(ON_ITS_OWN)));
            let mut alone = game.clone();
            alone.keep_offers(|offer| *offer == done);
            let Some(advice) = search.advise_in_slices(&alone, budget) else { return false };
            (advice.choices.first().map_or(0.0, |choice| choice.share), best, best_share)
        } else {
            let search = self.search.get_or_insert_with(|| Search::new(seed, seat, thoughts));
            let Some(advice) = search.advise_in_slices(game, budget) else { return false };
            let choice = |command| advice.choices.iter().find(|choice| choice.command == command);
            let best = advice.best().unwrap_or(done);
            let best_share = choice(best).map_or(0.0, |choice| choice.share);
            let kept = choice(done).filter(|choice| choice.visits.saturating_mul(HARDLY) >= thoughts || best == done);
            let Some(kept) = kept else {
                (self.search, self.found) = (None, Some((best, best_share)));
                return false;
            };
            (kept.share, best, best_share)
        };
        (self.search, self.found) = (None, None);
        if let Some(due) = &mut self.due {
            due.pop();
            self.close.push(at);
            let moment = &mut self.moments[at];
            (moment.share, moment.best, moment.best_share) = (share, best, best_share);
            moment.chances = expected(game, best_share);
        } else {
            let chances = match self.moments.last() {
                _ if is_free => expected(game, best_share),
                Some(before) => before.chances.clone(),
                None => chances(game),
            };
            let (number, round) = (at + 1, game.turn().round);
            self.moments.push(Moment { number, deeds, round, seat, is_free, chances, done, share, best, best_share });
        }
        false
    }

    /// The same to its end.
    pub fn think_through(mut self) -> Self {
        while !self.go_on(u32::MAX) {}
        self
    }

    /// How much of the thinking is done, from 0 to 1.
    pub fn progress(&self) -> f32 {
        let free = |decisions: &[Decision]| decisions.iter().filter(|decision| decision.game.offers().len() > 1).count();
        let (all, seen) = (free(&self.decisions), free(&self.decisions[..self.moments.len()]));
        let closer = CLOSER as usize;
        let closer_looks = self.due.as_ref().map_or(all.min(CLOSER_LOOKS), |due| due.len() + self.close.len());
        let thought = if self.found.is_some() { 1.0 } else { self.search.as_ref().map_or(0.0, Search::progress) };
        let at_hand = thought * if self.due.is_some() { CLOSER as f32 } else { 1.0 };
        let whole = all + closer * closer_looks;
        if whole == 0 { 1.0 } else { ((seen + closer * self.close.len()) as f32 + at_hand) / whole as f32 }
    }

    /// The places of the decisions that seem to have cost most.
    fn dearest(&self) -> Vec<usize> {
        let mut costly: Vec<usize> = (0..self.moments.len()).filter(|at| self.moments[*at].cost() > 0.0).collect();
        costly.sort_by(|a, b| self.rank(&self.moments[*a], &self.moments[*b]));
        costly.truncate(CLOSER_LOOKS);
        costly
    }

    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The game in which a decision was made.
    pub fn game(&self, moment: &Moment) -> &Game {
        &self.decisions[moment.number - 1].game
    }

    /// What people decided comes before what bots did, and then the dearest first.
    fn rank(&self, one: &Moment, other: &Moment) -> Ordering {
        let by_bot = |moment: &Moment| !self.decisions[moment.number - 1].by_person;
        by_bot(one).cmp(&by_bot(other)).then(other.cost().total_cmp(&one.cost()))
    }

    /// The decisions that cost most: those of people, if there are any, and the dearest of them first.
    pub fn turning_points(&self) -> Vec<&Moment> {
        let looked_at = self.close.iter().map(|at| &self.moments[*at]);
        let mut costly: Vec<&Moment> = looked_at.filter(|moment| moment.cost() >= NOTABLE).collect();
        costly.sort_by(|a, b| self.rank(a, b));
        costly.truncate(TURNING_POINTS);
        costly
    }
}

/// Everyone's chances where whoever decides has this part of the win to expect; the others share the rest by what they have.
fn expected(game: &Game, own: f64) -> Vec<f64> {
    let (mut all, seat) = (chances(game), usize::from(game.deciding()));
    let (others, rest) = (1.0 - all[seat], 1.0 - own);
    let each = rest / (all.len() - 1).max(1) as f64;
    for chance in &mut all {
        *chance = if others > 0.0 { *chance * rest / others } else { each };
    }
    all[seat] = own;
    all
}
