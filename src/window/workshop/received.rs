//! Rules from elsewhere, pasted or dropped on the window: shown as what differs, and asked about before anything happens.

use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::sim::Pack;
use crate::variant::explain::differences;
use crate::variant::own::OwnVariants;
use crate::variant::{Library, STANDARD};
use crate::window::elements::Elements;
use crate::window::panels::{button, main_button};
use crate::window::theme;
use crate::words::{Message, msg, say};
use egui::{RichText, ScrollArea};
use std::path::{Path, PathBuf};

/// Rules that somebody has sent.
pub(in crate::window) struct Received {
    text: String,
    title: String,
    about: String,
    pub pack: &'static dyn Pack,
    differs: Vec<Message>,
}

/// What was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::window) enum Answer {
    Play,
    Keep,
    No,
}

impl Received {
    /// Reads a text without doing anything with it.
    pub(in crate::window) fn read(library: &Library, text: &str) -> Result<Self, Problems> {
        if text.len() as u64 > limits::TOML_BYTES {
            return Err(Problem::about(say!("window.workshop.pasted"), msg!("files.too_long")).into());
        }
        let variant = library.load_source(Source::new(say!("window.workshop.pasted"), text))?;
        let pack = variant.rules.pack;
        let standard = library.load(pack.name(), STANDARD)?;
        let differs = differences(variant.effective(), &standard.rules).into_iter().map(|(what, _)| what).collect();
        let blueprint = &variant.rules.blueprint;
        Ok(Self { text: text.to_owned(), title: blueprint.title.clone(), about: blueprint.about.clone(), pack, differs })
    }

    /// Puts the rules with those that were received.
    pub(in crate::window) fn keep(&self, library: &Library, home: &Path) -> Result<PathBuf, Problems> {
        OwnVariants::new(home, self.pack.name()).receive(&library.shelf, &self.text, &self.title)
    }

    /// Asks what shall be done; they can be played by at once where their game is being played.
    pub(in crate::window) fn ask(&self, context: &egui::Context, at: Option<&str>, elements: &mut Elements) -> Option<Answer> {
        let mut answer = None;
        // Over everything, which is dimmed: nothing else can be done before it is answered.
        egui::Modal::new(egui::Id::new("received")).frame(theme::sheet()).show(context, |ui| {
            ui.set_width(520.0);
            ui.label(RichText::new(say!("window.workshop.received")).size(13.5).color(theme::INK_SOFT));
            let title = ui.label(RichText::new(&self.title).font(theme::font("title", 28.0)).color(theme::RED));
            elements.widget("received", &title);
            ui.label(RichText::new(say!("window.workshop.for_game", game = self.pack.title())).color(theme::INK_SOFT));
            if !self.about.is_empty() {
                ui.label(&self.about);
            }
            ui.separator();
            ScrollArea::vertical().max_height(230.0).auto_shrink([false, true]).show(ui, |ui| {
                if self.differs.is_empty() {
                    ui.label(say!("window.new.as_printed"));
                }
                for what in &self.differs {
                    ui.label(format!("• {what}"));
                }
            });
            ui.separator();
            ui.horizontal_wrapped(|ui| {
                if at == Some(self.pack.name())
                    && main_button(ui, elements, "received:play", &say!("window.workshop.play_received")).clicked()
                {
                    answer = Some(Answer::Play);
                }
                if button(ui, elements, "received:keep", say!("window.workshop.keep_received")).clicked() {
                    answer = Some(Answer::Keep);
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
