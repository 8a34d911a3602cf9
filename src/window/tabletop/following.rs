//! The files of the rules while they are played by: what they say, and what is told about it beside the board.

use super::{Dock, Tabletop};
use crate::files::{read_file, write_atomically};
use crate::problem::{Problem, Problems};
use crate::sim::{Game, Pack, Ruleset};
use crate::table::{Deed, Heard, Table, Verdict};
use crate::variant::propose::{Change, differences};
use crate::variant::watch::Watch;
use crate::variant::{Catalogue, Effective, Library, STANDARD, Variant};
use crate::window::laboratory::Subject;
use crate::window::settings::Settings;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How long a change of rules is told.
const TOLD_FOR: f32 = 20.0;

/// What the files have said last.
#[allow(clippy::large_enum_variant, reason = "there is one of them")]
pub(crate) enum Notice {
    Changed(Verdict),
    Mended,
    /// Stays until the files are in order.
    Broken(Problems),
    /// The recording at the table is not as it was written, or cannot be followed to its end.
    Damaged(Problem),
}

/// The way back from a change of rules.
pub(crate) enum Back {
    /// A file said something else.
    Text { file: String, text: String, by_workshop: bool },
    /// Another variant was followed.
    Variant(String),
    /// Another variant was followed, before this file was begun.
    Begun(String, PathBuf),
}

pub(crate) struct Following {
    library: Arc<Library>,
    /// The declarations the rules go by.
    catalogue: Arc<Catalogue>,
    pub standard: Option<Variant>,
    watch: Option<Watch>,
    pub notice: Option<Notice>,
    /// Seconds since the files have said something.
    age: f32,
    /// The way back from the change that was heard last.
    pub back: Option<Back>,
    /// The way forth again, after a change was taken back and the files went along.
    forth: Option<Back>,
    /// What the workshop has written last.
    pub written: String,
    /// The rules that held before the editing began.
    pub editing_from: Option<Arc<Ruleset>>,
    /// Whether the workshop was closed since: what is changed next begins another piece of work.
    pub editing_is_over: bool,
    /// What files and game disagree about, once a person has seen it.
    pub accepted: Vec<Change>,
}

impl Following {
    pub(super) fn new(library: Arc<Library>, pack: &'static dyn Pack) -> Result<Self, Problems> {
        Ok(Self {
            catalogue: library.catalogue(pack)?,
            standard: library.load(pack.name(), STANDARD).ok(),
            library,
            watch: None,
            notice: None,
            age: 0.0,
            back: None,
            forth: None,
            written: String::new(),
            editing_from: None,
            editing_is_over: true,
            accepted: Vec::new(),
        })
    }

    /// The variant a game went by last: rules may have been changed for others since it began.
    pub(super) fn last_followed(&self, table: &Table) -> String {
        let (begun_by, blueprint) = (table.variant(), &table.game().rules_to_come().blueprint);
        let is_begun_by = Path::new(begun_by).file_stem().is_some_and(|stem| stem.to_str() == Some(&blueprint.variant));
        let is_there = || self.library.shelf.variant(blueprint.pack, &blueprint.variant).is_some();
        if !is_begun_by && is_there() { blueprint.variant.clone() } else { begun_by.to_owned() }
    }

    /// Lets the table follow a variant and keeps an eye on its files from now on.
    pub(super) fn follow(&mut self, table: &mut Table, variant: &str) {
        let pack = table.game().rules().pack.name();
        table.follow(variant, self.library.load(pack, variant));
        let files = table.files();
        if let Some(said) = &files.said {
            self.catalogue = said.catalogue.clone();
        }
        self.notice = files.broken.clone().map(Notice::Broken);
        self.watch = Some(Watch::start(self.library.clone(), pack, table.variant(), files.said.clone()));
    }

    pub(super) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// How the rules that are coming differ from those before the editing began.
    pub(super) fn editing_changes(&self, game: &Game) -> Vec<Change> {
        let from = self.editing_from.as_ref();
        from.map(|from| differences(&from.blueprint, &game.rules_to_come().blueprint, &self.catalogue)).unwrap_or_default()
    }

    fn tell(&mut self, notice: Notice) {
        self.notice = Some(notice);
        self.age = 0.0;
    }

    pub(super) fn tick(&mut self, seconds: f32) {
        self.age += seconds;
        if self.age > TOLD_FOR {
            self.drop_notice();
        }
    }

    /// Forgets what was told, unless it has to be mended first.
    pub(super) fn drop_notice(&mut self) {
        self.notice = self.notice.take().filter(|notice| matches!(notice, Notice::Broken(_)));
    }
}

impl Tabletop {
    /// Follows other files and plays on by them.
    pub(crate) fn follow(&mut self, variant: &str, settings: &Settings) {
        self.following.back = Some(Back::Variant(self.table.variant().to_owned()));
        self.following.follow(&mut self.table, variant);
        self.play_by_files(settings);
    }

