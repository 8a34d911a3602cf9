//! How each game was set up last: who sat where, which rules, which handicaps; a small file beside the saves, so that the next game
//! begins with it.

use super::notes;
use crate::problem::Problem;
use crate::table::{COLOURS, Handicap, SeatCard, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

const FILE: &str = "set_up.toml";

/// By game.
#[derive(Debug, Default, Serialize, Deserialize)]
struct SetUps(BTreeMap<String, SetUp>);

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SetUp {
    pub variant: String,
    #[serde(default)]
    handicap: BTreeMap<String, i64>,
    seats: Vec<Seat>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Seat {
    name: String,
    kind: String,
    colour: String,
}

impl SetUp {
    /// How a game was set up last.
    pub(super) fn last(home: &Path, pack: &str) -> Option<Self> {
        notes::load::<SetUps>(&home.join(FILE)).0.remove(pack)
    }

    /// Puts the file aside if it cannot be used, and tells so.
    pub(super) fn check(home: &Path) -> Option<Problem> {
        notes::check::<SetUps>(&home.join(FILE))
    }

    /// Notes how a game is set up.
    pub(super) fn note(home: &Path, table: &Table) {
        let seat = |card: &SeatCard| Seat {
            name: if card.is_called_by_its_colour() { String::new() } else { card.name.clone() },
            kind: card.kind.clone(),
            colour: card.colour().name.to_owned(),
        };
        let handicap = table.handicap().0.iter().filter_map(|(key, value)| Some((key.clone(), value.as_i64()?)));
        let (variant, handicap) = (table.variant().to_owned(), handicap.collect());
        let set_up = Self { variant, handicap, seats: table.cast().iter().map(seat).collect() };
        let mut known: SetUps = notes::load(&home.join(FILE));
        known.0.insert(table.game().rules().pack.name().to_owned(), set_up);
        notes::keep(&home.join(FILE), &known);
    }

    /// Puts everybody back into the seats; what the file says of kinds and colours nobody knows is left as it was.
    pub(super) fn seat(&self, cast: &mut [SeatCard], is_kind: impl Fn(&str) -> bool) -> usize {
        for (card, seat) in cast.iter_mut().zip(&self.seats) {
            card.name = seat.name.chars().take(24).collect();
            if is_kind(&seat.kind) {
                card.kind.clone_from(&seat.kind);
            }
            if let Some(colour) = COLOURS.iter().position(|colour| colour.name == seat.colour) {
                card.colour = colour;
            }
        }
        self.seats.len()
    }

    pub(super) fn handicap(&self) -> Handicap {
        Handicap(self.handicap.iter().map(|(key, value)| (key.clone(), (*value).into())).collect())
    }
}
