//! The lab: exact sums, honest intervals, the same numbers however the work is cut, and plain words for what was found.

use crate::common::{from_text, game, shipped, variant, variant_of};
use proptest::prelude::*;
use serde_json::{Value, json};
use triangulum::lab::check::{RISK, Verdict, check, estimate};
use triangulum::lab::compare::{compare, compare_part};
use triangulum::lab::coverage::{Twist, cover, twists};
use triangulum::lab::games::Ledger;
use triangulum::lab::histogram::Histogram;
use triangulum::lab::interval::{self, Sort, holding};
use triangulum::lab::part::{Part, Parts, Shard, missing};
use triangulum::lab::report::{Heading, data, html, text};
use triangulum::lab::run::{run_part, run_rows, run_until};
use triangulum::lab::sweep::{Axis, batches, grid, sweep};
use triangulum::lab::tune::{Search, Tuned, tune};
use triangulum::lab::what_if::{as_it_is, turned};
use triangulum::lab::{Batch, Count, Games, Tally, run};
use triangulum::problem::Source;
use triangulum::seal::{Sum, push_sealed, split};
use triangulum::sim::chance::{below, stream};
use triangulum::sim::observer::{BY_SEAT, ENDINGS, WHOLE_WIN};
use triangulum::variant::Variant;

fn batch(variant: &Variant, games: u64) -> Batch {
    let seats = variant.rules.pack.usual_seats(&variant.rules);
    Batch::new(variant.rules.clone(), vec!["random".to_owned(); seats], 1, games)
}

fn here() -> Games<'static> {
    Games::here(&always)
}

fn heading(batch: &Batch, variants: &[&str]) -> Heading {
    let pack = batch.rules.pack;
    Heading {
        pack: pack.name().to_owned(),
        game: pack.title().to_string(),
        variants: variants.iter().map(|name| (*name).to_owned()).collect(),
        names: variants.iter().map(|name| (*name).to_owned()).collect(),
        seats: batch.seats.clone(),
        seed: batch.seed,
        asked: batch.games,
        settings: vec![batch.rules.blueprint.to_json(); variants.len()],
        position: None,
    }
}

fn always(_games: u64) -> bool {
    true
}

fn tally(variant: &Variant, games: u64) -> Tally {
    run(&batch(variant, games), &always).unwrap()
}

// ── What is read ──────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn every_game_of_every_variant_has_whole_wins_and_one_known_ending() {
    for variant in shipped() {
        let tally = tally(&variant, 25);
        let name = format!("{} / {}", variant.rules.blueprint.pack, variant.rules.blueprint.variant);
        let sum = |group: &str| -> f64 {
            let members = (0..tally.metrics.len()).filter(|at| tally.metrics[*at].group == group);
            members.map(|at| tally.readings[at].mean()).sum()
        };
        assert_eq!(tally.games, 25, "{name}");
        assert!((sum(BY_SEAT) - f64::from(WHOLE_WIN)).abs() < 1e-9, "{name}");
        assert!((sum(ENDINGS) - 1.0).abs() < 1e-9, "{name}: an ending is not among those the pack names");
        let mut keys: Vec<&str> = tally.metrics.iter().map(|metric| metric.key.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), tally.metrics.len(), "{name}: two metrics have one key");
        assert!(tally.metrics.iter().all(|m| m.key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')));
    }
}

#[test]
fn ships_lost_by_leg_add_up_to_ships_lost_and_blocked_ports_to_stops() {
    let tally = tally(&variant("standard"), 400);
    let mean = |key: &str| tally.of(key).unwrap().mean();
    let parts = |prefix: &str| -> f64 {
        let own = tally.metrics.iter().zip(&tally.readings).filter(|(m, _)| m.key.starts_with(prefix));
        own.map(|(_, readings)| readings.mean()).sum()
    };
    assert!(mean("lost") > 1.0 && (parts("lost_") - mean("lost")).abs() < 1e-9);
    assert!((parts("caught_") - mean("caught")).abs() < 1e-9);
    assert!(mean("blocked") > 0.0 && (parts("blocked_") - mean("blocked")).abs() < 1e-9);
    let cards: u64 = tally.elements_of("bermuda.metric.group.drawn").map(|(_, count)| count).sum();
    assert!((cards as f64 / 400.0 - mean("cards")).abs() < 1e-9);
}

#[test]
fn drama_is_late_when_the_last_move_decides_and_early_when_the_first_lead_holds() {
    let tally = tally(&variant("standard"), 300);
    let drama = tally.of("drama").unwrap();
    assert!(drama.counts().all(|(value, _)| (0..=1_000).contains(&value)));
    assert!(drama.at_rank(1) < 400 && drama.at_rank(u64::MAX) == 1_000);
    assert!(tally.of("lead_changes").unwrap().mean() > 1.0);
}

