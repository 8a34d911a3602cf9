//! Positions in words: what a scenario puts on the table, and what it can see there afterwards.

use super::components::{At, Due, Owner, Player};
use super::stacks::{MOST_LEVELS, Stacks, begin_anew};
use super::{COLOURS, Ground, draw, mills};
use crate::sim::{Game, Given, Seat};
use crate::words::{Message, msg};
use serde_json::{Map, Value, json};

const KEYS: [&str; 3] = ["stacks", "hands", "quiet"];

/// `stacks` names the owners on fields, bottom to top; `hands` counts the stones still to place. Stones that are
/// in neither are gone, and a seat with none at all is out.
pub(super) fn arrange(game: &mut Game, given: &Value) -> Result<(), Message> {
    let given = Given::read(given)?.only(&KEYS)?;
    given.set_round(game)?;
    if given.get("stacks").or(given.get("hands")).is_some() {
        let mut supply = Supply::clear(game);
        for (field, owners) in given.table("stacks")? {
            supply.pile(game, field, owners)?;
        }
        for (colour, count) in given.table("hands")? {
            supply.fill_hand(game, colour, count)?;
        }
        supply.settle(game);
    }
    let pieces = Stacks::of(game).pieces;
    game.set(pieces.table, Due(0));
    draw::begin(game, given.number("quiet", 0..=10_000)?.unwrap_or(0) as u16);
    begin_anew(game);
    Ok(())
}

/// The stones not yet put anywhere: how many of each colour are used.
struct Supply {
    used: [u8; COLOURS.len()],
}

impl Supply {
    /// Takes every stone away.
    fn clear(game: &mut Game) -> Self {
        for stone in 0..Stacks::of(game).stones() {
            let id = Stacks::of(game).stone_id(stone);
            game.set(id, At::Gone);
        }
        Self { used: [0; COLOURS.len()] }
    }

    fn next(&mut self, game: &mut Game, seat: Seat, at: At) -> Result<(), Message> {
        let per_player = Stacks::of(game).stones() / game.turn().seats;
        let used = &mut self.used[usize::from(seat)];
        if *used >= per_player {
            let player = game.rules().pack.seat(seat);
            return Err(msg!("muehle.problem.arrange.too_many_stones", player, n = per_player));
        }
        let id = Stacks::of(game).stone_id(seat * per_player + *used);
        *used += 1;
        game.set(id, Owner(seat));
        game.set(id, at);
        Ok(())
    }

    fn pile(&mut self, game: &mut Game, field: &str, owners: &Value) -> Result<(), Message> {
        let ground = Ground::of(game.rules());
        let (number, highest) = (ground.figure.find(field), usize::from(ground.highest));
        let number = number.ok_or_else(|| msg!("muehle.problem.command.no_field", id = field))?;
        let owners: Vec<String> = match owners {
            Value::String(one) => vec![one.clone()],
            list => serde_json::from_value(list.clone()).map_err(|_| msg!("muehle.problem.arrange.owners", field))?,
        };
        if owners.len() > highest {
            return Err(msg!("muehle.problem.arrange.too_high", n = owners.len(), field, most = highest));
        }
        for (level, colour) in (0u8..).zip(&owners) {
            let seat = game.seat_called(colour)?;
            self.next(game, seat, At::On { field: number, level })?;
        }
        Ok(())
    }

    fn fill_hand(&mut self, game: &mut Game, colour: &str, count: &Value) -> Result<(), Message> {
        let seat = game.seat_called(colour)?;
        let count = count.as_u64().filter(|n| *n < 100).ok_or_else(|| msg!("muehle.problem.arrange.hand"))?;
        for _ in 0..count {
            self.next(game, seat, At::Hand)?;
        }
        Ok(())
    }

    fn settle(&self, game: &mut Game) {
        let first = Stacks::of(game).pieces.first_player;
        for seat in 0..game.turn().seats {
            game.set(first.plus(seat.into()), Player { out: self.used[usize::from(seat)] == 0 });
        }
    }
}

pub(super) fn observe(game: &Game) -> Value {
    let (ground, stacks) = (Ground::of(game.rules()), Stacks::of(game));
    let figure = &*ground.figure;
    let on_each = |of: &dyn Fn(u8) -> Value| -> Map<String, Value> {
        (0u8..).zip(&figure.fields).map(|(number, place)| (place.id.clone(), of(number))).collect()
    };
    let mills = |seat: Seat| {
        let lines = mills::lines(ground, stacks, seat).len() as u32;
        lines + mills::towers(ground, stacks, seat).count_ones()
    };
    let protected = |field: u8| {
        let is = |level: u8| mills::protected(ground, stacks, stacks.owner(stacks.stone_at(field, level)))[usize::from(level)];
        (0..stacks.height(field).min(MOST_LEVELS as u8)).map(|level| is(level) >> field & 1 == 1).collect::<Vec<_>>()
    };
    let out = (0..game.turn().seats).filter(|seat| stacks.is_out(*seat)).map(|seat| COLOURS[usize::from(seat)]);
    json!({
        "stacks": on_each(&|field| stacks.owners(field).map(|owner| COLOURS[usize::from(owner)]).collect()),
        "protected": on_each(&|field| json!(protected(field))),
        "hands": game.for_each_seat(|seat| stacks.in_hand(seat).into()),
        "stones": game.for_each_seat(|seat| stacks.left(seat).into()),
        "mills": game.for_each_seat(|seat| mills(seat).into()),
        "out": out.collect::<Vec<_>>(),
        "quiet": draw::quiet(game),
        "board": {"fields": figure.fields.len(), "edges": figure.edges.len(), "lines": figure.lines.len()},
    })
}
