//! The exact words a person reads when a variant file is wrong.

use crate::common;
use triangulum::problem::Source;

fn complain(text: &str) -> String {
    match common::library().load_source(Source::new("my.toml", text)) {
        Ok(variant) => format!("{}\n", triangulum::problem::Problems(variant.warnings)),
        Err(problems) => format!("{problems}\n"),
    }
    .replace(&format!("{}/", env!("CARGO_MANIFEST_DIR")), "")
}

macro_rules! complaint {
    ($name:ident, $text:expr) => {
        #[test]
        fn $name() {
            insta::assert_snapshot!(complain($text));
        }
    };
}

const HEAD: &str = "pack = \"bermuda\"\nextends = \"standard\"\n";

complaint!(unknown_key, &format!("{HEAD}[ports]\ncapacty = 3\n"));
complaint!(unknown_section, &format!("{HEAD}[harbours]\ncapacity = 3\n"));
complaint!(key_in_the_wrong_section, &format!("{HEAD}[victory]\ncapacity = 3\n"));
complaint!(unknown_rule, &format!("{HEAD}rules = [\"twin_clod\"]\n"));
complaint!(wrong_type, &format!("{HEAD}[bumping]\nown = \"yes\"\n[dice]\nsides = 6.5\n"));
complaint!(out_of_range, &format!("{HEAD}[victory]\ngoal = 3\n[ports]\ncapacity = {{ 2 = 9, 7 = 1 }}\n"));
complaint!(wrong_choice, &format!("{HEAD}[bumping]\noverflow = \"befor_port\"\n"));
complaint!(duplicate_key, &format!("{HEAD}[victory]\ngoal = 200_000\ngoal = 300_000\n"));
complaint!(missing_parent, "pack = \"bermuda\"\nextends = \"shrot\"\n");
complaint!(unknown_pack, "pack = \"bermudas\"\n");
complaint!(no_pack, "name = \"mine\"\n");
complaint!(empty_file, "");
complaint!(not_toml, "pack = \"bermuda\"\n[victory\ngoal = 3\n");
complaint!(conflicting_rules, &format!("{HEAD}rules = [\"bag_die\", \"lucky_die\"]\n"));
complaint!(missing_anchor, &format!("{HEAD}rules = [\"!cloud\", \"twin_cloud\"]\n"));
complaint!(repeal_of_what_is_not_in_force, &format!("{HEAD}rules = [\"!salvage\"]\n"));
complaint!(repeal_of_an_essential_rule, &format!("{HEAD}rules = [\"!sailing\"]\n"));
complaint!(override_that_changes_nothing, &format!("{HEAD}[victory]\ngoal = 350_000\n"));
complaint!(setting_of_a_rule_not_in_force, &format!("{HEAD}[toll]\nfee = 5_000\n"));
complaint!(rule_added_twice, &format!("{HEAD}rules = [\"toll\", \"toll\"]\n"));
complaint!(bad_spinner_segment, &format!("{HEAD}[cloud]\nspinner = [\"E 4 N\", \"Q 1 N\", \"A 3 UP\"]\n"));
complaint!(
    magnet_outside_the_plate,
    &format!("{HEAD}[cloud]\nmagnets = [{{ radius = 169, angle = 10, reach = 9, capacity = 1 }}]\n")
);
complaint!(
    magnets_with_equal_footprints,
    &format!(
        "{HEAD}[cloud]\nmagnets = [{{ radius = 60, angle = 0, reach = 9, capacity = 1 }}, {{ radius = 60, angle = 180, reach = 9, capacity = 1 }}]\n"
    )
);
complaint!(
    record_with_a_wrong_field,
    &format!("{HEAD}[cloud]\nmagnets = [{{ radius = 60, angle = 0, reech = 9, capacity = 1 }}]\n")
);
complaint!(contract_about_nothing, &format!("{HEAD}[contract]\nmedian_runds = \"25..45\"\nlost = \"about 5\"\nseats = 9\n"));
complaint!(contract_as_value, &format!("{HEAD}contract = \"short games\"\n"));
complaint!(case_of_nobody, &format!("{HEAD}[victory]\ngoal = {{ 7 = 200_000, purple = 300_000, bleu = 300_000 }}\n"));
complaint!(case_out_of_range, &format!("{HEAD}[victory]\ngoal = {{ 2 = 3, blue = \"much\", else = {{ red = 1 }} }}\n"));
complaint!(case_by_seat_where_all_have_the_same, &format!("{HEAD}[dice]\nsides = {{ 2 = 8, blue = 10 }}\n"));
complaint!(case_where_there_can_be_none, "pack = \"muehle\"\n[turn]\nplayers = { 2 = 3 }\n");
complaint!(board_that_is_not_there, &format!("{HEAD}board = \"nowhere.toml\"\n"));
complaint!(board_that_is_no_path, &format!("{HEAD}board = \"reversed\"\n"));
complaint!(board_as_number, &format!("{HEAD}board = 3\n"));
complaint!(board_inside_that_is_not_whole, &format!("{HEAD}[board.chart]\nwidth = 1000\n"));
complaint!(section_as_value, &format!("{HEAD}victory = 200_000\n"));
complaint!(
    everything_at_once,
    "pack = \"bermuda\"\nextends = \"shrt\"\nrules = [\"twin_clod\", \"!salvage\"]\nspeed = 3\n\n[ports]\ncapacty = 3\n\n[victory]\ngoal = \"much\"\n"
);

