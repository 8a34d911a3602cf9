//! A variant from a TOML string, a game played by it, and a rule changed halfway: all without a file or a window.

use triangulum::problem::Source;
use triangulum::table::{Deed, Table, default_cast};
use triangulum::variant::{Library, Shelf, Variant};

fn variant(library: &Library, goal: &str) -> Variant {
    let text = format!("pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = {goal}\n");
    library.load_source(Source::new("example.toml", text)).unwrap_or_else(|problems| panic!("{problems}"))
}

fn main() {
    let library = Library::new(Shelf::built_in());
    let long = variant(&library, "1_000_000");
    let cast = default_cast(long.rules.pack, &["random".to_owned(), "random".to_owned()]);
    let mut table = Table::new(long.rules, "example.toml", cast, 7).expect("Bermuda is for two to four");
    while table.game().rules().pack.totals(table.game()).iter().sum::<i64>() < 200_000 {
        assert!(table.let_bot_play());
    }

    let short = variant(&library, "60_000");
    let verdict = table.carry_out(Deed::Rules(Box::new(short))).expect("these rules can be played by at once");
    assert_eq!(verdict.lines()[0], "Goal: from 1,000,000 to 60,000 (now)");

    assert!(table.let_bot_play());
    let outcome = table.game().outcome().expect("the goal lies below a total, so the next check ends the game");
    assert_eq!(outcome.reason, "goal");
}
