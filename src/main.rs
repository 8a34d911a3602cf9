//! The command line.
fn main() {
    let library = triangulum::variant::Library::new(triangulum::variant::Shelf::around(std::path::Path::new(".")));
    match library.load("bermuda", "standard") {
        Ok(v) => {
            use triangulum::players::{Player, Random};
            let mut game = triangulum::sim::Game::new(v.rules.clone(), 4, triangulum::sim::Chance::seeded(7)).unwrap();
            let mut p = Random::new(7, 0);
            for e in game.events() { if let Some(s) = game.rules.pack.sentence(&game, e) { println!("{s}"); } }
            while game.outcome().is_none() {
                let c = p.choose(&game);
                game.apply(c).unwrap();
                for e in game.events() { if let Some(s) = game.rules.pack.sentence(&game, e) { println!("{s}"); } }
            }
        }
        Err(e) => println!("{e}"),
    }
}
