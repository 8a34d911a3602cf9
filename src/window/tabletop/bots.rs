//! Computer players at the table: they think on another thread (where there is none, a little in every frame), and seem to take
//! their time.

use super::Tabletop;
use crate::players::Player;
use crate::sim::{Command, Game};
use crate::table::{Deed, Table};
use crate::window::motion::Speed;
use crate::window::settings::Settings;
use std::sync::mpsc::{Receiver, SendError, TryRecvError, channel};

/// How long a bot seems to think, at normal speed.
const PAUSE: f32 = 0.55;
/// How many thoughts a bot has in one frame, where it has no thread.
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
    answer: Answer,
}

type Work = (Box<dyn Player>, Game);

enum Answer {
    /// From another thread.
    Awaited(Receiver<(Box<dyn Player>, Command)>),
    /// Thought out frame by frame.
    Sliced(Box<Work>),
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
        let game = table.game().clone();
        let (send, receive) = channel();
        let (lend, lent) = channel::<Box<Work>>();
        let think = move |work: Box<Work>| {
            let (mut bot, game) = *work;
            let command = bot.choose(&game);
            // Nobody listens any longer when the table has been left.
            let _ = send.send((bot, command));
        };
        // Where no thread can be had, nobody takes the bot and it comes back: it thinks here.
        let _ = std::thread::Builder::new().name("bot".into()).spawn(move || lent.recv().into_iter().for_each(think));
        let answer = match lend.send(Box::new((bot, game))) {
            Ok(()) => Answer::Awaited(receive),
            Err(SendError(work)) => Answer::Sliced(work),
        };
        self.thought = Some(Thought { seat, deeds: table.deeds(), answer });
    }

    /// What a bot has thought of, unless the game has gone elsewhere in the meantime.
    fn answer(&mut self, table: &mut Table) -> Option<Command> {
        let Thought { seat, deeds, answer } = self.thought.take()?;
        let (bot, command) = match answer {
            Answer::Awaited(from) => match from.try_recv() {
                Ok(answer) => answer,
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => {
                    self.thought = Some(Thought { seat, deeds, answer: Answer::Awaited(from) });
                    return None;
                }
            },
            Answer::Sliced(mut work) => {
                let (bot, game) = &mut *work;
                let Some(command) = bot.think(game, SLICE) else {
                    self.thought = Some(Thought { seat, deeds, answer: Answer::Sliced(work) });
                    return None;
                };
                (work.0, command)
            }
        };
        table.return_bot(seat, bot);
        (deeds == table.deeds()).then_some(command)
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
