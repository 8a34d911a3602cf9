//! What several test programs share.
#![allow(dead_code, reason = "each program uses its own part of this")]

pub(crate) mod desk;

use std::path::Path;
use std::process::{Child, Command, Output};
use triangulum::players::{Player, Random};
use triangulum::problem::{Problems, Source};
use triangulum::sim::{Chance, Game};
use triangulum::table::trace::{self, Trace};
use triangulum::table::{self, Replayed, Table, Until, default_cast};
use triangulum::variant::{Library, Shelf, Variant};

/// The program, speaking English whatever the machine speaks.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_triangulum"));
    command.env("LC_ALL", "C");
    command
}

/// The output of a program that must be through soon, and the end of one that is not.
pub(crate) fn soon(mut child: Child) -> Output {
    let patience = (0..6_000).any(|_| {
        let is_through = child.try_wait().expect("it can be waited for").is_some();
        if !is_through {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        is_through
    });
    if !patience {
        child.kill().expect("it is running");
        panic!("it waits for ever");
    }
    child.wait_with_output().expect("it is through")
}

pub(crate) fn library() -> Library {
    Library::new(Shelf::around(Path::new(env!("CARGO_MANIFEST_DIR"))))
}

/// Every shipped variant of every pack.
pub(crate) fn shipped() -> Vec<Variant> {
    let library = library();
    let load = |pack: &str, name: &str| library.load(pack, name).unwrap_or_else(|problems| panic!("{problems}"));
    triangulum::packs::ALL
        .iter()
        .flat_map(|pack| library.shelf.variant_names(pack.name()).into_iter().map(move |name| (pack.name(), name)))
        .map(|(pack, name)| load(pack, &name))
        .collect()
}

/// A shipped variant of Bermuda.
pub(crate) fn variant(name: &str) -> Variant {
    variant_of("bermuda", name)
}

pub(crate) fn variant_of(pack: &str, name: &str) -> Variant {
    library().load(pack, name).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A variant from its lines.
pub(crate) fn from_text(text: &str) -> Variant {
    library().load_source(Source::new("test.toml", text)).unwrap_or_else(|problems| panic!("{problems}"))
}

pub(crate) fn game(variant: &Variant, seats: usize, seed: u64) -> Game {
    Game::recorded(variant.rules.clone(), seats, Chance::seeded(seed)).unwrap()
}

/// A table with random players around it.
pub(crate) fn table(variant: &Variant, seats: usize, seed: u64) -> Table {
    let cast = default_cast(variant.rules.pack, &vec!["random".to_owned(); seats]);
    Table::new(variant.rules.clone(), &variant.rules.blueprint.variant, cast, seed).unwrap()
}

/// Plays to the end with one random player in every seat.
pub(crate) fn play_out(game: &mut Game, seed: u64) {
    let mut player = Random::new(seed, 0);
    while game.outcome().is_none() {
        let command = player.choose(game);
        game.apply(command).unwrap();
    }
}

/// A whole recorded game as trace text, with random players.
pub(crate) fn trace_text(variant: &Variant, seats: usize, seed: u64) -> String {
    let mut game = game(variant, seats, seed);
    let mut player = Random::new(seed, 0);
    let kinds = vec!["random".to_owned(); seats];
    let (mut text, mut chain) = (String::new(), trace::Chain::default());
    chain.add(&mut text, &trace::header(&game, &kinds, seed));
    loop {
        for line in trace::lines(&game) {
            chain.add(&mut text, &line);
        }
        if game.outcome().is_some() {
            return text;
        }
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
}

/// Plays a trace again.
pub(crate) fn replay(trace: &Trace) -> Result<Replayed, Problems> {
    table::replay(trace, &library(), Until::End)
}

/// The position a trace leads to, or the one after so many moves.
pub(crate) fn resume(trace: &Trace, commands: Option<usize>) -> Game {
    let until = commands.map_or(Until::End, Until::Commands);
    let replayed = table::replay(trace, &library(), until).unwrap_or_else(|problems| panic!("{problems}"));
    replayed.table.game().clone()
}
