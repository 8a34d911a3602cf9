//! Triple Mill against a second, naive implementation: stacks in a plain array, everything worked out from scratch.

mod common;

use std::collections::BTreeSet;
use triangulum::packs::muehle::view;
use triangulum::players::{Player, Random};
use triangulum::sim::{Chance, Game};

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

fn name(field: usize) -> String {
    format!("{}{}", ["a", "b", "c"][field / 6], field % 6 + 1)
}

fn field(name: &str) -> usize {
    (0..18).find(|field| self::name(*field) == name).unwrap()
}

fn neighbours(a: usize, b: usize) -> bool {
    SIDES.iter().any(|side| side.windows(2).any(|pair| pair == [a, b] || pair == [b, a]))
}

/// How a variant of the naive game is played.
#[derive(Clone, Copy)]
struct House {
    players: usize,
    stones: usize,
    highest: usize,
    towers: bool,
    per_mill: bool,
    take_any: bool,
}

const STANDARD: House = House { players: 3, stones: 9, highest: 3, towers: true, per_mill: false, take_any: false };

/// A mill is a set of places: field and level.
type Spot = (usize, usize);

/// The naive game.
struct Naive {
    house: House,
    stacks: Vec<Vec<usize>>,
    hands: Vec<usize>,
    out: Vec<bool>,
    seat: usize,
    due: usize,
    quiet: usize,
    seen: Vec<(Vec<Vec<usize>>, usize)>,
    over: Option<Vec<usize>>,
}

impl Naive {
    fn new(house: House) -> Self {
        Self {
            house,
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

    fn mills(&self, seat: usize) -> BTreeSet<Vec<Spot>> {
        let is = |field: usize, level: usize| self.stacks[field].get(level) == Some(&seat);
        let mut mills = BTreeSet::new();
        for side in SIDES {
            for level in 0..3 {
                if side.iter().all(|field| is(*field, level)) {
                    mills.insert(side.iter().map(|field| (*field, level)).collect());
                }
            }
        }
        for field in 0..18 {
            if self.house.towers && (0..3).all(|level| is(field, level)) {
                mills.insert((0..3).map(|level| (field, level)).collect());
            }
        }
        mills
    }

    fn left(&self, seat: usize) -> usize {
        self.hands[seat] + self.stacks.iter().flatten().filter(|owner| **owner == seat).count()
    }

    fn takable(&self) -> Vec<Spot> {
        let protected: BTreeSet<Spot> = (0..self.house.players).flat_map(|seat| self.mills(seat)).flatten().collect();
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

    fn offers(&self) -> Vec<String> {
        let open = |field: usize| self.stacks[field].len() < self.house.highest;
        let mut texts = Vec::new();
        if self.over.is_some() {
            return texts;
        }
        if self.due > 0 {
            for (field, level) in self.takable() {
                let top = level + 1 == self.stacks[field].len();
                texts.push(if top { format!("take {}", name(field)) } else { format!("take {} {}", name(field), level + 1) });
            }
        } else if self.hands[self.seat] > 0 {
            texts.extend((0..18).filter(|field| open(*field)).map(|field| format!("place {}", name(field))));
        } else {
            let jumps = self.left(self.seat) == 3;
            for from in (0..18).filter(|from| self.stacks[*from].last() == Some(&self.seat)) {
                for to in (0..18).filter(|to| *to != from && open(*to)) {
                    if neighbours(from, to) {
                        texts.push(format!("move {} {}", name(from), name(to)));
                    } else if jumps {
                        texts.push(format!("jump {} {}", name(from), name(to)));
                    }
                }
            }
        }
        texts.sort();
        texts
    }

    fn apply(&mut self, text: &str) {
        let words: Vec<&str> = text.split(' ').collect();
        let before = self.mills(self.seat);
        match words[0] {
            "take" => {
                let at = field(words[1]);
                let level = words.get(2).map_or(self.stacks[at].len(), |level| level.parse().unwrap()) - 1;
                let loser = self.stacks[at].remove(level);
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
            "place" => {
                self.hands[self.seat] -= 1;
                self.stacks[field(words[1])].push(self.seat);
                self.seen.clear();
            }
            _ => {
                let stone = self.stacks[field(words[1])].pop().unwrap();
                self.stacks[field(words[2])].push(stone);
                self.quiet += 1;
            }
        }
        if words[0] != "take" {
            let new = self.mills(self.seat).difference(&before).count();
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
            let position = (self.stacks.clone(), self.seat);
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
    let stacks: Vec<Vec<usize>> = (0..18)
        .map(|field| view::stack(game, field).iter().map(|lying| usize::from(lying.owner)).collect())
        .collect();
    assert_eq!(stacks, naive.stacks);
    for seat in 0..game.turn.seats {
        let at = usize::from(seat);
        assert_eq!(usize::from(view::in_hand(game, seat)), naive.hands[at]);
        assert_eq!(view::is_out(game, seat), naive.out[at]);
        let protected: BTreeSet<Spot> = naive.mills(at).into_iter().flatten().collect();
        for field in 0..18u8 {
            for (level, lying) in view::stack(game, field).iter().enumerate().filter(|(_, lying)| lying.owner == seat) {
                assert_eq!(lying.protected, protected.contains(&(usize::from(field), level)), "{}", game.dump());
            }
        }
    }
}

fn agree(variant: &str, house: House, games: u64) {
    let variant = common::variant_of("muehle", variant);
    let mut game = Game::new(variant.rules.clone(), house.players, Chance::seeded(0)).unwrap();
    for seed in 0..games {
        game.restart(seed);
        let mut naive = Naive::new(house);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            compare(&game, &naive);
            assert_eq!(game.offer_texts(), naive.offers(), "seed {seed}\n{}", game.dump());
            assert_eq!(usize::from(game.to_act()), naive.seat);
            let command = player.choose(&game);
            let text = game.command_text(command);
            game.apply(command).unwrap();
            naive.apply(&text);
        }
        compare(&game, &naive);
        let winners: Vec<usize> = game.outcome().unwrap().winners.iter().map(|seat| usize::from(*seat)).collect();
        assert_eq!(Some(winners), naive.over, "seed {seed}");
    }
}

#[test]
fn ten_thousand_games_agree_with_the_naive_game_at_every_turn() {
    agree("standard", STANDARD, 10_000);
}

#[test]
fn so_do_the_variants() {
    agree("two_player", House { players: 2, ..STANDARD }, 500);
    agree("flat", House { stones: 5, highest: 1, ..STANDARD }, 500);
    agree("per_mill", House { per_mill: true, ..STANDARD }, 500);
    agree("take_any", House { take_any: true, ..STANDARD }, 500);
    agree("no_towers", House { towers: false, ..STANDARD }, 500);
    agree("quick", House { stones: 6, ..STANDARD }, 500);
}