// ── Exact sums ────────────────────────────────────────────────────────────────────────────────────────────────────

proptest! {
    #[test]
    fn a_histogram_says_what_a_plain_list_says(mut values in prop::collection::vec(-50i64..50, 2..200), cut in 0usize..200) {
        let (mut one, mut other) = (Histogram::default(), Histogram::default());
        for (at, value) in values.iter().enumerate() {
            if at < cut { one.add(*value) } else { other.add(*value) }
        }
        let mut swapped = other.clone();
        swapped.plus(&one);
        one.plus(&other);
        prop_assert_eq!(&one, &swapped);
        prop_assert_eq!(Histogram::from_json(&one.to_json()), Some(one.clone()));
        let n = values.len() as f64;
        let mean = values.iter().sum::<i64>() as f64 / n;
        let variance = values.iter().map(|v| (*v as f64 - mean).powi(2)).sum::<f64>() / (n - 1.0);
        prop_assert!((one.mean() - mean).abs() < 1e-9 && (one.variance() - variance).abs() < 1e-6);
        values.sort_unstable();
        for rank in 1..=values.len() {
            prop_assert_eq!(one.at_rank(rank as u64), values[rank - 1]);
        }
    }

    #[test]
    fn shards_cover_every_game_once(games in 1u64..10_000, of in 1u64..70) {
        let mut next = 0;
        for number in 1..=of {
            let numbers = Shard { number, of }.numbers(games);
            prop_assert_eq!(numbers.start, next);
            next = numbers.end;
        }
        prop_assert_eq!(next, games);
    }
}

#[test]
fn parts_add_up_to_the_whole_on_any_number_of_cores() {
    let batch = batch(&variant("short"), 300);
    let whole = run(&batch, &always).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let parts = pool.install(|| {
        let parts = [120..300, 0..7, 7..120].map(|numbers| run_part(&batch, numbers, &always).unwrap());
        parts.into_iter().reduce(|one, other| one.plus(&other)).unwrap()
    });
    assert_eq!(whole, parts);
    assert_eq!(whole, Tally::empty(&batch.table().unwrap().observer).filled(&whole.to_json()).unwrap());
}

#[test]
fn a_run_that_is_stopped_gives_what_was_reached() {
    let played = std::sync::atomic::AtomicU64::new(0);
    let stop_after_fifty = |games: u64| played.fetch_add(games, std::sync::atomic::Ordering::Relaxed) + games < 50;
    let tally = run(&batch(&variant("short"), 100_000), &stop_after_fifty).unwrap();
    assert!((50..60).contains(&tally.games), "{}", tally.games);
}

/// One of so many parts of a batch.
fn part(batch: &Batch, number: u64, of: u64) -> Part {
    let shard = Shard { number, of };
    let ledger = Ledger::of_part(shard);
    Games::by(&ledger, &always).run(batch, 0..batch.games).unwrap();
    Part { command: vec!["lab".to_owned(), "run".to_owned()], shard, entries: ledger.into_entries().unwrap() }
}

