//! tiles: every player's set of triangles, made from the number of symbols (D-M1).

use crate::sim::rule::Printed;
use serde::Deserialize;

/// The symbols as they are written in a tile's name.
pub const LETTERS: [char; 6] = ['a', 'b', 'c', 'd', 'e', 'f'];

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub symbols: u8,
    /// Whether the first symbol goes with every other.
    pub joker: bool,
}

pub(crate) const RULE: Printed = Printed::new("tiles", &[]).reading::<Settings>();

/// The symbols in a tile's three corners, clockwise.
pub type Corners = [u8; 3];

/// One player's tiles: every way to label three corners, a rotation of another counted once, mirror images apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileSet {
    symbols: u8,
    joker: bool,
    tiles: Vec<Corners>,
    /// For every labelling of a cell's corners the tile and the rotation that show it.
    shows: Vec<(u8, u8)>,
}

impl TileSet {
    pub fn new(symbols: u8) -> Self {
        let all = || (0..symbols).flat_map(move |x| (0..symbols).flat_map(move |y| (0..symbols).map(move |z| [x, y, z])));
        let tiles: Vec<Corners> = all().filter(|corners| (1..3).all(|r| *corners <= turned(*corners, r))).collect();
        let showing = |shown: Corners| {
            let tile = tiles.iter().position(|tile| (0..3).any(|r| turned(*tile, r) == shown));
            let tile = tile.expect("one rotation of every labelling is the least and stands for it");
            let rotation = (0..3).find(|r| turned(tiles[tile], *r) == shown).expect("found with a rotation above");
            (tile as u8, rotation)
        };
        let shows = all().map(showing).collect();
        Self { symbols, joker: false, tiles, shows }
    }

    /// The same tiles, whose first symbol goes with every other if there is a joker.
    #[must_use]
    pub fn with_joker(self, joker: bool) -> Self {
        Self { joker, ..self }
    }

    /// The symbol that goes with every other.
    #[inline]
    pub fn joker(&self) -> Option<u8> {
        self.joker.then_some(0)
    }

    /// Whether two symbols may meet.
    pub fn agree(&self, one: u8, other: u8) -> bool {
        one == other || self.joker().is_some_and(|joker| one == joker || other == joker)
    }

    /// How many tiles each player has.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    pub fn symbols(&self) -> u8 {
        self.symbols
    }

    /// Every tile's corners, unrotated, in the order of the tiles.
    pub fn tiles(&self) -> &[Corners] {
        &self.tiles
    }

    /// The symbols a tile shows in corners 0, 1 and 2 of its cell.
    #[inline]
    pub fn corners(&self, tile: u8, rotation: u8) -> Corners {
        turned(self.tiles[tile as usize], rotation)
    }

    /// The tile and the rotation that show these symbols.
    #[inline]
    pub fn showing(&self, [x, y, z]: Corners) -> (u8, u8) {
        let n = self.symbols as usize;
        self.shows[(x as usize * n + y as usize) * n + z as usize]
    }

    /// A rotation that shows what a smaller one shows already: a tile with three like corners looks the same all ways.
    pub fn is_redundant(&self, tile: u8, rotation: u8) -> bool {
        self.showing(self.corners(tile, rotation)).1 != rotation
    }

    /// A tile's name: its symbols as letters.
    pub fn name(&self, tile: u8) -> String {
        name(self.tiles[tile as usize])
    }

    /// The tile of that name.
    pub fn find(&self, name: &str) -> Option<u8> {
        (0..self.tiles.len() as u8).find(|tile| self.name(*tile) == name)
    }
}

/// Corner `i` of a tile laid with rotation `r` carries symbol `(i + r) mod 3`.
#[inline]
pub fn turned(corners: Corners, rotation: u8) -> Corners {
    let r = rotation as usize;
    [corners[r % 3], corners[(r + 1) % 3], corners[(r + 2) % 3]]
}

/// Symbols as letters.
pub fn name(corners: Corners) -> String {
    corners.iter().map(|symbol| LETTERS.get(*symbol as usize).copied().unwrap_or('?')).collect()
}
