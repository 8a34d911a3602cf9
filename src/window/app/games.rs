//! Games that are kept: saving them, going on with them, and watching them again; and what came from elsewhere.

use super::{App, Screen};
use crate::files::exists;
use crate::problem::{Problem, Problems};
use crate::scenario::lesson;
use crate::sim::Pack;
use crate::table::trace::Trace;
use crate::table::{Resumed, Slot, read_trace};
use crate::window::kept::{Kept, Thrown};
use crate::window::lesson::{Go, Lecture, Listed};
use crate::window::motion::Speed;
use crate::window::opening::{AT_ONCE, Opening, SLICE};
use crate::window::panels::games::Wish;
use crate::window::tabletop::{Notice, Tabletop};
use crate::window::workshop::received::{Answer, Received};
use crate::words::{Message, msg};
use std::path::Path;

impl App {
    pub(super) fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Resume(slot) => {
                if let Err(problems) = self.resume(&slot) {
                    self.tell(problems);
                }
            }
            Wish::Load(path) => self.open_or_tell(&path, false),
            Wish::Watch(path) => self.open_or_tell(&path, true),
            Wish::Save(name) => self.save(&name),
            Wish::Rename(path, name) => {
                let renamed = self.saves.rename(&path, &name);
                self.after_keeping(renamed.map(|_| None));
            }
            Wish::ThrowAway(path) => {
                let thrown = self.saves.throw_away(&path).map(|lies| Some(Thrown { lies, lay: path }));
                self.after_keeping(thrown);
            }
            Wish::TakeBack(thrown) => {
                let back = self.saves.take_back(&thrown.lies, &thrown.lay);
                self.after_keeping(back.map(|()| None));
            }
        }
    }

    /// Looks at the kept games anew after something was done with one of them.
    fn after_keeping(&mut self, done: Result<Option<Thrown>, Problem>) {
        // Whatever else is done, or fails, the way back out of the bin stays.
        let before = self.kept.thrown.take().filter(|thrown| exists(&thrown.lies));
        self.kept = Kept { thrown: before, ..Kept::look(&self.saves) };
        match done {
            Ok(Some(thrown)) => self.kept.thrown = Some(thrown),
            Ok(None) => {}
            Err(problem) => match &mut self.screen {
                Screen::Table(top) => top.remark.complain(&problem),
                Screen::Start(start) => start.trouble = problem.into(),
                Screen::New(_) => {}
            },
        }
    }

    fn save(&mut self, name: &str) {
        let Screen::Table(top) = &mut self.screen else { return };
        let saved = match self.saves.path(name) {
            Ok(path) => {
                let written = self.saves.write(&path, top.table.trace());
                written.map(|aside| (path, aside)).map_err(|problem| problem.to_string())
            }
            Err(why) => Err(why.to_string()),
        };
        match saved {
            Ok((path, aside)) => {
                top.remark.say(match aside {
                    Some(aside) => msg!("window.remark.saved_put_aside", file = &*path, aside = &*aside),
                    None => msg!("window.remark.saved", file = &*path),
                });
                self.suggest_name();
                self.kept = Kept::look(&self.saves);
            }
            Err(why) => top.remark.say(msg!("window.remark.not_saved", why)),
        }
    }

    pub(super) fn open_or_tell(&mut self, path: &Path, watch: bool) {
        if let Err(problems) = self.open(path, watch) {
            self.tell(problems);
        }
    }

    pub(super) fn tell(&mut self, problems: Problems) {
        if let Screen::Table(top) = &mut self.screen {
            return top.remark.complain(&problems);
        }
        self.show_start();
        if let Screen::Start(start) = &mut self.screen {
            start.trouble.0.splice(0..0, problems.0);
        }
    }

    /// Opens a recorded game, to go on with it in a slot of its own or to watch it from the beginning.
    pub(super) fn open(&mut self, path: &Path, watch: bool) -> Result<(), Problems> {
        self.open_trace(read_trace(path)?.into(), watch)
    }

    fn open_trace(&mut self, trace: Box<Trace>, watch: bool) -> Result<(), Problems> {
        self.opening = None;
        let opening = Opening::begin(trace, &self.library, watch)?;
        self.go_on_opening(opening, AT_ONCE)
    }

    /// Goes on opening a game that takes long.
    pub(super) fn mind_opening(&mut self) {
        if let Some(opening) = self.opening.take()
            && let Err(problems) = self.go_on_opening(opening, SLICE)
        {
            self.tell(problems);
        }
    }

    fn go_on_opening(&mut self, mut opening: Opening, seconds: f64) -> Result<(), Problems> {
        if !opening.go_on(seconds)? {
            self.opening = Some(opening);
            return Ok(());
        }
        let watch = opening.watch;
        let replayed = opening.finish();
        if let Some(problem) = replayed.departs.clone().filter(|_| !watch) {
            return Err(problem.into());
        }
        let trouble = replayed.trouble().cloned();
        let mut top = Tabletop::new(replayed.table, self.library.clone(), self.saves.clone())?;
        self.show_start();
        if watch {
            top.watch();
            top.jump();
        } else {
            top.keep();
            top.take_up(&self.settings);
        }
        // A recording brings its own rules; its variant's files need not be here.
        if watch || trouble.is_some() {
            top.following.notice = trouble.map(Notice::Damaged);
        }
        self.seat(top);
        Ok(())
    }

    /// Looks at what a link holds, and asks what shall be done with it.
    pub(super) fn open_link(&mut self, link: &str) {
        match Received::read(&self.library, link) {
            Ok(received) => self.received = Some(received),
            Err(problems) => self.tell(problems),
        }
    }

    /// Does what was answered about something from elsewhere.
    pub(super) fn dispose_of_received(&mut self, answer: Option<Answer>) {
        let Some(answer) = answer else { return };
        let Some(received) = self.received.take() else { return };
        let done = match answer {
            Answer::No => Ok(()),
            Answer::Watch => received.into_game().map_or(Ok(()), |trace| self.open_trace(trace, true)),
            Answer::SetUp => self.set_up_received(&received),
            Answer::Play | Answer::Keep => match &mut self.screen {
                Screen::Table(top) => top.take_in(&received, &self.settings, &self.home, answer == Answer::Play),
                _ => received.keep(&self.library, &self.home).map(drop),
            },
        };
        match done {
            Err(problems) => self.tell(problems),
            Ok(()) => {
                if let Screen::New(new) = &mut self.screen {
                    new.look_anew(&self.library, &self.home);
                }
            }
        }
    }

    /// Sets up a game by rules from elsewhere, with the luck that came with them.
    fn set_up_received(&mut self, received: &Received) -> Result<(), Problems> {
        let Some(name) = received.keep(&self.library, &self.home)? else { return Ok(()) };
        self.new_game(received.pack.name());
        if let Screen::New(new) = &mut self.screen {
            new.choose(&self.library, &name, received.seed());
        }
        Ok(())
    }

    /// Goes on with a running game where it was left.
    fn resume(&mut self, slot: &Slot) -> Result<(), Problems> {
        let is_shared = self.saves.is_shared();
        let Resumed { table, damage } = self.saves.resume(slot, &self.library)?;
        let mut top = Tabletop::new(table, self.library.clone(), self.saves.clone())?;
        top.is_kept_in(slot.name.clone(), is_shared && !matches!(self.screen, Screen::Table(_)));
        if let Some(damage) = damage {
            top.remark.announce(Message::verbatim(damage.to_string()));
        }
        // From within a lesson this leads to a game at once, without the start screen.
        if let Some(speed) = self.speed_of_games.take() {
            self.settings.speed = speed;
        }
        top.take_up(&self.settings);
        self.seat(top);
        Ok(())
    }

    /// Gives the first lesson of a game that has not been gone through; once all have been, the first.
    pub(super) fn learn(&mut self, pack: &'static dyn Pack) {
        let is_new = |(key, _): &(String, Message)| !self.settings.lessons.contains(key);
        let number = lesson::listed(&self.library, pack).iter().position(is_new).unwrap_or_default();
        // Whoever learns wants to see what happens, however fast they play.
        let speed = self.settings.speed;
        if matches!(speed, Speed::Fast | Speed::Instant) {
            self.settings.speed = Speed::Normal;
        }
        self.teach(pack, number);
        self.speed_of_games = Some(speed);
    }

    /// Gives a game's lesson, counted from 0.
    fn teach(&mut self, pack: &'static dyn Pack, number: usize) {
        if let Err(problems) = self.open_lesson(pack, number) {
            self.tell(problems);
        }
    }

    fn open_lesson(&mut self, pack: &'static dyn Pack, number: usize) -> Result<(), Problems> {
        let files = lesson::files(&self.library, pack);
        let Some(file) = files.get(number) else { return Ok(()) };
        let (lesson, game) = lesson::read(&self.library, &self.library.shelf.rule_file(file)?)?;
        let listed = |(key, title): (String, Message)| {
            let is_finished = self.settings.lessons.contains(&key);
            Listed { key, title, is_finished }
        };
        let course = lesson::listed(&self.library, pack).into_iter().map(listed).collect();
        let lecture = Lecture::new(lesson, number, course);
        let table = lecture.table(game, &self.settings.player_name);
        let mut top = Tabletop::new(table, self.library.clone(), self.saves.clone())?;
        self.show_start();
        top.teach(lecture, &self.settings);
        self.seat(top);
        Ok(())
    }

    /// Gives a lesson after another one, at the speed of that.
    fn teach_next(&mut self, pack: &'static dyn Pack, number: usize) {
        let speed = self.speed_of_games.take();
        self.teach(pack, number);
        self.speed_of_games = speed;
    }

    /// Goes where a lesson leads.
    pub(super) fn leave_lesson(&mut self, go: Go) {
        let Screen::Table(top) = &self.screen else { return };
        let pack = top.table.game().rules().pack;
        let number = top.lecture.as_ref().map_or(0, |lecture| lecture.number);
        match go {
            Go::On => self.teach_next(pack, number + 1),
            Go::To(number) => self.teach_next(pack, number),
            Go::Play => self.new_game(pack.name()),
            Go::Leave => self.show_start(),
        }
    }
}
