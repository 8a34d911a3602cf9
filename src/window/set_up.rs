//! How each game was set up last: who sat where, which rules, which handicaps; a small file beside the saves, so that the next game
//! begins with it.

use crate::files::{exists, read_file, write_atomically};
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

impl SetUps {
    /// What is known; a file that cannot be read says nothing.
    fn load(home: &Path) -> Self {
        let file = home.join(FILE);
        let text = exists(&file).then(|| read_file(&file).ok()).flatten();
        text.and_then(|source| toml::from_str(&source.text).ok()).unwrap_or_default()
    }
}

impl SetUp {
    /// How a game was set up last.
    pub(super) fn last(home: &Path, pack: &str) -> Option<Self> {
        SetUps::load(home).0.remove(pack)
    }

    /// Notes how a game is set up. What cannot be noted is not worth a word.
    pub(super) fn note(home: &Path, table: &Table) {
        let seat = |card: &SeatCard| Seat {
            name: if card.is_called_by_its_colour() { String::new() } else { card.name.clone() },
            kind: card.kind.clone(),
            colour: card.colour().name.to_owned(),
        };
        let handicap = table.handicap().0.iter().filter_map(|(key, value)| Some((key.clone(), value.as_i64()?)));
        let (variant, handicap) = (table.variant().to_owned(), handicap.collect());
        let set_up = Self { variant, handicap, seats: table.cast().iter().map(seat).collect() };
        let mut known = SetUps::load(home);
        known.0.insert(table.game().rules().pack.name().to_owned(), set_up);
        if let Ok(text) = toml::to_string(&known) {
            let _ = write_atomically(&home.join(FILE), text);
        }
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
