//! What rules from files can say in Bermuda: the roll, the move, ships, places, cards and money.

use super::cargo::{self, hand_over};
use super::components::{At, Card, Dice};
use super::danger;
use super::dice::{THROW, show, throw};
use super::docking::{admits, free_berth};
use super::movement::{Stop, Voyage};
use super::sailing::voyage_of;
use super::signals::{BUMPS, DOCKED, WAITS};
use super::treasury::{self, money_of, transfer};
use super::victory::nearest_wins;
use super::waters::{Ships, Waters, lay_down, owner, relocate, shelter, shelter_in, ships, spots};
use super::{HOME_DECK, Sea};
use crate::script::limits::MONEY;
use crate::script::{
    Acting, BANK, Dialect, Entry, Kind, Mistake, Of, Scene, Start, Val, account, int_of, moment, seat_of, thing,
};
use crate::sim::event::Row;
use crate::sim::secret;
use crate::sim::{Command, Effect, Game, Id, Seat};
use crate::words::msg;
use hecs::Entity;
use std::cell::Cell;

/// The words of Bermuda's rules.
pub static DIALECT: Dialect = {
    let mut own = Dialect::new("bermuda", ENTRIES, START);
    own.parts = &[treasury::PART];
    own.open_bank = |game| {
        treasury::open(game);
    };
    own.is_own = |game, command| is_own(game, command);
    own.called = |game, id| super::phrases::piece(game, id).into();
    own.signals = |field, text| match (field, text) {
        ("stop", Some("docked")) => Some(DOCKED),
        ("stop", Some("port_full")) => Some(WAITS),
        ("bumps", None) => Some(BUMPS),
        _ => None,
    };
    own.hides = &[secret::MONEY, secret::CARDS];
    own.tells = super::events::EVENT_NAMES;
    own
};

const START: Start = Start {
    declares: "[settings.value]\ndefault = 700\nrange   = [0, 9_000]\nunit    = \"money\"\n",
    fields: "{ player = \"seat\", value = \"money\" }",
    hook: "at  = \"after sail\"\nif  = 'move.stop == \"docked\"'\nrun = 'emit(\"NAME\", me, pay(bank, me, set.value));'\n",
    given: "when    = [\"sail blue-4\"]\n\n[given]\nseats = 2\ndice  = [4, 1]\nships = { blue-4 = \"s44\", blue-1 = \"s05\" }\n",
    then: "some_events = [\"NAME 0 700\"]\n",
};

const STOPS: &[&str] = &["full", "docked", "port_full", "occupied", "cloud"];
const STATUSES: &[&str] = &["sea", "port", "adrift", "hanging", "lost", "box"];