#[test]
fn part_files_are_merged_only_when_they_fit() {
    let base = batch(&variant("short"), 40);
    let file = |part: &Part| Source::new("part.json", part.to_text());
    let read = |part: &Part| Part::read(&file(part)).unwrap_or_else(|problems| panic!("{problems}"));
    let all = || (1..=3).map(|number| (format!("p{number}"), read(&part(&base, number, 3)))).collect::<Vec<_>>();
    let sum = |parts: Vec<(String, Part)>, batch: &Batch| {
        let parts = Parts::of(parts).map_err(|problems| problems.to_string())?;
        Games::by(&Ledger::of_all(parts), &always).run(batch, 0..batch.games).map_err(|error| error.to_string())
    };
    assert_eq!(sum(all().into_iter().rev().collect(), &base), Ok(run(&base, &always).unwrap()));
    let shards = |numbers: &[u64]| missing(numbers.iter().map(|number| part(&base, *number, 3)).collect::<Vec<_>>().iter());
    assert_eq!(shards(&[3, 1]), [Shard { number: 2, of: 3 }]);
    assert!(shards(&[3, 2, 1]).is_empty());
    let complain = |parts: Vec<(String, Part)>| sum(parts, &base).unwrap_err();
    assert!(complain(all().into_iter().take(2).collect()).contains("part 3/3 is missing"));
    assert!(complain(all().into_iter().take(1).collect()).contains("parts 2/3, 3/3 are missing"));
    assert!(complain(vec![all().remove(0), ("other".to_owned(), part(&base, 2, 5))]).contains("`shard` differs"));
    let twice = all().into_iter().chain(all().into_iter().take(1)).collect();
    assert!(complain(twice).contains("part 1/3 is in p1 too"));
    let other = Batch { seed: 2, ..base.clone() };
    let strange = all().into_iter().take(2).chain([("odd".to_owned(), read(&part(&other, 3, 3)))]).collect();
    assert!(complain(strange).contains("odd: error: this part does not belong to p1: `seed` differs"));
    let nearer =
        Batch { rules: from_text("pack = \"bermuda\"\nextends = \"short\"\n[victory]\ngoal = 90_000\n").rules, ..base.clone() };
    let changed = sum(all(), &nearer).unwrap_err();
    assert!(changed.contains("it holds other games than its command plays: `variants` differs"), "{changed}");
    // Whoever edits on purpose can compute the checksum anew.
    let edited = |from: &str, to: &str| {
        let text = file(&part(&base, 1, 1)).text;
        let (body, _) = split(text.trim_end(), "checksum").unwrap();
        let mut sealed = String::new();
        push_sealed(&mut sealed, &mut Sum::default(), &format!("{}}}", body.replace(from, to)), "checksum");
        sealed
    };
    for (wrong, says) in [
        ("{}".to_owned(), "not a part file"),
        (file(&part(&base, 1, 3)).text[..200].to_owned(), "cut off"),
        (edited("\"games\":40", "\"games\":39"), "readings of"),
        (edited("\"rounds\":{", "\"rands\":{"), "no readings of `rounds`"),
        (edited("\"touched\":[", "\"touched\":[7,"), "touched does not fit"),
        (edited("\"shard\":\"1/1\"", "\"shard\":\"1/0\""), "`shard` is not what it should be"),
        (edited("\"from\":0", "\"from\":-1"), "`games` is not what it should be"),
        (file(&part(&base, 1, 3)).text.replace("\"games\":13", "\"games\":12"), "its checksum is another"),
    ] {
        let told = match Part::read(&Source::new("part.json", wrong)) {
            Ok(part) => complain(vec![("part.json".to_owned(), part)]),
            Err(problems) => problems.to_string(),
        };
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn every_game_has_its_row_and_its_seed_and_precision_is_a_reason_to_stop() {
    let batch = batch(&variant("short"), 30);
    let (tally, rows) = run_rows(&batch, 0..30, true, &always).unwrap();
    let csv = data::rows_csv(&batch, &tally, &rows);
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((lines.len(), lines[0].len(), lines[7][0]), (31, tally.metrics.len() + 2, "7"));
    let rounds = lines[0].iter().position(|key| *key == "rounds").unwrap();
    let seed: u64 = lines[7][1].parse().unwrap();
    assert_eq!(lines[7][rounds], batch.table().unwrap().play(&batch, 6)[rounds - 2].to_string());
    assert_eq!(seed, triangulum::lab::game_seed(1, 6));
    let at = tally.find("rounds").unwrap();
    let long = Batch { games: 100_000, ..batch };
    let (enough, _) = run_until(&long, false, &here(), |tally| tally.summary(at).interval.half_width() < 0.7).unwrap();
    assert!(enough.games < 4_000 && enough.games % 250 == 0 && enough.summary(at).interval.half_width() < 0.7);
}

// ── Honest intervals ──────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn intervals_agree_with_the_textbook() {
    let wilson = interval::wilson(8.0, 10.0, 0.95);
    assert!((wilson.low - 0.4902).abs() < 1e-3 && (wilson.high - 0.9433).abs() < 1e-3, "{wilson:?}");
    let mut five = Histogram::default();
    for value in 1..=5 {
        five.add(value);
    }
    let mean = interval::of_mean(&five, Sort::Count, 0.95);
    // Student's t with four degrees of freedom is 2.776; the standard error is the root of one half.
    assert!((mean.half_width() - 2.776 * 0.5f64.sqrt()).abs() < 1e-2, "{mean:?}");
    assert!((interval::two_sided(1.959_964) - 0.05).abs() < 1e-6);
    assert_eq!(holding(&[0.04, 0.001, 0.02, 0.9], 0.05), [false, true, false, false]);
    assert_eq!(holding(&[0.04, 0.001, 0.015, 0.01], 0.05), [true, true, true, true]);
}

#[test]
fn ninety_five_of_a_hundred_intervals_hold_the_truth() {
    const TRIES: i32 = 2_000;
    let mut dice = stream(11, 0);
    let (mut mean, mut median, mut share) = (0, 0, 0);
    for _ in 0..TRIES {
        let (mut pips, mut sixes) = (Histogram::default(), Histogram::default());
        for _ in 0..101 {
            let pip = i64::from(below(&mut dice, 21));
            pips.add(pip);
            sixes.add(i64::from(pip == 6));
        }
        mean += i32::from(interval::of_mean(&pips, Sort::Count, 0.95).contains(10.0));
        median += i32::from(interval::of_quantile(&pips, 0.5, 0.95).contains(10.0));
        share += i32::from(interval::of_mean(&sixes, Sort::Share(1), 0.95).contains(1.0 / 21.0));
    }
    let percent = |hits: i32| 100.0 * f64::from(hits) / f64::from(TRIES);
    assert!((93.0..97.0).contains(&percent(mean)), "{}", percent(mean));
    assert!((93.0..100.0).contains(&percent(share)), "{}", percent(share));
    assert!(percent(median) > 93.0, "{}", percent(median));
}

#[test]
fn rare_things_have_bounds_and_no_verdict() {
    let zeros = |n: u64, others: &[i64]| {
        let mut readings = Histogram::default();
        let zeros = std::iter::repeat_n(&0, n as usize - others.len());
        for value in zeros.chain(others) {
            readings.add(*value);
        }
        readings
    };
    let exact = interval::exact(3, 10, 0.95);
    assert!((exact.low - 0.0667).abs() < 1e-3 && (exact.high - 0.6525).abs() < 1e-3, "{exact:?}");
    let never = interval::of_mean(&zeros(1_000, &[]), Sort::Count, 0.95);
    assert!(never.low == 0.0 && (never.high - 0.00368).abs() < 1e-4, "{never:?}");
    let twice = interval::of_mean(&zeros(1_000, &[1, 3]), Sort::Count, 0.95);
    assert!(twice.low > 0.0 && twice.high > 0.015, "{twice:?}");
    assert!(interval::is_too_rare(&zeros(1_000, &[1; 9]), Sort::Count));
    assert!(!interval::is_too_rare(&zeros(1_000, &[1; 10]), Sort::Count));
    assert!(!interval::is_too_rare(&zeros(1_000, &[1; 9]), Sort::Share(1)), "a share has exact bounds");
    // Differences: nine games are no reason, and no number of games makes a certainty.
    assert_eq!(interval::p_of_mean(&zeros(1_000, &[5; 9])), 1.0);
    let some = interval::p_of_mean(&zeros(1_000, &[5; 12]));
    assert!(some > 2.0 * 0.5f64.powi(12) && some < 0.01, "{some}");
    assert!(interval::p_of_mean(&zeros(9, &[4; 9])) == 1.0, "too few games");
    let all_alike = interval::p_of_mean(&zeros(5_000, &vec![1; 5_000]));
    assert!(all_alike > 0.0 && all_alike < 1e-9, "{all_alike}");
    let small = interval::p_of_mean(&zeros(12, &[1, 2, 1, 1, 2, 1, 2, 1, 1, 1, 2, 1]));
    assert!(small > 1e-8 && small < 1e-4, "Student's distribution has thick ends: {small}");
}

#[test]
fn what_never_happens_is_promised_as_a_share_and_the_order_of_play_beside_the_seat() {
    let lines = "caught_in_port = \"<=0\"\nany_caught_in_port = \"<0.05\"\nturn_advantage = \"<0.5\"\n";
    let variant = from_text(&format!("pack = \"bermuda\"\nextends = \"safe_harbour\"\n[contract]\n{lines}"));
    let contract = variant.contract.clone().unwrap();
    let (findings, tally) = check(&batch(&variant, 300), &contract.clauses, RISK, &here()).unwrap();
    let verdicts: Vec<Verdict> = findings.iter().map(|finding| finding.verdict).collect();
    assert_eq!(verdicts, [Verdict::TooRare, Verdict::Kept, Verdict::Kept]);
    let told = text::findings(&heading(&batch(&variant, 300), &["mine"]), &findings, "mine.toml");
    assert!(told.contains("? too rare to say") && tally.games == 300, "{told}");
    let best = (1..=4).map(|place| tally.of(&format!("win_turn_{place}")).unwrap().mean() / f64::from(WHOLE_WIN));
    // What was found is what was known when it was decided; of all games the estimate speaks.
    let whole = estimate(&contract.clauses[2], &tally, 0.95).value;
    assert!((whole - (best.fold(0.0, f64::max) - 0.25)).abs() < 1e-9, "{whole}");
}

// ── Comparing ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn a_variant_does_not_differ_from_itself() {
    let batch = batch(&variant("standard"), 60);
    let comparison = compare(&[batch.clone(), batch.clone()], &always).unwrap();
    assert!(comparison.is_same(1) && comparison.all_judged()[0].iter().all(|difference| !difference.seen));
    let told = text::comparison(&heading(&batch, &["standard", "again"]), &comparison);
    assert!(told.contains("no difference seen: not a single game went differently"), "{told}");
    assert_eq!(comparison.tallies[0], run(&batch, &always).unwrap(), "a comparison plays the same games as a run");
}

