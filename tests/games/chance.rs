//! Chance is a promise: the same seed gives the same numbers in every version, on every machine. Recorded games rest on it.

use triangulum::sim::{Chance, Purpose};

/// Draws for a purpose, from a seed.
fn draws(seed: u64, purpose: Purpose, ways: u32) -> Vec<u32> {
    let mut chance = Chance::seeded(seed);
    (0..12).map(|_| chance.draw(purpose, ways)).collect()
}

#[test]
fn the_sequence_of_numbers_never_changes() {
    let dice = Purpose::of_pack(0);
    insta::assert_debug_snapshot!([draws(0, dice, 6), draws(7, dice, 6), draws(u64::MAX, Purpose::of_pack(1), 24)]);
}

#[test]
fn shuffles_never_change() {
    let mut cards: Vec<u8> = (0..12).collect();
    Chance::seeded(7).shuffle(&mut cards);
    insta::assert_debug_snapshot!(cards);
}

#[test]
fn every_number_comes_about_equally_often() {
    let mut chance = Chance::seeded(1);
    let mut seen = [0; 6];
    for _ in 0..60_000 {
        seen[chance.draw(Purpose::of_pack(0), 6) as usize] += 1;
    }
    assert!(seen.iter().all(|count| (9_600..10_400).contains(count)), "{seen:?}");
}

#[test]
fn a_fresh_seed_is_another_one_each_time() {
    let (one, other) = (triangulum::table::fresh_seed(), triangulum::table::fresh_seed());
    assert!(one.is_some() && one != other);
}
