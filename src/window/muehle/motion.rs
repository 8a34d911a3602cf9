//! Stones in motion: placed, moved, taken, and mills that flash.

use crate::packs::muehle::events as told;
use crate::packs::muehle::view;
use crate::sim::event::TurnBegan;
use crate::sim::{Effect, Game, Id, Seat, Where};
use std::collections::VecDeque;

/// A stone as the picture shows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stone {
    pub id: Id,
    pub owner: Seat,
    /// Nothing while it is in a hand or gone.
    pub field: Option<u8>,
    pub level: f32,
    /// The place it comes from and how far it has come, while it moves. No field: from beyond the board.
    pub from: Option<(Option<u8>, f32, f32)>,
    pub lift: f32,
    pub alpha: f32,
}

#[derive(Debug, Clone, Copy)]
enum Act {
    Turn {
        seat: Seat,
        round: u32,
    },
    /// Onto a field, perhaps out of a seat's hand.
    Put {
        stone: Id,
        to: u8,
        hand: Option<Seat>,
    },
    Mill([Option<u8>; 3]),
    Take {
        stone: Id,
    },
    Give {
        stone: Id,
        from: Seat,
        to: Seat,
    },
    Out(Seat),
    Tell,
}

impl Act {
    fn length(self) -> f32 {
        match self {
            Self::Turn { .. } => 0.1,
            Self::Put { .. } => 0.55,
            Self::Mill(_) => 0.8,
            Self::Take { .. } => 0.7,
            Self::Give { .. } | Self::Out(_) => 0.3,
            Self::Tell => 0.0,
        }
    }

    /// How many events are shown when it is over: effects come before the event they belong to.
    fn events(self) -> usize {
        usize::from(!matches!(self, Self::Put { .. } | Self::Take { .. } | Self::Give { .. }))
    }
}

pub(super) struct Motion {
    pub stones: Vec<Stone>,
    pub hands: Vec<u8>,
    pub out: Vec<bool>,
    pub seat: Seat,
    pub round: u32,
    queue: VecDeque<Act>,
    playing: Option<(Act, f32)>,
    /// Fields that flash, and how long they have.
    pub flashes: Vec<(u8, f32)>,
}

pub(super) const FLASH: f32 = 1.4;

