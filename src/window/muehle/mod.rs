//! Triple Mill on the screen: three nested triangles and stones that climb onto each other.

mod draw;
mod heat;
mod motion;

use super::heat::HeatMap;
use super::laboratory::findings::Findings;
use super::scene::{Choice, Gate, Scene, Standing, Target, Tip, Token, Tone, View, in_words};
use super::sprites::Gallery;
use crate::packs::muehle::view::{self, Meaning};
use crate::sim::event::Arg;
use crate::sim::{Command, Event, Game, Ruleset, Seat};
use crate::table::{SeatCard, Table, retell};
use macroquad::prelude::{Vec2, vec2};
use motion::{Motion, Stone};
use std::sync::Arc;

pub(super) struct MuehleScene {
    rules: Arc<Ruleset>,
    motion: Motion,
    gallery: Gallery,
    /// The field whose stone is about to move.
    held: Option<u8>,
    seats: usize,
    /// What somebody advises.
    advice: Option<Command>,
}

/// What the player to act decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Placing,
    Moving,
    Taking,
}

/// How far a stone lies above the one below it, in stone radii.
const STEP: f32 = 0.5;

impl MuehleScene {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            rules: game.rules().clone(),
            motion: Motion::of(game),
            gallery: Gallery::default(),
            held: None,
            seats: game.turn().seats.into(),
            advice: None,
        }
    }

    fn radius(&self) -> f32 {
        view::stone_radius(&self.rules) as f32 * 1.06
    }

    fn field_at(&self, field: u8) -> Vec2 {
        let place = &view::fields(&self.rules)[usize::from(field)];
        vec2(place.x as f32, place.y as f32)
    }

    /// Where a stone on a level of a field is drawn.
    fn stone_at(&self, field: u8, level: f32) -> Vec2 {
        self.field_at(field) - vec2(0.0, level * STEP * self.radius())
    }

    fn field_name(&self, field: u8) -> &str {
        &view::fields(&self.rules)[usize::from(field)].id
    }

    fn phase(game: &Game) -> Phase {
        match game.offers().first().and_then(|command| view::meaning(game, *command)) {
            Some(Meaning::Place { .. }) => Phase::Placing,
            Some(Meaning::Take { .. }) => Phase::Taking,
            _ => Phase::Moving,
        }
    }

    /// What an offer would be chosen by: a field, and for taking a level too.
    fn handle(&self, meaning: Meaning) -> Option<String> {
        match meaning {
            Meaning::Place { to } => Some(format!("field:{}", self.field_name(to))),
            Meaning::Take { field, level } => Some(format!("take:{}:{}", self.field_name(field), level + 1)),
            Meaning::Decline => None,
            Meaning::Move { from, to, .. } => match self.held {
                None => Some(format!("field:{}", self.field_name(from))),
                Some(held) if held == from => Some(format!("field:{}", self.field_name(to))),
                Some(_) => None,
            },
        }
    }

    fn meanings(game: &Game) -> impl Iterator<Item = (Command, Meaning)> {
        game.offers().iter().filter_map(|command| Some((*command, view::meaning(game, *command)?)))
    }

    /// Fields that mean something now.
    fn open_fields(&self, game: &Game) -> Vec<u8> {
        let field = |meaning| match (meaning, self.held) {
            (Meaning::Place { to }, _) => Some(to),
            (Meaning::Take { field, .. }, _) => Some(field),
            (Meaning::Decline, _) => None,
            (Meaning::Move { from, .. }, None) => Some(from),
            (Meaning::Move { from, to, .. }, Some(held)) => (from == held).then_some(to),
        };
        Self::meanings(game).filter_map(|(_, meaning)| field(meaning)).collect()
    }

    /// The command a person seems to mean with a field that is not on offer, to be told why not.
    fn meant(&self, game: &Game, field: u8) -> Command {
        let stack = view::stack(game, field);
        view::command(match Self::phase(game) {
            Phase::Placing => Meaning::Place { to: field },
            Phase::Taking => Meaning::Take { field, level: stack.len().saturating_sub(1) as u8 },
            Phase::Moving => {
                let from = self.held.unwrap_or(field);
                let near = |edge: &&[u8; 2]| edge.contains(&field);
                let other = view::edges(&self.rules).iter().find(near).map_or(field, |[a, b]| if *a == field { *b } else { *a });
                Meaning::Move { from, to: if self.held.is_some() { field } else { other }, jump: false }
            }
        })
    }
}

