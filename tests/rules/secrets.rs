//! What a rule hides is hidden from those who look, and from those who think ahead, and from nothing else.

use crate::common;
use triangulum::packs::bermuda::speech::DIALECT;
use triangulum::players::{Greedy, Player, Random};
use triangulum::problem::Source;
use triangulum::script::read;
use triangulum::sim::{Eyes, Game, secret};
use triangulum::table::trace::Trace;
use triangulum::table::{Deed, HUMAN, Table, default_cast};

/// What is said about a rule's text.
fn said(text: &str) -> String {
    match read(&DIALECT, "mine", &Source::new("mine.toml", text)) {
        Ok(rule) => rule.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Err(problems) => problems.to_string(),
    }
}

const HEAD: &str = "title = \"T\"\nwhat = \"W\"\n";

#[test]
fn a_secret_changes_nothing_about_the_game() {
    let (open, hidden) = (common::variant("standard"), common::variant("hidden_purses"));
    for seed in 0..3 {
        let (mut one, mut other) = (common::game(&open, 3, seed), common::game(&hidden, 3, seed));
        let mut player = Random::new(seed, 0);
        while one.outcome().is_none() {
            assert!(other.has_secrets() && !one.has_secrets());
            let command = player.choose(&one);
            one.apply(command).unwrap();
            other.apply(command).unwrap();
            assert_eq!(one.hash(), other.hash());
            assert_eq!(one.events().len(), other.events().len());
        }
        assert_eq!(one.outcome(), other.outcome());
        assert!(!other.has_secrets(), "nothing is hidden when the game is over");
    }
}

#[test]
fn sums_are_told_to_those_they_are_about_and_to_everybody_in_the_end() {
    let variant = common::variant("hidden_purses");
    let kinds = [HUMAN, HUMAN, "random"].map(str::to_owned);
    let cast = default_cast(variant.rules.pack, &kinds);
    let mut table = Table::new(variant.rules.clone(), "hidden_purses", cast, 4).unwrap();
    let mut player = Random::new(4, 0);
    let hidden = secret::kept().to_string();
    let mut seen = [0, 0];
    while table.game().outcome().is_none() {
        let command = player.choose(table.game());
        table.carry_out(Deed::Command(command)).unwrap();
        for entry in table.story().iter().filter(|entry| entry.event.kind.name == "card") {
            if table.game().outcome().is_some() {
                continue;
            }
            for seat in 0..3 {
                let line = table.read_to(entry, Eyes::Of(seat)).to_string();
                let own = entry.about.contains(&seat);
                assert_eq!(line.contains(&hidden), !own, "{line}");
                seen[usize::from(own)] += 1;
            }
            assert!(table.read_to(entry, Eyes::Nobody).to_string().contains(&hidden));
            assert!(!table.read_to(entry, Eyes::All).to_string().contains(&hidden));
        }
    }
    assert!(seen.iter().all(|count| *count > 10));
    assert!(table.story().iter().all(|entry| !table.read_to(entry, Eyes::Nobody).to_string().contains(&hidden)));
    assert_eq!(table.eyes(None), Eyes::Nobody);
    assert_eq!(table.eyes(Some(1)), Eyes::Of(1));
}

#[test]
fn only_the_owner_sees_a_purse() {
    let game = common::game(&common::variant("hidden_purses"), 2, 1);
    assert_eq!(game.hidden(), [secret::MONEY]);
    assert!(game.is_seen(secret::MONEY, 0, Eyes::Of(0)));
    assert!(!game.is_seen(secret::MONEY, 1, Eyes::Of(0)));
    assert!(!game.is_seen(secret::MONEY, 0, Eyes::Nobody));
    assert!(game.is_seen(secret::MONEY, 1, Eyes::All));
    assert!(game.is_seen(secret::CARDS, 1, Eyes::Nobody), "only what is hidden is");
}