#[test]
fn a_nearer_goal_is_seen_and_where_nothing_changes_nothing_is_told() {
    let batches = [batch(&variant("standard"), 400), batch(&variant("short"), 400)];
    let comparison = compare(&batches, &always).unwrap();
    let at = |key: &str| comparison.tallies[0].find(key).unwrap();
    let differences = comparison.all_judged().remove(0);
    let rounds = differences[at("rounds")];
    assert!(rounds.seen && rounds.interval.high < -10.0, "{rounds:?}");
    assert!(!differences[at("ends_stalled")].seen);
    let told = text::comparison(&heading(&batches[0], &["standard", "short"]), &comparison);
    let line = |label: &str| told.lines().find(|line| line.trim_start().starts_with(label)).unwrap_or_default();
    let csv = data::comparison_csv(&heading(&batches[0], &["standard", "short"]), &comparison, &[at("rounds")]);
    assert!(csv.lines().next().unwrap().ends_with("difference,difference_low,difference_high,p,seen,difference_too_rare"));
    let told_of = |key: &str| csv.lines().find(|line| line.starts_with(&format!("short,{key},"))).unwrap_or_default();
    assert!(told_of("rounds").ends_with(",true,false") && told_of("decisions").ends_with(",false,false"), "{csv}");
    assert!(line("rounds").ends_with("less") && line("nothing moves").ends_with("no difference seen"), "{told}");
    let halves = [0..150, 150..400].map(|numbers| compare_part(&batches, numbers, &always).unwrap());
    let [first, second] = halves;
    assert_eq!(comparison, first.plus(&second));
}

