//! What the table asks of a game's picture. One scene for each pack; `shown.rs` lists them, and nothing else knows a game by name.

use super::heat::HeatMap;
use super::laboratory::findings::Findings;
use super::lettering::Lettering;
use super::motion::{Gate, Speed};
pub(super) use crate::sim::show::{Standing, Token, Tone};
use crate::sim::{Command, Event, Eyes, Game, Id, Seat, Where};
use crate::table::{SeatCard, Table, named};
use crate::words::{Message, msg, spoken};
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

/// Something a scene can lay over its board when asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Overlay {
    /// The element's name.
    pub name: &'static str,
    /// What it is called and what it shows, by the ids of the words.
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

/// What is said about a target when it is pointed at.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tip {
    pub title: String,
    pub lines: Vec<(Tone, String)>,
}

impl Tip {
    /// Says why something is not on offer: the rule, the setting behind it, and where that was set.
    pub(super) fn refuse(&mut self, table: &Table, command: Command) {
        if table.game().offers().contains(&command) {
            return;
        }
        let reason = table.game().why_not(command);
        let pack = table.game().rules().pack;
        let rule = pack.rule_name(reason.rule);
        let source = match (reason.setting.as_deref().and_then(|key| pack.setting_name(key)), reason.set_at) {
            (None, _) => msg!("window.tip.rule", rule),
            (Some(setting), None) => msg!("window.tip.rule_setting", rule, setting),
            (Some(setting), Some(file)) => msg!("window.tip.rule_file", rule, setting, file),
        };
        let text = named(table.cast(), msg!("window.tip.reason", reason = reason.text));
        self.lines.extend([(Tone::Bad, text.to_string()), (Tone::Quiet, source.to_string())]);
    }
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
    /// A person may choose now; nothing glows while a computer thinks.
    pub awaits: bool,
    /// Seconds since the window opened, for what pulses; it stands still where nothing shall.
    pub clock: f32,
    pub letters: &'a Lettering,
    /// For whose eyes it is drawn.
    pub eyes: Eyes,
}

impl View<'_> {
    pub(super) fn shows(&self, overlay: &str) -> bool {
        self.overlays.contains(&overlay)
    }

    pub(super) fn at(&self, board: Vec2) -> Vec2 {
        self.origin + board * self.scale
    }
}

/// What every scene answers by its motion and by its pictures.
macro_rules! by_motion {
    () => {
        fn gate(&self) -> Option<&Gate> {
            self.motion.gate()
        }

        fn open_gate(&mut self) {
            self.motion.open_gate();
        }

        fn is_open(&self) -> bool {
            self.gallery.is_open()
        }

        fn hold(&mut self, seconds: f32) {
            self.motion.hold(seconds);
        }

        fn lights(&self) -> usize {
            self.motion.marks().count()
        }
    };
}
pub(super) use by_motion;

pub(super) trait Scene {
    /// The board's size in its own units.
    fn size(&self) -> Vec2;

    /// Draws every picture anew for so many pixels per unit.
    fn fit(&mut self, game: &Game, cast: &[SeatCard], pixels_per_unit: f32, tray_pixels: f32);

    /// Shows a position at once and forgets all motion.
    fn show(&mut self, game: &Game);

    /// The same position is played by other rules from now on; what is still to be seen of it stays so.
    fn adopt(&mut self, game: &Game) {
        if !self.moving() {
            self.show(game);
        }
    }

    /// Queues the game's last events as motion. `by_hand` tells which seats roll for themselves.
    fn play(&mut self, game: &Game, by_hand: &dyn Fn(Seat) -> bool);

    /// Lets time pass; gives how many events have been shown by it.
    fn tick(&mut self, seconds: f32, speed: Speed) -> usize;

    fn moving(&self) -> bool;

    fn gate(&self) -> Option<&Gate>;

    fn open_gate(&mut self);

    /// Whose turn the picture shows, and the round.
    fn turn(&self) -> (Seat, u32);

    /// How the players stand at this moment of the motion.
    fn standings(&self, game: &Game) -> Vec<Standing>;

