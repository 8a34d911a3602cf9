//! How a game is looked at, told by its pack without any graphics: where pieces can lie, what lies where and what it looks
//! like, which offers are chosen by which of them, and what is said about them. Windows and pictures are made from this alone.

pub mod art;
pub mod badge;

use super::command::Command;
use super::effect::Where;
use super::game::Game;
use super::id::{Id, Seat};
use super::ruleset::Ruleset;
use super::secret::{self, Eyes};
use super::speech;
use crate::words::{self, Arg, Message, msg, spoken};

/// A point of the board or a way on it, in the board's own measure: x to the right, y down.
pub type Spot = [f32; 2];

/// A colour pieces can have; every colour also has a pattern of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    pub name: &'static str,
    pub rgb: [u8; 3],
}

impl Colour {
    /// Whoever goes by this colour: a seat of no number, so that languages can form its name like any other's.
    pub fn called(self) -> Arg {
        words::seat(u8::MAX, self.name)
    }

    /// What it is called in the language that is spoken.
    pub fn said(self) -> String {
        Message::new(format!("seat.{}", self.name)).to_string()
    }

    /// The colour of that name, or else the one a seat of this number gets.
    pub fn named(name: &str, seat: usize) -> usize {
        COLOURS.iter().position(|colour| colour.name == name).unwrap_or(seat % COLOURS.len())
    }
}

/// The colours there are.
pub const COLOURS: [Colour; 6] = [
    Colour { name: "blue", rgb: [28, 78, 156] },
    Colour { name: "green", rgb: [22, 138, 98] },
    Colour { name: "red", rgb: [198, 48, 40] },
    Colour { name: "yellow", rgb: [244, 190, 32] },
    Colour { name: "violet", rgb: [122, 74, 148] },
    Colour { name: "white", rgb: [236, 231, 218] },
];

/// The shape of a place, around its middle.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A disc of this radius.
    Disc(f32),
    /// What these corners enclose; convex.
    Cell(Vec<Spot>),
}

impl Shape {
    /// The radius of the disc, or of one that lies well inside the cell.
    pub fn reach(&self) -> f32 {
        match self {
            Self::Disc(radius) => *radius,
            Self::Cell(corners) => 0.5 * corners.iter().map(|[x, y]| x.hypot(*y)).fold(1e5, f32::min),
        }
    }
}

/// A place where pieces lie.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The name of the piece that stands for it in the game, as commands write it.
    pub name: String,
    /// What such places are called in scripts: `field` makes `field:a1`.
    pub kind: &'static str,
    pub at: Spot,
    pub shape: Shape,
    /// How far each piece lies from the one before it: upwards in a tower, sideways in a row, not at all in a pile.
    pub step: Spot,
}

impl Place {
    /// A round place on which pieces lie in a pile.
    pub fn disc(kind: &'static str, name: &str, at: Spot, radius: f32) -> Self {
        Self { name: name.to_owned(), kind, at, shape: Shape::Disc(radius), step: [0.0; 2] }
    }

    /// Where the piece of a number, counted from 0, lies.
    pub fn spot(&self, number: usize) -> Spot {
        let n = number as f32;
        [self.at[0] + n * self.step[0], self.at[1] + n * self.step[1]]
    }
}

/// A piece as it is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    pub id: Id,
    /// What such pieces are called in scripts: `stone` makes `stone:red-3`.
    pub kind: &'static str,
    pub at: Where,
    pub owner: Option<Seat>,
    /// Which of [`Show::sprites`] it looks like.
    pub look: usize,
}

impl Piece {
    /// A piece that looks like all of its owner's.
    pub fn owned(kind: &'static str, id: Id, owner: Seat, at: Where) -> Self {
        Self { id, kind, at, owner: Some(owner), look: owner.into() }
    }
}

/// What a piece looks like: SVG elements, the part of their plane that is shown (left, top, width, height), and how wide
/// that is on the board. Names inside must be its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Sprite {
    pub art: String,
    pub frame: [f32; 4],
    pub width: f32,
}

impl Sprite {
    /// Its size on the board.
    pub fn size(&self) -> Spot {
        [self.width, self.width * self.frame[3] / self.frame[2]]
    }

    pub fn svg(&self) -> String {
        art::svg(self.frame, &self.art)
    }
}

/// How something that is said is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    Quiet,
}

/// What has become of one of a player's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    InPlay,
    /// Not yet on the board.
    Waiting,
    InPeril,
    Gone,
}

