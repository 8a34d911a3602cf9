//! Who sits where: names, colours and kinds of players. The simulation knows seats by number and by the words of its
//! pack; here those words become people.

use crate::limits;
use crate::players;
use crate::sim::Pack;
pub use crate::sim::show::{COLOURS, Colour};
use crate::words::{self, Arg, Message};
use serde_json::{Value, json};

/// The kind of a seat whose moves come from a person.
pub const HUMAN: &str = "human";

/// One seat at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatCard {
    /// Empty for whoever is called by the colour of the pieces.
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

    /// The colour that stands for a name. Older records have it as an English word.
    fn nameless(&self) -> Option<Colour> {
        let name = self.name.trim();
        if name.is_empty() {
            return Some(self.colour());
        }
        COLOURS.into_iter().find(|colour| name.eq_ignore_ascii_case(colour.name))
    }

    /// Whether the seat has no other name than a colour's.
    pub fn is_called_by_its_colour(&self) -> bool {
        self.nameless().is_some()
    }

    /// What the seat is called: by its name, or by its colour in the language that is spoken.
    pub fn called(&self) -> Arg {
        self.nameless().map_or_else(|| Arg::from(&self.name), Colour::called)
    }

    /// The same as a text.
    pub fn said(&self) -> String {
        self.nameless().map_or_else(|| self.name.clone(), Colour::said)
    }

    pub fn to_json(&self) -> Value {
        json!({"name": self.name, "colour": self.colour().name})
    }
}

/// Seats as a new game suggests them: one person against bots.
pub fn default_cast(pack: &dyn Pack, kinds: &[String]) -> Vec<SeatCard> {
    let seats = kinds.iter().enumerate();
    let card = |(seat, kind): (usize, &String)| {
        let colour = Colour::named(pack.seat_name(seat as u8), seat);
        SeatCard { name: String::new(), kind: kind.clone(), colour }
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

/// A message with the names at this table: "Blue rolls 5." becomes "Anna rolls 5.".
pub fn named(cast: &[SeatCard], message: Message) -> Message {
    message.with_seats(&|seat| cast.get(usize::from(seat)).map(SeatCard::called))
}