static ENTRIES: &[Entry] = &[
    Entry::name("roll", Kind::Int, "What the dice come to.", |scene, _| Ok(Val::Int(Waters::of(scene.game).roll.into()))),
    Entry::name("dice", Kind::List, "The faces of the dice, one by one.", |scene, _| {
        let faces = scene.game.get::<Dice>(Waters::of(scene.game).furniture.dice).faces;
        Ok(Val::List(faces.numbers().iter().map(|face| Val::Int((*face).into())).collect()))
    }),
    Entry::name("bank", Kind::Account, "Where money comes from and goes to that is nobody's.", |_, _| Ok(Val::Word(BANK))),
    Entry::name("goal_reached", Kind::Bool, "Whether anybody owns as much as their goal.", |scene, _| {
        let (game, goal) = (scene.game, Sea::of(scene.game.rules()).victory.goal);
        Ok(Val::Bool((0..game.turn().seats).any(|seat| money_of(game, seat) >= goal.of(seat))))
    }),
    Entry::name("hanging", Kind::Int, "How many ships hang from the cloud.", |scene, _| {
        Ok(Val::Int(Waters::of(scene.game).hanging().count_ones().into()))
    }),
    Entry::name("lost", Kind::Int, "How many ships are lost.", |scene, _| {
        Ok(Val::Int(Waters::of(scene.game).lost.count_ones().into()))
    }),
    Entry::name("home", Kind::Place, "The Home Port.", |scene, _| {
        let ports = &Sea::of(scene.game.rules()).chart.ports;
        let home = ports.iter().position(|port| port.decks.iter().any(|deck| deck == HOME_DECK));
        Ok(home.map_or(Val::Unit, |port| Val::Thing(Waters::of(scene.game).port_id(port))))
    }),
    Entry::field(Of::Move, "ship", Kind::Piece, "The ship that sails; () while nobody does, as all fields.", |scene, _| {
        with_move(scene, |waters, v| Val::Thing(waters.ship_id(v.ship.into())))
    }),
    Entry::field(Of::Move, "from", Kind::Place, "The space or port it comes from.", |scene, _| {
        with_move(scene, |waters, v| place_of(scene.game, waters, v.from))
    }),
    Entry::field(Of::Move, "to", Kind::Place, "The space or port it comes to.", |scene, _| {
        with_move(scene, |waters, v| place_of(scene.game, waters, v.to))
    }),
    Entry::field(Of::Move, "pips", Kind::Int, "How many spaces it sails.", |scene, _| {
        with_move(scene, |_, v| Val::Int(v.pips.into()))
    }),
    Entry::field(
        Of::Move,
        "stop",
        Kind::Text,
        "What ends the move: \"full\" (the whole roll), \"docked\", \"port_full\", \"occupied\", \"cloud\".",
        |scene, _| with_move(scene, |_, v| Val::Word(v.stop.word())),
    )
    .one_of(STOPS),
    Entry::field(Of::Move, "earns", Kind::Bool, "Whether it docks where cards are due to it.", |scene, _| {
        with_move(scene, |_, v| Val::Bool(v.stop == Stop::Docked && !v.unpaid && !cargo::is_unpaid(scene.game, v)))
    }),
    Entry::field(Of::Move, "bumps", Kind::Piece, "The ship that is bumped, or ().", |scene, _| {
        with_move(scene, |waters, v| v.bumps.map_or(Val::Unit, |ship| Val::Thing(waters.ship_id(ship.into()))))
    }),
    Entry::field(Of::Move, "port", Kind::Place, "The port it docks in, or the next one on its way.", |scene, _| {
        with_move(scene, |waters, v| {
            let chart = &Sea::of(scene.game.rules()).chart;
            let docked = (v.stop == Stop::Docked).then(|| chart.port_of(v.to)).flatten();
            Val::Thing(waters.port_id(docked.unwrap_or_else(|| chart.port_after(chart.leg_of(v.to)))))
        })
    }),
    Entry::field(
        Of::Thing,
        "owner",
        Kind::Seat,
        "A ship's owner, or who holds a card; () for anything else.",
        |scene, values| {
            let id = thing(values);
            if let Some(ship) = Waters::of(scene.game).ship_number(id) {
                return Ok(Val::Int(owner(ship).into()));
            }
            Ok(card(scene.game, id).and_then(|card| card.holder).map_or(Val::Unit, |seat| Val::Int(seat.into())))
        },
    ),
    Entry::field(
        Of::Thing,
        "place",
        Kind::Place,
        "The space or port a ship lies in; () for one that lies nowhere.",
        |scene, values| {
            let waters = Waters::of(scene.game);
            let spot = waters.ship_number(thing(values)).and_then(|ship| waters.spot_of(ship));
            Ok(spot.map_or(Val::Unit, |spot| place_of(scene.game, waters, spot)))
        },
    ),
    Entry::field(
        Of::Thing,
        "status",
        Kind::Text,
        "What has become of a ship: \"sea\", \"port\", \"adrift\", \"hanging\", \"lost\" or \"box\"; () for anything else.",
        |scene, values| {
            let waters = Waters::of(scene.game);
            let Some(ship) = waters.ship_number(thing(values)) else { return Ok(Val::Unit) };
            Ok(Val::Word(match waters.at(ship) {
                At::Spot(spot) if Sea::of(scene.game.rules()).chart.port_of(spot).is_some() => "port",
                At::Spot(_) => "sea",
                At::Adrift { .. } => "adrift",
                At::Hanging { .. } => "hanging",
                At::Lost => "lost",
                At::InBox => "box",
            }))
        },
    )
    .one_of(STATUSES),
    Entry::field(Of::Thing, "home", Kind::Bool, "Whether a place is the Home Port.", |scene, values| {
        let ports = &Sea::of(scene.game.rules()).chart.ports;
        let port = port_number(scene.game, thing(values));
        Ok(Val::Bool(port.is_some_and(|port| ports[port].decks.iter().any(|deck| deck == HOME_DECK))))
    }),
    Entry::field(
        Of::Thing,
        "name",
        Kind::Text,
        "The name of a piece or place, such as \"blue-1\" or \"hamilton\".",
        |scene, values| Ok(Val::Text(scene.game.name(thing(values)).into())),
    ),
    Entry::field(Of::Thing, "value", Kind::Money, "What a card is worth; 0 for anything else.", |scene, values| {
        Ok(Val::Int(card(scene.game, thing(values)).map_or(0, |card| card.value)))
    }),
    Entry::read("money", &[Kind::Seat], Kind::Money, "What a seat has.", |scene, values| {
        Ok(Val::Int(money_of(scene.game, seat_of(&values[0]))))
    }),
    Entry::read("ports", &[], Kind::List, "All ports.", |scene, _| {
        let ports = 0..Sea::of(scene.game.rules()).chart.ports.len();
        Ok(Val::List(ports.map(|port| Val::Thing(Waters::of(scene.game).port_id(port))).collect()))
    }),
    Entry::read("ships", &[], Kind::List, "All ships, player by player.", |scene, _| {
        let waters = Waters::of(scene.game);
        Ok(Val::List(waters.all_ships().map(|ship| Val::Thing(waters.ship_id(ship))).collect()))
    }),
    Entry::read("ships", &[Kind::Seat], Kind::List, "A seat's ships.", |scene, values| {
        let (waters, seat) = (Waters::of(scene.game), seat_of(&values[0]));
        let own = waters.all_ships().filter(|ship| owner(*ship) == seat);
        Ok(Val::List(own.map(|ship| Val::Thing(waters.ship_id(ship))).collect()))
    }),
    Entry::read("lost_ships", &[], Kind::List, "All ships that are lost, player by player.", |scene, _| {
        let waters = Waters::of(scene.game);
        Ok(Val::List(ships(waters.lost).map(|ship| Val::Thing(waters.ship_id(ship))).collect()))
    }),
    Entry::read(
        "ships_in",
        &[Kind::Place, Kind::Seat],
        Kind::Int,
        "How many ships a seat has in a space or port.",
        |scene, values| {
            let (waters, place) = (Waters::of(scene.game), thing(values));
            if let Some(port) = port_number(scene.game, place) {
                return Ok(Val::Int(waters.own_ships_in(port, seat_of(&values[1])).into()));
            }
            let lies =
                |ship: &usize| waters.spot_of(*ship).is_some_and(|spot| place_of(scene.game, waters, spot) == Val::Thing(place));
            Ok(Val::Int(waters.all_ships().filter(|ship| owner(*ship) == seat_of(&values[1])).filter(lies).count() as i64))
        },
    ),
    Entry::read(
        "room",
        &[Kind::Place, Kind::Seat],
        Kind::Bool,
        "Whether a ship of a seat can be put into a space or port.",
        |scene, values| Ok(Val::Bool(spot_in(scene.game, thing(values), seat_of(&values[1]))?.is_some())),
    ),
    Entry::read(
        "threatened",
        &[Kind::Piece],
        Kind::Bool,
        "Whether the cloud will take a ship when it moves as it has just been spun, other rules from files left aside.",
        |scene, values| {
            let ship = ship(scene.game, values)?;
            Ok(Val::Bool(taken_next(scene.game) >> ship & 1 == 1))
        },
    ),
    Entry::read("cards", &[Kind::Seat], Kind::List, "The cards a seat holds.", |scene, values| {
        let mut held: Vec<Id> = Vec::new();
        each_card(scene.game, seat_of(&values[0]), |id, _| held.push(id));
        held.sort();
        Ok(Val::List(held.into_iter().map(Val::Thing).collect()))
    }),
    Entry::read(
        "lowest_card",
        &[Kind::Seat],
        Kind::Piece,
        "The card of lowest worth that a seat holds; () if it has none.",
        |scene, values| Ok(best_card(scene.game, seat_of(&values[0]), |value| value)),
    ),
    Entry::read(
        "highest_card",
        &[Kind::Seat],
        Kind::Piece,
        "The card of highest worth that a seat holds; () if it has none.",
        |scene, values| Ok(best_card(scene.game, seat_of(&values[0]), |value| -value)),
    ),
    Entry::read(
        "place",
        &[Kind::Text],
        Kind::Place,
        "The space or port of that name, such as \"s01\" or \"miami\".",
        |scene, values| {
            let found = scene.game.find(values[0].as_str().unwrap_or_default());
            let found = found.filter(|id| port_number(scene.game, *id).is_some() || space_number(scene.game, *id).is_some());
            found.map(Val::Thing).ok_or_else(|| msg!("script.mistake.place").into())
        },
    ),
    Entry::act(
        "pay",
        &[Kind::Account, Kind::Account, Kind::Money],
        Kind::Money,
        "Moves money and gives how much it was: a player pays no more than there is, the bank may run into debt.",
        |acting, values| match &values[2] {
            Val::Int(sum @ 0..=MONEY) => Ok(Val::Int(transfer(acting.game, account(&values[0]), account(&values[1]), *sum))),
            _ => Err(msg!("script.mistake.sum").into()),
        },
    ),
    Entry::act(
        "move",
        &[Kind::Piece, Kind::Place],
        Kind::Bool,
        "Puts a ship into a space or port; false if there is no room.",
        put,
    ),
    Entry::act(
        "shelter",
        &[Kind::Piece, Kind::Bool],
        Kind::Nothing,
        "Says whether a ship, or whatever lies in a port, is out of the cloud's reach.",
        |acting, values| {
            let is_safe = values[1] == Val::Bool(true);
            if let Some(port) = port_number(acting.game, thing(values)) {
                let berths = &Sea::of(acting.game.rules()).chart.ports[port].berths;
                let (berths, so_far) = (spots(berths.start, berths.end), Waters::of(acting.game).sheltering);
                shelter_in(acting.game, if is_safe { so_far | berths } else { so_far & !berths });
            } else {
                let ship = ship(acting.game, values)?;
                shelter(acting.game, ship, is_safe);
            }
            Ok(Val::Unit)
        },
    ),
    Entry::act(
        "give",
        &[Kind::Piece, Kind::Seat],
        Kind::Nothing,
        "Gives a card to another seat; its worth is paid for itself.",
        |acting, values| {
            let (id, to) = (thing(values), seat_of(&values[1]));
            match card(acting.game, id).and_then(|card| card.holder) {
                Some(from) if from != to => hand_over(acting.game, id, from, to),
                Some(_) => {}
                None => return Err(msg!("script.mistake.card").into()),
            }
            Ok(Val::Unit)
        },
    ),
    Entry::act(
        "draw",
        &[Kind::Place],
        Kind::Money,
        "The player to act takes the top card of a port's products; gives its worth.",
        |acting, values| take_card(acting, values, acting.game.turn().seat),
    ),
    Entry::act(
        "draw",
        &[Kind::Place, Kind::Seat],
        Kind::Money,
        "A seat takes the top card of a port's products; gives its worth.",
        |acting, values| take_card(acting, values, seat_of(&values[1])),
    ),
    Entry::act(
        "throw_dice",
        &[],
        Kind::List,
        "Throws all dice of the game and gives their faces; nobody sees them yet.",
        |acting, _| {
            let faces = throw(acting.game);
            Ok(Val::List(faces.numbers().iter().map(|face| Val::Int((*face).into())).collect()))
        },
    ),
    Entry::act(
        "throw_die",
        &[Kind::Int],
        Kind::Int,
        "Throws a die with so many sides, by the chance of the game's own dice.",
        |acting, values| match int_of(&values[0]) {
            sides @ 1..=1_000 => Ok(Val::Int(i64::from(acting.game.draw(THROW, sides as u32)) + 1)),
            _ => Err(msg!("script.mistake.sides").into()),
        },
    ),
    Entry::act(
        "lay_dice",
        &[Kind::List],
        Kind::Nothing,
        "Lays the dice down with these faces: that is the roll.",
        |acting, values| {
            show(acting.game, faces(&values[0])?);
            *acting.since = acting.game.mark();
            Ok(Val::Unit)
        },
    ),
    Entry::act(
        "keep_dice",
        &[Kind::List],
        Kind::Nothing,
        "Lets only these faces of the dice that lie there count as the roll; nobody has thrown anything.",
        |acting, values| {
            let (seat, dice) = (acting.game.turn().seat, faces(&values[0])?);
            lay_down(acting.game, dice);
            acting.game.effect(|_| Effect::Threw { seat, dice });
            Ok(Val::Unit)
        },
    ),
    Entry::act(
        "win_by_goal",
        &[],
        Kind::Nothing,
        "Ends the game: whoever is nearest to the own goal, or furthest beyond it, wins.",
        |acting, _| {
            acting.settled()?;
            nearest_wins(acting.game);
            Ok(Val::Unit)
        },
    ),
];

