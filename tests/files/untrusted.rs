//! Files from friends: what they are called and what they say cannot hide anything, and no file chooses which other one is
//! read, opened or written. docs/security.md is held to this.

use crate::common;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;
use triangulum::problem::Source;
use triangulum::scenario;
use triangulum::table::trace::Trace;
use triangulum::table::{Until, replay};
use triangulum::variant::{Library, Shelf};

/// A name with everything in it that names should not have.
fn hostile() -> String {
    format!(
        "<script>alert(1)</script>\u{1b}[2J\u{202e}\u{200b}\n\"'&{}{}",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        "界".repeat(400)
    )
}

fn is_tame(name: &str) -> bool {
    let odd = |c: char| c.is_control() || ['\u{200b}', '\u{202e}'].contains(&c);
    !name.contains(odd) && name.chars().count() <= 60 && !name.contains("\u{301}\u{301}\u{301}\u{301}")
}

fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    common::program().args(arguments).current_dir(folder).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn write(folder: &TempDir, name: &str, contents: &str) -> String {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, contents).unwrap();
    path.display().to_string()
}

/// A recorded game whose header was edited, without checksums as an older program would have written it.
fn edited(edit: impl Fn(&mut Value)) -> Trace {
    let whole = common::trace_text(&common::variant("standard"), 2, 7);
    let mut lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    edit(&mut lines[0]);
    for line in &mut lines {
        line.as_object_mut().unwrap().shift_remove("chain");
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    Trace::parse(Source::new("friend.jsonl", lines.join("\n"))).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn names_in_a_recorded_game_are_one_line_of_what_can_be_seen() {
    let trace = edited(|header| {
        header["players"] = json!([{"name": hostile(), "colour": "blue"}, {"name": "\u{202e}", "colour": "red"}]);
        header["settings"]["name"] = json!(hostile());
        header["settings"]["about"] = json!("x".repeat(1_000_000));
        header["variant"] = json!(hostile());
    });
    let blueprint = &trace.header.rules.blueprint;
    assert!(is_tame(&blueprint.title) && is_tame(&blueprint.variant), "{}", blueprint.title);
    assert!(blueprint.about.chars().count() <= 4_000);
    let cast = trace.header.cast();
    assert!(is_tame(&cast[0].name) && cast[0].name.starts_with("<script>"), "{}", cast[0].name);
    assert_eq!(cast[1].said(), "Red", "nothing is left of it, so the seat is called by its colour");
    let replayed = common::replay(&trace).unwrap_or_else(|problems| panic!("{problems}"));
    for entry in replayed.table.story() {
        let told = entry.message.to_string();
        assert!(!told.contains('\u{1b}') && !told.contains('\n'), "{told}");
    }
}

#[test]
fn a_name_changed_in_mid_game_is_tamed_too() {
    let whole = common::trace_text(&common::variant("standard"), 2, 7);
    let mut lines: Vec<String> =
        whole.lines().take_while(|line| !line.contains("\"type\":\"command\"")).map(str::to_owned).collect();
    let change = json!({"key": "name", "from": "Standard game", "to": hostile(), "applies": "now"});
    lines.push(json!({"type": "rules_changed", "changes": [change]}).to_string());
    let trace = Trace::parse(Source::new("friend.jsonl", lines.join("\n"))).unwrap_or_else(|problems| panic!("{problems}"));
    let told = match common::replay(&trace) {
        Ok(replayed) => replayed.table.game().rules().blueprint.title.clone(),
        Err(problems) => problems.to_string(),
    };
    assert!(!told.contains('\u{1b}'), "{told}");
}

#[test]
fn a_variant_with_an_odd_name_is_refused_at_its_place() {
    for name in ["a\\u001b[2J", "a\\u202eb", "a\\u200bb", "a\\nb", "Z\\u0301\\u0301\\u0301\\u0301\\u0301", &"界".repeat(31)] {
        let text = format!("pack = \"bermuda\"\nextends = \"standard\"\nname = \"{name}\"\n");
        let problems = common::library().load_source(Source::new("friend.toml", text)).err().unwrap_or_else(|| panic!("{name}"));
        assert!(problems.to_string().contains("friend.toml:3:8: error: `name` is not one line"), "{problems}");
    }
    let good = common::from_text("pack = \"bermuda\"\nextends = \"standard\"\nname = \"Zoë’s 安娜 rules\"\n");
    assert_eq!(good.rules.blueprint.title, "Zoë’s 安娜 rules");
}

#[test]
fn settings_of_a_recorded_game_keep_within_what_a_variant_may_say() {
    let whole = common::trace_text(&common::variant("standard"), 2, 7);
    for (from, to) in [
        ("\"sides\":6", "\"sides\":0"),
        ("\"sides\":6", "\"sides\":255"),
        ("\"max_rounds\":500", "\"max_rounds\":4000000000"),
        ("\"goal\":350000", "\"goal\":-5"),
        ("\"cards_per_dock\":1", "\"cards_per_dock\":200"),
    ] {
        assert!(whole.contains(from), "{from}");
        let problems = Trace::parse(Source::new("friend.jsonl", whole.replacen(from, to, 1))).err();
        let told = problems.map(|problems| problems.to_string()).unwrap_or_default();
        assert!(told.starts_with("friend.jsonl:1:1") && told.contains("settings do not work"), "{to}: {told}");
    }
}

#[test]
fn a_board_with_thousands_of_decks_is_refused_at_once() {
    let whole = common::trace_text(&common::variant("standard"), 2, 7);
    let mut lines = whole.lines();
    let mut header: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    header["board"]["ports"][0]["decks"] = json!(vec!["sugar"; 20_000]);
    let problems = Trace::parse(Source::new("friend.jsonl", format!("{header}\n"))).err();
    assert!(problems.is_some_and(|problems| problems.to_string().contains("the port `miami` of the board is not whole")));
}

#[test]
fn rules_changed_in_a_recorded_game_are_ones_that_could_have_been() {
    let whole = common::trace_text(&common::variant_of("muehle", "standard"), 3, 7);
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.contains("\"type\":\"command\"")).collect();
    for (change, says) in [
        (json!({"key": "stones.per_player", "from": 9, "to": 12, "applies": "now"}), "`stones.per_player` cannot change now"),
        (json!({"key": "jump.stones", "from": 3, "to": 99, "applies": "now"}), "`jump.stones`: 99 is too large"),
        (
            json!({"key": "stones", "from": null, "to": {"per_player": 200}, "applies": "now"}),
            "`stones` is nothing that can be changed",
        ),
    ] {
        let change = json!({"type": "rules_changed", "settings": {}, "changes": [change]}).to_string();
        let text = [&lines[..], &[&change]].concat().join("\n");
        let trace = Trace::parse(Source::new("friend.jsonl", text)).unwrap_or_else(|problems| panic!("{problems}"));
        let told = common::replay(&trace).err().map(|problems| problems.to_string()).unwrap_or_default();
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn a_recorded_game_does_not_choose_which_files_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    let secret = write(&folder, "secret/private.toml", "pack = \"bermuda\"\nextends = \"standard\"\n");
    let own = write(&folder, "home/bermuda/mine.toml", "pack = \"bermuda\"\nextends = \"standard\"\n");
    let library = Library::new(Shelf { rules: None, variants: vec![folder.path().join("home")], ..Shelf::default() });
    let out = format!("{}/home/../secret/private.toml", folder.path().display());
    let followed = |file: &str| {
        let trace = edited(|header| header["variant_file"] = json!(file));
        let replayed = replay(&trace, &library, Until::End).unwrap_or_else(|problems| panic!("{problems}"));
        replayed.table.variant().to_owned()
    };
    for file in
        [secret.as_str(), &out, "../secret/private.toml", "secret/private", "..", "/etc/passwd", "C:\\x.toml", "private.toml"]
    {
        assert_eq!(followed(file), "standard", "{file}");
    }
    assert_eq!(followed("short"), "short");
    assert_eq!(followed(&own), own, "a file of one’s own is followed again");
}

#[test]
fn a_variant_extends_nothing_outside_its_folder_unless_that_is_on_the_shelf() {
    let folder = tempfile::tempdir().unwrap();
    let base = "pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = 90_000\n";
    let outside = write(&folder, "outside/base.toml", base);
    write(&folder, "friend/inside.toml", base);
    write(&folder, "friend/deeper/far.toml", base);
    let mine = |extends: &str| write(&folder, "friend/mine.toml", &format!("pack = \"bermuda\"\nextends = {}\n", json!(extends)));
    let check = |extends: &str, more: &[&str]| {
        let file = mine(extends);
        let output = run_in(folder.path(), &[&["check", file.as_str()], more].concat());
        (output.status.code(), text(&output.stderr))
    };
    for extends in ["../outside/base.toml", outside.as_str(), "deeper/../../outside/base.toml"] {
        let (code, told) = check(extends, &[]);
        assert_eq!(code, Some(1), "{extends}");
        assert!(told.contains("mine.toml:2:11: error") && told.contains("leads out of the folder of this file"), "{told}");
        assert!(told.contains("--variants") && !told.contains("90_000"), "{told}");
        let named = folder.path().join("outside").display().to_string();
        assert_eq!(check(extends, &["--variants", &named]).0, Some(0), "{extends}");
    }
    for extends in ["../outside/base", "..", "deeper/far", "/etc/passwd"] {
        let (code, told) = check(extends, &[]);
        assert!(code == Some(1) && told.contains("there is no variant called"), "{extends}: {told}");
    }
    for extends in ["inside.toml", "inside", "deeper/far.toml", "./inside.toml"] {
        assert_eq!(check(extends, &[]).0, Some(0), "{extends}: {}", check(extends, &[]).1);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, folder.path().join("friend/link.toml")).unwrap();
        for extends in ["link.toml", "link"] {
            assert!(check(extends, &[]).1.contains("leads out of the folder"), "{extends}");
        }
    }
    let scenario = format!("rule = \"B-1\"\nvariant = {}\n[then]\n", json!("../outside/base.toml"));
    let told = scenario::run(&common::library(), &Source::new(format!("{}/friend/s.toml", folder.path().display()), scenario));
    let told = told.err().map(|problems| problems.to_string()).unwrap_or_default();
    assert!(told.contains("s.toml:2:1: error") && told.contains("leads out"), "{told}");
}

#[test]
fn pages_drawings_and_books_stay_clean() {
    let folder = tempfile::tempdir().unwrap();
    let variant =
        "pack = \"bermuda\"\nextends = \"short\"\nname = \"<script>a</script>\"\nabout = \"<img src=x onerror=alert(1)>\"\n";
    let file = write(&folder, "<img src=x onerror=alert(1)>.toml", variant);
    let page = folder.path().join("page.html");
    let output = run_in(folder.path(), &["lab", "run", "--games", "20", "--variant", &file, "--html", page.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let other = run_in(folder.path(), &["lab", "compare", "--games", "20", "short", &file, "--html", "other.html"]);
    assert!(other.status.success(), "{}", text(&other.stderr));
    for page in [std::fs::read_to_string(&page).unwrap(), std::fs::read_to_string(folder.path().join("other.html")).unwrap()] {
        assert!(page.contains("&lt;script") && !page.contains("<img") && !page.contains("<script"), "{page}");
    }
    let book = run_in(folder.path(), &["rulebook", &file]);
    assert!(!text(&book.stdout).replace("\\<", "").contains('<'), "{}", text(&book.stdout));
    // A folder called `rules` may come with a friend's files.
    let board = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/bermuda/board.toml")).unwrap();
    let board = board.replacen("name = \"Miami\"", "name = \"\\\"><script>a</script>\"", 1);
    assert!(board.contains("<script>"));
    write(&folder, "rules/bermuda/board.toml", &board);
    let drawn = run_in(folder.path(), &["board", "--svg", "board.svg"]);
    let svg = std::fs::read_to_string(folder.path().join("board.svg")).unwrap_or_else(|_| panic!("{}", text(&drawn.stderr)));
    assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script"), "{}", text(&drawn.stderr));
}

#[test]
fn a_board_whose_names_or_legs_cannot_be_played_on_is_refused() {
    let variant = common::variant("standard");
    let text = common::trace_text(&variant, 2, 1);
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut header = header.clone();
        header.as_object_mut().unwrap().shift_remove("chain");
        change(&mut header["board"]);
        let Err(problems) = Trace::parse(Source::new("theirs.jsonl", format!("{header}\n"))) else {
            panic!("{}", header["board"]["ports"])
        };
        problems.to_string()
    };
    for name in ["bank", "blue", "blue-1", "s01", "die", "hamilton", "Miami", ""] {
        let told = refused(&|board| board["ports"][0]["id"] = name.into());
        assert!(told.contains(&format!("`{name}` is ")), "{told}");
        refused(&|board| board["ports"][2]["decks"] = json!([name]));
    }
    assert!(
        refused(&|board| board["ports"][1]["after_leg"] = board["ports"][0]["after_leg"].clone()).contains("no leg of its own")
    );
    let told = refused(&|board| {
        for space in board["spaces"].as_array_mut().unwrap().iter_mut().filter(|space| space["leg"] == 1) {
            space["leg"] = 2.into();
        }
    });
    assert!(told.contains("no leg of its own"), "{told}");
    let berth = |n: usize| json!([2_000.0 + 50.0 * n as f64, 2_000.0]);
    let many = |board: &mut Value| board["ports"][3]["berths"] = (0..128 - 46 - 18).map(berth).collect();
    assert!(refused(&many).contains("berths"));
}

/// A rule in a variant, with something else in the place of one of its lines.
fn variant_with_rule(from: &str, to: &str) -> String {
    let variant = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n\n[rule.mine]\ntitle = \"Tip\"\n\
                   what = \"Docking pays.\\nNow and then.\"\n[rule.mine.settings.size]\ndefault = \"small\"\n\
                   one_of = [\"small\", \"large\"]\nname = \"Size\"\nsays = \"It is {value}.\"\n[rule.mine.event.tip]\nfields = {}\n\
                   says = \"A tip.\"\n[[rule.mine.do]]\nat = \"after sail\"\nrun = 'emit(\"tip\"); if set.size == \"large\" { end_turn(); }'\n\
                   [[rule.mine.forbid]]\ncommand = \"sail\"\nif = 'move.pips > 99'\nbecause = \"too far\"\n";
    assert!(variant.contains(from), "{from}");
    variant.replacen(from, to, 1)
}

#[test]
fn what_a_rule_from_a_file_is_called_and_says_is_plain_text() {
    let load = |text: String| common::library().load_source(Source::new("friend.toml", text));
    load(variant_with_rule("", "")).unwrap_or_else(|problems| panic!("{problems}"));
    let wide = "界".repeat(31);
    for (line, from) in [
        (6, "title = \"Tip\""),
        (7, "what = \"Docking pays.\\nNow and then.\""),
        (11, "name = \"Size\""),
        (12, "says = \"It is {value}.\""),
        (15, "says = \"A tip.\""),
        (22, "because = \"too far\""),
    ] {
        let key = from.split(' ').next().unwrap();
        let names = ["a\\nb", "a\\u200bb", wide.as_str()];
        let breaks = ["a\\nb"];
        let also: &[&str] = match key {
            "title" | "name" => &names,
            "what" => &[],
            _ => &breaks,
        };
        for odd in ["a\\u001b[2J", "a\\u009b31m", "a\\u202eb", "Z\\u0301\\u0301\\u0301\\u0301\\u0301"].iter().chain(also) {
            let told = load(variant_with_rule(from, &format!("{key} = \"{odd}\""))).err().map(|problems| problems.to_string());
            let told = told.unwrap_or_else(|| panic!("{key} = {odd} is let in"));
            assert!(
                told.contains(&format!("friend.toml:{line}:")) && told.contains(&format!("`{key}` is not ")),
                "{odd}: {told}"
            );
            assert!(!told.contains('\u{1b}'), "{told}");
        }
    }
    let told = load(variant_with_rule("\"large\"]", "\"large\", \"<b>\\u001b[2J\"]")).err().map(|problems| problems.to_string());
    assert!(told.is_some_and(|told| told.contains("friend.toml:10:10: error") && told.contains("cannot be a name")));
}

#[test]
fn what_a_rule_says_is_no_markdown_and_no_html() {
    let folder = tempfile::tempdir().unwrap();
    let text = variant_with_rule("title = \"Tip\"", "title = \"<script>a</script>\"");
    let text = text.replacen("Docking pays.", "[x](javascript:a) <img src=x> # y", 1);
    let file = write(&folder, "mine.toml", &text);
    let book = text_of(&run_in(folder.path(), &["rulebook", &file]));
    assert!(book.contains("\\<script\\>") && book.contains("\\[x\\]"), "{book}");
    assert!(!book.replace("\\<", "").contains('<') && !book.replace("\\[", "").contains('['), "{book}");
    run_in(folder.path(), &["rulebook", &file, "--html", "book.html"]);
    let page = std::fs::read_to_string(folder.path().join("book.html")).unwrap();
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script>a") && !page.contains("<img"), "the page");
}

fn text_of(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[cfg(unix)]
#[test]
fn a_variant_has_no_rule_read_from_outside_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "secret/mine.toml", "password = \"hunter2\"\n");
    let variant = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n";
    let links = [
        ("one", "../secret", "rules"),
        ("two", "../../secret/mine.toml", "rules/mine.toml"),
        ("three", "/dev/zero", "rules/mine.toml"),
    ];
    for (friend, target, link) in links {
        let file = write(&folder, &format!("{friend}/v.toml"), variant);
        let link = folder.path().join(friend).join(link);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, link).unwrap();
        let told = text(&run_in(folder.path(), &["check", &file]).stderr);
        assert!(told.contains("v.toml:3:10: error") && told.contains("leads out of the folder"), "{told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
    // Nor by a name that is the way to somewhere.
    for name in ["../secret/mine", "/etc/passwd", "..", "a/b"] {
        let file = write(&folder, "four/v.toml", &variant.replace("mine", name));
        let told = text(&run_in(folder.path(), &["check", &file]).stderr);
        assert!(told.contains("there is no rule called") && !told.contains("hunter2"), "{told}");
    }
}

#[test]
fn nobody_brings_more_rules_along_than_can_be_looked_through() {
    let rule = "title = \"T\"\nwhat = \"W\"\n[[do]]\nat = \"after sail\"\nrun = 'pay(bank, me, 1);'\n";
    let header = |rules: usize| {
        let whole = common::trace_text(&common::variant("standard"), 2, 7);
        let mut header: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
        header.as_object_mut().unwrap().shift_remove("chain");
        for number in 0..rules {
            header["settings"]["rules"].as_array_mut().unwrap().push(format!("r{number}").into());
            header["settings"]["rule"][format!("r{number}")] = rule.into();
        }
        Trace::parse(Source::new("friend.jsonl", format!("{header}\n"))).err().map(|problems| problems.to_string())
    };
    assert_eq!(header(64), None);
    assert!(header(500).is_some_and(|told| told.contains("`rule` has more than")), "500 rules in a recorded game");
    // Nor a file for each of them, one extending the other.
    let folder = tempfile::tempdir().unwrap();
    for number in 0..4 {
        let parent = if number == 0 { "standard".to_owned() } else { format!("v{}", number - 1) };
        let mut text = format!("pack = \"bermuda\"\nextends = \"{parent}\"\n");
        for one in 0..50 {
            text += &format!("[rule.r{number}_{one}]\ntitle = \"T\"\nwhat = \"W\"\n[[rule.r{number}_{one}.do]]\n");
            text += "at = \"after sail\"\nrun = 'pay(bank, me, 1);'\n";
        }
        write(&folder, &format!("v{number}.toml"), &text);
    }
    assert!(run_in(folder.path(), &["check", "v0.toml"]).status.success());
    let told = text(&run_in(folder.path(), &["check", "v3.toml"]).stderr);
    assert!(told.contains("`rule` has more than 64 entries"), "{told}");
}

/// A game somebody sent carries a rule called like one of ours. It is told in its own words, and ours in ours.
#[test]
fn who_sends_a_game_has_no_say_in_how_our_own_rules_are_told() {
    let ours = common::variant("toll");
    let called = || ours.rules.pack.rule_name("toll").to_string();
    let book = || triangulum::variant::rulebook::print(ours.effective(), &common::variant("standard").rules);
    let before = (called(), book());
    assert_eq!(before.0, "Toll");
    let text = "title = \"Owned\"\nwhat = \"You have lost.\"\n[event.toll]\nfields = {}\nsays = \"Give up!\"\n\
                [[do]]\nat = \"after sail\"\nrun = 'emit(\"toll\");'\n";
    let whole = common::trace_text(&ours, 2, 7);
    let mut header: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    header.as_object_mut().unwrap().shift_remove("chain");
    header["settings"]["rule"]["toll"] = text.into();
    header["settings"]["toll"] = json!({});
    let trace = Trace::parse(Source::new("friend.jsonl", format!("{header}\n"))).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!((called(), book()), before);
    let stories = [trace.header.rules.clone(), ours.rules.clone()].map(|rules| {
        let mut game = triangulum::sim::Game::recorded(rules, 2, triangulum::sim::Chance::seeded(7)).unwrap();
        let mut told = String::new();
        for _ in 0..300 {
            let Some(command) = game.offers().first().copied() else { break };
            game.apply(command).unwrap();
            let tolls = game.events().iter().filter(|event| event.kind.name == "toll");
            told += &tolls.filter_map(|event| game.sentence(event)).map(|said| said.to_string()).collect::<String>();
        }
        told
    });
    assert!(stories[0].contains("Give up!"), "{stories:?}");
    assert!(stories[1].contains("a toll of") && !stories[1].contains("Give up"), "{}", stories[1]);
}

#[test]
fn a_board_from_a_friend_is_called_and_drawn_within_bounds() {
    let printed = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/bermuda/board.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "v.toml", "pack = \"bermuda\"\nextends = \"standard\"\nboard = \"b.toml\"\n");
    let with = |from: &str, to: &str| {
        assert!(printed.contains(from), "{from}");
        write(&folder, "b.toml", &printed.replacen(from, to, 1));
        run_in(folder.path(), &["run", "--variant", "v.toml", "--seed", "3", "--trace", "g.jsonl"])
    };
    let name = format!("name = {}", json!(hostile()));
    let output = with("name = \"Miami\"", &name);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let trace = std::fs::read_to_string(folder.path().join("g.jsonl")).unwrap();
    let header: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    let ports = header["board"]["ports"].as_array().unwrap();
    assert!(ports.iter().all(|port| is_tame(port["name"].as_str().unwrap())), "{}", header["board"]["ports"]);
    let many = |one: &str| one.repeat(6_000);
    let land = format!("[[land]]\nname = \"x\"\nlabel = [1, 1]\noutline = [{}]\n\n[grid]", many("[1, 2], "));
    for (from, to) in [
        ("width = 1000", "width = 1e9"),
        ("width = 1000", "width = nan"),
        ("height = 800", "height = -800"),
        ("compass = [864, 300]", "compass = [nan, inf]"),
        ("[grid]", "[[lettering]]\ntext = \"x\"\nat = [1, 1]\nsize = 1e300\n\n[grid]"),
        ("[grid]", "[[land]]\nname = \"x\"\nlabel = [inf, 1]\noutline = []\n\n[grid]"),
        ("[grid]", "[[shoal]]\nname = \"x\"\noutline = [[1e300, 1]]\n\n[grid]"),
        ("[grid]", &land),
        ("[grid]", &format!("{}\n[grid]", "[[lettering]]\ntext = \"x\"\nat = [1, 1]\nsize = 9\n".repeat(200))),
    ] {
        let told = text(&with(from, to).stderr);
        assert!(told.contains("b.toml:") && told.contains("cannot be drawn"), "{}: {told}", &to[..to.len().min(80)]);
    }
    // The symbols of Triangle Takes have names too.
    let symbols = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/dreieck/board.toml")).unwrap();
    let read: toml::Table = toml::from_str(&symbols).unwrap();
    let first = format!("\"{}\"", read["symbols"][0].as_str().unwrap());
    let board = symbols.replacen(&first, &json!(hostile()).to_string(), 1);
    write(&folder, "d.toml", &board);
    write(&folder, "w.toml", "pack = \"dreieck\"\nextends = \"standard\"\nboard = \"d.toml\"\n");
    let output = run_in(folder.path(), &["run", "--variant", "w.toml", "--seed", "3", "--trace", "d.jsonl"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let trace = std::fs::read_to_string(folder.path().join("d.jsonl")).unwrap();
    let header: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    assert!(is_tame(header["board"]["symbols"][0].as_str().unwrap()), "{}", header["board"]["symbols"]);
}
