//! Games by which two machines can be compared: a list, and what is left of each when it was played.

use std::fmt::Write;
use std::hash::Hasher;
use std::sync::{Arc, OnceLock};
use triangulum::lab::combine::Combination;
use triangulum::packs;
use triangulum::players::{self, Player};
use triangulum::sim::snapshot::StateHasher;
use triangulum::sim::{Chance, Game, Ruleset};
use triangulum::variant::{Library, STANDARD, Variant};

/// Combinations of rules nobody has thought of, beside all shipped variants.
const COMBINATIONS: u64 = 60;
/// Moves after which a game is left alone: rules nobody has thought of may never end.
const LONGEST: usize = 2_000;
/// The player who thinks ahead, with few thoughts: what is compared is what they are, not how many.
const THINKER: &str = "search:30";

/// A game to be played.
struct Plan {
    title: String,
    rules: Arc<Ruleset>,
    seats: usize,
    player: &'static str,
    seed: u64,
}

/// All games there are, in an order that never changes.
fn plans() -> &'static [Plan] {
    static PLANS: OnceLock<Vec<Plan>> = OnceLock::new();
    PLANS.get_or_init(|| {
        let variants: Vec<Variant> = packs::known().iter().flat_map(|pack| shipped(pack.name())).collect();
        let mut plans = Vec::new();
        for variant in &variants {
            let title = title(variant);
            let (fewest, most) = variant.rules.seats().into_inner();
            plans.push(Plan::new(title.clone(), &variant.rules, fewest, "greedy", plans.len()));
            plans.push(Plan::new(title.clone(), &variant.rules, most, "random", plans.len()));
            if variant.rules.blueprint.variant == STANDARD {
                plans.push(Plan::new(title, &variant.rules, fewest, THINKER, plans.len()));
                for rule in variant.rules.pack.house_rules().iter().map(|rule| rule.id()) {
                    if let Ok(rules) = Combination::with_rules(variant, &[rule]).build() {
                        let title = format!("{} with {rule}", self::title(variant));
                        plans.push(Plan::new(title, &rules, *rules.seats().end(), "random", plans.len()));
                    }
                }
            }
        }
        for number in 0..COMBINATIONS {
            let Some(combination) = Combination::new(&variants, 1, number) else { continue };
            if let Ok(rules) = combination.build() {
                let title = format!("{} changed ({number})", title(combination.variant));
                let seats = *rules.seats().end();
                plans.push(Plan::new(title, &rules, seats, "random", plans.len()));
            }
        }
        plans
    })
}

fn shipped(pack: &str) -> impl Iterator<Item = Variant> {
    let library = Library::built_in();
    library.shelf.variant_names(pack).into_iter().filter_map(move |name| library.load(pack, &name).ok())
}

fn title(variant: &Variant) -> String {
    let blueprint = &variant.rules.blueprint;
    format!("{} {}", blueprint.pack, blueprint.variant)
}

impl Plan {
    fn new(title: String, rules: &Arc<Ruleset>, seats: usize, player: &'static str, number: usize) -> Self {
        Self { title, rules: rules.clone(), seats, player, seed: number as u64 }
    }

    /// What is left of the game: its name, the hash after each move, and one of everything that was told.
    fn play(&self) -> String {
        let Self { title, rules, seats, player, seed } = self;
        let mut line = format!("{title}, {seats} {player}, seed {seed}:");
        let mut game = match Game::recorded(rules.clone(), *seats, Chance::seeded(*seed)) {
            Ok(game) => game,
            Err(error) => return format!("{line} {error}"),
        };
        let mut players: Vec<Box<dyn Player>> =
            (0..).take(*seats).filter_map(|seat| players::seat(player, *seed, seat)).collect();
        let mut told = StateHasher::default();
        for _ in 0..LONGEST {
            for event in game.events() {
                told.write(event.to_json(game.names(), &|c| game.command_text(c)).to_string().as_bytes());
            }
            // Writing into a text cannot fail.
            let _ = write!(line, " {:016x}", game.hash());
            if game.outcome().is_some() {
                break;
            }
            let command = players[usize::from(game.deciding())].choose(&game);
            if let Err(illegal) = game.apply(command) {
                return format!("{line} {illegal}");
            }
        }
        format!("{line} told {:016x}", told.finish())
    }
}

/// What is left of the game of a number, counted from 0; nothing when there are no more.
pub(crate) fn played(number: usize) -> Option<String> {
    plans().get(number).map(Plan::play)
}

#[cfg(test)]
mod tests {
    use super::{COMBINATIONS, STANDARD, plans, shipped};
    use triangulum::packs;

    #[test]
    fn every_variant_and_house_rule_of_every_game_is_played_and_most_combinations_are() {
        let titles: Vec<&str> = plans().iter().map(|plan| plan.title.as_str()).collect();
        for pack in packs::known() {
            for variant in shipped(pack.name()) {
                let title = super::title(&variant);
                assert!(titles.iter().filter(|other| **other == title).count() >= 2, "{title}");
            }
            for rule in pack.house_rules() {
                let title = format!("{} {STANDARD} with {}", pack.name(), rule.id());
                assert!(titles.contains(&title.as_str()), "{title}");
            }
        }
        let combined = titles.iter().filter(|title| title.ends_with(')')).count() as u64;
        assert!(titles.len() >= 100 && combined * 2 >= COMBINATIONS, "{} games, {combined} combined", titles.len());
    }

    #[test]
    fn a_game_is_the_same_when_it_is_played_again_and_another_with_another_seed() {
        let plan = &plans()[1];
        let other = super::Plan::new(plan.title.clone(), &plan.rules, plan.seats, plan.player, 999);
        let hashes = |line: &str| line.split_once(": ").map(|(_, hashes)| hashes.to_owned());
        assert_eq!(plan.play(), plan.play());
        assert_ne!(hashes(&plan.play()), hashes(&other.play()));
    }
}
