//! A table on the screen: the table itself, its picture, and everything that goes on between them. Nothing here decides
//! rules: what may be done comes from the game's offers, and goes back to the table as a deed.

use super::hint::Hint;
use super::input::Input;
use super::laboratory::{Laboratory, Subject};
use super::scene::{Choice, Scene, Target};
use super::settings::{Settings, Speed};
use super::shown::shown;
use crate::players::Player;
use crate::problem::{Problem, Problems};
use crate::sim::{Command, Game, Ruleset, Seat};
use crate::table::{Deed, Heard, Saves, SeatCard, Table, Verdict};
use crate::variant::propose::Change;
use crate::variant::watch::Watch;
use crate::variant::{Catalogue, Effective, Library, STANDARD, Variant, rulebook};
use macroquad::prelude::{KeyCode, Vec2};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SendError, Sender, TryRecvError, channel};

/// The panel beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dock {
    Rulebook,
    HouseRules,
    Games,
    Settings,
    Lab,
}

/// What the files have said last.
pub(super) enum Notice {
    Changed(Verdict),
    Mended,
    /// Stays until the files are in order.
    Broken(Problems),
    /// The recording at the table is not as it was written, or cannot be followed to its end.
    Damaged(Problem),
}

/// A bot thinking on another thread, and the moment of the game it thinks about.
struct Thought {
    seat: usize,
    deeds: usize,
    answer: Receiver<(Box<dyn Player>, Command)>,
}

/// A replay's own state.
pub(super) struct Replay {
    pub playing: bool,
    /// Seconds until the next move.
    pub wait: f32,
}

// Each of these is a switch of its own that a person can turn.
#[allow(clippy::struct_excessive_bools)]
pub(super) struct Tabletop {
    pub table: Table,
    pub scene: Box<dyn Scene>,
    pub library: Arc<Library>,
    /// The declarations the rules go by.
    pub catalogue: Arc<Catalogue>,
    watch: Option<Watch>,
    pub standard: Option<Variant>,
    pub notice: Option<Notice>,
    /// What files and game disagree about, once a person has seen it.
    pub accepted: Vec<Change>,
    /// A passing remark, and how many more seconds it stays.
    pub remark: Option<(String, f32)>,
    /// How high notice and remark want to be.
    pub notice_height: f32,
    notice_age: f32,
    /// How high the banner wants to be.
    pub(crate) banner_height: f32,
    pub dock: Option<Dock>,
    pub lab: Laboratory,
    /// What is laid over the board, by name.
    pub overlays: Vec<&'static str>,
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
    /// The slot the game is kept in.
    pub slot: Option<String>,
    /// It should be kept, but no slot could be had for it yet.
    unkept: bool,
    /// What was told last about a game that cannot be kept.
    told_trouble: Option<Problem>,
    /// The rulebook as printed last, and the rules it was printed for.
    book: Option<(Arc<Ruleset>, String)>,
}

/// How long a bot seems to think, at normal speed.
const BOT_PAUSE: f32 = 0.55;
const REPLAY_PAUSE: f32 = 0.7;
const REMARK: f32 = 5.0;
/// How long a change of rules is told.
const NOTICE: f32 = 20.0;

impl Tabletop {
    pub(super) fn new(mut table: Table, library: Arc<Library>, saves: Saves) -> Result<Self, Problems> {
        let pack = table.game().rules().pack;
        let shown = shown(pack.name())
            .ok_or_else(|| Problem::about(pack.name(), "this game has no window yet").remedy("play it with `triangulum run`"))?;
        let variant = table.variant().to_owned();
        table.follow(&variant, library.load(pack.name(), &variant));
        let mut top = Self {
            scene: (shown.scene)(table.game()),
            catalogue: library.catalogue(pack)?,
            watch: None,
            standard: library.load(pack.name(), STANDARD).ok(),
            notice: None,
            accepted: Vec::new(),
            remark: None,
            notice_height: 0.0,
            notice_age: 0.0,
            banner_height: 0.0,
            dock: None,
            lab: Laboratory::new(),
            overlays: Vec::new(),
            focus: None,
            led_by_keys: false,
            hover: None,
            pointer: None,
            revealed: table.story().len(),
            telling: Vec::new(),
            bot_wait: 0.0,
            thought: None,
            hint: None,
            was_moving: false,
            unfit: true,
            ending_seen: false,
            replay: None,
            saves,
            slot: None,
            unkept: false,
            told_trouble: None,
            book: None,
            table,
            library,
        };
        top.watch();
        Ok(top)
    }

