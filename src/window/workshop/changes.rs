//! What is done in the workshop. Every change of rules is a change of a file that is the person's own; where there is none yet,
//! one is begun that extends what is played. A text that could not be played by is never written.

use super::Tab;
use super::received::Received;
use super::text::{self, Place};
use crate::files::{is_file, make_folder, read_file, write_atomically};
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::script::fresh;
use crate::sim::blueprint::TEXTS;
use crate::table::Link;
use crate::variant::edit::{key_said, with_name, with_rule, with_value, without_anything, without_changes, without_value};
use crate::variant::export::export;
use crate::variant::own::{OwnVariants, Whose, file_name, free_title};
use crate::variant::{STANDARD, Variant};
use crate::window::panels::notice::Side;
use crate::window::settings::Settings;
use crate::window::system;
use crate::window::tabletop::{Back, Tabletop};
use crate::words::{msg, say};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What a person wants done.
pub(super) enum Wish {
    Set(String, Value),
    /// Back to what is printed.
    Back(String),
    Rule(String, bool),
    Name(String),
    /// Play by another variant, by its name.
    Play(String),
    Duplicate,
    StartOver,
    Delete(PathBuf),
    /// Take back what was thrown away last.
    Restore,
    Copy,
    /// Copy a link to the rules and to the luck of this game.
    CopyLink,
    SaveCopy,
    /// Look at rules that were pasted.
    Look(String),
    /// Show a text, at a place.
    ShowText(Place),
    SaveText,
    /// Write a rule of one's own, to begin with one that works.
    NewRule,
    /// Open a file with the person's own editor, or a folder.
    Open(PathBuf),
}

/// What the first rule of one's own is called.
const FIRST_RULE: &str = "my_rule";

/// A person's own variants of the game at a table.
pub(super) fn own(top: &Tabletop, home: &Path) -> OwnVariants {
    OwnVariants::new(home, top.table.game().rules().pack.name())
}

/// The file the table follows, if it may be written to: what was shipped or received stays as it is. A file from elsewhere,
/// which no other could extend, is its owner's.
pub(in crate::window) fn own_file(top: &Tabletop, home: &Path) -> Option<PathBuf> {
    let said = top.table.files().said.as_ref()?;
    let file = PathBuf::from(said.file());
    let by_name = top.following.library().shelf.variant_path(said.rules.pack.name(), &said.rules.blueprint.variant);
    let is_own = match own(top, home).whose(&file) {
        Whose::Own => true,
        Whose::Received => false,
        Whose::Shipped => by_name.is_none_or(|path| path != file),
    };
    (is_own && said.rules.blueprint.variant != STANDARD && is_file(&file)).then_some(file)
}

/// Ends a disagreement between files and game, or puts up with it.
pub(in crate::window) fn take_side(top: &mut Tabletop, side: Side, settings: &Settings, home: &Path) {
    match side {
        Side::Files => top.play_by_files(settings),
        Side::Neither => top.following.accepted = top.table.files().discord().to_vec(),
        Side::Game => {
            let Some(file) = own_file(top, home) else { return };
            let changes = top.table.files().discord();
            let written = read_file(&file).map_err(Problems::from).and_then(|source| {
                let text = without_changes(&source, changes)?;
                Ok(write_atomically(&file, &text)?)
            });
            if let Err(problems) = written {
                top.remark.complain(&problems);
            }
        }
    }
}

