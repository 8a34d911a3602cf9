//! The files behind a table's rules: what they said last, and whether the game agrees with them.

use crate::problem::Problems;
use crate::variant::Variant;
use crate::variant::propose::Change;

/// What has become of something the files said.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// The rules of the game have changed, or will.
    Changed(super::Verdict),
    /// Files that were wrong are in order again; nothing differs.
    Mended,
    /// The files are wrong, or ask for what cannot be done; the game goes on under its own rules.
    Refused(Problems),
    /// Nothing differs.
    Nothing,
}

/// What the files of a variant say, as far as the table has heard.
#[derive(Default)]
pub struct FileSide {
    /// The last variant that could be read, whether or not the game went along with it.
    pub said: Option<Variant>,
    /// What is wrong with them now.
    pub broken: Option<Problems>,
    /// How what they said differs from the rules of the game.
    pub(super) discord: Vec<Change>,
}

impl FileSide {
    /// How the files differ from the game being played; empty when they agree.
    pub fn discord(&self) -> &[Change] {
        &self.discord
    }
}
