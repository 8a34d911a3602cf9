//! What rules from files can say in Triple Mill: stones, fields, stacks, mills and the move.

use super::components::{At, Owner};
use super::stacks::{Stacks, leave, recount, set_due, stones_of, take};
use super::view::{Meaning, field_number, meaning};
use super::{Ground, mills, phrases};
use crate::script::{Dialect, Entry, Kind, Mistake, Of, Scene, Start, Val, int_of, seat_of, thing};
use crate::sim::{Effect, Game, Id, Seat, Where};
use crate::words::{Message, msg};

/// The words of Triple Mill's rules.
pub static DIALECT: Dialect = {
    let mut own = Dialect::new("muehle", ENTRIES, START);
    own.called = |game, id| called(game, id).into();
    own.tells = super::events::EVENT_NAMES;
    own
};

const START: Start = Start {
    declares: "[state.taken]\nper = \"seat\"\n",
    fields: "{ player = \"seat\", value = \"int\" }",
    hook: "at  = \"after capture\"\nif  = 'move.does == \"take\"'\nrun = 'state.taken[me] += 1; emit(\"NAME\", me, state.taken[me]);'\n",
    given: "when    = [\"move a4 a3\", \"take b1\"]\n\n[given]\nstacks = { a1 = \"yellow\", a2 = \"yellow\", a4 = \"yellow\", b1 = \"red\", c2 = \"red\", c3 = \"red\", c5 = \"red\", b5 = \"blue\", c4 = \"blue\", b2 = \"blue\" }\n",
    then: "some_events = [\"NAME 0 1\"]\n",
};

/// A player with fewer stones is out.
const FEWEST: u8 = 3;
/// The most stones a move may take by a rule from a file.
const MOST_DUE: i64 = 9;

