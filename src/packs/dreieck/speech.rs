//! What rules from files can say in Triangle Takes: tiles, hands, areas, prisoners and the move.

use super::components::At;
use super::lattice::AreaId;
use super::tabletop::{Tabletop, placed, put_top_under};
use super::{LAY_VERB, phrases};
use crate::script::{Dialect, Entry, Kind, Mistake, Of, Scene, Start, Val, seat_of, thing};
use crate::sim::secret;
use crate::sim::{Game, Id, Seat};
use crate::words::{Arg, Message};

/// The words of Triangle Takes' rules.
pub static DIALECT: Dialect = {
    let mut own = Dialect::new("dreieck", ENTRIES, START);
    own.called = |game, id| called(game, id);
    own.hides = &[secret::HAND];
    own.tells = super::events::EVENT_NAMES;
    own
};

const START: Start = Start {
    declares: "[state.laid]\nper = \"seat\"\n",
    fields: "{ player = \"seat\", value = \"int\" }",
    hook: "at  = \"after lay\"\nif  = '!passed'\nrun = 'state.laid[me] += 1; emit(\"NAME\", me, state.laid[me]);'\n",
    given: "when    = [\"lay aaa 0,0,2 r0\"]\n\n[given]\nseats = 2\nturn  = \"blue\"\ntable = { \"0,0,1\" = \"green-aab r0\" }\nhands = { blue = [\"aaa\", \"aac\"], green = [\"abb\"] }\n",
    then: "some_events = [\"NAME 0 1\"]\n",
};

static ENTRIES: &[Entry] = &[
    Entry::field(Of::Move, "tile", Kind::Piece, "The tile that is laid; () while nobody lays one, as all fields.", |scene, _| {
        with_move(scene, |id, _| Val::Thing(id))
    }),
    Entry::field(Of::Move, "depth", Kind::Int, "How deep it lies among the tiles at hand, 1 for the top one.", |scene, _| {
        with_move(scene, |id, tile| Val::Int(depth(scene.game, id, tile)))
    }),
    Entry::field(Of::Move, "turns", Kind::Int, "By how many thirds it is turned, 0 to 2.", |scene, _| {
        let command = scene.command.or(scene.game.chosen()).filter(|command| command.verb == LAY_VERB);
        Ok(command.map_or(Val::Unit, |command| Val::Int(placed(command).1.into())))
    }),
    Entry::field(Of::Thing, "owner", Kind::Seat, "Whose tile it is; () for anything else.", |scene, values| {
        Ok(Tabletop::of(scene.game).tile_of(thing(values)).map_or(Val::Unit, |(owner, _)| Val::Int(owner.into())))
    }),
    Entry::field(Of::Thing, "holder", Kind::Seat, "Who has taken a tile; () while nobody has.", |scene, values| {
        Ok(match state(scene.game, thing(values)) {
            Some(At::Taken { by }) => Val::Int(by.into()),
            _ => Val::Unit,
        })
    }),
    Entry::field(
        Of::Thing,
        "status",
        Kind::Text,
        "What has become of a tile: \"hand\", \"laid\", \"taken\" or \"aside\"; () for anything else.",
        |scene, values| {
            Ok(match state(scene.game, thing(values)) {
                Some(At::Hand { .. }) => Val::Word("hand"),
                Some(At::Laid { .. }) => Val::Word("laid"),
                Some(At::Taken { .. }) => Val::Word("taken"),
                Some(At::Aside) => Val::Word("aside"),
                None => Val::Unit,
            })
        },
    )
    .one_of(&["hand", "laid", "taken", "aside"]),
    Entry::field(Of::Thing, "name", Kind::Text, "The name of a tile, such as \"blue-aab\".", |scene, values| {
        Ok(Val::Text(scene.game.name(thing(values)).into()))
    }),
    Entry::read("hand", &[Kind::Seat], Kind::List, "The tiles a seat has not laid yet, the top one first.", |scene, values| {
        let (top, seat) = (Tabletop::of(scene.game), seat_of(&values[0]));
        Ok(Val::List(top.hand(seat).tiles().iter().map(|tile| Val::Thing(top.tile_id(seat, *tile))).collect()))
    }),
    Entry::read("tiles", &[Kind::Seat], Kind::List, "All tiles of a seat, wherever they are.", |scene, values| {
        let (top, seat) = (Tabletop::of(scene.game), seat_of(&values[0]));
        Ok(Val::List((0..top.set.len() as u8).map(|tile| Val::Thing(top.tile_id(seat, tile))).collect()))
    }),
    Entry::read("left", &[Kind::Seat], Kind::Int, "How many tiles a seat has not laid yet.", |scene, values| {
        Ok(Val::Int(Tabletop::of(scene.game).hand(seat_of(&values[0])).len() as i64))
    }),
    Entry::read("prisoners", &[Kind::Seat], Kind::Int, "How many tiles a seat has taken.", |scene, values| {
        Ok(Val::Int(Tabletop::of(scene.game).prisoners(seat_of(&values[0])).into()))
    }),
    Entry::read(
        "area",
        &[Kind::Piece],
        Kind::Int,
        "How many tiles the area has that a tile lies in; 0 for one that is not laid.",
        |scene, values| {
            let area = Tabletop::of(scene.game).tile_of(thing(values)).and_then(|(owner, tile)| area_of(scene.game, owner, tile));
            Ok(Val::Int(area.map_or(0, |area| Tabletop::of(scene.game).lattice().area(area).size.into())))
        },
    ),
    Entry::read("largest_area", &[Kind::Seat], Kind::Int, "How many tiles a seat's largest area has.", |scene, values| {
        let (lattice, seat) = (Tabletop::of(scene.game).lattice(), seat_of(&values[0]));
        let own = lattice.tiles().filter(|lying| lying.owner == seat).filter_map(|lying| lattice.area_at(lying.cell));
        Ok(Val::Int(own.map(|area| i64::from(lattice.area(area).size)).max().unwrap_or(0)))
    }),
    Entry::act(
        "put_under",
        &[Kind::Seat],
        Kind::Nothing,
        "Puts the top tile of a seat's stack at the bottom.",
        |acting, values| {
            put_top_under(acting.game, seat_of(&values[0]));
            Ok(Val::Unit)
        },
    ),
];