/// What the cloud will do, as it was found last.
struct Ahead {
    at: Option<u64>,
    taken: Ships,
    /// A game to think in.
    trial: Game,
}

thread_local! {
    static AHEAD: Cell<Option<Box<Ahead>>> = const { Cell::new(None) };
}

/// The ships the cloud will take. A list asks that for one ship after the other, so it is found out once.
fn taken_next(game: &Game) -> Ships {
    let (now, known) = (moment(), AHEAD.take());
    let ahead = match known {
        Some(ahead) if now.is_some() && ahead.at == now => ahead,
        known => {
            let mut ahead = known.map_or_else(
                || Box::new(Ahead { at: now, taken: 0, trial: game.clone() }),
                |mut ahead| {
                    ahead.trial.clone_from(game);
                    ahead
                },
            );
            ahead.taken = danger::will_be_taken(&mut ahead.trial);
            ahead.at = now;
            ahead
        }
    };
    let taken = ahead.taken;
    AHEAD.set(Some(ahead));
    taken
}

/// Dice as a rule lists them.
fn faces(list: &Val) -> Result<Row, Mistake> {
    const MOST: usize = 15;
    let Val::List(items) = list else { return Err(msg!("script.mistake.faces").into()) };
    let face = |item: &Val| u8::try_from(int_of(item)).ok().filter(|face| (1..=20).contains(face) && matches!(item, Val::Int(_)));
    let faces: Option<Vec<u8>> = items.iter().map(face).collect();
    let total = |faces: &Vec<u8>| faces.iter().map(|face| u32::from(*face)).sum::<u32>();
    let faces = faces.filter(|faces| (1..=MOST).contains(&faces.len()) && total(faces) <= u8::MAX.into());
    Ok(Row::of(faces.ok_or_else(|| Mistake(msg!("script.mistake.faces")))?))
}

