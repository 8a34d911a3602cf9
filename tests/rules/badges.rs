//! What a rule remembers of pieces and places can be shown on them, in every game.

use crate::common;
use triangulum::packs::bermuda::speech::DIALECT;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::script::read;
use triangulum::sim::show::badge::{ICONS, art, is_icon};
use triangulum::sim::{Eyes, Game};
use triangulum::variant::Variant;

fn said(text: &str) -> String {
    match read(&DIALECT, "mine", &Source::new("mine.toml", text)) {
        Ok(rule) => rule.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Err(problems) => problems.to_string(),
    }
}

fn some_way(variant: &Variant, decisions: usize) -> Game {
    let mut game = common::game(variant, 2, 3);
    let mut player = Random::new(3, 0);
    for _ in 0..decisions {
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
    game
}

fn picture(game: &Game) -> String {
    game.rules().pack.picture(game).unwrap()
}

#[test]
fn a_laden_ship_shows_a_crate_and_says_what_is_in_it() {
    let game = some_way(&common::variant("paid_at_home"), 60);
    let badges = game.badges(Eyes::Nobody);
    assert!(!badges.is_empty());
    for badge in &badges {
        assert_eq!(badge.icon, "crate");
        assert!(badge.number > 0 && badge.owner.is_some());
        assert!(badge.says().to_string().starts_with("cargo aboard: "), "{}", badge.says());
    }
    assert_eq!(picture(&game).matches("badge-crate").count(), badges.len());
    assert!(!picture(&some_way(&common::variant("standard"), 30)).contains("badge-"));
}

#[test]
fn a_stone_shows_a_letter_in_a_scene_for_any_game() {
    let rule = "[rule.mine]\ntitle = \"T\"\nwhat = \"W\"\n[rule.mine.state.fresh]\nper = \"place\"\nicon = \"N\"\n[[rule.mine.do]]\nat = \"after close_mill\"\nif = 'move.to != ()'\nrun = 'state.fresh[move.to] = 1;'\n";
    let text = format!("pack = \"muehle\"\nextends = \"two_player\"\nrules = [\"mine\"]\n{rule}");
    let game = some_way(&common::from_text(&text), 6);
    let badges = game.badges(Eyes::All);
    assert!(badges.iter().any(|badge| badge.icon == "N"), "{badges:?}");
    assert_eq!(picture(&game).matches("badge-N").count(), badges.len());
    assert_eq!(badges[0].says().to_string(), "fresh");
}

#[test]
fn a_hidden_number_is_shown_to_its_owner_only() {
    let rule = "[rule.mine]\ntitle = \"T\"\nwhat = \"W\"\nhide = [{ what = \"state.sailed\" }]\n[rule.mine.state.sailed]\nper = \"piece\"\nicon = \"star\"\n[[rule.mine.do]]\nat = \"after sail\"\nif = 'move.ship != ()'\nrun = 'state.sailed[move.ship] += 1;'\n";
    let text = format!("pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n{rule}");
    let game = some_way(&common::from_text(&text), 12);
    let all = game.badges(Eyes::All);
    for seat in 0..2 {
        let own: Vec<_> = all.iter().filter(|badge| badge.owner == Some(seat)).cloned().collect();
        assert!(!own.is_empty());
        assert_eq!(game.badges(Eyes::Of(seat)), own);
    }
    assert!(game.badges(Eyes::Nobody).is_empty());
    assert!(!picture(&game).contains("badge-"));
}

#[test]
fn icons_are_a_closed_set_and_belong_to_pieces_and_places() {
    let rule = |state: &str| {
        format!(
            "title = \"T\"\nwhat = \"W\"\n[state.x]\n{state}\n[[do]]\nat = \"after sail\"\nif = 'move.ship != ()'\nrun = 'state.x[move.ship] = 1;'\n"
        )
    };
    assert_eq!(said(&rule("per = \"piece\"\nicon = \"anchor\"\nname = \"At anchor\"")), "");
    let wrong = said(&rule("per = \"piece\"\nicon = \"ancor\""));
    assert!(wrong.contains("mine.toml:5:") && wrong.contains("`anchor`"), "{wrong}");
    assert!(said(&rule("per = \"seat\"\nicon = \"anchor\"")).contains("per = \"piece\""));
    assert!(ICONS.iter().all(|icon| is_icon(icon) && art(icon).len() > 100));
    assert!(is_icon("Q") && !is_icon("q") && !is_icon("QQ") && !is_icon(""));
}
