//! The rulebook while it lies open beside the board: its blocks, its pictures as they are drawn, what is searched for.

use super::aside::lend;
use super::sprites::image;
use crate::sim::Ruleset;
use crate::variant::rulebook::{Block, Told};
use crate::words::spoken;
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// How many pixels wide pictures are drawn.
const WIDE: u32 = 900;

pub(super) struct OpenBook {
    rules: Arc<Ruleset>,
    language: String,
    pub blocks: Vec<Block>,
    /// By block: the picture, once it is drawn.
    pictures: Vec<Option<TextureHandle>>,
    coming: Receiver<(usize, ColorImage)>,
    /// Where no thread can be had, one is drawn in each frame, the last of these first.
    undrawn: Vec<(usize, String)>,
    pub search: String,
    /// The chapter to be scrolled to.
    pub wanted: Option<String>,
}

impl OpenBook {
    pub(super) fn new(rules: Arc<Ruleset>, blocks: Vec<Block>, search: String) -> Self {
        let drawing = |(at, block): (usize, &Block)| match block {
            Block::Picture { svg, .. } => Some((at, svg.clone())),
            _ => None,
        };
        let drawings: Vec<(usize, String)> = blocks.iter().enumerate().filter_map(drawing).collect();
        let (send, coming) = channel();
        let draw = move |drawings: Vec<(usize, String)>| {
            let mut drawn = drawings.iter().filter_map(|(at, svg)| Some((*at, image(svg, WIDE)?)));
            let _ = drawn.try_for_each(|drawn| send.send(drawn));
        };
        let undrawn = lend("rulebook-pictures", drawings, draw).err().unwrap_or_default().into_iter().rev().collect();
        let pictures = blocks.iter().map(|_| None).collect();
        let language = spoken().language.clone();
        Self { rules, language, blocks, pictures, coming, undrawn, search, wanted: None }
    }

    /// The game it is about.
    pub(super) fn game(&self) -> &'static str {
        self.rules.pack.name()
    }

    /// Whether it was printed for these rules, in the language that is spoken.
    pub(super) fn is_of(&self, rules: &Arc<Ruleset>) -> bool {
        Arc::ptr_eq(&self.rules, rules) && self.language == spoken().language
    }

    /// Takes in pictures that have been drawn.
    pub(super) fn look(&mut self, context: &Context) {
        let here = self.undrawn.pop().and_then(|(at, svg)| Some((at, image(&svg, WIDE)?)));
        for (at, image) in self.coming.try_iter().chain(here) {
            self.pictures[at] = Some(context.load_texture(format!("book-{at}"), image, TextureOptions::LINEAR));
        }
    }

    pub(super) fn picture(&self, block: usize) -> Option<&TextureHandle> {
        self.pictures.get(block)?.as_ref()
    }

    /// Whether a rule has the words that are searched for.
    pub(super) fn is_found(&self, told: &Told) -> bool {
        let wanted = self.search.to_lowercase();
        let number = told.number.as_deref().unwrap_or_default();
        [told.title.as_str(), &told.text, number].iter().any(|text| text.to_lowercase().contains(wanted.trim()))
    }

    /// The chapters by id and title.
    pub(super) fn chapters(&self) -> Vec<(String, String)> {
        let chapter = |block: &Block| match block {
            Block::Chapter { id, title } => Some((id.clone(), title.clone())),
            _ => None,
        };
        self.blocks.iter().filter_map(chapter).collect()
    }
}
