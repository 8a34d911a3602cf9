//! Triple Mill against a second, naive implementation: stacks in a plain array, everything worked out from scratch.

use crate::common;
use rayon::prelude::*;
use triangulum::packs::muehle::threats;
use triangulum::packs::muehle::view::{self, Meaning};
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::{Chance, Command, Game};
use triangulum::table::trace::{self, Trace};
use triangulum::variant::propose::Proposal;

const SIDES: [[usize; 3]; 12] = [
    [0, 1, 2],
    [2, 3, 4],
    [4, 5, 0],
    [6, 7, 8],
    [8, 9, 10],
    [10, 11, 6],
    [12, 13, 14],
    [14, 15, 16],
    [16, 17, 12],
    [1, 7, 13],
    [3, 9, 15],
    [5, 11, 17],
];

/// Which fields are joined, read off the lines: next to each other on one of them.
fn joined() -> [[bool; 18]; 18] {
    let mut joined = [[false; 18]; 18];
    for [a, b, c] in SIDES {
        for (one, other) in [(a, b), (b, a), (b, c), (c, b)] {
            joined[one][other] = true;
        }
    }
    joined
}

/// How a variant of the naive game is played.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a reading of its own")]
struct House {
    players: usize,
    stones: usize,
    highest: usize,
    towers: bool,
    per_mill: bool,
    take_any: bool,
    /// Who closes a mill may decline to take.
    optional: bool,
    /// With so many stones left, or fewer, one jumps.
    jumps: usize,
}

const STANDARD: House =
    House { players: 3, stones: 9, highest: 3, towers: true, per_mill: false, take_any: false, optional: false, jumps: 3 };

/// A place: field and level. A mill is three of them.
type Spot = (usize, usize);
type Mill = [Spot; 3];

/// What can be done, in the order of the game's own offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Place(usize),
    Move(usize, usize),
    Jump(usize, usize),
    Take(usize, usize),
    Decline,
}

fn act(game: &Game, command: Command) -> Act {
    match view::meaning(game, command).unwrap() {
        Meaning::Place { to } => Act::Place(to.into()),
        Meaning::Move { from, to, jump: false } => Act::Move(from.into(), to.into()),
        Meaning::Move { from, to, jump: true } => Act::Jump(from.into(), to.into()),
        Meaning::Take { field, level } => Act::Take(field.into(), level.into()),
        Meaning::Decline => Act::Decline,
    }
}

/// The naive game.
struct Naive {
    house: House,
    joined: [[bool; 18]; 18],
    stacks: Vec<Vec<usize>>,
    hands: Vec<usize>,
    out: Vec<bool>,
    seat: usize,
    due: usize,
    quiet: usize,
    seen: Vec<Vec<usize>>,
    over: Option<Vec<usize>>,
}

impl Naive {
    fn new(house: House) -> Self {
        Self {
            house,
            joined: joined(),
            stacks: vec![Vec::new(); 18],
            hands: vec![house.stones; house.players],
            out: vec![false; house.players],
            seat: 0,
            due: 0,
            quiet: 0,
            seen: Vec::new(),
            over: None,
        }
    }

    fn mills(&self, seat: usize) -> Vec<Mill> {
        let is = |spot: &Spot| self.stacks[spot.0].get(spot.1) == Some(&seat);
        let lines = (0..3).flat_map(|level| SIDES.map(|side| side.map(|field| (field, level))));
        let towers = (0..18).filter(|_| self.house.towers).map(|field| [(field, 0), (field, 1), (field, 2)]);
        lines.chain(towers).filter(|mill| mill.iter().all(is)).collect()
    }

    fn left(&self, seat: usize) -> usize {
        self.hands[seat] + self.stacks.iter().flatten().filter(|owner| **owner == seat).count()
    }

    fn takable(&self) -> Vec<Spot> {
        let protected: Vec<Spot> = (0..self.house.players).flat_map(|seat| self.mills(seat)).flatten().collect();
        let mut found = Vec::new();
        for (field, stack) in self.stacks.iter().enumerate() {
            for (level, owner) in stack.iter().enumerate() {
                let reach = self.house.take_any || level + 1 == stack.len();
                if *owner != self.seat && reach && !protected.contains(&(field, level)) {
                    found.push((field, level));
                }
            }
        }
        found
    }

