//! Soaking: random games under rules nobody has thought of, with a referee who looks for anything that must never happen.
//! A game follows from the seed of the soak and its number alone, so everything found can be found again.

use super::combine::Combination;
use super::game_seed;
use super::run::{Progress, add_up};
use crate::players::{self, Player};
use crate::sim::{Chance, Game, Ruleset};
use crate::variant::Variant;
use crate::words::{Message, msg};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games played under one combination before the next is made up.
const GAMES_A_TABLE: u64 = 16;
/// One game of so many is recorded, read back and played again.
const SAMPLE: u64 = 100;
/// Decisions by which a game of a shipped variant must be over.
const LONGEST: usize = 20_000;
/// Decisions after which a game under any other rules is left alone: some of them have no end worth waiting for.
const LONG_ENOUGH: usize = 4_000;
/// Offers tried one by one in a position that is looked at closely.
const TRIED: usize = 8;
const PLAYER: &str = "random";

/// Plays a game of these rules, seats and seed once more and compares it with what its record says.
pub type Replay<'a> = &'a (dyn Fn(&Arc<Ruleset>, usize, u64) -> Result<(), Message> + Sync);

pub struct Soak<'a> {
    pub variants: &'a [Variant],
    pub seed: u64,
    pub replay: Replay<'a>,
}

/// What was played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Soaked {
    pub games: u64,
    pub decisions: u64,
    /// Positions looked at closely: clones, every offer, nothing unregistered.
    pub positions: u64,
    /// Positions audited: pieces and money counted, tables beside the world counted anew.
    pub audits: u64,
    pub replays: u64,
    /// Games under rules no shipped variant has.
    pub combined: u64,
    /// Games left alone because they went on for too long.
    pub left: u64,
    /// Games that could not begin because the rules made up for them do not go together.
    pub refused: u64,
    pub by_pack: BTreeMap<&'static str, u64>,
    /// The fault in the game of the lowest number.
    pub finding: Option<Finding>,
}

/// Something that must never happen, and the shortest way to see it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The number of the game in its soak.
    pub game: u64,
    pub fault: Message,
    pub moves: usize,
    pub seats: usize,
    /// The seed of the game itself.
    pub seed: u64,
    /// The rules as a variant file, with nothing in it that is not needed.
    pub variant: String,
}

impl Soaked {
    /// Both together.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self.games += other.games;
        self.decisions += other.decisions;
        self.positions += other.positions;
        self.audits += other.audits;
        self.replays += other.replays;
        self.combined += other.combined;
        self.left += other.left;
        self.refused += other.refused;
        for (pack, games) in other.by_pack {
            *self.by_pack.entry(pack).or_default() += games;
        }
        let both = self.finding.into_iter().chain(other.finding);
        self.finding = both.min_by_key(|finding| finding.game);
        self
    }
}

/// A fault and how many moves led to it.
struct Fault {
    what: Message,
    moves: usize,
}

/// What kind of game is played.
#[derive(Clone, Copy)]
struct How {
    seats: usize,
    seed: u64,
    /// It must come to an end, as all do under a variant as it is.
    ends: bool,
    replayed: bool,
}

/// How one game went.
#[derive(Default)]
struct Seen {
    decisions: usize,
    positions: u64,
    audits: u64,
    left: bool,
}

/// A combination that games are played under.
struct Table<'a> {
    number: u64,
    combination: Combination<'a>,
    rules: Result<Arc<Ruleset>, Message>,
    /// A table of games for each number of seats, dealt again and again.
    games: BTreeMap<usize, Game>,
}

impl<'a> Table<'a> {
    fn new(number: u64, combination: Combination<'a>) -> Self {
        let rules = combination.build();
        Self { number, combination, rules, games: BTreeMap::new() }
    }
}

