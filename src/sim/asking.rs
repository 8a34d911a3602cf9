//! Questions that a rule asks in the middle of a turn: what an answer names, who has still to answer, and the move that goes on
//! when all have. The step that asks is run once more with every answer, so that a question is one step for everybody.

use super::command::{About, Command, DECLINE, Verb};
use super::game::{Flow, Game};
use super::id::{Id, Seat};
use super::signal::Signals;
use std::hash::{Hash, Hasher};

/// What an answer names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A piece or a place.
    Piece(Id),
    Seat(Seat),
    Number(i32),
    /// One of the words of the question, by its number.
    Word(u8),
}

/// Where the kind of a target stands among the numbers of a command.
const KIND: usize = 3;

impl Command {
    /// An answer.
    pub fn answer(verb: Verb, target: Target) -> Self {
        // The lower half is turned round, so that numbers sort as they are.
        Self::new(
            verb,
            match target {
                Target::Piece(id) => [id.0 as i16, 0, 0, 0],
                Target::Seat(seat) => [seat.into(), 0, 0, 1],
                Target::Number(number) => [(number >> 16) as i16, (number as u16 ^ 0x8000) as i16, 0, 2],
                Target::Word(word) => [word.into(), 0, 0, 3],
            },
        )
    }

    /// What an answer names.
    pub fn target(self) -> Target {
        let args = self.args();
        match args[KIND] {
            0 => Target::Piece(self.piece()),
            1 => Target::Seat(args[0] as Seat),
            2 => Target::Number(i32::from(args[0]) << 16 | i32::from(args[1] as u16 ^ 0x8000)),
            _ => Target::Word(args[0] as u8),
        }
    }
}

/// The question that is open, if any.
#[derive(Debug, Clone, Default)]
pub(super) struct Asking {
    /// The step that waits is run again with the answer.
    pub hears: bool,
    /// Who has just answered.
    answered: Option<Seat>,
    /// The command that was being carried out.
    meanwhile: Option<Command>,
    /// The step that asks.
    at: &'static str,
    /// Who is asked after this one.
    rest: Vec<Seat>,
    /// Questions of this turn.
    pub asked: u16,
    /// A stretch of the plan is run in a thought, where whatever can be declined is.
    pub in_thought: bool,
    /// Nothing is forbidden, in a copy that is asked what would be.
    without_bans: bool,
}

impl Asking {
    /// What decides how the game goes on; only where something is open, so that all other games keep their hashes.
    pub(super) fn digest(&self, hasher: &mut impl Hasher) {
        if self.hears {
            (self.meanwhile.map(|command| (command.verb, command.args())), &self.rest).hash(hasher);
        }
    }

    pub(super) fn describe(&self) -> Option<String> {
        self.hears.then(|| format!("meanwhile={:?} unasked={:?}\n", self.meanwhile, self.rest))
    }
}

impl Game {
    /// Asks a seat, and the others after it; the step at hand is run again with every answer. False, and nothing asked, where
    /// nothing but declining is left of the offers.
    pub fn ask(&mut self, seat: Seat, then: Vec<Seat>, offers: Vec<Command>) -> bool {
        let meanwhile = self.chosen;
        self.offer_to(seat, |_, list| list.extend(offers));
        if self.offers.iter().all(|offer| *offer == DECLINE) {
            self.offers.clear();
            self.asked = None;
            if self.flow == Flow::Wait {
                self.flow = Flow::Next;
            }
            self.go_on_with(meanwhile);
            return false;
        }
        let asked = self.asking.asked.saturating_add(1);
        let at = self.step_at_hand().map_or("", |step| step.name);
        let in_thought = self.asking.in_thought;
        self.asking = Asking { hears: true, meanwhile, at, rest: then, asked, in_thought, ..Asking::default() };
        true
    }

