//! What rules from files can say in a game that brings no words of its own for them: what every game has by being shown and played.
//! Pieces and places are those of its `show`.

use super::api::{Dialect, Entry, Of, Scene, Start, seat_of, thing};
use super::value::{Kind, Mistake, Val};
use crate::sim::name::intern;
use crate::sim::show::{Piece, named_in};
use crate::sim::{Command, Game, Id, Where};
use crate::words::{english, msg};
use std::sync::{Mutex, PoisonError};

/// Counts the turns of every player. How it is tried depends on the game, so whoever writes the scenario plays a turn.
const START: Start = Start {
    declares: "[state.turns]\nper = \"seat\"\n",
    fields: "{ player = \"seat\", value = \"int\" }",
    hook: "at  = \"end of turn\"\nrun = 'state.turns[me] += 1; emit(\"NAME\", me, state.turns[me]);'\n",
    given: "",
    then: "some_events = [\"NAME SEAT 1\"]\n",
};

static MADE: Mutex<Vec<&'static Dialect>> = Mutex::new(Vec::new());

/// The dialect of a game that brings none, made when it is first asked for and kept for good.
pub fn plain(pack: &'static str) -> &'static Dialect {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = made.iter().find(|dialect| dialect.pack == pack) {
        return known;
    }
    let dialect: &'static Dialect = Box::leak(Box::new(Dialect { tells: told(pack), ..Dialect::new(pack, ANY_GAME, START) }));
    made.push(dialect);
    dialect
}

/// What the game's own events are called, as far as it has words for them.
fn told(pack: &str) -> &'static [&'static str] {
    let words = english();
    let events = words.ids().filter_map(|id| id.strip_prefix(pack)?.strip_prefix(".event.")?.split('.').next());
    Vec::leak(events.map(intern).collect())
}

/// What such rules can say beside what those of all games can.
pub static ANY_GAME: &[Entry] = &[
    Entry::field(
        Of::Move,
        "does",
        Kind::Text,
        "What the move is: the first word of its command; () while none is made.",
        |scene, _| {
            let command = moved(scene);
            let verb = command.and_then(|command| scene.game.rules().pack.verbs().get(usize::from(command.verb.0)).copied());
            Ok(verb.map_or(Val::Unit, Val::Word))
        },
    ),
    Entry::field(Of::Move, "names", Kind::List, "The pieces and places the command of the move names, in order.", |scene, _| {
        Ok(Val::List(named(scene).into_iter().map(Val::Thing).collect()))
    }),
    Entry::field(Of::Move, "from", Kind::Place, "The first of several that the command names; () for one.", |scene, _| {
        Ok(named(scene).split_last().and_then(|(_, before)| before.first()).map_or(Val::Unit, |id| Val::Thing(*id)))
    }),
    Entry::field(Of::Move, "to", Kind::Place, "The last or only one that the command names.", |scene, _| {
        Ok(named(scene).last().map_or(Val::Unit, |id| Val::Thing(*id)))
    }),
    Entry::field(
        Of::Thing,
        "owner",
        Kind::Seat,
        "Whose piece it is; on a place, whose piece is on top; () for nobody's.",
        |scene, values| {
            let (id, pieces) = (thing(values), pieces(scene.game));
            let found = pieces.iter().rev().find(|piece| piece.id == id || piece.at == Where::On(id));
            Ok(found.and_then(|piece| piece.owner).map_or(Val::Unit, |seat| Val::Int(seat.into())))
        },
    ),
    Entry::field(Of::Thing, "place", Kind::Place, "The place a piece lies on; () for one that lies on none.", |scene, values| {
        let piece = pieces(scene.game).into_iter().find(|piece| piece.id == thing(values));
        Ok(match piece.map(|piece| piece.at) {
            Some(Where::On(place)) => Val::Thing(place),
            _ => Val::Unit,
        })
    }),
    Entry::field(Of::Thing, "pieces", Kind::List, "The pieces on a place, from the lowest up.", |scene, values| {
        Ok(things(scene.game, |piece| piece.at == Where::On(thing(values))))
    }),
    Entry::field(Of::Thing, "name", Kind::Text, "The name of a piece or place, as commands write it.", |scene, values| {
        Ok(Val::Text(scene.game.name(thing(values)).into()))
    }),
    Entry::read("pieces", &[], Kind::List, "All pieces that can be seen.", |scene, _| Ok(things(scene.game, |_| true))),
    Entry::read("pieces", &[Kind::Seat], Kind::List, "A seat's pieces.", |scene, values| {
        Ok(things(scene.game, |piece| piece.owner == Some(seat_of(&values[0]))))
    }),
    Entry::read("places", &[], Kind::List, "All places of the board.", |scene, _| {
        let rules = scene.game.rules();
        let places = rules.pack.show().map(|show| show.places(rules)).unwrap_or_default();
        Ok(Val::List(places.iter().filter_map(|place| scene.game.find(&place.name)).map(Val::Thing).collect()))
    }),
    Entry::read("place", &[Kind::Text], Kind::Place, "The place or piece of that name.", |scene, values| {
        let found = scene.game.find(values[0].as_str().unwrap_or_default());
        found.map(Val::Thing).ok_or_else(|| Mistake(msg!("script.mistake.place")))
    }),
];

fn pieces(game: &Game) -> Vec<Piece> {
    game.rules().pack.show().map(|show| show.pieces(game)).unwrap_or_default()
}

fn things(game: &Game, which: impl Fn(&Piece) -> bool) -> Val {
    Val::List(pieces(game).iter().filter(|piece| which(piece)).map(|piece| Val::Thing(piece.id)).collect())
}

/// The move a rule speaks of: the one that may be forbidden, or the one that was made.
fn moved(scene: &Scene<'_>) -> Option<Command> {
    let of_game = |command: &Command| usize::from(command.verb.0) < scene.game.rules().pack.verbs().len();
    scene.command.or(scene.game.chosen()).filter(of_game)
}

fn named(scene: &Scene<'_>) -> Vec<Id> {
    moved(scene).map(|command| named_in(scene.game, command)).unwrap_or_default()
}
