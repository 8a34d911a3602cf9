//! A game on the table: the session, its picture, and everything that goes on between them. Nothing here decides rules:
//! what may be done comes from the game's offers, and goes back as one of them.

use super::hint::Hint;
use super::input::Input;
use super::laboratory::{Laboratory, Subject};
use super::scene::{Choice, Scene, Target};
use super::settings::{Settings, Speed};
use super::shown::shown;
use crate::players::Player;
use crate::problem::{Problem, Problems};
use crate::sim::{Command, Seat};
use crate::table::{Saves, SeatCard, Session};
use crate::variant::live::{Live, Verdict};
use crate::variant::reload::Change;
use crate::variant::rulebook;
use crate::variant::watch::Watch;
use crate::variant::{Library, STANDARD, Variant};
use macroquad::prelude::{KeyCode, Vec2};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// The panel beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dock {
    Rulebook,
    HouseRules,
    Games,
    Settings,
    Lab,
}

/// What the files have said last.
pub enum Notice {
    Changed(Vec<Change>),
    Mended,
    /// Stays until the files are in order.
    Broken(Problems),
}

/// A bot thinking on another thread, and the moment of the game it thinks about.
struct Thought {
    seat: usize,
    deeds: usize,
    answer: Receiver<(Box<dyn Player>, Command)>,
}

/// A replay's own state.
pub struct Replay {
    pub playing: bool,
    /// Seconds until the next move.
    pub wait: f32,
}

// Each of these is a switch of its own that a person can turn.
#[allow(clippy::struct_excessive_bools)]
pub struct Table {
    pub session: Session,
    pub scene: Box<dyn Scene>,
    pub library: Arc<Library>,
    pub live: Option<Live>,
    pub standard: Option<Variant>,
    pub notice: Option<Notice>,
    /// A passing remark, and how many more seconds it stays.
    pub remark: Option<(String, f32)>,
    /// How high notice and remark want to be.
    pub notice_height: f32,
    notice_age: f32,
    pub dock: Option<Dock>,
    pub lab: Laboratory,
    pub xray: bool,
    pub danger: bool,
    /// The target chosen with the keyboard, by name.
    pub focus: Option<String>,
    /// The keyboard chose last: what the pointer happens to lie on does not count until it moves.
    pub led_by_keys: bool,
    /// The target under the pointer, by name.
    pub hover: Option<String>,
    /// Where the pointer is on the board, in its units.
    pub pointer: Option<Vec2>,
    /// How much of the story has been shown.
    pub revealed: usize,
    /// For each event still in motion: whether it has a line in the story.
    telling: Vec<bool>,
    bot_wait: f32,
    thought: Option<Thought>,
    pub hint: Option<Hint>,
    was_moving: bool,
    /// The pictures must be drawn anew.
    pub unfit: bool,
    pub ending_seen: bool,
    pub replay: Option<Replay>,
    saves: Saves,
    pub book: Option<String>,
}

/// How long a bot seems to think, at normal speed.
const BOT_PAUSE: f32 = 0.55;
const REPLAY_PAUSE: f32 = 0.7;
const REMARK: f32 = 5.0;
/// How long a change of rules is told.
const NOTICE: f32 = 20.0;

impl Table {
    pub fn new(session: Session, library: Arc<Library>, saves: Saves) -> Result<Self, Problems> {
        let pack = session.game.rules().pack.name();
        let shown = shown(pack)
            .ok_or_else(|| Problem::about(pack, "this game has no window yet").remedy("play it with `triangulum run`"))?;
        let loaded = library.load(pack, &session.variant);
        let standard = library.load(pack, STANDARD).ok();
        let mut table = Self {
            scene: (shown.scene)(&session.game),
            live: None,
            standard,
            notice: None,
            remark: None,
            notice_height: 0.0,
            notice_age: 0.0,
            dock: None,
            lab: Laboratory::new(),
            xray: false,
            danger: false,
            focus: None,
            led_by_keys: false,
            hover: None,
            pointer: None,
            revealed: session.story.len(),
            telling: Vec::new(),
            bot_wait: 0.0,
            thought: None,
            hint: None,
            was_moving: false,
            unfit: true,
            ending_seen: false,
            replay: None,
            saves,
            book: None,
            session,
            library,
        };
        match loaded {
            Ok(variant) => table.watch(variant),
            Err(problems) => table.notice = Some(Notice::Broken(problems)),
        }
        Ok(table)
    }

