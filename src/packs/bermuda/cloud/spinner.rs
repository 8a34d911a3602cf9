//! The spinner: segments such as "E 4 N" (letter, dots, direction) or "G EAST" (letter, word).

use super::super::Sea;
use super::super::events::{Letter, SpunDots, SpunWord};
use super::super::waters::{Waters, point_at};
use super::geometry::LETTERS;
use super::settling::mover;
use crate::sim::{Event, Game, Purpose, Seat};
use crate::words::{Message, msg};
use serde_json::{Value, json};

/// What the spinner draws for.
pub const TWIRL: Purpose = Purpose::of_pack(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    pub fn letter(self) -> &'static str {
        ["N", "E", "S", "W"][self as usize]
    }

    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    pub fn word(self) -> &'static str {
        ["NORTH", "EAST", "SOUTH", "WEST"][self as usize]
    }

    /// Columns east and rows south of one dot's travel.
    pub fn delta(self) -> (i16, i16) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][self as usize]
    }
}

/// How far the cloud travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Dots(u8),
    /// To the last dot.
    Word,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    pub letter: u8,
    pub way: Way,
    pub direction: Direction,
}

/// Dots a segment may tell.
const MOST_DOTS: u8 = 20;

impl Segment {
    /// How many different segments there can be.
    pub const KEYS: usize = 8 * 4 * 256;

    /// A number below [`Segment::KEYS`] for each segment there can be.
    pub fn key(self) -> usize {
        let dots = if let Way::Dots(dots) = self.way { dots } else { 0 };
        (usize::from(self.letter % 8) * 4 + self.direction as usize) * 256 + usize::from(dots)
    }

    pub fn parse(text: &str) -> Result<Self, Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let letter = words.first().and_then(|w| LETTERS.iter().position(|l| l == w));
        let letter = letter.ok_or_else(|| msg!("bermuda.problem.segment.no_letter", text))? as u8;
        let segment = match words[1..] {
            [dots, direction] => {
                let dots = dots.parse().ok().filter(|dots| (1..=MOST_DOTS).contains(dots));
                let direction = Direction::ALL.into_iter().find(|d| d.letter() == direction);
                dots.zip(direction).map(|(dots, direction)| Self { letter, way: Way::Dots(dots), direction })
            }
            [word] => {
                let direction = Direction::ALL.into_iter().find(|d| d.word() == word);
                direction.map(|direction| Self { letter, way: Way::Word, direction })
            }
            _ => None,
        };
        segment.ok_or_else(|| msg!("bermuda.problem.segment.unreadable", text))
    }

    /// What a segment may say.
    pub fn allowed() -> Message {
        let names = |of: fn(Direction) -> &'static str| Direction::ALL.map(of).join(", ");
        let (ways, words) = (names(Direction::letter), names(Direction::word));
        msg!("bermuda.problem.segment.allowed", letters = LETTERS.join(", "), most = MOST_DOTS, ways, words)
    }

    /// What a spin tells: the segment and who moves the cloud.
    pub fn spun(event: &Event) -> Option<(Self, Seat)> {
        if let Some(e) = SpunDots::read(event) {
            return Some((Self { letter: e.letter.0, way: Way::Dots(e.dots), direction: e.dir }, e.player));
        }
        let e = SpunWord::read(event)?;
        Some((Self { letter: e.letter.0, way: Way::Word, direction: e.word }, e.player))
    }

    pub fn letter_text(self) -> &'static str {
        LETTERS[self.letter as usize]
    }

    /// The way back from [`Segment::parse`].
    pub fn text(self) -> String {
        match self.way {
            Way::Dots(dots) => format!("{} {dots} {}", self.letter_text(), self.direction.letter()),
            Way::Word => format!("{} {}", self.letter_text(), self.direction.word()),
        }
    }

    pub fn to_json(self) -> Value {
        match self.way {
            Way::Dots(dots) => json!({"letter": self.letter_text(), "dots": dots, "dir": self.direction.letter()}),
            Way::Word => json!({"letter": self.letter_text(), "word": self.direction.letter()}),
        }
    }
}

/// Spins: every cloud obeys the segment the needle points at.
pub fn spin(game: &mut Game) {
    let ways = Sea::of(game.rules()).spinner.len() as u32;
    let index = game.draw(TWIRL, ways) as u8;
    let segment = Sea::of(game.rules()).spinner[index as usize];
    let (letter, dir) = (Letter(segment.letter), segment.direction);
    match segment.way {
        Way::Dots(dots) => game.emit_with(|game| SpunDots { letter, dots, dir, player: mover(game) }),
        Way::Word => game.emit_with(|game| SpunWord { letter, word: dir, player: mover(game) }),
    }
    point_at(game, Some(index));
}

/// The segment that was spun last.
pub fn spun(game: &Game) -> Option<Segment> {
    Sea::of(game.rules()).spinner.get(Waters::of(game).segment? as usize).copied()
}