fn state(game: &Game, id: Id) -> Option<At> {
    Tabletop::of(game).tile_of(id).map(|_| game.get(id))
}

fn area_of(game: &Game, owner: Seat, tile: u8) -> Option<AreaId> {
    let lattice = Tabletop::of(game).lattice();
    let lying = lattice.tiles().find(|lying| (lying.owner, lying.tile) == (owner, tile))?;
    lattice.area_at(lying.cell)
}

/// How deep a tile lies among those of its owner; 0 for one that is not at hand.
fn depth(game: &Game, id: Id, tile: u8) -> i64 {
    let top = Tabletop::of(game);
    let owner = top.tile_of(id).map(|(owner, _)| owner);
    let place = owner.and_then(|owner| top.hand(owner).tiles().iter().position(|held| *held == tile));
    place.map_or(0, |place| place as i64 + 1)
}

/// The move a rule speaks of: the one that may be forbidden, or the one that was made.
#[allow(clippy::unnecessary_wraps, reason = "what entries read may fail, and this one is written in their place")]
fn with_move(scene: &Scene<'_>, give: impl FnOnce(Id, u8) -> Val) -> Result<Val, Mistake> {
    let command = scene.command.or(scene.game.chosen()).filter(|command| command.verb == LAY_VERB);
    let tile = command.and_then(|command| Some((command.piece(), Tabletop::of(scene.game).tile_of(command.piece())?.1)));
    Ok(tile.map_or(Val::Unit, |(id, tile)| give(id, tile)))
}

fn called(game: &Game, id: Id) -> Arg {
    let tile = Tabletop::of(game).tile_of(id);
    tile.map_or_else(|| Message::verbatim(game.name(id)), |(owner, tile)| phrases::tile_of(game, owner, tile)).into()
}
