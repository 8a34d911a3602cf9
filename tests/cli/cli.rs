//! The program as a stranger uses it: exit codes, messages, and the same bytes for the same seed.

use crate::common;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn triangulum(arguments: &[&str]) -> Output {
    common::program().args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_same_seed_prints_the_same_bytes() {
    let once = triangulum(&["run", "--seed", "7"]);
    assert!(once.status.success());
    assert_eq!(once.stdout, triangulum(&["run", "--seed", "7"]).stdout);
    assert_ne!(once.stdout, triangulum(&["run", "--seed", "8"]).stdout);
    assert!(text(&once.stdout).lines().last().unwrap().starts_with("Round"));
    assert!(text(&once.stdout).contains("The game is over"));
}

#[test]
fn the_lab_counts_the_same_on_any_number_of_cores() {
    let lab = |threads: &str| {
        let output = common::program()
            .args(["lab", "run", "--games", "1000", "--seed", "3"])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        text(&output.stdout)
    };
    assert_eq!(lab("1"), lab("3"));
}

#[test]
fn players_of_every_kind_sit_down_and_are_rated_the_same_on_any_number_of_cores() {
    let told = triangulum(&["run", "--seed", "7", "--seats", "random,greedy,search:5", "--variant", "short"]);
    assert!(told.status.success() && text(&told.stdout).contains("The game is over"), "{}", text(&told.stderr));
    let ladder = |threads: &str| {
        let output = common::program()
            .args(["ladder", "--pack", "muehle", "--games", "12", "--players", "random,greedy,search:5"])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        text(&output.stdout)
    };
    let table = ladder("1");
    assert_eq!(table, ladder("3"));
    assert!(table.starts_with("Triple Mill / Standard game, 3 seats, 12 games for each pairing, seed 1"), "{table}");
    assert!(
        ["Bosun – blind chance", "Captain (5 thoughts) – blind chance", "Captain (5 thoughts) – Bosun"]
            .iter()
            .all(|pairing| table.contains(pairing)),
        "{table}"
    );
}

#[test]
fn a_recorded_game_is_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let file = file.to_str().unwrap();
    assert!(triangulum(&["run", "--seed", "7", "--pack", "muehle", "--variant", "quick", "--trace", file]).status.success());
    let told = triangulum(&["replay", file, "--review"]);
    let told = text(&told.stdout);
    assert!(told.contains("How the chances went") && told.contains("The decisions that cost most:"), "{told}");
    assert_eq!(told.matches("Better was to ").count(), 3, "{told}");
    assert!(!told.contains('`'), "what was done is said in words, not as a command: {told}");
}

#[test]
fn a_comparison_calls_variants_by_their_whole_names() {
    let told = triangulum(&["lab", "compare", "standard", "bag_die", "--games", "20", "--lang", "de"]);
    let told = text(&told.stdout);
    let heading = told.lines().find(|line| line.starts_with("Siege nach Platz")).unwrap_or_default();
    assert!(heading.contains(" Standardspiel Würfel aus dem Beutel "), "{told}");
}

#[test]
fn a_recorded_game_replays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let file = file.to_str().unwrap();
    assert!(
        triangulum(&["run", "--seed", "7", "--variant", "stormy", "--seats", "random,random,random", "--trace", file])
            .status
            .success()
    );
    let replay = triangulum(&["replay", file]);
    assert!(replay.status.success(), "{}", text(&replay.stderr));
    assert!(text(&replay.stdout).contains("verified to the end"));
}

#[test]
fn without_a_verb_it_says_what_can_be_done() {
    let mut command = common::program();
    let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("triangulum run"));
}

#[cfg(feature = "window")]
#[test]
fn any_position_of_a_recorded_game_can_be_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (game, picture) = (folder.path().join("game.jsonl"), folder.path().join("picture.png"));
    let (game, picture) = (game.to_str().unwrap(), picture.to_str().unwrap());
    for pack in triangulum::packs::ALL {
        assert!(triangulum(&["run", "--pack", pack.name(), "--seed", "5", "--trace", game]).status.success());
        let shot = triangulum(&["shot", game, "--at", "12", "--out", picture, "--width", "640"]);
        assert!(shot.status.success(), "{}: {}", pack.name(), text(&shot.stderr));
        let bytes = std::fs::read(picture).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes[16..20] == 640u32.to_be_bytes(), "{} is 640 wide", pack.name());
    }
    let late = triangulum(&["shot", game, "--at", "1000000", "--out", picture]);
    assert_eq!(late.status.code(), Some(2));
    assert!(text(&late.stderr).contains("the game has only"), "{}", text(&late.stderr));
}

