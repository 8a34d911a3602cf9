//! What packs tell about how they are looked at, and the pictures made from it: whatever can be chosen can be pointed at, every piece is
//! seen once, and names stand clear of what is played.

use crate::common::{game, shipped};
use crate::svg::assert_well_formed;
use std::collections::BTreeSet;
use triangulum::players::{Player, Random};
use triangulum::sim::show::{self, Place, Show, Spot};
use triangulum::sim::{Game, Where};
use triangulum::variant::Variant;

/// Every variant of a pack that tells how it is looked at.
fn shows() -> Vec<(Variant, &'static dyn Show)> {
    shipped().into_iter().filter_map(|variant| variant.rules.pack.show().map(|show| (variant, show))).collect()
}

/// Looks at every position of some games, until they end or for so many moves.
fn watch(variant: &Variant, games: u64, moves: usize, look: impl Fn(&Game)) {
    let seats = *variant.rules.pack.seats_under(&variant.rules).end();
    for seed in 0..games {
        let mut game = game(variant, seats, seed);
        let mut player = Random::new(seed, 0);
        for _ in 0..moves {
            look(&game);
            if game.outcome().is_some() {
                break;
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
    }
}

#[test]
fn every_offer_is_chosen_by_something_that_is_seen_or_has_a_button() {
    for (variant, show) in shows() {
        watch(&variant, 3, 400, |game| {
            let places = show.places(game.rules());
            let seen: BTreeSet<_> = show.pieces(game).into_iter().map(|piece| piece.id).collect();
            let mut ways = BTreeSet::new();
            let is_over = game.outcome().is_some();
            for place in places.iter().filter(|_| !is_over) {
                let id = game.find(&place.name).expect("places are pieces");
                assert!(show.meant(game, &[], id).is_some(), "nobody can be told why not {}", place.name);
            }
            for command in game.offers() {
                let aims = show.aims(game, *command);
                let text = game.command_text(*command);
                if aims.is_empty() {
                    assert!(game.label(*command).is_some(), "{text} can be chosen by nothing");
                    continue;
                }
                for id in &aims {
                    let place = places.iter().any(|place| place.name == game.name(*id));
                    assert!(place || seen.contains(id), "{text}: {} is not to be seen", game.name(*id));
                    assert!(!show.called(game, *id).to_string().is_empty(), "{text}");
                }
                assert!(ways.insert(aims), "{text} is chosen like another offer");
                assert!(show.deed(game, *command).is_some(), "{text} has words");
            }
        });
    }
}

#[test]
fn a_position_shows_every_piece_on_the_board_once() {
    for (variant, show) in shows() {
        assert_well_formed("board", &show::board(show, &variant.rules));
        watch(&variant, 1, 120, |game| {
            let svg = show::art::position(show, game, &show::usual_colours(game));
            assert_well_formed("position", &svg);
            for piece in show.pieces(game) {
                let id = format!(r#"<use id="{}""#, game.name(piece.id));
                let lies = matches!(piece.at, Where::On(_) | Where::At(..));
                assert_eq!(svg.matches(&id).count(), usize::from(lies), "{id}");
            }
            for seat in 0..game.turn().seats {
                let standing = show.standing(game, seat);
                assert!(!standing.total.to_string().is_empty());
            }
        });
    }
}

/// The names on a board: where each stands and how large its letters are.
fn names(svg: &str) -> Vec<(String, Spot, f32)> {
    let number = |tag: &str, key: &str| -> f32 {
        let value = tag.split(&format!(" {key}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{tag} has no {key}"))
    };
    let name = |text: &str| {
        let (tag, rest) = text.split_once('>').expect("a whole tag");
        let letters = number(tag, "font-size");
        let at = [number(tag, "x"), number(tag, "y") - 0.35 * letters];
        (rest.split('<').next().unwrap_or_default().to_owned(), at, letters)
    };
    svg.split("<text").skip(1).map(name).collect()
}

fn distance([x, y]: Spot, [[ax, ay], [bx, by]]: [Spot; 2]) -> f32 {
    let steps = (0..=200u8).map(|step| f32::from(step) / 200.0);
    steps.map(|t| (x - ax - t * (bx - ax)).hypot(y - ay - t * (by - ay))).fold(f32::INFINITY, f32::min)
}

#[test]
fn names_of_places_keep_clear_of_lines_and_of_towers_three_high() {
    for (variant, show) in shows() {
        let places = show.places(&variant.rules);
        let names = names(&show::board(show, &variant.rules));
        assert_eq!(names.iter().map(|(name, ..)| name).collect::<Vec<_>>(), places.iter().map(|p| &p.name).collect::<Vec<_>>());
        let [width, height] = show.size(&variant.rules);
        for (name, [x, y], letters) in names {
            let (half, high) = (0.27 * letters * name.chars().count() as f32, 0.35 * letters);
            let box_of = [[x - half, y - high], [x + half, y - high], [x, y], [x - half, y + high], [x + half, y + high]];
            for corner in box_of {
                for [a, b] in show.ways(&variant.rules) {
                    assert!(distance(corner, [places[a].at, places[b].at]) > 5.0, "{name} lies on a line");
                }
                let hidden = |place: &&Place| distance(corner, [place.at, place.spot(2)]) < place.shape.reach() * 1.05;
                let over = places.iter().find(hidden);
                assert!(over.is_none(), "{name} lies under {}", over.unwrap().name);
                assert!(corner[0] > 20.0 && corner[0] < width - 20.0 && corner[1] > 20.0 && corner[1] < height - 20.0, "{name}");
            }
        }
    }
}
