//! A table on the screen: the table itself, its picture, and everything that goes on between them. Nothing here decides
//! rules: what may be done comes from the game's offers, and goes back to the table as a deed.

mod aim;
mod bots;
mod branching;
mod curtain;
mod desk;
mod drama;
mod following;
mod keeping;
mod keys;
mod looking_back;
mod remark;
mod replaying;
mod state;
mod telling;

pub(super) use desk::Dock;
pub(super) use drama::Weight;
pub(super) use following::{Back, Notice};
pub(super) use looking_back::{Found, Known};
pub(super) use remark::Remark;

use super::hint::Hint;
use super::laboratory::{Laboratory, Subject};
use super::lesson::Lecture;
use super::motion::Speed;
use super::scene::{Choice, Scene, Target};
use super::settings::Settings;
use super::shown;
use super::sound::Cue;
use crate::problem::{Problem, Problems};
use crate::sim::{Command, Effect, Seat};
use crate::table::{Deed, Saves, SeatCard, Table};
use crate::variant::Library;
use crate::words::{Message, msg};
use aim::Aim;
use bots::Bots;
use branching::Branch;
use curtain::Curtain;
use desk::Desk;
use drama::Drama;
use following::Following;
use keeping::Keeping;
use looking_back::LookBack;
use replaying::Replay;
use std::sync::Arc;
use telling::Telling;

#[allow(clippy::struct_excessive_bools, reason = "each is something else about the table")]
pub(super) struct Tabletop {
    pub table: Table,
    pub scene: Box<dyn Scene>,
    pub telling: Telling,
    pub drama: Drama,
    bots: Bots,
    curtain: Curtain,
    pub replay: Option<Replay>,
    /// Something else than the game is being looked at.
    pub branch: Option<Branch>,
    pub keeping: Keeping,
    pub following: Following,
    pub remark: Remark,
    pub aim: Aim,
    pub hint: Option<Hint>,
    /// The game is over and looked back at.
    look_back: Option<LookBack>,
    /// A lesson is given here.
    pub lecture: Option<Lecture>,
    pub desk: Desk,
    pub lab: Laboratory,
    /// The picture has not yet come to rest since the last deed.
    was_moving: bool,
    /// A person's move was made, and nobody has pressed for a roll or a spin since.
    is_fresh: bool,
    /// Seconds since the motion began.
    pub moving_for: f32,
    /// The pictures must be drawn anew.
    pub unfit: bool,
    pub ending_seen: bool,
}

impl Tabletop {
    pub(super) fn new(mut table: Table, library: Arc<Library>, saves: Saves) -> Result<Self, Problems> {
        let pack = table.game().rules().pack;
        let scene = shown::scene(table.game())
            .ok_or_else(|| Problem::about(pack.name(), msg!("window.no_scene")).remedy(msg!("window.no_scene_remedy")))?;
        let mut following = Following::new(library, pack)?;
        let variant = following.last_followed(&table);
        following.follow(&mut table, &variant);
        Ok(Self {
            scene,
            telling: Telling::all_of(&table),
            drama: Drama::default(),
            bots: Bots::default(),
            curtain: Curtain::default(),
            replay: None,
            branch: None,
            keeping: Keeping::new(saves),
            following,
            remark: Remark::default(),
            aim: Aim::default(),
            hint: None,
            look_back: None,
            lecture: None,
            desk: Desk::default(),
            lab: Laboratory::new(),
            was_moving: false,
            is_fresh: false,
            moving_for: 0.0,
            unfit: true,
            ending_seen: false,
            table,
        })
    }

    /// Shows the opening events as motion, for a game that has just begun.
    pub(super) fn begin(&mut self, settings: &Settings) {
        self.open(settings);
        self.keep();
    }

    /// Shows the opening events as motion.
    pub(super) fn open(&mut self, settings: &Settings) {
        self.telling.lines = 0;
        self.enqueue(settings);
    }

    /// Goes on with a game that was left: what waited for a press does so again. How far it had been shown is not known, so the last
    /// command is shown once more up to there, without a sound and at once.
    pub(super) fn take_up(&mut self, settings: &Settings) {
        self.jump();
        if let Some(before) = self.table.before() {
            self.scene.show(before);
        }
        self.enqueue(settings);
        self.telling.take_back();
        let shown = self.scene.tick(0.0, Speed::Instant);
        self.telling.go_on(shown, &self.table);
        self.telling.cues.clear();
        if self.scene.gate().is_none() {
            self.jump();
        }
    }