#[test]
fn a_file_that_is_read_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (game, mine, link, new) = (path("game.jsonl"), path("mine.toml"), path("link.jsonl"), path("new"));
    assert!(triangulum(&["run", "--seed", "3", "--trace", &game]).status.success());
    std::fs::write(&mine, "pack = \"bermuda\"\nextends = \"short\"\n").unwrap();
    std::os::unix::fs::symlink(&game, &link).unwrap();
    let before = [std::fs::read(&game).unwrap(), std::fs::read(&mine).unwrap()];
    let html = format!("--html={mine}");
    for arguments in [
        &["run", "--variant", &mine, "--trace", &mine][..],
        &["lab", "run", "--games", "2", "--variant", &mine, "--out", &mine],
        &["lab", "run", "--games", "2", "--variant", &mine, &html],
        &["lab", "run", "--games", "2", "--out", &new, "--html", &new],
        &["lab", "what-if", &game, "--at", "4", "short", "--html", &link],
    ] {
        let output = triangulum(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("would be written over"), "{arguments:?}: {}", text(&output.stderr));
    }
    assert_eq!(before, [std::fs::read(&game).unwrap(), std::fs::read(&mine).unwrap()]);
    assert!(!Path::new(&new).exists());
    assert!(triangulum(&["lab", "run", "--games", "2", "--out", "/dev/null", "--html", "/dev/null"]).status.success());
}

#[test]
fn wrong_input_gets_one_clear_message_and_code_2() {
    for (arguments, says) in [
        (&["run", "--pack", "bermudas"][..], "did you mean `bermuda`?"),
        (&["run", "--variant", "shrot"], "did you mean `short`?"),
        (&["run", "--seats", "random,randm"], "did you mean `random`?"),
        (&["run", "--seats", "random"], "2 to 4 players"),
        (&["run", "--seed", "seven"], "a whole number"),
        (&["run", "--pace", "soon"], "500ms"),
        (&["run", "--variants", "/nowhere"], "no such folder"),
        (&["run", "--trace", "/nowhere/game.jsonl"], "cannot be written"),
        (&["replay", "/nowhere.jsonl"], "cannot be read"),
        (&["replay", "Cargo.toml"], "Cargo.toml:1"),
        (&["scenario", "/nowhere"], "cannot be read"),
        (&["lab", "run", "--games", "0"], "a whole number from 1"),
        (&["run", "--seats", "random,serch:200"], "did you mean `search`?"),
        (&["lab", "run", "--seats", "random,search:none"], "search:N with N from 1"),
        (&["run", "--seats", "random,greedy-bananas"], "count nothing called `bananas`"),
        (&["ladder", "--players", "greedy"], "needs two kinds"),
        (&["ladder", "--players", "greedy,gredy"], "did you mean `greedy`?"),
        (&["ladder", "--pack", "muehle", "--table", "2"], "3 players for Triple Mill"),
        (&["scenario", "--pack", "nope"], "there is no option `--pack`"),
        (&["dance"], "there is no command `dance`"),
    ] {
        let output = triangulum(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("panicked"));
    }
}

#[test]
fn check_finds_the_shipped_variants_in_order_and_a_broken_one_not() {
    assert!(triangulum(&["check"]).status.success());
    assert!(triangulum(&["check", "variants"]).status.success());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoall = 1\n").unwrap();
    let output = triangulum(&["check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("mine.toml:4:1: error: unknown setting `victory.goall`"));
}

#[test]
fn a_folder_of_variants_and_a_path_both_work() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("sprint.toml"),
        "pack = \"bermuda\"\nname = \"Sprint\"\nextends = \"short\"\n[victory]\ngoal = 60_000\n",
    )
    .unwrap();
    let by_name = triangulum(&["run", "--variants", folder.path().to_str().unwrap(), "--variant", "sprint"]);
    assert!(text(&by_name.stdout).starts_with("Bermuda, Sprint"), "{}", text(&by_name.stderr));
    let by_path = triangulum(&["run", "--variant", folder.path().join("sprint.toml").to_str().unwrap()]);
    assert_eq!(by_name.stdout, by_path.stdout);
}

#[test]
fn it_works_far_from_its_folders() {
    let folder = tempfile::tempdir().unwrap();
    let output = common::program().args(["explain", "stormy"]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("Whoever has 200,000 wins. In the standard game: 350,000."));
}

