//! What speaks for a move and against it: mills it closes, gets ready, prevents and allows. Found by doing it in a copy.

use super::phrases;
use super::stacks::Stacks;
use super::threats::closable;
use crate::sim::bot::try_out;
use crate::sim::{Command, Game, Point, Seat};
use crate::words::msg;

/// What an open mill is worth, one's own and another's; a closed one takes a stone.
const CLOSED: f64 = 1.0;
const READY: f64 = 0.4;
const THREAT: f64 = 0.7;

pub(super) fn of(game: &Game, offer: Command) -> Vec<Point> {
    let (me, seats) = (game.deciding(), game.turn().seats);
    let mut then = game.clone();
    if !try_out(game, &mut then, offer) {
        return Vec::new();
    }
    let mut points = Vec::new();
    let due = |game: &Game| if game.deciding() == me { Stacks::of(game).due() } else { 0 };
    if due(&then) > due(game) {
        points.push(Point { about: "mill", weight: CLOSED, said: msg!("muehle.advice.mill") });
    } else {
        let before = closable(game, me);
        let after = closable(&then, me);
        let new = after.iter().find(|field| !before.contains(field)).filter(|_| after.len() > before.len());
        if let Some(field) = new {
            let (place, stacks) = (phrases::field(game.rules(), *field), Stacks::of(&then));
            let own = stacks.owned(me);
            let said = match stacks.height(*field) {
                0 => msg!("muehle.advice.prepares", place),
                2 if (own[0] & own[1]) >> *field & 1 == 1 => msg!("muehle.advice.prepares_tower", place),
                _ => msg!("muehle.advice.prepares_high", place),
            };
            points.push(Point { about: "ready", weight: READY, said });
        }
    }
    let open = |game: &Game, seat: Seat| if Stacks::of(game).is_out(seat) { 0 } else { closable(game, seat).len() };
    // Whoever acts first is whoever it matters most with.
    for seat in (1..seats).map(|step| (me + step) % seats) {
        let (before, after) = (open(game, seat), open(&then, seat));
        let player = game.rules().pack.seat(seat);
        let (weight, said) = match before.cmp(&after) {
            std::cmp::Ordering::Greater => (THREAT, msg!("muehle.advice.prevents", player)),
            std::cmp::Ordering::Less => (-THREAT, msg!("muehle.advice.allows", player)),
            std::cmp::Ordering::Equal => continue,
        };
        points.push(Point { about: "threat", weight, said });
        break;
    }
    points
}