    /// Keeps an eye on the files of a variant from now on.
    pub fn watch(&mut self, variant: Variant) {
        let watch =
            Watch::start(self.library.clone(), variant.rules.pack.name(), &self.session.variant.clone(), Some(variant.clone()));
        self.live = Some(Live::new(variant, watch));
        self.book = None;
    }

    /// Shows the opening events as motion, for a game that has just begun.
    pub fn begin(&mut self, settings: &Settings) {
        self.revealed = 0;
        self.enqueue(settings);
        self.autosave();
    }

    pub fn autosave(&mut self) {
        if self.replay.is_some() {
            return;
        }
        if let Err(problems) = Saves::write(&self.saves.autosave(), self.session.trace()) {
            self.say(format!("This game cannot be kept: {problems}"));
        }
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.remark = Some((text.into(), REMARK));
    }

    fn enqueue(&mut self, settings: &Settings) {
        let game = &self.session.game;
        self.telling.extend(game.events().iter().map(|event| game.sentence(event).is_some()));
        let by_hand = self.hands(settings);
        self.scene.play(game, &|seat: Seat| by_hand[seat as usize]);
        self.was_moving = true;
    }

    /// Which seats roll for themselves.
    fn hands(&self, settings: &Settings) -> Vec<bool> {
        let by_hand = settings.roll_by_hand && self.replay.is_none();
        self.session.cast.iter().map(|card: &SeatCard| by_hand && card.is_human()).collect()
    }

    /// Shows the session's position at once.
    pub fn jump(&mut self) {
        self.scene.show(&self.session.game);
        self.telling.clear();
        self.revealed = self.session.story.len();
        self.was_moving = false;
        self.focus = None;
    }

    // ── Time ──────────────────────────────────────────────────────────────────────────────────────────────────

    pub fn tick(&mut self, seconds: f32, settings: &Settings) {
        self.obey_files(settings);
        self.mind_hint();
        self.attend_lab();
        if let Some((_, left)) = &mut self.remark {
            *left -= seconds;
            if *left <= 0.0 {
                self.remark = None;
            }
        }
        self.notice_age += seconds;
        if self.notice_age > NOTICE && !matches!(self.notice, Some(Notice::Broken(_))) {
            self.notice = None;
        }
        let shown = self.scene.tick(seconds * settings.speed.factor());
        self.tell(shown);
        if self.scene.moving() {
            self.was_moving = true;
            return;
        }
        if std::mem::take(&mut self.was_moving) {
            // The picture has caught up: take over whatever events do not tell.
            self.jump();
            self.bot_wait = BOT_PAUSE / settings.speed.factor();
        }
        if self.replay.is_some() {
            self.play_replay(seconds, settings);
        } else if self.session.game.outcome().is_none() && !self.session.awaits_human() {
            self.bot_wait -= seconds;
            self.let_bot_think();
            if self.bot_wait <= 0.0 {
                self.hear_bot(settings);
            }
        }
    }

    /// Sends the bot whose turn it is to think on another thread.
    fn let_bot_think(&mut self) {
        if self.thought.is_some() {
            return;
        }
        let Some((seat, mut bot)) = self.session.lend_bot() else { return };
        let game = self.session.game.clone();
        let (send, receive) = channel();
        let think = move || {
            let command = bot.choose(&game);
            // Nobody listens any longer when the table has been left.
            let _ = send.send((bot, command));
        };
        if std::thread::Builder::new().name("bot".into()).spawn(think).is_ok() {
            self.thought = Some(Thought { seat, deeds: self.session.deeds(), answer: receive });
        }
    }

    /// Does what a bot has thought of, unless the game has gone elsewhere in the meantime.
    fn hear_bot(&mut self, settings: &Settings) {
        let answer = self.thought.as_ref().map(|thought| (thought.seat, thought.deeds, thought.answer.try_recv()));
        match answer {
            Some((seat, deeds, Ok((bot, command)))) => {
                self.thought = None;
                self.session.return_bot(seat, bot);
                if deeds == self.session.deeds() && self.session.play(command).is_ok() {
                    self.after_deed(settings);
                }
            }
            Some((_, _, Err(TryRecvError::Disconnected))) => self.thought = None,
            Some((_, _, Err(TryRecvError::Empty))) | None => {}
        }
    }

    fn tell(&mut self, shown: usize) {
        let shown = shown.min(self.telling.len());
        self.revealed += self.telling.drain(..shown).filter(|tells| *tells).count();
        self.revealed = self.revealed.min(self.session.story.len());
    }

