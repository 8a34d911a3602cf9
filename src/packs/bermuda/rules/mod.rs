//! House rules: optional plugins, one file each. Registering one is a line in [`HOUSE_RULES`]; its page and settings
//! are in rules/bermuda/house/<rule>.toml.

mod bag_die;
mod insurance;
mod last_round;
mod lucky_die;
mod pirates;
mod roll_again;
mod safe_harbour;
mod salvage;
mod storm_season;
mod toll;
mod twin_cloud;

use crate::sim::Rule;

/// Every house rule, in the order they edit the plan.
pub(crate) const HOUSE_RULES: &[&dyn Rule] = &[
    &bag_die::BagDie,
    &lucky_die::LuckyDie,
    &salvage::Salvage,
    &toll::Toll,
    &pirates::Pirates,
    &roll_again::RollAgain,
    &twin_cloud::TwinCloud,
    &safe_harbour::SafeHarbour,
    &insurance::Insurance,
    &storm_season::StormSeason,
    &last_round::LastRound,
];
