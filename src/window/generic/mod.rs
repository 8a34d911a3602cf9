//! A scene for any game, made from nothing but its [`Show`]: the board as a backdrop, pieces that move as effects say, and
//! choices made by pointing at whatever an offer names.

mod board;
mod draw;
mod heat;

use super::heat::HeatMap;
use super::laboratory::findings::Findings;
use super::motion::{Gate, Motion, Speed};
use super::scene::{Choice, Overlay, Scene, Standing, Target, Tip, Tone, View, by_motion};
use super::sprites::Gallery;
use crate::sim::show::{Danger, Place, Show, art};
use crate::sim::{Command, Effect, Event, Eyes, Game, Id, Ruleset, Seat, Where};
use crate::table::{SeatCard, Table, named};
use crate::words::{Message, msg};
use board::{Board, Light, spoken_of};
use macroquad::prelude::{KeyCode, Rect, Vec2};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

const DANGER: Overlay = Overlay { name: "danger", label: "window.danger.label", tip: "window.danger.tip", key: KeyCode::D };

/// How long something is pointed out.
const POINTED: f32 = 1.4;

pub(super) struct GenericScene {
    show: &'static dyn Show,
    rules: Arc<Ruleset>,
    motion: Motion<Board>,
    gallery: Gallery,
    /// The colours of the seats.
    colours: Vec<[u8; 3]>,
    /// Every offer with what it is chosen by.
    aims: Vec<(Command, Vec<Id>)>,
    /// What has been chosen of an offer so far.
    held: Vec<Id>,
    /// What somebody advises.
    advice: Option<Command>,
    /// What each player did last.
    trails: Vec<Trail>,
    /// Who moved last.
    moved: Option<Seat>,
    /// Places that belong together by what was told last, such as the fields of a mill: marked until the next move.
    lit: Vec<Vec<Id>>,
    /// The position that was played last.
    played: Option<u64>,
    dangers: Vec<Danger>,
    /// Where the tray was seen last, in the board's measure.
    tray: Cell<Rect>,
}

/// A trace of what a player did last.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Trail {
    by: Seat,
    piece: Id,
    from: Where,
    /// Nowhere for a piece that was taken.
    to: Where,
}

impl GenericScene {
    pub(super) fn new(show: &'static dyn Show, game: &Game) -> Self {
        let tray = Rect::default();
        let mut scene = Self {
            show,
            rules: game.rules().clone(),
            motion: Motion::new(Board::of(show, game, tray)),
            gallery: Gallery::default(),
            colours: Vec::new(),
            aims: Vec::new(),
            held: Vec::new(),
            advice: None,
            trails: Vec::new(),
            moved: None,
            lit: Vec::new(),
            played: None,
            dangers: Vec::new(),
            tray: Cell::new(tray),
        };
        scene.look(game);
        scene
    }

    /// Takes up what a position is about.
    fn look(&mut self, game: &Game) {
        self.rules = game.rules().clone();
        self.held.clear();
        self.aims = game.offers().iter().map(|command| (*command, self.show.aims(game, *command))).collect();
        self.dangers = if game.outcome().is_none() { self.show.dangers(game) } else { Vec::new() };
    }

    fn board(&self) -> &Board {
        self.motion.picture()
    }

