//! salvage: a lost ship can be bought back.
//!
//! What changes: before rolling, a player with enough money may buy one lost ship back; it returns to the Home Port if
//! there is room. Why: nobody sits and watches. Steps: adds `offer_salvage` and `salvage` before `roll`.

use super::super::components::At;
use super::super::dice::ROLL;
use super::super::treasury::{self, money_of, transfer};
use super::super::waters::{FLEET, Waters, relocate, whereabouts};
use super::super::{DECLINE_VERB, HOME_DECK, SALVAGE_VERB, Sea};
use crate::sim::event::{Kind, events};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::snapshot::Part;
use crate::sim::{Account, Command, Event, Game, Id, Rule, Seat, Step};
use serde::Deserialize;

const OFFER_SALVAGE: Step = Step { name: "offer_salvage", run: offer_salvage };
const SALVAGE: Step = Step { name: "salvage", run: salvage };

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    price: i64,
}

events! {
    /// A lost ship was bought back.
    Salvaged = "salvaged" { player: Seat, ship: Id, value: i64 }
}

pub struct Salvage;

impl Rule for Salvage {
    fn id(&self) -> &'static str {
        "salvage"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.before(ROLL, OFFER_SALVAGE)?;
        plan.before(ROLL, SALVAGE)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn parts(&self) -> &'static [Part] {
        const { &[treasury::PART] }
    }
    fn furnish(&self, game: &mut Game) {
        treasury::open(game);
    }
    fn events(&self) -> &'static [&'static Kind] {
        const { &[Salvaged::kind()] }
    }
    fn sentence(&self, game: &Game, event: &Event) -> Option<String> {
        let e = Salvaged::read(event)?;
        Some(format!("{} is bought back for {}.", game.name(e.ship), e.value))
    }
}

fn price(game: &Game) -> i64 {
    game.rules().section::<Settings>().map_or(0, |s| s.price)
}

/// The Home Port's free berth for a ship of a player.
fn berth(game: &Game, player: Seat) -> Option<u8> {
    let sea = Sea::of(game.rules());
    let home = sea.chart.ports.iter().position(|port| port.decks.iter().any(|deck| deck == HOME_DECK))?;
    let waters = Waters::of(game);
    waters.free_berth(&sea.chart.ports[home].berths).filter(|_| waters.has_room(sea, home, player))
}

fn offer_salvage(game: &mut Game) {
    game.offer(None, |game, offers| {
        let player = game.turn().seat;
        let waters = Waters::of(game);
        if money_of(game, player) < price(game) || berth(game, player).is_none() {
            return;
        }
        let fleet = player as usize * FLEET;
        let lost = (fleet..fleet + FLEET).filter(|ship| whereabouts(game, *ship) == At::Lost);
        offers.extend(lost.map(|ship| Command::about(SALVAGE_VERB, waters.ship_id(ship))));
        if !offers.is_empty() {
            offers.push(Command::bare(DECLINE_VERB));
        }
    });
}

fn salvage(game: &mut Game) {
    let Some(command) = game.chosen().filter(|c| c.verb == SALVAGE_VERB) else { return };
    let player = game.turn().seat;
    let Some((ship, berth)) = Waters::of(game).ship_number(command.piece()).zip(berth(game, player)) else { return };
    let value = price(game);
    game.emit(Salvaged { player, ship: command.piece(), value });
    transfer(game, Account::Seat(player), Account::Bank, value);
    relocate(game, ship, At::Spot(berth));
}
