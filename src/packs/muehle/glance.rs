//! Triple Mill at a glance: close a mill, stand where others would close theirs, take the stone that hurts most.

use super::figure::fields;
use super::mills::Levels;
use super::stacks::Stacks;
use super::threats::{can_close, closes};
use super::{Ground, JUMP_VERB, MOVE_VERB, PLACE_VERB, TAKE_VERB};
use crate::sim::{DECLINE, Game, Seat};

const CLOSED: f64 = 10.0;
/// Keeping the next opponent from closing a mill; one who acts later may be kept from it by somebody else.
const PREVENTED: f64 = 4.0;
const PREVENTED_LATER: f64 = 2.0;
/// A second stone on a line whose third field is open.
const PAIR: f64 = 0.6;
/// A neighbouring field that is open.
const ROOM: f64 = 0.05;
/// A stone of one's own that is covered.
const COVERED: f64 = 0.3;

struct Glance<'a> {
    ground: &'a Ground,
    stacks: &'a Stacks,
    me: Seat,
    seats: Seat,
    /// The fields where each opponent could close a mill, and what keeping them from it is worth.
    threats: Vec<(u32, f64)>,
}

/// How good each offer looks; false if one is of another kind.
pub(super) fn rate(game: &Game, ratings: &mut Vec<f64>) -> bool {
    let (ground, stacks, me, seats) = (Ground::of(game.rules()), Stacks::of(game), game.deciding(), game.turn().seats);
    let others = || (1..seats).map(|step| (me + step) % seats).filter(|seat| !stacks.is_out(*seat));
    let moves = game.offers().iter().any(|offer| offer.verb != TAKE_VERB && *offer != DECLINE);
    let threats = others().filter(|_| moves).enumerate().map(|(wait, seat)| {
        let open = fields(ground.figure.all() & !stacks.closed());
        let set = open.filter(|field| can_close(ground, stacks, seat, *field)).fold(0, |set, field| set | 1 << field);
        (set, if wait == 0 { PREVENTED } else { PREVENTED_LATER })
    });
    let glance = Glance { ground, stacks, me, seats, threats: threats.collect() };
    for offer in game.offers() {
        let [from, to, ..] = offer.args().map(|arg| arg as u8);
        ratings.push(match offer.verb {
            PLACE_VERB => glance.land(from, None),
            MOVE_VERB | JUMP_VERB => glance.land(to, Some(from)),
            TAKE_VERB => glance.take(from, to),
            _ if *offer == DECLINE => 0.0,
            _ => return false,
        });
    }
    true
}

impl Glance<'_> {
    /// A stone that comes to lie on a field, having left another one.
    fn land(&self, field: u8, from: Option<u8>) -> f64 {
        let closed = if closes(self.ground, self.stacks, self.me, field, from) { CLOSED } else { 0.0 };
        let prevented = self.threats.iter().filter(|(set, _)| set >> field & 1 == 1).map(|(_, worth)| worth).sum::<f64>();
        // Whoever leaves a field may open it to those who waited for it.
        let opened = from.map_or(0.0, |from| {
            let waited = |seat: Seat| self.lines(seat, from, self.stacks.height(from) - 1, None, 2) > 0;
            let others = (0..self.seats).filter(|seat| *seat != self.me && waited(*seat));
            PREVENTED_LATER * others.count() as f64
        });
        let level = self.stacks.height(field);
        let covers = level > 0 && self.stacks.owner(self.stacks.top_stone(field)) == self.me;
        let room = (self.ground.figure.neighbours(field) & !self.stacks.closed()).count_ones();
        let pairs = f64::from(self.lines(self.me, field, level, from, 1));
        closed + prevented - opened + PAIR * pairs + ROOM * f64::from(room) - if covers { COVERED } else { 0.0 }
    }

    /// A stone that is taken: the more lines it was about to fill, the better.
    fn take(&self, field: u8, level: u8) -> f64 {
        let owner = self.stacks.owner(self.stacks.stone_at(field, level));
        1.0 + f64::from(self.lines(owner, field, level, None, 1)) - 0.1 * f64::from(self.stacks.left(owner))
    }

    /// Lines through a field, on a level, on which a seat has so many stones beside it at least and the rest can be filled.
    fn lines(&self, seat: Seat, field: u8, level: u8, without: Option<u8>, stones: u32) -> u32 {
        let owned = self.stacks.owned(seat);
        let mut set = match self.ground.mills.levels {
            Levels::Same => owned.get(usize::from(level)).copied().unwrap_or(0),
            Levels::Any => owned.iter().fold(0, |all, set| all | set),
        };
        set &= !(1 << field) & without.map_or(!0, |from| !(1 << from));
        let fits = |line: &u32| {
            let rest = line & !(1 << field);
            (rest & set).count_ones() >= stones && rest & !set & self.stacks.closed() == 0
        };
        self.ground.figure.lines_through(field).iter().filter(|(_, line)| fits(line)).count() as u32
    }
}
