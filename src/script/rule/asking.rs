//! Questions of a rule: whom it asks, what it offers, what its buttons say, and what it does with the answer.

use super::{ScriptRule, Sentence};
use crate::problem::each_once;
use crate::script::api::Scene;
use crate::script::file::{At, Code, Numbers};
use crate::script::guard::Guard;
use crate::script::stage::{self, Fall, Role};
use crate::script::value::{Mistake, Val};
use crate::script::{limits, rehearse};
use crate::sim::event::events;
use crate::sim::{About, Command, DECLINE, Game, Hook, Reason, Seat, Target, VerbDecl};
use crate::words::{self, Arg, Message, msg};
use rhai::AST;

events! {
    /// Somebody has answered a question, and nobody else learns how.
    Answered = "answered" { player: Seat }
}

/// A question as it was read.
pub(in crate::script) struct Asked {
    pub at: At,
    /// The step it is.
    pub step: &'static str,
    /// How its answers are written.
    pub verb: VerbDecl,
    pub guard: Option<Guard>,
    pub who: Option<(AST, Code)>,
    pub list: (AST, Code),
    pub run: (AST, Code),
    pub numbers: Numbers,
    /// What each of its words is called.
    pub choices: Vec<(&'static str, Sentence)>,
    pub label: Option<Sentence>,
    pub question: Option<Sentence>,
    pub skip: Option<Sentence>,
    pub secret: bool,
}

/// A question of a rule.
pub(in crate::script) struct Ask {
    pub rule: &'static ScriptRule,
    pub asked: Asked,
    /// Its number among what is watched in a rehearsal.
    pub number: usize,
}

impl std::fmt::Debug for Ask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.asked.step)
    }
}

impl Hook for Ask {
    fn run(&self, game: &mut Game) {
        if let Err((code, fall)) = self.go_on(game) {
            self.rule.rest(game, code, &fall);
        }
    }
}

