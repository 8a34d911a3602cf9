//! Positions in words: what a scenario puts on the table, and what it can see there afterwards.

use super::cell::Cell;
use super::components::{At, Passes, Spot};
use super::fit::Matching;
use super::lattice::Lying;
use super::score::total;
use super::tabletop::{Tabletop, recount};
use super::tiles::name;
use super::{Terms, view};
use crate::sim::{Game, Given, Id, Seat};
use crate::words::{Message, msg};
use serde_json::{Map, Value, json};

const KEYS: [&str; 4] = ["table", "hands", "prisoners", "passes"];

pub(super) fn arrange(game: &mut Game, given: &Value) -> Result<(), Message> {
    let given = Given::read(given)?.only(&KEYS)?;
    for (number, (cell, tile)) in given.table("table")?.enumerate() {
        put_tile(game, number, cell, tile)?;
    }
    for (player, tiles) in given.table("prisoners")? {
        let by = game.seat_called(player)?;
        for id in tiles_named(game, None, tiles)? {
            game.set(id, At::Taken { by });
        }
    }
    for (player, tiles) in given.table("hands")? {
        deal_hand(game, player, tiles)?;
    }
    if let Some(passes) = given.number("passes", 0..=u64::from(game.turn().seats) - 1)? {
        let table = Tabletop::of(game).pieces.table;
        game.set(table, Passes { in_a_row: passes as u8 });
    }
    given.set_round(game)?;
    recount(game);
    check_matches(game)
}

/// Lays a tile, written as its name and its rotation, such as `blue-abc r1`.
fn put_tile(game: &mut Game, number: usize, cell: &str, tile: &Value) -> Result<(), Message> {
    let cell: Cell = cell.parse().map_err(|error: super::cell::NoCell| error.message())?;
    let text = tile.as_str().ok_or_else(|| msg!("dreieck.problem.not_a_text", cell = cell.to_string()))?;
    let (tile, rotation) = text.split_once(" r").unwrap_or((text, "0"));
    let rotation = rotation.parse().ok().filter(|r: &u8| *r < 3).ok_or_else(|| msg!("dreieck.problem.no_rotation", text))?;
    let id = find_tile(game, tile)?;
    if !cell.is_within(Tabletop::of(game).lattice().radius()) {
        return Err(msg!("dreieck.problem.beyond", cell = cell.to_string()));
    }
    if matches!(game.get(id), At::Laid { .. }) {
        return Err(msg!("dreieck.problem.two_places", tile));
    }
    let first = Tabletop::of(game).pieces.first_spot;
    if (0..number).any(|earlier| game.get::<Spot>(first.plus(earlier)).cell == Some(cell)) {
        return Err(msg!("dreieck.problem.two_tiles", cell = cell.to_string()));
    }
    let spot = first.plus(number);
    game.set(spot, Spot { cell: Some(cell) });
    game.set(id, At::Laid { cell: spot, rotation });
    Ok(())
}

fn find_tile(game: &Game, name: &str) -> Result<Id, Message> {
    let id = game.find(name).filter(|id| Tabletop::of(game).tile_of(*id).is_some());
    id.ok_or_else(|| msg!("dreieck.problem.no_tile", name))
}

/// Tiles by name that nobody has laid or taken; a player's own may be written without the colour.
fn tiles_named(game: &Game, owner: Option<&str>, tiles: &Value) -> Result<Vec<Id>, Message> {
    let names: Vec<String> = serde_json::from_value(tiles.clone()).map_err(|_| msg!("dreieck.problem.not_a_list"))?;
    let mut found = Vec::new();
    for name in names {
        let id = find_tile(game, &owner.map_or_else(|| name.clone(), |colour| format!("{colour}-{name}")))?;
        if !matches!(game.get(id), At::Hand { .. }) || found.contains(&id) {
            return Err(msg!("dreieck.problem.two_places", tile = name));
        }
        found.push(id);
    }
    Ok(found)
}

/// Leaves a player exactly these tiles, the top of the stack first.
fn deal_hand(game: &mut Game, player: &str, tiles: &Value) -> Result<(), Message> {
    let owner = game.seat_called(player)?;
    let kept = tiles_named(game, Some(player), tiles)?;
    for tile in 0..Tabletop::of(game).set.len() as u8 {
        let id = Tabletop::of(game).tile_id(owner, tile);
        if matches!(game.get(id), At::Hand { .. }) {
            game.set(id, At::Aside);
        }
    }
    for (order, id) in kept.into_iter().enumerate() {
        game.set(id, At::Hand { order: order as u16 });
    }
    Ok(())
}

/// A position that could not have been played is a mistake in the file.
fn check_matches(game: &Game) -> Result<(), Message> {
    let lattice = Tabletop::of(game).lattice();
    let (strict, set) = (Terms::of(game.rules()).matching == Matching::Corners, &Terms::of(game.rules()).set);
    let laid = view::table(game);
    for tile in &laid {
        for number in 0..3 {
            for (cell, theirs) in Cell::around(tile.cell.corner(number)) {
                let clashes = |lying: &Lying| !set.agree(lying.corners[theirs], tile.corners[number]);
                let shares = strict || tile.cell.edge_to(cell).is_some();
                if shares && lattice.at(cell).as_ref().is_some_and(clashes) {
                    return Err(msg!("dreieck.problem.no_match", cell = tile.cell.to_string(), other = cell.to_string()));
                }
            }
        }
    }
    Ok(())
}

pub(super) fn observe(game: &Game) -> Value {
    let top = Tabletop::of(game);
    let mut table = Map::new();
    for number in 0..top.set.len() * game.turn().seats as usize {
        let spot: Spot = game.get(top.pieces.first_spot.plus(number));
        let Some(cell) = spot.cell else { continue };
        let lying = top.lattice().at(cell).map(|lying| top.tile_id(lying.owner, lying.tile));
        let tile = lying.map_or_else(|| "free".to_owned(), |id| tile_text(game, id));
        table.insert(cell.to_string(), tile.into());
    }
    let hand = |seat: Seat| top.hand(seat).tiles().iter().map(|tile| top.set.name(*tile)).collect();
    let prisoners = |seat: Seat| view::prisoners(game, seat).iter().map(|id| game.name(*id)).collect();
    let areas = |seat: Seat| {
        let mut sizes: Vec<u16> = view::areas(game, seat).into_iter().map(|cells| cells.len() as u16).collect();
        sizes.sort_unstable();
        json!(sizes)
    };
    json!({
        "table": table,
        "hands": game.for_each_seat(hand),
        "prisoners": game.for_each_seat(prisoners),
        "totals": game.for_each_seat(|seat| total(game, seat).into()),
        "areas": game.for_each_seat(areas),
        "tiles": game.for_each_seat(|_| top.set.tiles().iter().map(|corners| name(*corners)).collect()),
        "laid": top.lattice().laid(),
        "open_edges": top.lattice().open_edges(),
        "passes": game.get::<Passes>(top.pieces.table).in_a_row,
    })
}

fn tile_text(game: &Game, id: Id) -> String {
    match game.get(id) {
        At::Laid { rotation, .. } => format!("{} r{rotation}", game.name(id)),
        _ => "?".to_owned(),
    }
}