#[test]
fn the_board_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    assert!(triangulum(&["board", "--svg", file.to_str().unwrap()]).status.success());
    let drawing = std::fs::read_to_string(file).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>") && drawing.contains("s46"));
}

#[test]
fn other_games_have_their_own_table_board_and_seats() {
    let story = triangulum(&["run", "--pack", "muehle", "--seed", "3"]);
    assert!(text(&story.stdout).starts_with("Triple Mill, Standard game, seed 3"), "{}", text(&story.stderr));
    let seats = triangulum(&["run", "--pack", "muehle", "--seats", "random,random"]);
    assert_eq!(seats.status.code(), Some(2));
    assert!(text(&seats.stderr).contains("3 players for Triple Mill, Standard game"), "{}", text(&seats.stderr));
    assert!(triangulum(&["lab", "run", "--pack", "muehle", "--variant", "two_player", "--games", "20"]).status.success());
    // A path says itself which game it is for.
    let by_path = triangulum(&["run", "--variant", "variants/muehle/two_player.toml"]);
    assert!(text(&by_path.stdout).starts_with("Triple Mill, For two"), "{}", text(&by_path.stderr));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    assert!(triangulum(&["board", "--pack", "muehle", "--svg", file.to_str().unwrap()]).status.success());
    let drawing = std::fs::read_to_string(file).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>") && drawing.contains(">c6<"));
}

#[test]
fn a_recorded_game_of_triple_mill_replays_and_names_a_divergence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().unwrap();
    assert!(triangulum(&["run", "--pack", "muehle", "--variant", "per_mill", "--trace", path]).status.success());
    assert!(text(&triangulum(&["replay", path]).stdout).contains("verified to the end"));
    let edited = std::fs::read_to_string(&file).unwrap().replacen(
        "\"level\":1,\"stone\":\"yellow-1\"",
        "\"level\":2,\"stone\":\"yellow-1\"",
        1,
    );
    std::fs::write(&file, edited).unwrap();
    let replay = triangulum(&["replay", path]);
    assert_eq!(replay.status.code(), Some(2));
    assert!(text(&replay.stderr).contains("event `placed`, piece `yellow-1`, field `level`"), "{}", text(&replay.stderr));
}

#[test]
fn a_watched_game_obeys_an_edit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let write = |goal: &str| {
        std::fs::write(&file, format!("pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = {goal}\n")).unwrap();
    };
    write("1_000_000");
    let mut child = common::program()
        .args(["run", "--watch", "--pace", "20ms", "--variant", file.to_str().unwrap()])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    write("20_000");
    let output = child.wait_with_output_or_kill();
    assert!(text(&output.stderr).contains("↻ Goal: from 1,000,000 to 20,000 (now)"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("the goal is reached"));
}

/// Waits for a child, but not for ever.
trait WaitOrKill {
    fn wait_with_output_or_kill(&mut self) -> Output;
}