impl Tabletop {
    pub(super) fn grant(&mut self, wish: Wish, settings: &Settings, home: &Path, ui: &egui::Context) -> Result<(), Problems> {
        match wish {
            Wish::Set(key, value) => self.edit(settings, home, |source| with_value(source, key_said(source, &key), &value)),
            Wish::Back(key) => self.go_back(&key, settings, home),
            Wish::Rule(rule, on) => self.edit(settings, home, |source| with_rule(source, &rule, on)),
            Wish::Name(name) => self.edit(settings, home, |source| with_name(source, &name)),
            Wish::StartOver => {
                self.edit(settings, home, without_anything)?;
                self.remark.say(msg!("window.workshop.started_over"));
                Ok(())
            }
            Wish::Play(variant) => {
                self.follow(&variant, settings);
                self.desk.workshop.listed = None;
                Ok(())
            }
            Wish::Duplicate => self.duplicate(settings, home),
            Wish::Delete(file) => self.delete(&file, settings, home),
            Wish::Restore => self.restore(home),
            Wish::Copy => {
                ui.copy_text(self.exported()?);
                self.remark.say(msg!("window.workshop.copied"));
                Ok(())
            }
            Wish::CopyLink => {
                let link = Link::to_rules(&self.exported()?, Some(self.table.seed()))?;
                ui.copy_text(system::address() + &link);
                self.remark.say(msg!("window.workshop.copied_link"));
                Ok(())
            }
            Wish::SaveCopy => self.save_copy(home),
            Wish::Look(text) => {
                self.desk.workshop.received = Some(Received::read(self.following.library(), &text)?);
                self.desk.workshop.pasted.clear();
                Ok(())
            }
            Wish::ShowText(place) => {
                self.show_text(place);
                Ok(())
            }
            Wish::SaveText => text::save(&mut self.desk.workshop),
            Wish::NewRule => self.begin_rule(settings, home),
            Wish::Open(file) => {
                crate::window::panels::notice::open(&mut self.remark, &file.display().to_string());
                Ok(())
            }
        }
    }

    /// Changes the text of the person's own file, or begins one.
    fn edit(
        &mut self,
        settings: &Settings,
        home: &Path,
        edited: impl Fn(&Source) -> Result<String, Problems>,
    ) -> Result<(), Problems> {
        if let Some(file) = own_file(self, home) {
            let text = edited(&read_file(&file)?)?;
            self.checked(&file, &text)?;
            self.following.written.clone_from(&text);
            return Ok(write_atomically(&file, text)?);
        }
        let rules = self.table.game().standing_rules();
        let title = say!("window.workshop.my_rules", rules = rules.blueprint.called());
        let shelf = &self.following.library().shelf;
        let title = free_title(&title, &titles(self));
        let file = own(self, home).begin(shelf, &title, &rules.blueprint.variant)?;
        let written = edited(&read_file(&file)?).and_then(|text| {
            self.checked(&file, &text)?;
            Ok(write_atomically(&file, text)?)
        });
        if let Err(problems) = written {
            // What was begun for nothing is not left behind.
            let _ = own(self, home).delete(&file);
            return Err(problems);
        }
        let before = self.table.variant().to_owned();
        self.follow(&stem(&file), settings);
        self.following.back = Some(Back::Begun(before, file));
        Ok(())
    }

    /// Whether a text could be played by.
    fn checked(&self, file: &Path, text: &str) -> Result<Variant, Problems> {
        self.following.library().load_source(Source::new(file.display().to_string(), text))
    }

    /// Gives a value back that is printed: nothing is said about it, unless what is extended says something else.
    fn go_back(&mut self, key: &str, settings: &Settings, home: &Path) -> Result<(), Problems> {
        let printed = self.following.standard.as_ref().and_then(|standard| standard.rules.value(key).cloned());
        let library = self.following.library().clone();
        self.edit(settings, home, |source| {
            let key = key_said(source, key);
            let text = without_value(source, key)?;
            let again = library.load_source(Source::new(source.path.clone(), &*text))?;
            match &printed {
                Some(printed) if again.rules.value(key) != Some(printed) => with_value(source, key, printed),
                _ => Ok(text),
            }
        })
    }

    /// Puts a rule that works into the person's own file, switches it on, and shows its text.
    fn begin_rule(&mut self, settings: &Settings, home: &Path) -> Result<(), Problems> {
        let pack = self.table.game().rules().pack;
        let taken: Vec<&str> = self.effective().catalogue.rule_ids().collect();
        let name = (1..).map(|n| if n == 1 { FIRST_RULE.to_owned() } else { format!("{FIRST_RULE}_{n}") });
        let Some(name) = name.take(1000).find(|name| !taken.contains(&name.as_str())) else { return Ok(()) };
        let text = fresh::rule_inside(&packs::dialect(pack).start, pack.name(), &name);
        self.edit(settings, home, |source| {
            let text = format!("{}\n\n{text}", source.text.trim_end());
            with_rule(&Source::new(source.path.clone(), text), &name, true)
        })?;
        self.desk.workshop.tab = Tab::Text;
        self.desk.workshop.text = None;
        self.desk.workshop.wanted_text = Some(Place::section(format!("{TEXTS}.{name}")));
        Ok(())
    }

