//! pirates: a bump steals a card.
//!
//! What changes: whoever bumps an opponent's ship takes one of that player's cards. Why: bumping bites.
//! Steps: adds `board_ship` after `bump`.

use super::super::Sea;
use super::super::bumping::BUMP;
use super::super::cargo::hand_over;
use super::super::components::Card;
use super::super::signals::BUMPS;
use super::super::treasury::{money_of, transfer};
use super::super::waters::{Waters, owner};
use crate::sim::event::{Kind, events};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Idle, Section, read};
use crate::sim::{Account, Event, Game, Id, Rule, Ruleset, Seat, Step};
use hecs::Entity;
use serde::Deserialize;

const BOARD_SHIP: Step = Step::new("board_ship", board_ship).when(BUMPS);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    takes: Takes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Takes {
    Lowest,
    Highest,
}

events! {
    /// A card changed hands.
    Stolen = "stolen" { player: Seat, from: Seat, value: i64 }
}

pub(super) struct Pirates;

impl Rule for Pirates {
    fn id(&self) -> &'static str {
        "pirates"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(BUMP, BOARD_SHIP)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn idle(&self, rules: &Ruleset) -> Vec<Idle> {
        let bumps = rules.plan.find(BUMP.name).is_some() && Sea::of(rules).bumping.is_some_and(|bumping| bumping.enabled);
        let idle = || Idle {
            about: self.id(),
            message: "no ship is ever bumped under these rules, so nothing is stolen".into(),
            remedy: "let ships be bumped, or leave this rule out".into(),
        };
        (!bumps).then(idle).into_iter().collect()
    }
    fn events(&self) -> &'static [&'static Kind] {
        const { &[Stolen::kind()] }
    }
    fn sentence(&self, game: &Game, event: &Event) -> Option<String> {
        let e = Stolen::read(event)?;
        let name = |seat| game.rules().pack.seat_name(seat);
        Some(format!("{} takes a card worth {} from {}.", name(e.player), e.value, name(e.from)))
    }
}

fn board_ship(game: &mut Game) {
    let Some(bumped) = Waters::of(game).voyage().and_then(|v| v.bumps) else { return };
    let (player, from) = (game.turn().seat, owner(bumped.into()));
    if player == from {
        return;
    }
    let takes = game.rules().section::<Settings>().map_or(Takes::Lowest, |s| s.takes);
    let mut best: Option<(i64, Id)> = None;
    for (entity, card) in game.world_mut().query_mut::<(Entity, &Card)>() {
        let id = Id::of(entity);
        let rank = if takes == Takes::Lowest { card.value } else { -card.value };
        if card.holder == Some(from) && best.is_none_or(|b| (rank, id) < b) {
            best = Some((rank, id));
        }
    }
    let Some((_, id)) = best else { return };
    let card: Card = game.get(id);
    // Tolls may have left less money than the cards are worth; nobody is robbed below nothing.
    let value = card.value.min(money_of(game, from));
    game.emit(Stolen { player, from, value });
    hand_over(game, id, from, player);
    transfer(game, Account::Seat(from), Account::Seat(player), value);
}