fn take_card(acting: &mut Acting<'_>, values: &[Val], seat: Seat) -> Result<Val, Mistake> {
    let port = port_number(acting.game, thing(values)).ok_or_else(|| Mistake(msg!("script.mistake.port")))?;
    let decks = &Sea::of(acting.game.rules()).chart.ports[port].decks;
    let Some(deck) = decks.iter().position(|deck| deck != HOME_DECK) else { return Ok(Val::Int(0)) };
    let before = money_of(acting.game, seat);
    cargo::draw_for(acting.game, seat, port, deck);
    *acting.since = acting.game.mark();
    Ok(Val::Int(money_of(acting.game, seat) - before))
}

/// The move a rule speaks of: the one that may be forbidden, or the one in hand.
#[allow(clippy::unnecessary_wraps, reason = "what entries read may fail, and this one is written in their place")]
fn with_move(scene: &Scene<'_>, give: impl FnOnce(&Waters, Voyage) -> Val) -> Result<Val, Mistake> {
    let waters = Waters::of(scene.game);
    let voyage = match scene.command {
        Some(command) => voyage_of(scene.game, command),
        None => waters.voyage(),
    };
    Ok(voyage.map_or(Val::Unit, |voyage| give(waters, voyage)))
}

/// A spot as rules know it: a space, or the port of a berth.
fn place_of(game: &Game, waters: &Waters, spot: u8) -> Val {
    let chart = &Sea::of(game.rules()).chart;
    Val::Thing(chart.port_of(spot).map_or_else(|| waters.spot_id(chart, spot), |port| waters.port_id(port)))
}

