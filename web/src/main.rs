//! The table in a browser. Run natively, the program tells instead what is left of the games that a browser is compared by.

mod games;

#[cfg(target_family = "wasm")]
mod page;

#[cfg(all(target_family = "wasm", feature = "window"))]
fn main() {
    page::open();
}

/// Only the games are wanted.
#[cfg(all(target_family = "wasm", not(feature = "window")))]
fn main() {}

#[cfg(not(target_family = "wasm"))]
fn main() {
    (0..).map_while(games::played).for_each(|line| println!("{line}"));
}