    fn after_deed(&mut self, settings: &Settings) {
        self.focus = None;
        self.enqueue(settings);
        self.autosave();
        if settings.speed == Speed::Instant {
            let shown = self.scene.tick(1e6);
            self.tell(shown);
        }
    }

    /// Takes up what the watch has found, between two commands.
    fn obey_files(&mut self, settings: &Settings) {
        if self.replay.is_some() {
            return;
        }
        while let Some(live) = &mut self.live {
            let before = self.session.game.clone();
            let rules_before = live.variant.rules.clone();
            let verdict = live.poll_one(&mut self.session.game);
            self.notice_age = if verdict.is_some() { 0.0 } else { self.notice_age };
            match verdict {
                None => break,
                Some(Verdict::Refused(problems)) => self.notice = Some(Notice::Broken(problems)),
                Some(Verdict::Applied(changes)) if changes.is_empty() => self.notice = Some(Notice::Mended),
                Some(Verdict::Applied(changes)) => {
                    self.lab.ask(Subject::change(rules_before, live.variant.rules.clone(), &changes));
                    self.session.rules_changed(changes.clone(), before);
                    self.notice = Some(Notice::Changed(changes));
                    self.unfit = true;
                    self.book = None;
                    self.after_deed(settings);
                }
            }
        }
    }

    /// Lets the lab play while its panel is open; before any change it looks at the rules as they are.
    fn attend_lab(&mut self) {
        let (open, seats) = (self.dock == Some(Dock::Lab), self.session.cast.len());
        if open && self.lab.subject.is_none() {
            self.lab.ask(Subject::present(self.session.game.rules().clone(), self.standard.as_ref(), seats));
        }
        if self.lab.attend(open, seats) {
            self.lab.map = self.lab.found.as_ref().and_then(|found| self.scene.heat(found));
        }
    }

    fn play_replay(&mut self, seconds: f32, settings: &Settings) {
        let Some(replay) = self.replay.as_mut().filter(|replay| replay.playing) else { return };
        replay.wait -= seconds;
        if replay.wait > 0.0 {
            return;
        }
        replay.wait = REPLAY_PAUSE / settings.speed.factor();
        if self.session.step_forward() {
            self.enqueue(settings);
        } else if let Some(replay) = &mut self.replay {
            replay.playing = false;
        }
    }

    /// Leaves the replay and plays on from the position shown.
    pub fn play_on(&mut self) {
        self.jump();
        self.session.play_on();
        self.replay = None;
        self.autosave();
    }

    // ── Hands ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// Whether a person must do something now.
    pub fn awaits_person(&self) -> bool {
        self.replay.is_none() && !self.scene.moving() && self.session.awaits_human()
    }

    /// Whether the result lies over the board.
    pub fn shows_ending(&self) -> bool {
        self.session.game.outcome().is_some() && !self.scene.moving() && !self.ending_seen && self.replay.is_none()
    }

    pub fn targets(&self) -> Vec<Target> {
        let mut targets = self.scene.targets(&self.session.game);
        if !self.awaits_person() {
            for target in &mut targets {
                target.choosable = false;
            }
        }
        targets
    }

    pub fn play(&mut self, command: Command, settings: &Settings) {
        match self.session.play(command) {
            Ok(()) => self.after_deed(settings),
            Err(illegal) => self.say(illegal.to_string()),
        }
    }

    pub fn choose(&mut self, name: &str, settings: &Settings) {
        if !self.awaits_person() {
            return;
        }
        match self.scene.choose(&self.session.game, name) {
            Choice::Command(command) => self.play(command, settings),
            // The keyboard begins anew with what completes the choice.
            Choice::Begun => self.focus = self.advised_target(),
            Choice::Nothing => {}
        }
    }

    /// Opens the gate the motion waits at.
    pub fn press_gate(&mut self) {
        self.scene.open_gate();
    }

    /// Shows the rest of the motion at once, up to the next press that is needed.
    pub fn skip(&mut self) {
        let shown = self.scene.tick(1e6);
        self.tell(shown);
    }

    pub fn undo(&mut self, settings: &Settings) {
        let across = settings.undo_across_dice(self.session.humans());
        match self.session.undo(across) {
            Ok(()) => {
                self.jump();
                self.unfit = true;
                self.book = None;
                self.ending_seen = false;
                self.autosave();
                self.say("Taken back.");
            }
            Err(reason) => self.say(format!("Not taken back: {reason}.")),
        }
    }

