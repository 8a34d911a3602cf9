//! Tsoro Yematatu, a game from Zimbabwe: three stones each on seven points, and three in a row win. docs/new_game.md builds it.

mod rules;
mod show;

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use triangulum::built_in::Files;
use triangulum::sim::{Board, Bot, Game, Id, Pack, Part, Prepared, Rule, Ruleset, Seat, Show, plain_board, readable};

/// Stones of each player.
const STONES: u16 = 3;

/// Where a stone is: in hand, or on a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    Hand,
    On(Id),
}

/// The board as its file has it. Points are the first pieces of the table, stones follow, player by player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    points: Vec<String>,
    at: Vec<[f32; 2]>,
    lines: Vec<[Id; 3]>,
}

/// Every stone: its piece, its owner, where it is.
pub fn stones(game: &Game) -> impl Iterator<Item = (Id, Seat, At)> {
    let first = game.rules().prepared::<Ground>().points.len() as u16;
    (first..first + 2 * STONES).map(move |number| (Id(number), ((number - first) / STONES) as Seat, game.get(Id(number))))
}

pub struct Tsoro;

impl Pack for Tsoro {
    fn name(&self) -> &'static str {
        "tsoro"
    }

    fn files(&self) -> Files {
        triangulum::game_files!()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn base_rules(&self) -> &'static [&'static dyn Rule] {
        &[&rules::TURN, &rules::JUMP, &rules::ROW, &rules::DRAW]
    }

    fn parts(&self) -> &'static [Part] {
        const { &[readable::<At>("at")] }
    }

    fn furnish(&self, game: &mut Game) {
        let rules = game.rules().clone();
        for point in &rules.prepared::<Ground>().points {
            game.spawn(point.clone(), ());
        }
        for seat in 0..game.turn().seats {
            for number in 1..=STONES {
                game.spawn(format!("{}-{number}", self.seat_name(seat)), (At::Hand,));
            }
        }
    }

    fn deal(&self, game: &mut Game) {
        let all: Vec<Id> = stones(game).map(|(stone, ..)| stone).collect();
        all.into_iter().for_each(|stone| game.set(stone, At::Hand));
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["place", "move"]
    }

    fn total(&self, game: &Game, seat: Seat) -> i64 {
        rules::has_row(game, seat).into()
    }

    fn endings(&self) -> &'static [&'static str] {
        &["row", "rounds"]
    }

    // From here on the table would do something by itself; these are what the game would rather have.

    /// `place top`, `move top left`.
    fn pieces_named(&self, verb: &str) -> usize {
        if verb == "move" { 2 } else { 1 }
    }

    fn prepare(&self, _rules: &Ruleset, board: &Board) -> Prepared {
        plain_board::<Ground>(board, "points")
    }

    fn show(&self) -> Option<&'static dyn Show> {
        Some(&Tsoro)
    }

    fn bot(&self) -> &'static dyn Bot {
        &Tsoro
    }
}

impl Bot for Tsoro {
    /// Lines that the other is not in, and more for two stones on one.
    fn value(&self, game: &Game, seat: Seat) -> f64 {
        let open = game.rules().prepared::<Ground>().lines.iter().filter(|line| rules::on_line(game, line, 1 - seat) == 0);
        open.map(|line| rules::on_line(game, line, seat).pow(2)).sum::<usize>() as f64
    }
}
