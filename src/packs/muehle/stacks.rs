//! Which stone lies where: the index that follows from Triple Mill's components, and the only ways to set them, so that it
//! always does.

use super::Ground;
use super::components::{At, Due, Owner, Player, Stone};
use super::events::Dropped;
use super::figure::MOST_FIELDS;
use crate::sim::{Beside, Effect, Game, Id, Seat, Signals, Where};
use std::ops::Deref;

pub const MOST_SEATS: usize = 3;
pub const MOST_LEVELS: usize = 3;
pub const MOST_STONES: usize = 36;

/// Bits a field takes in a packed position: an owner for each level, 0 for nobody.
const FIELD_BITS: usize = 2 * MOST_LEVELS;

/// What a lowest stone lies on. It belongs to nobody, a seat nothing is asked of: whether there is a stone below is
/// hard to foresee, and so it is cheaper never to ask.
const NO_STONE: u8 = MOST_STONES as u8;
const NOBODY: Seat = MOST_SEATS as Seat;

/// Bits that say which positions cannot have been seen.
const SIEVE: usize = 1024;

/// The player to act may take stones.
pub(crate) const DUE: Signals = Signals::of_pack(0);
/// A move has put its stone down.
pub(crate) const LANDED: Signals = Signals::of_pack(1);
/// Somebody has lost a stone, or may be the only one left.
pub(crate) const ROBBED: Signals = Signals::of_pack(2);

/// Ids of pieces that steps reach for; pieces of one kind are numbered in a row.
#[derive(Debug, Clone, Copy)]
pub struct Pieces {
    pub first_field: Id,
    pub first_stone: Id,
    pub first_player: Id,
    pub table: Id,
}

/// What follows from the components, laid out to be asked quickly.
#[derive(Debug, Clone, PartialEq)]
pub struct Index {
    height: [u8; MOST_FIELDS],
    /// The stones on a field from the bottom; below the lowest, and above the highest, lies [`NO_STONE`].
    stone: [[u8; MOST_LEVELS + 1]; MOST_FIELDS],
    owner: [Seat; MOST_STONES + 1],
    /// Fields where a seat has a stone on a level.
    owned: [[u32; MOST_LEVELS]; MOST_SEATS],
    /// Fields whose top stone belongs to a seat; the empty ones are nobody's.
    top: [u32; MOST_SEATS + 1],
    /// Fields with a full stack.
    closed: u32,
    /// Stones in hand, as sets of stone numbers.
    hand: [u64; MOST_SEATS],
    on_board: [u8; MOST_SEATS],
    out: u8,
    packed: u128,
    due: u8,
    highest: u8,
}

#[derive(Debug, Clone)]
pub struct Stacks {
    index: Index,
    pub pieces: Pieces,
    /// Stones there are in all.
    stones: u8,
    /// Where the move in hand has put its stone: field and level.
    pub landed: Option<(u8, u8)>,
    /// Who has just lost a stone.
    pub robbed: Option<Seat>,
    /// The turn at hand has moved a stone on the board.
    pub moved: bool,
    /// How often anyone's stones have become fewer or more.
    pub changes: u32,
    /// There may be positions to forget.
    remembers: bool,
    /// The position of the turn at hand is in memory.
    noted: bool,
    /// A position whose bit is not set has not been seen: most need no search.
    seen: [u64; SIEVE / 64],
}

impl Deref for Stacks {
    type Target = Index;
    #[inline]
    fn deref(&self) -> &Index {
        &self.index
    }
}

impl Beside for Stacks {
    type Index = Index;
    fn index(&self) -> Index {
        self.index.clone()
    }
    fn recounted(game: &Game) -> Self {
        Self { index: counted(game), ..Self::of(game).clone() }
    }
}

impl Index {
    /// An empty board, stacked up to this level.
    fn empty(highest: u8) -> Self {
        let mut top = [0; MOST_SEATS + 1];
        top[usize::from(NOBODY)] = u32::MAX;
        Self {
            height: [0; MOST_FIELDS],
            stone: [[NO_STONE; MOST_LEVELS + 1]; MOST_FIELDS],
            owner: [NOBODY; MOST_STONES + 1],
            owned: [[0; MOST_LEVELS]; MOST_SEATS],
            top,
            closed: 0,
            hand: [0; MOST_SEATS],
            on_board: [0; MOST_SEATS],
            out: 0,
            packed: 0,
            due: 0,
            highest,
        }
    }
}

impl Stacks {
    pub fn new(pieces: Pieces, stones: usize) -> Self {
        Self {
            index: Index::empty(MOST_LEVELS as u8),
            pieces,
            stones: stones as u8,
            landed: None,
            robbed: None,
            moved: false,
            changes: 0,
            remembers: true,
            noted: false,
            seen: [u64::MAX; SIEVE / 64],
        }
    }

