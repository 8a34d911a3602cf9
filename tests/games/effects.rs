//! Effects tell everything that happens to pieces and money, and events know what the simulation knew.

use crate::common;
use std::collections::BTreeMap;
use triangulum::packs::bermuda::cloud::geometry::Point;
use triangulum::packs::bermuda::components::{At, Purse};
use triangulum::packs::bermuda::events::{Bumped, Captured, Moment, Place, Pushed, Rolled, Rotated, Sailed, Settled, Travelled};
use triangulum::packs::bermuda::treasury::money_in_bank;
use triangulum::packs::bermuda::waters::{Waters, whereabouts};
use triangulum::packs::bermuda::{Sea, movement::Stop};
use triangulum::packs::dreieck::Tabletop;
use triangulum::packs::dreieck::components as tiles;
use triangulum::packs::muehle::{components as stones, stacks::Stacks};
use triangulum::players::{Player, Random};
use triangulum::sim::{Account, Effect, Event, Game, Id, Where};
use triangulum::variant::propose::Proposal;

const HEAD: &str = "pack = \"bermuda\"\nextends = \"standard\"\n";

/// Plays a whole recorded game and looks at it before the first decision and after every one.
fn watch(variant: &triangulum::variant::Variant, seats: usize, seed: u64, mut look: impl FnMut(&Game)) {
    let mut game = common::game(variant, seats, seed);
    let mut player = Random::new(seed, 0);
    look(&game);
    while game.outcome().is_none() {
        let command = player.choose(&game);
        game.apply(command).unwrap();
        look(&game);
    }
}

/// What a reader knows who was there at the start and has heard nothing but effects since.
#[derive(Default)]
struct Heard {
    places: BTreeMap<Id, Where>,
    owners: BTreeMap<Id, u8>,
    money: BTreeMap<u8, i64>,
    bank: i64,
    cards: BTreeMap<u8, i64>,
    ended: bool,
}

impl Heard {
    fn hear(&mut self, game: &Game) {
        for (number, _) in game.events().iter().enumerate() {
            game.effects_of(number).for_each(|effect| self.take_in(effect));
        }
    }

    fn take_in(&mut self, effect: Effect) {
        match effect {
            Effect::Moved { piece, from, to } => {
                let known = self.places.insert(piece, to);
                assert!(known.is_none_or(|known| known == from), "{piece:?} was {known:?}, not {from:?}");
            }
            Effect::Appeared { piece, at } => _ = self.places.insert(piece, at),
            Effect::Left { piece, .. } => _ = self.places.insert(piece, Where::Away),
            Effect::Paid { from, to, amount } => {
                assert!(amount > 0);
                for (account, amount) in [(from, -amount), (to, amount)] {
                    match account {
                        Account::Seat(seat) => *self.money.entry(seat).or_default() += amount,
                        Account::Bank => self.bank += amount,
                    }
                }
            }
            Effect::Drew { seat, value, .. } => {
                *self.money.entry(seat).or_default() += value;
                *self.cards.entry(seat).or_default() += 1;
            }
            Effect::Took { seat, from, piece } => {
                self.places.insert(piece, Where::With(seat));
                *self.cards.entry(seat).or_default() += 1;
                *self.cards.entry(from).or_default() -= 1;
            }
            Effect::ChangedOwner { piece, to, .. } => _ = self.owners.insert(piece, to),
            Effect::Ended => self.ended = true,
            Effect::Turned { .. } | Effect::Threw { .. } | Effect::Marked { .. } => {}
        }
    }
}

#[test]
fn whoever_hears_only_effects_knows_where_every_ship_and_every_coin_is() {
    let rules = "rules = [\"salvage\", \"toll\", \"pirates\", \"insurance\", \"twin_cloud\", \"storm_season\", \"last_round\"]\n";
    let wild = common::from_text(&format!("{HEAD}{rules}[salvage]\nprice = 20_000\n[victory]\ngoal = 300_000\n"));
    let mut seen = [0; 3];
    for (variant, seed) in [(&wild, 1), (&wild, 2), (&wild, 3), (&common::variant("standard"), 4)] {
        let mut heard = Heard::default();
        watch(variant, 4, seed, |game| {
            heard.hear(game);
            let (waters, chart) = (Waters::of(game), &Sea::of(game.rules()).chart);
            for ship in waters.all_ships() {
                let Some(place) = heard.places.get(&waters.ship_id(ship)) else { continue };
                let there = match whereabouts(game, ship) {
                    At::Spot(spot) => Where::On(waters.spot_id(chart, spot)),
                    At::Hanging { magnet } => Where::On(magnet),
                    At::Adrift { at, .. } => Where::At(at.x as f32, at.y as f32),
                    At::Lost | At::InBox => Where::Away,
                };
                assert_eq!(*place, there);
            }
            for seat in 0..4 {
                let purse: Purse = game.get(waters.purse_id(seat));
                assert_eq!(heard.money.get(&seat).copied().unwrap_or(0), purse.money);
                assert_eq!(heard.cards.get(&seat).copied().unwrap_or(0), i64::from(purse.cards));
            }
            assert_eq!(heard.bank, money_in_bank(game));
            assert_eq!(heard.ended, game.outcome().is_some());
            let told = |name: &str| game.events().iter().filter(|event| event.kind.name == name).count();
            seen = [seen[0] + told("toll"), seen[1] + told("salvaged"), seen[2] + told("stolen")];
        });
    }
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
}

