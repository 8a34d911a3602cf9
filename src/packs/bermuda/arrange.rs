//! Positions in words: what a scenario puts on the table, and what it can see there afterwards.

use super::Sea;
use super::cloud::MOST_MAGNETS;
use super::cloud::geometry::{LETTERS, Point};
use super::cloud::spinner::{Segment, TWIRL};
use super::components::{At, Card, Cloud, Deck, Purse};
use super::dice::THROW;
use super::events::Place;
use super::signals::MONEY;
use super::treasury;
use super::waters::{Waters, recount, whereabouts};
use crate::sim::{Chance, Game, Given, Id, Ruleset};
use crate::words::{Message, msg};
use serde_json::{Map, Value, json};

const KEYS: [&str; 4] = ["ships", "money", "decks", "cloud"];

pub(super) fn arrange(game: &mut Game, given: &Value) -> Result<(), Message> {
    let given = Given::read(given)?.only(&KEYS)?;
    given.table("ships")?.try_for_each(|(ship, place)| put_ship(game, ship, place))?;
    given.table("money")?.try_for_each(|(player, money)| give_money(game, player, money))?;
    given.table("decks")?.try_for_each(|(deck, cards)| stack_deck(game, deck, cards))?;
    given.get("cloud").map_or(Ok(()), |cloud| put_cloud(game, cloud))?;
    given.set_round(game)?;
    recount(game);
    Ok(())
}

fn put_ship(game: &mut Game, name: &str, place: &Value) -> Result<(), Message> {
    let place = place.as_str().ok_or_else(|| msg!("bermuda.problem.arrange.place_no_text", ship = name))?;
    let ship = game.find(name).and_then(|id| Waters::of(game).ship_number(id));
    let ship = ship.ok_or_else(|| msg!("bermuda.problem.arrange.no_ship", ship = name))?;
    let rules = game.rules().clone();
    let chart = &Sea::of(&rules).chart;
    let words: Vec<&str> = place.split_whitespace().collect();
    let number = |text: &str| text.parse::<f64>().ok().filter(|n| n.abs() < 1e5);
    let at = match words[..] {
        ["lost"] => At::Lost,
        ["box"] => At::InBox,
        ["cloud"] => hang(game, 0)?,
        ["cloud", magnet] => hang(game, magnet.parse().map_err(|_| msg!("bermuda.problem.arrange.no_magnet", text = magnet))?)?,
        ["adrift", x, y, ref from @ ..] if from.len() < 2 => {
            let at = number(x).zip(number(y)).ok_or_else(|| msg!("bermuda.problem.arrange.adrift"))?;
            let port = from.first().map(|id| {
                let port = chart.ports.iter().position(|port| port.id == *id);
                port.ok_or_else(|| msg!("bermuda.problem.arrange.no_port", text = *id))
            });
            At::Adrift { at: Point { x: at.0, y: at.1 }, port: port.transpose()?.map(|port| port as u8) }
        }
        [place] => {
            if let Some(port) = chart.ports.iter().find(|port| port.id == place) {
                At::Spot(
                    vacant_berth(game, port.berths.clone(), ship)
                        .ok_or_else(|| msg!("bermuda.problem.arrange.no_berth", port = &port.name, ship = name))?,
                )
            } else {
                let space = game.find(place).map(Id::index).filter(|i| *i < chart.spaces());
                At::Spot(space.ok_or_else(|| msg!("bermuda.problem.arrange.no_space", text = place))? as u8)
            }
        }
        _ => return Err(msg!("bermuda.problem.arrange.no_place", text = place)),
    };
    if let At::Spot(spot) = at
        && Waters::of(game).all_ships().any(|other| other != ship && whereabouts(game, other) == At::Spot(spot))
    {
        return Err(msg!("bermuda.problem.arrange.two_ships", place));
    }
    let id = Waters::of(game).ship_id(ship);
    game.set(id, at);
    Ok(())
}

fn vacant_berth(game: &Game, berths: std::ops::Range<u8>, ship: usize) -> Option<u8> {
    if let At::Spot(own) = whereabouts(game, ship)
        && berths.contains(&own)
    {
        return Some(own);
    }
    let taken = |berth: u8| Waters::of(game).all_ships().any(|other| whereabouts(game, other) == At::Spot(berth));
    berths.into_iter().find(|berth| !taken(*berth))
}

fn hang(game: &Game, magnet: usize) -> Result<At, Message> {
    let count = Sea::of(game.rules()).geometry.magnets.len();
    let cloud = Waters::of(game).furniture.clouds.first().filter(|_| magnet < count);
    let cloud = cloud.ok_or_else(|| msg!("bermuda.problem.arrange.no_such_magnet"))?;
    Ok(At::Hanging { magnet: cloud.first_magnet.plus(magnet) })
}

fn give_money(game: &mut Game, player: &str, money: &Value) -> Result<(), Message> {
    let seat = game.seat_called(player)?;
    let money = money.as_i64().filter(|m| (0..=10_000_000).contains(m));
    let money = money.ok_or_else(|| msg!("bermuda.problem.arrange.money"))?;
    let purse = Waters::of(game).purse_id(seat);
    game.set(purse, Purse { money, cards: u16::from(money > 0) });
    game.raise(MONEY);
    Ok(())
}

