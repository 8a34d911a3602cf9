//! Small pictures for lists: games in full swing, and positions of kept games with a line about each. They are made on another thread
//! (where there is none, one in each frame), once each, and kept while the window is open.

use super::aside::lend;
use super::kept::{told, written};
use super::sprites::image;
use super::system::{self, IS_PAGE};
use crate::packs;
use crate::players;
use crate::sim::{Chance, Game};
use crate::table::trace::Trace;
use crate::table::{Replayed, Replaying, Table, Until, read_trace};
use crate::variant::{Library, STANDARD};
use crate::words::{Message, spoken};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::SystemTime;

/// The game that is shown of each.
const SEED: u64 = 6;
const MOVES: usize = 26;

/// How many pixels wide they are drawn: twice as wide as they are shown, for fine screens.
const WIDE: u32 = 600;
const SMALL: u32 = 240;

/// Seconds a game may be played through for its picture: all pictures wait for it, and where there is no other thread, everything.
const PATIENCE: f64 = if IS_PAGE { 0.5 } else { 5.0 };

/// What a picture is of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Game(&'static str),
    /// A kept game as it was written then.
    Kept(PathBuf, SystemTime),
}

/// What was found out about something.
#[derive(Default)]
pub(super) struct Seen {
    pub picture: Option<TextureHandle>,
    /// A kept game in a line.
    pub line: Option<Message>,
}

type Made = (Of, Option<ColorImage>, Option<Message>);

pub(super) struct Pictures {
    /// What was asked for, once it is there.
    known: BTreeMap<Of, Option<Seen>>,
    language: String,
    orders: Sender<Of>,
    made: Receiver<Made>,
    /// Who draws, where no thread does.
    here: Option<Draughtsman>,
}

/// Draws what is ordered.
struct Draughtsman {
    library: Arc<Library>,
    asked: Receiver<Of>,
    give: Sender<Made>,
}

impl Draughtsman {
    /// Draws something; false when nobody wants pictures any longer.
    fn draw(&self, of: Of) -> bool {
        // A game that has gone on since is asked for anew.
        if matches!(&of, Of::Kept(path, then) if written(path) != Some(*then)) {
            return true;
        }
        let (picture, line) = make(&self.library, &of);
        self.give.send((of, picture, line)).is_ok()
    }
}

impl Pictures {
    pub(super) fn new(library: Arc<Library>) -> Self {
        let (orders, asked) = channel::<Of>();
        let (give, made) = channel();
        let work = |here: Draughtsman| while here.asked.recv().is_ok_and(|of| here.draw(of)) {};
        let here = lend("small-pictures", Draughtsman { library, asked, give }, work).err();
        Self { known: BTreeMap::new(), language: spoken().language.clone(), orders, made, here }
    }

    /// Takes in what has been drawn. There are words on it, so another language has pictures of its own.
    pub(super) fn look(&mut self, context: &Context) {
        if self.language != spoken().language {
            self.language.clone_from(&spoken().language);
            self.known.clear();
        }
        if let Some(draughtsman) = &self.here
            && let Ok(of) = draughtsman.asked.try_recv()
        {
            draughtsman.draw(of);
        }
        for (of, image, line) in self.made.try_iter() {
            let name = format!("small-{of:?}");
            let picture = image.map(|image| context.load_texture(name, image, TextureOptions::LINEAR));
            self.known.retain(|known, _| !is_older(known, &of));
            self.known.insert(of, Some(Seen { picture, line }));
        }
    }

    /// A game in full swing.
    pub(super) fn game(&mut self, pack: &'static str) -> Option<&Seen> {
        let of = Of::Game(pack);
        self.order(&of);
        self.known.get(&of)?.as_ref()
    }

    /// A kept game; as it was before, until it is drawn as it is now.
    pub(super) fn kept(&mut self, path: &Path, written: SystemTime) -> Option<&Seen> {
        let of = Of::Kept(path.to_owned(), written);
        self.order(&of);
        let first = Of::Kept(path.to_owned(), SystemTime::UNIX_EPOCH);
        self.known.range(first.min(of.clone())..=of).rev().find_map(|(_, seen)| seen.as_ref())
    }

    /// Has something drawn that nobody has asked for yet.
    fn order(&mut self, of: &Of) {
        if let Entry::Vacant(place) = self.known.entry(of.clone()) {
            place.insert(None);
            // Whoever draws has gone only when the window is being left.
            let _ = self.orders.send(of.clone());
        }
    }
}

/// Whether one is an earlier picture of the same game.
fn is_older(one: &Of, other: &Of) -> bool {
    matches!((one, other), (Of::Kept(a, then), Of::Kept(b, now)) if a == b && then < now)
}

fn make(library: &Library, of: &Of) -> (Option<ColorImage>, Option<Message>) {
    match of {
        Of::Game(pack) => (in_full_swing(library, pack).and_then(|svg| image(&svg, WIDE)), None),
        Of::Kept(path, _) => {
            let Ok(trace) = read_trace(path) else { return (None, None) };
            let position = position(&trace, library);
            let table = position.as_ref().map(|replayed| &replayed.table);
            let colours = |table: &Table| -> Vec<usize> { table.cast().iter().map(|card| card.colour).collect() };
            let svg = table.and_then(|table| table.game().rules().pack.picture_in(table.game(), &colours(table)));
            (svg.and_then(|svg| image(&svg, SMALL)), Some(told(&trace)))
        }
    }
}

/// Where a kept game stands, unless everything would have to wait for it too long.
fn position(trace: &Trace, library: &Library) -> Option<Replayed> {
    let begun = system::now();
    let mut replaying = Replaying::begin(trace, library, Until::End).ok()?;
    while replaying.go_on().ok()? {
        if system::now() - begun > PATIENCE {
            return None;
        }
    }
    Some(replaying.finish())
}

/// A position of a game as it is printed, some moves after the deal.
fn in_full_swing(library: &Library, pack: &str) -> Option<String> {
    let rules = library.load(packs::find(pack)?.name(), STANDARD).ok()?.rules;
    let (pack, seats) = (rules.pack, rules.pack.usual_seats(&rules));
    let mut game = Game::new(rules, seats, Chance::seeded(SEED)).ok()?;
    for _ in 0..MOVES {
        let command = players::seat("short", SEED, game.deciding())?.choose(&game);
        game.apply(command).ok()?;
        if game.outcome().is_some() {
            break;
        }
    }
    pack.picture(&game)
}
