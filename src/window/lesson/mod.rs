//! A lesson at the table: where in it a person is, what may be clicked meanwhile, and the way on and back.

pub(super) mod card;

use super::scene::Target;
use super::settings::Settings;
use super::tabletop::{Dock, Tabletop};
use crate::players;
use crate::scenario::lesson::{Lesson, Step, Task};
use crate::sim::{Command, Game};
use crate::table::{Deed, HUMAN, Table, default_cast};
use crate::words::{Message, msg};
use egui::Pos2;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};

/// Where a person wants to go from a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Go {
    /// To the lesson after it.
    On,
    /// To another lesson of the game, counted from 0.
    To(usize),
    /// To a game of one's own.
    Play,
    /// To the start screen.
    Leave,
}

/// One of the lessons of a game, as it stands on the card.
pub(super) struct Listed {
    /// What it is known by.
    pub key: String,
    pub title: Message,
    pub is_finished: bool,
}

/// A lesson being given.
pub(super) struct Lecture {
    lesson: Lesson,
    /// Which of the game's lessons it is, from 0, and all there are.
    pub number: usize,
    course: Vec<Listed>,
    at: usize,
    /// How much had been done when each step so far began.
    began: Vec<usize>,
    /// What others still have to do in this step.
    plays: VecDeque<String>,
    /// Something else was clicked than the step is about.
    astray: bool,
    pub go: Option<Go>,
    /// What was to be pointed at and could not be seen, and what the card lay over: mistakes of whoever wrote the lesson.
    lost: BTreeSet<String>,
    covered: BTreeSet<String>,
    /// How high the card was in the last frame.
    height: f32,
    /// The step the card has been placed for, and where: it stays there while it can.
    placed: Option<(usize, Pos2)>,
}

impl Lecture {
    pub(super) fn new(lesson: Lesson, number: usize, course: Vec<Listed>) -> Self {
        Self {
            lesson,
            number,
            course,
            at: 0,
            began: vec![0],
            plays: VecDeque::new(),
            astray: false,
            go: None,
            lost: BTreeSet::new(),
            covered: BTreeSet::new(),
            height: 0.0,
            placed: None,
        }
    }

    /// A table with the lesson's position: the learner is a person, by a name if there is one.
    pub(super) fn table(&self, game: Game, name: &str) -> Table {
        let Lesson { learner, variant, .. } = &self.lesson;
        let kind = |seat: u8| if seat == *learner { HUMAN } else { players::KINDS[1] }.to_owned();
        let mut cast = default_cast(game.rules().pack, &(0..game.turn().seats).map(kind).collect::<Vec<_>>());
        name.trim().clone_into(&mut cast[usize::from(*learner)].name);
        Table::staged(game, variant, cast)
    }

    fn step(&self) -> &Step {
        &self.lesson.steps[self.at.min(self.lesson.steps.len() - 1)]
    }

    fn is_last(&self) -> bool {
        self.at + 1 >= self.lesson.steps.len()
    }

    /// Where the last card leads.
    fn onwards(&self) -> Go {
        if self.number + 1 < self.course.len() { Go::On } else { Go::Play }
    }

    /// What the lesson is known by.
    pub(super) fn key(&self) -> Option<&str> {
        self.course.get(self.number).map(|listed| listed.key.as_str())
    }

    fn advance(&mut self, deeds: usize) {
        self.at += 1;
        self.began.push(deeds);
        self.astray = false;
    }
}

impl Tabletop {
    /// Gives a lesson at this table, which must be the lesson's own.
    pub(super) fn teach(&mut self, lecture: Lecture, settings: &Settings) {
        self.lecture = Some(lecture);
        self.open(settings);
    }

    /// Whether a card of the lesson is to be read now: what moves is looked at first.
    pub(super) fn shows_lesson(&self) -> bool {
        let rests = !self.scene.moving() || self.scene.gate().is_some();
        self.lecture.as_ref().is_some_and(|lecture| rests && lecture.plays.is_empty())
    }

    /// Whether the lesson waits for its card to be put away, and not for something on the board.
    pub(super) fn awaits_next(&self) -> bool {
        self.shows_lesson()
            && self.lecture.as_ref().is_some_and(|lecture| match &lecture.step().task {
                Task::Read | Task::Watch(_) => true,
                // After going back nothing waits for the press any more.
                Task::Press(_) => self.scene.gate().is_none(),
                Task::Choose(_) => false,
            })
    }

    /// Whether the lesson is through.
    pub(super) fn is_taught(&self) -> bool {
        self.shows_lesson() && self.lecture.as_ref().is_some_and(Lecture::is_last)
    }

