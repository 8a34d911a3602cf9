//! The lab beside the running game: what is compared, who plays, and what has been found so far. It plays only while its
//! panel is open; what changed meanwhile is played when the panel opens.

pub mod findings;
pub mod work;

use super::heat::HeatMap;
use crate::lab::LabError;
use crate::sim::{Game, Ruleset};
use crate::variant::Variant;
use crate::variant::propose::{Change, differences};
use crate::words::{Message, msg};
use findings::Findings;
use serde_json::{Value, json};
use std::sync::Arc;
use work::{Question, Work};

/// Who plays the lab's games.
pub const PLAYERS: [Players; 2] = [
    Players { kind: "random", games: 10_000 },
    // They think, so that a game takes a thousand times as long.
    Players { kind: "greedy", games: 1_000 },
];
/// A kind of player, and after how many games of each set of rules enough is known.
#[derive(Debug, Clone, Copy)]
pub struct Players {
    pub kind: &'static str,
    pub games: u64,
}

/// What is compared.
pub struct Subject {
    pub title: Message,
    /// What differs in play.
    changes: Vec<Change>,
    /// Before and after, or one set of rules alone.
    rules: Vec<Arc<Ruleset>>,
    /// Where the games begin, for each set of rules, when not at the beginning.
    from: Vec<Arc<Game>>,
}

impl Subject {
    /// What a change of the files does.
    pub fn change(before: Arc<Ruleset>, after: Arc<Ruleset>, changes: &[Change]) -> Self {
        let changes = about_play(changes.to_vec());
        Self { title: msg!("window.lab.your_change"), changes, rules: vec![before, after], from: Vec::new() }
    }

    /// What a change does to the game being played, from its present position.
    pub fn from_here(before: Game, mut now: Game, changes: &[Change]) -> Self {
        now.stop_recording();
        let rules = vec![before.rules().clone(), now.rules().clone()];
        let changes = about_play(changes.to_vec());
        Self { title: msg!("window.lab.from_here"), changes, rules, from: vec![Arc::new(before), Arc::new(now)] }
    }

    /// The rules as they are, against the standard game if they differ and so many can play both.
    pub fn present(rules: Arc<Ruleset>, standard: Option<&Variant>, seats: usize) -> Self {
        let playable = |standard: &&Variant| rules.pack.seats_under(&standard.rules).contains(&seats);
        if let Some(standard) = standard.filter(playable) {
            let changes = about_play(differences(&standard.rules.blueprint, &rules.blueprint, &standard.catalogue));
            if !changes.is_empty() {
                let title = msg!("window.lab.against_standard");
                return Self { title, changes, rules: vec![standard.rules.clone(), rules], from: Vec::new() };
            }
        }
        Self { title: msg!("window.lab.as_they_are"), changes: Vec::new(), rules: vec![rules], from: Vec::new() }
    }

    pub fn is_comparison(&self) -> bool {
        self.rules.len() > 1
    }

    /// Every difference in a few words; the text of a rule that comes or goes is told with it.
    pub fn changes(&self) -> Vec<String> {
        let moved = Change::moved_rules(&self.changes);
        let is_text_of = |change: &Change, rule: &str| change.belongs_to(rule) && change.section() != Some(rule);
        let told = self.changes.iter().filter(|change| !moved.iter().any(|rule| is_text_of(change, rule)));
        told.map(|change| change.what().to_string()).collect()
    }
}

fn about_play(mut changes: Vec<Change>) -> Vec<Change> {
    changes.retain(Change::is_about_play);
    changes
}

#[derive(Default)]
pub struct Laboratory {
    pub subject: Option<Subject>,
    /// A place in [`PLAYERS`].
    pub players: usize,
    /// Whether the map is shown on the board.
    pub on_board: bool,
    pub found: Option<Arc<Findings>>,
    /// The board's map of what was found, for games that have one.
    pub map: Option<HeatMap>,
    /// Why nothing can be played.
    pub trouble: Option<LabError>,
    work: Option<Work>,
}

impl Laboratory {
    pub fn new() -> Self {
        Self { on_board: true, ..Self::default() }
    }

    /// Takes another question up; what was being played ends.
    pub fn ask(&mut self, subject: Subject) {
        self.subject = Some(subject);
        self.begin_anew();
    }

    /// Writes what was found anew, in the language that is spoken now.
    pub fn retell(&mut self) {
        self.found = self.found.take().map(|found| Arc::new(Findings::of(found.comparison.clone())));
    }

    /// Lets others play.
    pub fn seat_players(&mut self, players: usize) {
        if players != self.players {
            self.players = players;
            self.begin_anew();
        }
    }

    fn begin_anew(&mut self) {
        (self.work, self.found, self.map, self.trouble) = (None, None, None, None);
    }

    pub fn games(&self) -> u64 {
        self.found.as_ref().map_or(0, |found| found.games())
    }

    pub fn is_done(&self) -> bool {
        self.games() >= PLAYERS[self.players].games || self.trouble.is_some()
    }

    /// Whether games are being played.
    pub fn is_working(&self) -> bool {
        self.work.is_some()
    }

    /// Plays on while the panel is open; true when there is something new.
    pub fn attend(&mut self, open: bool, seats: usize) -> bool {
        if !open || self.is_done() {
            self.work = None;
            return false;
        }
        if self.work.is_none() {
            self.work = self.subject.as_ref().map(|subject| {
                let (rules, from, Players { kind, games }) = (subject.rules.clone(), subject.from.clone(), PLAYERS[self.players]);
                Work::begin(&Question { rules, from, seats, players: kind, games }, self.found.clone())
            });
        }
        match self.work.as_ref().and_then(Work::news) {
            None => return false,
            Some(Ok(found)) => self.found = Some(found),
            Some(Err(error)) => self.trouble = Some(error),
        }
        true
    }

    /// What the panel shows, for scripts.
    pub fn state(&self) -> Value {
        let found = self.found.as_ref();
        let wins = || found.into_iter().flat_map(|found| &found.wins);
        let before: Vec<f64> = wins().map(|win| win.before.mean).collect();
        let after: Vec<f64> = wins().filter_map(|win| Some(win.after?.mean)).collect();
        json!({
            "title": self.subject.as_ref().map(|subject| subject.title.to_string()),
            "changes": self.subject.as_ref().map(Subject::changes),
            "players": PLAYERS[self.players].kind,
            "games": self.games(),
            "working": self.is_working(),
            "trouble": self.trouble.as_ref().map(ToString::to_string),
            "wins": {"before": before, "after": after},
            "rounds": found.and_then(|found| found.rounds).map(|rounds| {
                json!({"before": rounds.before.mean, "after": rounds.after.map(|after| after.mean)})
            }),
            "seen": found.map(|found| found.seen),
            "map": self.map.is_some() && self.on_board,
        })
    }
}
