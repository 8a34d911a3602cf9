//! Who sits where: names, colours and kinds of players. The simulation knows seats by number and by the words of its
//! pack; here those words become people.

use crate::limits;
use crate::players;
use crate::sim::{Game, Pack};
use crate::words;
use serde_json::{Value, json};

/// The kind of a seat whose moves come from a person.
pub const HUMAN: &str = "human";

/// A colour a player can choose; every colour also has a pattern of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    pub name: &'static str,
    pub rgb: [u8; 3],
}

/// The colours of the table. The first four are those of Bermuda's seats.
pub const COLOURS: [Colour; 6] = [
    Colour { name: "blue", rgb: [28, 78, 156] },
    Colour { name: "green", rgb: [22, 138, 98] },
    Colour { name: "red", rgb: [198, 48, 40] },
    Colour { name: "yellow", rgb: [244, 190, 32] },
    Colour { name: "violet", rgb: [122, 74, 148] },
    Colour { name: "black", rgb: [58, 63, 69] },
];

/// One seat at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatCard {
    pub name: String,
    /// [`HUMAN`] or the name of a bot.
    pub kind: String,
    /// An index into [`COLOURS`].
    pub colour: usize,
}

impl SeatCard {
    pub fn is_human(&self) -> bool {
        self.kind == HUMAN
    }

    pub fn colour(&self) -> Colour {
        COLOURS[self.colour % COLOURS.len()]
    }

    /// Whether the seat has no other name than a colour's.
    pub fn is_called_by_its_colour(&self) -> bool {
        COLOURS.iter().any(|colour| self.name.trim().eq_ignore_ascii_case(colour.name))
    }

    pub fn to_json(&self) -> Value {
        json!({"name": self.name, "colour": self.colour().name})
    }
}

/// The colour of the table that goes by a pack's name for a seat.
fn colour_of(pack: &dyn Pack, seat: usize) -> usize {
    let word = pack.seat_name(seat as u8);
    COLOURS.iter().position(|colour| colour.name == word).unwrap_or(seat % COLOURS.len())
}

/// Seats as a new game suggests them: one person against bots.
pub fn default_cast(pack: &dyn Pack, kinds: &[String]) -> Vec<SeatCard> {
    let seats = kinds.iter().enumerate();
    let card = |(seat, kind): (usize, &String)| {
        let colour = colour_of(pack, seat);
        SeatCard { name: capital(COLOURS[colour].name), kind: kind.clone(), colour }
    };
    seats.map(card).collect()
}

/// Reads the seats of a save; what is missing is filled in.
pub(super) fn from_header(pack: &dyn Pack, kinds: &[String], players: &Value) -> Vec<SeatCard> {
    // A kind of player nobody knows here would never move; a person can.
    let known = |kind: &String| if players::Kind::parse(kind).is_some() { kind.clone() } else { HUMAN.to_owned() };
    let mut cast = default_cast(pack, &kinds.iter().map(known).collect::<Vec<_>>());
    for (seat, card) in cast.iter_mut().enumerate() {
        let given = &players[seat];
        if let Some(name) = given["name"].as_str().map(|name| words::name(name, limits::PLAYER)).filter(|name| !name.is_empty()) {
            card.name = name;
        }
        if let Some(colour) = given["colour"].as_str().and_then(|name| COLOURS.iter().position(|c| c.name == name)) {
            card.colour = colour;
        }
    }
    cast
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// A sentence of the game with the pack's words for seats replaced by the names and colours at this table:
/// "Blue rolls 5." becomes "Anna rolls 5.", and `blue-1` becomes `red-1` when Anna sails under red.
pub fn retell(game: &Game, cast: &[SeatCard], sentence: &str) -> String {
    let pack = game.rules().pack;
    let mut told = String::with_capacity(sentence.len() + 16);
    for word in sentence.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let tail = &word[bare.len()..];
        let seat = (0..cast.len()).find(|seat| pack.seat_name(*seat as u8).eq_ignore_ascii_case(bare));
        match seat.map(|seat| &cast[seat]) {
            Some(card) if tail.starts_with('-') => told += card.colour().name,
            Some(card) => told += &card.name,
            None => told += bare,
        }
        told += tail;
    }
    told
}