    /// Remembers what the last command did; a player's own trails last until the next move.
    fn leave_trails(&mut self, game: &Game) {
        let by = self.board().turn.0;
        let effects = (0..game.events().len()).flat_map(|number| game.effects_of(number));
        let trails: Vec<Trail> = effects
            .filter_map(|effect| match effect {
                Effect::Moved { piece, from, to } => Some(Trail { by, piece, from, to }),
                Effect::Appeared { piece, at } => Some(Trail { by, piece, from: Where::Away, to: at }),
                Effect::Left { piece, from } => Some(Trail { by, piece, from, to: Where::Away }),
                _ => None,
            })
            .collect();
        if trails.iter().any(|trail| trail.to != Where::Away) {
            // Whoever was passed over has nothing to move any more, and leaves no trail.
            let seats = self.board().standings.len() as Seat;
            let before = self.moved.replace(by).unwrap_or(by);
            let is_passed_over = |seat: Seat| (seat + seats - before) % seats < (by + seats - before) % seats && seat != before;
            self.trails.retain(|trail| trail.by != by && !is_passed_over(trail.by));
            self.lit.clear();
        }
        let told = (0..game.events().len()).filter(|number| game.effects_of(*number).next().is_none());
        let places = |number: usize| -> Vec<Id> {
            spoken_of(&game.events()[number]).filter(|id| self.board().place(*id).is_some()).collect()
        };
        let lit: Vec<Vec<Id>> = told.map(places).filter(|places| !places.is_empty()).collect();
        self.lit.extend(lit);
        self.trails.extend(trails);
    }

    /// Offers that go on from what has been chosen.
    fn open(&self) -> impl Iterator<Item = (Command, &[Id])> {
        let matching = self.aims.iter().filter(|(_, aims)| aims.len() > self.held.len() && aims.starts_with(&self.held));
        matching.map(|(command, aims)| (*command, &aims[self.held.len()..]))
    }

    /// What can be chosen next.
    fn next_aims(&self) -> Vec<Id> {
        each_once(self.open().map(|(_, aims)| aims[0]))
    }

    /// What can be chosen instead of what has been.
    fn other_aims(&self) -> Vec<Id> {
        if self.held.is_empty() {
            return Vec::new();
        }
        each_once(self.aims.iter().filter_map(|(_, aims)| aims.first().copied()))
    }

    /// What a place or piece is called in scripts.
    fn target_name(&self, game: &Game, id: Id) -> String {
        let board = self.board();
        let kind = board.place(id).map(|place| place.kind).or_else(|| board.seen(id).map(|seen| seen.piece.kind));
        format!("{}:{}", kind.unwrap_or("piece"), game.name(id))
    }

    /// Where a place or a piece is, and how large.
    fn spot(&self, id: Id) -> Option<(Vec2, f32)> {
        if let Some(place) = self.board().place(id) {
            return Some((Vec2::from(place.at), place.shape.reach()));
        }
        let pose = self.motion.pose(id)?;
        Some((pose.at, self.board().radius() * pose.size))
    }

    /// Where the uppermost piece on a place is, or the place itself.
    fn top(&self, id: Id) -> Option<Vec2> {
        let upper = self.board().lying(Where::On(id)).last().and_then(|seen| self.motion.pose(seen.piece.id));
        upper.map(|pose| pose.at).or_else(|| self.spot(id).map(|(at, _)| at))
    }

    /// Whether a piece is to be seen and nothing lies on it.
    fn is_on_top(&self, id: Id) -> bool {
        let last = |at: Where| self.board().lying(at).last().is_some_and(|seen| seen.piece.id == id);
        self.board().seen(id).is_some_and(|seen| seen.piece.at != Where::Away && last(seen.piece.at))
    }

    /// Whether nothing lies there any more.
    fn is_bare(&self, at: Where) -> bool {
        self.board().lying(at).next().is_none()
    }

    /// The place a target is or lies on.
    fn place_of(&self, id: Id) -> Id {
        match self.board().seen(id).map(|seen| seen.piece.at) {
            Some(Where::On(place)) => place,
            _ => id,
        }
    }

    /// Whether another offer that comes before is chosen in the same way.
    fn is_hidden(&self, command: Command) -> bool {
        let aims = self.aims.iter().find(|(known, _)| *known == command).map(|(_, aims)| aims);
        aims.is_some_and(|aims| {
            aims.is_empty() || self.aims.iter().take_while(|(known, _)| *known != command).any(|(_, others)| others == aims)
        })
    }
}

/// Pieces in their order, each once.
fn each_once(ids: impl Iterator<Item = Id>) -> Vec<Id> {
    ids.collect::<BTreeSet<Id>>().into_iter().collect()
}