impl WaitOrKill for std::process::Child {
    fn wait_with_output_or_kill(&mut self) -> Output {
        use std::io::Read;
        for _ in 0..600 {
            if self.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let _ = self.kill();
        let status = self.wait().unwrap();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        self.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        self.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
        Output { status, stdout, stderr }
    }
}

#[test]
fn shards_played_by_other_processes_merge_into_exactly_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let batch = ["--pack", "bermuda", "--variant", "short", "--games", "203", "--seed", "5"];
    let whole = triangulum(&[&["lab", "run", "--json"][..], &batch].concat());
    let parts: Vec<String> = (1..=5).map(|part| folder.path().join(format!("part{part}.json")).display().to_string()).collect();
    let spawn = |(number, path): (usize, &String)| {
        let shard = format!("{}/5", number + 1);
        let words = [&["lab", "run", "--shard", &shard, "--out", path][..], &batch].concat();
        common::program().args(words).current_dir(env!("CARGO_MANIFEST_DIR")).spawn().unwrap()
    };
    let processes: Vec<_> = parts.iter().enumerate().map(spawn).collect();
    assert!(processes.into_iter().all(|mut process| process.wait().unwrap().success()));
    let merge = |parts: &[String], form: &[&str]| {
        let words: Vec<&str> =
            ["lab", "merge"].into_iter().chain(parts.iter().map(String::as_str)).chain(form.iter().copied()).collect();
        triangulum(&words)
    };
    assert_eq!(text(&merge(&parts, &["--json"]).stdout), text(&whole.stdout));
    let page = folder.path().join("report.html");
    let table = merge(&parts, &["--html", page.to_str().unwrap()]);
    assert_eq!(table.stdout, triangulum(&[&["lab", "run"][..], &batch].concat()).stdout);
    assert!(std::fs::read_to_string(page).unwrap().contains("<svg"));
    let missing = merge(&parts[..4], &[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("part 5/5 is missing"), "{}", text(&missing.stderr));
}

#[test]
fn the_lab_tells_what_is_wrong_with_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("game.jsonl");
    let trace = trace.to_str().unwrap();
    assert!(triangulum(&["run", "--seed", "7", "--trace", trace]).status.success());
    let plain = folder.path().join("plain.toml");
    std::fs::write(&plain, "pack = \"bermuda\"\nextends = \"standard\"\n").unwrap();
    for (words, says) in [
        (&["lab", "run", "--shard", "0/4", "--out", "x"][..], "PART/PARTS, such as 3/64"),
        (&["lab", "run", "--shard", "1/4"], "--out"),
        (&["lab", "compare", "standard"], "2 values are needed"),
        (&["lab", "compare", "standard", "shrot"], "did you mean `short`?"),
        (&["lab", "compare", "standard", "variants/muehle/flat.toml"], "is a variant of Triple Mill"),
        (&["lab", "compare", "--pack", "muehle", "standard", "two_player"], "is not for 3 players"),
        (&["lab", "sweep", "--set", "victory.goal", "--metric", "rouns"], "did you mean `rounds`?"),
        (&["lab", "what-if", trace, "short"], "the game is over in this position"),
        (&["lab", "what-if", trace, "--at", "10", "shrot"], "did you mean `short`?"),
        (&["lab", "check", plain.to_str().unwrap()], "this variant has no contract"),
        (&["lab", "merge", "Cargo.toml"], "Cargo.toml:1:2: error: this is not a part file"),
        (&["lab", "run", "--games", "5", "--html", "no/such/folder/page.html"], "cannot be written"),
    ] {
        let output = triangulum(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains(says), "{words:?}: {}", text(&output.stderr));
    }
    let what_if = triangulum(&["lab", "what-if", trace, "--at", "30", "short", "--games", "10"]);
    assert!(text(&what_if.stdout).contains("Short game against as it is"), "{}", text(&what_if.stderr));
}

