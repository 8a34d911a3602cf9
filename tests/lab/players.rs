//! Players: always a move that is on offer, the same for the same seed, stronger from step to step, and no peeking.

use crate::common::{game, shipped, variant_of};
use rayon::prelude::*;
use triangulum::lab::Games;
use triangulum::lab::combine::Combination;
use triangulum::lab::ladder::{Ladder, USUAL_OPENING, climb};
use triangulum::lab::rating::Pairing;
use triangulum::packs;
use triangulum::packs::bermuda::SAIL_VERB;
use triangulum::packs::bermuda::bot::outlook;
use triangulum::packs::bermuda::cloud::peril::Outlook;
use triangulum::packs::bermuda::danger::danger_map;
use triangulum::players::{self, Advice, Decision, KINDS, Kind, Player, Random, Reviewer, Search, Weighed};
use triangulum::sim::{Command, Game};
use triangulum::words::Message;

const ALL: [&str; 5] = ["random", "short", "quick", "greedy", "search:20"];

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
    let standings = climb(&ladder, &Games::here(&|_| true)).unwrap();
    standings.pairings[0].clone()
}

#[test]
fn kinds_are_read_and_have_names_for_people() {
    assert_eq!(Kind::parse("search"), Some(Kind::Search(1_000)));
    assert_eq!(Kind::parse("search:2000"), Some(Kind::Search(2_000)));
    for wrong in
        ["", "search:", "search:0", "search:-1", "search:+5", "search:1000001", "search:x", "greedy:2", "quick:1", "Random"]
    {
        assert_eq!(Kind::parse(wrong), None, "{wrong}");
        assert!(players::seat(wrong, 1, 0).is_none());
    }
    assert_eq!(KINDS.map(|kind| players::title(kind).to_string()), ["Cabin boy", "Mate", "Captain", "Admiral"]);
    assert!(KINDS.iter().chain(&ALL).all(|kind| players::described(kind).is_some_and(|told| told.to_string().ends_with('.'))));
    assert_eq!(players::described("human"), None);
    assert_eq!(players::title("human").to_string(), "computer");
}

#[test]
fn the_same_seed_makes_the_same_moves() {
    for pack in packs::ALL {
        for kind in ALL {
            assert_eq!(moves(pack.name(), kind, 3, 40), moves(pack.name(), kind, 3, 40), "{} {kind}", pack.name());
        }
        assert_ne!(moves(pack.name(), "random", 3, 40), moves(pack.name(), "random", 4, 40));
    }
}

#[test]
fn every_kind_always_chooses_an_offer() {
    let variants = shipped();
    let tables: Vec<_> = variants.iter().flat_map(|variant| variant.rules.seats().map(move |seats| (variant, seats))).collect();
    tables.par_iter().for_each(|(variant, seats)| {
        for kind in ["short", "quick", "greedy", "search:8"] {
            let mut game = game(variant, *seats, 11);
            let mut player = players::seat(kind, 11, 0).unwrap();
            // Positions from the whole length of a game: only every ninth move is thought about.
            let mut quick = Random::new(11, 0);
            for number in 0..180 {
                if game.outcome().is_some() {
                    break;
                }
                let before = game.hash();
                let command = if number % 9 == 0 { player.choose(&game) } else { quick.choose(&game) };
                assert_eq!(game.hash(), before, "thinking changes nothing");
                assert!(game.offers().contains(&command), "{kind} in {}", variant.rules.blueprint.variant);
                game.apply(command).unwrap();
            }
        }
    });
}

#[test]
fn greedy_beats_random_in_every_game() {
    for (pack, share) in [("bermuda", 0.7), ("muehle", 0.8), ("dreieck", 0.9)] {
        let met = meet(pack, ["random", "greedy"], 60, 2);
        assert!(met.share > share && met.p < 0.01, "{pack}: {met:?}");
    }
}

#[test]
fn quick_beats_random_in_every_game_and_keeps_up_with_greedy_in_bermuda() {
    for pack in packs::ALL {
        let met = meet(pack.name(), ["random", "quick"], 60, 2);
        assert!(met.share > 0.7 && met.p < 0.01, "{}: {met:?}", pack.name());
    }
    let met = meet("bermuda", ["greedy", "quick"], 60, 2);
    assert!(met.share > 0.35, "{met:?}");
}