    #[inline]
    pub fn of(game: &Game) -> &Self {
        game.side()
    }

    #[inline]
    pub fn of_mut(game: &mut Game) -> &mut Self {
        game.side_mut()
    }

    pub fn stone_id(&self, stone: u8) -> Id {
        self.pieces.first_stone.plus(stone.into())
    }

    pub fn field_id(&self, field: u8) -> Id {
        self.pieces.first_field.plus(field.into())
    }

    pub fn stones(&self) -> u8 {
        self.stones
    }

    /// Where a stone will lie when it comes onto a field.
    #[inline]
    pub fn landing(&self, stone: u8, field: u8) -> Landing {
        Landing { stone: self.stone_id(stone), field: self.field_id(field), level: self.height(field) + 1 }
    }

    /// Whether the position of the turn at hand is known to be in memory.
    pub fn is_noted(&self) -> bool {
        self.noted
    }

    /// The position to come goes into memory; false when it is surely not there yet.
    #[inline]
    pub fn note(&mut self, position: u128) -> bool {
        let bit = sieve(position);
        let (word, mask) = (&mut self.seen[bit / 64], 1 << (bit % 64));
        let maybe_seen = *word & mask != 0;
        *word |= mask;
        self.remembers = true;
        self.noted = true;
        maybe_seen
    }

    /// The memory of positions is about to be emptied; false when it is known to be empty.
    pub fn forget(&mut self) -> bool {
        self.noted = false;
        let remembers = std::mem::take(&mut self.remembers);
        if remembers {
            self.seen = [0; SIEVE / 64];
        }
        remembers
    }
}

impl Index {
    #[inline]
    pub fn height(&self, field: u8) -> u8 {
        self.height[usize::from(field)]
    }

    /// The stone on a field and level that has one.
    #[inline]
    pub fn stone_at(&self, field: u8, level: u8) -> u8 {
        self.stone[usize::from(field)][usize::from(level) + 1]
    }

    /// The stone on top of a field that has one.
    #[inline]
    pub fn top_stone(&self, field: u8) -> u8 {
        self.stone[usize::from(field)][usize::from(self.height(field))]
    }

    /// The stone a seat places next.
    #[inline]
    pub fn next_in_hand(&self, seat: Seat) -> Option<u8> {
        let hand = self.hand[usize::from(seat)];
        (hand != 0).then(|| hand.trailing_zeros() as u8)
    }

    #[inline]
    pub fn owner(&self, stone: u8) -> Seat {
        self.owner[usize::from(stone)]
    }

    /// The stack on a field: the owners from bottom to top.
    pub fn owners(&self, field: u8) -> impl Iterator<Item = Seat> {
        (0..self.height(field)).map(move |level| self.owner(self.stone_at(field, level)))
    }

    /// Fields where a seat has a stone, by level.
    #[inline]
    pub fn owned(&self, seat: Seat) -> &[u32; MOST_LEVELS] {
        &self.owned[usize::from(seat)]
    }

    /// Fields whose top stone belongs to a seat: its stones that can move.
    #[inline]
    pub fn top(&self, seat: Seat) -> u32 {
        self.top[usize::from(seat)]
    }

    /// The stones of a seat that lie on top, by level.
    pub fn tops(&self, seat: Seat) -> [u32; MOST_LEVELS] {
        let occupied = |level: usize| self.owned.iter().fold(0, |all, levels| all | levels.get(level).unwrap_or(&0));
        std::array::from_fn(|level| self.owned(seat)[level] & !occupied(level + 1))
    }

    /// Fields with a full stack.
    #[inline]
    pub fn closed(&self) -> u32 {
        self.closed
    }

    /// Whether a seat has stones in hand: it places, and the position cannot come again.
    #[inline]
    pub fn places(&self, seat: Seat) -> bool {
        self.hand[usize::from(seat)] != 0
    }

    /// How many stones a seat has in hand.
    #[inline]
    pub fn in_hand(&self, seat: Seat) -> u8 {
        self.hand[usize::from(seat)].count_ones() as u8
    }

    #[inline]
    pub fn on_board(&self, seat: Seat) -> u8 {
        self.on_board[usize::from(seat)]
    }

    /// Stones a seat has on the board and in hand.
    #[inline]
    pub fn left(&self, seat: Seat) -> u8 {
        self.on_board(seat) + self.in_hand(seat)
    }