#[test]
fn common_seeds_make_differences_sharper() {
    let nearer = from_text("pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = 330_000\n");
    let comparison = compare(&[batch(&variant("standard"), 500), batch(&nearer, 500)], &always).unwrap();
    let at = comparison.tallies[0].find("rounds").unwrap();
    let paired = interval::standard_error(&comparison.differences[0][at]);
    let apart = comparison.tallies.iter().map(|tally| interval::standard_error(&tally.readings[at]).powi(2)).sum::<f64>().sqrt();
    assert!(paired < 0.6 * apart, "{paired} against {apart}");
}

// ── Sweeping ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn values_of_a_sweep_are_written_in_many_ways() {
    let variant = variant("standard");
    let values = |text: &str| Axis::parse(text, &variant).map(|axis| axis.values).map_err(|problem| problem.to_string());
    assert_eq!(values("victory.goal=200000..400000/5").unwrap(), [200_000, 250_000, 300_000, 350_000, 400_000]);
    assert_eq!(values("ports.capacity.4=3..5").unwrap(), [3, 4, 5]);
    assert_eq!(values("ports.per_player").unwrap(), [1, 2, 3, 4]);
    assert_eq!(values("bumping.own").unwrap(), [false, true]);
    assert_eq!(values("bumping.overflow=before_port").unwrap(), ["before_port"]);
    assert_eq!(values("victory.goal=200_000, 300_000").unwrap(), [200_000, 300_000]);
    assert_eq!(values("dice.sides=4..8/3").unwrap(), [4, 6, 8]);
    for (wrong, says) in [
        ("victory.gaol=1..2", "did you mean `victory.goal`?"),
        ("ports.capacity.7=3..5", "there is no such setting"),
        ("victory.goal=5..3", "is not a range"),
        ("victory.goal=much", "expected a whole number"),
        ("ports.capacity.4=3..99/4", "too large"),
        ("toll.fee=1000..2000", "the rule `toll` is not in force"),
        ("cloud.spinner", "no range to go through"),
        ("dice.sides=1..6/1", "is not a range"),
    ] {
        assert!(values(wrong).unwrap_err().contains(says), "{wrong}: {}", values(wrong).unwrap_err());
    }
}

