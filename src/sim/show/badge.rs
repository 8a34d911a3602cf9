//! Badges: small pictures on pieces and places that say what a rule remembers of them. They are drawn here, a small closed set and
//! the letters, so that every window and every drawing shows the same.

use crate::sim::{Eyes, Game, Id, Seat};
use crate::words::{Message, msg};
use std::fmt::Write;

/// What a badge can look like, beside a letter from A to Z.
pub const ICONS: [&str; 8] = ["armour", "anchor", "star", "coin", "flag", "heart", "skull", "crate"];

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

/// A badge as SVG elements in a square of [`SIDE`] around the origin.
pub fn art(icon: &str) -> String {
    let mut art = String::from(r##"<circle r="11" fill="#f7eed8" stroke="#2a2118" stroke-width="1.6"/>"##);
    let glyph = match icon {
        "armour" => r##"<path d="M0 -7L6 -5V0C6 4 3 6 0 8C-3 6 -6 4 -6 0V-5Z" fill="#1c4e9c" stroke="#2a2118"/>"##,
        "anchor" => {
            r##"<path d="M0 -4V7M-3 -1H3M-6 3C-5 7 -2 7 0 7C2 7 5 7 6 3" fill="none" stroke="#2a2118" stroke-width="2" stroke-linecap="round"/><circle cy="-5.5" r="1.8" fill="none" stroke="#2a2118" stroke-width="1.6"/>"##
        }
        "star" => {
            r##"<path d="M0 -8L2.2 -2.6L8 -2.3L3.5 1.4L5 7L0 3.8L-5 7L-3.5 1.4L-8 -2.3L-2.2 -2.6Z" fill="#f4be20" stroke="#2a2118"/>"##
        }
        "coin" => {
            r##"<circle r="6.5" fill="#e0a92a" stroke="#2a2118"/><circle r="4" fill="none" stroke="#2a2118" stroke-width="0.9"/>"##
        }
        "flag" => {
            r##"<path d="M-4 8V-8" stroke="#2a2118" stroke-width="1.8"/><path d="M-4 -7.5L6 -4.5L-4 -1Z" fill="#c63028" stroke="#2a2118"/>"##
        }
        "heart" => {
            r##"<path d="M0 7C-9 1 -7 -6 -3 -6C-1 -6 0 -4 0 -3C0 -4 1 -6 3 -6C7 -6 9 1 0 7Z" fill="#c63028" stroke="#2a2118"/>"##
        }
        "skull" => {
            r##"<path d="M-6 -1C-6 -9 6 -9 6 -1C6 2 4 3 3.5 4V7H-3.5V4C-4 3 -6 2 -6 -1Z" fill="#fff" stroke="#2a2118"/><circle cx="-2.4" cy="-1" r="1.5"/><circle cx="2.4" cy="-1" r="1.5"/>"##
        }
        "crate" => r##"<path d="M-6 -6H6V6H-6ZM-6 -6L6 6M6 -6L-6 6" fill="#c9a368" stroke="#2a2118" stroke-width="1.2"/>"##,
        letter => {
            let _ = write!(
                art,
                r##"<text y="5.4" text-anchor="middle" font-family="Cabin, sans-serif" font-weight="bold" font-size="15" fill="#2a2118">{letter}</text>"##
            );
            ""
        }
    };
    art + glyph
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
