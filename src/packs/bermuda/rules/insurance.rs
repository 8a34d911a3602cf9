//! insurance: a lost ship pays.
//!
//! What changes: when the cloud is lifted, the bank pays the owner of every lost ship. Why: a loss hurts less.
//! Steps: adds `pay_insurance` after `lift_cloud`.

use super::super::cloud::lifting::LIFT_CLOUD;
use super::super::treasury::{self, transfer};
use super::super::waters::{Ships, Waters, owner, ships};
use crate::sim::event::{Kind, events};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::snapshot::{Part, part};
use crate::sim::{Account, Event, Game, Id, Rule, Seat, Step};
use serde::Deserialize;

const PAY_INSURANCE: Step = Step::new("pay_insurance", pay_insurance);
const NAME: &str = "insurance";

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    payout: i64,
}

/// Lost ships that have been paid for, as a set of ship numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Paid(Ships);

events! {
    /// The bank paid for a lost ship.
    Insured = "insured" { player: Seat, ship: Id, value: i64 }
}

pub(super) struct Insurance;

impl Rule for Insurance {
    fn id(&self) -> &'static str {
        "insurance"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(LIFT_CLOUD, PAY_INSURANCE)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn parts(&self) -> &'static [Part] {
        const { &[part::<Paid>("paid"), treasury::PART] }
    }
    fn furnish(&self, game: &mut Game) {
        treasury::open(game);
        if game.find(NAME).is_none() {
            game.spawn(NAME.to_owned(), (Paid(0),));
        }
    }
    fn deal(&self, game: &mut Game) {
        take_out(game);
    }
    /// Ships lost before the policy was taken out are not covered, whether there was one before or not.
    fn join(&self, game: &mut Game) {
        self.furnish(game);
        take_out(game);
    }
    fn events(&self) -> &'static [&'static Kind] {
        const { &[Insured::kind()] }
    }
    fn sentence(&self, game: &Game, event: &Event) -> Option<String> {
        let e = Insured::read(event)?;
        Some(format!("The insurance pays {} to {} for {}.", e.value, game.rules().pack.seat_name(e.player), game.name(e.ship)))
    }
}

/// Ships lost before the policy was taken out are not covered.
fn take_out(game: &mut Game) {
    let lost = Waters::of(game).lost;
    if let Some(policy) = game.find(NAME) {
        game.set(policy, Paid(lost));
    }
}

fn pay_insurance(game: &mut Game) {
    let lost = Waters::of(game).lost;
    let Some(policy) = game.find(NAME) else { return };
    let Paid(paid) = game.look(policy);
    if lost == paid {
        return;
    }
    let value = game.rules().section::<Settings>().map_or(0, |s| s.payout);
    for ship in ships(lost & !paid) {
        let (player, ship) = (owner(ship), Waters::of(game).ship_id(ship));
        game.emit(Insured { player, ship, value });
        transfer(game, Account::Bank, Account::Seat(player), value);
    }
    // A ship bought back is covered again.
    game.set(policy, Paid(lost));
}