fn port_number(game: &Game, id: Id) -> Option<usize> {
    let ports = Sea::of(game.rules()).chart.ports.len();
    (0..ports).find(|port| Waters::of(game).port_id(*port) == id)
}

fn space_number(game: &Game, id: Id) -> Option<u8> {
    let spaces = Sea::of(game.rules()).chart.spaces();
    (id.index() < spaces).then_some(id.index() as u8)
}

fn card(game: &Game, id: Id) -> Option<Card> {
    let entity = game.pieces().get(id.index())?;
    game.world().get::<&Card>(*entity).ok().map(|card| *card)
}

fn ship(game: &Game, values: &[Val]) -> Result<usize, Mistake> {
    Waters::of(game).ship_number(thing(values)).ok_or_else(|| msg!("script.mistake.ship").into())
}

/// The spot of a space or port that takes a ship of this seat, if there is room.
fn spot_in(game: &Game, place: Id, seat: Seat) -> Result<Option<u8>, Mistake> {
    let (waters, sea) = (Waters::of(game), Sea::of(game.rules()));
    match (port_number(game, place), space_number(game, place)) {
        (Some(port), _) if admits(waters, port, seat).is_ok() => Ok(free_berth(waters, &sea.chart.ports[port].berths)),
        (Some(_), _) => Ok(None),
        (None, Some(space)) => Ok(Some(space).filter(|space| waters.ship_at(*space).is_none())),
        (None, None) => Err(msg!("script.mistake.place").into()),
    }
}

