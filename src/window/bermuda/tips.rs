//! What is said about a ship or a space when it is pointed at: where it would go, what that would bring, or why it
//! cannot. Consequences are found by letting a copy of the game make the move.

use super::BermudaScene;
use super::pieces::Place;
use crate::packs::bermuda::danger::{Danger, danger};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::movement::{Voyage, voyage};
use crate::packs::bermuda::waters::{Waters, owner};
use crate::packs::bermuda::{Sea, board, money};
use crate::players::greedy::bermuda::outlook;
use crate::sim::event::TurnBegan;
use crate::sim::{Command, Event, Game};
use crate::table::{Table, retell};
use crate::window::scene::{Scene, Target, Tip, Tone};

pub(super) fn tip(scene: &BermudaScene, table: &Table, target: &Target, show_danger: bool) -> Option<Tip> {
    let game = table.game();
    if let Some(ship) = BermudaScene::ship_named(game, &target.name) {
        return Some(ship_tip(scene, table, ship));
    }
    let spot_name = target.name.strip_prefix("spot:")?;
    if !show_danger || !scene.is_current() {
        return None;
    }
    let chart = &scene.sea().chart;
    let spot = (0..chart.spots.len()).find(|spot| board::spot_name(chart, *spot) == spot_name)?;
    let danger = scene.danger_of(game, spot)?;
    Some(Tip { title: spot_title(scene, spot), lines: vec![danger_line(danger, "a ship here")] })
}

fn spot_title(scene: &BermudaScene, spot: usize) -> String {
    let chart = &scene.sea().chart;
    match chart.port_of(spot as u8) {
        Some(port) => chart.ports[port].name.clone(),
        None => format!("Space {}", spot + 1),
    }
}

fn danger_line(danger: Danger, what: &str) -> (Tone, String) {
    let percent = danger.chance() * 100.0;
    let tone = if danger.taken == 0 { Tone::Good } else { Tone::Bad };
    (tone, format!("The next spin takes {what} in {} of {} cases ({percent:.0} %).", danger.taken, danger.of))
}

fn ship_tip(scene: &BermudaScene, table: &Table, ship: usize) -> Tip {
    let game = table.game();
    let of = &table.cast()[usize::from(owner(ship))];
    let title = retell(game, table.cast(), game.name(Waters::of(game).ship_id(ship)));
    let mut tip = Tip { title: format!("{title} · {}", of.name), lines: Vec::new() };
    let command = BermudaScene::sail(game, ship);
    if scene.moving() {
        return tip;
    }
    if game.offers().contains(&command) {
        consequences(table, command, &mut tip);
        if let Some(v) = planned(game, ship) {
            tip.lines.push(danger_line(danger(game, ship, v.to), "it there"));
        }
    } else if owner(ship) == game.deciding() && game.outcome().is_none() {
        let reason = game.why_not(command);
        tip.lines.push((Tone::Bad, capital(&retell(game, table.cast(), &reason.text)) + "."));
        let mut source = format!("Rule {}", reason.rule);
        if let Some(setting) = reason.setting {
            source += &format!(" · {setting}");
        }
        if let Some(place) = reason.set_at {
            source += &format!(" in {place}");
        }
        tip.lines.push((Tone::Quiet, source));
    } else if matches!(scene.pieces.ships[ship].place, Place::Hanging { .. }) {
        tip.lines.push((Tone::Bad, "Hangs from the cloud.".into()));
    }
    tip
}

/// The voyage a ship would make now.
pub(super) fn planned(game: &Game, ship: usize) -> Option<Voyage> {
    let waters = Waters::of(game);
    voyage(Sea::of(game.rules()), waters, ship, waters.roll).ok()
}

/// What an offer to sail brings and risks: the same numbers the computer players go by.
pub(super) fn prospects(game: &Game, command: Command) -> Vec<(Tone, String)> {
    let Some(outlook) = outlook(game, command) else { return Vec::new() };
    let [before, after] = [outlook.before, outlook.after].map(|danger| 100.0 * danger.chance());
    let tone = match after.total_cmp(&before) {
        std::cmp::Ordering::Less => Tone::Good,
        std::cmp::Ordering::Equal => Tone::Plain,
        std::cmp::Ordering::Greater => Tone::Bad,
    };
    let risk = format!("The next spin takes it: {before:.0} % where it is, {after:.0} % there.");
    let gain = (outlook.money > 0).then(|| (Tone::Good, format!("+ {} from the port’s top cards.", money(outlook.money))));
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
        let tone = if event.is(told::CardDrawn::kind()) { Tone::Good } else { Tone::Plain };
        if let Some(e) = told::CardDrawn::read(event) {
            tip.lines.push((tone, format!("+ {} from {}", money(e.value), deck_name(game.name(e.deck)))));
        } else if let Some(sentence) = copy.sentence(event) {
            tip.lines.push((tone, capital(&retell(game, table.cast(), &sentence))));
        }
    }
}

fn deck_name(deck: &str) -> &str {
    if deck == "home" { "the Home Port bonus" } else { deck }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}