    #[inline]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out >> seat & 1 == 1
    }

    /// The seat whose turn follows, among so many.
    #[inline]
    pub fn next_in(&self, seat: Seat, seats: Seat) -> Seat {
        let mut next = seat;
        loop {
            next = if next + 1 < seats { next + 1 } else { 0 };
            if next == seat || !self.is_out(next) {
                return next;
            }
        }
    }

    /// Whether only one seat is still in the game, among so many.
    #[inline]
    pub fn is_decided(&self, seats: Seat) -> bool {
        (!u32::from(self.out) & ((1 << seats) - 1)).is_power_of_two()
    }

    /// Stones the player to act may still take.
    #[inline]
    pub fn due(&self) -> u8 {
        self.due
    }

    /// The position with a seat to act, packed into one number.
    #[inline]
    pub fn position(&self, seat: Seat) -> u128 {
        self.packed | u128::from(seat) << (MOST_FIELDS * FIELD_BITS)
    }

    fn push(&mut self, stone: u8, field: u8) -> u8 {
        let (f, bit) = (usize::from(field), 1 << field);
        let level = self.height[f];
        let (below, above) = (usize::from(level), usize::from(level) + 1);
        let covered = usize::from(self.owner(self.stone[f][below]));
        let owner = usize::from(self.owner(stone));
        self.stone[f][above] = stone;
        self.height[f] = level + 1;
        self.owned[owner][usize::from(level)] |= bit;
        self.top[covered] &= !bit;
        self.top[owner] |= bit;
        self.closed |= u32::from(level + 1 >= self.highest) << field;
        self.on_board[owner] += 1;
        self.packed ^= mark(owner, field, level);
        level
    }

    fn pop(&mut self, field: u8) -> u8 {
        let (f, bit) = (usize::from(field), 1 << field);
        let level = self.height[f] - 1;
        let (below, above) = (usize::from(level), usize::from(level) + 1);
        let stone = std::mem::replace(&mut self.stone[f][above], NO_STONE);
        let owner = usize::from(self.owner(stone));
        let bared = usize::from(self.owner(self.stone[f][below]));
        self.height[f] = level;
        self.owned[owner][usize::from(level)] &= !bit;
        self.top[owner] &= !bit;
        self.top[bared] |= bit;
        self.closed &= !(u32::from(level < self.highest) << field);
        self.on_board[owner] -= 1;
        self.packed ^= mark(owner, field, level);
        stone
    }
}