impl<'a> Soak<'a> {
    /// Plays these games, until a fault is found or told to stop.
    pub fn play(&self, numbers: Range<u64>, progress: Progress<'_>) -> Soaked {
        let found = AtomicBool::new(false);
        add_up(
            numbers,
            &|games| progress(games) && !found.load(Ordering::Relaxed),
            || None,
            Soaked::default,
            |table: &mut Option<Table<'a>>, number, sum| {
                self.game(table, number, sum);
                if sum.finding.is_some() {
                    found.store(true, Ordering::Relaxed);
                }
            },
            Soaked::plus,
        )
    }

    fn game(&self, table: &mut Option<Table<'a>>, number: u64, sum: &mut Soaked) {
        let at = number / GAMES_A_TABLE;
        if table.as_ref().is_none_or(|table| table.number != at) {
            *table = Combination::new(self.variants, self.seed, at).map(|combination| Table::new(at, combination));
        }
        if let Some(table) = table {
            let ends = table.combination.changes.is_empty();
            self.game_at(table, number, ends, SAMPLE, sum);
        }
    }

    /// Plays so many games under one combination, at all sizes of table in turn. Every one must come to an end, and one of
    /// so many is recorded, read back and played again.
    pub fn under(&self, combination: Combination<'a>, games: u64, sample: u64) -> Soaked {
        let (mut table, mut sum) = (Table::new(0, combination), Soaked::default());
        for number in 0..games {
            if sum.finding.is_none() {
                self.game_at(&mut table, number, true, sample, &mut sum);
            }
        }
        sum
    }

    fn game_at(&self, table: &mut Table<'a>, number: u64, ends: bool, sample: u64, sum: &mut Soaked) {
        let Table { combination, rules, games, .. } = table;
        let Ok(rules) = rules else {
            sum.refused += 1;
            return;
        };
        let seed = game_seed(self.seed, number);
        let seats = seats_of(rules, number);
        sum.games += 1;
        sum.combined += u64::from(!combination.changes.is_empty());
        *sum.by_pack.entry(rules.pack.name()).or_default() += 1;
        let how = How { seats, seed, ends, replayed: number.is_multiple_of(sample.max(1)) };
        sum.replays += u64::from(how.replayed);
        let used = games.remove(&seats);
        match self.refereed(rules, used, how) {
            Ok((seen, game)) => {
                games.insert(seats, game);
                sum.decisions += seen.decisions as u64;
                sum.positions += seen.positions;
                sum.audits += seen.audits;
                sum.left += u64::from(seen.left);
            }
            Err(fault) => {
                let finding = self.shortened(combination, fault, number, how);
                sum.finding.get_or_insert(finding);
            }
        }
    }

    /// One game under the referee's eyes; a panic is a fault like any other.
    fn refereed(&self, rules: &Arc<Ruleset>, used: Option<Game>, how: How) -> Result<(Seen, Game), Fault> {
        let mut seen = Seen::default();
        let played = catch_unwind(AssertUnwindSafe(|| {
            let game = referee(rules, used, how, &mut seen)?;
            if how.replayed { (self.replay)(rules, how.seats, how.seed).map(|()| game) } else { Ok(game) }
        }));
        let what = match played {
            Ok(Ok(game)) => return Ok((seen, game)),
            Ok(Err(what)) => what,
            Err(panic) => {
                let said = panic.downcast_ref::<String>().cloned();
                let said = said.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                msg!("lab.soak.panicked", said = said.unwrap_or_default())
            }
        };
        Err(Fault { what, moves: seen.decisions })
    }

    /// The finding with every change left out that it does not need.
    fn shortened(&self, of: &Combination<'_>, first: Fault, game: u64, how: How) -> Finding {
        let How { seats, seed, .. } = how;
        let mut combination = of.clone();
        let mut fault = first;
        let mut at = 0;
        while at < combination.changes.len() {
            let mut fewer = combination.clone();
            fewer.changes.remove(at);
            let again = fewer.build().ok().filter(|rules| rules.seats().contains(&seats));
            match again.map(|rules| self.refereed(&rules, None, how)) {
                Some(Err(still)) => (combination, fault) = (fewer, still),
                _ => at += 1,
            }
        }
        Finding { game, fault: fault.what, moves: fault.moves, seats, seed, variant: combination.as_file() }
    }
}