#[test]
fn whoever_hears_only_effects_knows_where_every_stone_lies_and_whose_it_is() {
    let mut adopted = 0;
    for seed in 0..40 {
        let mut heard = Heard::default();
        watch(&common::variant_of("muehle", "standard"), 3, seed, |game| {
            heard.hear(game);
            let stacks = Stacks::of(game);
            for stone in 0..stacks.stones() {
                let id = stacks.stone_id(stone);
                let there = match game.get::<stones::At>(id) {
                    stones::At::On { field, .. } => Where::On(stacks.field_id(field)),
                    stones::At::Hand => continue,
                    stones::At::Gone => Where::Away,
                };
                assert_eq!(heard.places[&id], there);
                assert!(heard.owners.get(&id).is_none_or(|owner| *owner == stacks.owner(stone)));
            }
        });
        adopted += heard.owners.len();
    }
    assert!(adopted > 0, "nobody was adopted");
}

#[test]
fn whoever_hears_only_effects_knows_where_every_tile_lies() {
    let mut heard = Heard::default();
    watch(&common::variant_of("dreieck", "standard"), 3, 2, |game| {
        heard.hear(game);
        for seat in 0..3 {
            for tile in 0..Tabletop::of(game).set.len() as u8 {
                let id = Tabletop::of(game).tile_id(seat, tile);
                let there = match game.get::<tiles::At>(id) {
                    tiles::At::Laid { cell, .. } => Where::On(cell),
                    tiles::At::Taken { by } => Where::With(by),
                    tiles::At::Hand { .. } | tiles::At::Aside => Where::With(seat),
                };
                assert_eq!(*heard.places.get(&id).unwrap_or(&Where::With(seat)), there);
            }
        }
    });
}

#[test]
fn a_game_nobody_reads_keeps_no_effects() {
    let variant = common::variant("standard");
    let mut game = Game::new(variant.rules.clone(), 4, triangulum::sim::Chance::seeded(1)).unwrap();
    let command = game.offers()[0];
    game.apply(command).unwrap();
    assert!((0..game.events().len()).all(|event| game.effects_of(event).next().is_none()));
}