    /// What one can point at; those that mean a choice come in the order the keyboard visits them.
    fn targets(&self, game: &Game) -> Vec<Target>;

    fn choose(&mut self, game: &Game, target: &str) -> Choice;

    /// Takes something up that is dragged to where it shall go; false for what cannot be carried.
    fn lift(&mut self, _game: &Game, _target: &str) -> bool {
        false
    }

    /// Takes back half a choice; false when there was none.
    fn cancel(&mut self) -> bool;

    /// What is said to whoever looks about something that is pointed at.
    fn tip(&self, table: &Table, target: &Target, eyes: Eyes, overlays: &[&str]) -> Option<Tip>;

    /// One line that tells a newcomer what to do.
    fn hint(&self, game: &Game) -> Message;

    /// Shows on the board what somebody advises, until told otherwise.
    fn heed(&mut self, game: &Game, advice: Option<Command>);

    /// The name of the target to be chosen next for a command, if one on the board stands for it.
    fn next_target(&self, game: &Game, command: Command) -> Option<String>;

    /// What a command brings and risks, in numbers.
    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, Message)>;

    /// What a command is called on a button, when nothing on the board stands for it.
    fn button(&self, game: &Game, command: Command) -> Option<Message> {
        game.label(command)
    }

    /// What wins, in a few words; those of the pack, where the scene has none of its own.
    fn goal(&self, game: &Game) -> Option<Message> {
        let id = format!("{}.window.goal", game.rules().pack.name());
        spoken().knows(&id).then(|| Message::new(id))
    }

    /// Whether there is anything in the tray.
    fn has_tray(&self) -> bool {
        true
    }

    /// What is said about dice and spinner.
    fn tray_tip(&self) -> Option<Message> {
        None
    }

    /// Whether its pictures are there to be seen.
    fn is_open(&self) -> bool;

    /// Everything that is still to happen waits for so long.
    fn hold(&mut self, seconds: f32);

    fn draw(&self, game: &Game, view: &View<'_>);

    /// Where a piece or place is seen now, and how large it is; nothing for what is not to be seen.
    fn spot_of(&self, _game: &Game, _id: Id) -> Option<(Vec2, f32)> {
        None
    }

    /// What a target is and what lies there.
    fn things(&self, game: &Game, target: &str) -> Vec<Id> {
        let name = target.split_once(':').map_or(target, |(_, name)| name);
        // A berth is a part of its port.
        let name = name.split_once("-berth-").map_or(name, |(port, _)| port);
        let Some(id) = game.find(name) else { return Vec::new() };
        let pieces = game.rules().pack.show().map(|show| show.pieces(game)).unwrap_or_default();
        let lying = pieces.into_iter().filter(|piece| piece.at == Where::On(id)).map(|piece| piece.id);
        std::iter::once(id).chain(lying).collect()
    }

    /// How many things are lit for a moment, such as what was pointed out.
    fn lights(&self) -> usize;

    /// What is marked as the last move of each player: whose, and the piece.
    fn traces(&self) -> Vec<(Seat, Id)>;

    /// Points out where something happened.
    fn point_out(&mut self, game: &Game, event: &Event);

    /// What can be laid over the board.
    fn overlays(&self) -> &'static [Overlay] {
        &[]
    }

    /// Whether something is laid over the board that has nothing to show now.
    fn is_empty(&self, _overlay: &str) -> bool {
        false
    }

    /// Keys that only this scene has, by the ids of their words.
    fn own_keys(&self) -> &'static [&'static str] {
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

    /// Two fingers with their middle at a place of the board, moved apart by what would be so many steps of the wheel.
    fn pinch(&mut self, _at: Vec2, _steps: f32) {}

    /// How much larger than usual everything is shown.
    fn magnified(&self) -> f32 {
        1.0
    }

    /// A key without Ctrl or Alt; true when the scene has a use for it of its own.
    fn key(&mut self, _game: &Game, _key: KeyCode) -> bool {
        false
    }

    /// The board is dragged: from where the pointer is now, and by how much.
    fn drag(&mut self, _at: Vec2, _by: Vec2) {}
}
