//! The board as it is shown at a moment, and how effects change it: whatever a rule does to pieces is seen without a word of code.

use crate::sim::event::{Arg, Heavy, Row, TurnBegan};
use crate::sim::show::{Piece, Place, Show, Standing};
use crate::sim::{Account, Effect, Event, Game, Id, Seat, Where};
use crate::window::motion::{Act, Moving, Picture, Pose, change, flash, glide, sequence, tell, wait};
use macroquad::prelude::{Rect, Vec2, vec2};
use std::mem::discriminant;
use std::rc::Rc;

/// A piece as it is seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub piece: Piece,
    /// Clockwise.
    pub angle: f32,
}

#[derive(Debug, Clone)]
pub(super) struct Board {
    /// Each place with the piece of the game it is.
    pub places: Vec<(Id, Place)>,
    /// Those on one place lie on each other in this order.
    pub pieces: Vec<Seen>,
    pub standings: Vec<Standing>,
    /// Whose turn it is, and the round.
    pub turn: (Seat, u32),
    /// What was thrown last.
    pub dice: Option<Row>,
    /// Where hands lie, in the board's measure.
    pub tray: Rect,
    /// Seats whose standing is to be told anew.
    touched: Vec<Seat>,
}

/// A ring around a place or a piece for a moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Light(pub Id);

/// How long things take at normal speed, in seconds.
const MOVE: f32 = 0.55;
const LEAVE: f32 = 0.7;
const LIGHT: f32 = 1.4;
/// How long everything waits for what is lit, or thrown.
const LOOK: f32 = 0.8;
/// How high a piece is carried, in radii.
const CARRIED: f32 = 1.0;
const LIFTED_OFF: f32 = 2.5;

impl Board {
    pub(super) fn of(show: &dyn Show, game: &Game, tray: Rect) -> Self {
        let place = |place: Place| Some((game.find(&place.name)?, place));
        Self {
            places: show.places(game.rules()).into_iter().filter_map(place).collect(),
            pieces: show.pieces(game).into_iter().map(|piece| Seen { piece, angle: 0.0 }).collect(),
            standings: (0..game.turn().seats).map(|seat| show.standing(game, seat)).collect(),
            turn: (game.turn().seat, game.turn().round),
            dice: None,
            tray,
            touched: Vec::new(),
        }
    }

    pub(super) fn place(&self, id: Id) -> Option<&Place> {
        self.places.iter().find(|(known, _)| *known == id).map(|(_, place)| place)
    }

    pub(super) fn seen(&self, id: Id) -> Option<&Seen> {
        self.pieces.iter().find(|seen| seen.piece.id == id)
    }

    /// The radius of what lies on the smallest place.
    pub(super) fn radius(&self) -> f32 {
        self.places.iter().map(|(_, place)| place.shape.reach()).fold(1e5, f32::min)
    }

    /// What lies on a place, in a hand or somewhere else, the lowest first.
    pub(super) fn lying(&self, at: Where) -> impl Iterator<Item = &Seen> {
        self.pieces.iter().filter(move |seen| seen.piece.at == at)
    }

    /// Where the middle of a seat's row in the tray is, how high the row is, and how far its pieces lie apart.
    pub(super) fn row(&self, seat: Seat) -> (f32, f32, f32) {
        let high = self.tray.h / self.standings.len().max(1) as f32;
        let count = self.lying(Where::With(seat)).count() as f32;
        let apart = (0.8 * high).min(self.tray.w / 10.5).min(self.tray.w / (count + 0.4));
        (self.tray.y + high * (f32::from(seat) + 0.5), high, apart)
    }

    /// Puts a piece somewhere, on top of what is there.
    fn put(&mut self, id: Id, at: Where, game: &Snapshot) {
        let known = self.pieces.iter().position(|seen| seen.piece.id == id).map(|number| self.pieces.remove(number));
        let fresh = || game.piece(id).map(|piece| Seen { piece, angle: 0.0 });
        if let Some(mut seen) = known.or_else(fresh) {
            seen.piece.at = at;
            self.pieces.push(seen);
        }
    }

