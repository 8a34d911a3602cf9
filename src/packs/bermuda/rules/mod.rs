//! House rules that need the program: optional plugins, one file each. Registering one is a line in [`HOUSE_RULES`]; its
//! settings are in `rules/bermuda/house/<rule>.toml`, where all other house rules are whole, its page in rules/bermuda/words/.

mod twin_cloud;

use crate::sim::Rule;

/// Every house rule of the program, in the order they edit the plan; those in files come after them.
pub(crate) const HOUSE_RULES: &[&dyn Rule] = &[
    // Pieces of its own: what files cannot say.
    &twin_cloud::TwinCloud,
];
