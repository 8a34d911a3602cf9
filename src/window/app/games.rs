//! Games that are kept: saving them, going on with them, and watching them again.

use super::{App, Screen};
use crate::problem::Problems;
use crate::scenario::lesson;
use crate::sim::Pack;
use crate::table::{Resumed, Slot, Until, read_trace, replay};
use crate::window::kept::Kept;
use crate::window::lesson::{Go, Lecture};
use crate::window::panels::games::Wish;
use crate::window::tabletop::{Notice, Tabletop};
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
        let replayed = replay(&read_trace(path)?, &self.library, Until::End)?;
        if let Some(problem) = replayed.departs.clone().filter(|_| !watch) {
            return Err(problem.into());
        }
        let trouble = replayed.trouble().cloned();
        let mut top = Tabletop::new(replayed.table, self.library.clone(), self.saves.clone())?;
        self.show_start();
        if watch {
            top.watch();
        } else {
            top.keep();
        }
        // A recording brings its own rules; its variant's files need not be here.
        if watch || trouble.is_some() {
            top.following.notice = trouble.map(Notice::Damaged);
        }
        top.jump();
        self.seat(top);
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
        top.jump();
        self.seat(top);
        Ok(())
    }

    /// Gives a game's lesson, counted from 0.
    pub(super) fn teach(&mut self, pack: &'static dyn Pack, number: usize) {
        if let Err(problems) = self.open_lesson(pack, number) {
            self.tell(problems);
        }
    }

    fn open_lesson(&mut self, pack: &'static dyn Pack, number: usize) -> Result<(), Problems> {
        let files = lesson::files(&self.library, pack);
        let Some(file) = files.get(number) else { return Ok(()) };
        let (lesson, game) = lesson::read(&self.library, &self.library.shelf.rule_file(file)?)?;
        let lecture = Lecture::new(lesson, number, files.len());
        let table = lecture.table(game, &self.settings.player_name);
        let mut top = Tabletop::new(table, self.library.clone(), self.saves.clone())?;
        self.show_start();
        top.teach(lecture, &self.settings);
        self.seat(top);
        Ok(())
    }

    /// Goes where a lesson leads.
    pub(super) fn leave_lesson(&mut self, go: Go) {
        let Screen::Table(top) = &self.screen else { return };
        let pack = top.table.game().rules().pack;
        let number = top.lecture.as_ref().map_or(0, |lecture| lecture.number);
        match go {
            Go::On => self.teach(pack, number + 1),
            Go::Play => self.new_game(pack.name()),
            Go::Leave => self.show_start(),
        }
    }
}
