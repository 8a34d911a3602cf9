//! Small pictures for lists: games in full swing, and positions of kept games with a line about each. They are made on another thread
//! (where there is none, a little in each frame), once each, and kept while the window is open.

use super::aside::lend;
use super::kept::{told, written};
use super::sprites::image;
use super::system;
use crate::packs;
use crate::players;
use crate::sim::{Chance, Game};
use crate::table::trace::Trace;
use crate::table::{Replaying, Table, Until, read_trace};
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

/// Seconds a game may be played through for its picture: all pictures wait for it. And how much of it at once, where everything does.
const PATIENCE: f64 = 5.0;
const SLICE: f64 = 0.012;

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
    /// A kept game that is being played through.
    at_work: Option<Sketch>,
}

/// A kept game on its way to where it stands.
struct Sketch {
    of: Of,
    line: Message,
    replaying: Replaying<Box<Trace>>,
    /// Seconds it has taken so far.
    spent: f64,
}

impl Draughtsman {
    /// Begins with something, and is done with it at once unless a game must be played through; false when nobody wants pictures
    /// any longer.
    fn begin(&mut self, of: Of) -> bool {
        let (path, then) = match &of {
            Of::Game(pack) => {
                let picture = in_full_swing(&self.library, pack).and_then(|svg| image(&svg, WIDE));
                return self.give.send((of, picture, None)).is_ok();
            }
            Of::Kept(path, then) => (path, *then),
        };
        // A game that has gone on since is asked for anew.
        if written(path) != Some(then) {
            return true;
        }
        let Ok(trace) = read_trace(path) else { return self.give.send((of, None, None)).is_ok() };
        let line = told(&trace);
        match Replaying::begin(Box::new(trace), &self.library, Until::End) {
            Ok(replaying) => self.at_work = Some(Sketch { of, line, replaying, spent: 0.0 }),
            Err(_) => return self.give.send((of, None, Some(line))).is_ok(),
        }
        true
    }

    /// Works for so many seconds on the game at hand; false when nobody wants pictures any longer.
    fn go_on(&mut self, seconds: f64) -> bool {
        let Some(mut sketch) = self.at_work.take() else { return true };
        let begun = system::now();
        let table = loop {
            match sketch.replaying.go_on() {
                Ok(true) if sketch.spent + system::now() - begun > PATIENCE => break None,
                Ok(true) if system::now() - begun > seconds => {
                    sketch.spent += system::now() - begun;
                    self.at_work = Some(sketch);
                    return true;
                }
                Ok(true) => {}
                Ok(false) => break Some(sketch.replaying.finish().table),
                Err(_) => break None,
            }
        };
        let picture = table.as_ref().and_then(position).and_then(|svg| image(&svg, SMALL));
        self.give.send((sketch.of, picture, Some(sketch.line))).is_ok()
    }

    /// Draws one thing after the other.
    fn draw_all(mut self) {
        while self.asked.recv().is_ok_and(|of| self.begin(of) && self.go_on(f64::INFINITY)) {}
    }

    /// Draws a little.
    fn draw_some(&mut self) {
        if self.at_work.is_none()
            && let Ok(of) = self.asked.try_recv()
        {
            self.begin(of);
        }
        self.go_on(SLICE);
    }
}

impl Pictures {
    pub(super) fn new(library: Arc<Library>) -> Self {
        let (orders, asked) = channel::<Of>();
        let (give, made) = channel();
        let draughtsman = Draughtsman { library, asked, give, at_work: None };
        let here = lend("small-pictures", draughtsman, Draughtsman::draw_all).err();
        Self { known: BTreeMap::new(), language: spoken().language.clone(), orders, made, here }
    }

    /// Takes in what has been drawn. There are words on it, so another language has pictures of its own.
    pub(super) fn look(&mut self, context: &Context) {
        if self.language != spoken().language {
            self.language.clone_from(&spoken().language);
            self.known.clear();
        }
        if let Some(draughtsman) = &mut self.here {
            draughtsman.draw_some();
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

/// How a table looks, in the colours its players chose.
fn position(table: &Table) -> Option<String> {
    let colours: Vec<usize> = table.cast().iter().map(|card| card.colour).collect();
    table.game().rules().pack.picture_in(table.game(), &colours)
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