    pub fn redo(&mut self) {
        if self.session.redo() {
            self.jump();
            self.unfit = true;
            self.book = None;
            self.autosave();
        } else {
            self.say("There is nothing to do again.");
        }
    }

    /// The keys of the table; dialogs and text fields have had theirs already.
    pub fn keys(&mut self, input: &Input, settings: &Settings) {
        let taken: Vec<KeyCode> = input.plain_keys().filter(|key| self.scene.key(&self.session.game, *key)).collect();
        if input.hit(KeyCode::Space) || input.hit(KeyCode::Enter) {
            if self.scene.gate().is_some() {
                self.press_gate();
            } else if self.scene.moving() {
                self.skip();
            } else if let Some(replay) = &mut self.replay {
                replay.playing = !replay.playing;
            } else if let Some(name) = self.focus.clone() {
                self.choose(&name, settings);
            } else {
                self.step_focus(1);
            }
        }
        let forward = input.hit(KeyCode::Right) || input.hit(KeyCode::Down);
        let back = input.hit(KeyCode::Left) || input.hit(KeyCode::Up) || input.hit_with_shift(KeyCode::Tab);
        if let Some(replay) = &mut self.replay {
            if forward || back {
                replay.playing = false;
                let now = self.session.deeds();
                self.session.seek(if forward { now + 1 } else { now.saturating_sub(1) });
                self.jump();
            }
        } else if back {
            self.step_focus(-1);
        } else if forward || input.hit(KeyCode::Tab) {
            self.step_focus(1);
        }
        if input.hit(KeyCode::X) {
            self.xray = !self.xray;
        }
        if input.hit(KeyCode::D) {
            self.danger = !self.danger;
        }
        if input.hit(KeyCode::H) {
            self.ask_for_hint(true);
        }
        let plays = self.replay.is_none();
        if plays && (input.hit(KeyCode::U) || input.hit_with_ctrl(KeyCode::Z)) {
            self.undo(settings);
        }
        if plays && ((input.hit(KeyCode::R) && !taken.contains(&KeyCode::R)) || input.hit_with_ctrl(KeyCode::Y)) {
            self.redo();
        }
        if input.hit(KeyCode::S) && self.scene.moving() {
            self.skip();
        }
        for (key, dock) in [
            (KeyCode::F1, Dock::Rulebook),
            (KeyCode::F2, Dock::HouseRules),
            (KeyCode::F3, Dock::Games),
            (KeyCode::F4, Dock::Settings),
            (KeyCode::F5, Dock::Lab),
        ] {
            if input.hit(key) {
                self.toggle(dock);
            }
        }
        if let Some(at) = self.pointer.filter(|_| input.wheel != 0.0) {
            self.scene.wheel(at, input.wheel);
        }
        if input.hit(KeyCode::Escape) && !self.scene.cancel() && !self.drop_hint() {
            self.dock = None;
        }
    }

    pub fn toggle(&mut self, dock: Dock) {
        self.dock = if self.dock == Some(dock) { None } else { Some(dock) };
    }

    /// Moves the keyboard's choice to the next or previous target that can be chosen.
    fn step_focus(&mut self, step: isize) {
        let names: Vec<String> = self.targets().into_iter().filter(|t| t.choosable).map(|t| t.name).collect();
        if names.is_empty() {
            self.focus = None;
            return;
        }
        let now = self.focus.as_ref().and_then(|name| names.iter().position(|n| n == name));
        let next = match now {
            Some(at) => (at as isize + step).rem_euclid(names.len() as isize) as usize,
            None if step < 0 => names.len() - 1,
            None => 0,
        };
        self.focus = Some(names[next].clone());
        self.led_by_keys = true;
    }

    /// Offers nothing on the board stands for.
    pub fn buttons(&self) -> Vec<(Command, String)> {
        if !self.awaits_person() {
            return Vec::new();
        }
        let game = &self.session.game;
        game.offers().iter().filter_map(|command| Some((*command, self.scene.button(game, *command)?))).collect()
    }

    /// The rulebook of the variant being played, printed once and kept.
    pub fn rulebook(&mut self) -> &str {
        let printed = || {
            let variant = self.live.as_ref().map(|live| &live.variant)?;
            Some(rulebook::print(variant, self.standard.as_ref()?))
        };
        let text = self.book.take().or_else(printed).unwrap_or_else(|| "The rulebook cannot be read at the moment.".into());
        self.book.insert(text)
    }
}
