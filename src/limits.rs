//! Every limit on what comes from files, in one table; docs/reliability.md shows it to people.

/// Bytes of a file people write: variants, rules, scenarios.
pub const TOML_BYTES: u64 = 4 * 1024 * 1024;
/// Bytes of every other file: traces, saves, parts of the lab.
pub const FILE_BYTES: u64 = 256 * 1024 * 1024;
/// Links followed from one to the next before it is called a circle, as systems do.
pub const LINKS: usize = 40;
/// Variants extending one another.
pub const LAYERS: usize = 32;
/// Entries of a contract; more is not a promise but an accident.
pub const CLAUSES: usize = 200;
/// Mistakes told about one file: who has this many has made one mistake many times.
pub const TOLD: usize = 50;
/// Columns of a variant's name: names stand on buttons and in headings.
pub const NAME: usize = 60;
/// Columns of a player's name.
pub const PLAYER: usize = 48;
/// Characters of what a variant says about itself.
pub const ABOUT: usize = 4_000;
/// Marks piled upon one letter; no writing needs more.
pub const MARKS: usize = 3;
/// Rules of its own a variant may bring along.
pub const RULES: usize = 64;

/// Characters of a link, and bytes of what it holds: a game of a thousand moves has a tenth of it.
pub const LINK: usize = 100_000;
pub const LINK_HOLDS: usize = 1_000_000;
/// Moves and changes of rules of a game in a link.
pub const LINK_DEEDS: usize = 20_000;
/// Changes of rules among them: for each the rules are built anew.
pub const LINK_CHANGES: usize = 200;

/// The longest text of a file of words, in bytes.
pub const WORDS: usize = 20_000;
/// Bytes of a sentence, with everything that stands in its slots; what is longer is broken off.
pub const SAID: usize = 1_000_000;
/// Columns of a language's own name: it stands on a button.
pub const LANGUAGE: usize = 24;