    fn apply(&mut self, effect: Effect, game: &Snapshot) {
        let touched = self.touched_by(effect);
        self.touched.extend(touched.into_iter().flatten());
        match effect {
            Effect::Left { piece, .. } => self.put(piece, Where::Away, game),
            Effect::Moved { piece, to, .. } | Effect::Appeared { piece, at: to } => self.put(piece, to, game),
            Effect::Took { seat, piece, .. } if self.seen(piece).is_some() => self.put(piece, Where::With(seat), game),
            Effect::Drew { seat, card, .. } if self.seen(card).is_some() => self.put(card, Where::With(seat), game),
            Effect::ChangedOwner { piece, from, to } => {
                self.look_again(piece, game);
                if let Some(seen) = self.pieces.iter_mut().find(|seen| seen.piece.id == piece) {
                    seen.piece.owner = Some(to);
                    if seen.piece.at == Where::With(from) {
                        seen.piece.at = Where::With(to);
                    }
                }
            }
            Effect::Marked { piece } => self.look_again(piece, game),
            Effect::Turned { piece, degrees } => {
                if let Some(seen) = self.pieces.iter_mut().find(|seen| seen.piece.id == piece) {
                    seen.angle += f32::from(degrees).to_radians();
                }
            }
            Effect::Threw { dice, .. } => self.dice = Some(dice),
            Effect::Took { .. } | Effect::Drew { .. } | Effect::Paid { .. } | Effect::Ended => {}
        }
    }

    /// Gives a piece the look it has in the end.
    fn look_again(&mut self, id: Id, game: &Snapshot) {
        let look = game.piece(id).map(|piece| piece.look);
        if let Some((seen, look)) = self.pieces.iter_mut().find(|seen| seen.piece.id == id).zip(look) {
            seen.piece.look = look;
        }
    }

    /// The seats whose standing an effect can have changed.
    fn touched_by(&self, effect: Effect) -> [Option<Seat>; 3] {
        let owner = |id: Id| self.seen(id).and_then(|seen| seen.piece.owner);
        let holder = |at: Where| if let Where::With(seat) = at { Some(seat) } else { None };
        let account = |of: Account| if let Account::Seat(seat) = of { Some(seat) } else { None };
        match effect {
            Effect::Moved { piece, from, to } => [owner(piece), holder(from), holder(to)],
            Effect::Paid { from, to, .. } => [account(from), account(to), None],
            Effect::Took { seat, from, .. } | Effect::ChangedOwner { from, to: seat, .. } => [Some(seat), Some(from), None],
            Effect::Drew { seat, .. } => [Some(seat), None, None],
            Effect::Appeared { piece, .. } | Effect::Left { piece, .. } | Effect::Marked { piece } => [owner(piece), None, None],
            Effect::Turned { .. } | Effect::Threw { .. } | Effect::Ended => [None; 3],
        }
    }

    /// Players stand as they will in the end, where something has happened to them.
    fn count_again(&mut self, game: &Snapshot) {
        for seat in std::mem::take(&mut self.touched).into_iter().map(usize::from) {
            if let Some((standing, then)) = self.standings.get_mut(seat).zip(game.standings.get(seat)) {
                standing.clone_from(then);
            }
        }
    }
}

impl Picture for Board {
    type Key = Id;
    type Mark = Light;

    fn keys(&self) -> Vec<Id> {
        self.pieces.iter().map(|seen| seen.piece.id).collect()
    }

    fn rest(&self, key: Id, _moving: &Moving<Id>) -> Option<Pose> {
        let seen = self.seen(key)?;
        let number = || self.lying(seen.piece.at).position(|other| other.piece.id == key).unwrap_or(0);
        let (at, size) = match seen.piece.at {
            Where::On(id) => (Vec2::from(self.place(id)?.spot(number())), 1.0),
            Where::At(x, y) => (vec2(x, y), 1.0),
            Where::With(seat) => {
                let (middle, high, apart) = self.row(seat);
                let size = (0.8 * high).min(self.tray.w / 10.5);
                // The first to be played lies last, so that the others stay where they are.
                let after = self.lying(seen.piece.at).count() - 1 - number();
                (vec2(self.tray.x + 0.7 * size + apart * after as f32, middle), size / (2.76 * self.radius()))
            }
            Where::Away => return None,
        };
        Some(Pose { size, ..Pose::at(at).turned(seen.angle) })
    }
}