#[test]
fn contracts_decide_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let check = |promise: &str| {
        let file = folder.path().join("mine.toml");
        std::fs::write(&file, format!("pack = \"bermuda\"\nextends = \"short\"\n[contract]\n{promise}\n")).unwrap();
        triangulum(&["lab", "check", "--games", "600", file.to_str().unwrap()])
    };
    let kept = check("median_rounds = \"10..40\"");
    assert_eq!(kept.status.code(), Some(0), "{}", text(&kept.stdout));
    assert!(text(&kept.stdout).contains("after 250 games"));
    let broken = check("median_rounds = \"30..40\"");
    assert!(broken.status.code() == Some(1) && text(&broken.stdout).contains("✗ broken"), "{}", text(&broken.stdout));
    let open = check("win_blue = \"<0.25\"");
    assert!(open.status.code() == Some(1) && text(&open.stdout).contains("? undecided"), "{}", text(&open.stdout));
    assert_eq!(check("median_runds = \"30..40\"").status.code(), Some(2));
    let unknown = check("players = \"wizard\"\nrounds = \">1\"");
    assert!(unknown.status.code() == Some(2) && text(&unknown.stderr).contains("there is no player called `wizard`"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_a_schedulers_end_print_what_was_reached() {
    for signal in ["-INT", "-TERM"] {
        let mut child = common::program()
            .args(["lab", "run", "--games", "100000000"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1_500));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output_or_kill();
        assert_eq!(output.status.code(), Some(130), "{signal}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains("of 100,000,000 games"), "{signal}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains("stopped early"), "{signal}");
    }
}

#[test]
fn settings_are_sought_with_the_players_a_contract_is_checked_with() {
    let seats = |arguments: &[&str]| {
        let output = triangulum(&[arguments, &["--json"]].concat());
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["seats"].clone()
    };
    let sought = ["lab", "tune", "standard", "--vary", "victory.goal=300000,350000", "--games", "1000", "--confirm", "250"];
    assert_eq!(seats(&sought), seats(&["lab", "check", "standard", "--games", "250"]));
}

#[test]
fn a_ladder_is_told_as_json_and_a_lab_plays_by_other_values() {
    let output = triangulum(&["ladder", "--pack", "dreieck", "--games", "24", "--players", "random,random,greedy", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((told["format"].as_u64(), told["pack"].as_str()), (Some(2), Some("dreieck")));
    let ratings = told["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), 3, "two of a kind are two players");
    assert!(ratings.iter().all(|rating| rating["rating"].is_number() && rating["half_interval"].is_number()), "{told}");
    let rounds = |more: &[&str]| {
        let output = triangulum(&[&["lab", "run", "--games", "40", "--json"], more].concat());
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let metrics = told["metrics"].as_array().unwrap();
        let mean = metrics.iter().find(|metric| metric["key"] == "rounds").unwrap()["mean"].as_f64().unwrap();
        (mean, told["settings"]["victory"]["goal"].clone(), told["program"].as_str().unwrap().to_owned())
    };
    let (usual, near) = (rounds(&[]), rounds(&["--set", "victory.goal=80_000"]));
    assert!(near.0 < usual.0 / 2.0 && near.1 == 80_000 && near.2 == env!("CARGO_PKG_VERSION"), "{usual:?} {near:?}");
    let refused = triangulum(&["lab", "compare", "standard", "short", "--set", "victory.gaol=1"]);
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("did you mean `victory.goal`?"));
}

#[test]
fn two_saves_between_two_moves_of_a_watched_game_are_both_told_and_both_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let (file, trace) = (folder.path().join("mine.toml"), folder.path().join("game.jsonl"));
    let save = |goal: u32| {
        let text = format!("pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = {goal}\n");
        std::fs::write(&file, text).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(400));
    };
    save(900_000);
    let mut run = common::program()
        .args(["run", "--watch", "--pace", "2s", "--seats", "random,random", "--trace"])
        .args([&trace, Path::new("--variant"), &file])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(600));
    save(800_000);
    save(700_000);
    std::thread::sleep(std::time::Duration::from_millis(3_500));
    run.kill().unwrap();
    let told = text(&run.wait_with_output().unwrap().stderr);
    let recorded = std::fs::read_to_string(&trace).unwrap();
    assert!(told.contains("from 900,000 to 800,000") && told.contains("from 800,000 to 700,000"), "{told}");
    assert_eq!(recorded.matches("{\"type\":\"rules_changed\"").count(), 2, "{told}");
    let replay = triangulum(&["replay", trace.to_str().unwrap()]);
    assert!(replay.status.success(), "{}", text(&replay.stderr));
}

#[test]
fn a_change_for_the_next_game_is_told_without_telling_a_move_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let text = "pack = \"bermuda\"\nextends = \"standard\"\n";
    std::fs::write(&file, text).unwrap();
    let mut run = common::program()
        .args(["run", "--watch", "--pace", "300ms", "--seats", "random,random", "--variant", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    std::fs::write(&file, format!("{text}[turn]\nfirst = \"seat\"\n")).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    run.kill().unwrap();
    let output = run.wait_with_output().unwrap();
    assert!(
        self::text(&output.stderr).contains("Who begins: from the highest roll to the first seat (next game)"),
        "{}",
        self::text(&output.stderr)
    );
    let story = self::text(&output.stdout);
    let mut turns: Vec<&str> = story.lines().filter_map(|line| line.split_once('.')).map(|(turn, _)| turn).collect();
    let told = turns.len();
    turns.dedup();
    assert_eq!(told, turns.len(), "{story}");
}

#[test]
fn words_that_contradict_each_other_or_name_nothing_are_told_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let trace = file("game.jsonl", "");
    let four = ["run", "--seed", "7", "--seats", "random,random,random,random", "--trace", &trace];
    assert!(triangulum(&four).status.success());
    let mill = file("mill.toml", "# mine\npack = \"muehle\"\nextends = \"standard\"\n");
    let wizard = "pack = \"bermuda\"\nextends = \"standard\"\n[contract]\nrounds = \">1\"\nplayers = \"wizard\"\n";
    let wizard = file("wizard.toml", wizard);
    let deep = file("deep.toml", &format!("pack = \"bermuda\"\nname = \"x\"\n{} = 1\n", ["a"; 200].join(".")));
    let long = file("long.toml", &format!("pack = \"bermuda\"\nname = \"{}\"\n", "w".repeat(61)));
    let schemas = folder.path().join("schemas").display().to_string();
    let cases: [(&[&str], &str); 12] = [
        (&["lab", "what-if", &trace, "--at", "9", "short", "--seats", "random,random"], "allowed: 4 players, as in "),
        (&["schema", "--pack", "nope", "--out", &schemas], "there is no game called `nope`"),
        (&["lab", "sweep", "--set", "dice.sides=4,6", "--set", "dice.sides=8"], "`dice.sides` is set twice"),
        (&["check", "--variants", &mill], "is no folder that can be read"),
        (&["run", "--pace", "3601s"], "up to an hour"),
        (&["run", "--pace", "3600001"], "up to an hour"),
        (&["check", &deep], "deep.toml:3:1: error: names follow one another too deep"),
        (&["check", &long], "long.toml:2:8: error: `name` is not one line"),
        (&["run", "--pack", "bermuda", "--variant", &mill], "mill.toml:2:8: error: this is a variant of muehle"),
        (&["check", "--pack", "bermuda", &mill], "mill.toml:2:8: error: this is a variant of muehle"),
        (&["check", &wizard], "wizard.toml:5:1: error: there is no player called `wizard`"),
        (&["lab", "check", &wizard], "wizard.toml:5:1: error: there is no player called `wizard`"),
    ];
    for (words, says) in cases {
        let mut command = common::program();
        command.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).stdout(Stdio::null()).stderr(Stdio::piped());
        let output = common::soon(command.spawn().unwrap());
        assert!(matches!(output.status.code(), Some(1 | 2)), "{words:?}");
        assert!(text(&output.stderr).contains(says), "{words:?}: {}", text(&output.stderr));
    }
    assert!(!Path::new(&schemas).exists());
    let mut nearby = common::program();
    let nearby = nearby.args(["run", "--variant", "mill"]).current_dir(&folder).output().unwrap();
    assert!(text(&nearby.stderr).contains("did you mean the file `mill.toml`?"), "{}", text(&nearby.stderr));
    let explained = text(&triangulum(&["explain"]).stdout);
    let mut sections: Vec<&str> = explained.lines().filter(|line| line.starts_with('[')).collect();
    let told = sections.len();
    sections.sort_unstable();
    sections.dedup();
    assert_eq!(sections.len(), told, "{explained}");
}