static ENTRIES: &[Entry] = &[
    Entry::name("robbed", Kind::Seat, "Whose stone was just taken; () where nobody's was.", |scene, _| {
        Ok(Stacks::of(scene.game).robbed.map_or(Val::Unit, |seat| Val::Int(seat.into())))
    }),
    Entry::name("due", Kind::Int, "How many stones the player to act may still take.", |scene, _| {
        Ok(Val::Int(Stacks::of(scene.game).due().into()))
    }),
    Entry::field(Of::Move, "does", Kind::Text, "What the move is: \"place\", \"move\", \"jump\" or \"take\".", |scene, _| {
        with_move(scene, |meaning| match meaning {
            Meaning::Place { .. } => Val::Word("place"),
            Meaning::Move { jump: false, .. } => Val::Word("move"),
            Meaning::Move { jump: true, .. } => Val::Word("jump"),
            Meaning::Take { .. } => Val::Word("take"),
            Meaning::Decline => Val::Unit,
        })
    })
    .one_of(&["place", "move", "jump", "take"]),
    Entry::field(Of::Move, "from", Kind::Place, "The field it begins on; () for a stone from the hand.", |scene, _| {
        with_move(scene, |meaning| match meaning {
            Meaning::Move { from, .. } => field(scene.game, from),
            Meaning::Take { field: on, .. } => field(scene.game, on),
            Meaning::Place { .. } | Meaning::Decline => Val::Unit,
        })
    }),
    Entry::field(Of::Move, "to", Kind::Place, "The field it ends on; () for a stone that is taken.", |scene, _| {
        with_move(scene, |meaning| match meaning {
            Meaning::Place { to } | Meaning::Move { to, .. } => field(scene.game, to),
            Meaning::Take { .. } | Meaning::Decline => Val::Unit,
        })
    }),
    Entry::field(Of::Move, "level", Kind::Int, "The level of a stone that is taken, from 1; 0 otherwise.", |scene, _| {
        with_move(scene, |meaning| Val::Int(if let Meaning::Take { level, .. } = meaning { i64::from(level) + 1 } else { 0 }))
    }),
    Entry::field(
        Of::Thing,
        "owner",
        Kind::Seat,
        "Who moves a stone; on a field, whose stone is on top; () for none.",
        |scene, values| {
            let (stacks, id) = (Stacks::of(scene.game), thing(values));
            let on_top = |on: u8| (stacks.height(on) > 0).then(|| stacks.owner(stacks.top_stone(on)));
            let owner = stone(scene.game, id).map(|stone| stacks.owner(stone));
            let owner = owner.or_else(|| field_number(scene.game, id).and_then(on_top));
            Ok(owner.map_or(Val::Unit, |seat| Val::Int(seat.into())))
        },
    ),
    Entry::field(
        Of::Thing,
        "place",
        Kind::Place,
        "The field a stone lies on; () for one in hand or out of the game.",
        |scene, values| {
            let on = stone(scene.game, thing(values)).and_then(|_| lying(scene.game, thing(values)));
            Ok(on.map_or(Val::Unit, |(on, _)| field(scene.game, on)))
        },
    ),
    Entry::field(Of::Thing, "stack", Kind::List, "The stones on a field, from the lowest up.", |scene, values| {
        let (stacks, on) = (Stacks::of(scene.game), field_number(scene.game, thing(values)));
        let stones =
            |on: u8| (0..stacks.height(on)).map(|level| Val::Thing(stacks.stone_id(stacks.stone_at(on, level)))).collect();
        Ok(Val::List(on.map_or_else(Vec::new, stones)))
    }),
    Entry::field(Of::Thing, "height", Kind::Int, "How many stones lie on a field.", |scene, values| {
        let on = field_number(scene.game, thing(values));
        Ok(Val::Int(on.map_or(0, |on| Stacks::of(scene.game).height(on).into())))
    }),
    Entry::field(Of::Thing, "name", Kind::Text, "The name of a stone or field, such as \"a1\".", |scene, values| {
        Ok(Val::Text(scene.game.name(thing(values)).into()))
    }),
    Entry::read("stones", &[Kind::Seat], Kind::List, "A seat's stones, on the board and in hand.", |scene, values| {
        Ok(Val::List(stones_of(scene.game, seat_of(&values[0])).map(Val::Thing).collect()))
    }),
    Entry::read("left", &[Kind::Seat], Kind::Int, "How many stones a seat has, on the board and in hand.", |scene, values| {
        Ok(Val::Int(Stacks::of(scene.game).left(seat_of(&values[0])).into()))
    }),
    Entry::read("in_hand", &[Kind::Seat], Kind::Int, "How many stones a seat has still to place.", |scene, values| {
        Ok(Val::Int(Stacks::of(scene.game).in_hand(seat_of(&values[0])).into()))
    }),
    Entry::read("mills", &[Kind::Seat], Kind::Int, "How many mills a seat has, towers among them.", |scene, values| {
        let (ground, stacks, seat) = (Ground::of(scene.game.rules()), Stacks::of(scene.game), seat_of(&values[0]));
        let towers = mills::towers(ground, stacks, seat).count_ones();
        Ok(Val::Int(mills::lines(ground, stacks, seat).len() as i64 + i64::from(towers)))
    }),
    Entry::read("is_out", &[Kind::Seat], Kind::Bool, "Whether a seat is out of the game.", |scene, values| {
        Ok(Val::Bool(Stacks::of(scene.game).is_out(seat_of(&values[0]))))
    }),
    Entry::read("fields", &[], Kind::List, "All fields of the board.", |scene, _| {
        let fields = 0..Ground::of(scene.game.rules()).figure.fields.len() as u8;
        Ok(Val::List(fields.map(|on| field(scene.game, on)).collect()))
    }),
    Entry::read("field", &[Kind::Text], Kind::Place, "The field of that name, such as \"a1\".", |scene, values| {
        let found = Ground::of(scene.game.rules()).figure.find(values[0].as_str().unwrap_or_default());
        found.map(|on| field(scene.game, on)).ok_or_else(|| msg!("script.mistake.place").into())
    }),
    Entry::act(
        "own",
        &[Kind::Piece, Kind::Seat],
        Kind::Bool,
        "Gives a stone to another seat, where it lies; false if its owner would be left with fewer than three, or that seat is out.",
        |acting, values| {
            let (id, to) = (thing(values), seat_of(&values[1]));
            let from = giver(acting.game, id)?;
            let Some(from) = from.filter(|_| !Stacks::of(acting.game).is_out(to)) else { return Ok(Val::Bool(false)) };
            if from != to {
                acting.game.set(id, Owner(to));
                acting.game.effect(|_| Effect::ChangedOwner { piece: id, from, to });
                recount(acting.game);
            }
            Ok(Val::Bool(true))
        },
    ),
    Entry::act(
        "take",
        &[Kind::Piece],
        Kind::Bool,
        "Takes a stone off the board; false if it is not on it, or its owner would be left with fewer than three.",
        |acting, values| {
            let id = thing(values);
            let owner = giver(acting.game, id)?;
            let Some((on, level)) = lying(acting.game, id).filter(|_| owner.is_some()) else { return Ok(Val::Bool(false)) };
            take(acting.game, on, level);
            recount(acting.game);
            Ok(Val::Bool(true))
        },
    ),
    Entry::act(
        "take_more",
        &[Kind::Int],
        Kind::Nothing,
        "Lets the player to act take so many stones more in this move, up to nine.",
        |acting, values| {
            let due = i64::from(Stacks::of(acting.game).due()) + int_of(&values[0]).clamp(0, MOST_DUE);
            set_due(acting.game, due.min(MOST_DUE) as u8);
            Ok(Val::Unit)
        },
    ),
    Entry::act(
        "retire",
        &[Kind::Seat],
        Kind::Bool,
        "Puts a seat out of the game with all its stones; false if it is out already, or nobody else is left.",
        |acting, values| {
            let (game, seat) = (&mut *acting.game, seat_of(&values[0]));
            let in_game = |other: &Seat| !Stacks::of(game).is_out(*other);
            if !in_game(&seat) || (0..game.turn().seats).filter(in_game).count() < 2 {
                return Ok(Val::Bool(false));
            }
            leave(game, seat);
            for piece in stones_of(game, seat).collect::<Vec<Id>>() {
                if let Some((on, level)) = lying(game, piece) {
                    take(game, on, level);
                } else {
                    game.set(piece, At::Gone);
                    game.effect(|_| Effect::Left { piece, from: Where::With(seat) });
                }
            }
            recount(game);
            Ok(Val::Bool(true))
        },
    ),
];

