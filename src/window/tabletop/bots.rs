//! Computer players at the table: they think on another thread, and seem to take their time.

use super::Tabletop;
use crate::players::Player;
use crate::sim::Command;
use crate::table::{Deed, Table};
use crate::window::aside::aside;
use crate::window::motion::Speed;
use crate::window::settings::Settings;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// How long a bot seems to think, at normal speed.
const PAUSE: f32 = 0.55;

#[derive(Default)]
pub(super) struct Bots {
    /// Seconds until the next move.
    wait: f32,
    thought: Option<Thought>,
}

/// A bot thinking on another thread, and the moment of the game it thinks about.
struct Thought {
    seat: usize,
    deeds: usize,
    answer: Receiver<(Box<dyn Player>, Command)>,
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
        let Some((seat, mut bot)) = table.lend_bot() else { return };
        let game = table.game().clone();
        let (send, receive) = channel();
        aside("bot", move || {
            let command = bot.choose(&game);
            // Nobody listens any longer when the table has been left.
            let _ = send.send((bot, command));
        });
        self.thought = Some(Thought { seat, deeds: table.deeds(), answer: receive });
    }

    /// What a bot has thought of, unless the game has gone elsewhere in the meantime.
    fn answer(&mut self, table: &mut Table) -> Option<Command> {
        let Thought { seat, deeds, answer } = self.thought.as_ref()?;
        let (seat, deeds) = (*seat, *deeds);
        match answer.try_recv() {
            Ok((bot, command)) => {
                self.thought = None;
                table.return_bot(seat, bot);
                (deeds == table.deeds()).then_some(command)
            }
            Err(TryRecvError::Disconnected) => {
                self.thought = None;
                None
            }
            Err(TryRecvError::Empty) => None,
        }
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
