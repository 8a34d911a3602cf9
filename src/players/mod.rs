//! Who sits in a seat. A player sees the game, its offers, and nothing else.

mod advice;
mod greedy;
mod quick;
mod random;
mod restrained;
mod review;
mod search;
mod short;

pub use advice::{Advice, Weighed};
pub use greedy::Greedy;
pub use quick::Quick;
pub use random::Random;
pub use restrained::Restrained;
pub use review::{Decision, Moment, Reviewer, USUAL_THOUGHTS as REVIEW_THOUGHTS};
pub use search::{Search, chances};
pub use short::Short;

use crate::sim::{Command, Game};
use crate::words::{Message, msg, spoken};

/// Someone who decides.
pub trait Player: Send {
    /// One of the game's offers; there is always at least one when this is asked.
    fn choose(&mut self, game: &Game) -> Command;

    /// The same for somebody who must not be kept waiting: thinks so many thoughts at most and answers when it has made up its
    /// mind, being asked again about the same position until then.
    fn think(&mut self, game: &Game, _budget: u32) -> Option<Command> {
        Some(self.choose(game))
    }
}

/// The players a menu shows, from the weakest to the strongest. `search` takes any number of thoughts; see [`Kind`].
pub const KINDS: [&str; 4] = ["short", "quick", CAPTAIN, ADMIRAL];

/// Who plays when nobody says who.
pub const USUAL: &str = "random";

/// The words a kind can begin with.
pub const WORDS: [&str; 5] = ["random", "short", "quick", "greedy", "search"];

const CAPTAIN: &str = "search:200";
const ADMIRAL: &str = "search:1600";

/// What may be written for a seat, in words.
pub fn allowed() -> Message {
    msg!("players.allowed", most = MOST_THOUGHTS)
}

const USUAL_THOUGHTS: u32 = 1_000;
const MOST_THOUGHTS: u32 = 1_000_000;

/// A kind of player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Random,
    Short,
    Quick,
    Greedy,
    /// With so many thoughts for each decision.
    Search(u32),
}

/// What stands between a kind and what a player of it must not do.
const AVOIDS: char = '-';

/// A kind as it is written, and what players of it must not do: `greedy-bumped` is a greedy one who makes no move by which the lab
/// would count `bumped`.
fn parts(text: &str) -> (&str, impl Iterator<Item = &str>) {
    let mut parts = text.split(AVOIDS);
    (parts.next().unwrap_or_default(), parts)
}

/// What players of a kind must not do, by the keys of what the lab counts.
pub fn avoided(kind: &str) -> impl Iterator<Item = &str> {
    parts(kind).1
}

impl Kind {
    /// Reads `random`, `short`, `quick`, `greedy`, `search` or `search:2000`, each with what must not be done behind it.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, mut avoids) = parts(text);
        let is_key = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        avoids.all(is_key).then(|| Self::plain(kind)).flatten()
    }

    fn plain(text: &str) -> Option<Self> {
        match text {
            "random" => Some(Self::Random),
            "short" => Some(Self::Short),
            "quick" => Some(Self::Quick),
            "greedy" => Some(Self::Greedy),
            "search" => Some(Self::Search(USUAL_THOUGHTS)),
            _ => {
                let thoughts = text.strip_prefix("search:")?;
                let plain = thoughts.bytes().all(|byte| byte.is_ascii_digit());
                let thoughts = thoughts.parse().ok().filter(|thoughts| plain && (1..=MOST_THOUGHTS).contains(thoughts));
                thoughts.map(Self::Search)
            }
        }
    }
}

/// The player of that name for a seat; the same seed gives the same player.
pub fn seat(kind: &str, seed: u64, seat: u8) -> Option<Box<dyn Player>> {
    let player: Box<dyn Player> = match Kind::parse(kind)? {
        Kind::Random => Box::new(Random::new(seed, seat)),
        Kind::Short => Box::new(Short::new(seed, seat)),
        Kind::Quick => Box::new(Quick::new(seed, seat)),
        Kind::Greedy => Box::new(Greedy::new(seed, seat)),
        Kind::Search(thoughts) => Box::new(Search::new(seed, seat, thoughts)),
    };
    let avoids: Vec<String> = avoided(kind).map(str::to_owned).collect();
    Some(if avoids.is_empty() { player } else { Box::new(Restrained::new(player, avoids)) })
}

/// What people call a player of that kind where strengths matter: with the number of thoughts.
pub fn called(kind: &str) -> Message {
    let called = match Kind::parse(kind) {
        _ if spoken().is_by_ids() => return Message::verbatim(kind),
        Some(Kind::Search(n)) => msg!("players.thinking", title = title(kind), n),
        _ => title(kind),
    };
    let avoids = avoided(kind).collect::<Vec<_>>().join(", ");
    if avoids.is_empty() { called } else { msg!("players.avoiding", player = called, avoids) }
}

/// What people call a player of that kind.
pub fn title(kind: &str) -> Message {
    Message::new(match Kind::parse(kind) {
        Some(Kind::Random) => "players.title.random",
        Some(Kind::Short) => "players.title.short",
        Some(Kind::Quick) => "players.title.quick",
        Some(Kind::Greedy) => "players.title.greedy",
        Some(Kind::Search(thoughts)) if thoughts < USUAL_THOUGHTS => "players.title.search",
        Some(Kind::Search(_)) => "players.title.search_long",
        None => "players.title.unknown",
    })
}

/// How a player of that kind plays, in a sentence; nothing for one that is no player of ours.
pub fn described(kind: &str) -> Option<Message> {
    Some(Message::new(match Kind::parse(kind)? {
        Kind::Random => "players.plays.random",
        Kind::Short => "players.plays.short",
        Kind::Quick => "players.plays.quick",
        Kind::Greedy => "players.plays.greedy",
        Kind::Search(thoughts) if thoughts < USUAL_THOUGHTS => "players.plays.search",
        Kind::Search(_) => "players.plays.search_long",
    }))
}