#[test]
fn everything_wrong_with_a_scenario_is_told_at_once_at_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scenario.toml");
    let told = |scenario: &str| {
        std::fs::write(&path, scenario).unwrap();
        let output = triangulum(&["scenario", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr)
    };
    let all = told("abuot = \"x\"\nwehn = []\nwhen = 3\n[given]\nseats = \"two\"\n");
    for says in [
        "toml:1:1: error: unknown key `abuot`",
        "toml:2:1: error: unknown key `wehn`",
        "does not say which `rule`",
        "toml:3:8: error: expected a list of texts",
        "has no `[then]`",
        "toml:5:1: error: `seats` is a number",
    ] {
        assert!(all.contains(says), "{says}: {all}");
    }
    let then = told("rule = \"B-1\"\n[then]\ntrun = 1\noffres = 2\n");
    assert!(then.contains("toml:3:1: error: nothing called `trun`") && then.contains("toml:4:1: error"), "{then}");
    assert!(told("rule = \"B-1\"\nwhen = [ \"fly\" ]\n[then]\n").contains("toml:2:10: error"));
}

#[test]
fn nothing_from_a_file_steers_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd\u{1b}[31m.toml");
    std::fs::write(&path, "pack = \"bermuda\"\nextends = \"standard\"\nabout = \"\\u001b[2J\\u202e\"\n\"k\\u001b[0m\" = 1\n")
        .unwrap();
    let path = path.to_str().unwrap();
    let steered = |output: &Output| [&output.stdout, &output.stderr].iter().any(|said| said.contains(&0x1b));
    let output = triangulum(&["check", path]);
    assert!(output.status.code() == Some(1) && !steered(&output), "{}", text(&output.stderr));
    std::fs::write(path, "pack = \"bermuda\"\nextends = \"standard\"\nabout = \"\\u001b[2J\\u202e\"\n").unwrap();
    for verb in ["explain", "rulebook", "plan"] {
        let output = triangulum(&[verb, path]);
        assert!(output.status.success() && !steered(&output), "{verb}: {}", text(&output.stdout));
        assert!(!text(&output.stdout).contains('\u{202e}'));
    }
}