/// What a script's name stands for.
fn named_by(game: &Game, target: &str) -> Option<Id> {
    game.find(target.split_once(':')?.1)
}

impl Scene for GenericScene {
    by_motion!();

    fn size(&self) -> Vec2 {
        self.show.size(&self.rules).into()
    }

    fn fit(&mut self, _game: &Game, cast: &[SeatCard], pixels_per_unit: f32, _tray_pixels: f32) {
        self.colours = cast.iter().map(|card| card.colour().rgb).collect();
        let (show, rules, colours) = (self.show, self.rules.clone(), self.colours.clone());
        self.gallery.commission(move || draw::commissions(show, &rules, &colours, pixels_per_unit));
    }

    fn show(&mut self, game: &Game) {
        if self.played != Some(game.hash()) {
            self.trails.clear();
            self.moved = None;
            self.lit.clear();
        }
        let mut board = Board::of(self.show, game, self.tray.get());
        board.dice = self.board().dice;
        self.motion.show(board);
        self.look(game);
    }

    fn play(&mut self, game: &Game, _by_hand: &dyn Fn(Seat) -> bool) {
        self.leave_trails(game);
        self.look(game);
        self.played = Some(game.hash());
        for act in board::acts(self.show, game, self.board()) {
            self.motion.push(act);
        }
    }

    fn tick(&mut self, seconds: f32, speed: Speed) -> usize {
        self.gallery.refresh();
        self.motion.picture_mut().tray = self.tray.get();
        self.motion.tick(seconds, speed)
    }

    fn moving(&self) -> bool {
        !self.motion.is_idle()
    }

    fn turn(&self) -> (Seat, u32) {
        self.board().turn
    }

    fn standings(&self, _game: &Game) -> Vec<Standing> {
        self.board().standings.clone()
    }

    /// First what can be chosen next, then what could be chosen instead, then every other place.
    fn targets(&self, game: &Game) -> Vec<Target> {
        let idle = self.motion.is_idle();
        let (next, others) = (self.next_aims(), self.other_aims());
        let others: Vec<Id> = others.into_iter().filter(|id| !next.contains(id)).collect();
        let chosen = |id: &Id| next.contains(id) || others.contains(id);
        let rest = self.board().places.iter().map(|(id, _)| *id).filter(|id| !chosen(id));
        let target = |(id, choosable): (Id, bool)| {
            let ((at, reach), top) = (self.spot(id)?, self.top(id)?);
            let wide = if self.board().place(id).is_some() { 1.22 } else { 1.06 };
            // A tower is pointed at as a whole.
            let radius = wide * reach + at.distance(top) / 2.0;
            Some(Target { name: self.target_name(game, id), at: (at + top) / 2.0, radius, choosable })
        };
        let choosable = next.iter().chain(&others).map(|id| (*id, idle));
        choosable.chain(rest.map(|id| (id, false))).filter_map(target).collect()
    }

    fn choose(&mut self, game: &Game, target: &str) -> Choice {
        let Some(id) = named_by(game, target) else { return Choice::Nothing };
        let whole = self.open().find(|(_, aims)| *aims == [id]).map(|(command, _)| command);
        if let Some(command) = whole {
            self.held.clear();
            return Choice::Command(command);
        }
        if self.next_aims().contains(&id) {
            self.held.push(id);
        } else if self.held.first() == Some(&id) {
            self.held.clear();
        } else if self.other_aims().contains(&id) {
            self.held = vec![id];
        } else {
            return Choice::Nothing;
        }
        Choice::Begun
    }

    fn lift(&mut self, game: &Game, target: &str) -> bool {
        let Some(id) = named_by(game, target) else { return false };
        let goes_on = self.aims.iter().any(|(_, aims)| aims.len() > 1 && aims[0] == id);
        self.held.last() == Some(&id) || (goes_on && matches!(self.choose(game, target), Choice::Begun))
    }

    fn cancel(&mut self) -> bool {
        self.held.pop().is_some()
    }