type Outcome<T> = Result<T, (&'static Code, Fall)>;

impl Ask {
    pub(in crate::script) fn numbers(&self) -> Numbers {
        self.asked.numbers
    }

    /// The number of one of its words.
    pub(in crate::script) fn word(&self, word: &str) -> Option<u8> {
        self.asked.choices.iter().position(|(known, _)| *known == word).map(|place| place as u8)
    }

    /// Takes an answer, if one has come, and asks whoever is next.
    fn go_on(&self, game: &mut Game) -> Outcome<()> {
        // It is kept for good, and found as such by its step.
        let Some(ask) = self.rule.asks().find(|ask| ask.asked.step == self.asked.step) else { return Ok(()) };
        let answer = game.take_answer();
        let unasked = game.take_unasked();
        // In a thought whoever can decline does, and that changes nothing.
        if game.is_suspended(self.rule.id) || game.is_rehearsing() && ask.asked.skip.is_some() {
            return Ok(());
        }
        let seats = match (answer, unasked) {
            (Some((seat, command)), rest) => {
                ask.take(game, seat, command)?;
                // Whoever leads elsewhere asks nobody else.
                if game.is_led_aside() || game.outcome().is_some() { Vec::new() } else { rest.unwrap_or_default() }
            }
            (None, Some(rest)) if ask.holds(game)? => rest,
            (None, None) if ask.holds(game)? => ask.who(game)?,
            _ => Vec::new(),
        };
        ask.put(game, &seats)
    }

    fn holds(&'static self, game: &Game) -> Outcome<bool> {
        let Some(guard) = &self.asked.guard else { return Ok(true) };
        guard.holds(&Scene::now(game, self.rule)).map_err(|Mistake(why)| (&guard.code, Fall { line: 1, column: 1, why }))
    }

    fn who(&'static self, game: &mut Game) -> Outcome<Vec<Seat>> {
        let Some((body, code)) = &self.asked.who else { return Ok(vec![game.turn().seat]) };
        let known = 0..i64::from(game.turn().seats);
        let seat = |value: &Val| match value {
            Val::Int(seat) if known.contains(seat) => Ok(*seat as Seat),
            _ => Err((code, Fall { line: 1, column: 1, why: msg!("script.mistake.who") })),
        };
        let role = Role { ask: Some(self), ..Role::default() };
        match stage::work_out(self.rule, body, role, game).map_err(|fall| (code, fall))? {
            Val::Unit => Ok(Vec::new()),
            Val::List(seats) => Ok(each_once(seats.iter().map(seat).collect::<Result<Vec<Seat>, _>>()?)),
            value => Ok(vec![seat(&value)?]),
        }
    }

    /// Asks the first of these seats that has something to choose.
    fn put(&'static self, game: &mut Game, seats: &[Seat]) -> Outcome<()> {
        for (place, seat) in seats.iter().enumerate() {
            if game.rules().pack.is_out(game, *seat) {
                continue;
            }
            let (body, code) = &self.asked.list;
            let role = Role { ask: Some(self), asked: Some(*seat), ..Role::default() };
            let targets = stage::options(self.rule, body, role, game).map_err(|fall| (code, fall))?;
            let Some(verb) = game.rules().verb(self.asked.verb.word).filter(|_| !targets.is_empty()) else { continue };
            if game.questions() >= limits::QUESTIONS {
                let why = msg!("script.mistake.questions", most = limits::QUESTIONS);
                return Err((code, Fall { line: 1, column: 1, why }));
            }
            let mut offers: Vec<Command> = targets.into_iter().map(|target| Command::answer(verb, target)).collect();
            offers.sort();
            offers.extend(self.asked.skip.as_ref().map(|_| DECLINE));
            if game.ask(*seat, seats[place + 1..].to_vec(), offers) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Does what an answer leads to.
    fn take(&'static self, game: &mut Game, seat: Seat, command: Command) -> Outcome<()> {
        if self.asked.secret {
            game.emit(Answered { player: seat });
        }
        if command == DECLINE {
            return Ok(());
        }
        rehearse::note_run(self.rule, self.number);
        let (body, code) = &self.asked.run;
        let role = Role { ask: Some(self), asked: Some(seat), answer: Some(command), only_reads: false };
        stage::perform(self.rule, body, role, game).map_err(|fall| (code, fall))
    }

    fn label(&self, game: &Game, command: Command) -> Message {
        let scene = Scene::of_question(game, self.rule, Some(game.deciding()), Some(command));
        if let (Target::Word(word), None) = (command.target(), &self.asked.label) {
            return self.called(word, &scene);
        }
        match &self.asked.label {
            Some(label) => self.rule.worded(label, &scene).with(TARGET, self.target(&scene, command)),
            None => msg!("script.option", target = self.target(&scene, command)),
        }
    }

    fn called(&self, word: u8, scene: &Scene<'_>) -> Message {
        let called = self.asked.choices.get(usize::from(word));
        called.map_or_else(|| Message::verbatim(""), |(_, said)| self.rule.worded(said, scene))
    }

    /// What an answer names, as it stands in a sentence.
    fn target(&self, scene: &Scene<'_>, command: Command) -> Arg {
        let game = scene.game;
        match command.target() {
            Target::Piece(id) => (self.rule.dialect.called)(game, id),
            Target::Seat(seat) => game.rules().pack.seat(seat),
            Target::Number(number) if self.asked.numbers == Numbers::Money => words::money(number.into()),
            Target::Number(number) => Arg::Int(number.into()),
            Target::Word(word) => self.called(word, scene).into(),
        }
    }
}

/// The slot of a label for what an option names.
pub(super) const TARGET: &str = "target";

impl ScriptRule {
    pub(in crate::script) fn asks(&self) -> impl Iterator<Item = &'static Ask> + use<> {
        self.asks.get().copied().into_iter().flatten().copied()
    }

    /// The question a command answers.
    fn ask_of(&self, game: &Game, command: Command) -> Option<&'static Ask> {
        self.asks().find(|ask| game.rules().verb(ask.asked.verb.word) == Some(command.verb))
    }

    /// What an answer names, as code knows it.
    pub(in crate::script) fn chosen(&self, game: &Game, answer: Command) -> Val {
        match answer.target() {
            Target::Piece(id) => Val::Thing(id),
            Target::Seat(seat) => Val::Int(seat.into()),
            Target::Number(number) => Val::Int(number.into()),
            Target::Word(word) => {
                let ask = self.ask_of(game, answer);
                ask.and_then(|ask| ask.asked.choices.get(usize::from(word))).map_or(Val::Unit, |(word, _)| Val::Word(word))
            }
        }
    }

    /// The question that is open.
    pub(super) fn open_ask(&self, game: &Game) -> Option<&'static Ask> {
        self.asks().find(|ask| Some(ask.asked.step) == game.waiting_at())
    }

    pub(super) fn answer_label(&self, game: &Game, command: Command) -> Option<Message> {
        if command != DECLINE {
            return Some(self.ask_of(game, command)?.label(game, command));
        }
        let ask = self.open_ask(game)?;
        let skip = ask.asked.skip.as_ref()?;
        Some(self.worded(skip, &Scene::of_question(game, self, Some(game.deciding()), None)))
    }

    pub(super) fn asks_now(&self, game: &Game) -> Option<Message> {
        let ask = self.open_ask(game)?;
        let title = || Message::new(format!("{}.house.{}.title", self.dialect.pack, self.id));
        let scene = Scene::of_question(game, self, Some(game.deciding()), None);
        Some(ask.asked.question.as_ref().map_or_else(title, |question| self.worded(question, &scene)))
    }

    /// Why one of its own answers cannot be given, where nothing forbids it.
    pub(super) fn why_no_answer(&self, game: &Game, command: Command) -> Option<Reason> {
        self.ask_of(game, command).filter(|_| command != DECLINE)?;
        let text = match (game.outcome().is_some(), self.open_ask(game).is_some()) {
            (true, _) => msg!("sim.reason.over"),
            (false, true) => msg!("script.reason.no_option"),
            (false, false) => msg!("script.reason.not_asked"),
        };
        Some(Reason::new(self.id, text))
    }
}

/// How answers are written: by the question's name, or the rule's where both are the same.
pub(super) fn verb(rule: &str, name: &str, choices: &[&'static str]) -> VerbDecl {
    let word = if rule == name { rule.to_owned() } else { format!("{rule}.{name}") };
    VerbDecl { word: crate::sim::name::intern(&word), about: About::Answer(Vec::leak(choices.to_vec())) }
}