    /// Keeps an eye on the files of the table's variant from now on.
    fn watch(&mut self) {
        let (pack, files) = (self.table.game().rules().pack.name(), self.table.files());
        self.notice = files.broken.clone().map(Notice::Broken);
        self.watch = Some(Watch::start(self.library.clone(), pack, self.table.variant(), files.said.clone()));
    }

    /// Follows other files and plays on by them.
    pub(super) fn follow(&mut self, variant: &str, settings: &Settings) {
        let loaded = self.library.load(self.table.game().rules().pack.name(), variant);
        self.table.follow(variant, loaded);
        self.watch();
        self.play_by_files(settings);
    }

    /// Shows the opening events as motion, for a game that has just begun.
    pub(super) fn begin(&mut self, settings: &Settings) {
        self.revealed = 0;
        self.enqueue(settings);
        self.keep();
    }

    /// Keeps the game from now on, deed by deed, in a slot of its own.
    pub(super) fn keep(&mut self) {
        let is_shared = self.saves.is_shared();
        match self.saves.begin() {
            Ok(journal) => {
                self.unkept = false;
                self.is_kept_in(journal.slot(), is_shared);
                self.table.keep_with(journal);
            }
            Err(problem) => {
                self.unkept = true;
                self.announce(format!("This game cannot be kept: {problem}"));
            }
        }
    }

    /// Says where the game is kept if somebody else keeps one beside it.
    pub(super) fn is_kept_in(&mut self, slot: String, is_shared: bool) {
        if is_shared {
            self.announce(format!("Another window plays a game from here; this one is kept in {slot}."));
        }
        self.slot = Some(slot);
    }

    /// Tells as soon as it is known, and again after every deed, that the game cannot be kept.
    fn mind_keeping(&mut self) {
        let trouble = self.table.trouble();
        if trouble != self.told_trouble {
            if let Some(trouble) = &trouble {
                self.announce(format!("This game cannot be kept: {trouble}"));
            }
            self.told_trouble = trouble;
        }
    }

    /// After a deed: what could not be kept before may be now.
    fn after_keeping(&mut self) {
        self.told_trouble = None;
        if self.unkept {
            self.keep();
        }
    }

    /// Says something that should not be missed.
    pub(super) fn announce(&mut self, text: impl Into<String>) {
        self.remark = Some((text.into(), NOTICE));
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.remark = Some((text.into(), REMARK));
    }

    fn enqueue(&mut self, settings: &Settings) {
        let game = self.table.game();
        self.telling.extend(game.events().iter().map(|event| game.sentence(event).is_some()));
        let by_hand = self.hands(settings);
        self.scene.play(game, &|seat: Seat| by_hand[seat as usize]);
        self.was_moving = true;
    }

    /// Which seats roll for themselves.
    fn hands(&self, settings: &Settings) -> Vec<bool> {
        let by_hand = settings.roll_by_hand && self.replay.is_none();
        self.table.cast().iter().map(|card: &SeatCard| by_hand && card.is_human()).collect()
    }

    /// Shows the table's position at once.
    pub(super) fn jump(&mut self) {
        self.scene.show(self.table.game());
        self.telling.clear();
        self.revealed = self.table.story().len();
        self.was_moving = false;
        self.focus = None;
    }

    // ── Time ──────────────────────────────────────────────────────────────────────────────────────────────────

    pub(super) fn tick(&mut self, seconds: f32, settings: &Settings) {
        self.obey_files(settings);
        self.mind_keeping();
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
        } else if self.table.game().outcome().is_none() && !self.table.awaits_human() {
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
        let Some((seat, bot)) = self.table.lend_bot() else { return };
        let game = self.table.game().clone();
        let (send, receive) = channel();
        let (lend, lent) = channel::<(Box<dyn Player>, Game)>();
        let think = move |(mut bot, game): (Box<dyn Player>, Game), send: &Sender<_>| {
            let command = bot.choose(&game);
            // Nobody listens any longer when the table has been left.
            let _ = send.send((bot, command));
        };
        let from_there = send.clone();
        let thread = move || lent.recv().into_iter().for_each(|work| think(work, &from_there));
        // Where no thread can be had, nobody takes the bot and it comes back: it thinks here, and the window waits.
        let _ = std::thread::Builder::new().name("bot".into()).spawn(thread);
        if let Err(SendError(work)) = lend.send((bot, game)) {
            think(work, &send);
        }
        self.thought = Some(Thought { seat, deeds: self.table.deeds(), answer: receive });
    }