fn put(acting: &mut Acting<'_>, values: &[Val]) -> Result<Val, Mistake> {
    let game = &mut *acting.game;
    let (ship, place) = (ship(game, values)?, thing(&values[1..]));
    let waters = Waters::of(game);
    // While one ship bumps another both lie on one space, and neither may be taken away from the other.
    let shares = waters
        .spot_of(ship)
        .is_some_and(|spot| waters.all_ships().any(|other| other != ship && waters.spot_of(other) == Some(spot)));
    let Some(spot) = spot_in(game, place, owner(ship))?.filter(|_| !shares) else { return Ok(Val::Bool(false)) };
    relocate(game, ship, At::Spot(spot));
    Ok(Val::Bool(true))
}

/// Whether a command would be the player's to give now.
fn is_own(game: &Game, command: Command) -> bool {
    let ship = Waters::of(game).ship_number(command.piece());
    ship.is_some_and(|ship| owner(ship) == game.turn().seat && voyage_of(game, command).is_some())
}

/// Goes through the cards a seat holds, in no order.
fn each_card(game: &Game, seat: Seat, mut see: impl FnMut(Id, &Card)) {
    for (entity, card) in &mut game.world().query::<(Entity, &Card)>() {
        if card.holder == Some(seat) {
            see(Id::of(entity), card);
        }
    }
}

/// The card of a seat that comes first by what its worth is made into; of several the first one.
fn best_card(game: &Game, seat: Seat, by: impl Fn(i64) -> i64) -> Val {
    let mut best: Option<(i64, Id)> = None;
    each_card(game, seat, |id, card| {
        let this = (by(card.value), id);
        if best.is_none_or(|best| this < best) {
            best = Some(this);
        }
    });
    best.map_or(Val::Unit, |(_, id)| Val::Thing(id))
}