#[test]
fn whoever_is_short_sighted_beats_chance_and_loses_to_whoever_is_not() {
    for pack in packs::ALL {
        let better = meet(pack.name(), ["random", "short"], 60, 2);
        assert!(better.share > 0.5, "{}: {better:?}", pack.name());
        let worse = meet(pack.name(), ["short", "quick"], 60, 2);
        assert!(worse.share > 0.6, "{}: {worse:?}", pack.name());
    }
}

/// What a look at the table of perils says of a spot is nearly what letting the cloud obey every segment finds out.
#[test]
fn perils_at_a_glance_are_the_dangers_of_the_next_spin() {
    let (mut spots, mut gaps) = (0, 0.0);
    for seed in 0..6 {
        let here = position("bermuda", "standard", 2, seed, 30);
        let glanced = Outlook::of(&here);
        for (spot, danger) in danger_map(&here).into_iter().enumerate() {
            // Another ship may take a magnet's place, or a push lead into its way.
            gaps += (glanced.at(spot as u8) - danger.chance()).abs();
            spots += 1;
        }
    }
    assert!(gaps / f64::from(spots) < 0.08, "{gaps} over {spots}");
}

#[test]
fn thinking_in_slices_comes_to_the_same_and_begins_anew_elsewhere() {
    for pack in packs::ALL {
        let here = position(pack.name(), "standard", fewest(pack.name()), 5, 14);
        let there = position(pack.name(), "standard", fewest(pack.name()), 6, 14);
        let search = || Search::new(9, here.deciding(), 60);
        let whole = search().advise(&here);
        let mut sliced = search();
        let mut slices = 0;
        let advice = loop {
            slices += 1;
            if let Some(advice) = sliced.advise_in_slices(&here, 7) {
                break advice;
            }
            assert!(sliced.progress() > 0.0 && sliced.progress() < 1.0);
        };
        assert_eq!(advice, whole, "{}", pack.name());
        assert!(slices > 5, "{}: {slices}", pack.name());
        let mut turned = search();
        assert_eq!(turned.think(&here, 7), None, "not done yet");
        let elsewhere = (0..100).find_map(|_| turned.think(&there, 7)).unwrap();
        assert!(there.offers().contains(&elsewhere), "{}", pack.name());
    }
    let here = position("muehle", "standard", 3, 5, 14);
    assert!(players::seat("quick", 1, 0).unwrap().think(&here, 1).is_some(), "whoever does not think ahead answers at once");
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
            let met = climb(&ladder, &Games::here(&|_| true)).unwrap().pairings[0].clone();
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

/// A game with other dice to come, and other tiles or cards where nobody sees them.
fn with_other_future(here: &Game, future: u64, swaps: bool) -> Game {
    let mut game = here.clone();
    game.chance_mut().reseed(future);
    if swaps {
        game.veil(None);
        game.chance_mut().reseed(future);
    }
    game
}

#[test]
fn nobody_peeks_at_the_dice_or_under_the_stacks() {
    let bermuda = ["standard", "salvage"].map(|variant| ("bermuda", variant, 25));
    let dreieck = ["stack", "hand_of_five"].map(|variant| ("dreieck", variant, 9));
    for (pack, variant, moves) in bermuda.into_iter().chain(dreieck) {
        for seed in 0..6 {
            let here = position(pack, variant, 2, seed, moves);
            for kind in ["short", "quick", "greedy", "search:60"] {
                // What a search imagines below a top card begins with what lies there, be it in another order.
                let swaps = pack == "dreieck" || !kind.starts_with("search");
                let choice = |future: u64| {
                    let game = with_other_future(&here, future, swaps);
                    players::seat(kind, 7, game.deciding()).unwrap().choose(&game)
                };
                let first = choice(100);
                assert!((101..105).all(|future| choice(future) == first), "{kind} in {pack}, {variant}");
            }
        }
    }
}

/// The position with the tiles of every player below the fifth in the order of the alphabet, or the other way round.
fn deep_tiles_sorted(here: &Game, backwards: bool) -> Game {
    let pack = here.rules().pack;
    let seen = pack.observe(here);
    let mut given = serde_json::json!({ "table": seen["table"], "hands": seen["hands"], "prisoners": seen["prisoners"] });
    given["table"].as_object_mut().unwrap().retain(|_, tile| *tile != "free");
    for (_, hand) in given["hands"].as_object_mut().unwrap() {
        let mut deep = hand.as_array_mut().unwrap().split_off(5);
        deep.sort_by_key(ToString::to_string);
        if backwards {
            deep.reverse();
        }
        hand.as_array_mut().unwrap().extend(deep);
    }
    let mut game = game(&variant_of(pack.name(), "hand_of_five"), usize::from(here.turn().seats), 1);
    pack.arrange(&mut game, &given).unwrap_or_else(|why| panic!("{why}"));
    game.stage(here.turn().seat, here.turn().taken);
    game
}

#[test]
fn nobody_knows_in_what_order_the_tiles_come_that_a_rule_keeps_out_of_reach() {
    for seed in 0..6 {
        let here = position("dreieck", "hand_of_five", 2, seed, 9);
        let [one, other] = [false, true].map(|backwards| deep_tiles_sorted(&here, backwards));
        assert_eq!((one.offers(), one.dump() == other.dump()), (other.offers(), false));
        for kind in ["short", "quick", "greedy", "search:60"] {
            let choice = |game: &Game| players::seat(kind, 7, game.deciding()).unwrap().choose(game);
            assert_eq!(choice(&one), choice(&other), "{kind}");
        }
    }
}

/// Who is bumped matters more if it leads; whoever may not know who does must not read it from the reasons.
#[test]
fn no_reason_tells_who_leads_while_purses_are_hidden() {
    let (mut bumps, mut others) = (0, 0);
    for seed in 0..40 {
        let here = position("bermuda", "hidden_purses", 3, seed, 60);
        let mut other = here.clone();
        other.chance_mut().reseed(seed + 1);
        other.veil(Some(here.deciding()));
        others += usize::from(here.rules().pack.totals(&here) != here.rules().pack.totals(&other));
        for offer in here.offers() {
            let bot = here.rules().pack.bot();
            let points = bot.points(&here, *offer);
            assert_eq!(points, bot.points(&other, *offer));
            bumps += usize::from(points.iter().any(|point| point.about == "bump"));
        }
    }
    assert!(bumps > 5 && others > 20, "{bumps}, {others}");
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
            // Whoever halves tries all that are left equally often.
            assert!((70..=80).contains(&advice.thoughts()), "{advice:?}");
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

/// Advice for a position, in words; commands are said as they are written.
fn told(here: &Game, choices: Vec<Weighed>) -> String {
    Advice { choices }.in_words(here, &|command| Message::verbatim(here.command_text(command))).to_string()
}

#[test]
fn advice_gives_reasons_and_no_counts() {
    let here = position("bermuda", "standard", 2, 3, 25);
    let offers = here.offers();
    assert!(offers.len() > 1, "a position with a choice");
    let weighed = |offer: usize, share| Weighed { command: offers[offer], visits: 500, share };
    let (first, second) = (here.command_text(offers[0]), here.command_text(offers[1]));
    let said = told(&here, vec![weighed(0, 0.41), weighed(1, 0.37)]);
    assert!(said.starts_with(&format!("The Captain would {first}: ")), "{said}");
    assert!(said.contains(&format!("Second choice: {second}")) && !said.contains("500") && !said.contains('%'), "{said}");
    assert_eq!(told(&here, vec![weighed(0, 0.5)]), format!("There is no choice but to {first}."));
    assert_eq!(told(&here, Vec::new()), "There is nothing to decide.");
}

/// Whatever is on offer in any game is compared with everything else on offer, and always comes to a sentence.
#[test]
fn every_choice_has_its_reasons() {
    let mut reasons = std::collections::BTreeSet::new();
    for pack in packs::ALL {
        for seed in 0..4 {
            for moves in [2, 12, 24, 36] {
                let here = position(pack.name(), "standard", fewest(pack.name()), seed, moves);
                for offer in here.offers().iter().step_by(1 + here.offers().len() / 12) {
                    let points = pack.bot().points(&here, *offer);
                    assert!(points.iter().all(|point| point.weight.is_finite()));
                    let abouts: std::collections::BTreeSet<_> = points.iter().map(|point| point.about).collect();
                    assert_eq!(abouts.len(), points.len(), "one point of a kind");
                    reasons.extend(points.into_iter().map(|point| (pack.name(), point.about)));
                }
            }
        }
    }
    for known in [("bermuda", "gain"), ("bermuda", "tempo"), ("bermuda", "danger"), ("muehle", "threat"), ("dreieck", "own")] {
        assert!(reasons.contains(&known), "{known:?} of {reasons:?}");
    }
}

#[test]
fn a_mill_that_can_be_closed_is_the_reason_to_close_it() {
    let mut found = 0;
    for seed in 0..20 {
        let here = position("muehle", "standard", 3, seed, 16);
        let closing = |offer: &&Command| here.rules().pack.bot().points(&here, **offer).iter().any(|point| point.about == "mill");
        let (Some(closes), Some(other)) = (here.offers().iter().find(closing), here.offers().iter().find(|o| !closing(o))) else {
            continue;
        };
        let weighed = |command: Command, share| Weighed { command, visits: 1, share };
        let said = told(&here, vec![weighed(*closes, 0.6), weighed(*other, 0.4)]);
        assert!(said.contains(": that closes a mill"), "{said}");
        found += 1;
    }
    assert!(found > 0);
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
    let dreieck = [("stack", true), ("hand_of_five", true), ("standard", false)];
    let all = dreieck.map(|(variant, hidden)| ("dreieck", variant, hidden)).into_iter().chain([("bermuda", "standard", true)]);
    for (pack, variant, hidden) in all {
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

/// Somebody who plays at random gives something away; the review finds where, and the same every time.
#[test]
fn a_review_finds_what_cost_most() {
    for pack in packs::ALL {
        let mut game = game(&variant_of(pack.name(), "standard"), fewest(pack.name()), 5);
        let mut player = Random::new(5, 0);
        let mut decisions = Vec::new();
        for deeds in 0..30 {
            let done = player.choose(&game);
            decisions.push(Decision { deeds, game: game.clone(), done, by_person: false });
            game.apply(done).unwrap();
        }
        let review = || Reviewer::new(40, decisions.clone());
        let (one, mut other) = (review().think_through(), review());
        // In slices it comes to the same, and always goes forward.
        let mut progress = 0.0;
        while !other.go_on(7) {
            assert!(other.progress() >= progress && other.progress() <= 1.0, "{}: {progress}", pack.name());
            progress = other.progress();
        }
        assert_eq!(other.progress(), 1.0, "{}", pack.name());
        assert_eq!(one.moments(), other.moments(), "{}", pack.name());
        assert_eq!(one.moments().len(), 30);
        assert!(one.moments().iter().all(|moment| (moment.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9));
        let turns = one.turning_points();
        assert!((1..=3).contains(&turns.len()), "{}: {turns:?}", pack.name());
        assert!(turns.is_sorted_by(|one, other| one.cost() >= other.cost()), "{}: the dearest first", pack.name());
        assert!(turns.iter().all(|moment| moment.chances[usize::from(moment.seat)] == moment.best_share), "{}", pack.name());
        let least = turns.iter().map(|moment| moment.cost()).fold(f64::INFINITY, f64::min);
        assert!(least >= 0.02, "{}: {least}", pack.name());
        assert!(turns.iter().all(|moment| moment.done != moment.best));
        // Where a person plays, what that person decided comes first, however little it cost.
        let first = 0;
        let mut with_person = decisions.clone();
        for decision in &mut with_person {
            decision.by_person = decision.game.deciding() == first;
        }
        let learned = Reviewer::new(40, with_person).think_through();
        let by_bot: Vec<bool> = learned.turning_points().iter().map(|moment| moment.seat != first).collect();
        assert!(by_bot.is_sorted() && !by_bot.is_empty(), "{}: {by_bot:?}", pack.name());
        // However little was thought, nothing counts for nothing that nobody has looked at.
        let hasty = Reviewer::new(1, decisions.clone()).think_through();
        let is_choice = |moment: &&players::Moment| hasty.game(moment).offers().len() > 1;
        assert!(hasty.moments().iter().filter(is_choice).all(|moment| moment.share > 0.0), "{}", pack.name());
    }
}