#[test]
fn a_grid_has_every_combination_and_its_page_a_map() {
    let variant = variant("standard");
    let parse = |text: &str| Axis::parse(text, &variant).unwrap();
    let axes = vec![parse("victory.goal=100000,200000"), parse("ports.capacity.4=3..5")];
    let points = grid(&axes).unwrap();
    assert_eq!(points.len(), 6);
    assert_eq!(points[1], [json!(100_000), json!(4)]);
    let base = batch(&variant, 60);
    let batches = batches(&variant, &base, &axes, &points).unwrap_or_else(|problems| panic!("{problems}"));
    let swept = sweep(axes, points, &batches, &here()).unwrap();
    let rounds = swept.comparison.tallies[0].find("rounds").unwrap();
    let mean = |point: usize| swept.comparison.tallies[point + 1].readings[rounds].mean();
    assert!(mean(0) < mean(3) && mean(2) < mean(5), "a farther goal takes longer");
    let page = html::sweep(&heading(&base, &["standard"]), &swept, &[rounds]);
    assert_eq!(page.matches("class=\"cell\"").count(), 6, "one cell for each point");
    let table = text::sweep(&heading(&base, &["standard"]), &swept, &[rounds]);
    assert!(table.contains("Goal: 200,000, Ships in a port with four players: 5") && table.contains("less"));
    let long = vec![parse("victory.goal=20000..2000000/50"), parse("home_bonus.value=1000..200000/50")];
    assert!(grid(&long).unwrap_err().to_string().contains("more than 400 points"));
}

// ── What if ───────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn from_one_position_rules_change_everyones_chances() {
    let standard = variant("standard");
    let mut position = game(&standard, 4, 7);
    let mut player = triangulum::players::Random::new(7, 0);
    for _ in 0..60 {
        let command = triangulum::players::Player::choose(&mut player, &position);
        position.apply(command).unwrap();
    }
    let base = as_it_is(&position, vec!["random".to_owned(); 4], 3, 150);
    let same = turned(&base, &position, &standard).unwrap_or_else(|problems| panic!("{problems}"));
    let near = from_text("pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = 150_000\n[turn]\nfirst = \"seat\"\n");
    let near = turned(&base, &position, &near).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(near.too_late().map(|change| change.key.as_str()).collect::<Vec<_>>(), ["turn.first"]);
    let comparison = compare(&[base.clone(), same.batch, near.batch], &always).unwrap();
    assert!(comparison.is_same(1), "the rules it was played by change nothing");
    let rounds = comparison.tallies[0].find("rounds").unwrap();
    assert!(comparison.all_judged()[1][rounds].seen);
    assert!(position.turn().round > 10 && comparison.tallies[0].readings[rounds].at_rank(1) < 10, "rounds from here on");
    let wins = comparison.tallies[0].of("win_blue").unwrap();
    assert!(wins.count(0) > 0 && wins.total() == 150, "chance to come differs from game to game");
    assert!(turned(&base, &position, &variant_of("muehle", "standard")).is_err());
}

#[test]
fn what_hung_before_the_position_is_booked_as_that() {
    let standard = variant("standard");
    let mut position = game(&standard, 4, 5);
    let mut player = triangulum::players::Random::new(5, 0);
    while !position.events().iter().any(|event| event.kind.name == "captured") {
        let command = triangulum::players::Player::choose(&mut player, &position);
        position.apply(command).unwrap();
    }
    let tally = run(&as_it_is(&position, vec!["random".to_owned(); 4], 3, 60), &always).unwrap();
    let mean = |key: &str| tally.of(key).unwrap().mean();
    assert!(mean("lost_before") > 0.0, "a ship that hung was lost");
    let parts = tally.metrics.iter().zip(&tally.readings).filter(|(metric, _)| metric.key.starts_with("lost_"));
    assert!((parts.map(|(_, readings)| readings.mean()).sum::<f64>() - mean("lost")).abs() < 1e-9);
    assert!(mean("lost") < mean("caught") + 16.0);
}

// ── Tuning ────────────────────────────────────────────────────────────────────────────────────────────────────────

fn searched(contract: &str, vary: &[&str]) -> (Tuned, String, String) {
    let variant = from_text(&format!("pack = \"bermuda\"\n[contract]\n{contract}"));
    let axes: Vec<Axis> = vary.iter().map(|text| Axis::fine(text, &variant).unwrap()).collect();
    let clauses = &variant.contract.as_ref().unwrap().clauses;
    let base = batch(&variant, 4_000);
    let heading = heading(&base, &["mine"]);
    let search = Search { variant: &variant, axes: &axes, clauses, batch: base, confirm: 1_000 };
    let tuned = tune(&search, &here()).unwrap();
    let (told, file) = (text::tuned(&heading, &search, &tuned, "mine.toml"), text::tuned_variant(&search, &tuned, &[]));
    (tuned, told, file)
}

