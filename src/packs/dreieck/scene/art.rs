//! The pictures of the tiles as sprites, in every size they are drawn in.

use crate::packs::dreieck::art;
use crate::sim::show::art::svg;
use crate::table::COLOURS;
use crate::window::sprites::{Commission, Sprite};
use macroquad::prelude::{Color, Vec2};

pub(super) const SYMBOLS: usize = art::SYMBOLS;
const BODIES: usize = COLOURS.len();
/// Pictures of each size.
const KINDS: usize = BODIES + SYMBOLS;
/// Pixels to an edge, for every size a tile is drawn in.
const LEVELS: [f32; 4] = [40.0, 80.0, 160.0, 320.0];
/// A body's picture reaches this far in edges, round its middle.
const BODY: f32 = edges(2.0 * art::BODY_REACH);
const SYMBOL: f32 = edges(2.0 * art::SYMBOL_REACH);
/// How far a symbol lies from its corner, in edges.
pub(super) const INSET: f32 = edges(art::INSET);

/// Drawings have 100 units to an edge.
const fn edges(units: f64) -> f32 {
    (units / 100.0) as f32
}

/// A picture of its own, so far to each side of its middle.
fn picture(reach: f64, drawn: &str) -> String {
    let reach = reach as f32;
    svg([-reach, -reach, 2.0 * reach, 2.0 * reach], drawn)
}

pub(super) fn commissions() -> Vec<Commission> {
    let bodies = || (0..BODIES).map(|colour| (picture(art::BODY_REACH, &art::body(colour, COLOURS[colour].rgb)), BODY));
    let symbols = || (0..SYMBOLS).map(|number| (picture(art::SYMBOL_REACH, &art::symbol(number)), SYMBOL));
    let level = |pixels: f32| bodies().chain(symbols()).map(move |(svg, size)| Commission::new(svg, Vec2::splat(size), pixels));
    LEVELS.into_iter().flat_map(level).collect()
}

/// The pictures by name and size.
pub(super) struct Sprites<'a>(&'a [Sprite]);

impl<'a> Sprites<'a> {
    pub(super) fn of(sprites: &'a [Sprite]) -> Option<Self> {
        (sprites.len() == KINDS * LEVELS.len()).then_some(Self(sprites))
    }

    fn level(pixels: f32) -> usize {
        LEVELS.iter().position(|level| *level >= pixels * 0.98).unwrap_or(LEVELS.len() - 1) * KINDS
    }

    pub(super) fn body(&self, colour: usize, pixels: f32) -> &Sprite {
        &self.0[Self::level(pixels) + colour % BODIES]
    }

    pub(super) fn symbol(&self, number: usize, pixels: f32) -> &Sprite {
        &self.0[Self::level(pixels) + BODIES + number % SYMBOLS]
    }
}

pub(super) fn colour(number: usize) -> Color {
    let [r, g, b] = COLOURS[number % BODIES].rgb;
    Color::from_rgba(r, g, b, 255)
}
