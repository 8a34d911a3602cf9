//! toll: who waits before a full port pays its blocker.
//!
//! What changes: a ship that has to wait because a port is full pays a fee to the player with the most ships in there.
//! Why: blocking becomes a trade. Steps: adds `pay_toll` after `sail`.

use super::super::Sea;
use super::super::movement::Stop;
use super::super::sailing::SAIL;
use super::super::signals::WAITS;
use super::super::treasury::{money_of, transfer};
use super::super::waters::Waters;
use crate::sim::event::{Kind, events};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Account, Event, Game, Rule, Seat, Step};
use serde::Deserialize;

const PAY_TOLL: Step = Step::new("pay_toll", pay_toll).when(WAITS);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    fee: i64,
}

events! {
    /// A waiting player paid the blocker of a port.
    TollPaid = "toll" { player: Seat, to: Seat, value: i64 }
}

pub(super) struct Toll;

impl Rule for Toll {
    fn id(&self) -> &'static str {
        "toll"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(SAIL, PAY_TOLL)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn events(&self) -> &'static [&'static Kind] {
        const { &[TollPaid::kind()] }
    }
    fn sentence(&self, game: &Game, event: &Event) -> Option<String> {
        let e = TollPaid::read(event)?;
        let name = |seat| game.rules().pack.seat_name(seat);
        Some(format!("{} pays {} a toll of {}.", name(e.player), name(e.to), e.value))
    }
}

fn pay_toll(game: &mut Game) {
    let waters = Waters::of(game);
    let Some(voyage) = waters.voyage().filter(|v| v.stop == Stop::PortFull) else { return };
    let chart = &Sea::of(game.rules()).chart;
    let port = chart.port_after(chart.leg_of(voyage.to));
    let player = game.turn().seat;
    let others = (0..game.turn().seats).filter(|seat| *seat != player);
    let blocker = others.map(|seat| (waters.own_ships_in(port, seat), std::cmp::Reverse(seat))).max();
    let Some((1.., std::cmp::Reverse(to))) = blocker else { return };
    let value = game.rules().section::<Settings>().map_or(0, |s| s.fee).min(money_of(game, player));
    if value > 0 {
        game.emit(TollPaid { player, to, value });
        transfer(game, Account::Seat(player), Account::Seat(to), value);
    }
}
