//! Advice for a person who must decide: the Captain thinks on another thread (where there is none, a little in every frame),
//! with dice of his own, and what he would do is shown on the board and told beside it, until the game goes on.

use super::aside::{Lost, Thinker, Thinking};
use super::scene::Tone;
use super::tabletop::Tabletop;
use crate::players::{Advice, Search};
use crate::sim::{Command, Game};
use crate::table::named;
use crate::words::{Message, msg};
use serde_json::{Value, json};

/// How long the Captain thinks.
const THOUGHTS: u32 = 1_000;
/// How much of it at once.
const SLICE: u32 = 25;
/// His own seed, whatever the game's: the same position gets the same advice.
const SEED: u64 = 1975;

/// Advice that was asked for.
pub(super) struct Hint {
    /// The moment of the game it is about: how much was done, and the position.
    moment: (usize, u64),
    /// It was asked for with the keyboard, whose choice follows it.
    by_key: bool,
    answer: Answer,
}

enum Answer {
    Awaited(Thinking<Captain>),
    Given(Given),
}

/// The Captain, thinking about a position.
struct Captain {
    search: Search,
    game: Game,
    advice: Option<Advice>,
}

impl Thinker for Captain {
    fn think(&mut self) -> bool {
        self.advice = self.search.advise_in_slices(&self.game, SLICE);
        self.advice.is_some()
    }

    fn progress(&self) -> f32 {
        self.search.progress()
    }
}

/// Advice as it is shown.
pub(super) struct Given {
    pub command: Command,
    pub words: Message,
    pub prospects: Vec<(Tone, Message)>,
    advice: Advice,
}

impl Hint {
    pub(super) fn given(&self) -> Option<&Given> {
        match &self.answer {
            Answer::Given(given) => Some(given),
            Answer::Awaited(_) => None,
        }
    }

    /// How much of the thinking is done, from 0 to 1.
    pub(super) fn progress(&self) -> f32 {
        match &self.answer {
            Answer::Awaited(captain) => captain.progress(),
            Answer::Given(_) => 1.0,
        }
    }

    /// What scripts can compare.
    pub(super) fn state(&self, top: &Tabletop) -> Value {
        let Some(given) = self.given() else { return json!({"given": false}) };
        let game = top.table.game();
        let choices = given.advice.choices.iter();
        let choices = choices.map(|c| json!({"command": game.command_text(c.command), "visits": c.visits, "share": c.share}));
        json!({
            "given": true,
            "command": game.command_text(given.command),
            "target": top.scene.next_target(game, given.command),
            "words": given.words.to_string(),
            "choices": choices.collect::<Value>(),
        })
    }
}

impl Tabletop {
    /// Sends the Captain to think about the decision a person must make. With the keyboard the choice follows his advice.
    pub(super) fn ask_for_hint(&mut self, by_key: bool) {
        if self.lecture.is_some() {
            return self.remark.say(msg!("window.lesson.no_captain"));
        }
        if !self.awaits_person() {
            // Whoever has yet to roll has nothing to decide.
            self.remark.say(if self.scene.gate().is_some() { msg!("window.hint.first") } else { msg!("window.hint.not_now") });
            return;
        }
        if let Some(hint) = &mut self.hint {
            hint.by_key |= by_key;
            self.follow_hint();
            return;
        }
        let game = self.table.game().clone();
        let captain = Captain { search: Search::new(SEED, game.deciding(), THOUGHTS), game, advice: None };
        let answer = Answer::Awaited(Thinking::begin("captain", captain));
        self.hint = Some(Hint { moment: self.moment(), by_key, answer });
    }

    fn moment(&self) -> (usize, u64) {
        (self.table.deeds(), self.table.game().hash())
    }

    /// Takes up what the Captain has thought; drops it when the game has gone elsewhere.
    pub(super) fn mind_hint(&mut self) {
        if self.hint.is_none() {
            return;
        }
        let moment = self.moment();
        let Some(hint) = &mut self.hint else { return };
        if hint.moment != moment || self.replay.is_some() {
            self.drop_hint();
            return;
        }
        match &mut hint.answer {
            Answer::Given(_) => {}
            Answer::Awaited(captain) => match captain.look() {
                Ok(None) => {}
                Ok(Some(Captain { advice: Some(advice), .. })) => self.show_hint(advice),
                Ok(Some(_)) | Err(Lost) => {
                    self.drop_hint();
                    self.remark.say(msg!("window.hint.no_advice"));
                }
            },
        }
    }

    fn show_hint(&mut self, advice: Advice) {
        let (game, cast) = (self.table.game(), self.table.cast());
        let Some(best) = advice.choices.first().copied() else { return };
        let words = named(cast, advice.in_words(game, &|command| game.deed(command)));
        let prospects = self.scene.prospects(game, best.command);
        let prospects = prospects.into_iter().map(|(tone, message)| (tone, named(cast, message))).collect();
        self.scene.heed(game, Some(best.command));
        if let Some(hint) = &mut self.hint {
            hint.answer = Answer::Given(Given { command: best.command, words, prospects, advice });
        }
        self.follow_hint();
    }

    /// Forgets advice; false when there was none.
    pub(super) fn drop_hint(&mut self) -> bool {
        self.scene.heed(self.table.game(), None);
        self.hint.take().is_some()
    }

    /// What is advised, once it is known.
    pub(super) fn advised(&self) -> Option<Command> {
        self.hint.as_ref().and_then(Hint::given).map(|given| given.command)
    }

    /// What the keyboard chooses next to follow advice it has asked for.
    pub(super) fn advised_target(&self) -> Option<String> {
        let command = self.advised().filter(|_| self.hint.as_ref().is_some_and(|hint| hint.by_key))?;
        let name = self.scene.next_target(self.table.game(), command)?;
        self.targets().iter().any(|target| target.choosable && target.name == name).then_some(name)
    }

    fn follow_hint(&mut self) {
        if let Some(name) = self.advised_target() {
            self.aim.lead(name);
        }
    }
}
