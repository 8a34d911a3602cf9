//! Writes every drawing of Bermuda to a folder, to look at: `cargo run --example art -- FOLDER`.

use std::path::PathBuf;
use triangulum::packs::bermuda::{Sea, art};
use triangulum::players::{Player, Random};
use triangulum::sim::{Chance, Game};
use triangulum::variant::{Library, Shelf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder to write to")?);
    std::fs::create_dir_all(&folder)?;
    let library = Library::new(Shelf::built_in());
    let variant = library.load("bermuda", "standard").map_err(|problems| problems.to_string())?;
    let sea = Sea::of(&variant.rules);
    let write = |name: &str, svg: String| std::fs::write(folder.join(format!("{name}.svg")), svg);
    write("chart", art::chart(sea))?;
    write("layout", art::layout(sea))?;
    write("cloud", art::cloud(sea))?;
    write("cylinder", art::cylinder(sea))?;
    write("magnets", art::magnets(sea))?;
    write("spinner", art::spinner(sea))?;
    write("needle", art::needle())?;
    for seat in 0..4 {
        write(&format!("hull-{seat}"), art::hull(seat))?;
    }
    for face in 1..=6 {
        write(&format!("die-{face}"), art::die(face))?;
    }
    for deck in ["bananas", "lumber", "oil", "sugar", "home"] {
        write(&format!("card-{deck}"), art::card(deck))?;
    }
    let mut game = Game::new(variant.rules.clone(), 4, Chance::seeded(4))?;
    write("position-start", art::position(&game))?;
    let mut player = Random::new(4, 0);
    for stage in ["early", "middle", "late"] {
        for _ in 0..28 {
            if game.outcome().is_none() {
                let command = player.choose(&game);
                game.apply(command)?;
            }
        }
        write(&format!("position-{stage}"), art::position(&game))?;
    }
    Ok(())
}