/// Who may sit at a table is known to those who play there: `check` says it.
#[test]
fn contract_for_players_nobody_knows() {
    let folder = tempfile::tempdir().unwrap();
    let complain = |players: &str| {
        let promise = format!("{HEAD}[contract]\nmedian_rounds = \"25..45\"\n  players = \"{players}\"\n");
        std::fs::write(folder.path().join("my.toml"), promise).unwrap();
        let told = common::program().args(["check", "my.toml"]).current_dir(folder.path()).output().unwrap();
        assert_eq!(told.status.code(), Some(1), "{players}");
        String::from_utf8(told.stderr).unwrap()
    };
    insta::assert_snapshot!(["wizard", "search:0", "greedy-bananas", "greedy-bumpd"].map(complain).concat());
}

#[test]
fn variants_that_extend_each_other_in_a_circle_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, parent) in [("a", "b"), ("b", "c"), ("c", "a")] {
        std::fs::write(folder.path().join(format!("{name}.toml")), format!("pack = \"bermuda\"\nextends = \"{parent}\"\n"))
            .unwrap();
    }
    let path = folder.path().join("a.toml");
    let problems = match common::library().load("bermuda", path.to_str().unwrap()) {
        Ok(_) => panic!("a circle was accepted"),
        Err(problems) => problems.to_string().replace(folder.path().to_str().unwrap(), "folder"),
    };
    insta::assert_snapshot!(problems);
}

/// A board that does not go with what nobody has set is to blame itself, in its own file or in the variant.
#[test]
fn a_board_of_its_own_is_blamed_at_its_own_line() {
    let folder = tempfile::tempdir().unwrap();
    let told = |pack: &str, board: &str, rest: &str| {
        let path = folder.path().join("my.toml");
        std::fs::write(folder.path().join("ours.toml"), board).unwrap();
        std::fs::write(&path, format!("pack = \"{pack}\"\nextends = \"standard\"\n{rest}")).unwrap();
        let loaded = common::library().load(pack, path.to_str().unwrap());
        loaded.err().expect("it does not go").to_string().replace(&format!("{}/", folder.path().display()), "")
    };
    let own = "board = \"ours.toml\"\n";
    let line = |text: &str, part: &str| text.lines().position(|line| line.starts_with(part)).unwrap() + 1;
    let triangle = "edges = [[\"a\", \"b\"], [\"b\", \"c\"]]\nlines = [[\"a\", \"b\", \"c\"]]\n\n[figure]\nwidth = 100\nheight = 100\nstone_radius = 5\n";
    let field = |id: &str| format!("[[field]]\nid = \"{id}\"\nat = [10, 10]\n");
    let few = triangle.to_owned() + &["a", "b", "c"].map(field).concat();
    let told_of = told("muehle", &few, own);
    assert!(told_of.starts_with(&format!("ours.toml:{}:", line(&few, "[[field]]"))), "{told_of}");
    let flat = few.replace("width = 100", "width = 0");
    let told_of = told("muehle", &flat, own);
    assert!(told_of.starts_with(&format!("ours.toml:{}:", line(&flat, "[figure]"))), "{told_of}");
    // Whoever sets something that does not go with the board is to blame, not the board.
    let told_of = told("muehle", &few, &format!("{own}[stones]\nper_player = 12\n"));
    assert!(told_of.starts_with("my.toml:5:"), "{told_of}");
    let inside = few.replace("[figure]", "[board.figure]").replace("[[field]]", "[[board.field]]");
    let inside = inside.replace("edges", "board.edges").replace("lines", "board.lines");
    let told_of = told("muehle", "", &inside);
    assert!(told_of.starts_with(&format!("my.toml:{}:", 2 + line(&inside, "[[board.field]]"))), "{told_of}");
}