/// Leaves only these cards in a deck, top card first.
fn stack_deck(game: &mut Game, name: &str, cards: &Value) -> Result<(), Message> {
    let is_deck = |id: &Id| game.world().get::<&Deck>(game.entity(*id)).is_ok();
    let id = game.find(name).filter(is_deck).ok_or_else(|| msg!("bermuda.problem.arrange.no_deck", deck = name))?;
    let cards: Vec<i64> = serde_json::from_value(cards.clone()).map_err(|_| msg!("bermuda.problem.arrange.deck"))?;
    let mut deck: Deck = game.get(id);
    if cards.len() > deck.size.into() {
        return Err(msg!("bermuda.problem.arrange.small_deck", deck = name, n = deck.size));
    }
    deck.drawn = deck.size - cards.len() as u8;
    game.set(id, deck);
    for (i, value) in cards.into_iter().enumerate() {
        let card = deck.first_card.plus(usize::from(deck.drawn) + i);
        game.set(card, Card { deck: id, value, holder: None });
    }
    Ok(())
}

fn put_cloud(game: &mut Game, value: &Value) -> Result<(), Message> {
    let pieces = Waters::of(game).furniture.clouds.first().copied();
    let pieces = pieces.ok_or_else(|| msg!("bermuda.problem.arrange.no_cloud"))?;
    let given = value.as_object().ok_or_else(|| msg!("bermuda.problem.arrange.cloud"))?;
    if let Some(unknown) = given.keys().find(|key| !["at", "letter"].contains(&key.as_str())) {
        return Err(msg!("bermuda.problem.arrange.cloud_key", key = unknown));
    }
    let mut cloud: Cloud = game.get(pieces.cloud);
    if let Some(at) = value.get("at") {
        let dot: Result<[i16; 2], _> = serde_json::from_value(at.clone());
        let [column, row] = dot.map_err(|_| msg!("bermuda.problem.arrange.cloud_at"))?;
        let grid = &Sea::of(game.rules()).chart.grid;
        if !(0..grid.columns).contains(&column) || !(0..grid.rows).contains(&row) {
            return Err(msg!("bermuda.problem.arrange.no_dot", column, row));
        }
        (cloud.column, cloud.row) = (column, row);
    }
    if let Some(letter) = value.get("letter") {
        let letter = LETTERS.iter().position(|l| letter.as_str() == Some(l));
        cloud.letter = letter.ok_or_else(|| msg!("bermuda.problem.arrange.letter"))? as u8;
    }
    game.set(pieces.cloud, cloud);
    Ok(())
}

pub(super) fn load_chance(rules: &Ruleset, chance: &mut Chance, given: &Value) -> Result<(), Message> {
    let list = |key: &str| match given.get(key) {
        None => Ok([].iter()),
        Some(value) => value.as_array().map(|list| list.iter()).ok_or_else(|| msg!("bermuda.problem.arrange.no_list", key)),
    };
    for die in list("dice")? {
        let sides = u64::from(Sea::of(rules).dice.sides);
        let value = die
            .as_u64()
            .filter(|v| (1..=sides).contains(v))
            .ok_or_else(|| msg!("bermuda.problem.arrange.no_roll", text = die.to_string(), sides))?;
        chance.load(THROW, value as u32 - 1);
    }
    for spin in list("spins")? {
        let text = spin.as_str().ok_or_else(|| msg!("bermuda.problem.arrange.spin"))?;
        let segment = Segment::parse(text)?;
        let index = Sea::of(rules).spinner.iter().position(|s| *s == segment);
        let index = index.ok_or_else(|| msg!("bermuda.problem.arrange.no_segment", text))?;
        chance.load(TWIRL, index as u32);
    }
    Ok(())
}

pub(super) fn observe(game: &Game) -> Value {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let mut at = Map::new();
    for ship in waters.all_ships() {
        at.insert(game.name(waters.ship_id(ship)).to_owned(), place_name(game, ship).into());
    }
    let money = game.for_each_seat(|seat| treasury::money_of(game, seat).into());
    let mut decks = Map::new();
    for id in waters.furniture.decks.iter().flatten() {
        let deck: Deck = game.get(*id);
        let left = (deck.drawn..deck.size).map(|card| game.get::<Card>(deck.first_card.plus(card.into())).value);
        decks.insert(game.name(*id).to_owned(), left.collect());
    }
    let mut view = json!({"ships": at, "money": money, "decks": decks});
    let under = (0..sea.chart.spaces()).filter(|space| waters.is_under(*space as u8)).map(super::board::space_name);
    view["covered"] = under.collect();
    for (number, pieces) in waters.furniture.clouds.iter().enumerate() {
        let cloud = waters.cloud(number);
        view[game.name(pieces.cloud)] = json!({"at": [cloud.column, cloud.row], "letter": LETTERS[cloud.letter as usize]});
    }
    view
}

/// Where a ship is, in the words of `given`.
fn place_name(game: &Game, ship: usize) -> String {
    match whereabouts(game, ship) {
        At::Spot(spot) => match Waters::of(game).place(&Sea::of(game.rules()).chart, spot) {
            Place::On(id) => game.name(id).to_owned(),
            Place::Adrift | Place::Cloud => "?".to_owned(),
        },
        At::Adrift { at, port } => {
            let port = port.map(|port| format!(" {}", Sea::of(game.rules()).chart.ports[usize::from(port)].id));
            format!("adrift {:.0} {:.0}{}", at.x, at.y, port.unwrap_or_default())
        }
        At::Hanging { magnet } => {
            let (cloud, magnet) = Waters::of(game).hook(magnet).unwrap_or_default();
            format!("cloud {}", cloud * MOST_MAGNETS + magnet)
        }
        At::Lost => "lost".to_owned(),
        At::InBox => "box".to_owned(),
    }
}
