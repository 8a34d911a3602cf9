//! Every pack × every shipped variant keeps the table's promises.

use crate::common;
use crate::common::{game, play_out, shipped, trace_text};
use proptest::prelude::*;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::event::Wanted;
use triangulum::sim::{Chance, Game};
use triangulum::table::trace::Trace;

/// Decisions after which a random game must be over.
const BOUND: usize = 20_000;

fn check_position(game: &Game) {
    let offers = game.offers();
    assert!(offers.windows(2).all(|pair| pair[0] < pair[1]), "offers are sorted and unique");
    assert_eq!(game.unregistered_components(), 0, "nothing escapes the snapshot");
    let mut copy = game.clone();
    assert_eq!(copy.dump(), game.dump(), "a clone equals its original");
    assert_eq!(copy.hash(), game.hash());
    let dump = game.dump();
    for (number, offer) in offers.iter().enumerate() {
        copy.apply(*offer).expect("every offer is accepted");
        copy.clone_from(game);
        assert_eq!(copy.hash(), game.hash(), "so does a game cloned into another");
        // Reading the whole state is slow, and some games have hundreds of offers.
        if number < 8 {
            assert_eq!(copy.dump(), dump, "fact by fact");
        }
        assert_eq!(copy.offers(), game.offers());
    }
    game.audit().unwrap_or_else(|fault| panic!("{fault}\n{}", game.dump()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_keep_every_promise(seed in any::<u64>()) {
        for variant in shipped() {
            for seats in variant.rules.seats() {
                let mut game = game(&variant, seats, seed);
                let mut player = Random::new(seed, 0);
                let mut decisions = 0;
                while game.outcome().is_none() {
                    if decisions % 16 == 0 {
                        check_position(&game);
                    }
                    let command = player.choose(&game);
                    game.apply(command).unwrap();
                    prop_assert_eq!(game.index_astray(), None, "{}", variant.rules.blueprint.variant);
                    decisions += 1;
                    prop_assert!(decisions < BOUND, "{} goes on for ever", variant.rules.blueprint.variant);
                }
                prop_assert!(game.offers().is_empty());
                let outcome = game.outcome().unwrap();
                let best = outcome.totals.iter().max().unwrap();
                for winner in &outcome.winners {
                    prop_assert_eq!(&outcome.totals[*winner as usize], best);
                }
            }
        }
    }

    #[test]
    fn a_clone_goes_on_exactly_as_its_original(seed in any::<u64>(), moves in 0usize..120) {
        for variant in shipped() {
            let mut original = game(&variant, variant.rules.pack.usual_seats(&variant.rules), seed);
            let mut player = Random::new(seed, 0);
            for _ in 0..moves {
                if original.outcome().is_some() {
                    break;
                }
                let command = player.choose(&original);
                original.apply(command).unwrap();
            }
            if original.outcome().is_some() {
                continue;
            }
            let mut copy = original.clone();
            play_out(&mut original, seed ^ 1);
            play_out(&mut copy, seed ^ 1);
            prop_assert_eq!(original.hash(), copy.hash());
            prop_assert_eq!(original.events(), copy.events());
        }
    }

    #[test]
    fn a_replay_reproduces_every_event_and_hash(seed in any::<u64>()) {
        for variant in shipped() {
            for seats in variant.rules.seats() {
                let text = trace_text(&variant, seats, seed);
                let trace = Trace::parse(Source::new("game.jsonl", text)).unwrap_or_else(|p| panic!("{p}"));
                let replayed = common::replay(&trace).unwrap_or_else(|p| panic!("{p}"));
                prop_assert!(replayed.finished);
                prop_assert!(replayed.hashes >= replayed.commands);
            }
        }
    }

    #[test]
    fn a_save_cut_off_at_any_line_goes_on_where_it_was(seed in any::<u64>(), share in 0.0f64..1.0) {
        for pack in triangulum::packs::ALL {
            let variant = common::variant_of(pack.name(), "standard");
            let text = trace_text(&variant, pack.usual_seats(&variant.rules), seed);
            let lines: Vec<&str> = text.lines().collect();
            let kept = 1 + ((lines.len() - 1) as f64 * share) as usize;
            let trace = Trace::parse(Source::new("save.jsonl", lines[..kept].join("\n"))).unwrap_or_else(|p| panic!("{p}"));
            let game = common::resume(&trace, None);
            let commands = lines[..kept].iter().filter(|line| line.starts_with("{\"type\":\"command\"")).count();
            let whole = Trace::parse(Source::new("game.jsonl", text.clone())).unwrap_or_else(|p| panic!("{p}"));
            let same = common::resume(&whole, Some(commands));
            prop_assert_eq!(game.dump(), same.dump());
        }
    }
}

#[test]
fn a_step_that_is_passed_over_had_nothing_to_do() {
    for variant in shipped() {
        for seats in variant.rules.seats() {
            let mut trusting = game(&variant, seats, 11);
            let mut mistrustful = trusting.clone();
            mistrustful.mistrust_signals();
            let mut player = Random::new(11, 0);
            while trusting.outcome().is_none() {
                let command = player.choose(&trusting);
                trusting.apply(command).unwrap();
                mistrustful.apply(command).unwrap();
                assert_eq!(trusting.events(), mistrustful.events());
            }
        }
    }
}

#[test]
fn what_nobody_listens_to_is_not_written_and_changes_nothing() {
    for variant in shipped() {
        let seats = variant.rules.pack.usual_seats(&variant.rules);
        let mut loud = game(&variant, seats, 5);
        let mut mute = loud.clone();
        mute.stop_recording();
        mute.listen_for(Wanted::NOTHING);
        let mut player = Random::new(5, 0);
        while loud.outcome().is_none() {
            let command = player.choose(&loud);
            loud.apply(command).unwrap();
            assert!(mute.apply(command).unwrap().is_empty());
            assert_eq!(mute.offers(), loud.offers());
        }
        assert_eq!(mute.dump(), loud.dump());
        assert_eq!(mute.outcome(), loud.outcome());
    }
}

#[test]
fn restarting_equals_a_new_game() {
    for variant in shipped() {
        let seats = variant.rules.pack.usual_seats(&variant.rules);
        let mut used = game(&variant, seats, 1);
        play_out(&mut used, 1);
        used.restart(9);
        let fresh = Game::new(variant.rules.clone(), seats, Chance::seeded(9)).unwrap();
        assert_eq!(used.dump(), fresh.dump());
    }
}

#[test]
fn every_ship_that_cannot_move_has_a_reason() {
    let variant = common::variant("standard");
    let mut reasons = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut game = game(&variant, 4, seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            let colour = game.rules().pack.seat_name(game.deciding());
            for number in 1..=4 {
                let command = game.rules().pack.parse_command(&game, &format!("sail {colour}-{number}")).unwrap();
                if !game.offers().contains(&command) {
                    let reason = game.why_not(command);
                    assert!(reason.rule.starts_with("B-") && !reason.text.to_string().is_empty(), "{reason:?}");
                    if let Some(setting) = &reason.setting {
                        assert!(reason.set_at.is_some(), "{setting} has a place");
                    }
                    reasons.insert(reason.rule);
                }
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
    }
    for rule in ["B-M2", "B-M3", "B-K6", "B-K8", "B-K9"] {
        assert!(reasons.contains(rule), "{rule} was never the reason in {reasons:?}");
    }
}

#[test]
fn a_command_that_is_not_offered_is_refused_and_changes_nothing() {
    let variant = common::variant("standard");
    let mut game = game(&variant, 4, 3);
    let before = game.dump();
    let other = (game.deciding() + 1) % 4;
    let illegal = game.apply_text(&format!("sail {}-1", game.rules().pack.seat_name(other))).unwrap_err();
    assert_eq!(illegal.reason.rule, "B-T1");
    assert!(game.apply_text("fly to the moon").is_err());
    assert!(game.apply_text("sail s01").is_err());
    assert!(game.apply_text("sail yellow-9").is_err());
    assert_eq!(game.dump(), before);
}