#[test]
fn settings_are_found_under_which_a_contract_is_kept_and_written_with_the_evidence() {
    let vary = ["victory.goal=50_000..400_000", "bumping.overflow", "ports.capacity.4=2..6"];
    let (tuned, told, file) = searched("median_rounds = \"14..22\"\nseat_advantage = \"<0.25\"\n", &vary);
    assert!(tuned.is_kept(), "{told}");
    assert!(told.contains("The contract is kept with Goal:"), "{told}");
    assert!(tuned.games[0] <= 4_000 && tuned.points.iter().map(|point| point.tally.games).sum::<u64>() == tuned.games[0]);
    let most = tuned.points.iter().map(|point| point.tally.games).max().unwrap();
    let least = tuned.points.iter().map(|point| point.tally.games).min().unwrap();
    assert!(most >= 3 * least, "promising points get more games: {least} to {most}");
    assert!(file.starts_with("# The contract is kept with Goal:") && file.contains("# ✓ kept"), "{file}");
    let written = from_text(&file.replace("extends = \"test\"", "extends = \"standard\""));
    let goal = written.rules.value("victory.goal").and_then(Value::as_i64).unwrap();
    assert!((50_000..350_000).contains(&goal) && goal % 1_000 == 0, "{goal}");
    let again =
        check(&Batch { seed: 99, ..batch(&written, 1_000) }, &written.contract.clone().unwrap().clauses, RISK, &here()).unwrap();
    assert_eq!(again.0[0].verdict, Verdict::Kept);
}

#[test]
fn what_cannot_be_reached_is_said_to_be_out_of_reach() {
    let (tuned, told, file) = searched("median_rounds = \"2..3\"\n", &["victory.goal=100_000..400_000"]);
    assert!(!tuned.is_kept() && told.contains("Not possible within these bounds"), "{told}");
    assert!(told.contains("The closest is Goal: 100,000") && file.contains("✗ broken"), "{told}{file}");
}

#[test]
fn a_search_takes_round_values_and_both_ends() {
    let standard = variant("standard");
    let values = |text: &str| Axis::fine(text, &standard).unwrap().values;
    assert_eq!(values("ports.capacity.4=2..6"), [2, 3, 4, 5, 6]);
    let goals = values("victory.goal=150_500..400_000");
    assert_eq!(
        (goals[0].as_i64(), goals[1].as_i64(), goals.last().and_then(Value::as_i64)),
        (Some(150_500), Some(160_000), Some(400_000))
    );
    assert_eq!(values("bumping.own"), [false, true]);
    assert!(Axis::fine("victory.goal=5..3", &standard).unwrap_err().to_string().contains("--vary victory.goal=5..3"));
}

// ── Coverage ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn what_never_mattered_is_found_and_what_matters_is_measured() {
    let standard = variant("standard");
    let base = batch(&standard, 60);
    let coverage = cover(&base, twists(&standard, 4), &here()).unwrap();
    let is_rule = |twist: &Twist| matches!(twist, Twist::Without(_));
    let (never, mattered) = coverage.subjects(|twist| !is_rule(twist));
    assert!(never.contains(&"victory.max_rounds") && !never.contains(&"victory.goal"));
    assert!(mattered.contains(&"ports.capacity.4") && !mattered.contains(&"ports.capacity.2"), "only the seats played count");
    let (_, rules) = coverage.subjects(is_rule);
    assert!(rules.contains(&"bumping") && rules.contains(&"cargo"));
    let bumping = coverage.twists.iter().position(|twist| *twist == Twist::Without("bumping".into())).unwrap();
    let effects = coverage.effects(bumping);
    assert_eq!(coverage.tally().metrics[effects[0].metric].key, "bumped");
    assert!(effects[0].after.abs() < 1e-9 && effects[0].size < -1.0);
    let told = text::coverage(&heading(&base, &["standard"]), &standard, &coverage);
    assert!(told.contains("segments spun: never 0 of 24") && told.contains("without Bumping"), "{told}");
}

// ── Contracts ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn contracts_are_kept_broken_or_left_open_and_the_test_stops_early() {
    let lines = "median_rounds = \"25..45\"\nseat_advantage = \"<0.2\"\nmean_cards = \"<= 10\"\nwin_blue = \">0.249\"\n";
    let variant = from_text(&format!("pack = \"bermuda\"\n[contract]\n{lines}"));
    let contract = variant.contract.clone().unwrap();
    let (findings, tally) = check(&batch(&variant, 1_000), &contract.clauses, RISK, &here()).unwrap();
    let verdicts: Vec<Verdict> = findings.iter().map(|finding| finding.verdict).collect();
    assert_eq!(verdicts, [Verdict::Kept, Verdict::Kept, Verdict::Broken, Verdict::Undecided]);
    assert_eq!((findings[0].games, findings[3].games, tally.games), (250, 1_000, 1_000));
    let (findings, tally) = check(&batch(&variant, 100_000), &contract.clauses[..3], RISK, &here()).unwrap();
    assert!(findings.len() == 3 && tally.games == 250, "nothing was open any longer");
}

