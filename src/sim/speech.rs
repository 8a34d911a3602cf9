//! What a game says: commands as texts, labels and questions, events as sentences, reasons, and what a change of rules
//! would mean. Packs and rules have the words; here they are asked in the right order.

use super::command::{About, Command, DECLINE, DECLINE_WORD, Reason};
use super::event::Event;
use super::game::{Game, OFFERS};
use super::rule::{Applies, Rule};

impl Game {
    /// A command as its one-line text.
    pub fn command_text(&self, command: Command) -> String {
        match self.rules.declared(command.verb) {
            _ if command == DECLINE => DECLINE_WORD.to_owned(),
            Some((_, verb)) if verb.about == About::Piece => format!("{} {}", verb.word, self.name(command.piece())),
            Some((_, verb)) => verb.word.to_owned(),
            None => self.rules.pack.command_text(self, command),
        }
    }

    /// A one-line text as a command, whether or not it is on offer; the message says what is wrong with it.
    pub fn parse_command(&self, text: &str) -> Result<Command, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words == [DECLINE_WORD] {
            return Ok(DECLINE);
        }
        let verb = words.first().and_then(|word| self.rules.verb(word));
        let Some((verb, (_, declared))) = verb.and_then(|verb| Some((verb, self.rules.declared(verb)?))) else {
            return self.rules.pack.parse_command(self, text);
        };
        match (declared.about, &words[1..]) {
            (About::Nothing, []) => Ok(Command::bare(verb)),
            (About::Nothing, _) => Err(format!("`{}` stands alone", declared.word)),
            (About::Piece, [name]) => {
                let piece = self.find(name).ok_or_else(|| format!("there is no piece called `{name}`"))?;
                Ok(Command::about(verb, piece))
            }
            (About::Piece, _) => Err(format!("`{}` wants the name of one piece", declared.word)),
        }
    }

    /// What a command is called on a button or in advice, where nothing on the board stands for it: a rule's own, a way
    /// to decline, and those of the game for which the rule that asks has words.
    pub fn label(&self, command: Command) -> Option<String> {
        if let Some((rule, _)) = self.rules.declared(command.verb) {
            return Some(rule.label(self, command).unwrap_or_else(|| self.command_text(command)));
        }
        let asked = self.asking_rule().and_then(|rule| rule.label(self, command));
        asked.or_else(|| (command == DECLINE).then(|| "Go on".to_owned()))
    }

    /// What the rule whose step waits for a decision asks, where it has words of its own for it.
    pub fn question(&self) -> Option<String> {
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
    pub fn sentence(&self, event: &Event) -> Option<String> {
        let told = self.rules.pack.sentence(self, event);
        told.or_else(|| self.rules.in_force.iter().find_map(|rule| rule.sentence(self, event)))
    }

    /// Why a command is not on offer: the rule, the setting that decides, and where it was set.
    pub fn why_not(&self, command: Command) -> Reason {
        let by_rules = self.rules.in_force.iter().find_map(|rule| rule.why_not(self, command));
        let mut reason = by_rules.unwrap_or_else(|| {
            let of_pack = usize::from(command.verb.0) < self.rules.pack.verbs().len();
            match self.asked {
                _ if !of_pack && self.outcome.is_some() => Reason::new(OFFERS, "the game is over"),
                Some(seat) => Reason::new(OFFERS, format!("{} must decide first", self.rules.pack.seat_name(seat))),
                None if of_pack => self.rules.pack.why_not(self, command),
                None => Reason::new(OFFERS, "this is not the moment for it"),
            }
        });
        if let Some(key) = &reason.setting {
            reason.set_at = self.rules.origin(key).map(ToString::to_string);
        }
        reason
    }

    /// When a change of a setting reaches this game; `declared` is what its declaration says.
    pub fn takes_effect(&self, key: &str, declared: Applies) -> Applies {
        let section = key.split('.').next().unwrap_or_default();
        self.rules.rule(section).map_or(declared, |rule| rule.takes_effect(self, key, declared))
    }

    /// What follows from a rule's settings that nobody would expect, told when they have changed.
    pub fn consequence(&self, section: &str) -> Option<String> {
        self.rules.rule(section)?.consequence(self).filter(|_| self.outcome.is_none())
    }
}