    /// Another language is spoken from now on: everything that was written in the one before is written anew.
    pub(super) fn retell(&mut self) {
        self.desk.book = None;
        self.unfit = true;
        self.lab.retell();
        self.lab.map = self.lab.found.as_ref().and_then(|found| self.scene.heat(found));
    }

    fn enqueue(&mut self, settings: &Settings) {
        let game = self.table.game();
        self.telling.expect(game);
        let by_hand = self.hands(settings);
        self.scene.play(game, &|seat: Seat| by_hand[seat as usize]);
        self.was_moving = true;
    }

    /// Which seats roll for themselves.
    fn hands(&self, settings: &Settings) -> Vec<bool> {
        let by_hand = (settings.roll_by_hand || self.lecture.is_some()) && self.replay.is_none();
        self.table.cast().iter().map(|card: &SeatCard| by_hand && card.is_human()).collect()
    }

    /// Shows the table's position at once.
    pub(super) fn jump(&mut self) {
        self.scene.show(self.table.game());
        let cues = std::mem::take(&mut self.telling.cues);
        self.telling = Telling::all_of(&self.table);
        self.telling.cues = cues;
        self.was_moving = false;
        self.aim.focus = None;
    }

    // ── Time ──────────────────────────────────────────────────────────────────────────────────────────────────

    pub(super) fn tick(&mut self, seconds: f32, settings: &Settings) {
        self.obey_files(settings);
        self.mind_keeping();
        self.mind_hint();
        self.mind_look_back();
        self.mind_lesson();
        self.attend_lab();
        self.mind_curtain(seconds);
        self.remark.tick(seconds);
        self.following.tick(seconds);
        self.following.editing_is_over |= self.desk.dock != Some(Dock::Workshop);
        self.drama.tick(seconds);
        // Nothing happens in the dark.
        let seconds = if self.scene.is_open() { seconds } else { 0.0 };
        let shown = self.scene.tick(seconds, settings.speed);
        let moments = self.telling.go_on(shown, &self.table);
        self.dramatise(moments, settings);
        self.moving_for = if self.scene.moving() { self.moving_for + seconds } else { 0.0 };
        if self.scene.moving() {
            self.was_moving = true;
            return;
        }
        if std::mem::take(&mut self.was_moving) {
            // The picture has caught up: take over whatever events do not tell.
            self.jump();
            self.bots.pause(settings.speed);
        }
        if self.lecture.is_some() {
            self.play_lesson(settings);
        } else if self.replay.is_some() {
            self.play_replay(seconds, settings);
        } else if self.table.game().outcome().is_none() && !self.table.awaits_human() {
            self.let_bot_play(seconds, settings);
        }
    }

    pub(super) fn after_deed(&mut self, settings: &Settings) {
        self.aim.focus = None;
        self.is_fresh = false;
        self.enqueue(settings);
        self.after_keeping();
        if settings.speed == Speed::Instant {
            self.skip(settings);
        }
    }

    /// Lets the lab play while its panel is open; before any change it looks at the rules as they are.
    fn attend_lab(&mut self) {
        let (open, seats) = (self.desk.dock == Some(Dock::Lab), self.table.cast().len());
        if open && self.lab.subject.is_none() {
            self.lab.ask(Subject::present(self.table.game().standing_rules().clone(), self.following.standard.as_ref(), seats));
        }
        if self.lab.attend(open, seats) {
            self.lab.map = self.lab.found.as_ref().and_then(|found| self.scene.heat(found));
        }
    }

    // ── Hands ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// Whether a person must do something now.
    pub(super) fn awaits_person(&self) -> bool {
        self.replay.is_none() && !self.scene.moving() && self.table.awaits_human() && self.hand_over_to().is_none()
    }

    /// Whether Tab, arrows, Enter and Space are for the board.
    pub(super) fn has_keys(&self) -> bool {
        !self.shows_ending() && self.desk.sheet().is_none() && !self.desk.keys_in_panels
    }

    /// Whether the result lies over the board.
    pub(super) fn shows_ending(&self) -> bool {
        let over = self.table.game().outcome().is_some() && !self.scene.moving() && !self.drama.is_ending();
        let whole = self.replay.as_ref().is_none_or(|replay| replay.to_the_end);
        over && !self.ending_seen && whole && self.lecture.is_none()
    }

    pub(super) fn targets(&self) -> Vec<Target> {
        let mut targets = self.scene.targets(self.table.game());
        if !self.awaits_person() {
            for target in &mut targets {
                target.choosable = false;
            }
        }
        self.narrow(&mut targets);
        targets
    }