#[inline]
fn sieve(position: u128) -> usize {
    let mixed = (position as u64 ^ (position >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize % SIEVE
}

/// An owner on a field and level, as bits of a packed position.
#[inline]
fn mark(owner: usize, field: u8, level: u8) -> u128 {
    (owner as u128 + 1) << (usize::from(field) * FIELD_BITS + usize::from(level) * 2)
}

/// A stone that comes to lie somewhere, as events tell it.
#[derive(Debug, Clone, Copy)]
pub struct Landing {
    pub stone: Id,
    pub field: Id,
    /// Counted from 1.
    pub level: u8,
}

/// Puts a stone of a seat's hand onto a field.
pub fn place(game: &mut Game, seat: Seat, stone: u8, field: u8) {
    let stacks = Stacks::of_mut(game);
    stacks.index.hand[usize::from(seat)] &= !(1 << stone);
    let level = stacks.index.push(stone, field);
    stacks.landed = Some((field, level));
    let (piece, on) = (stacks.stone_id(stone), stacks.field_id(field));
    game.set(piece, At::On { field, level });
    game.raise(LANDED);
    game.effect(|_| Effect::Moved { piece, from: Where::With(seat), to: Where::On(on) });
}

/// Moves the top stone of a field onto another one.
pub fn carry(game: &mut Game, from: u8, to: u8) {
    let stacks = Stacks::of_mut(game);
    let stone = stacks.index.pop(from);
    let level = stacks.index.push(stone, to);
    stacks.landed = Some((to, level));
    stacks.moved = true;
    let (piece, left, on) = (stacks.stone_id(stone), stacks.field_id(from), stacks.field_id(to));
    game.set(piece, At::On { field: to, level });
    game.raise(LANDED);
    game.effect(|_| Effect::Moved { piece, from: Where::On(left), to: Where::On(on) });
}

/// Takes a stone off a field, out of the game; those above it come down.
pub fn take(game: &mut Game, field: u8, level: u8) {
    let stacks = Stacks::of_mut(game);
    let mut above = [0; MOST_LEVELS];
    let mut count = 0;
    while stacks.height(field) > level + 1 {
        above[count] = stacks.index.pop(field);
        count += 1;
    }
    let stone = stacks.index.pop(field);
    stacks.changes = stacks.changes.wrapping_add(1);
    let (id, left) = (stacks.stone_id(stone), stacks.field_id(field));
    game.set(id, At::Gone);
    game.effect(|_| Effect::Left { piece: id, from: Where::On(left) });
    for dropped in above[..count].iter().rev() {
        let stacks = Stacks::of_mut(game);
        let level = stacks.index.push(*dropped, field);
        let id = stacks.stone_id(*dropped);
        game.set(id, At::On { field, level });
    }
}

/// Tells which stones have come down after one below them was taken.
pub fn tell_dropped(game: &mut Game, field: u8, from_level: u8) {
    for level in from_level..Stacks::of(game).height(field) {
        let stacks = Stacks::of(game);
        let dropped =
            Dropped { stone: stacks.stone_id(stacks.stone_at(field, level)), field: stacks.field_id(field), level: level + 1 };
        game.emit(dropped);
    }
}

/// The stones of a seat, on the board and in hand.
pub fn stones_of(game: &Game, seat: Seat) -> impl Iterator<Item = Id> {
    let stacks = Stacks::of(game);
    let owned = (0..stacks.stones).filter(move |stone| stacks.owner(*stone) == seat);
    owned.map(|stone| stacks.stone_id(stone)).filter(|id| game.get::<At>(*id) != At::Gone)
}

/// Gives every stone of a seat to another one, where it lies.
pub fn hand_over(game: &mut Game, from: Seat, to: Seat) {
    for stone in 0..Stacks::of(game).stones {
        let piece = Stacks::of(game).stone_id(stone);
        if Stacks::of(game).owner(stone) == from && game.get::<At>(piece) != At::Gone {
            game.set(piece, Owner(to));
            game.effect(|_| Effect::ChangedOwner { piece, from, to });
        }
    }
    // What has been seen stays seen: without this every position would be searched for until the next capture.
    let seen = Stacks::of(game).seen;
    recount(game);
    Stacks::of_mut(game).seen = seen;
}

/// Marks a seat as out of the game.
pub fn leave(game: &mut Game, seat: Seat) {
    let stacks = Stacks::of_mut(game);
    stacks.index.out |= 1 << seat;
    let id = stacks.pieces.first_player.plus(seat.into());
    game.set(id, Player { out: true });
    game.effect(|_| Effect::Marked { piece: id });
}

/// Says how many stones the player to act may still take.
pub fn set_due(game: &mut Game, due: u8) {
    let stacks = Stacks::of_mut(game);
    stacks.index.due = due;
    let table = stacks.pieces.table;
    game.set(table, Due(due));
    if due > 0 { game.raise(DUE) } else { game.lower(DUE) }
}

/// Takes over what the components say of another position: nothing has happened yet in its turn.
pub fn begin_anew(game: &mut Game) {
    let stacks = Stacks::of_mut(game);
    (stacks.landed, stacks.robbed) = (None, None);
    recount(game);
}

/// Takes over what the components say, after they were set in another way. The turn at hand goes on: what has landed and
/// who was robbed is still known, as far as it is still there.
pub fn recount(game: &mut Game) {
    let index = counted(game);
    let due = index.due > 0;
    let stacks = Stacks::of_mut(game);
    stacks.landed = stacks.landed.filter(|(on, level)| index.height[usize::from(*on)] > *level);
    stacks.robbed = stacks.robbed.filter(|loser| index.out >> loser & 1 == 0);
    stacks.index = index;
    stacks.changes = stacks.changes.wrapping_add(1);
    stacks.noted = false;
    (stacks.remembers, stacks.seen) = (true, [u64::MAX; SIEVE / 64]);
    game.raise(ROBBED);
    if due { game.raise(DUE) } else { game.lower(DUE) }
}

fn counted(game: &Game) -> Index {
    let stacks = Stacks::of(game);
    let mut index = Index::empty(Ground::of(game.rules()).highest);
    let mut lying = [[None; MOST_LEVELS]; MOST_FIELDS];
    for (stone, owner, at) in &mut game.world().query::<(&Stone, &Owner, &At)>() {
        let number = number_of(*stone, stacks.stones / game.turn().seats);
        index.owner[usize::from(number)] = owner.0;
        match at {
            At::Hand => index.hand[usize::from(owner.0)] |= 1 << number,
            At::On { field, level } => lying[usize::from(*field)][usize::from(*level)] = Some(number),
            At::Gone => {}
        }
    }
    for (field, levels) in lying.iter().enumerate() {
        for stone in levels.iter().flatten() {
            index.push(*stone, field as u8);
        }
    }
    for seat in 0..game.turn().seats {
        let player: Player = game.get(stacks.pieces.first_player.plus(seat.into()));
        index.out |= u8::from(player.out) << seat;
    }
    index.due = game.get::<Due>(stacks.pieces.table).0;
    index
}

/// The number of a stone among all: colour by colour.
fn number_of(stone: Stone, per_player: u8) -> u8 {
    stone.colour * per_player + stone.number
}