#[test]
fn a_soak_plays_all_games_the_same_on_any_number_of_cores_and_says_what_it_saw() {
    let soak = |threads: &str| {
        let mut command = common::program();
        command.args(["lab", "soak", "--games", "300", "--seed", "5"]).env("RAYON_NUM_THREADS", threads);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    };
    let told = soak("1");
    for says in
        ["of Bermuda", "of Triangle Takes", "of Triple Mill", "under combinations of rules nobody wrote", "nothing was found"]
    {
        assert!(told.contains(says), "{told}");
    }
    let without_time =
        |told: &str| told.split_once(" in ").map(|(games, rest)| (games.to_owned(), rest.split_once(',').unwrap().1.to_owned()));
    assert_eq!(without_time(&told), without_time(&soak("2")));
    let short = triangulum(&["lab", "soak", "--games", "100000000", "--seconds", "1"]);
    assert!(short.status.success() && text(&short.stdout).contains("nothing was found"), "{}", text(&short.stderr));
}

#[test]
fn what_can_never_matter_is_warned_of_at_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("idle.toml");
    let warned = |lines: &str| {
        std::fs::write(&path, format!("pack = \"bermuda\"\nextends = \"standard\"\n{lines}")).unwrap();
        let output = triangulum(&["check", path.to_str().unwrap()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    for (lines, says) in [
        (
            "[victory]\ngoal = 2_000_000\n",
            "idle.toml:4:8: warning: nobody can reach the goal with cards: all of them together are worth 1,360,000",
        ),
        ("rules = [\"roll_again\"]\n[dice]\nsides = 4\n", "idle.toml:3:10: warning: no roll is ever 6 with these dice"),
        ("rules = [\"roll_again\"]\n[dice]\ncount = 2\n[roll_again]\non = 1\n", "idle.toml:7:6: warning: no roll is ever 1"),
        ("rules = [\"pirates\", \"!bumping\"]\n", "idle.toml:3:10: warning: no ship is ever bumped"),
        ("rules = [\"pirates\"]\n[bumping]\nenabled = false\n", "idle.toml:3:10: warning: no ship is ever bumped"),
    ] {
        let told = warned(lines);
        assert!(told.contains(says), "{told}");
    }
    assert_eq!(warned("rules = [\"roll_again\", \"pirates\"]\n"), "");
    std::fs::write(&path, "# mine\npak = \"bermuda\"\n").unwrap();
    let misspelt = text(&triangulum(&["check", path.to_str().unwrap()]).stderr);
    assert!(misspelt.contains("idle.toml:2:1: error") && misspelt.contains("did you mean `pack`?"), "{misspelt}");
}

#[test]
fn everything_wrong_with_a_position_is_told_at_its_entry_and_both_sides_use_the_same_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scenario.toml");
    let told = |scenario: &str| {
        std::fs::write(&path, scenario).unwrap();
        text(&triangulum(&["scenario", path.to_str().unwrap()]).stderr)
    };
    let position = "rule = \"B-1\"\npack = 3\n[given]\nturn = \"purple\"\ndice = 3\nspins = [\"Z\"]\n\
                    ships = { blue-9 = \"s01\", blue-1 = \"mars\" }\nmoney = { blue = \"lots\", purple = 3 }\nlast_of_round = 1\n[then]\n";
    let all = told(position);
    for says in [
        "toml:2:1: error: `pack` must be a text",
        "toml:4:1: error: `turn`: nobody plays",
        "toml:5:1: error: `dice` is not a list",
        "toml:6:1: error: the segment `Z`",
        "toml:7:11: error: there is no ship called `blue-9`",
        "toml:7:27: error: `mars` is not a space",
        "toml:8:11: error: money is a whole number",
        "toml:8:26: error: nobody plays purple",
        "toml:9:1: error: `last_of_round` is true or false",
    ] {
        assert!(all.contains(says), "{says}: {all}");
    }
    let set = told("rule = \"B-1\"\n\n[set.bumping]\nonw = true\n[then]\n");
    assert!(set.contains("scenario.toml:4:1: error: unknown setting `bumping.onw`"), "{set}");
    let rule = told("rule = \"B-1\"\n[set]\nrules = [\"pirats\"]\n[then]\n");
    assert!(rule.contains("scenario.toml:3:10: error: there is no rule called `pirats`"), "{rule}");
    // What `given` puts there, `then` finds by the same words; a shorter one says less.
    let places =
        "round = 4\nseats = 2\nships = { blue-1 = \"cloud 1\", blue-2 = \"lost\", green-1 = \"s07\", green-2 = \"miami\" }\n";
    assert_eq!(told(&format!("rule = \"B-1\"\n[given]\n{places}[then]\n{places}")), "");
    let less = "ships = { blue-1 = \"cloud\" }\n";
    assert_eq!(told(&format!("rule = \"B-1\"\n[given]\n{places}[then]\n{less}")), "");
    let wrong = told(&format!("rule = \"B-1\"\n[given]\n{places}[then]\n{}", "ships = { blue-1 = \"cloud 2\" }\n"));
    assert!(wrong.contains("expected \"cloud 2\", found \"cloud 1\""), "{wrong}");
}

#[test]
fn help_and_numbers_below_zero_are_answered_in_our_words() {
    let german = |words: &[&str]| {
        let output = common::program().args(words).env("LC_ALL", "de_DE.UTF-8").output().unwrap();
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    for words in [&["help", "help"][..], &["help", "--help"], &["--lang", "de", "help", "-h"], &["lab", "help", "help"]] {
        let (code, told) = german(words);
        assert!(code == Some(0) && told.contains("Aufruf: triangulum"), "{words:?}: {told}");
    }
    let (code, told) = german(&["run", "--seed", "-1"]);
    assert!(code == Some(2) && told.contains("`-1` ist keine Startzahl"), "{told}");
    let (code, told) = german(&["lab", "run", "--games", "-5"]);
    assert!(code == Some(2) && told.contains("--games") && told.contains("eine ganze Zahl ab 1"), "{told}");
    let (_, told) = german(&["run", "--help"]);
    assert!(triangulum::packs::ALL.iter().all(|pack| told.contains(pack.name())), "{told}");
}

/// A contract that names no players means random ones, for whoever looks for settings as for whoever checks them.
#[test]
fn settings_are_looked_for_with_the_players_of_the_promise() {
    let folder = tempfile::tempdir().unwrap();
    let promise = folder.path().join("promise.toml");
    std::fs::write(&promise, "pack = \"bermuda\"\nextends = \"short\"\n[contract]\nrounds = \"1..500\"\nseats = 2\n").unwrap();
    let words = ["--vary", "victory.goal=60_000..90_000", "--games", "1000", "--confirm", "250", "--json"];
    let tuned = triangulum(&[&["lab", "tune", promise.to_str().unwrap()][..], &words].concat());
    let told: serde_json::Value = serde_json::from_slice(&tuned.stdout).unwrap();
    assert_eq!(told["seats"], serde_json::json!(["random", "random"]));
}

/// Of several candidates one is the luckiest: trying three must not make a wrong "kept" any likelier than trying one.
#[test]
fn candidates_of_a_search_share_the_chance_of_a_wrong_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("promise.toml");
    // What never happens: what is known of it follows from the number of games and the chance of an error alone.
    let promise = "[contract]\nany_ends_max_rounds = \"<0.027\"\nseats = 2\n";
    std::fs::write(&file, format!("pack = \"bermuda\"\nextends = \"short\"\n{promise}")).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(triangulum(&["lab", "check", file, "--games", "250"]).status.code(), Some(0));
    let tune = |confirm: &str| {
        let search = ["lab", "tune", file, "--vary", "victory.goal=60_000..90_000", "--games", "1000", "--confirm"];
        triangulum(&[&search[..], &[confirm]].concat())
    };
    let (unsettled, kept) = (tune("250"), tune("500"));
    assert!(unsettled.status.code() == Some(1) && text(&unsettled.stdout).contains("? undecided"), "{}", text(&unsettled.stdout));
    assert_eq!(kept.status.code(), Some(0), "{}", text(&kept.stdout));
}

#[test]
fn the_file_a_search_writes_has_every_value_that_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let [promise, found] = ["promise.toml", "found.toml"].map(|name| folder.path().join(name).display().to_string());
    std::fs::write(&promise, "pack = \"bermuda\"\nextends = \"short\"\n[contract]\nrounds = \"1..500\"\nseats = 2\n").unwrap();
    let vary =
        ["--vary", "victory.goal=60_000..90_000", "--vary", "ports.capacity.2=2..4", "--vary", "victory.max_rounds=300,400"];
    let rest = ["--set", "dice.sides=8", "--games", "1000", "--confirm", "250", "--write", &found];
    let tuned = triangulum(&[&["lab", "tune", &promise][..], &vary, &rest].concat());
    assert_eq!(tuned.status.code(), Some(0), "{}", text(&tuned.stderr));
    let written = std::fs::read_to_string(&found).unwrap();
    let read: toml::Table = written.parse().unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read["dice"]["sides"].as_integer(), Some(8), "{written}");
    assert!(["goal", "max_rounds"].iter().all(|key| read["victory"].get(key).is_some()), "{written}");
}
