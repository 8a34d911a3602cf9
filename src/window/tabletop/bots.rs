//! Computer players at the table: they think on another thread (where there is none, a little in every frame), and seem to take
//! their time.

use super::Tabletop;
use crate::players::Player;
use crate::sim::{Command, Game};
use crate::table::{Deed, Table};
use crate::window::aside::{Lost, Thinker, Thinking};
use crate::window::motion::Speed;
use crate::window::settings::Settings;

/// How long a bot seems to think, at normal speed.
const PAUSE: f32 = 0.55;
/// How many thoughts a bot has at once.
const SLICE: u32 = 25;

#[derive(Default)]
pub(super) struct Bots {
    /// Seconds until the next move.
    wait: f32,
    thought: Option<Thought>,
}

/// A bot thinking, and the moment of the game it thinks about.
struct Thought {
    seat: usize,
    deeds: usize,
    mind: Thinking<Mind>,
}

struct Mind {
    bot: Box<dyn Player>,
    game: Game,
    command: Option<Command>,
}

impl Thinker for Mind {
    fn think(&mut self) -> bool {
        self.command = self.bot.think(&self.game, SLICE);
        self.command.is_some()
    }

    /// Nobody asks.
    fn progress(&self) -> f32 {
        0.0
    }
}

impl Bots {
    /// Whoever is next takes a breath.
    pub(super) fn pause(&mut self, speed: Speed) {
        self.wait = speed.pause(PAUSE);
    }

    /// Sends the bot whose turn it is to think on another thread.
    fn think(&mut self, table: &mut Table) {
        if self.thought.is_some() {
            return;
        }
        let Some((seat, bot)) = table.lend_bot() else { return };
        let mind = Mind { bot, game: table.game().clone(), command: None };
        self.thought = Some(Thought { seat, deeds: table.deeds(), mind: Thinking::begin("bot", mind) });
    }

    /// What a bot has thought of, unless the game has gone elsewhere in the meantime.
    fn answer(&mut self, table: &mut Table) -> Option<Command> {
        let thought = self.thought.as_mut()?;
        let (seat, deeds) = (thought.seat, thought.deeds);
        let mind = match thought.mind.look() {
            Ok(None) => return None,
            Ok(Some(mind)) => Some(mind),
            Err(Lost) => None,
        };
        self.thought = None;
        let Mind { bot, command, .. } = mind?;
        table.return_bot(seat, bot);
        command.filter(|_| deeds == table.deeds())
    }
}

impl Tabletop {
    /// Lets the bot whose turn it is think, and do what it has thought of.
    pub(super) fn let_bot_play(&mut self, seconds: f32, settings: &Settings) {
        self.bots.wait -= seconds;
        self.bots.think(&mut self.table);
        if self.bots.wait <= 0.0
            && let Some(command) = self.bots.answer(&mut self.table)
            && self.table.carry_out(Deed::Command(command)).is_ok()
        {
            self.after_deed(settings);
        }
    }
}