    fn offers(&self) -> Vec<Act> {
        let open = |field: &usize| self.stacks[*field].len() < self.house.highest;
        let mut acts = Vec::new();
        if self.due > 0 {
            acts.extend(self.takable().into_iter().map(|(field, level)| Act::Take(field, level)));
            acts.extend(self.house.optional.then_some(Act::Decline));
        } else if self.hands[self.seat] > 0 {
            acts.extend((0..18).filter(open).map(Act::Place));
        } else {
            let jumps = self.left(self.seat) <= self.house.jumps;
            for from in (0..18).filter(|from| self.stacks[*from].last() == Some(&self.seat)) {
                for to in (0..18).filter(open).filter(|to| *to != from) {
                    if self.joined[from][to] {
                        acts.push(Act::Move(from, to));
                    } else if jumps {
                        acts.push(Act::Jump(from, to));
                    }
                }
            }
        }
        acts.sort();
        acts
    }

    fn apply(&mut self, act: Act) {
        let before = self.mills(self.seat);
        match act {
            Act::Take(field, level) => {
                let loser = self.stacks[field].remove(level);
                self.due -= 1;
                self.quiet = 0;
                self.seen.clear();
                if self.left(loser) == 2 {
                    self.out[loser] = true;
                    self.stacks.iter_mut().flatten().filter(|owner| **owner == loser).for_each(|owner| *owner = self.seat);
                    self.hands[self.seat] += std::mem::take(&mut self.hands[loser]);
                }
                let left: Vec<usize> = (0..self.house.players).filter(|seat| !self.out[*seat]).collect();
                if left.len() == 1 {
                    self.over = Some(left);
                    return;
                }
            }
            Act::Decline => self.due = 0,
            Act::Place(field) => {
                self.hands[self.seat] -= 1;
                self.stacks[field].push(self.seat);
                self.seen.clear();
            }
            Act::Move(from, to) | Act::Jump(from, to) => {
                let stone = self.stacks[from].pop().unwrap();
                self.stacks[to].push(stone);
                self.quiet += 1;
            }
        }
        if !matches!(act, Act::Take(..) | Act::Decline) {
            let new = self.mills(self.seat).iter().filter(|mill| !before.contains(mill)).count();
            self.due = if self.house.per_mill { new } else { new.min(1) };
        }
        if self.due > 0 && !self.takable().is_empty() {
            return;
        }
        self.due = 0;
        self.end_turn();
    }

    /// Hands the turn on, over players who cannot move, until someone can or the game is drawn.
    fn end_turn(&mut self) {
        loop {
            loop {
                self.seat = (self.seat + 1) % self.house.players;
                if !self.out[self.seat] {
                    break;
                }
            }
            let mut position = self.stacks.join(&9);
            position.push(self.seat);
            let before = self.seen.iter().filter(|known| **known == position).count();
            if before + 1 >= 3 || self.quiet >= 100 {
                self.over = Some((0..self.house.players).filter(|seat| !self.out[*seat]).collect());
                return;
            }
            self.seen.push(position);
            if !self.offers().is_empty() {
                return;
            }
        }
    }
}

fn compare(game: &Game, naive: &Naive) {
    let protected: Vec<Spot> = (0..naive.house.players).flat_map(|seat| naive.mills(seat)).flatten().collect();
    for (field, stack) in naive.stacks.iter().enumerate() {
        let lying = view::stack(game, field as u8);
        assert!(lying.iter().map(|lying| usize::from(lying.owner)).eq(stack.iter().copied()), "{}", game.dump());
        for (level, lying) in lying.iter().enumerate() {
            assert_eq!(lying.protected, protected.contains(&(field, level)), "{}", game.dump());
        }
    }
    for seat in 0..game.turn().seats {
        assert_eq!(usize::from(view::in_hand(game, seat)), naive.hands[usize::from(seat)]);
        assert_eq!(game.rules().pack.is_out(game, seat), naive.out[usize::from(seat)]);
    }
}

fn agree(variant: &str, house: House, games: u64) {
    agree_under(&common::variant_of("muehle", variant), house, games);
}

fn agree_under(variant: &triangulum::variant::Variant, house: House, games: u64) {
    (0..games).into_par_iter().for_each(|seed| {
        let mut game = Game::new(variant.rules.clone(), house.players, Chance::seeded(seed)).unwrap();
        let mut naive = Naive::new(house);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            compare(&game, &naive);
            let offers = game.offers().iter().map(|offer| act(&game, *offer));
            assert!(offers.eq(naive.offers()), "seed {seed}, {:?}\n{}", naive.offers(), game.dump());
            assert_eq!(usize::from(game.deciding()), naive.seat);
            let command = player.choose(&game);
            naive.apply(act(&game, command));
            game.apply(command).unwrap();
        }
        compare(&game, &naive);
        let winners: Vec<usize> = game.outcome().unwrap().winners.iter().map(|seat| usize::from(*seat)).collect();
        assert_eq!(Some(winners), naive.over, "seed {seed}");
    });
}