impl Scene for MuehleScene {
    fn size(&self) -> Vec2 {
        let (width, height) = view::size(&self.rules);
        vec2(width as f32, height as f32)
    }

    fn fit(&mut self, _game: &Game, cast: &[SeatCard], pixels_per_unit: f32, _tray_pixels: f32) {
        let (rules, cast, radius) = (self.rules.clone(), cast.to_vec(), self.radius());
        self.gallery.commission(move || draw::commissions(&rules, &cast, radius, pixels_per_unit));
    }

    fn show(&mut self, game: &Game) {
        self.rules = game.rules().clone();
        self.motion = Motion::of(game);
        self.held = None;
    }

    fn play(&mut self, game: &Game, _by_hand: &dyn Fn(Seat) -> bool) {
        self.rules = game.rules().clone();
        self.held = None;
        self.motion.plan(game);
    }

    fn tick(&mut self, seconds: f32) -> usize {
        self.gallery.refresh();
        self.motion.tick(seconds)
    }

    fn moving(&self) -> bool {
        !self.motion.is_idle()
    }

    fn gate(&self) -> Option<&Gate> {
        None
    }

    fn open_gate(&mut self) {}

    fn turn(&self) -> (Seat, u32) {
        (self.motion.seat, self.motion.round)
    }

    fn standings(&self, game: &Game) -> Vec<Standing> {
        (0..game.turn().seats)
            .map(|seat| {
                let on_board = self.motion.stones.iter().filter(|stone| stone.owner == seat && stone.field.is_some()).count();
                let in_hand = usize::from(self.motion.hands[usize::from(seat)]);
                let detail = match (self.motion.out[usize::from(seat)], in_hand) {
                    (true, _) => "out".to_owned(),
                    (false, 0) => "on the board".to_owned(),
                    (false, count) => format!("{count} in hand"),
                };
                Standing {
                    total: (on_board + in_hand).to_string(),
                    detail,
                    progress: None,
                    tokens: [vec![Token::InPlay; on_board], vec![Token::Waiting; in_hand]].concat(),
                    round: true,
                }
            })
            .collect()
    }

    fn targets(&self, game: &Game) -> Vec<Target> {
        let open: Vec<String> = Self::meanings(game).filter_map(|(_, meaning)| self.handle(meaning)).collect();
        let idle = self.motion.is_idle();
        let mut targets: Vec<Target> = Vec::new();
        for (_, meaning) in Self::meanings(game) {
            if let Meaning::Take { field, level } = meaning {
                let name = format!("take:{}:{}", self.field_name(field), level + 1);
                targets.push(Target { name, at: self.stone_at(field, level.into()), radius: self.radius(), choosable: idle });
            }
        }
        for field in 0..view::fields(&self.rules).len() as u8 {
            let name = format!("field:{}", self.field_name(field));
            let choosable = idle && open.contains(&name);
            targets.push(Target { name, at: self.field_at(field), radius: self.radius() * 1.15, choosable });
        }
        targets.sort_by_key(|target| !target.choosable);
        targets
    }

    fn choose(&mut self, game: &Game, target: &str) -> Choice {
        let chosen = Self::meanings(game).find(|(_, meaning)| self.handle(*meaning).as_deref() == Some(target));
        match chosen {
            Some((_, Meaning::Move { from, .. })) if self.held.is_none() => {
                self.held = Some(from);
                Choice::Begun
            }
            Some((command, _)) => {
                self.held = None;
                Choice::Command(command)
            }
            None => Choice::Nothing,
        }
    }

    fn heat(&self, found: &Findings) -> Option<HeatMap> {
        Some(heat::map(self, &found.comparison))
    }

    fn cancel(&mut self) -> bool {
        self.held.take().is_some()
    }

