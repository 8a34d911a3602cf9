//! The lab beside the running game, without a window: its sums are those of the lab, and letting go of it ends it.

#![cfg(feature = "window")]

use crate::common;
use std::sync::Arc;
use std::time::Duration;
use triangulum::lab::compare;
use triangulum::window::laboratory::findings::Findings;
use triangulum::window::laboratory::work::{Question, Work};

fn question(games: u64) -> Question {
    let rules = ["standard", "short"].map(|name| common::variant(name).rules).to_vec();
    Question { rules, from: Vec::new(), seats: 4, players: "random", games }
}

/// Everything a work has to tell, up to its end.
fn all_news(work: &Work) -> Vec<Arc<Findings>> {
    std::iter::from_fn(|| work.wait()).map(|news| news.expect("the games can be played")).collect()
}

#[test]
fn the_background_counts_what_the_lab_counts() {
    let question = question(300);
    let news = all_news(&Work::begin(&question, None));
    let games: Vec<u64> = news.iter().map(|found| found.games()).collect();
    assert!(games.len() > 2 && games.is_sorted() && games[0] < 10, "numbers come at once, and often: {games:?}");
    let whole = compare(&question.batches(), &|_| true).expect("the games can be played");
    assert_eq!(news.last().expect("some news").comparison, whole);
}

#[test]
fn work_that_was_let_go_is_taken_up_where_it_stopped() {
    let question = question(200);
    let work = Work::begin(&question, None);
    let known = work.wait().expect("some news").expect("the games can be played");
    drop(work);
    assert!(known.games() < 200);
    let last = all_news(&Work::begin(&question, Some(known))).pop().expect("some news");
    assert_eq!(last.comparison, compare(&question.batches(), &|_| true).expect("the games can be played"));
}

#[test]
fn letting_go_ends_the_games_at_once() {
    let question = question(10_000_000);
    let rules = question.rules.clone();
    let work = Work::begin(&question, None);
    drop(question);
    work.wait().expect("some news").expect("the games can be played");
    assert!(rules.iter().all(|rules| Arc::strong_count(rules) > 1), "the games are being played");
    drop(work);
    let ended = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        rules.iter().all(|rules| Arc::strong_count(rules) == 1)
    });
    assert!(ended, "nobody plays by these rules any longer");
}

#[test]
fn too_many_seats_are_told() {
    let work = Work::begin(&Question { seats: 9, ..question(10) }, None);
    let error = work.wait().expect("some news").err().expect("nine cannot play");
    assert!(error.to_string().contains('9'), "{error}");
    assert!(work.wait().is_none());
}

#[test]
fn findings_say_what_differs_and_what_does_not() {
    let mut question = question(400);
    let different = all_news(&Work::begin(&question, None)).pop().expect("some news");
    assert!(different.seen > 5 && !different.same && !different.rows.is_empty());
    assert_eq!(different.wins.len(), 4);
    let rounds = different.rounds.expect("every game has rounds");
    assert!(rounds.now().mean < rounds.before.mean, "a short game is shorter");
    question.rules[1] = question.rules[0].clone();
    let same = all_news(&Work::begin(&question, None)).pop().expect("some news");
    assert!(same.same && same.seen == 0 && same.rows.is_empty());
    question.rules.truncate(1);
    let alone = all_news(&Work::begin(&question, None)).pop().expect("some news");
    assert!(alone.rounds.is_some_and(|rounds| rounds.after.is_none()) && !alone.rows.is_empty());
}
