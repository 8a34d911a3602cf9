//! What is read from the disk and written to it: variants, traces, links and rules, whole, damaged, hostile and made up by chance.

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod files;
mod fuzz;
mod reload;
mod schema;
mod untrusted;
mod variant_errors;