impl Motion {
    pub(super) fn of(game: &Game) -> Self {
        let fields = view::fields(game.rules()).len() as u8;
        let lying = |field: u8| view::stack(game, field).into_iter().enumerate().map(move |lying| (field, lying));
        let stones = (0..fields).flat_map(lying).map(|(field, (level, lying))| Stone {
            id: lying.stone,
            owner: lying.owner,
            field: Some(field),
            level: level as f32,
            from: None,
            lift: 0.0,
            alpha: 1.0,
        });
        Self {
            stones: stones.collect(),
            hands: (0..game.turn().seats).map(|seat| view::in_hand(game, seat)).collect(),
            out: (0..game.turn().seats).map(|seat| view::is_out(game, seat)).collect(),
            seat: game.turn().seat,
            round: game.turn().round,
            queue: VecDeque::new(),
            playing: None,
            flashes: Vec::new(),
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.playing.is_none()
    }

    pub(super) fn flash(&mut self, field: u8) {
        self.flashes.push((field, 0.0));
    }

    /// Turns the game's last events into acts.
    pub(super) fn plan(&mut self, game: &Game) {
        let field = |id: Id| view::field_number(game, id);
        for (number, event) in game.events().iter().enumerate() {
            // What happens to stones is shown by effects, whichever rule they come from.
            self.queue.extend(game.effects_of(number).filter_map(|effect| show(game, effect)));
            self.queue.push_back(if let Some(e) = TurnBegan::read(event) {
                Act::Turn { seat: e.player, round: e.round }
            } else if let Some(e) = told::Mill::read(event) {
                Act::Mill(fields_of(e.fields.ids(), &field))
            } else if let Some(e) = told::Tower::read(event) {
                Act::Mill(fields_of(e.fields.ids(), &field))
            } else if let Some(e) = told::Eliminated::read(event) {
                Act::Out(e.player)
            } else {
                Act::Tell
            });
        }
    }

    /// Lets time pass; gives how many events have been shown.
    pub(super) fn tick(&mut self, mut seconds: f32) -> usize {
        for flash in &mut self.flashes {
            flash.1 += seconds;
        }
        self.flashes.retain(|flash| flash.1 < FLASH);
        let mut shown = 0;
        loop {
            if self.playing.is_none() {
                let Some(act) = self.queue.pop_front() else { break };
                self.begin(act);
                self.playing = Some((act, 0.0));
            }
            let Some((act, time)) = self.playing else { break };
            let used = seconds.min(act.length() - time);
            seconds -= used;
            let time = time + used;
            let progress = if act.length() > 0.0 { time / act.length() } else { 1.0 };
            self.advance(act, progress);
            if time < act.length() {
                self.playing = Some((act, time));
                break;
            }
            self.end(act);
            self.playing = None;
            shown += act.events();
        }
        shown
    }

    fn stone(&mut self, id: Id) -> Option<&mut Stone> {
        self.stones.iter_mut().find(|stone| stone.id == id)
    }

    fn begin(&mut self, act: Act) {
        match act {
            Act::Put { stone, to, hand } => {
                let below = self.stones.iter().filter(|other| other.id != stone && other.field == Some(to)).count();
                if let Some(owner) = hand {
                    let hand = &mut self.hands[usize::from(owner)];
                    *hand = hand.saturating_sub(1);
                    self.stones.retain(|known| known.id != stone);
                    let fresh = Stone { id: stone, owner, field: None, level: 0.0, from: None, lift: 1.0, alpha: 0.0 };
                    self.stones.push(fresh);
                }
                if let Some(stone) = self.stone(stone) {
                    stone.from = Some((stone.field, stone.level, 0.0));
                    stone.field = Some(to);
                    stone.level = below as f32;
                }
            }
            Act::Mill(fields) => fields.into_iter().flatten().for_each(|field| self.flash(field)),
            _ => {}
        }
    }

    fn advance(&mut self, act: Act, progress: f32) {
        let eased = progress * progress * (3.0 - 2.0 * progress);
        match act {
            Act::Put { stone, .. } => {
                if let Some(stone) = self.stone(stone) {
                    stone.from = stone.from.map(|(field, level, _)| (field, level, eased));
                    stone.lift = 4.0 * progress * (1.0 - progress) + 0.01;
                    stone.alpha = if stone.alpha < 1.0 { (progress * 3.0).min(1.0) } else { 1.0 };
                }
            }
            Act::Take { stone } => {
                if let Some(stone) = self.stone(stone) {
                    stone.lift = eased * 2.5;
                    stone.alpha = 1.0 - eased;
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, act: Act) {
        match act {
            Act::Turn { seat, round } => (self.seat, self.round) = (seat, round),
            Act::Put { stone, .. } => {
                if let Some(stone) = self.stone(stone) {
                    stone.from = None;
                    stone.lift = 0.0;
                    stone.alpha = 1.0;
                }
            }
            Act::Take { stone } => {
                let gone = self.stones.iter().find(|known| known.id == stone).copied();
                self.stones.retain(|known| known.id != stone);
                // Those above come down.
                let above = |known: &&mut Stone| gone.is_some_and(|gone| known.field == gone.field && known.level > gone.level);
                self.stones.iter_mut().filter(above).for_each(|stone| stone.level -= 1.0);
            }
            Act::Give { stone, from, to } => {
                if let Some(stone) = self.stone(stone) {
                    stone.owner = to;
                    let field = stone.field;
                    self.flashes.extend(field.map(|field| (field, 0.0)));
                } else {
                    self.hands[usize::from(from)] = self.hands[usize::from(from)].saturating_sub(1);
                    self.hands[usize::from(to)] += 1;
                }
            }
            Act::Out(seat) => self.out[usize::from(seat)] = true,
            Act::Mill(_) | Act::Tell => {}
        }
    }
}

/// The motion of one effect.
fn show(game: &Game, effect: Effect) -> Option<Act> {
    match effect {
        Effect::Moved { piece: stone, from, to: Where::On(to) } => {
            let hand = if let Where::With(seat) = from { Some(seat) } else { None };
            Some(Act::Put { stone, to: view::field_number(game, to)?, hand })
        }
        Effect::Left { piece, .. } => Some(Act::Take { stone: piece }),
        Effect::ChangedOwner { piece, from, to } => Some(Act::Give { stone: piece, from, to }),
        _ => None,
    }
}

fn fields_of(ids: &[Id], number: &dyn Fn(Id) -> Option<u8>) -> [Option<u8>; 3] {
    std::array::from_fn(|i| ids.get(i).and_then(|id| number(*id)))
}
