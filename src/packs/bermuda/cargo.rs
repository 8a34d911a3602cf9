//! cargo: docking takes the top card of the port's decks (B-S2, B-C1, B-C2, B-C4).

use super::board::PORTS;
use super::components::{Card, Deck};
use super::events::CardDrawn;
use super::movement::{Stop, Voyage};
use super::signals::DOCKED;
use super::treasury::change_purse;
use super::waters::{Waters, barred_from};
use super::{HOME_DECK, Sea};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Applies, Effect, Game, Id, PerSeat, Phase, Rule, Seat, Step};
use serde::Deserialize;
use std::collections::BTreeMap;

pub const LOAD_CARGO: Step = Step::new("load_cargo", load_cargo).when(DOCKED);

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub cards_per_dock: PerSeat<u8>,
    /// Whether decks are shuffled, or lie as they are listed.
    pub shuffled: bool,
    /// The cards of each product deck.
    pub decks: BTreeMap<String, Vec<i64>>,
}

pub struct Cargo;

impl Rule for Cargo {
    fn id(&self) -> &'static str {
        "cargo"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, LOAD_CARGO)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn takes_effect(&self, game: &Game, key: &str, declared: Applies) -> Applies {
        key.strip_prefix("cargo.decks.").map_or(declared, |deck| when_dealt(game, deck, declared))
    }
}

/// When other cards come into a deck: a deck that cards have been drawn from stays as it is for the rest of the game.
pub fn when_dealt(game: &Game, deck: &str, declared: Applies) -> Applies {
    let begun = game.find(deck).is_some_and(|id| game.get::<Deck>(id).drawn > 0);
    if begun { Applies::NextGame } else { declared }
}

fn load_cargo(game: &mut Game) {
    let Some(port) = docked_in(game) else { return };
    let sea = Sea::of(game.rules());
    let cards = sea.cards_per_dock.of(game.turn().seat);
    for index in 0..sea.chart.ports[port].decks.len() {
        if Sea::of(game.rules()).chart.ports[port].decks[index] != HOME_DECK {
            for _ in 0..cards {
                draw(game, port, index);
            }
        }
    }
}

/// The port that owes cards to the ship which has just sailed into it by its own move.
pub fn docked_in(game: &Game) -> Option<usize> {
    let voyage = Waters::of(game).voyage().filter(|v| v.stop == Stop::Docked && !v.unpaid)?;
    Sea::of(game.rules()).chart.port_of(voyage.to)
}

/// Whether a voyage docks in the port that a bump had put its ship back before, and so earns nothing (B-B3).
pub fn is_unpaid(game: &Game, voyage: Voyage) -> bool {
    if voyage.stop != Stop::Docked {
        return false;
    }
    let barred = barred_from(game, voyage.ship.into());
    barred != 0 && Sea::of(game.rules()).chart.port_of(voyage.to).is_some_and(|port| barred >> port & 1 == 1)
}

/// Draws the top card of a deck for the player to act; an empty deck gives nothing.
pub fn draw(game: &mut Game, port: usize, deck: usize) {
    draw_for(game, game.turn().seat, port, deck);
}

/// Draws the top card of a deck for a player; an empty deck gives nothing.
pub fn draw_for(game: &mut Game, player: Seat, port: usize, deck: usize) {
    let waters = Waters::of(game);
    let (id, port) = (waters.furniture.decks[port][deck], waters.port_id(port));
    let top = game.update(id, |deck: &mut Deck| {
        let top = (deck.drawn < deck.size).then(|| deck.first_card.plus(deck.drawn.into()))?;
        deck.drawn += 1;
        Some(top)
    });
    let Some(card_id) = top else { return };
    let value = game.update(card_id, |card: &mut Card| {
        card.holder = Some(player);
        card.value
    });
    game.emit(CardDrawn { player, port, deck: id, value });
    change_purse(game, player, value, 1);
    game.effect(|_| Effect::Drew { seat: player, card: card_id, deck: id, value });
}

/// Gives a card of one player to another one; its worth is paid for itself.
pub fn hand_over(game: &mut Game, id: Id, from: Seat, to: Seat) {
    let card: Card = game.get(id);
    game.set(id, Card { holder: Some(to), ..card });
    change_purse(game, from, 0, -1);
    change_purse(game, to, 0, 1);
    game.effect(|_| Effect::Took { seat: to, from, piece: id });
}