    fn duplicate(&mut self, settings: &Settings, home: &Path) -> Result<(), Problems> {
        let title = free_title(&self.table.game().standing_rules().blueprint.called().to_string(), &titles(self));
        let shelf = self.following.library().shelf.clone();
        let copy = match own_file(self, home) {
            Some(file) => own(self, home).duplicate(&shelf, &read_file(&file)?, &title)?,
            None => own(self, home).begin(&shelf, &title, &self.table.game().standing_rules().blueprint.variant)?,
        };
        self.desk.workshop.listed = None;
        self.follow(&stem(&copy), settings);
        Ok(())
    }

    /// Throws a variant away. Whoever plays by it plays on by what it extends.
    fn delete(&mut self, file: &Path, settings: &Settings, home: &Path) -> Result<(), Problems> {
        let plays_by_it = own_file(self, home).is_some_and(|own| own == file);
        let parent = self
            .table
            .files()
            .said
            .as_ref()
            .filter(|_| plays_by_it)
            .and_then(|said| said.files().rev().nth(1).map(|parent| stem(Path::new(parent))));
        let bin = own(self, home).delete(file)?;
        self.desk.workshop.thrown = Some((bin, file.to_owned()));
        self.desk.workshop.listed = None;
        if plays_by_it {
            self.follow(&parent.unwrap_or_else(|| STANDARD.to_owned()), settings);
        }
        self.remark.say(msg!("window.workshop.thrown"));
        Ok(())
    }

    fn restore(&mut self, home: &Path) -> Result<(), Problems> {
        let Some((bin, file)) = self.desk.workshop.thrown.take() else { return Ok(()) };
        own(self, home).restore(&bin, &file)?;
        self.desk.workshop.listed = None;
        Ok(())
    }

    /// The rules of the files as one text that needs no other.
    fn exported(&self) -> Result<String, Problems> {
        let library = self.following.library();
        match &self.table.files().said {
            Some(said) => export(library, said),
            None => Err(Problem::about(self.table.variant(), msg!("window.workshop.nothing_to_share")).into()),
        }
    }

    /// Writes the rules as one file where a person looks for files.
    fn save_copy(&mut self, home: &Path) -> Result<(), Problems> {
        let text = self.exported()?;
        let name = file_name(&self.table.game().standing_rules().blueprint.called().to_string());
        let folder = system::shared(home);
        make_folder(&folder)?;
        let file = folder.join(format!("{name}.toml"));
        write_atomically(&file, text)?;
        self.remark.announce(msg!("window.workshop.saved_copy", file = &*file));
        Ok(())
    }

    /// Takes back the last change of rules: the file says again what it said before, or the rules of before are followed.
    pub(in crate::window) fn take_back_change(&mut self, settings: &Settings, home: &Path) -> Result<(), Problems> {
        match self.following.back.take() {
            Some(Back::Text { file, text, .. }) => {
                self.following.written.clone_from(&text);
                Ok(write_atomically(Path::new(&file), text)?)
            }
            Some(Back::Variant(variant)) => {
                self.follow(&variant, settings);
                Ok(())
            }
            Some(Back::Begun(variant, file)) => {
                self.follow(&variant, settings);
                own(self, home).delete(&file).map(drop)
            }
            None => Ok(()),
        }
    }

    /// Plays by rules from elsewhere, or only keeps them.
    pub(in crate::window) fn take_in(
        &mut self,
        received: &Received,
        settings: &Settings,
        home: &Path,
        play: bool,
    ) -> Result<(), Problems> {
        let kept = received.keep(self.following.library(), home)?;
        self.desk.workshop.listed = None;
        if let Some(name) = kept.filter(|_| play) {
            self.follow(&name, settings);
        }
        Ok(())
    }
}

/// What the variants of the game are called.
fn titles(top: &Tabletop) -> Vec<String> {
    let (shelf, pack) = (&top.following.library().shelf, top.table.game().rules().pack.name());
    shelf.variant_names(pack).iter().filter_map(|name| shelf.variant_title(pack, name)).collect()
}

/// The name a variant has on the shelf.
pub(super) fn stem(file: &Path) -> String {
    file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned()
}
