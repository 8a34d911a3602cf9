//! What people call fields, lines and stones: "the outer left corner", "the right spoke", "the top stone on …".

use super::figure::{Figure, Place};
use super::{Ground, view};
use crate::sim::event::Few;
use crate::sim::{Game, Id, Ruleset};
use crate::words::{Message, msg, spoken};

/// A field by its number.
pub(crate) fn field(rules: &Ruleset, field: u8) -> Message {
    field_of(&Ground::of(rules).figure, field)
}

/// The field of a figure; only one that looks like the printed one has corners and sides to speak of.
pub(super) fn field_of(figure: &Figure, field: u8) -> Message {
    let id = figure.fields[usize::from(field)].id.as_str();
    if is_printed(figure) {
        Message::new(format!("muehle.place.field.{id}")).with("id", id)
    } else {
        msg!("muehle.place.field.other", id)
    }
}

/// A line of a figure: a side, a spoke, or else the fields on it.
pub(super) fn line_of(figure: &Figure, line: [u8; 3]) -> Message {
    let id = line_id(figure, line);
    let known = format!("muehle.place.line.{id}");
    if is_printed(figure) && spoken().knows(&known) {
        return Message::new(known).with("id", id);
    }
    let fields: Vec<Message> = line.iter().map(|field| field_of(figure, *field)).collect();
    msg!("muehle.place.line.other", fields, id)
}

/// What machines know a line by.
pub(super) fn line_id(figure: &Figure, line: [u8; 3]) -> String {
    line.map(|field| figure.fields[usize::from(field)].id.as_str()).join("-")
}

/// A field as an event names it.
pub(crate) fn place(game: &Game, id: Id) -> Message {
    view::field_number(game, id).map_or_else(|| Message::verbatim(game.name(id)), |number| field(game.rules(), number))
}

/// A line as an event names its fields.
pub(super) fn line(game: &Game, fields: Few) -> Message {
    let numbers: Vec<u8> = fields.ids().iter().filter_map(|id| view::field_number(game, *id)).collect();
    let named = <[u8; 3]>::try_from(numbers).map(|line| line_of(&Ground::of(game.rules()).figure, line));
    named.unwrap_or_else(|_| msg!("muehle.place.line.other", fields = Vec::<Message>::new()))
}

/// A stone by its field and where it lies in the stack, levels counted from 0.
pub(crate) fn stone(game: &Game, on: u8, level: u8) -> Message {
    let stack = view::stack(game, on);
    let place = field(game.rules(), on);
    let named = Message::new(format!("muehle.piece.stone.{}", layer(stack.len(), level.into()))).with("place", place);
    match stack.get(usize::from(level)) {
        Some(lying) => named.with("id", game.name(lying.stone)),
        None => named,
    }
}

/// Where in a stack of some height a level is.
pub(crate) fn layer(height: usize, level: usize) -> &'static str {
    match (height, level) {
        (..=1, _) => "only",
        (_, 0) => "bottom",
        _ if level + 1 >= height => "top",
        _ => "middle",
    }
}

/// Whether the fields of a figure have the names and lie as on the printed board: three triangles one inside the other,
/// each from its upper corner clockwise. Other boards may use the same names for other places.
fn is_printed(figure: &Figure) -> bool {
    let names = ["a", "b", "c"].into_iter().flat_map(|ring| (1..=6).map(move |number| format!("{ring}{number}")));
    let lies_well = |ring: &[Place]| match ring {
        [top, right, right_corner, bottom, left_corner, left] => {
            let across = left.x < top.x && top.x < right.x && left_corner.x < bottom.x && bottom.x < right_corner.x;
            let down = |side: f64, corner: f64| top.y < side && side < corner;
            across && down(left.y, left_corner.y) && down(right.y, right_corner.y) && down(right.y, bottom.y)
        }
        _ => false,
    };
    figure.fields.iter().map(|place| &place.id).eq(names.collect::<Vec<_>>().iter())
        && figure.fields.chunks(6).all(lies_well)
        && figure.fields[0].y < figure.fields[6].y
        && figure.fields[6].y < figure.fields[12].y
}
