//! What speaks for laying a tile, and against it: what it takes, which areas it leaves nearly shut, and which it opens. Found by
//! doing it in a copy.

use super::bot::lost;
use super::lattice::Area;
use super::tabletop::Tabletop;
use super::view::{areas, prisoners};
use crate::sim::bot::try_out;
use crate::sim::{Command, Game, Point, Seat};
use crate::words::msg;

pub(super) fn of(game: &Game, offer: Command) -> Vec<Point> {
    let (me, seats) = (game.deciding(), game.turn().seats);
    let mut then = game.clone();
    if !try_out(game, &mut then, offer) {
        return Vec::new();
    }
    let mut points = Vec::new();
    let mut point = |about, weight: f64, said| points.push(Point { about, weight, said });
    let taken = prisoners(&then, me).len().saturating_sub(prisoners(game, me).len());
    if taken > 0 {
        point("taken", 2.0 * taken as f64, msg!("dreieck.advice.takes", n = taken));
    }
    let (before, after) = (tightest(game, me), tightest(&then, me));
    match (before, after) {
        (_, Some(area)) if risk(after) > risk(before) => {
            point("own", risk(before) - risk(after), msg!("dreieck.advice.exposes", n = area.size, open = area.open));
        }
        (Some(area), _) if risk(before) > risk(after) => {
            point("own", risk(before) - risk(after), msg!("dreieck.advice.secures", n = area.size, open = area.open));
        }
        _ => {}
    }
    let others = |game: &Game| {
        let of = (0..seats).filter(|seat| *seat != me).filter_map(|seat| tightest(game, seat));
        of.max_by(|one, other| risk(Some(*one)).total_cmp(&risk(Some(*other))))
    };
    let (before, after) = (others(game), others(&then));
    if let Some(area) = after.filter(|_| risk(after) > risk(before)) {
        let said = msg!("dreieck.advice.presses", n = area.size, open = area.open);
        point("others", 0.5 * (risk(after) - risk(before)), said);
    }
    points
}

/// The area of a seat that may lose most tiles.
fn tightest(game: &Game, seat: Seat) -> Option<Area> {
    let lattice = Tabletop::of(game).lattice();
    let all = areas(game, seat).into_iter().filter_map(|cells| lattice.area_at(*cells.first()?));
    let all = all.map(|area| lattice.area(area)).filter(|area| risk(Some(*area)) > 0.0);
    all.max_by(|one, other| risk(Some(*one)).total_cmp(&risk(Some(*other))))
}

fn risk(area: Option<Area>) -> f64 {
    area.map_or(0.0, |area| f64::from(area.size) * lost(area.open))
}
