//! salvage: a lost ship can be bought back.
//!
//! What changes: before rolling, a player with enough money may buy one lost ship back; it returns to the Home Port if
//! there is room. Why: nobody sits and watches. Steps: adds `offer_salvage` and `salvage` before `roll`.

use super::super::components::At;
use super::super::dice::ROLL;
use super::super::docking::{admits, free_berth};
use super::super::phrases::{seat, ship};
use super::super::treasury::{self, money_of, transfer};
use super::super::waters::{Waters, fleet_of, owner, relocate, ships};
use super::super::{HOME_DECK, Sea};
use crate::sim::event::{Kind, events};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::snapshot::Part;
use crate::sim::{About, Account, Command, DECLINE, Event, Game, Id, PerSeat, Reason, Rule, Seat, Step, Verb, VerbDecl};
use crate::words::{Message, money, msg};
use serde::Deserialize;

const OFFER_SALVAGE: Step = Step::new("offer_salvage", offer_salvage);
const SALVAGE: Step = Step::new("salvage", salvage);

const BUY_BACK: VerbDecl = VerbDecl { word: "salvage", about: About::Piece };

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    price: PerSeat<i64>,
}

events! {
    /// A lost ship was bought back.
    Salvaged = "salvaged" { player: Seat, ship: Id, value: i64 }
}

pub(super) struct Salvage;

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
    fn sentence(&self, game: &Game, event: &Event) -> Option<Message> {
        let e = Salvaged::read(event)?;
        Some(msg!("bermuda.event.salvaged", ship = ship(game, e.ship), value = money(e.value)))
    }
    fn verbs(&self) -> &[VerbDecl] {
        &[BUY_BACK]
    }
    fn why_not(&self, game: &Game, command: Command) -> Option<Reason> {
        (Some(command.verb) == verb(game)).then(|| why_not(game, command.piece()))
    }
    fn label(&self, game: &Game, command: Command) -> Option<Message> {
        Some(match command {
            DECLINE => msg!("bermuda.label.no_salvage"),
            _ => msg!("bermuda.label.salvage", ship = ship(game, command.piece())),
        })
    }
    fn question(&self, _game: &Game) -> Option<Message> {
        Some(msg!("bermuda.ask.salvage"))
    }
}

fn verb(game: &Game) -> Option<Verb> {
    game.rules().verb(BUY_BACK.word)
}

fn why_not(game: &Game, piece: Id) -> Reason {
    let no = |text: Message| Reason::new("salvage", text);
    let (player, waters) = (game.turn().seat, Waters::of(game));
    let Some(number) = waters.ship_number(piece) else {
        return no(msg!("bermuda.reason.no_ship"));
    };
    if game.outcome().is_some() {
        no(msg!("sim.reason.over"))
    } else if waters.at(number) != At::Lost {
        no(msg!("bermuda.reason.not_lost", ship = ship(game, piece)))
    } else if owner(number) != player {
        no(msg!("bermuda.reason.others_turn", player = seat(player)))
    } else if money_of(game, player) < price(game) {
        let (price, owned) = (money(price(game)), money(money_of(game, player)));
        no(msg!("bermuda.reason.too_dear", price, player = seat(player), owned)).because_of("salvage.price")
    } else if berth(game, player).is_none() {
        no(msg!("bermuda.reason.no_home_berth"))
    } else {
        no(msg!("bermuda.reason.before_the_roll"))
    }
}

/// What a ship costs the player whose turn it is.
fn price(game: &Game) -> i64 {
    game.rules().section::<Settings>().map_or(0, |s| s.price.of(game.turn().seat))
}

/// The Home Port's free berth for a ship of a player.
fn berth(game: &Game, player: Seat) -> Option<u8> {
    let sea = Sea::of(game.rules());
    let home = sea.chart.ports.iter().position(|port| port.decks.iter().any(|deck| deck == HOME_DECK))?;
    let waters = Waters::of(game);
    free_berth(waters, &sea.chart.ports[home].berths).filter(|_| admits(waters, home, player).is_ok())
}

fn offer_salvage(game: &mut Game) {
    game.offer(None, |game, offers| {
        let player = game.turn().seat;
        let lost = Waters::of(game).lost & fleet_of(player);
        if lost == 0 || money_of(game, player) < price(game) || berth(game, player).is_none() {
            return;
        }
        let Some(verb) = verb(game) else { return };
        offers.extend(ships(lost).map(|ship| Command::about(verb, Waters::of(game).ship_id(ship))));
        if !offers.is_empty() {
            offers.push(DECLINE);
        }
    });
}

fn salvage(game: &mut Game) {
    let Some(command) = game.chosen().filter(|command| Some(command.verb) == verb(game)) else { return };
    let player = game.turn().seat;
    let Some((ship, berth)) = Waters::of(game).ship_number(command.piece()).zip(berth(game, player)) else { return };
    let value = price(game);
    game.emit(Salvaged { player, ship: command.piece(), value });
    transfer(game, Account::Seat(player), Account::Bank, value);
    relocate(game, ship, At::Spot(berth));
}