    /// Who has answered what, if the step at hand is run because of an answer. From here on the game is again in the midst of
    /// what it was doing when it asked.
    pub fn take_answer(&mut self) -> Option<(Seat, Command)> {
        let seat = self.asking.answered.take()?;
        let answer = self.chosen?;
        let meanwhile = self.asking.meanwhile.take();
        self.go_on_with(meanwhile);
        Some((seat, answer))
    }

    /// Who is still to be asked by the step at hand, where it has begun to ask; nobody is from now on.
    pub fn take_unasked(&mut self) -> Option<Vec<Seat>> {
        let at = std::mem::take(&mut self.asking.at);
        let rest = std::mem::take(&mut self.asking.rest);
        self.step_at_hand().is_some_and(|step| step.name == at).then_some(rest)
    }

    /// Whether it is a copy in which a stretch of the plan is [rehearsed](Game::rehearse): what can be declined is, so nobody
    /// need be asked.
    pub fn is_rehearsing(&self) -> bool {
        self.asking.in_thought
    }

    /// What would be on offer now, were nothing forbidden: the step that waits, run once more in a copy.
    pub fn offers_without_bans(&self) -> Vec<Command> {
        let Some(step) = self.step_at_hand().filter(|step| self.waiting_at == Some(step.name)) else { return Vec::new() };
        let mut trial = self.clone();
        trial.mute();
        trial.offers.clear();
        trial.asking.without_bans = true;
        (step.run)(&mut trial);
        trial.offers
    }

    /// Whether rules in force may take back what is offered.
    pub(super) fn knows_bans(&self) -> bool {
        !self.rules.forbidding.is_empty() && !self.asking.without_bans
    }

    /// How many questions rules have asked in this turn.
    pub fn questions(&self) -> u16 {
        self.asking.asked
    }

    /// Whether a step has asked for another way than the plan's.
    pub fn is_led_aside(&self) -> bool {
        self.flow != Flow::Next
    }

    /// Says that the answer has come from this seat: the step that asked is run again.
    pub(super) fn hear(&mut self, seat: Seat) {
        if std::mem::take(&mut self.asking.hears) {
            self.asking.answered = Some(seat);
            self.stretch.next = self.stretch.next.saturating_sub(1);
        }
    }

    /// Takes an open question back, as if it were still to be asked: rules have changed, and with them perhaps the question.
    pub(super) fn take_back_question(&mut self) {
        if std::mem::take(&mut self.asking.hears) {
            let (seat, meanwhile) = (self.deciding(), self.asking.meanwhile.take());
            self.asking.rest.insert(0, seat);
            self.go_on_with(meanwhile);
        }
    }

    fn go_on_with(&mut self, command: Option<Command>) {
        self.chosen = command;
        self.signals = self.signals.without(Signals::ALL_VERBS);
        if let Some(command) = command {
            self.signals = self.signals.and(Signals::of_verb(command.verb));
        }
    }
}

/// What follows the verb in the text of an answer.
pub(super) fn text(game: &Game, command: Command, about: About) -> Vec<String> {
    let About::Answer(words) = about else {
        return command.pieces().iter().take(about.pieces()).map(|piece| game.name(*piece).to_owned()).collect();
    };
    vec![match command.target() {
        Target::Piece(id) => game.name(id).to_owned(),
        Target::Seat(seat) => game.rules().pack.seat_name(seat).to_owned(),
        Target::Number(number) => number.to_string(),
        Target::Word(word) => words.get(usize::from(word)).copied().unwrap_or("?").to_owned(),
    }]
}

/// The way back: a number, one of the words, a seat or a piece, in this order.
pub(super) fn named(game: &Game, verb: Verb, name: &str, words: &[&str]) -> Option<Command> {
    let seats = 0..game.turn().seats;
    let target = None
        .or_else(|| name.parse().ok().map(Target::Number))
        .or_else(|| words.iter().position(|word| *word == name).map(|word| Target::Word(word as u8)))
        .or_else(|| seats.into_iter().find(|seat| game.rules().pack.seat_name(*seat) == name).map(Target::Seat))
        .or_else(|| game.find(name).map(Target::Piece))?;
    Some(Command::answer(verb, target))
}