fn some_way(variant: &str, seed: u64) -> Game {
    let mut game = common::game(&common::variant(variant), 3, seed);
    let mut player = Random::new(seed, 0);
    for _ in 0..60 {
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
    game
}

#[test]
fn who_thinks_ahead_imagines_the_purses_of_others_and_loses_no_coin() {
    let (pack, mut others) = (triangulum::packs::find("bermuda").unwrap(), 0);
    for seed in 0..10 {
        let game = some_way("hidden_purses", seed);
        let mut copy = game.clone();
        copy.chance_mut().reseed(99);
        copy.veil(Some(0));
        pack.audit(&copy).unwrap();
        assert_eq!(pack.total(&copy, 0), pack.total(&game, 0));
        others += usize::from((1..3).any(|seat| pack.total(&copy, seat) != pack.total(&game, seat)));
        // Whoever looks for nobody changes no purse.
        let mut plain = game.clone();
        plain.veil(None);
        assert_eq!(pack.totals(&plain), pack.totals(&game));
        // Open purses stay as they are.
        let mut open = some_way("standard", seed);
        let before = pack.totals(&open);
        open.veil(Some(0));
        assert_eq!(pack.totals(&open), before);
    }
    assert!(others >= 8, "{others}");
}

/// A greedy player has a grudge against the leader; under hidden purses the true one cannot be told from others.
#[test]
fn bots_play_whole_games_with_what_they_may_know() {
    let mut game = common::game(&common::variant("hidden_purses"), 3, 8);
    let mut players: Vec<Greedy> = (0..3).map(|seat| Greedy::new(8, seat)).collect();
    while game.outcome().is_none() {
        let command = players[usize::from(game.deciding())].choose(&game);
        game.apply(command).unwrap();
    }
    game.rules().pack.audit(&game).unwrap();
}

#[test]
fn a_record_is_complete_and_names_what_is_hidden() {
    let text = common::trace_text(&common::variant("hidden_purses"), 2, 3);
    let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["hidden"], serde_json::json!(["money"]));
    let trace = Trace::parse(Source::new("t.jsonl", text)).unwrap();
    assert!(common::replay(&trace).unwrap().finished);
    let open = common::trace_text(&common::variant("standard"), 2, 3);
    assert!(serde_json::from_str::<serde_json::Value>(open.lines().next().unwrap()).unwrap().get("hidden").is_none());
}

#[test]
fn until_a_round_means_until_it_begins() {
    let rule = "[rule.mine]\ntitle = \"T\"\nwhat = \"W\"\nhide = [{ what = \"money\", until = \"round 3\" }]\n";
    let variant = common::from_text(&format!("pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n{rule}"));
    let mut game = common::game(&variant, 2, 5);
    let mut player = Random::new(5, 0);
    while game.turn().round < 5 {
        assert_eq!(game.has_secrets(), game.turn().round < 3);
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
}

#[test]
fn numbers_of_a_rules_own_are_forgotten_by_others() {
    let rule = "[rule.mine]\ntitle = \"T\"\nwhat = \"W\"\nhide = [{ what = \"state.count\" }]\n[rule.mine.state.count]\nper = \"seat\"\n[[rule.mine.do]]\nat = \"after sail\"\nrun = 'state.count[me] += 1;'\n";
    let variant = common::from_text(&format!("pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n{rule}"));
    let mut game = common::game(&variant, 2, 5);
    let mut player = Random::new(5, 0);
    for _ in 0..12 {
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
    let counted = |game: &Game| {
        let memory = game.find("mine-memory").unwrap();
        game.world().get::<&triangulum::sim::Memory>(game.entity(memory)).unwrap().values[0].clone()
    };
    let before = counted(&game);
    assert!(before.iter().all(|count| *count > 0), "{before:?}");
    game.veil(Some(1));
    assert_eq!(counted(&game), [0, before[1]]);
}

#[test]
fn what_cannot_be_hidden_is_told_with_its_place() {
    let wrong = said(&format!("{HEAD}hide = [{{ what = \"monney\" }}]\n"));
    assert!(wrong.contains("mine.toml:3:") && wrong.contains("money, cards") && wrong.contains("`money`"), "{wrong}");
    let wrong = said(&format!("{HEAD}hide = [{{ what = \"money\", until = \"sunrise\" }}]\n"));
    assert!(wrong.contains("mine.toml:3:") && wrong.contains("round 5"), "{wrong}");
    for text in ["hide = \"money\"\n", "hide = []\n", "hide = [{ until = \"end\" }]\n", "hide = [{ what = \"state.x\" }]\n"] {
        assert!(!said(&format!("{HEAD}{text}")).is_empty(), "{text}");
    }
    assert_eq!(said(&format!("{HEAD}hide = [{{ what = \"money\", until = \"end\" }}]\n")), "");
}