/// How a player stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    pub total: Message,
    pub detail: Message,
    /// How far along to winning, from 0 to 1.
    pub progress: Option<f32>,
    /// What the end of that way is called, such as a sum.
    pub goal: Option<Message>,
    pub tokens: Vec<Token>,
    /// Tokens are drawn round rather than long.
    pub round: bool,
}

impl Standing {
    /// A standing in words alone.
    pub fn of(total: Message, detail: Message) -> Self {
        Self { total, detail, progress: None, goal: None, tokens: Vec::new(), round: false }
    }

    /// The same as far as whoever looks may know it.
    #[must_use]
    pub fn as_seen(mut self, game: &Game, of: Seat, by: Eyes) -> Self {
        if !game.is_seen(secret::MONEY, of, by) {
            (self.total, self.progress, self.goal) = (secret::kept(), None, None);
        }
        if !game.is_seen(secret::CARDS, of, by) {
            self.detail = msg!("table.curtain.hidden");
        }
        self
    }
}

/// A place or piece that somebody should keep an eye on.
#[derive(Debug, Clone, PartialEq)]
pub struct Danger {
    pub of: Id,
    /// From 0 to 1.
    pub risk: f32,
    pub why: Message,
}

/// What the lab counts place by place: a group of elements that stand in the order of [`Show::places`], and what its map
/// shows. Both are ids of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heat {
    pub group: &'static str,
    pub legend: &'static str,
}

/// A pack's answers. Only places and pieces must be told; what is said falls back on words that fit any game.
pub trait Show: Sync {
    /// Where pieces can lie, in the order keyboards visit them. It stays the same while the rules do.
    fn places(&self, rules: &Ruleset) -> Vec<Place>;

    /// Every piece that can be seen. Those on one place lie on each other in this order, the lowest first.
    fn pieces(&self, game: &Game) -> Vec<Piece>;

    /// The size of the board.
    fn size(&self, rules: &Ruleset) -> Spot {
        let places = self.places(rules);
        let margin = 2.2 * places.iter().map(|place| place.shape.reach()).fold(0.0, f32::max);
        [0, 1].map(|axis| places.iter().map(|place| place.at[axis]).fold(0.0, f32::max) + margin)
    }

    /// Pairs of neighbouring places, by their numbers: lines on the board.
    fn ways(&self, _rules: &Ruleset) -> Vec<[usize; 2]> {
        Vec::new()
    }

    /// What is drawn on the bare board, below lines and places: SVG elements.
    fn inlay(&self, _rules: &Ruleset) -> String {
        String::new()
    }

    /// The empty board: SVG elements.
    fn board(&self, rules: &Ruleset) -> String {
        art::board(self.size(rules), &self.places(rules), &self.ways(rules), &self.inlay(rules))
    }

    /// Everything pieces can look like; a disc for each seat. The colours are those of the seats.
    fn sprites(&self, rules: &Ruleset, colours: &[[u8; 3]]) -> Vec<Sprite> {
        let radius = self.places(rules).iter().map(|place| place.shape.reach()).fold(1e5, f32::min);
        colours.iter().enumerate().map(|(seat, colour)| art::disc(*colour, seat, radius)).collect()
    }

    /// The places and pieces an offer is chosen by, one after the other; those its text names. One without any gets a
    /// button.
    fn aims(&self, game: &Game, command: Command) -> Vec<Id> {
        named_in(game, command)
    }

    /// What people call a place or a piece.
    fn called(&self, game: &Game, id: Id) -> Message {
        speech::called(game, id)
    }

    /// A command in words that follow "would": `<game>.window.deed.<verb>` about what it aims at, as `at` or as `from` and `to`.
    fn deed(&self, game: &Game, command: Command) -> Option<Message> {
        // What a house rule asks has its own label.
        let Some(id) = said(game, "deed", &verb(game, command), "") else { return game.label(command) };
        let aims: Vec<Message> = self.aims(game, command).into_iter().map(|id| self.called(game, id)).collect();
        Some(match &aims[..] {
            [at] => Message::new(id).with("at", at),
            [from, .., to] => Message::new(id).with("from", from).with("to", to),
            [] => Message::new(id),
        })
    }

    /// One line that tells a newcomer what to do, with so much chosen already: `<game>.window.hint.<verb>`, with `_to` for
    /// what is chosen then.
    fn hint(&self, game: &Game, chosen: &[Id]) -> Option<Message> {
        let aimed = game.offers().iter().rev().find(|command| !self.aims(game, **command).is_empty())?;
        said(game, "hint", &verb(game, *aimed), if chosen.is_empty() { "" } else { "_to" }).map(Message::new)
    }