fn field(game: &Game, number: u8) -> Val {
    Val::Thing(Stacks::of(game).field_id(number))
}

/// The number of a stone.
fn stone(game: &Game, id: Id) -> Option<u8> {
    let stacks = Stacks::of(game);
    let number = id.0.checked_sub(stacks.pieces.first_stone.0)?;
    u8::try_from(number).ok().filter(|number| *number < stacks.stones())
}

/// The field and level a stone lies on.
fn lying(game: &Game, id: Id) -> Option<(u8, u8)> {
    match game.get::<At>(id) {
        At::On { field, level } => Some((field, level)),
        At::Hand | At::Gone => None,
    }
}

/// Who has a stone, if it is one to spare; nothing for one that is out of the game or among the last three.
fn giver(game: &Game, id: Id) -> Result<Option<Seat>, Mistake> {
    let number = stone(game, id).ok_or_else(|| Mistake(msg!("script.mistake.stone")))?;
    let owner = Stacks::of(game).owner(number);
    Ok(Some(owner).filter(|owner| game.get::<At>(id) != At::Gone && Stacks::of(game).left(*owner) > FEWEST))
}

/// The move a rule speaks of: the one that may be forbidden, or the one that was made.
#[allow(clippy::unnecessary_wraps, reason = "what entries read may fail, and this one is written in their place")]
fn with_move(scene: &Scene<'_>, give: impl FnOnce(Meaning) -> Val) -> Result<Val, Mistake> {
    let command = scene.command.or(scene.game.chosen());
    Ok(command.and_then(|command| meaning(scene.game, command)).map_or(Val::Unit, give))
}

fn called(game: &Game, id: Id) -> Message {
    match stone(game, id).and_then(|_| lying(game, id)) {
        Some((on, level)) => phrases::stone(game, on, level),
        None => phrases::place(game, id),
    }
}