#[test]
fn a_rule_that_joins_in_mid_game_leaves_the_bank_as_it_is() {
    let cheap = "[salvage]\nprice = 5_000\n";
    let before = common::from_text(&format!("{HEAD}rules = [\"salvage\"]\n{cheap}"));
    let after = common::from_text(&format!("{HEAD}rules = [\"salvage\", \"insurance\"]\n{cheap}"));
    let mut tried = 0;
    for seed in 0..40 {
        let mut game = common::game(&before, 4, seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() && money_in_bank(&game) == 0 {
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
        if game.outcome().is_some() {
            continue;
        }
        tried += 1;
        let held = money_in_bank(&game);
        Proposal::from_files(&game, &after).unwrap_or_else(|problems| panic!("{problems}")).swap_into(&mut game);
        let command = player.choose(&game);
        game.apply(command).unwrap();
        assert!(game.rules().is_in_force("insurance") || game.pending_rules().is_some());
        common::play_out(&mut game, seed);
        assert_ne!(held, 0);
        game.audit().unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(tried > 3);
}

// ── What events know ──────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn a_ship_that_comes_into_port_lies_in_the_berth_the_event_names() {
    let mut berths = 0;
    for seed in 0..10 {
        watch(&common::variant("standard"), 4, seed, |game| {
            let chart = &Sea::of(game.rules()).chart;
            let arrivals = game.events().iter().enumerate().filter_map(|(number, event)| Some((number, arrival(event)?)));
            for (number, (ship, to, berth)) in arrivals {
                let Place::On(place) = to else { panic!("nobody arrives {to:?}") };
                let port = chart.ports.iter().find(|port| port.id == game.name(place));
                assert_eq!(port.is_some(), berth.is_some());
                let Some((port, berth)) = port.zip(berth) else { continue };
                berths += 1;
                let spot = Waters::of(game).spot_id(chart, port.berths.start + berth);
                let moved =
                    |effect| matches!(effect, Effect::Moved { piece, to: Where::On(to), .. } if (piece, to) == (ship, spot));
                assert!(game.effects_of(number).any(moved));
            }
        });
    }
    assert!(berths > 100);
}

fn arrival(event: &Event) -> Option<(Id, Place, Option<u8>)> {
    if let Some(e) = Sailed::read(event) {
        assert_eq!(e.berth.is_some(), e.stop == Stop::Docked);
        return Some((e.ship, e.to, e.berth));
    }
    if let Some(e) = Bumped::read(event) {
        return Some((e.ship, e.to, e.berth));
    }
    Settled::read(event).map(|e| (e.ship, e.to, e.berth))
}

#[test]
fn every_die_of_a_roll_is_told() {
    for rules in ["", "rules = [\"bag_die\"]\n", "rules = [\"lucky_die\"]\n"] {
        let variant = common::from_text(&format!("{HEAD}{rules}[dice]\ncount = 3\n"));
        watch(&variant, 2, 1, |game| {
            for roll in game.events().iter().filter_map(Rolled::read) {
                assert_eq!(roll.dice.numbers().len(), 3);
                assert_eq!(roll.dice.sum(), roll.value);
            }
        });
    }
}

#[test]
fn the_spinner_goes_round_and_says_what_held_the_cloud() {
    let variant = common::variant("standard");
    let (mut held, mut spins) = (0, 0);
    watch(&variant, 3, 5, |game| {
        let mut spun = None;
        for event in game.events() {
            if event.kind.name == "spun" {
                let line = event.to_json(game.names(), &|c| game.command_text(c));
                spins += 1;
                assert_eq!(line["player"], (u64::from(game.turn().first) + spins - 1) % 3, "{line}");
                spun = line["dots"].as_u64();
            }
            let Some(e) = Travelled::read(event) else { continue };
            let went = u64::from((e.to[0] - e.from[0]).unsigned_abs() + (e.to[1] - e.from[1]).unsigned_abs());
            assert_eq!(e.asked.map(u64::from), spun);
            assert_eq!(e.held.is_some(), spun.is_some_and(|dots| went < dots));
            held += u32::from(e.held.is_some());
        }
    });
    assert!(held > 0);
}

#[test]
fn at_the_moment_a_ship_is_caught_the_magnet_is_just_there() {
    let mut caught = 0;
    for seed in 0..30 {
        let mut adrift: BTreeMap<Id, Point> = BTreeMap::new();
        watch(&common::variant("standard"), 4, seed, |game| {
            let sea = Sea::of(game.rules());
            let (mut letter, mut turn, mut way) = (0, 0, [[0; 2]; 2]);
            let mut last = 0.0;
            let mut begun = false;
            for event in game.events() {
                if let Some(e) = Rotated::read(event) {
                    (letter, turn, last) = (e.from.0, e.eighths, 0.0);
                    // Where the cloud stands while it turns is told when it travels.
                    let travel = game.events().iter().find_map(Travelled::read).unwrap();
                    way = [travel.from; 2];
                    begun = true;
                } else if let Some(e) = Travelled::read(event) {
                    way = [e.from, e.to];
                    last = 0.0;
                } else if let Some(e) = Pushed::read(event) {
                    adrift.insert(e.ship, e.at);
                    assert!((last..=1.0).contains(&e.moment.share()));
                    last = e.moment.share();
                } else if let Some(e) = Captured::read(event) {
                    assert!(begun && (last..=1.0).contains(&e.moment.share()));
                    last = e.moment.share();
                    let grid = &sea.chart.grid;
                    let (from, to) = (grid.at(way[0][0], way[0][1]), grid.at(way[1][0], way[1][1]));
                    let (centre, turned) = match e.moment {
                        Moment::Turn(share) => (from, f64::from(turn) * share),
                        Moment::Travel(share) => (from + (to - from) * share, f64::from(turn)),
                    };
                    let angle = (f64::from(letter) + turned) * std::f64::consts::FRAC_PI_4;
                    let magnet = &sea.geometry.magnets[usize::from(e.magnet)];
                    let (at, (sin, cos)) = (magnet.at(), angle.sin_cos());
                    let magnet_at = centre + Point { x: at.x * cos - at.y * sin, y: at.x * sin + at.y * cos };
                    let ship = match e.from {
                        Place::On(id) if id.index() < sea.chart.spaces() => sea.chart.spots[id.index()],
                        Place::Adrift => adrift[&e.ship],
                        _ => continue,
                    };
                    let (apart, length) = (magnet_at.distance(ship), to.distance(from).max(1.0));
                    // Either it comes into reach just now, or it lay in reach when the movement began.
                    let slack = 2e-6 * length + 1e-3;
                    assert!(apart <= magnet.reach + slack, "{apart} from the magnet at {:?}", e.moment);
                    assert!(
                        apart >= magnet.reach - slack || last == 0.0 || adrift.contains_key(&e.ship),
                        "{apart} at {:?}",
                        e.moment
                    );
                    caught += 1;
                }
            }
        });
    }
    assert!(caught > 50, "{caught}");
}