    /// What is said of a place, or of what lies on it, from the top down.
    fn about(&self, game: &Game, place: Id) -> Vec<(Tone, Message)> {
        let lying = self.pieces(game).into_iter().filter(|piece| piece.at == Where::On(place)).rev();
        let line = |piece: Piece| match piece.owner {
            Some(seat) => msg!("sim.show.owned", piece = self.called(game, piece.id), owner = game.rules().pack.seat(seat)),
            None => self.called(game, piece.id),
        };
        lying.map(|piece| (Tone::Plain, line(piece))).collect()
    }

    /// The command a person seems to mean by choosing something that is not on offer, to be told why not.
    fn meant(&self, game: &Game, chosen: &[Id], target: Id) -> Option<Command> {
        let aimed = game.offers().iter().find(|command| !self.aims(game, **command).is_empty())?;
        let names = chosen.iter().chain([&target]).map(|id| game.name(*id));
        let text = names.fold(verb(game, *aimed), |text, name| text + " " + name);
        let with_neighbour = || {
            let places = self.places(game.rules());
            let number = places.iter().position(|place| place.name == game.name(target))?;
            let ways = self.ways(game.rules());
            let [a, b] = ways.iter().find(|way| way.contains(&number))?;
            game.parse_command(&format!("{text} {}", places[a + b - number].name)).ok()
        };
        game.parse_command(&text).ok().or_else(with_neighbour)
    }

    /// What a command brings and risks.
    fn prospects(&self, _game: &Game, _command: Command) -> Vec<(Tone, Message)> {
        Vec::new()
    }

    /// How a seat stands: its score, and its pieces on the board and in hand.
    fn standing(&self, game: &Game, seat: Seat) -> Standing {
        let own = self.pieces(game).into_iter().filter(|piece| piece.owner == Some(seat));
        let token = |piece: Piece| if matches!(piece.at, Where::With(_)) { Token::Waiting } else { Token::InPlay };
        let mut tokens: Vec<Token> = own.map(token).collect();
        tokens.sort_by_key(|token| *token == Token::Waiting);
        let total = Message::verbatim(words::number(game.rules().pack.total(game, seat) as f64));
        Standing { tokens, round: true, ..Standing::of(total, Message::verbatim("")) }
    }

    /// Whether it knows about dangers at all.
    fn warns(&self) -> bool {
        false
    }

    /// What threatens the player who decides.
    fn dangers(&self, _game: &Game) -> Vec<Danger> {
        Vec::new()
    }

    /// What the lab can show on the board.
    fn heat(&self) -> Option<Heat> {
        None
    }
}

/// The places and pieces a command's text names, in its order.
pub fn named_in(game: &Game, command: Command) -> Vec<Id> {
    game.command_text(command).split_whitespace().skip(1).filter_map(|word| game.find(word)).collect()
}

/// The word of a command's verb.
fn verb(game: &Game, command: Command) -> String {
    game.command_text(command).split_whitespace().next().unwrap_or_default().to_owned()
}

/// The id of words a game may have for one of its verbs.
fn said(game: &Game, what: &str, verb: &str, after: &str) -> Option<String> {
    let id = format!("{}.window.{what}.{verb}{after}", game.rules().pack.name());
    spoken().knows(&id).then_some(id)
}

/// The position in words: what lies on every place that is not empty.
pub fn aloud(show: &dyn Show, game: &Game) -> Vec<Message> {
    let pieces = show.pieces(game);
    let line = |place: Id| {
        let lying: Vec<Message> = show.about(game, place).into_iter().map(|(_, line)| line).collect();
        let is_taken = pieces.iter().any(|piece| piece.at == Where::On(place));
        is_taken.then(|| msg!("sim.show.aloud", place = show.called(game, place), lying))
    };
    show.places(game.rules()).iter().filter_map(|place| game.find(&place.name)).filter_map(line).collect()
}

/// The empty board as an SVG drawing.
pub fn board(show: &dyn Show, rules: &Ruleset) -> String {
    let [width, height] = show.size(rules);
    art::svg([0.0, 0.0, width, height], &show.board(rules))
}

/// The colour of every seat where nobody chose one.
pub fn usual_colours(game: &Game) -> Vec<usize> {
    (0..game.turn().seats).map(|seat| Colour::named(game.rules().pack.seat_name(seat), seat.into())).collect()
}