    pub(super) fn play(&mut self, command: Command, settings: &Settings) {
        if !self.permits(command) {
            return;
        }
        match self.table.carry_out(Deed::Command(command)) {
            Ok(_) => {
                self.done_in_lesson();
                self.after_deed(settings);
                self.is_fresh = true;
            }
            Err(refused) => self.remark.complain(&refused),
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
            Choice::Begun => self.aim.focus = self.advised_target(),
            Choice::Nothing => {}
        }
    }

    /// Opens the gate the motion waits at.
    pub(super) fn press_gate(&mut self) {
        if self.hand_over_to().is_none() && self.lesson_opens_gate() {
            self.telling.cues.extend(self.scene.gate().map(|gate| Cue::Press(gate.name)));
            self.scene.open_gate();
            self.is_fresh = false;
        }
    }

    /// Shows the rest of the motion at once, up to the next press that is needed.
    pub(super) fn skip(&mut self, settings: &Settings) {
        let shown = self.scene.tick(0.0, Speed::Instant);
        let moments = self.telling.go_on(shown, &self.table);
        self.dramatise(moments, settings);
    }

    pub(super) fn undo(&mut self, settings: &Settings) {
        if self.lecture.is_some() {
            return self.turn_back();
        }
        let across_chance = self.may_undo_chance(settings);
        let back = self.following.back.take();
        if self.go(Deed::Undo { across_chance }) {
            self.remark.say(msg!("window.remark.taken_back"));
            self.let_files_go_along(back, settings);
        }
    }

    /// Whether a move may be taken back although chance has spoken since: the settings allow it, or nobody has seen what it said,
    /// because somebody must press for it first. So a slip of the hand can be mended, and who rolls next has lost nothing. A card
    /// that was turned up by the move, or dice a rule threw in it, have been seen.
    pub(super) fn may_undo_chance(&self, settings: &Settings) -> bool {
        let game = self.table.game();
        let threw = |number| game.effects_of(number).any(|effect| matches!(effect, Effect::Threw { .. }));
        let unseen = self.is_fresh && self.scene.gate().is_some() && !self.table.has_turned_up();
        unseen && !(0..self.telling.shown(game)).any(threw) || settings.undo_across_dice(self.table.humans())
    }

    pub(super) fn redo(&mut self, settings: &Settings) {
        if self.lecture.is_some() {
            return;
        }
        let of_rules = self.table.next_is_of_rules();
        if !self.go(Deed::Redo) {
            return;
        }
        if of_rules {
            self.let_files_go_forth(settings);
        } else if self.replay.is_none() {
            // Who rolls next presses for it, as the first time; and the move may be taken back again until then.
            self.take_up(settings);
            self.is_fresh = self.scene.gate().is_some();
        }
    }

    /// Goes back or forth between moments of the game; true when that was possible.
    fn go(&mut self, deed: Deed) -> bool {
        let (of_rules, deeds) = match &deed {
            Deed::Undo { .. } => (self.table.last_is_of_rules(), self.table.deeds()),
            Deed::Redo => (self.table.next_is_of_rules(), self.table.deeds()),
            _ => (false, 0),
        };
        let done = self.table.carry_out(deed);
        if let Err(refused) = done {
            self.remark.say(msg!("window.remark.refused", why = refused.to_string()));
            return false;
        }
        if of_rules && self.table.deeds().abs_diff(deeds) == 1 {
            // Nothing has moved: whoever has yet to throw still has.
            self.scene.adopt(self.table.game());
            self.telling.keep_to(&self.table);
        } else {
            self.jump();
        }
        self.drama.clear();
        self.is_fresh = false;
        self.unfit = true;
        self.ending_seen = false;
        self.following.accepted.clear();
        // What was told of a change may no longer be so.
        self.following.drop_notice();
        self.after_keeping();
        true
    }

    /// What the button of a command is called, for keyboards, scripts and tests.
    pub(crate) fn button_name(&self, command: Command) -> String {
        format!("do:{}", self.table.game().command_text(command))
    }

    /// Offers nothing on the board stands for.
    pub(super) fn buttons(&self) -> Vec<(Command, Message)> {
        if !self.awaits_person() {
            return Vec::new();
        }
        let game = self.table.game();
        game.offers().iter().filter_map(|command| Some((*command, self.scene.button(game, *command)?))).collect()
    }
}

#[cfg(test)]
mod tests;