    /// Puts the card away and goes on; false when there is none that could be.
    pub(super) fn turn_page(&mut self) -> bool {
        let awaits = self.awaits_next();
        let deeds = self.table.deeds();
        let Some(lecture) = self.lecture.as_mut().filter(|_| awaits) else { return false };
        match &lecture.step().task {
            Task::Watch(plays) => lecture.plays = plays.iter().cloned().collect(),
            _ if lecture.is_last() => lecture.go = Some(lecture.onwards()),
            _ => lecture.advance(deeds),
        }
        true
    }

    /// Goes back to the step before.
    pub(super) fn turn_back(&mut self) {
        let deeds = self.table.deeds();
        let Some(lecture) = self.lecture.as_mut().filter(|lecture| lecture.at > 0) else { return };
        lecture.at -= 1;
        lecture.began.truncate(lecture.at + 1);
        lecture.plays.clear();
        lecture.astray = false;
        let began = lecture.began[lecture.at];
        if began != deeds {
            self.seek(began);
        }
    }

    /// Lets others do what the step says; nobody thinks in a lesson.
    pub(super) fn play_lesson(&mut self, settings: &Settings) {
        let Some(lecture) = &mut self.lecture else { return };
        let Some(text) = lecture.plays.pop_front() else { return };
        let done = match self.table.game().parse_command(&text) {
            Ok(command) => self.table.carry_out(Deed::Command(command)).map_err(|refused| refused.message()),
            Err(message) => Err(message),
        };
        match done {
            Ok(_) => self.after_deed(settings),
            Err(message) => self.remark.say(message),
        }
        let deeds = self.table.deeds();
        if let Some(lecture) = self.lecture.as_mut().filter(|lecture| lecture.plays.is_empty()) {
            lecture.advance(deeds);
        }
    }

    /// The commands a lesson lets through; everything where there is none.
    fn let_through(&self) -> Option<Vec<Command>> {
        let lecture = self.lecture.as_ref()?;
        let texts = match &lecture.step().task {
            Task::Choose(texts) => texts.as_slice(),
            _ => &[],
        };
        Some(texts.iter().filter_map(|text| self.table.game().parse_command(text).ok()).collect())
    }

    /// Takes the glow from what a lesson is not about.
    pub(super) fn narrow(&self, targets: &mut [Target]) {
        let Some(commands) = self.let_through() else { return };
        let game = self.table.game();
        let wanted: Vec<String> = commands.iter().filter_map(|command| self.scene.next_target(game, *command)).collect();
        for target in targets {
            target.choosable &= wanted.contains(&target.name);
        }
    }

    /// Whether a lesson lets a command through; otherwise it says what to do instead.
    pub(super) fn permits(&mut self, command: Command) -> bool {
        let permitted = self.let_through().is_none_or(|commands| commands.contains(&command));
        if !permitted {
            self.stray();
        }
        permitted
    }

    /// Something was clicked that this step is not about.
    pub(super) fn stray(&mut self) {
        if let Some(lecture) = self.lecture.as_mut() {
            lecture.astray = true;
        }
    }

    /// A person has done what the step allows.
    pub(super) fn done_in_lesson(&mut self) {
        let deeds = self.table.deeds();
        if let Some(lecture) = &mut self.lecture {
            lecture.advance(deeds);
        }
    }

    /// Whether the gate may be opened now. A press before a move is needed whether the lesson names it or not.
    pub(super) fn lesson_opens_gate(&mut self) -> bool {
        let (gate, deeds) = (self.scene.gate().map(|gate| gate.name), self.table.deeds());
        let Some(lecture) = &mut self.lecture else { return true };
        match &lecture.step().task {
            Task::Press(name) if gate == Some(name) => lecture.advance(deeds),
            Task::Choose(_) | Task::Watch(_) => {}
            _ => {
                lecture.astray = true;
                return false;
            }
        }
        true
    }

    /// What would change the lesson's game, or keep it, has its time afterwards.
    pub(super) fn mind_lesson(&mut self) {
        let open = matches!(self.desk.dock, Some(Dock::Workshop | Dock::Games | Dock::Lab));
        if self.lecture.is_some() && open {
            self.desk.dock = None;
            self.remark.say(msg!("window.lesson.later"));
        }
    }

    pub(super) fn lesson_state(&self) -> Value {
        self.lecture.as_ref().map_or(Value::Null, |lecture| {
            json!({
                "name": lecture.lesson.name,
                "step": lecture.at,
                "of": lecture.lesson.steps.len(),
                "shown": self.shows_lesson(),
                "says": lecture.step().says.to_string(),
                "astray": lecture.astray,
                "done": self.is_taught(),
                "lost": lecture.lost,
                "covered": lecture.covered,
            })
        })
    }
}
