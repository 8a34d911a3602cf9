//! What is said about a ship or a space when it is pointed at: where it would go, what that would bring, or why it
//! cannot. Consequences are found by letting a copy of the game make the move.

use super::BermudaScene;
use super::pieces::Place;
use crate::packs::bermuda::bot::outlook;
use crate::packs::bermuda::danger::{Danger, danger};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::movement::{Voyage, voyage};
use crate::packs::bermuda::waters::{Waters, owner};
use crate::packs::bermuda::{Sea, phrases};
use crate::sim::event::TurnBegan;
use crate::sim::{Command, Event, Game};
use crate::table::{Table, named};
use crate::window::scene::{Scene, Target, Tip, Tone};
use crate::words::{Arg, Message, figure, money, msg, say};

pub(super) fn tip(scene: &BermudaScene, table: &Table, target: &Target, show_danger: bool) -> Option<Tip> {
    let game = table.game();
    if let Some(ship) = BermudaScene::ship_named(game, &target.name) {
        return Some(ship_tip(scene, table, ship));
    }
    let spot_id = target.name.strip_prefix("spot:")?;
    if !show_danger || !scene.is_current() {
        return None;
    }
    let chart = &scene.sea().chart;
    let spot = (0..chart.spots.len()).find(|spot| phrases::spot_id(chart, *spot) == spot_id)?;
    let place = chart.port_of(spot as u8).map_or_else(|| phrases::space(chart, spot), |port| phrases::port(chart, port));
    let line = danger_line("bermuda.window.tip.danger_here", scene.danger_of(game, spot)?);
    Some(Tip { title: say!("bermuda.window.tip.place", place), lines: vec![line] })
}

fn danger_line(id: &'static str, danger: Danger) -> (Tone, String) {
    let tone = if danger.taken == 0 { Tone::Good } else { Tone::Bad };
    (tone, say!(id, taken = danger.taken, of = danger.of, percent = percent(danger)))
}

fn percent(danger: Danger) -> Arg {
    figure(danger.chance() * 100.0, 0)
}

fn ship_tip(scene: &BermudaScene, table: &Table, ship: usize) -> Tip {
    let game = table.game();
    let id = Waters::of(game).ship_id(ship);
    let title = msg!("bermuda.window.tip.ship", name = phrases::ship_name(game, id), owner = phrases::seat(owner(ship)));
    let mut tip = Tip { title: named(table.cast(), title).to_string(), lines: Vec::new() };
    let command = BermudaScene::sail(game, ship);
    if scene.moving() {
        return tip;
    }
    if game.offers().contains(&command) {
        consequences(table, command, &mut tip);
        if let Some(v) = planned(game, ship) {
            tip.lines.push(danger_line("bermuda.window.tip.danger_there", danger(game, ship, v.to)));
        }
    } else if owner(ship) == game.deciding() && game.outcome().is_none() {
        tip.refuse(table, command);
    } else if matches!(scene.pieces().ships[ship], Place::Hanging { .. }) {
        tip.lines.push((Tone::Bad, say!("bermuda.window.tip.hangs")));
    }
    tip
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
    let risk = msg!("bermuda.window.risk", before = percent(outlook.before), after = percent(outlook.after));
    let gain = (outlook.money > 0).then(|| (Tone::Good, msg!("bermuda.window.gain", value = money(outlook.money))));
    gain.into_iter().chain([(tone, risk)]).collect()
}

/// Whether an event is chance, or lies beyond it.
fn is_beyond(event: &Event) -> bool {
    [told::Rolled::kind(), told::SpunDots::kind(), told::SpunWord::kind(), TurnBegan::kind()]
        .into_iter()
        .any(|kind| event.is(kind))
}

fn consequences(table: &Table, command: Command, tip: &mut Tip) {
    let game = table.game();
    let mut copy = game.clone();
    let Ok(events) = copy.apply(command) else { return };
    let events: Vec<Event> = events.iter().take_while(|event| !is_beyond(event)).cloned().collect();
    for event in &events {
        if let Some(e) = told::CardDrawn::read(event) {
            let goods = phrases::deck(game.name(e.deck));
            tip.lines.push((Tone::Good, say!("bermuda.window.tip.card", value = money(e.value), goods)));
        } else if let Some(sentence) = copy.sentence(event) {
            tip.lines.push((Tone::Plain, named(table.cast(), sentence).to_string()));
        }
    }
}
