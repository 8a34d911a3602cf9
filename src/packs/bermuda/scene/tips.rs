//! What is said about a ship or a space when it is pointed at: where it would go, what that would bring, or why it
//! cannot. Consequences are what is certain to come of the move, for whoever looks.

use super::BermudaScene;
use super::pieces::{Place, ShownDeck};
use crate::packs::bermuda::bot::outlook;
use crate::packs::bermuda::danger::{Danger, danger};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::movement::{Voyage, voyage};
use crate::packs::bermuda::waters::{Waters, owner};
use crate::packs::bermuda::{Sea, phrases};
use crate::sim::event::{Ended, TurnBegan};
use crate::sim::{Command, Event, Eyes, Game, Seat};
use crate::table::{Table, named};
use crate::window::scene::{Scene, Target, Tip, Tone};
use crate::words::{Arg, Message, figure, money, msg, say};

pub(super) fn tip(scene: &BermudaScene, table: &Table, target: &Target, eyes: Eyes, show_danger: bool) -> Option<Tip> {
    let game = table.game();
    if let Some(ship) = BermudaScene::ship_named(game, &target.name) {
        return Some(ship_tip(scene, table, ship, eyes));
    }
    if let Some(deck) = target.name.strip_prefix("deck:") {
        let deck = scene.pieces().decks.iter().find(|shown| shown.name == deck)?;
        return Some(Tip {
            title: say!("bermuda.window.tip.place", place = phrases::deck(&deck.name)),
            lines: vec![deck_line(deck)],
        });
    }
    if target.name.starts_with("cloud:") {
        return Some(cloud_tip(scene, table));
    }
    let spot_id = target.name.strip_prefix("spot:")?;
    let chart = &scene.sea().chart;
    let spot = (0..chart.spots.len()).find(|spot| phrases::spot_id(chart, *spot) == spot_id)?;
    let port = chart.port_of(spot as u8);
    let mut lines: Vec<(Tone, String)> = port.into_iter().flat_map(|port| port_lines(scene, port, game.turn().seats)).collect();
    if show_danger && scene.is_current() {
        let ids = ["bermuda.window.tip.danger_here", "bermuda.window.tip.no_danger_here"];
        lines.push(danger_line(ids, scene.danger_of(game, spot)?));
    }
    let place = port.map_or_else(|| phrases::space(chart, spot), |port| phrases::port(chart, port));
    (!lines.is_empty()).then(|| Tip { title: say!("bermuda.window.tip.place", place), lines })
}

/// What lies on a deck.
fn deck_line(deck: &ShownDeck) -> (Tone, String) {
    let goods = phrases::deck(&deck.name);
    match deck.cards.front() {
        Some(value) => (Tone::Plain, say!("bermuda.window.tip.deck", goods, value = money(*value), n = deck.cards.len())),
        None => (Tone::Quiet, say!("bermuda.window.tip.deck_empty", goods)),
    }
}

/// The decks of a port, how many ships lie there, and how many make it full.
fn port_lines(scene: &BermudaScene, port: usize, seats: Seat) -> Vec<(Tone, String)> {
    let place = &scene.sea().chart.ports[port];
    let decks = scene.pieces().decks.iter().filter(|deck| place.decks.contains(&deck.name)).map(deck_line);
    let lies = |at: &&Place| matches!(at, Place::Spot(spot) if place.berths.contains(spot));
    let n = scene.pieces().ships.iter().filter(lies).count();
    let room = scene.sea().capacities(seats)[port];
    let berths = say!("bermuda.window.tip.berths", n, room, of = place.berths.len());
    decks.chain([(Tone::Quiet, berths)]).collect()
}

/// What the cloud does, and which ships hang from it.
fn cloud_tip(scene: &BermudaScene, table: &Table) -> Tip {
    let (game, ships) = (table.game(), &scene.pieces().ships);
    let hanging = (0..ships.len()).filter(|ship| matches!(ships[*ship], Place::Hanging { .. }));
    let hanging: Vec<Message> = hanging.map(|ship| phrases::ship(game, Waters::of(game).ship_id(ship))).collect();
    let mut lines = vec![(Tone::Plain, say!("bermuda.window.tip.cloud"))];
    if !hanging.is_empty() {
        let caught = named(table.cast(), msg!("bermuda.window.tip.caught", ships = hanging));
        lines.push((Tone::Bad, caught.to_string()));
    }
    lines.push((Tone::Quiet, say!("bermuda.window.tip.cloud_keys")));
    Tip { title: say!("bermuda.window.tip.cloud_title"), lines }
}

