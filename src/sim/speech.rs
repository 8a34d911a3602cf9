//! What a game says: commands as texts, labels and questions, events as sentences, reasons, and what a change of rules
//! would mean. Packs and rules have the words; here they are asked in the right order.

use super::asking::{self, Target};
use super::command::{About, Command, DECLINE, DECLINE_WORD, Reason, Verb};
use super::event::{self, Barred, Ended, Event, Passed, TurnBegan};
use super::game::{Game, OFFERS};
use super::id::{Id, Seat};
use super::rule::{Applies, Rule};
use crate::words::{Arg, Message, msg, spoken};

impl Game {
    /// A command as its one-line text.
    pub fn command_text(&self, command: Command) -> String {
        match self.rules.declared(command.verb) {
            _ if command == DECLINE => DECLINE_WORD.to_owned(),
            Some((_, verb)) => {
                let names = asking::text(self, command, verb.about);
                std::iter::once(verb.word.to_owned()).chain(names).collect::<Vec<_>>().join(" ")
            }
            None => self.rules.pack.command_text(self, command),
        }
    }

    /// A one-line text as a command, whether or not it is on offer; the message says what is wrong with it.
    pub fn parse_command(&self, text: &str) -> Result<Command, Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words == [DECLINE_WORD] {
            return Ok(DECLINE);
        }
        let verb = words.first().and_then(|word| self.rules.verb(word));
        match verb.and_then(|verb| Some((verb, self.rules.declared(verb)?))) {
            Some((verb, (_, declared))) => match (declared.about, &words[1..]) {
                (About::Answer(known), [name]) => {
                    asking::named(self, verb, name, known).ok_or_else(|| msg!("sim.command.no_piece", name = *name))
                }
                (about, _) => naming(self, verb, &words, about.pieces()),
            },
            None => self.rules.pack.parse_command(self, text),
        }
    }

    /// What a command is called on a button or in advice, where nothing on the board stands for it: a rule's own, a way
    /// to decline, and those of the game for which the rule that asks has words.
    pub fn label(&self, command: Command) -> Option<Message> {
        if let Some((rule, _)) = self.rules.declared(command.verb) {
            return Some(rule.label(self, command).unwrap_or_else(|| Message::verbatim(self.command_text(command))));
        }
        let asked = self.asking_rule().and_then(|rule| rule.label(self, command));
        asked.or_else(|| (command == DECLINE).then(|| msg!("sim.decline")))
    }

    /// A command in words that follow "would"; by its text where nobody has words for it.
    pub fn deed(&self, command: Command) -> Message {
        let said = self.rules.pack.deed(self, command).or_else(|| self.label(command));
        said.unwrap_or_else(|| Message::verbatim(self.command_text(command)))
    }

    /// What a command of a rule's own names, if it names something.
    pub fn target_of(&self, command: Command) -> Option<Target> {
        let (_, verb) = self.rules.declared(command.verb).filter(|_| command != DECLINE)?;
        (verb.about != About::Nothing).then(|| command.target())
    }

    /// The answer to a rule's question that names a piece or place.
    pub fn answer_naming(&self, id: Id) -> Option<Command> {
        self.offers().iter().copied().find(|offer| self.target_of(*offer) == Some(Target::Piece(id)))
    }

    /// What the rule whose step waits for a decision asks, where it has words of its own for it.
    pub fn question(&self) -> Option<Message> {
        self.asking_rule()?.question(self)
    }

    /// The rule whose step waits for a decision.
    fn asking_rule(&self) -> Option<&'static dyn Rule> {
        let (phase, step) = self.rules.plan.find(self.waiting_at?)?;
        self.rules.rule(self.rules.plan.steps(phase)[step].owner)
    }

    /// The offers as texts, sorted as texts: what a trace shows.
    pub fn offer_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.offers.iter().map(|c| self.command_text(*c)).collect();
        texts.sort();
        texts
    }

    /// An event as a sentence, told by the pack or by the rule it belongs to.
    pub fn sentence(&self, event: &Event) -> Option<Message> {
        let told = self.rules.pack.sentence(self, event);
        told.or_else(|| self.rules.in_force.iter().find_map(|rule| rule.sentence(self, event)))
    }

    /// An event in the words the pack has for it, `event.<name>` and for the end `event.ended.<reason>`, with its fields to speak
    /// of; what every game has is told without.
    pub fn told(&self, event: &Event) -> Option<Message> {
        told(self, event)
    }

    /// Why a command is not on offer: the rule, the setting that decides, and where it was set.
    pub fn why_not(&self, command: Command) -> Reason {
        let by_rules = self.rules.in_force.iter().find_map(|rule| rule.why_not(self, command));
        let mut reason = by_rules.unwrap_or_else(|| {
            let of_pack = usize::from(command.verb.0) < self.rules.pack.verbs().len();
            match self.asked {
                _ if !of_pack && self.outcome.is_some() => Reason::new(OFFERS, msg!("sim.reason.over")),
                Some(seat) => Reason::new(OFFERS, msg!("sim.reason.other_decides", seat = self.rules.pack.seat(seat))),
                None if of_pack => self.rules.pack.why_not(self, command),
                None => Reason::new(OFFERS, msg!("sim.reason.not_now")),
            }
        });
        let pack = self.rules.pack;
        if let Some(key) = &reason.setting {
            reason.set_at = self.rules.origin_for(key, self.deciding()).map(ToString::to_string);
            reason.names[1] = pack.setting_name(key);
        }
        let is_printed = |id: &str| pack.base_rules().iter().any(|rule| rule.id() == id);
        let of_house = self.rules.in_force.iter().any(|rule| rule.id() == reason.rule) && !is_printed(reason.rule);
        reason.names[0] = of_house.then(|| pack.rule_name(reason.rule));
        reason
    }

    /// When a change of a setting reaches this game; `declared` is what its declaration says.
    pub fn takes_effect(&self, key: &str, declared: Applies) -> Applies {
        let section = key.split('.').next().unwrap_or_default();
        self.rules.rule(section).map_or(declared, |rule| rule.takes_effect(self, key, declared))
    }

    /// What follows from a rule's settings that nobody would expect, told when they have changed.
    pub fn consequence(&self, section: &str) -> Option<Message> {
        self.rules.rule(section)?.consequence(self).filter(|_| self.outcome.is_none())
    }
}