    fn tip(&self, table: &Table, target: &Target, _eyes: Eyes, overlays: &[&str]) -> Option<Tip> {
        let game = table.game();
        let id = named_by(game, &target.name).filter(|_| self.motion.is_idle())?;
        let place = self.place_of(id);
        let mut lines = self.show.about(game, place);
        if lines.is_empty() {
            lines.push((Tone::Quiet, msg!("window.tip.empty")));
        }
        if overlays.contains(&DANGER.name) {
            let threats = self.dangers.iter().filter(|danger| danger.of == place || danger.of == id);
            lines.extend(threats.map(|danger| (Tone::Bad, danger.why.clone())));
        }
        let said = |message: Message| named(table.cast(), msg!("window.tip.title", what = message)).to_string();
        let title = said(self.show.called(game, place));
        let mut tip = Tip { title, lines: lines.into_iter().map(|(tone, line)| (tone, said(line))).collect() };
        let meant = self.show.meant(game, &self.held, id).filter(|_| !target.choosable && table.awaits_human());
        if let Some(command) = meant.filter(|_| game.outcome().is_none()) {
            tip.refuse(table, command);
        }
        Some(tip)
    }

    fn hint(&self, game: &Game) -> Message {
        let fits_all = || if self.held.is_empty() { msg!("window.hint.choose") } else { msg!("window.hint.choose_next") };
        game.question().or_else(|| self.show.hint(game, &self.held)).unwrap_or_else(fits_all)
    }

    /// What is held for something else is put back.
    fn heed(&mut self, game: &Game, advice: Option<Command>) {
        self.advice = advice;
        if advice.is_some_and(|command| self.next_target(game, command).is_none()) {
            self.held.clear();
        }
    }

    fn next_target(&self, game: &Game, command: Command) -> Option<String> {
        let (_, aims) = self.open().find(|(known, _)| *known == command)?;
        Some(self.target_name(game, aims[0]))
    }

    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, Message)> {
        self.show.prospects(game, command)
    }

    /// What nothing on the board stands for, and what something else is chosen by.
    fn button(&self, game: &Game, command: Command) -> Option<Message> {
        game.label(command).or_else(|| self.is_hidden(command).then(|| game.deed(command)))
    }

    fn has_tray(&self) -> bool {
        let board = self.board();
        board.dice.is_some() || board.pieces.iter().any(|seen| matches!(seen.piece.at, Where::With(_)))
    }

    fn draw(&self, game: &Game, view: &View<'_>) {
        let corner = (Vec2::new(view.tray.x, view.tray.y) - view.origin) / view.scale;
        self.tray.set(Rect::new(corner.x, corner.y, view.tray.w / view.scale, view.tray.h / view.scale));
        draw::draw(self, game, view);
    }

    fn spot_of(&self, _game: &Game, id: Id) -> Option<(Vec2, f32)> {
        self.spot(id)
    }

    fn traces(&self) -> Vec<(Seat, Id)> {
        let moved = self.trails.iter().filter(|trail| trail.to != Where::Away);
        moved.map(|trail| (trail.by, trail.piece)).collect()
    }

    fn point_out(&mut self, _game: &Game, event: &Event) {
        let seen: Vec<Id> = spoken_of(event).filter(|id| self.spot(*id).is_some()).collect();
        for id in seen {
            self.motion.point_out(Light(id), POINTED);
        }
    }

    fn overlays(&self) -> &'static [Overlay] {
        if self.show.warns() { &[DANGER] } else { &[] }
    }

    fn is_empty(&self, overlay: &str) -> bool {
        overlay == DANGER.name && self.dangers.is_empty()
    }

    fn heat(&self, found: &Findings) -> Option<HeatMap> {
        let places: Vec<Place> = self.board().places.iter().map(|(_, place)| place.clone()).collect();
        let names = art::labels(self.show.size(&self.rules), &places, &self.show.ways(&self.rules));
        let names: Vec<Vec2> = names.into_iter().map(|(at, _)| at.into()).collect();
        Some(heat::map(self.show.heat()?, self.board(), &names, &found.comparison))
    }
}
