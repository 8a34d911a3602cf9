//! What is said about a button when it is pointed at: a line of words by its name, and the key that does the same.

use crate::window::elements::Elements;
use crate::words::{Message, say, spoken};
use egui::{Response, WidgetText};

/// For how many seconds the pointer rests on something before it is explained.
const DELAY: f64 = 0.3;

/// Something that is explained while the pointer rests on it. egui's own tips ask how fast the pointer moved, which it cannot
/// tell where frames are slow, and then stay away after any click.
pub(crate) trait Explained {
    fn explained(self, text: impl Into<WidgetText>) -> Self;
}

impl Explained for Response {
    fn explained(self, text: impl Into<WidgetText>) -> Self {
        let place = self.id.with("rests_since");
        if !self.ctx.rect_contains_pointer(self.layer_id, self.interact_rect) {
            self.ctx.data_mut(|data| data.remove_temp::<f64>(place));
            return self;
        }
        let (now, pressed) = self.ctx.input(|input| (input.time, input.pointer.any_down()));
        let since = self.ctx.data(|data| data.get_temp(place)).unwrap_or(now);
        // What was pressed need not be explained, until one comes back to it.
        let since = if pressed { f64::INFINITY } else { since };
        self.ctx.data_mut(|data| data.insert_temp(place, since));
        if now >= since + DELAY {
            self.show_tooltip_text(text);
        }
        self
    }
}

/// Keys by the names of elements; a key that is called otherwise in other languages goes by the id of its name.
const KEYS: [(&str, &str); 20] = [
    ("rulebook", "F1"),
    ("house_rules", "F2"),
    ("games", "F3"),
    ("settings", "F4"),
    ("lab", "F5"),
    ("menu:settings", "F4"),
    ("menu:keys", "?"),
    ("menu:full_screen", "F11"),
    ("menu:resume", "window.keys.escape.key"),
    ("look", "window.keys.escape.key"),
    ("undo", "U"),
    ("redo", "R"),
    ("hint", "H"),
    ("save_text", "window.keys.save_text.key"),
    ("roll", "window.keys.space.key"),
    ("spin", "window.keys.space.key"),
    ("curtain", "window.keys.space.key"),
    ("replay:play", "window.keys.space.key"),
    ("keys:close", "window.keys.escape.key"),
    ("aloud:close", "window.keys.escape.key"),
];

/// The words for an element: by its whole name, or by what stands before the colon.
fn words_for(name: &str) -> Option<Message> {
    let stem = name.split(':').next().unwrap_or(name);
    let ids = [name, stem].map(|name| format!("window.tips.{}", name.replace(':', "_")));
    ids.into_iter().find(|id| spoken().knows(id)).map(Message::new)
}

/// What is said, with the key that does the same.
pub(crate) fn with_key(what: Message, key: &str) -> String {
    let key = if key.contains('.') { Message::new(key.to_owned()).to_string() } else { key.to_owned() };
    say!("window.bar.with_key", what, key)
}

/// Says what is known about a button; one that nothing is known about is noted, for tests to find.
pub(crate) fn tell(response: Response, elements: &mut Elements, name: &str) -> Response {
    let Some(what) = words_for(name) else {
        elements.untold.push(name.to_owned());
        return response;
    };
    let key = KEYS.iter().find(|(known, _)| *known == name);
    if !response.enabled() {
        // Why it is of no use now matters more than what it would do.
        return response;
    }
    response.explained(key.map_or_else(|| what.to_string(), |(_, key)| with_key(what.clone(), key)))
}