fn seats_of(rules: &Ruleset, number: u64) -> usize {
    let (fewest, most) = rules.seats().into_inner();
    fewest + (number as usize) % (most - fewest + 1)
}

/// Plays a game and looks at it; the message says what must never happen and did.
fn referee(rules: &Arc<Ruleset>, used: Option<Game>, how: How, seen: &mut Seen) -> Result<Game, Message> {
    let How { seats, seed, ends, .. } = how;
    let mut game = match used {
        Some(mut game) => {
            game.restart(seed);
            game
        }
        None => Game::new(rules.clone(), seats, Chance::seeded(seed)).map_err(|error| Message::verbatim(error.to_string()))?,
    };
    let mut players: Vec<Box<dyn Player>> = (0..seats).filter_map(|seat| players::seat(PLAYER, seed, seat as u8)).collect();
    // One position of every fourth game is looked at closely, another one in each.
    let closely = (seed % 256) as usize;
    while game.outcome().is_none() {
        let offers = game.offers();
        if offers.is_empty() || offers.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(msg!("lab.soak.offers"));
        }
        // Long games are much the same all the way, and not always at the same moves.
        let rarely = if seen.decisions < 256 { 16 } else { 256 };
        if seed.wrapping_add(seen.decisions as u64).is_multiple_of(rarely) {
            audit(&game, seen)?;
        }
        if seen.decisions == closely {
            look_closely(&game)?;
            seen.positions += 1;
        }
        let command = players[usize::from(game.deciding())].choose(&game);
        game.apply(command).map_err(|illegal| msg!("lab.soak.refused", reason = illegal.to_string()))?;
        seen.decisions += 1;
        if ends && seen.decisions >= LONGEST {
            return Err(msg!("lab.soak.endless", n = LONGEST));
        }
        if !ends && seen.decisions >= LONG_ENOUGH {
            seen.left = true;
            return Ok(game);
        }
    }
    audit(&game, seen)?;
    if !game.offers().is_empty() {
        return Err(msg!("lab.soak.after_the_end"));
    }
    // With goals of their own, others than the richest may win.
    if let Some(outcome) = game.outcome().filter(|_| !game.rules().is_handicapped()) {
        let best = outcome.totals.iter().max();
        if outcome.winners.iter().any(|winner| outcome.totals.get(usize::from(*winner)) != best) {
            let (winners, totals) = (format!("{:?}", outcome.winners), format!("{:?}", outcome.totals));
            return Err(msg!("lab.soak.winners", winners, totals));
        }
    }
    Ok(game)
}

fn audit(game: &Game, seen: &mut Seen) -> Result<(), Message> {
    seen.audits += 1;
    game.audit().map_err(Message::verbatim)
}

/// What must hold in every position, and takes too long to be asked in all of them.
fn look_closely(game: &Game) -> Result<(), Message> {
    if game.unregistered_components() > 0 {
        return Err(msg!("lab.soak.escapes"));
    }
    let (dump, hash) = (game.dump(), game.hash());
    let mut copy = game.clone();
    for offer in game.offers().iter().take(TRIED) {
        copy.apply(*offer).map_err(|illegal| msg!("lab.soak.refused", reason = illegal.to_string()))?;
        copy.audit().map_err(Message::verbatim)?;
        copy.clone_from(game);
        if copy.hash() != hash || copy.dump() != dump || copy.offers() != game.offers() {
            return Err(msg!("lab.soak.clone"));
        }
    }
    for offer in game.offers() {
        let text = game.command_text(*offer);
        if game.parse_command(&text) != Ok(*offer) {
            return Err(msg!("lab.soak.read_back", text));
        }
    }
    Ok(())
}
