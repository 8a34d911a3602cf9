//! What happened becomes what is shown: every event as acts. Its effects change the picture; an event that the printed game
//! knows only says in which manner, so that a rule nobody has met is shown too.

use super::pieces::{Cargo, Flying, Harbour, Mark, Pieces, Place, ShownCloud, Thing, way};
use crate::packs::bermuda::Sea;
use crate::packs::bermuda::cloud::spinner::Segment;
use crate::packs::bermuda::components::{At, Card};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::waters::{Waters, whereabouts};
use crate::sim::event::{Passed, TurnBegan};
use crate::sim::{Account, Effect, Event, Game, Id, Seat, Where};
use crate::window::motion::{Act, Ease, Gate, Motion, Pose, change, flash, gate, glide, sequence, show, tell, together, wait};
use macroquad::prelude::vec2;
use std::f32::consts::TAU;

/// How long a ship slides aside or clicks up.
const SLIDE: f32 = 0.22;
/// How long money counts.
const COUNT: f32 = 0.25;
/// How far above its place a ship appears that comes back.
const COMES_FROM: f32 = 140.0;

/// Queues a command's events as motion.
pub(super) fn plan(motion: &mut Motion<Pieces>, game: &Game, by_hand: &dyn Fn(Seat) -> bool) {
    let plan = Plan { game, sea: Sea::of(game.rules()), waters: Waters::of(game) };
    let events = game.events();
    let mut at = 0;
    while let Some(event) = events.get(at) {
        let number = at;
        at += 1;
        plan.before(event, by_hand).into_iter().for_each(|act| motion.push(act));
        if event.is(told::Lifted::kind()) {
            motion.push(plan.lift(number).then(tell(1)));
        } else if let Some(Sweep { seconds, ease }) = plan.sweep(number) {
            // Told as it sets out, and every touch as it happens.
            let mut acts = vec![tell(1)];
            acts.extend(plan.effects(number));
            while let Some(moment) = events.get(at).and_then(moment) {
                let touch = sequence(plan.effects(at));
                acts.push(sequence([wait(seconds * ease.time(moment)), tell(1), touch]));
                at += 1;
            }
            motion.push(together(acts));
        } else {
            motion.push(sequence(plan.effects(number)).then(tell(1)));
        }
    }
}

/// How a cloud uses its time on the way.
struct Sweep {
    seconds: f32,
    ease: Ease,
}

/// The share of a cloud's movement after which it touched a ship, if that is what an event tells.
fn moment(event: &Event) -> Option<f32> {
    let moment = told::Captured::read(event).map(|e| e.moment).or_else(|| told::Pushed::read(event).map(|e| e.moment));
    moment.map(|moment| moment.share() as f32)
}

struct Plan<'a> {
    game: &'a Game,
    sea: &'a Sea,
    waters: &'a Waters,
}