/// How likely a ship is taken, in the first words, or that it cannot be, in the others.
fn danger_line([some, none]: [&'static str; 2], danger: Danger) -> (Tone, String) {
    if danger.taken == 0 {
        return (Tone::Good, say!(none));
    }
    (Tone::Bad, say!(some, taken = danger.taken, of = danger.of, percent = percent(danger)))
}

fn percent(danger: Danger) -> Arg {
    figure(danger.chance() * 100.0, 0)
}

fn ship_tip(scene: &BermudaScene, table: &Table, ship: usize, eyes: Eyes) -> Tip {
    let game = table.game();
    let id = Waters::of(game).ship_id(ship);
    let title = msg!("bermuda.window.tip.ship", name = phrases::ship_name(game, id), owner = phrases::seat(owner(ship)));
    let mut tip = Tip { title: named(table.cast(), title).to_string(), lines: Vec::new() };
    let command = BermudaScene::sail(game, ship);
    let plight = match scene.pieces().ships[ship] {
        Place::Hanging { .. } => Some((Tone::Bad, say!("bermuda.window.tip.hangs"))),
        Place::Adrift(_) => Some((Tone::Bad, say!("bermuda.window.tip.adrift"))),
        _ => None,
    };
    if scene.moving() {
        tip.lines.extend(plight);
        return tip;
    }
    if game.offers().contains(&command) {
        let goes_on = consequences(table, command, eyes, &mut tip);
        if let Some(v) = planned(game, ship).filter(|_| goes_on) {
            let ids = ["bermuda.window.tip.danger_there", "bermuda.window.tip.no_danger_there"];
            tip.lines.push(danger_line(ids, danger(game, ship, v.to)));
        }
    } else if owner(ship) == game.deciding() && game.outcome().is_none() {
        tip.refuse(table, command);
    } else if plight.is_some() {
        tip.lines.extend(plight);
    } else if let Some(port) = full_ahead(game, ship) {
        let (sea, seats) = (scene.sea(), game.turn().seats);
        let (n, port) = (sea.capacities(seats)[port], phrases::port(&sea.chart, port));
        tip.lines.push((Tone::Plain, say!("bermuda.window.tip.waits", port, n)));
    }
    tip
}

/// The port that a ship on the last space before it waits for, because it is full.
fn full_ahead(game: &Game, ship: usize) -> Option<usize> {
    let waters = Waters::of(game);
    let lane = waters.lane(waters.spot_of(ship)?);
    let port = usize::from(lane.port);
    (lane.first == lane.end && waters.is_full(port)).then_some(port)
}

/// The voyage a ship would make now.
pub(super) fn planned(game: &Game, ship: usize) -> Option<Voyage> {
    let waters = Waters::of(game);
    voyage(Sea::of(game.rules()), waters, ship, waters.roll).ok()
}

/// What an offer to sail brings and risks: the same numbers the computer players go by.
pub(super) fn prospects(game: &Game, command: Command) -> Vec<(Tone, Message)> {
    let Some(outlook) = outlook(game, command) else { return Vec::new() };
    let tone = match outlook.after.chance().total_cmp(&outlook.before.chance()) {
        std::cmp::Ordering::Less => Tone::Good,
        std::cmp::Ordering::Equal => Tone::Plain,
        std::cmp::Ordering::Greater => Tone::Bad,
    };
    let risk = match (outlook.before.taken, outlook.after.taken) {
        (0, 0) => msg!("bermuda.window.risk_none"),
        _ => msg!("bermuda.window.risk", before = percent(outlook.before), after = percent(outlook.after)),
    };
    let gain = (outlook.money > 0).then(|| (Tone::Good, msg!("bermuda.window.gain", value = money(outlook.money))));
    gain.into_iter().chain([(tone, risk)]).collect()
}

/// Whether an event is chance, or lies beyond it.
fn is_beyond(event: &Event) -> bool {
    [told::Rolled::kind(), told::SpunDots::kind(), told::SpunWord::kind(), TurnBegan::kind()]
        .into_iter()
        .any(|kind| event.is(kind))
}

/// What comes of a command.
#[derive(PartialEq)]
enum Consequence {
    Told(Tone, String),
    /// The game is over.
    End,
}

/// Tells what follows from a command as far as it is certain, to whoever looks; false when the game would be over.
fn consequences(table: &Table, command: Command, eyes: Eyes, tip: &mut Tip) -> bool {
    let tell = |copy: &Game, event: &Event| {
        // A card that is sure to be drawn lay open.
        if let Some(e) = told::CardDrawn::read(event) {
            let goods = phrases::deck(copy.name(e.deck));
            let card = say!("bermuda.window.tip.card", value = money(e.value), goods);
            return vec![Consequence::Told(Tone::Good, card)];
        }
        let sentence = copy.sentence(event).map(|sentence| {
            let about = sentence.seats();
            // What changes hands is known to both, but not before it does.
            let to = match eyes {
                Eyes::Of(seat) if about.iter().any(|other| *other != seat) => Eyes::Nobody,
                eyes => eyes,
            };
            named(table.cast(), copy.as_told(sentence, &about, to)).to_string()
        });
        let told = sentence.map(|sentence| Consequence::Told(Tone::Plain, sentence));
        told.into_iter().chain(event.is(Ended::kind()).then_some(Consequence::End)).collect()
    };
    let certain = table.game().foresee(command, eyes, |copy, events| {
        events.iter().take_while(|event| !is_beyond(event)).flat_map(|event| tell(copy, event)).collect()
    });
    let mut goes_on = true;
    for consequence in certain {
        match consequence {
            Consequence::Told(tone, line) => tip.lines.push((tone, line)),
            Consequence::End => goes_on = false,
        }
    }
    goes_on
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Source;
    use crate::table::default_cast;
    use crate::variant::{Library, Shelf};

    /// Two cards for docking, the second of which nobody sees, and a throw of a rule's own.
    const GAMBLE: &str = r#"
pack    = "bermuda"
extends = "standard"
rules   = ["gamble"]
[cargo]
cards_per_dock = 2
[rule.gamble]
title = "Gamble"
what  = "Whoever sails throws a die."
event.gamble = { fields = { player = "seat", value = "int" }, says = "{^player} throws {value}." }
[[rule.gamble.do]]
at  = "after sail"
run = 'emit("gamble", me, die(100));'
"#;

    /// What a tip tells of a move is certain, and no secret.
    #[test]
    fn no_tip_tells_what_nobody_may_know() {
        let library = Library::new(Shelf::built_in());
        let evening = library.load("bermuda", "pirate_evening").expect("a shipped variant");
        let gamble = library.load_source(Source::new("gamble.toml", GAMBLE)).expect("a variant");
        let (mut secrets, mut seconds, mut open) = (0, 0, 0);
        for rules in [evening.rules, gamble.rules] {
            let cast = default_cast(rules.pack, &vec!["random".to_owned(); 4]);
            let mut table = Table::new(rules, "here", cast, 11).expect("a table");
            let mut scene = BermudaScene::new(table.game());
            for _ in 0..60 {
                let bot_has_played = table.let_bot_play();
                if !bot_has_played || table.game().outcome().is_some() {
                    break;
                }
                scene.show(table.game());
                let game = table.game();
                for target in scene.targets(game) {
                    let Some(ship) = BermudaScene::ship_named(game, &target.name) else { continue };
                    let mut then = game.clone();
                    if then.apply(BermudaScene::sail(game, ship)).is_err() {
                        continue;
                    }
                    let tip = tip(&scene, &table, &target, Eyes::Of(game.deciding()), false).expect("a ship has a tip");
                    let tells = |line: &str| tip.lines.iter().any(|(_, told)| told == line);
                    for event in then.events().iter().filter(|event| ["stolen", "gamble"].contains(&event.kind.name)) {
                        let sentence = named(table.cast(), then.sentence(event).expect("a sentence")).to_string();
                        assert!(!tells(&sentence), "{sentence}");
                        secrets += 1;
                    }
                    let drawn: Vec<told::CardDrawn> = then.events().iter().filter_map(told::CardDrawn::read).collect();
                    let card = |e: &told::CardDrawn| {
                        let goods = phrases::deck(game.name(e.deck));
                        say!("bermuda.window.tip.card", value = money(e.value), goods)
                    };
                    let told = drawn.iter().filter(|e| tells(&card(e))).count();
                    open += usize::from(told > 0);
                    seconds += usize::from(drawn.len() > told);
                }
            }
        }
        assert!(secrets > 20 && seconds > 0 && open > 5, "{secrets} secrets, {seconds} second cards, {open} open cards");
    }
}