#[test]
fn ten_thousand_games_agree_with_the_naive_game_at_every_turn() {
    agree("standard", STANDARD, 10_000);
}

#[test]
fn so_do_the_variants() {
    agree("two_player", House { players: 2, ..STANDARD }, 300);
    agree("flat", House { stones: 5, highest: 1, ..STANDARD }, 300);
    agree("per_mill", House { per_mill: true, ..STANDARD }, 300);
    agree("take_any", House { take_any: true, ..STANDARD }, 300);
    agree("no_towers", House { towers: false, ..STANDARD }, 300);
    agree("quick", House { stones: 6, ..STANDARD }, 300);
    let under = |settings: &str| common::from_text(&format!("pack = \"muehle\"\nextends = \"standard\"\n{settings}\n"));
    let optional = House { optional: true, per_mill: true, ..STANDARD };
    agree_under(&under("[capture]\noptional = true\nper_move = \"per_mill\""), optional, 300);
    agree_under(&under("[jump]\nstones = 5"), House { jumps: 5, ..STANDARD }, 300);
    agree_under(&under("[jump]\nstones = 0"), House { jumps: 0, ..STANDARD }, 300);
}

/// What the window would show and say: the command's fields, and the way back.
#[test]
fn every_offer_has_a_meaning_and_a_text_that_lead_back_to_it() {
    for name in ["standard", "take_any"] {
        let variant = common::variant_of("muehle", name);
        let mut game = common::game(&variant, 3, 11);
        let mut player = Random::new(11, 0);
        while game.outcome().is_none() {
            for offer in game.offers() {
                let meaning = view::meaning(&game, *offer).unwrap();
                assert_eq!(view::command(meaning), *offer);
                assert_eq!(game.rules().pack.parse_command(&game, &game.command_text(*offer)).unwrap(), *offer);
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
    }
}

#[test]
fn every_command_that_is_not_offered_has_a_reason() {
    let variant = common::variant_of("muehle", "standard");
    let mut reasons = std::collections::BTreeSet::new();
    for seed in 0..6 {
        let mut game = common::game(&variant, 3, seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            for a in 0..18u8 {
                let mut meanings: Vec<Meaning> = (0..3).map(|level| Meaning::Take { field: a, level }).collect();
                meanings.push(Meaning::Place { to: a });
                meanings.extend((0..18).flat_map(|to| [false, true].map(|jump| Meaning::Move { from: a, to, jump })));
                for command in meanings.into_iter().map(view::command).filter(|command| !game.offers().contains(command)) {
                    let reason = game.why_not(command);
                    assert!(reason.rule.starts_with("T-") && reason.text.id != "muehle.reason.on_offer", "{reason:?}");
                    assert_eq!(reason.setting.is_some(), reason.set_at.is_some(), "{reason:?}");
                    reasons.insert(reason.rule);
                }
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
    }
    let all = ["T-D2", "T-F4", "T-P1", "T-P2", "T-P3", "T-P4", "T-P5", "T-P6"];
    assert!(reasons.iter().eq(all.iter()), "{reasons:?}");
}

/// The rules change while a stone is to be taken: the offers follow at once, and the trace of it all replays.
#[test]
fn a_change_of_rules_reaches_a_capture_that_waits() {
    let head = "pack = \"muehle\"\nextends = \"standard\"\n";
    let standard = common::from_text(head);
    let any = common::from_text(&format!("{head}[capture]\nfrom = \"any\"\n[stack]\nmax = 2\n"));
    let mut game = common::game(&standard, 3, 2);
    let mut player = Random::new(2, 0);
    let mut text = format!("{}\n", trace::header(&game, &["random".to_owned(), "random".to_owned(), "random".to_owned()], 2));
    let mut record = |game: &Game| trace::lines(game).iter().for_each(|line| text += &format!("{line}\n"));
    record(&game);
    let below = |game: &Game| game.offer_texts().iter().any(|offer| offer.split(' ').count() == 3 && offer.starts_with("take"));
    let mut changed = false;
    while game.outcome().is_none() {
        let buried = (0..18).any(|field| {
            view::stack(&game, field).iter().any(|lying| lying.blocked && lying.owner != game.deciding() && !lying.protected)
        });
        if !changed && buried && view::captures_due(&game) > 0 {
            assert!(!below(&game));
            Proposal::from_files(&game, &any).unwrap_or_else(|problems| panic!("{problems}")).swap_into(&mut game);
            record(&game);
            assert!(below(&game), "{:?}", game.offer_texts());
            assert_eq!(view::captures_due(&game), 1);
            assert_eq!(game.rules().value("stack.max"), Some(&3.into()), "the height of stacks waits for the next game");
            changed = true;
        }
        let command = player.choose(&game);
        game.apply(command).unwrap();
        record(&game);
    }
    assert!(changed);
    let read = Trace::parse(Source::new("game.jsonl", text)).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(common::replay(&read).unwrap_or_else(|problems| panic!("{problems}")).finished);
}

#[test]
fn stones_that_find_no_room_are_refused_with_the_setting_to_blame() {
    let text = "pack = \"muehle\"\nextends = \"standard\"\n[stack]\nmax = 1\n";
    let Err(problems) = common::library().load_source(Source::new("tight.toml", text)) else { panic!("27 stones on 18 fields") };
    assert!(problems.to_string().contains("27 stones have no room on 18 fields with stacks of 1"), "{problems}");
}

#[test]
fn boards_that_cannot_be_played_on_are_refused_at_their_line() {
    let board = std::fs::read_to_string(format!("{}/rules/muehle/board.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let pack = triangulum::packs::find("muehle").unwrap();
    for (from, to, says) in [
        ("[\"a1\", \"a2\"]", "[\"a1\", \"a9\"]", "is not a field"),
        ("[\"a1\", \"a2\"]", "[\"a2\", \"a3\"]", "joined twice"),
        ("[\"a1\", \"a2\", \"a3\"]", "[\"a1\", \"a3\", \"a2\"]", "not a new line of three"),
        ("id = \"a1\"", "id = \"a2\"", "two fields called `a2`"),
        ("at = [500, 65]", "at = [5000, 65]", "does not lie on the board"),
        ("stone_radius = 28", "stone_radius = -1", "no proper size"),
        ("stone_radius = 28", "stones = 28", "unknown field"),
    ] {
        assert!(board.contains(from), "{from}");
        let Err(problems) = pack.read_board(&Source::new("board.toml", board.replacen(from, to, 1)), false) else {
            panic!("{to}")
        };
        assert!(problems.to_string().contains(says), "{problems}");
        assert!(problems.to_string().starts_with("board.toml:"), "{problems}");
    }
}

/// What threatens is exactly what the player could do: before every move, the fields on which it could close a mill are those on which one of
/// its offers does.
#[test]
fn a_mill_that_can_be_closed_is_seen_before_it_is() {
    let made = ["[mills]\nlevels = \"any\"\n", "[jump]\nstones = 5\n", "[mills]\ntowers = false\n"];
    let made = made.iter().map(|text| common::from_text(&format!("pack = \"muehle\"\nextends = \"standard\"\n{text}")));
    let shipped = common::shipped().into_iter().filter(|variant| variant.rules.pack.name() == "muehle");
    for variant in shipped.chain(made) {
        let seats = *variant.rules.pack.seats_under(&variant.rules).end();
        for seed in 0..4 {
            let mut game = common::game(&variant, seats, seed);
            let mut player = Random::new(seed, 0);
            while game.outcome().is_none() {
                let closes = |command: &Command| {
                    let mut copy = game.clone();
                    copy.apply(*command).unwrap();
                    copy.events().iter().any(|event| ["mill", "tower"].contains(&event.kind.name))
                };
                let mut fields: Vec<u8> = Vec::new();
                let mut moves = false;
                for command in game.offers() {
                    if let Some(Meaning::Place { to } | Meaning::Move { to, .. }) = view::meaning(&game, *command) {
                        moves = true;
                        fields.extend(closes(command).then_some(to));
                    }
                }
                fields.sort_unstable();
                fields.dedup();
                if moves {
                    assert_eq!(threats::closable(&game, game.turn().seat), fields, "seed {seed}, round {}", game.turn().round);
                }
                let command = player.choose(&game);
                game.apply(command).unwrap();
            }
        }
    }
}
