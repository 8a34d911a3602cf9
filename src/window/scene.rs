//! What the table asks of a game's picture. One scene for each pack; `shown.rs` lists them, and nothing else knows a game by name.

use super::heat::HeatMap;
use super::laboratory::findings::Findings;
use super::lettering::Lettering;
use super::theme;
use crate::sim::{Command, Event, Game, Seat};
use crate::table::{SeatCard, Table};
use macroquad::prelude::{KeyCode, Rect, Vec2};

/// Something on the board one can point at.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Target {
    /// Its name for keyboards, scripts and tests.
    pub name: String,
    /// Centre and radius in board units.
    pub at: Vec2,
    pub radius: f32,
    /// Choosing it means something now.
    pub choosable: bool,
}

/// A press the motion waits for, so that people roll their own dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gate {
    /// The element's name.
    pub name: &'static str,
    /// What the button says.
    pub label: &'static str,
    pub seat: Seat,
    /// What the one who presses does, where that is not just taking a turn.
    pub does: Option<&'static str>,
}

/// Something a scene can lay over its board when asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Overlay {
    /// The element's name.
    pub name: &'static str,
    pub label: &'static str,
    pub tip: &'static str,
    pub key: KeyCode,
}

/// What choosing a target led to.
pub(super) enum Choice {
    /// A whole command.
    Command(Command),
    /// Half of one: the next target completes it.
    Begun,
    Nothing,
}

/// How a line of a tip is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Good,
    Bad,
    Quiet,
}

impl Tone {
    pub(super) fn colour(self) -> egui::Color32 {
        match self {
            Self::Plain => theme::INK,
            Self::Good => egui::Color32::from_rgb(0x1f, 0x75, 0x45),
            Self::Bad => theme::RED,
            Self::Quiet => theme::INK_SOFT,
        }
    }
}

/// What is said about a target when it is pointed at.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tip {
    pub title: String,
    pub lines: Vec<(Tone, String)>,
}

/// What has become of one of a player's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    InPlay,
    /// Not yet on the board.
    Waiting,
    InPeril,
    Gone,
}

/// A player's standing as the board shows it at this moment of the motion.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Standing {
    pub total: String,
    pub detail: String,
    /// How far along to winning, from 0 to 1.
    pub progress: Option<f32>,
    pub tokens: Vec<Token>,
    /// Tokens are drawn round rather than long.
    pub round: bool,
}

/// How the board is shown in this frame.
pub(super) struct View<'a> {
    /// Screen place of the board's origin, and screen points per unit.
    pub origin: Vec2,
    pub scale: f32,
    /// Where dice, spinners and the like are drawn.
    pub tray: Rect,
    /// The overlays that are asked for, by name.
    pub overlays: &'a [&'static str],
    /// What the lab has counted, to be shown on the board.
    pub heat: Option<&'a HeatMap>,
    pub focus: Option<&'a Target>,
    /// Seconds since the window opened, for what pulses.
    pub clock: f32,
    pub letters: &'a Lettering,
}

impl View<'_> {
    pub(super) fn shows(&self, overlay: &str) -> bool {
        self.overlays.contains(&overlay)
    }

    pub(super) fn at(&self, board: Vec2) -> Vec2 {
        self.origin + board * self.scale
    }
}

/// A command in words that follow "would", for scenes that have none of their own for it.
pub(super) fn in_words(game: &Game, command: Command) -> String {
    let Some(label) = game.label(command) else { return game.command_text(command) };
    let mut letters = label.chars();
    letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

pub(super) trait Scene {
    /// The board's size in its own units.
    fn size(&self) -> Vec2;

    /// Draws every picture anew for so many pixels per unit.
    fn fit(&mut self, game: &Game, cast: &[SeatCard], pixels_per_unit: f32, tray_pixels: f32);

    /// Shows a position at once and forgets all motion.
    fn show(&mut self, game: &Game);

    /// Queues the game's last events as motion. `by_hand` tells which seats roll for themselves.
    fn play(&mut self, game: &Game, by_hand: &dyn Fn(Seat) -> bool);

    /// Lets time pass; gives how many events have been shown by it.
    fn tick(&mut self, seconds: f32) -> usize;

    fn moving(&self) -> bool;

    fn gate(&self) -> Option<&Gate>;

    fn open_gate(&mut self);

    /// Whose turn the picture shows, and the round.
    fn turn(&self) -> (Seat, u32);

    fn standings(&self, game: &Game) -> Vec<Standing>;

    /// What one can point at; those that mean a choice come in the order the keyboard visits them.
    fn targets(&self, game: &Game) -> Vec<Target>;

    fn choose(&mut self, game: &Game, target: &str) -> Choice;

    /// Takes back half a choice; false when there was none.
    fn cancel(&mut self) -> bool;

    fn tip(&self, table: &Table, target: &Target, overlays: &[&str]) -> Option<Tip>;

    /// One line that tells a newcomer what to do.
    fn hint(&self, game: &Game) -> String;

    /// Shows on the board what somebody advises, until told otherwise.
    fn heed(&mut self, game: &Game, advice: Option<Command>);

    /// The name of the target to be chosen next for a command, if one on the board stands for it.
    fn next_target(&self, game: &Game, command: Command) -> Option<String>;

    /// A command in words that follow "would", such as "sail blue-2".
    fn deed(&self, game: &Game, command: Command) -> String;

    /// What a command brings and risks, in numbers.
    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, String)>;

    /// What a command is called on a button, when nothing on the board stands for it.
    fn button(&self, game: &Game, command: Command) -> Option<String> {
        game.label(command)
    }

    fn draw(&self, game: &Game, view: &View<'_>);

    /// Points out where something happened.
    fn point_out(&mut self, game: &Game, event: &Event);

    /// What can be laid over the board.
    fn overlays(&self) -> &'static [Overlay] {
        &[]
    }

    /// What the lab counted as a map of the board, for boards that have places to show it on.
    fn heat(&self, _found: &Findings) -> Option<HeatMap> {
        None
    }

    /// The room there is for the board, told before its size is asked, for boards without a shape of their own.
    fn room(&mut self, _game: &Game, _room: Vec2) {}

    /// The wheel, with the pointer at a place of the board.
    fn wheel(&mut self, _at: Vec2, _steps: f32) {}

    /// A key without Ctrl or Alt; true when the scene has a use for it of its own.
    fn key(&mut self, _game: &Game, _key: KeyCode) -> bool {
        false
    }

    /// The board is dragged: from where the pointer is now, and by how much.
    fn drag(&mut self, _at: Vec2, _by: Vec2) {}
}