impl Plan<'_> {
    /// What comes before an event's effects: a press, whose turn it is, the spinner, a breath.
    fn before(&self, event: &Event, by_hand: &dyn Fn(Seat) -> bool) -> Vec<Act<Pieces>> {
        let press = |seat: Seat, name, label, does| by_hand(seat).then(|| gate(Gate { name, label, seat, does }));
        if let Some(e) = TurnBegan::read(event) {
            return vec![wait(0.12), change(move |pieces: &mut Pieces| (pieces.seat, pieces.round) = (e.player, e.round))];
        }
        if let Some(e) = told::Rolled::read(event) {
            return press(e.player, "roll", "bermuda.window.gate.roll", None).into_iter().collect();
        }
        if let Some((segment, mover)) = Segment::spun(event) {
            let press = press(mover, "spin", "bermuda.window.gate.spin", Some("bermuda.window.gate.spins"));
            let segment = self.sea.spinner.iter().position(|known| *known == segment);
            let spin = glide(2.0, move |pieces: &mut Pieces| pieces.segment = segment);
            let spin = spin.ease(Ease::SlowDown).turning(Thing::Needle, TAU * 4.0);
            return press.into_iter().chain([spin.into()]).collect();
        }
        event.is(Passed::kind()).then(|| wait(0.5)).into_iter().collect()
    }

    fn effects(&self, event: usize) -> Vec<Act<Pieces>> {
        self.game.effects_of(event).filter_map(|effect| self.show(event, effect)).collect()
    }

    /// The motion of one effect.
    fn show(&self, event: usize, effect: Effect) -> Option<Act<Pieces>> {
        match effect {
            Effect::Moved { piece, to, .. } | Effect::Appeared { piece, at: to } => match self.cloud(piece) {
                Some(cloud) => self.travel(cloud, effect),
                None => self.ship_goes(event, self.waters.ship_number(piece)?, effect, to),
            },
            Effect::Turned { piece, degrees } => turn(self.cloud(piece)?, degrees),
            Effect::Left { piece, .. } => Some(self.sink(self.waters.ship_number(piece)?, 0.9)),
            Effect::Paid { from, to, amount } => {
                let coins = Flying { what: Cargo::Coins(amount), from: from.into(), to: to.into() };
                let pay = move |pieces: &mut Pieces| {
                    for (account, money) in [(from, -amount), (to, amount)] {
                        if let Account::Seat(seat) = account {
                            pieces.money[usize::from(seat)] += money;
                        }
                    }
                };
                Some(show(Mark::Flying(coins), 0.75).then(glide(COUNT, pay)))
            }
            Effect::Drew { seat, deck, value, .. } => {
                let (seat, deck) = (usize::from(seat), self.deck(deck)?);
                let card = Flying { what: Cargo::Card { deck, value }, from: Harbour::Deck(deck), to: Harbour::Seat(seat) };
                let draw = move |pieces: &mut Pieces| _ = pieces.decks.get_mut(deck).and_then(|deck| deck.cards.pop_front());
                let gain = move |pieces: &mut Pieces| {
                    pieces.money[seat] += value;
                    pieces.cards[seat] += 1;
                };
                Some(change(draw).then(show(Mark::Flying(card), 0.65)).then(glide(COUNT, gain)))
            }
            Effect::Took { seat, from, piece } => {
                let card: Card = *self.game.world().get::<&Card>(self.game.entity(piece)).ok()?;
                let (seat, from, deck) = (usize::from(seat), usize::from(from), self.deck(card.deck)?);
                let what = Cargo::Card { deck, value: card.value };
                let take = move |pieces: &mut Pieces| {
                    pieces.cards[seat] += 1;
                    pieces.cards[from] = pieces.cards[from].saturating_sub(1);
                };
                let flying = Flying { what, from: Harbour::Seat(from), to: Harbour::Seat(seat) };
                Some(show(Mark::Flying(flying), 0.75).then(change(take)))
            }
            Effect::Threw { dice, .. } => {
                Some(show(Mark::Dice(dice), 0.85).then(change(move |pieces: &mut Pieces| pieces.dice = dice)))
            }
            Effect::ChangedOwner { .. } | Effect::Marked { .. } | Effect::Ended => None,
        }
    }

    fn deck(&self, deck: Id) -> Option<usize> {
        self.waters.furniture.decks.iter().flatten().position(|known| *known == deck)
    }

    fn cloud(&self, piece: Id) -> Option<usize> {
        self.waters.furniture.clouds.iter().position(|pieces| pieces.cloud == piece)
    }

    // ── Ships ─────────────────────────────────────────────────────────────────────────────────────────────────

    fn place(&self, place: Where) -> Option<Place> {
        match place {
            Where::On(id) => match self.waters.spot_number(&self.sea.chart, id) {
                Some(spot) => Some(Place::Spot(spot)),
                None => self.waters.hook(id).map(|(cloud, magnet)| Place::Hanging { cloud, magnet }),
            },
            Where::At(x, y) => Some(Place::Adrift(vec2(x, y))),
            Where::With(_) | Where::Away => None,
        }
    }

    /// A ship sails if that is what the event tells; anything else carries it through the air, or pushes or catches it.
    fn ship_goes(&self, event: usize, ship: usize, effect: Effect, to: Where) -> Option<Act<Pieces>> {
        let place = self.place(to)?;
        let from = if let Effect::Moved { from, .. } = effect { self.place(from) } else { None };
        let go = move |pieces: &mut Pieces| pieces.ships[ship] = place;
        Some(match (place, from) {
            (Place::Spot(to), Some(Place::Spot(from))) if self.game.events()[event].is(told::Sailed::kind()) => {
                let way = way(&self.sea.chart, from, to);
                let between = way[1..way.len() - 1].to_vec();
                glide(0.30 * (way.len() - 1) as f32 + 0.15, go).by(between).facing().into()
            }
            (Place::Hanging { .. }, _) => flash(Mark::Caught(ship), 0.7).then(glide(SLIDE, go)),
            (Place::Adrift(_), _) => glide(SLIDE, go).into(),
            _ => {
                let above = |rest: Pose| Pose { at: rest.at - vec2(0.0, COMES_FROM), ..rest }.faded();
                glide(0.8, go).arc(1.25).comes(above).into()
            }
        })
    }

    /// A ship goes down where it is.
    fn sink(&self, ship: usize, seconds: f32) -> Act<Pieces> {
        let boxed = whereabouts(self.game, ship) == At::InBox;
        let gone = if boxed { Place::InBox } else { Place::Lost };
        glide(seconds, move |pieces: &mut Pieces| pieces.ships[ship] = gone).goes(|pose| pose.lifted(-1.0).faded()).into()
    }

    // ── Clouds ────────────────────────────────────────────────────────────────────────────────────────────────

    /// How the cloud moves in an event, if it does.
    fn sweep(&self, event: usize) -> Option<Sweep> {
        self.game.effects_of(event).find_map(|effect| match effect {
            Effect::Turned { degrees, .. } => turning(degrees),
            Effect::Moved { piece, .. } if self.cloud(piece).is_some() => self.travelling(effect),
            _ => None,
        })
    }

    /// From dot to dot with a breath at each.
    fn travelling(&self, effect: Effect) -> Option<Sweep> {
        let Effect::Moved { from: Where::At(left, top), to: Where::At(x, y), .. } = effect else { return None };
        let dots = (vec2(left, top).distance(vec2(x, y)) / self.sea.chart.grid.pitch as f32).round();
        (dots > 0.0).then_some(Sweep { seconds: 0.24 * dots + 0.1, ease: Ease::Steps(dots) })
    }

    fn travel(&self, cloud: usize, effect: Effect) -> Option<Act<Pieces>> {
        let Sweep { seconds, ease } = self.travelling(effect)?;
        let Effect::Moved { to: Where::At(x, y), .. } = effect else { return None };
        Some(glide(seconds, change_cloud(cloud, move |cloud| cloud.at = vec2(x, y))).ease(ease).into())
    }

    /// A cloud is lifted off, what hung from it sinks, and it comes down where it starts anew.
    fn lift(&self, event: usize) -> Act<Pieces> {
        const RISES: f32 = 1.08;
        const LANDS: f32 = 0.72;
        let (mut rising, mut landing) = (Vec::new(), Vec::new());
        for effect in self.game.effects_of(event) {
            if let Effect::Moved { piece, to: Where::At(x, y), .. } = effect
                && let Some(cloud) = self.cloud(piece)
            {
                let home = ShownCloud { at: vec2(x, y), letter: 0, aloft: false };
                let high = |pose: Pose| pose.lifted(1.0).faded();
                rising.push(glide(RISES, change_cloud(cloud, |cloud| cloud.aloft = true)).goes(high).into());
                landing.push(glide(LANDS, change_cloud(cloud, move |cloud| *cloud = home)).comes(high).into());
            } else if let Effect::Left { piece, .. } = effect
                && let Some(ship) = self.waters.ship_number(piece)
            {
                rising.extend([flash(Mark::Caught(ship), 0.7), self.sink(ship, RISES)]);
            } else {
                landing.extend(self.show(event, effect));
            }
        }
        together(rising).then(together(landing))
    }
}

/// What happens to a cloud, if it is still there by then: rules may change in the meantime.
fn change_cloud(number: usize, change: impl FnOnce(&mut ShownCloud) + 'static) -> impl FnOnce(&mut Pieces) + 'static {
    move |pieces| pieces.clouds.get_mut(number).map_or((), change)
}

fn turn(cloud: usize, degrees: i16) -> Option<Act<Pieces>> {
    let Sweep { seconds, ease } = turning(degrees)?;
    let turned = move |cloud: &mut ShownCloud| cloud.letter = (i16::from(cloud.letter) + degrees / 45).rem_euclid(8) as u8;
    Some(
        glide(seconds, change_cloud(cloud, turned))
            .ease(ease)
            .turning(Thing::Cloud(cloud), f32::from(degrees).to_radians())
            .into(),
    )
}

fn turning(degrees: i16) -> Option<Sweep> {
    let eighths = f32::from(degrees).abs() / 45.0;
    (degrees != 0).then_some(Sweep { seconds: 0.35 * eighths + 0.2, ease: Ease::Gentle })
}