/// What a game looks like when everything is over, for acts that come to it step by step.
struct Snapshot {
    pieces: Vec<Piece>,
    standings: Vec<Standing>,
}

impl Snapshot {
    fn piece(&self, id: Id) -> Option<Piece> {
        self.pieces.iter().find(|piece| piece.id == id).copied()
    }
}

/// The game's last events as acts.
pub(super) fn acts(show: &dyn Show, game: &Game, board: &Board) -> Vec<Act<Board>> {
    let standings = (0..game.turn().seats).map(|seat| show.standing(game, seat)).collect();
    let end = Rc::new(Snapshot { pieces: show.pieces(game), standings });
    let event = |(number, event)| {
        let effects: Vec<Effect> = game.effects_of(number).collect();
        act(event, &effects, board, &end)
    };
    let last = {
        let end = end.clone();
        change(move |board: &mut Board| board.standings.clone_from(&end.standings))
    };
    game.events().iter().enumerate().map(event).chain([last]).collect()
}

/// One event: what it did, how its players stand then, and that it has been shown.
fn act(event: &Event, effects: &[Effect], board: &Board, end: &Rc<Snapshot>) -> Act<Board> {
    let mut acts = Vec::new();
    if let Some(began) = TurnBegan::read(event) {
        acts.push(change(move |board: &mut Board| board.turn = (began.player, began.round)));
    }
    // What has moved is carried piece by piece; whatever else is done alike is done at once.
    let alike = |a: &Effect, b: &Effect| discriminant(a) == discriminant(b) && !matches!(a, Effect::Moved { .. });
    for group in effects.chunk_by(alike) {
        acts.push(done(group.to_vec(), end));
    }
    if effects.is_empty() {
        let about: Vec<Id> = spoken_of(event).filter(|id| board.place(*id).is_some()).collect();
        let pause = 0.5 * LOOK * about.len().min(2) as f32;
        acts.extend(about.into_iter().map(|id| flash(Light(id), LIGHT)).chain([wait(pause)]));
    }
    let end = end.clone();
    acts.push(change(move |board: &mut Board| board.count_again(&end)));
    acts.push(tell(1));
    sequence(acts)
}

/// What was done at once.
fn done(group: Vec<Effect>, end: &Rc<Snapshot>) -> Act<Board> {
    let (seconds, arc) = match group.first() {
        Some(Effect::Moved { to: Where::Away, .. } | Effect::Left { .. }) => (LEAVE, 0.0),
        Some(Effect::Moved { .. } | Effect::Took { .. } | Effect::Drew { .. }) => (MOVE, CARRIED),
        Some(Effect::Appeared { .. } | Effect::Turned { .. }) => (MOVE, 0.0),
        Some(Effect::ChangedOwner { .. } | Effect::Marked { .. } | Effect::Threw { .. }) => (0.5 * LOOK, 0.0),
        Some(Effect::Paid { .. } | Effect::Ended) | None => (0.0, 0.0),
    };
    let marked = |effect: &Effect| match effect {
        Effect::ChangedOwner { piece, .. } | Effect::Marked { piece } => Some(*piece),
        _ => None,
    };
    let lights: Vec<Act<Board>> = group.iter().filter_map(marked).map(|id| flash(Light(id), LIGHT)).collect();
    let end = end.clone();
    let change = move |board: &mut Board| group.iter().for_each(|effect| board.apply(*effect, &end));
    let glide = glide(seconds, change).arc(arc).goes(|pose| pose.lifted(LIFTED_OFF).faded());
    sequence(lights.into_iter().chain([glide.into()]))
}

/// The pieces an event names.
pub(super) fn spoken_of(event: &Event) -> impl Iterator<Item = Id> {
    let named = |arg: &Arg| match arg {
        Arg::Piece(id) => vec![*id],
        Arg::Few(few) => few.ids().to_vec(),
        Arg::Heavy(number) => match event.heavy.get(usize::from(*number)) {
            Some(Heavy::Pieces(ids)) => ids.to_vec(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    event.args.iter().flat_map(named)
}