    /// Does what a bot has thought of, unless the game has gone elsewhere in the meantime.
    fn hear_bot(&mut self, settings: &Settings) {
        let answer = self.thought.as_ref().map(|thought| (thought.seat, thought.deeds, thought.answer.try_recv()));
        match answer {
            Some((seat, deeds, Ok((bot, command)))) => {
                self.thought = None;
                self.table.return_bot(seat, bot);
                if deeds == self.table.deeds() && self.table.carry_out(Deed::Command(command)).is_ok() {
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
        self.revealed = self.revealed.min(self.table.story().len());
    }

    fn after_deed(&mut self, settings: &Settings) {
        self.focus = None;
        self.enqueue(settings);
        self.after_keeping();
        if settings.speed == Speed::Instant {
            let shown = self.scene.tick(1e6);
            self.tell(shown);
        }
    }

    /// Lets the table hear what the watch has found, between two commands.
    fn obey_files(&mut self, settings: &Settings) {
        if self.replay.is_some() {
            return;
        }
        while let Some(news) = self.watch.as_ref().and_then(|watch| watch.news().next()) {
            if let Ok(variant) = &news {
                self.catalogue = variant.catalogue.clone();
            }
            let before = self.table.game().rules_to_come().clone();
            let heard = self.table.hear(news);
            self.notice_age = 0.0;
            self.accepted.clear();
            match heard {
                Heard::Nothing => {}
                Heard::Mended => self.notice = Some(Notice::Mended),
                Heard::Refused(problems) => self.notice = Some(Notice::Broken(problems)),
                Heard::Changed(verdict) => self.show_change(before, verdict, settings),
            }
        }
    }

    /// Plays by what the files say, where the game says something else.
    pub(super) fn play_by_files(&mut self, settings: &Settings) {
        let Some(variant) = self.table.files().said.clone() else { return };
        let before = self.table.game().rules_to_come().clone();
        match self.table.carry_out(Deed::Rules(Box::new(variant))) {
            Ok(verdict) if verdict.changes.is_empty() => {}
            Ok(verdict) => self.show_change(before, verdict, settings),
            Err(refused) => self.say(refused.to_string()),
        }
    }

    /// Whether files and game disagree and that has to be said beside the board.
    pub(super) fn shows_discord(&self) -> bool {
        let discord = self.table.files().discord();
        let seen = self.accepted == discord || self.dock == Some(Dock::HouseRules);
        !discord.is_empty() && !seen && self.notice.is_none() && self.replay.is_none()
    }

    /// Tells and shows that the rules have changed.
    fn show_change(&mut self, before: Arc<Ruleset>, verdict: Verdict, settings: &Settings) {
        let after = self.table.game().rules_to_come().clone();
        if !Arc::ptr_eq(&before, &after) {
            self.lab.ask(Subject::change(before, after, &verdict.changes));
            self.unfit = true;
            self.after_deed(settings);
        }
        self.notice = Some(Notice::Changed(verdict));
        self.notice_age = 0.0;
    }

    /// Lets the lab play while its panel is open; before any change it looks at the rules as they are.
    fn attend_lab(&mut self) {
        let (open, seats) = (self.dock == Some(Dock::Lab), self.table.cast().len());
        if open && self.lab.subject.is_none() {
            self.lab.ask(Subject::present(self.table.game().rules().clone(), self.standard.as_ref(), seats));
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
        let next = self.table.deeds() + 1;
        if next <= self.table.known_deeds() && self.table.carry_out(Deed::Seek(next)).is_ok() {
            self.enqueue(settings);
        } else if let Some(replay) = &mut self.replay {
            replay.playing = false;
        }
    }

    /// Leaves the replay and plays on from the position shown.
    pub(super) fn play_on(&mut self) {
        self.jump();
        // Forgetting what was taken back is always possible.
        let _ = self.table.carry_out(Deed::PlayOn);
        self.replay = None;
        self.keep();
    }

    /// Goes to another moment of the game and shows it at once.
    pub(super) fn seek(&mut self, deeds: usize) {
        if let Err(refused) = self.table.carry_out(Deed::Seek(deeds)) {
            self.say(refused.to_string());
        }
        self.unfit = true;
        self.jump();
    }

    // ── Hands ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// Whether a person must do something now.
    pub(super) fn awaits_person(&self) -> bool {
        self.replay.is_none() && !self.scene.moving() && self.table.awaits_human()
    }

    /// Whether the result lies over the board.
    pub(super) fn shows_ending(&self) -> bool {
        self.table.game().outcome().is_some() && !self.scene.moving() && !self.ending_seen && self.replay.is_none()
    }

    pub(super) fn targets(&self) -> Vec<Target> {
        let mut targets = self.scene.targets(self.table.game());
        if !self.awaits_person() {
            for target in &mut targets {
                target.choosable = false;
            }
        }
        targets
    }

    pub(super) fn play(&mut self, command: Command, settings: &Settings) {
        match self.table.carry_out(Deed::Command(command)) {
            Ok(_) => self.after_deed(settings),
            Err(refused) => self.say(refused.to_string()),
        }
    }

    pub(super) fn choose(&mut self, name: &str, settings: &Settings) {
        if !self.awaits_person() {
            return;
        }
        if let Some((command, _)) = self.buttons().into_iter().find(|(command, _)| self.button_name(*command) == name) {
            return self.play(command, settings);
        }
        match self.scene.choose(self.table.game(), name) {
            Choice::Command(command) => self.play(command, settings),
            // The keyboard begins anew with what completes the choice.
            Choice::Begun => self.focus = self.advised_target(),
            Choice::Nothing => {}
        }
    }

    /// Opens the gate the motion waits at.
    pub(super) fn press_gate(&mut self) {
        self.scene.open_gate();
    }

    /// Shows the rest of the motion at once, up to the next press that is needed.
    pub(super) fn skip(&mut self) {
        let shown = self.scene.tick(1e6);
        self.tell(shown);
    }

    pub(super) fn undo(&mut self, settings: &Settings) {
        let across_chance = settings.undo_across_dice(self.table.humans());
        if self.go(Deed::Undo { across_chance }) {
            self.say("Taken back.");
        }
    }

    pub(super) fn redo(&mut self) {
        self.go(Deed::Redo);
    }

    /// Goes back or forth between moments of the game; true when that was possible.
    fn go(&mut self, deed: Deed) -> bool {
        let done = self.table.carry_out(deed);
        if let Err(refused) = done {
            self.say(format!("{refused}."));
            return false;
        }
        self.jump();
        self.unfit = true;
        self.ending_seen = false;
        self.accepted.clear();
        // What was told of a change may no longer be so.
        if !matches!(self.notice, Some(Notice::Broken(_))) {
            self.notice = None;
        }
        self.after_keeping();
        true
    }

    /// The keys of the table; dialogs and text fields have had theirs already.
    pub(super) fn keys(&mut self, input: &Input, settings: &Settings) {
        let taken: Vec<KeyCode> = input.plain_keys().filter(|key| self.scene.key(self.table.game(), *key)).collect();
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
                let now = self.table.deeds();
                self.seek(if forward { now + 1 } else { now.saturating_sub(1) });
            }
        } else if back {
            self.step_focus(-1);
        } else if forward || input.hit(KeyCode::Tab) {
            self.step_focus(1);
        }
        for overlay in self.scene.overlays().iter().filter(|overlay| input.hit(overlay.key)) {
            self.toggle_overlay(overlay.name);
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

    pub(super) fn toggle_overlay(&mut self, name: &'static str) {
        match self.overlays.iter().position(|shown| *shown == name) {
            Some(at) => {
                self.overlays.remove(at);
            }
            None => self.overlays.push(name),
        }
    }

    pub(super) fn toggle(&mut self, dock: Dock) {
        self.dock = if self.dock == Some(dock) { None } else { Some(dock) };
    }

    /// Moves the keyboard's choice to the next or previous target that can be chosen.
    fn step_focus(&mut self, step: isize) {
        let targets = self.targets().into_iter().filter(|t| t.choosable).map(|t| t.name);
        let buttons = self.buttons().into_iter().map(|(command, _)| self.button_name(command));
        let names: Vec<String> = targets.chain(buttons).collect();
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

    /// What the button of a command is called, for keyboards, scripts and tests.
    pub(crate) fn button_name(&self, command: Command) -> String {
        format!("do:{}", self.table.game().command_text(command))
    }

    /// Offers nothing on the board stands for.
    pub(super) fn buttons(&self) -> Vec<(Command, String)> {
        if !self.awaits_person() {
            return Vec::new();
        }
        let game = self.table.game();
        game.offers().iter().filter_map(|command| Some((*command, self.scene.button(game, *command)?))).collect()
    }

    /// The rules of the game being played, with their declarations.
    pub(super) fn effective(&self) -> Effective<'_> {
        Effective { rules: self.table.game().rules(), catalogue: &self.catalogue }
    }

    /// The rulebook of the game being played, printed once and kept while its rules stay.
    pub(super) fn rulebook(&mut self) -> &str {
        let rules = self.table.game().rules().clone();
        let book = match self.book.take() {
            Some((of, text)) if Arc::ptr_eq(&of, &rules) => text,
            _ => match &self.standard {
                Some(standard) => rulebook::print(self.effective(), &standard.rules),
                None => "The rulebook cannot be read at the moment.".into(),
            },
        };
        &self.book.insert((rules, book)).1
    }
}