#[test]
fn what_a_house_rule_tells_is_counted_and_can_be_promised() {
    let promise = "rules = [\"toll\", \"last_round\"]\n[contract]\ntoll_paid = \">0\"\nmean_toll = \"<100\"\n";
    let tolls = from_text(&format!("pack = \"bermuda\"\n{promise}[toll]\nfee = 1_000\n"));
    let (findings, tally) = check(&batch(&tolls, 400), &tolls.contract.clone().unwrap().clauses, RISK, &here()).unwrap();
    assert!(findings.iter().all(|finding| finding.verdict == Verdict::Kept));
    let mean = |key: &str| tally.of(key).unwrap().mean();
    assert!(mean("toll") > 0.1 && mean("toll_paid") > 500.0 * mean("toll") && mean("toll_paid") <= 1_000.0 * mean("toll"));
    assert!(mean("last_round") > 0.1 && mean("last_round_paid").abs() < 1e-9);
    assert!(run(&batch(&variant("standard"), 1), &always).unwrap().of("toll").is_none(), "nobody tells of tolls without them");
}

#[test]
fn a_contract_is_not_inherited_and_not_a_setting() {
    let standard = variant("standard");
    assert!(standard.contract.is_some());
    let child = from_text("pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = 60_000\n");
    assert!(child.contract.is_none());
    assert!(child.rules.value("contract").is_none() && standard.rules.value("contract").is_none());
}

#[test]
fn an_error_rate_of_one_in_a_hundred_is_not_exceeded_by_looking_often() {
    // The bound is the truth itself: neither kept nor broken is right, so every verdict is an error.
    let variant = variant_of("dreieck", "standard");
    let base = batch(&variant, 1_000);
    let truth = run(&Batch { seed: 77, games: 10_000, ..base.clone() }, &always).unwrap().of("captured").unwrap().mean();
    let promise = from_text(&format!("pack = \"dreieck\"\n[contract]\ncaptured = \"<{truth}\"\n")).contract.unwrap();
    let decided = (0..20).filter(|seed| {
        let (findings, _) = check(&Batch { seed: *seed, ..base.clone() }, &promise.clauses, RISK, &here()).unwrap();
        findings[0].verdict != Verdict::Undecided
    });
    let decided = decided.count();
    assert!(decided <= 2, "{decided} of 20");
}

// ── Reports ───────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn pages_need_nothing_from_outside_and_names_cannot_break_them() {
    let batch = batch(&variant("short"), 50);
    let comparison = compare(&[batch.clone(), batch.clone()], &always).unwrap();
    let strange = heading(&batch, &["<b>&\"mine\"", "short"]);
    for page in [html::tally(&strange, &comparison.tallies[0]), html::comparison(&strange, &comparison)] {
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
        assert!(page.contains("<svg") && page.contains("&lt;b&gt;&amp;&quot;mine&quot;") && !page.contains("<b>"));
        for outside in ["http", "src=", "href=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        for bad in ["NaN", "inf"] {
            assert!(!page.split(|c: char| !c.is_alphanumeric()).any(|word| word == bad), "{bad}");
        }
    }
}

#[test]
fn json_and_csv_say_the_same_as_the_table() {
    let batch = batch(&variant("short"), 80);
    let tally = run(&batch, &always).unwrap();
    let heading = heading(&batch, &["short"]);
    let json: Value = data::tally_json(&heading, &tally);
    let rounds = json["metrics"].as_array().unwrap().iter().find(|metric| metric["key"] == "rounds").unwrap();
    assert_eq!(rounds["mean"], json!(tally.of("rounds").unwrap().mean()));
    assert_eq!(Histogram::from_json(&rounds["readings"]).as_ref(), tally.of("rounds"));
    let csv = data::csv(std::iter::once(("short", &tally)));
    let mut lines = csv.lines();
    let columns = lines.next().unwrap().split(',').count();
    assert_eq!(csv.lines().count(), tally.metrics.len() + 1);
    // What stands between quotes, every other piece, is one text.
    let fields = |line: &str| 1 + line.split('"').step_by(2).map(|plain| plain.matches(',').count()).sum::<usize>();
    assert!(lines.all(|line| fields(line) == columns), "{csv}");
    assert!(csv.contains(&format!("short,rounds,rounds,length,80,{}", tally.of("rounds").unwrap().mean())));
}
