//! Where a player could close a mill with the next move, whoever's turn it is.

use super::figure::fields;
use super::mills::Levels;
use super::stacks::Stacks;
use super::{Ground, jump};
use crate::sim::{Game, Seat};

/// The fields on which a seat would close a mill or a tower, were it to move now.
pub fn closable(game: &Game, seat: Seat) -> Vec<u8> {
    let (ground, stacks) = (Ground::of(game.rules()), Stacks::of(game));
    fields(ground.figure.all() & !stacks.closed()).filter(|field| can_close(ground, stacks, seat, *field)).collect()
}

/// Whether a stone that can come there closes something.
pub(super) fn can_close(ground: &Ground, stacks: &Stacks, seat: Seat, field: u8) -> bool {
    if stacks.places(seat) {
        return closes(ground, stacks, seat, field, None);
    }
    let reach = if jump::may_jump(ground, stacks, seat) { !0 } else { ground.figure.neighbours(field) };
    fields(stacks.top(seat) & reach & !(1 << field)).any(|from| closes(ground, stacks, seat, field, Some(from)))
}

/// Whether a stone of the seat closes something on a field, having left another one.
pub(super) fn closes(ground: &Ground, stacks: &Stacks, seat: Seat, field: u8, from: Option<u8>) -> bool {
    let level = usize::from(stacks.height(field));
    let mut owned = *stacks.owned(seat);
    if let Some(from) = from {
        owned[usize::from(stacks.height(from) - 1)] &= !(1 << from);
    }
    let tower = ground.mills.towers && level == 2 && (owned[0] & owned[1]) >> field & 1 == 1;
    let (set, is_new) = match ground.mills.levels {
        Levels::Same => (owned[level], true),
        Levels::Any => {
            let anywhere = owned[0] | owned[1] | owned[2];
            (anywhere, anywhere >> field & 1 == 0)
        }
    };
    let whole = set | 1 << field;
    tower || is_new && ground.figure.lines_through(field).iter().any(|(_, line)| whole & line == *line)
}
