//! The rulebook while it lies open beside the board: its blocks, its pictures as they are drawn, what is searched for.

use super::sprites::pixels;
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

fn drawn(svg: &str) -> Option<ColorImage> {
    let (width, height, bytes) = pixels(svg, WIDE)?;
    Some(ColorImage::from_rgba_unmultiplied([width as usize, height as usize], &bytes))
}

impl OpenBook {
    pub(super) fn new(rules: Arc<Ruleset>, blocks: Vec<Block>, search: String) -> Self {
        let drawings: Arc<[(usize, String)]> = blocks
            .iter()
            .enumerate()
            .filter_map(|(at, block)| match block {
                Block::Picture { svg, .. } => Some((at, svg.clone())),
                _ => None,
            })
            .collect();
        let (send, coming) = channel();
        let for_thread = drawings.clone();
        let thread = std::thread::Builder::new().name("rulebook-pictures".into()).spawn(move || {
            for (at, svg) in for_thread.iter() {
                if drawn(svg).is_some_and(|image| send.send((*at, image)).is_err()) {
                    return;
                }
            }
        });
        let undrawn = if thread.is_ok() { Vec::new() } else { drawings.iter().rev().cloned().collect() };
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
        let here = self.undrawn.pop().and_then(|(at, svg)| Some((at, drawn(&svg)?)));
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
