//! A passing remark beside the board.

use crate::words::Message;

/// How long a remark stays, and how long one that should not be missed.
const PASSING: f32 = 5.0;
const IMPORTANT: f32 = 20.0;

#[derive(Default)]
pub(crate) struct Remark(Option<(Message, f32)>);

impl Remark {
    pub(crate) fn say(&mut self, message: Message) {
        self.0 = Some((message, PASSING));
    }

    /// Says something that should not be missed.
    pub(crate) fn announce(&mut self, message: Message) {
        self.0 = Some((message, IMPORTANT));
    }

    /// Says why something was not done.
    pub(crate) fn complain(&mut self, why: &impl ToString) {
        self.say(Message::verbatim(why.to_string()));
    }

    pub(crate) fn message(&self) -> Option<&Message> {
        self.0.as_ref().map(|(message, _)| message)
    }

    pub(super) fn tick(&mut self, seconds: f32) {
        self.0 = self.0.take().map(|(message, left)| (message, left - seconds)).filter(|(_, left)| *left > 0.0);
    }
}