    /// Lets the table hear what the watch has found, between two commands.
    pub(super) fn obey_files(&mut self, settings: &Settings) {
        if self.replay.is_some() {
            return;
        }
        while let Some(news) = self.following.watch.as_ref().and_then(|watch| watch.news().next()) {
            if let Ok(variant) = &news {
                self.following.catalogue = variant.catalogue.clone();
            }
            let before = self.table.game().rules_to_come().clone();
            self.following.back =
                self.table.files().said.as_ref().and_then(|said| written_over(said, &news, &self.following.written));
            let heard = self.table.hear(news);
            self.following.age = 0.0;
            self.following.accepted.clear();
            match heard {
                Heard::Nothing => {}
                Heard::Mended => self.following.tell(Notice::Mended),
                Heard::Refused(problems) => self.following.tell(Notice::Broken(problems)),
                Heard::Changed(verdict) => self.show_change(before, verdict, settings),
            }
        }
    }

    /// After a change of rules was taken back in the game: the files say again what they said before it, if that is known.
    pub(super) fn let_files_go_along(&mut self, back: Option<Back>, settings: &Settings) {
        if self.table.files().discord().is_empty() {
            return;
        }
        self.following.forth = match back {
            Some(Back::Text { file, text, by_workshop: true }) => {
                let forth = read_file(Path::new(&file)).ok().map(|source| source.text);
                if let Err(problem) = write_atomically(Path::new(&file), text) {
                    self.remark.complain(&problem);
                }
                forth.map(|text| Back::Text { file, text, by_workshop: true })
            }
            Some(Back::Variant(variant) | Back::Begun(variant, _)) => {
                let forth = Back::Variant(self.table.variant().to_owned());
                self.follow(&variant, settings);
                self.following.back = None;
                Some(forth)
            }
            // What somebody writes with an editor of their own is not touched.
            Some(Back::Text { .. }) | None => None,
        };
    }

    /// After a change of rules that was taken back is done again: the files say it again, too.
    pub(super) fn let_files_go_forth(&mut self, settings: &Settings) {
        match self.following.forth.take() {
            Some(Back::Text { file, text, .. }) => {
                self.following.written.clone_from(&text);
                if let Err(problem) = write_atomically(Path::new(&file), text) {
                    self.remark.complain(&problem);
                }
            }
            Some(Back::Variant(variant) | Back::Begun(variant, _)) => self.follow(&variant, settings),
            None => {}
        }
    }

    /// Plays by what the files say, where the game says something else.
    pub(crate) fn play_by_files(&mut self, settings: &Settings) {
        let Some(variant) = self.table.files().said.clone() else { return };
        let before = self.table.game().rules_to_come().clone();
        match self.table.carry_out(Deed::Rules(Box::new(variant))) {
            Ok(verdict) if verdict.changes.is_empty() => {}
            Ok(verdict) => self.show_change(before, verdict, settings),
            Err(refused) => self.remark.complain(&refused),
        }
    }

    /// Whether files and game disagree and that has to be said beside the board.
    pub(crate) fn shows_discord(&self) -> bool {
        let discord = self.table.files().discord();
        let seen = self.following.accepted == discord || self.desk.dock == Some(Dock::Workshop);
        !discord.is_empty() && !seen && self.following.notice.is_none() && self.replay.is_none()
    }

    /// Tells and shows that the rules have changed.
    fn show_change(&mut self, before: Arc<Ruleset>, verdict: Verdict, settings: &Settings) {
        let after = self.table.game().rules_to_come().clone();
        if !Arc::ptr_eq(&before, &after) {
            // One change after another, with the workshop open, is one piece of work.
            let goes_on = self.desk.dock == Some(Dock::Workshop) && !self.following.editing_is_over;
            self.following.editing_is_over = false;
            let from = self.following.editing_from.take().filter(|_| goes_on).unwrap_or(before);
            self.following.editing_from = Some(from.clone());
            let changes = self.following.editing_changes(self.table.game());
            self.lab.ask(Subject::change(from, after, &changes));
            self.unfit = true;
            self.after_deed(settings);
        }
        self.following.tell(Notice::Changed(verdict));
    }

    /// The rules of the game being played, with their declarations.
    pub(crate) fn effective(&self) -> Effective<'_> {
        Effective { rules: self.table.game().standing_rules(), catalogue: &self.following.catalogue }
    }
}

/// The text that a variant's own file had before it said something new.
fn written_over(said: &Variant, news: &Result<Variant, Problems>, by_workshop: &str) -> Option<Back> {
    let (old, new) = (said.sources.last()?, news.as_ref().ok()?.sources.last()?);
    (old.path == new.path && old.text != new.text).then(|| Back::Text {
        file: old.path.clone(),
        text: old.text.clone(),
        by_workshop: new.text == by_workshop,
    })
}