/// A command as its verb and the pieces it names.
pub(super) fn text(game: &Game, verb: &str, command: Command, pieces: usize) -> String {
    let names = command.pieces();
    let names = names.iter().take(pieces).map(|piece| game.name(*piece));
    std::iter::once(verb).chain(names).collect::<Vec<_>>().join(" ")
}

/// The way back.
pub(super) fn parse(game: &Game, verbs: &[&str], text: &str, pieces: &dyn Fn(&str) -> usize) -> Result<Command, Message> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let verb = words.first().and_then(|word| verbs.iter().position(|verb| verb == word));
    let verb = verb.ok_or_else(|| msg!("sim.command.unknown", text, known = verbs.to_vec()))?;
    naming(game, Verb(verb as u8), &words, pieces(verbs[verb]))
}

/// A command of a verb and the pieces whose names follow it.
fn naming(game: &Game, verb: Verb, words: &[&str], pieces: usize) -> Result<Command, Message> {
    let (word, names) = (words[0], &words[1..]);
    if names.len() != pieces {
        return Err(if pieces == 0 {
            msg!("sim.command.stands_alone", word)
        } else {
            msg!("sim.command.wants", word, n = pieces)
        });
    }
    let piece = |name: &&str| game.find(name).ok_or_else(|| msg!("sim.command.no_piece", name = *name));
    Ok(Command::naming(verb, &names.iter().map(piece).collect::<Result<Vec<Id>, Message>>()?))
}

/// What can be said about any command that is not on offer.
pub(super) fn not_on_offer(game: &Game, _command: Command) -> Reason {
    let over = game.outcome().is_some();
    Reason::new(OFFERS, if over { msg!("sim.reason.over") } else { msg!("sim.reason.not_now") })
}

/// Fields that hold a seat, whatever the event.
const SEATS: [&str; 4] = ["player", "owner", "by", "other"];

/// See [`Game::told`].
fn told(game: &Game, event: &Event) -> Option<Message> {
    let pack = game.rules().pack;
    let ended = Ended::read(event);
    let id = match &ended {
        Some(ended) => format!("{}.event.ended.{}", pack.name(), ended.reason),
        None => format!("{}.event.{}", pack.name(), event.kind.name),
    };
    let message = if spoken().knows(&id) {
        Message::new(id)
    } else if event.is(TurnBegan::kind()) {
        msg!("sim.event.turn")
    } else if let Some(barred) = Barred::read(event) {
        return Some(msg!("sim.event.barred", player = pack.seat(barred.player), rule = pack.rule_name(barred.rule)));
    } else if event.is(Passed::kind()) {
        msg!("sim.event.passed")
    } else if ended.is_some() {
        msg!("sim.event.ended")
    } else {
        return None;
    };
    let seats = |seats: &[i64]| Arg::List(seats.iter().map(|seat| pack.seat(*seat as Seat)).collect());
    let piece = |id: &Id| Arg::from(called(game, *id));
    Some(event.fields().fold(message, |message, (field, arg)| {
        let said = match arg {
            event::Arg::Int(seat) if SEATS.contains(&field) => pack.seat(seat as Seat),
            event::Arg::Int(number) => Arg::Int(number),
            event::Arg::Piece(id) => piece(&id),
            event::Arg::Word(word) => Arg::from(word),
            event::Arg::Few(few) => Arg::List(few.ids().iter().map(piece).collect()),
            event::Arg::Heavy(number) => match event.heavy.get(usize::from(number)) {
                Some(event::Heavy::Pieces(ids)) => Arg::List(ids.iter().map(piece).collect()),
                Some(event::Heavy::Ints(winners)) if field == "winners" => seats(winners),
                _ => return message,
            },
            _ => return message,
        };
        message.with(field, said)
    }))
}

impl Game {
    /// What people call a piece or a place.
    pub fn called(&self, id: Id) -> Message {
        self.rules.pack.show().map_or_else(|| called(self, id), |show| show.called(self, id))
    }
}

/// A piece in the words the pack has for it, `piece.<name>`, or by its name.
pub(super) fn called(game: &Game, id: Id) -> Message {
    let name = game.name(id);
    let words = format!("{}.piece.{name}", game.rules().pack.name());
    if spoken().knows(&words) { Message::new(words) } else { Message::verbatim(name) }
}
