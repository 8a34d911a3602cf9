//! Danger: the exact chance that the next spin takes a ship, found by letting the cloud obey every segment in turn, by
//! whatever steps the rules in force have it do so.

use super::Sea;
use super::cloud::spinner::TWIRL;
use super::cloud::{ROTATE_CLOUD, SPIN, TRAVEL_CLOUD};
use super::components::At;
use super::movement::{Voyage, voyage};
use super::waters::{MOST_SHIPS, Ships, Waters, owner, relocate, ships};
use crate::sim::Game;

/// How many segments of the spinner take a ship, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Danger {
    pub taken: u32,
    pub of: u32,
}

impl Danger {
    pub fn chance(self) -> f64 {
        if self.of == 0 { 0.0 } else { f64::from(self.taken) / f64::from(self.of) }
    }
}

/// The danger of one ship if it lay on a spot at the next spin, everything else as it is now.
pub fn danger(game: &Game, ship: usize, spot: u8) -> Danger {
    dangers(&mut game.clone(), game, Some((ship, spot)))[ship]
}

/// The danger on every spot of the board. A spot with a ship is asked for that ship; any other one for the ship of the
/// deciding player that could sail there now, or else for the first one still afloat.
pub fn danger_map(game: &Game) -> Vec<Danger> {
    let waters = Waters::of(game);
    let sea = Sea::of(game.rules());
    let own = || waters.all_ships().filter(|ship| owner(*ship) == game.deciding());
    let afloat = own().find(|ship| waters.spot_of(*ship).is_some());
    let bound = own().filter(|_| waters.roll > 0).filter_map(|ship| voyage(sea, waters, ship, waters.roll).ok());
    let bound: Vec<Voyage> = bound.collect();
    let mut trial = game.clone();
    let spots = 0..sea.chart.spots.len() as u8;
    let none = Danger { taken: 0, of: segments(game) };
    spots
        .map(|spot| {
            let bound_here = bound.iter().find(|voyage| voyage.to == spot).map(|voyage| usize::from(voyage.ship));
            let ship = waters.ship_at(spot).or(bound_here).or(afloat);
            ship.map_or(none, |ship| dangers(&mut trial, game, Some((ship, spot)))[ship])
        })
        .collect()
}

/// The position with some ships on other spots, for a picture that is between two decisions. All of them leave before any of them
/// comes, so that they may change places.
pub fn with_ships_at(game: &Game, moved: &[(usize, u8)]) -> Game {
    let mut copy = game.clone();
    copy.mute();
    for (ship, _) in moved {
        relocate(&mut copy, *ship, At::InBox);
    }
    for (ship, spot) in moved {
        relocate(&mut copy, *ship, At::Spot(*spot));
    }
    copy
}

/// The danger of every ship by its number at the next spin, if one of them lay somewhere else. `trial` is a game to think in.
pub fn dangers(trial: &mut Game, game: &Game, moved: Option<(usize, u8)>) -> Vec<Danger> {
    let of = segments(game);
    let mut all = vec![Danger { taken: 0, of }; MOST_SHIPS];
    for segment in 0..of {
        spin(trial, game, moved, segment);
        for ship in ships(Waters::of(trial).hanging()) {
            all[ship].taken += 1;
        }
    }
    all
}

/// The ships the cloud takes when it moves as it has been spun. Rules from files rest in such a thought: one of them may be what
/// asks. `trial` is a copy to think in.
pub fn will_be_taken(trial: &mut Game) -> Ships {
    let gone = |game: &Game| Waters::of(game).hanging() | Waters::of(game).lost;
    if Waters::of(trial).clouds() == 0 {
        return 0;
    }
    let before = gone(trial);
    let rules = trial.rules().clone();
    rules.in_force.iter().filter(|rule| rule.text().is_some()).for_each(|rule| trial.suspend(rule.id()));
    trial.mute();
    trial.rehearse(ROTATE_CLOUD.name, TRAVEL_CLOUD.name);
    gone(trial) & !before
}

fn segments(game: &Game) -> u32 {
    if Waters::of(game).clouds() == 0 { 0 } else { Sea::of(game.rules()).spinner.len() as u32 }
}

/// Lets the cloud obey a segment, with a ship moved there before.
fn spin(trial: &mut Game, game: &Game, moved: Option<(usize, u8)>, segment: u32) {
    trial.clone_from(game);
    trial.mute();
    if let Some((ship, spot)) = moved.filter(|(ship, spot)| Waters::of(game).spot_of(*ship) != Some(*spot)) {
        relocate(trial, ship, At::Spot(spot));
    }
    // Rules may draw more than the spinner; a thought must not know what comes.
    trial.chance_mut().reseed(0);
    trial.chance_mut().load(TWIRL, segment);
    trial.rehearse(SPIN.name, TRAVEL_CLOUD.name);
}
