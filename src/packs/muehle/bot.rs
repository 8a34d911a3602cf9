//! Triple Mill by rule of thumb: close mills, stop others from closing theirs, stay free to move.

use super::Ground;
use super::figure::fields;
use super::glance;
use super::jump::may_jump;
use super::mills::{self, Levels};
use super::points;
use super::stacks::Stacks;
use crate::sim::{Bot, Command, Game, Manner, Point, Seat};

const STONE: f64 = 1.0;
const MILL: f64 = 0.12;
/// A stone that cannot be moved because another lies on it.
const COVERED: f64 = 0.05;
/// A field a stone could go to.
const FREEDOM: f64 = 0.02;
/// A line with two stones and an open third field.
const PROMISE: f64 = 0.05;

pub(super) struct Miller;

impl Bot for Miller {
    /// What a seat has: stones, those it is about to take, mills and freedom.
    fn value(&self, game: &Game, seat: Seat) -> f64 {
        let (ground, stacks) = (Ground::of(game.rules()), Stacks::of(game));
        if stacks.is_out(seat) {
            return -6.0;
        }
        let due = if game.deciding() == seat { f64::from(stacks.due()) } else { 0.0 };
        let (ready, promised) = threats(ground, stacks, seat);
        let covered = stacks.on_board(seat).saturating_sub(stacks.top(seat).count_ones() as u8);
        STONE * (f64::from(stacks.left(seat)) + due)
            + patience(game, seat) * chance_to_close(ready)
            + PROMISE * f64::from(promised)
            + MILL * f64::from(mills::lines(ground, stacks, seat).len() as u32)
            - COVERED * f64::from(covered)
            + FREEDOM * f64::from(freedom(ground, stacks, seat).min(12))
    }

    fn glance(&self, game: &Game, ratings: &mut Vec<f64>) -> bool {
        glance::rate(game, ratings)
    }

    fn points(&self, game: &Game, offer: Command) -> Vec<Point> {
        points::of(game, offer)
    }

    fn manner(&self) -> Manner {
        Manner { playout: 0, decisive: 1.5, obvious: 0.4 }
    }
}

/// What a mill that can be closed is worth: who acts soonest closes it most surely.
fn patience(game: &Game, seat: Seat) -> f64 {
    let seats = game.turn().seats;
    match (seat + seats - game.deciding()) % seats {
        0 => 0.8,
        wait if wait + 1 == seats => 0.3,
        _ => 0.55,
    }
}

/// One open mill is most of it; a second one can hardly be stopped.
fn chance_to_close(ready: u32) -> f64 {
    match ready {
        0 => 0.0,
        1 => 1.0,
        _ => 1.5,
    }
}

/// Lines (and towers) a seat can close with its next move, and those that only want a stone nearby.
fn threats(ground: &Ground, stacks: &Stacks, seat: Seat) -> (u32, u32) {
    let (mut ready, mut promised) = (0, 0);
    let mut count = |missing: u8, line: u32| {
        if reaches(ground, stacks, seat, missing, line) {
            ready += 1;
        } else {
            promised += 1;
        }
    };
    let owned = stacks.owned(seat);
    let any = owned.iter().fold(0, |all, set| all | set);
    // Where levels do not matter, one set of fields stands for all of them.
    let sets = if ground.mills.levels == Levels::Same { owned } else { &[any, 0, 0] };
    for line in ground.figure.line_sets() {
        for (level, set) in sets.iter().enumerate() {
            let missing = line & !set;
            let field = missing.trailing_zeros() as u8;
            let level_fits = || ground.mills.levels == Levels::Any || usize::from(stacks.height(field)) == level;
            if missing.is_power_of_two() && stacks.closed() & missing == 0 && level_fits() {
                count(field, *line);
            }
        }
    }
    if ground.mills.towers {
        let [low, middle, _] = *owned;
        fields(low & middle & stacks.top(seat) & !stacks.closed()).for_each(|field| count(field, 1 << field));
    }
    (ready, promised)
}

/// Whether a seat can put a stone on a field next, without taking it from the line itself.
fn reaches(ground: &Ground, stacks: &Stacks, seat: Seat, field: u8, line: u32) -> bool {
    let movers = stacks.top(seat) & !line;
    stacks.in_hand(seat) > 0 || movers & ground.figure.neighbours(field) != 0 || movers != 0 && may_jump(ground, stacks, seat)
}

/// Moves a seat could make on the board.
fn freedom(ground: &Ground, stacks: &Stacks, seat: Seat) -> u32 {
    fields(stacks.top(seat)).map(|from| (ground.figure.neighbours(from) & !stacks.closed()).count_ones()).sum()
}
