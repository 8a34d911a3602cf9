//! What the table does for packs that have no form of their own for it: boards as they are written, positions by the names of
//! pieces, chance by the names of purposes.

use super::chance::{Chance, Purpose};
use super::game::Game;
use super::given::{Given, as_table};
use super::id::{Id, calling};
use super::pack::Board;
use crate::document;
use crate::problem::{Problems, Source};
use crate::words::{Message, msg};
use serde_json::{Map, Value};
use std::sync::Arc;

const TOTALS: &str = "totals";

pub(super) fn read_board(source: &Source, inside: bool) -> Result<Board, Problems> {
    Ok(Arc::new(document::read_board::<Value>(source, inside)?))
}

/// `<piece> = { <part> = <value> }`, and `round`. What is not named stays as it was dealt.
pub(super) fn arrange(game: &mut Game, given: &Value) -> Result<(), Message> {
    let given = Given::read(given)?;
    given.set_round(game)?;
    let names = game.names.clone();
    for (name, values) in given.pieces() {
        let piece = game.find(name).ok_or_else(|| msg!("sim.command.no_piece", name))?;
        let values = as_table(name, values)?;
        let rules = game.rules.clone();
        for (key, value) in values {
            let entity = game.entity(piece);
            let part = rules.parts.iter().find(|part| part.name == key && part.is_on(&game.world, entity));
            let part = part.filter(|part| part.is_readable()).ok_or_else(|| msg!("sim.arrange.no_part", name, part = key))?;
            calling(&names, || part.read(&mut game.world, entity, value))
                .map_err(|detail| msg!("sim.arrange.value", name, part = key, detail))?;
        }
    }
    Ok(())
}

/// Every piece with its readable parts, and the scores by seat.
pub(super) fn observe(game: &Game) -> Value {
    let pack = game.rules().pack;
    let mut seen = Map::new();
    for (number, entity) in game.pieces().iter().enumerate() {
        let values = game.rules().parts.iter().filter_map(|part| {
            let value = calling(&game.names, || part.write(&game.world, *entity))?;
            Some((part.name.to_owned(), value))
        });
        let values: Map<String, Value> = values.collect();
        if !values.is_empty() {
            seen.insert(game.name(Id(number as u16)).to_owned(), Value::Object(values));
        }
    }
    seen.insert(TOTALS.to_owned(), game.for_each_seat(|seat| pack.total(game, seat).into()));
    Value::Object(seen)
}

/// `<purpose> = [2, 5]`: what is drawn next, counted from 1.
pub(super) fn load_chance(purposes: &[&str], chance: &mut Chance, given: &Value) -> Result<(), Message> {
    for (number, purpose) in purposes.iter().enumerate() {
        let Some(outcomes) = given.get(*purpose) else { continue };
        let outcomes: Option<Vec<u32>> = serde_json::from_value(outcomes.clone()).ok();
        let outcomes = outcomes.filter(|outcomes| !outcomes.contains(&0));
        for outcome in outcomes.ok_or_else(|| msg!("sim.arrange.outcomes", key = *purpose))? {
            chance.load(Purpose::of_pack(number as u8), outcome - 1);
        }
    }
    Ok(())
}
