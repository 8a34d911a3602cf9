//! victory: when the game ends and who has won (B-E1, B-E2).

use super::Sea;
use super::cargo::decks;
use super::components::Purse;
use super::signals::MONEY;
use super::treasury::money_of;
use super::waters::{Waters, fleet_of};
use crate::sim::rule::{Idle, Printed, read};
use crate::sim::{Game, PerSeat, Phase, Rule, Ruleset, Seat, Step, secret};
use crate::words::{Message, money, msg};
use serde::Deserialize;

pub(crate) const CHECK_GOAL: Step = Step::new("check_goal", check_goal).when(MONEY);
pub(crate) const CHECK_FLEETS: Step = Step::new("check_fleets", check_fleets);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub goal: PerSeat<i64>,
    /// Whether a player whose last ships all hang from the cloud has lost them.
    pub hanging_is_lost: bool,
    /// A safety limit; the richest player then wins.
    pub max_rounds: u32,
}

pub(crate) struct Victory;

impl Rule for Victory {
    fn printed(&self) -> &Printed {
        &Printed {
            id: "victory",
            steps: &[(Phase::Turn, CHECK_GOAL), (Phase::Round, CHECK_FLEETS)],
            settings: Some(read::<Settings>),
            essential: true,
        }
    }
    fn idle(&self, rules: &Ruleset) -> Vec<Idle> {
        let sea = Sea::of(rules);
        let all: i64 = decks(sea).flat_map(|(_, _, cards)| cards).sum();
        let seats = *rules.seats().end() as Seat;
        let out_of_reach = sea.victory.goal.first(seats).iter().all(|goal| *goal > all);
        let idle = || Idle {
            about: "victory.goal",
            message: msg!("bermuda.problem.idle.goal", all = money(all)),
            remedy: msg!("bermuda.problem.idle.goal_remedy"),
        };
        out_of_reach.then(idle).into_iter().collect()
    }
    fn consequence(&self, game: &Game) -> Option<Message> {
        let Settings { goal, max_rounds, .. } = Sea::of(game.rules()).victory;
        let pack = game.rules().pack;
        // Nobody is told so of a purse that is hidden.
        let hides = game.hidden().contains(&secret::MONEY);
        let reached = |seat: &Seat| !hides && pack.total(game, *seat) >= goal.of(*seat);
        let Some(seat) = (0..game.turn().seats).find(reached) else {
            return (game.turn().round >= max_rounds).then(|| msg!("bermuda.consequence.max_rounds"));
        };
        let plan = &game.rules().plan;
        let checked = plan.find(CHECK_GOAL.name).is_some_and(|(phase, at)| plan.steps(phase)[at].instead_of.is_none());
        let id = if checked { "bermuda.consequence.goal_ends" } else { "bermuda.consequence.goal_reached" };
        Some(msg!(id, player = pack.seat(seat)))
    }
}

fn check_goal(game: &mut Game) {
    if goal_reached(game) {
        nearest_wins(game);
    }
}

/// Whether any player owns cards worth the goal.
pub(crate) fn goal_reached(game: &mut Game) -> bool {
    game.lower(MONEY);
    let (goal, seats) = (Sea::of(game.rules()).victory.goal, game.turn().seats);
    // Nearly always nobody has reached even the lowest one, and purses are quickly looked through.
    let lowest = goal.first(seats).iter().copied().min().unwrap_or(i64::MAX);
    let rich = game.world_mut().query_mut::<&Purse>().into_iter().any(|purse| purse.money >= lowest);
    rich && (0..seats).any(|seat| money_of(game, seat) >= goal.of(seat))
}

/// Ends the game because of the goal: who owns the largest part of their own goal wins, and equal parts share the win. With
/// one goal for all these are the richest.
pub(crate) fn nearest_wins(game: &mut Game) {
    let (goal, totals) = (Sea::of(game.rules()).victory.goal, game.rules().pack.totals(game));
    let total = |seat: Seat| i128::from(totals[usize::from(seat)]);
    let beats = |one: Seat, other: Seat| total(one) * i128::from(goal.of(other)) > total(other) * i128::from(goal.of(one));
    let seats = 0..game.turn().seats;
    let winners = seats.clone().filter(|seat| !seats.clone().any(|other| beats(other, *seat))).collect::<Vec<Seat>>();
    game.finish("goal", winners, totals);
}

fn check_fleets(game: &mut Game) {
    let victory = Sea::of(game.rules()).victory;
    let waters = Waters::of(game);
    let hanging = if victory.hanging_is_lost { waters.hanging() } else { 0 };
    // Ships still in the box do not keep a player in the game.
    let left = waters.furniture.ships & !(waters.lost | waters.in_box | hanging);
    if (0..game.turn().seats).any(|seat| left & fleet_of(seat) == 0) {
        game.highest_wins("fleet_lost");
    } else if game.turn().round >= victory.max_rounds && game.is_end_of_round() {
        game.highest_wins("max_rounds");
    }
}
