//! A game at a table with a fixed course of deeds of every kind, for tests of how it is kept.

use tempfile::TempDir;
use triangulum::problem::Source;
use triangulum::sim::Command;
use triangulum::table::{Deed, HUMAN, Table, default_cast};
use triangulum::variant::Library;

/// A folder, in memory where that can be had: these tests bring thousands of lines to the disk.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Two people at a game that begins.
pub(crate) fn people(library: &Library, pack: &str, seed: u64) -> Table {
    let variant = library.load(pack, "standard").unwrap();
    let kinds = vec![HUMAN.to_owned(); *variant.rules.seats().start()];
    let mut table = Table::new(variant.rules.clone(), "standard", default_cast(variant.rules.pack, &kinds), seed).unwrap();
    table.follow("standard", Ok(variant));
    table
}

/// Everything a person could notice about a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    position: String,
    trace: String,
    deeds: usize,
    known: usize,
    can_undo: [bool; 2],
}

pub(crate) fn seen(table: &Table) -> Seen {
    Seen {
        position: table.game().dump(),
        trace: table.trace().to_owned(),
        deeds: table.deeds(),
        known: table.known_deeds(),
        can_undo: [true, false].map(|across| table.can_undo(across).is_ok()),
    }
}

/// One of the offers.
fn some_offer(table: &Table, number: usize) -> Command {
    let offers = table.game().offers();
    offers[number % offers.len()]
}

/// The deed with that number of a course in which moves, changes of rules, undo, redo and seeking follow each other.
pub(crate) fn deed(library: &Library, table: &Table, number: usize) -> Deed {
    match number % 16 {
        4 | 9 | 10 | 14 => Deed::Undo { across_chance: true },
        5 | 11 => Deed::Redo,
        7 => {
            let pack = table.game().rules().pack.name();
            let text = format!("pack = \"{pack}\"\nextends = \"standard\"\nname = \"Rules {number}\"\n");
            Deed::Rules(Box::new(library.load_source(Source::new("ours.toml", text)).unwrap()))
        }
        12 => Deed::Seek(table.deeds() / 2),
        13 => Deed::Seek(usize::MAX),
        15 => Deed::PlayOn,
        _ => Deed::Command(some_offer(table, number)),
    }
}
