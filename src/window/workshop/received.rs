//! Rules and games from elsewhere, pasted, dropped on the window or opened by a link: shown as what differs, and asked about before anything happens.

use super::changes::stem;
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::sim::Pack;
use crate::table::trace::Trace;
use crate::table::{Link, SeatCard, is_link};
use crate::variant::explain::differences;
use crate::variant::own::{OwnVariants, known_as};
use crate::variant::{Effective, Library, STANDARD};
use crate::window::elements::Elements;
use crate::window::panels::{button, main_button};
use crate::window::theme;
use crate::words::{Message, msg, say};
use egui::{RichText, ScrollArea};
use std::path::Path;

/// Rules, or a whole game, that somebody has sent.
pub(in crate::window) struct Received {
    what: What,
    title: String,
    about: String,
    pub pack: &'static dyn Pack,
    differs: Vec<Message>,
}

enum What {
    Rules {
        text: String,
        /// The name on the shelf of rules that say the same.
        known_as: Option<String>,
        seed: Option<u64>,
    },
    Game(Box<Trace>),
}

/// What was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::window) enum Answer {
    /// Play on by these rules.
    Play,
    /// Set up a game by them.
    SetUp,
    Keep,
    /// Watch the game.
    Watch,
    No,
}

impl Received {
    /// Reads a text, or a link, without doing anything with it.
    pub(in crate::window) fn read(library: &Library, text: &str) -> Result<Self, Problems> {
        if !is_link(text) {
            return Self::rules(library, text, None);
        }
        match Link::read(text)? {
            Link::Rules { text, seed } => Self::rules(library, &text, seed),
            Link::Game(trace) => Self::game(library, trace),
        }
    }

    fn rules(library: &Library, text: &str, seed: Option<u64>) -> Result<Self, Problems> {
        if text.len() as u64 > limits::TOML_BYTES {
            return Err(Problem::about(say!("window.workshop.pasted"), msg!("files.too_long")).into());
        }
        let variant = library.load_source(Source::new(say!("window.workshop.pasted"), text))?;
        let known_as = known_as(library, &variant);
        let what = What::Rules { text: text.to_owned(), known_as, seed };
        Self::new(library, variant.effective(), what)
    }

    fn game(library: &Library, trace: Box<Trace>) -> Result<Self, Problems> {
        let rules = trace.header.rules.clone();
        let catalogue = library.catalogue(rules.pack)?;
        Self::new(library, Effective { rules: &rules, catalogue: &catalogue }, What::Game(trace))
    }

    fn new(library: &Library, effective: Effective<'_>, what: What) -> Result<Self, Problems> {
        let pack = effective.rules.pack;
        let standard = library.load(pack.name(), STANDARD)?;
        let differs = differences(effective, &standard.rules).into_iter().map(|(what, _)| what).collect();
        let blueprint = &effective.rules.blueprint;
        Ok(Self { what, title: blueprint.title.clone(), about: blueprint.about.clone(), pack, differs })
    }

    /// Puts the rules with those that were received, unless the shelf has them already; tells their name there.
    pub(in crate::window) fn keep(&self, library: &Library, home: &Path) -> Result<Option<String>, Problems> {
        match &self.what {
            What::Rules { known_as: Some(name), .. } => Ok(Some(name.clone())),
            What::Rules { text, .. } => {
                let file = OwnVariants::new(home, self.pack.name()).receive(&library.shelf, text, &self.title)?;
                Ok(Some(stem(&file)))
            }
            What::Game(_) => Ok(None),
        }
    }

    /// The seed that came with the rules.
    pub(in crate::window) fn seed(&self) -> Option<u64> {
        match self.what {
            What::Rules { seed, .. } => seed,
            What::Game(_) => None,
        }
    }

    /// The game that was sent.
    pub(in crate::window) fn into_game(self) -> Option<Box<Trace>> {
        match self.what {
            What::Game(trace) => Some(trace),
            What::Rules { .. } => None,
        }
    }

    /// Asks what shall be done; rules can be played by at once where their game is being played.
    pub(in crate::window) fn ask(&self, context: &egui::Context, at: Option<&str>, elements: &mut Elements) -> Option<Answer> {
        let mut answer = None;
        // Over everything, which is dimmed: nothing else can be done before it is answered.
        egui::Modal::new(egui::Id::new("received")).frame(theme::sheet()).show(context, |ui| {
            ui.set_width(520.0);
            let opening = match self.what {
                What::Rules { .. } => msg!("window.workshop.received"),
                What::Game(_) => msg!("window.workshop.received_game"),
            };
            ui.label(RichText::new(opening.to_string()).size(13.5).color(theme::INK_SOFT));
            let title = ui.label(RichText::new(&self.title).font(theme::font("title", 28.0)).color(theme::RED));
            elements.widget("received", &title);
            ui.label(RichText::new(say!("window.workshop.for_game", game = self.pack.title())).color(theme::INK_SOFT));
            if let What::Game(trace) = &self.what {
                let names: Vec<_> = trace.header.cast().iter().map(SeatCard::called).collect();
                let moves = trace.moves();
                ui.label(say!("window.workshop.game_of", names, moves, seed = trace.header.seed.to_string()));
            }
            ui.separator();
            ScrollArea::vertical().max_height(230.0).auto_shrink([false, true]).show(ui, |ui| {
                // However much it says, there is an answer to be seen below it.
                if !self.about.is_empty() {
                    ui.label(&self.about);
                    ui.add_space(6.0);
                }
                if self.differs.is_empty() {
                    ui.label(say!("window.new.as_printed"));
                }
                for what in &self.differs {
                    ui.label(format!("• {what}"));
                }
            });
            ui.separator();
            ui.horizontal_wrapped(|ui| {
                let is_played = at == Some(self.pack.name());
                let offered: &[(Answer, &str, &str)] = match self.what {
                    What::Game(_) => &[(Answer::Watch, "watch", "window.workshop.watch_received")],
                    What::Rules { .. } if is_played => &[
                        (Answer::Play, "play", "window.workshop.play_received"),
                        (Answer::Keep, "keep", "window.workshop.keep_received"),
                    ],
                    What::Rules { .. } => &[
                        (Answer::SetUp, "set_up", "window.workshop.set_up_received"),
                        (Answer::Keep, "keep", "window.workshop.keep_received"),
                    ],
                };
                for (at, (what, name, label)) in offered.iter().enumerate() {
                    let (name, label) = (format!("received:{name}"), Message::new(*label).to_string());
                    let pressed =
                        if at == 0 { main_button(ui, elements, &name, &label) } else { button(ui, elements, &name, label) };
                    if pressed.clicked() {
                        answer = Some(*what);
                    }
                }
                if button(ui, elements, "received:no", say!("window.workshop.drop_received")).clicked()
                    || ui.input(|input| input.key_pressed(egui::Key::Escape))
                {
                    answer = Some(Answer::No);
                }
            });
        });
        answer
    }
}

/// Whether a file is one of rules and not a recorded game.
pub(in crate::window) fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}