/// Every deck of the board with its card list, in board order.
pub fn decks(sea: &Sea) -> impl Iterator<Item = (usize, &str, &[i64])> {
    (0..PORTS).flat_map(move |port| sea.chart.ports[port].decks.iter().map(move |deck| (port, deck.as_str(), sea.cards_of(deck))))
}

/// Puts the cards of a deck on the table, face up, unshuffled. Cards it has had before are used again, so that a deck
/// that is changed again and again does not fill the table.
pub fn lay_out(game: &mut Game, name: &str, deck: Id, values: &[i64]) {
    let is_card = |piece: &String| piece.strip_prefix(name).is_some_and(|rest| rest.starts_with("-card-"));
    let old = game.get::<Deck>(deck).first_card;
    let room = game.names()[old.index()..].iter().take_while(|piece| is_card(piece)).count();
    let laid = game.names().iter().filter(|piece| is_card(piece)).count();
    let first_card = if room >= values.len() { old } else { Id(game.pieces().len() as u16) };
    for (i, value) in values.iter().enumerate() {
        let card = Card { deck, value: *value, holder: None };
        if room >= values.len() {
            game.set(first_card.plus(i), card);
        } else {
            game.spawn(format!("{name}-card-{}", laid + i + 1), (card,));
        }
    }
    game.set(deck, Deck { first_card, size: values.len() as u8, drawn: 0 });
}

/// Gathers a deck's cards and shuffles them, unless they are to lie as they are listed.
pub fn shuffle(game: &mut Game, deck: Id, values: &[i64]) {
    let first_card = game.update(deck, |state: &mut Deck| {
        state.drawn = 0;
        state.first_card
    });
    let mut order = [0i64; 64];
    let order = &mut order[..values.len()];
    order.copy_from_slice(values);
    if Sea::of(game.rules()).shuffled {
        game.shuffle(order);
    }
    for (i, value) in order.iter().enumerate() {
        game.set(first_card.plus(i), Card { deck, value: *value, holder: None });
    }
}

/// Shuffles what lies under the top card of every deck, unless everyone may know it.
pub fn veil(game: &mut Game) {
    if !Sea::of(game.rules()).shuffled {
        return;
    }
    for port in 0..PORTS {
        for index in 0..Waters::of(game).furniture.decks[port].len() {
            let deck: Deck = game.get(Waters::of(game).furniture.decks[port][index]);
            let hidden = |place: usize| deck.first_card.plus(usize::from(deck.drawn) + 1 + place);
            let mut values = [0i64; 64];
            let values = &mut values[..usize::from(deck.size.saturating_sub(deck.drawn + 1))];
            for (place, value) in values.iter_mut().enumerate() {
                *value = game.get::<Card>(hidden(place)).value;
            }
            game.shuffle(values);
            for (place, value) in values.iter().enumerate() {
                let card: Card = game.get(hidden(place));
                game.set(hidden(place), Card { value: *value, ..card });
            }
        }
    }
}

/// How many cards lie under top ones where nobody may know them. Cards that are all alike hide nothing.
pub fn unseen(game: &Game) -> usize {
    let sea = Sea::of(game.rules());
    if !sea.shuffled {
        return 0;
    }
    let covered = |id: &Id| {
        let deck: Deck = game.get(*id);
        let value = |place: u8| game.get::<Card>(deck.first_card.plus(place.into())).value;
        let is_varied = (1..deck.size).any(|place| value(place) != value(0));
        if is_varied { usize::from(deck.size.saturating_sub(deck.drawn + 1)) } else { 0 }
    };
    Waters::of(game).furniture.decks.iter().flatten().map(covered).sum()
}

/// What docking in a port would bring now: the top cards of its decks.
pub fn on_top(game: &Game, port: usize) -> i64 {
    let top = |id: &Id| {
        let deck: Deck = game.get(*id);
        if deck.drawn < deck.size { game.get::<Card>(deck.first_card.plus(deck.drawn.into())).value } else { 0 }
    };
    Waters::of(game).furniture.decks[port].iter().map(top).sum()
}
