//! Badges: small pictures on pieces and places that say what a rule remembers of them, and the pictures of house rules, which are
//! made of the same icons: a closed set and the letters, so that every window and every drawing shows the same.

use super::art::svg;
use crate::built_in;
use crate::sim::{Eyes, Game, Id, Seat};
use crate::words::{Message, msg};
use std::fmt::Write;

/// The icons there are, beside the letters from A to Z; drawn in `assets/art/icons`.
pub const ICONS: [&str; 30] = [
    "again",
    "anchor",
    "armour",
    "card",
    "cloud",
    "coin",
    "crate",
    "crown",
    "die",
    "eye",
    "flag",
    "hand",
    "heart",
    "hourglass",
    "house",
    "magnet",
    "mill",
    "plus",
    "port",
    "purse",
    "ship",
    "skull",
    "spinner",
    "star",
    "stone",
    "stop",
    "swap",
    "tower",
    "triangle",
    "wind",
];

/// Something a rule remembers of a piece or place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Badge {
    pub of: Id,
    /// One of [`ICONS`], or a letter.
    pub icon: &'static str,
    pub number: i64,
    pub called: Message,
    /// What it is called where it is [hidden](crate::sim::secret).
    pub what: &'static str,
    /// Who may see it then.
    pub owner: Option<Seat>,
}

impl Badge {
    /// What is said about the piece or place: what it has, and how much of it where that is not one.
    pub fn says(&self) -> Message {
        match self.number {
            1 => msg!("sim.badge.one", what = self.called.clone()),
            number => msg!("sim.badge.many", what = self.called.clone(), number = crate::words::money(number)),
        }
    }

    /// The number that stands beside the picture, where it is short enough.
    pub fn short(&self) -> Option<String> {
        (2..100).contains(&self.number).then(|| self.number.to_string())
    }
}

/// Whether a badge can look so.
pub fn is_icon(name: &str) -> bool {
    ICONS.contains(&name) || matches!(name.as_bytes(), [b'A'..=b'Z'])
}

impl Game {
    /// The badges that whoever looks may see.
    pub fn badges(&self, eyes: Eyes) -> Vec<Badge> {
        let all = self.rules().in_force.iter().flat_map(|rule| rule.badges(self));
        let seen = |badge: &Badge| match badge.owner {
            Some(owner) => self.is_seen(badge.what, owner, eyes),
            None => eyes == Eyes::All || !self.hidden().contains(&badge.what),
        };
        all.filter(seen).collect()
    }
}

/// The side of the square a badge is drawn in.
pub const SIDE: f32 = 24.0;

/// An icon as SVG elements in a square of [`SIDE`] around the origin.
pub fn glyph(icon: &str) -> String {
    let letter = || {
        let style = r##"font-family="Cabin, sans-serif" font-weight="bold" font-size="15" fill="#2a2118""##;
        format!(r#"<text y="5.4" text-anchor="middle" {style}>{icon}</text>"#)
    };
    built_in::drawing(&format!("icons/{icon}")).unwrap_or_else(letter)
}

/// A badge as SVG elements in such a square.
pub fn art(icon: &str) -> String {
    format!(r##"<circle r="11" fill="#f7eed8" stroke="#2a2118" stroke-width="1.6"/>{}"##, glyph(icon))
}

/// The most icons a rule's picture has.
pub const MOST_IN_A_PICTURE: usize = 3;
/// How wide and high such a picture is.
pub const PICTURE: [f32; 2] = [72.0, 48.0];

/// What a house rule is about, as a picture: its icons in a row; a house where it says nothing.
pub fn picture(icons: &[&str]) -> String {
    let icons = if icons.is_empty() { &["house"] } else { icons };
    let [width, height] = PICTURE;
    let scale = [1.7, 1.35, 1.0][(icons.len() - 1).min(2)];
    let mut drawn = format!(r##"<rect width="{width}" height="{height}" rx="7" fill="#dce9ec"/>"##);
    for (place, icon) in icons.iter().enumerate() {
        let x = width * (2 * place + 1) as f32 / (2 * icons.len()) as f32;
        let _ = write!(drawn, r#"<g transform="translate({x:.1} {:.1}) scale({scale})">{}</g>"#, height / 2.0, glyph(icon));
    }
    svg([0.0, 0.0, width, height], &drawn)
}

/// Badges on a drawing: each beside the middle of what it is about, those of one thing in a row. `spot` says where a piece or place
/// is and how large.
pub fn on_drawing(game: &Game, spot: &dyn Fn(Id) -> Option<([f32; 2], f32)>) -> String {
    let mut drawn = String::new();
    for (badge, at, side) in laid_out(&game.badges(Eyes::Nobody), spot) {
        let ([x, y], scale, name) = (at, side / SIDE, badge.icon);
        let _ = write!(
            drawn,
            r#"<g class="badge-{name}" transform="translate({x:.1} {y:.1}) scale({scale:.3})">{}</g>"#,
            art(badge.icon)
        );
    }
    drawn
}

/// Where each badge lies and how large it is, for whatever can be seen.
pub fn laid_out<'b>(badges: &'b [Badge], spot: &dyn Fn(Id) -> Option<([f32; 2], f32)>) -> Vec<(&'b Badge, [f32; 2], f32)> {
    let mut found: Vec<(&Badge, [f32; 2], f32)> = Vec::new();
    for badge in badges {
        let Some(([x, y], reach)) = spot(badge.of) else { continue };
        let before = found.iter().filter(|(other, ..)| other.of == badge.of).count() as f32;
        let side = 0.95 * reach;
        found.push((badge, [x + 0.75 * reach - before * side, y - 0.75 * reach], side));
    }
    found
}