    fn tip(&self, table: &Table, target: &Target, _overlays: &[&str]) -> Option<Tip> {
        let game = table.game();
        let name = target.name.split(':').nth(1)?;
        let field = (0..view::fields(&self.rules).len() as u8).find(|field| self.field_name(*field) == name)?;
        let stack = view::stack(game, field);
        let mut tip = Tip { title: format!("Field {name}"), lines: Vec::new() };
        if !self.motion.is_idle() {
            return None;
        }
        for (level, stone) in stack.iter().enumerate().rev() {
            let owner = &table.cast()[usize::from(stone.owner)].name;
            let mut line = format!("Level {}: {owner}", level + 1);
            if stone.protected {
                line += ", in a mill";
            }
            if stone.blocked {
                line += ", blocked";
            }
            tip.lines.push((Tone::Plain, line));
        }
        if stack.is_empty() {
            tip.lines.push((Tone::Quiet, "Empty.".into()));
        }
        if !target.choosable && game.outcome().is_none() && table.awaits_human() {
            let reason = game.why_not(self.meant(game, field));
            tip.lines.push((Tone::Bad, retell(game, table.cast(), &reason.text)));
            tip.lines.push((Tone::Quiet, format!("Rule {}", reason.rule)));
        }
        Some(tip)
    }

    fn hint(&self, game: &Game) -> String {
        if let Some(question) = game.question() {
            return question;
        }
        match (Self::phase(game), self.held) {
            (Phase::Taking, _) => "A mill! Take one of the glowing stones.".into(),
            (Phase::Placing, _) => "Put a stone on a glowing field.".into(),
            (Phase::Moving, None) => "Click the stone that shall move.".into(),
            (Phase::Moving, Some(_)) => "Now click where it goes (Esc: another stone).".into(),
        }
    }

    fn heed(&mut self, game: &Game, advice: Option<Command>) {
        self.advice = advice;
        // A stone that is held for something else is put back.
        if advice.is_some_and(|command| self.next_target(game, command).is_none()) {
            self.held = None;
        }
    }

    fn next_target(&self, game: &Game, command: Command) -> Option<String> {
        self.handle(view::meaning(game, command)?)
    }

    fn deed(&self, game: &Game, command: Command) -> String {
        let name = |field: u8| self.field_name(field);
        match view::meaning(game, command) {
            Some(Meaning::Place { to }) => format!("place a stone on {}", name(to)),
            Some(Meaning::Move { from, to, jump: false }) => format!("move from {} to {}", name(from), name(to)),
            Some(Meaning::Move { from, to, jump: true }) => format!("jump from {} to {}", name(from), name(to)),
            Some(Meaning::Take { field, level: 0 }) => format!("take the stone on {}", name(field)),
            Some(Meaning::Take { field, level }) => format!("take the stone on {}, level {}", name(field), level + 1),
            Some(Meaning::Decline) | None => in_words(game, command),
        }
    }

    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, String)> {
        let mut copy = game.clone();
        let takes = |copy: &Game| u32::from(view::captures_due(copy)) * u32::from(copy.deciding() == game.deciding());
        let before = takes(&copy);
        match copy.apply(command).is_ok().then(|| takes(&copy)) {
            Some(due) if before == 0 && due == 1 => vec![(Tone::Good, "Closes a mill: a stone may be taken.".into())],
            Some(due) if before == 0 && due > 1 => vec![(Tone::Good, format!("Closes mills: {due} stones may be taken."))],
            _ => Vec::new(),
        }
    }

    fn draw(&self, game: &Game, view: &View<'_>) {
        draw::draw(self, game, view);
    }

    fn point_out(&mut self, game: &Game, event: &Event) {
        for arg in event.args {
            if let Arg::Piece(id) = arg
                && let Some(field) = view::field_number(game, id)
            {
                self.motion.flash(field);
            }
        }
    }
}

impl MuehleScene {
    /// Stones from the lowest level up, so that upper ones are drawn over lower ones.
    fn in_drawing_order(&self) -> Vec<&Stone> {
        let mut stones: Vec<&Stone> = self.motion.stones.iter().filter(|stone| stone.alpha > 0.0).collect();
        stones.sort_by(|a, b| (a.lift, a.level).partial_cmp(&(b.lift, b.level)).unwrap_or(std::cmp::Ordering::Equal));
        stones
    }
}
