//! The rules of the game, each with its steps: a turn is offer · place · shift · check_row · check_draw.

use super::{At, Ground, stones};
use serde::Deserialize;
use triangulum::sim::{Command, Effect, Game, Id, Phase, Printed, Seat, Step, Verb, Where};

const PLACE: Verb = Verb(0);
const MOVE: Verb = Verb(1);

triangulum::events! {
    /// A stone came onto the board.
    Placed = "placed" { player: Seat, to: Id }
    /// A stone went along a line, perhaps over another one.
    Moved = "moved" { player: Seat, from: Id, to: Id }
}

const OFFER: Step = Step::new("offer", offer);
const PUT: Step = Step::new("place", place).on(PLACE);
const SHIFT: Step = Step::new("shift", shift).on(MOVE);
const CHECK_ROW: Step = Step::new("check_row", check_row);
const CHECK_DRAW: Step = Step::new("check_draw", check_draw);

pub(crate) const TURN: Printed = Printed::new("turn", &[(Phase::Turn, OFFER), (Phase::Turn, PUT), (Phase::Turn, SHIFT)]);
/// It has no step: moves ask whether it is in force, so that a variant can do without (`rules = ["!jump"]`).
pub(crate) const JUMP: Printed = Printed::new("jump", &[]).optional();
pub(crate) const ROW: Printed = Printed::new("row", &[(Phase::Turn, CHECK_ROW)]);
pub(crate) const DRAW: Printed = Printed::new("draw", &[(Phase::Turn, CHECK_DRAW)]).reading::<Draw>();

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draw {
    rounds: u32,
}

/// Whose stone is on a point.
fn on(game: &Game, point: Id) -> Option<Seat> {
    stones(game).find(|(_, _, at)| *at == At::On(point)).map(|(_, seat, _)| seat)
}

/// How many stones a seat has on a line.
pub(crate) fn on_line(game: &Game, line: &[Id; 3], seat: Seat) -> usize {
    line.iter().filter(|point| on(game, **point) == Some(seat)).count()
}

pub(crate) fn has_row(game: &Game, seat: Seat) -> bool {
    game.rules().prepared::<Ground>().lines.iter().any(|line| on_line(game, line, seat) == line.len())
}

fn offer(game: &mut Game) {
    game.offer(Some(CHECK_DRAW.name), list);
    if game.offers().is_empty() {
        game.pass();
    }
}

/// Placing while there are stones in hand; then moving along a line, or over a stone to the point behind it.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let (ground, seat) = (game.rules().prepared::<Ground>(), game.turn().seat);
    let is_free = |point: Id| on(game, point).is_none();
    if stones(game).any(|(_, owner, at)| owner == seat && at == At::Hand) {
        let points = (0..ground.points.len() as u16).map(Id);
        offers.extend(points.filter(|point| is_free(*point)).map(|point| Command::about(PLACE, point)));
        return;
    }
    for [a, b, c] in ground.lines.iter().copied() {
        let mut ways = vec![(a, b), (b, a), (b, c), (c, b)];
        if game.rules().is_in_force(JUMP.id) && !is_free(b) {
            ways.extend([(a, c), (c, a)]);
        }
        let may = |(from, to): &(Id, Id)| on(game, *from) == Some(seat) && is_free(*to);
        offers.extend(ways.into_iter().filter(may).map(|(from, to)| Command::naming(MOVE, &[from, to])));
    }
}

fn place(game: &mut Game) {
    let Some(command) = game.chosen_to(PLACE) else { return };
    let (player, to) = (game.turn().seat, command.piece());
    let Some((stone, ..)) = stones(game).find(|(_, owner, at)| *owner == player && *at == At::Hand) else { return };
    game.emit(Placed { player, to });
    put(game, stone, Where::With(player), to);
}

fn shift(game: &mut Game) {
    let Some(command) = game.chosen_to(MOVE) else { return };
    let (player, [from, to, ..]) = (game.turn().seat, command.pieces());
    let Some((stone, ..)) = stones(game).find(|(_, _, at)| *at == At::On(from)) else { return };
    game.emit(Moved { player, from, to });
    put(game, stone, Where::On(from), to);
}

/// The one way a stone gets anywhere. What happened is told first, then what it did to the pieces.
fn put(game: &mut Game, stone: Id, from: Where, to: Id) {
    game.effect(|_| Effect::Moved { piece: stone, from, to: Where::On(to) });
    game.set(stone, At::On(to));
}

fn check_row(game: &mut Game) {
    if has_row(game, game.turn().seat) {
        game.highest_wins("row");
    }
}

fn check_draw(game: &mut Game) {
    let most = game.rules().section::<Draw>().map_or(u32::MAX, |draw| draw.rounds);
    if game.is_end_of_round() && game.turn().round >= most {
        game.highest_wins("rounds");
    }
}
