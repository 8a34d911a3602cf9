//! Players: always a move that is on offer, the same for the same seed, stronger from step to step, and no peeking.

mod common;

use common::{game, shipped, variant_of};
use triangulum::lab::combine::Combination;
use triangulum::lab::ladder::{Ladder, USUAL_OPENING, climb};
use triangulum::lab::rating::Pairing;
use triangulum::packs;
use triangulum::packs::bermuda::SAIL_VERB;
use triangulum::packs::bermuda::bot::outlook;
use triangulum::players::{self, Advice, KINDS, Kind, Player, Random, Search, Weighed};
use triangulum::sim::{Command, Game};
use triangulum::words::Message;

const QUICK: [&str; 3] = ["random", "greedy", "search:20"];

/// A position some random moves into a game.
fn position(pack: &str, variant: &str, seats: usize, seed: u64, moves: usize) -> Game {
    let mut game = game(&variant_of(pack, variant), seats, seed);
    let mut player = Random::new(seed, 0);
    for _ in 0..moves {
        let mut next = game.clone();
        next.apply(player.choose(&game)).unwrap();
        // Some games end early; then the position before the last move will do.
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

fn fewest(pack: &str) -> usize {
    *variant_of(pack, "standard").rules.seats().start()
}

fn moves(pack: &str, kind: &str, seed: u64, most: usize) -> Vec<Command> {
    let mut game = game(&variant_of(pack, "standard"), fewest(pack), 5);
    let mut seats: Vec<_> = (0..game.turn().seats).map(|seat| players::seat(kind, seed, seat).unwrap()).collect();
    let mut made = Vec::new();
    while game.outcome().is_none() && made.len() < most {
        let command = seats[game.deciding() as usize].choose(&game);
        made.push(command);
        game.apply(command).unwrap();
    }
    made
}

fn meet(pack: &str, kinds: [&str; 2], games: u64, seed: u64) -> Pairing {
    let rules = variant_of(pack, "standard").rules;
    let kinds = kinds.map(str::to_owned).to_vec();
    let ladder = Ladder { rules, seats: fewest(pack), kinds, seed, games, opening: USUAL_OPENING };
    let standings = climb(&ladder, &|_| true).unwrap();
    standings.pairings[0].clone()
}

#[test]
fn kinds_are_read_and_have_names_for_people() {
    assert_eq!(Kind::parse("search"), Some(Kind::Search(1_000)));
    assert_eq!(Kind::parse("search:2000"), Some(Kind::Search(2_000)));
    for wrong in ["", "search:", "search:0", "search:-1", "search:+5", "search:1000001", "search:x", "greedy:2", "Random"] {
        assert_eq!(Kind::parse(wrong), None, "{wrong}");
        assert!(players::seat(wrong, 1, 0).is_none());
    }
    assert_eq!(KINDS.map(|kind| players::title(kind).to_string()), ["Cabin boy", "Mate", "Captain"]);
    assert_eq!(players::title("human").to_string(), "computer");
}

#[test]
fn the_same_seed_makes_the_same_moves() {
    for pack in packs::ALL {
        for kind in QUICK {
            assert_eq!(moves(pack.name(), kind, 3, 40), moves(pack.name(), kind, 3, 40), "{} {kind}", pack.name());
        }
        assert_ne!(moves(pack.name(), "random", 3, 40), moves(pack.name(), "random", 4, 40));
    }
}

#[test]
fn every_kind_always_chooses_an_offer() {
    for variant in shipped() {
        for seats in variant.rules.seats() {
            for kind in ["greedy", "search:8"] {
                let mut game = game(&variant, seats, 11);
                let mut player = players::seat(kind, 11, 0).unwrap();
                // Positions from the whole length of a game: only every sixth move is thought about.
                let mut quick = Random::new(11, 0);
                for number in 0..180 {
                    if game.outcome().is_some() {
                        break;
                    }
                    let before = game.hash();
                    let command = if number % 6 == 0 { player.choose(&game) } else { quick.choose(&game) };
                    assert_eq!(game.hash(), before, "thinking changes nothing");
                    assert!(game.offers().contains(&command), "{kind} in {}", variant.rules.blueprint.variant);
                    game.apply(command).unwrap();
                }
            }
        }
    }
}

#[test]
fn greedy_beats_random_in_every_game() {
    for (pack, share) in [("bermuda", 0.7), ("muehle", 0.8), ("dreieck", 0.9)] {
        let met = meet(pack, ["random", "greedy"], 60, 2);
        assert!(met.share > share && met.p < 0.01, "{pack}: {met:?}");
    }
}

/// A rule nobody has told it about does not keep search from thinking: it beats chance under each of them. Usually a few are
/// tried; `TRIANGULUM_LONG=1` tries all and prints the table.
#[test]
fn search_beats_random_under_every_house_rule() {
    let long = std::env::var_os("TRIANGULUM_LONG").is_some();
    for pack in packs::ALL {
        let base = variant_of(pack.name(), if pack.name() == "muehle" { "two_player" } else { "standard" });
        for (number, rule) in pack.house_rules().iter().enumerate().filter(|(number, _)| long || number % 9 == 4) {
            let rules = Combination::with_rules(&base, &[rule.id()]).build().unwrap_or_else(|why| panic!("{why}"));
            let kinds = ["random", if long { "search:100" } else { "search:20" }].map(str::to_owned).to_vec();
            let games = if long { 200 } else { 20 };
            let ladder = Ladder { rules, seats: 2, kinds, seed: 19 + number as u64, games, opening: USUAL_OPENING };
            let met = climb(&ladder, &|_| true).unwrap().pairings[0].clone();
            println!("{} {}: {:?} share {:.3} p {:.6}", pack.name(), rule.id(), met.wins, met.share, met.p);
            assert!(met.share > 0.5 && met.p < 0.01, "{}: {met:?}", rule.id());
        }
    }
}

#[test]
fn search_beats_greedy_where_thinking_ahead_pays() {
    for pack in ["muehle", "dreieck"] {
        let met = meet(pack, ["greedy", "search:100"], 12, 2);
        assert!(met.share > 0.55, "{pack}: {met:?}");
    }
}

#[test]
fn nobody_peeks_at_the_dice_to_come() {
    for (pack, variant, moves) in [("bermuda", "standard", 25), ("bermuda", "salvage", 25), ("dreieck", "stack", 9)] {
        for seed in 0..6 {
            let here = position(pack, variant, 2, seed, moves);
            for kind in ["greedy", "search:60"] {
                let choice = |future: u64| {
                    let mut game = here.clone();
                    game.chance_mut().reseed(future);
                    players::seat(kind, 7, game.deciding()).unwrap().choose(&game)
                };
                let first = choice(100);
                assert!((101..105).all(|future| choice(future) == first), "{kind} in {pack}, {variant}");
            }
        }
    }
}

#[test]
fn advice_is_the_same_for_the_same_seed_and_begins_with_what_would_be_chosen() {
    for pack in packs::ALL {
        for moves in [3, 14, 30] {
            let here = position(pack.name(), "standard", fewest(pack.name()), 5, moves);
            let search = || Search::new(9, here.deciding(), 80);
            let advice = search().advise(&here);
            assert_eq!(advice, search().advise(&here), "{}", pack.name());
            assert_eq!(advice.choices[0].command, search().choose(&here), "{}", pack.name());
            assert_eq!(advice.thoughts(), 80);
            let mut offers: Vec<Command> = advice.choices.iter().map(|choice| choice.command).collect();
            offers.sort();
            assert_eq!(offers, here.offers(), "every offer, once");
            assert!(advice.choices.is_sorted_by_key(|choice| std::cmp::Reverse(choice.visits)));
            assert!(advice.choices.iter().all(|choice| (0.0..=1.0).contains(&choice.share)), "{advice:?}");
        }
    }
}

#[test]
fn advice_knows_nothing_of_the_dice_to_come() {
    let here = position("bermuda", "standard", 2, 3, 25);
    let advice = |future: u64| {
        let mut game = here.clone();
        game.chance_mut().reseed(future);
        Search::new(7, game.deciding(), 60).advise(&game)
    };
    assert!((101..105).all(|future| advice(future) == advice(100)));
}

#[test]
fn nobody_needs_to_wait_for_the_end_of_a_thought_that_is_no_longer_wanted() {
    let here = position("muehle", "standard", 3, 5, 10);
    let advice = Search::new(9, here.deciding(), 1_000_000).advise_while(&here, |thoughts| thoughts < 30);
    assert_eq!(advice.thoughts(), 30);
    assert!(here.offers().contains(&advice.choices[0].command));
}

#[test]
fn advice_is_told_in_numbers() {
    let here = position("bermuda", "standard", 2, 3, 25);
    let offers = here.offers();
    assert!(offers.len() > 1, "a position with a choice");
    let weighed = |offer: usize, visits, share| Weighed { command: offers[offer], visits, share };
    let told =
        |choices: Vec<Weighed>| Advice { choices }.in_words(&|command| Message::verbatim(here.command_text(command))).to_string();
    let (first, second) = (here.command_text(offers[0]), here.command_text(offers[1]));
    assert_eq!(
        told(vec![weighed(0, 799, 0.414), weighed(1, 201, 0.369)]),
        format!("The Captain would {first}: 41 % of wins expected, 799 of 1,000 thoughts. Next best: {second}, 37 % in 201.")
    );
    assert_eq!(told(vec![weighed(0, 60, 0.5)]), format!("There is no choice but to {first}: 50 % of wins expected."));
    assert_eq!(told(Vec::new()), "There is nothing to decide.");
}

#[test]
fn the_outlook_of_a_voyage_is_its_money_and_its_danger() {
    for seed in 0..8 {
        let here = position("bermuda", "standard", 3, seed, 40);
        for offer in here.offers().iter().filter(|offer| offer.verb == SAIL_VERB) {
            let outlook = outlook(&here, *offer).expect("a voyage");
            let mut then = here.clone();
            let earned = |game: &Game| here.rules().pack.totals(game)[usize::from(here.deciding())];
            then.apply(*offer).unwrap();
            assert!(earned(&then) - earned(&here) >= outlook.money, "a home bonus may come on top");
            assert!(outlook.before.of > 0 && outlook.before.of == outlook.after.of);
            assert!(outlook.before.taken <= outlook.before.of && outlook.after.taken <= outlook.after.of);
        }
    }
}

#[test]
fn what_nobody_sees_is_shuffled_and_nothing_else() {
    for (pack, variant, hidden) in [("bermuda", "standard", true), ("dreieck", "stack", true), ("dreieck", "standard", false)] {
        let here = position(pack, variant, 2, 3, 8);
        let mut there = here.clone();
        there.chance_mut().reseed(1);
        here.rules().pack.veil(&mut there);
        assert_eq!(there.dump() != here.dump(), hidden, "{pack}, {variant}");
        assert_eq!(there.offers(), here.offers());
        assert_eq!(here.rules().pack.totals(&there), here.rules().pack.totals(&here));
        there.audit().unwrap();
    }
}

/// Two players who leave nothing to chance, in games without dice: only the opening tells their games apart.
#[test]
fn the_games_of_a_ladder_differ_by_their_openings() {
    for pack in ["muehle", "dreieck"] {
        let met = meet(pack, ["search:5", "search:10"], 12, 3);
        assert_eq!(met.different, met.games, "{pack}: {met:?}");
    }
}

#[test]
fn a_ladder_is_the_same_on_every_run_and_fair_to_equals() {
    let met = meet("muehle", ["random", "random"], 60, 4);
    assert_eq!(met, meet("muehle", ["random", "random"], 60, 4));
    assert!(met.p > 0.01, "{met:?}");
    assert_eq!(met.games, 60);
    assert!((met.wins[0] + met.wins[1] - 60.0).abs() < 1e-9);
}
