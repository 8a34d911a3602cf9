//! The window's frame: reads input, lets the screen that is open work, draws, and rests when nothing happens.

mod board;
mod driving;
mod frames;
mod games;

use super::badges::Badges;
use super::drive::Driver;
use super::elements::Elements;
use super::host::Host;
use super::kept::Kept;
use super::language::Tongue;
use super::layout::zoom;
use super::lettering::Lettering;
use super::new_game::{NewGame, Ready};
use super::played::Played;
use super::settings::Settings;
use super::sprites::{self, Sprite};
use super::start::{Chosen, Start};
use super::tabletop::Tabletop;
use super::workshop::received::{self, Answer, Received};
use super::{Options, system, theme};
use crate::files::{read_file, sweep};
use crate::packs;
use crate::problem::Problems;
use crate::table::{Saves, Table, fresh_seed, suggested_name};
use crate::variant::{Library, STANDARD};
use crate::words::msg;
use frames::Frames;
use macroquad::prelude::{self as mq, KeyCode};
use std::path::PathBuf;
use std::sync::Arc;

enum Screen {
    Start(Start),
    New(Box<NewGame>),
    Table(Box<Tabletop>),
}

pub(super) struct App {
    host: Host,
    letters: Lettering,
    tongue: Tongue,
    screen: Screen,
    settings: Settings,
    kept_settings: Settings,
    library: Arc<Library>,
    saves: Saves,
    kept: Kept,
    home: PathBuf,
    elements: Elements,
    save_name: String,
    driver: Option<Driver>,
    backdrop: Option<Sprite>,
    badges: Badges,
    /// Rules from elsewhere that somebody is asked about.
    received: Option<Received>,
    /// Pixels per board unit the pictures were last drawn for, and how long another one has been wanted.
    fitted: (f32, f32),
    misfit: f32,
    /// Seconds since something last happened.
    quiet: f32,
    /// A drop-down was open when the frame began.
    popup_was_open: bool,
    frames: Frames,
    leave: bool,
}

impl App {
    pub(super) fn new(options: Options) -> Result<Self, Problems> {
        let host = Host::new();
        theme::dress(host.context());
        let tongue = Tongue::new(options.shelf.clone());
        let library = Arc::new(Library::new(options.shelf));
        let saves = Saves::new(options.home.join("saves"));
        let (settings, trouble) = Settings::load(&options.home.join("settings.toml"));
        tongue.speak(&[options.language.as_deref(), settings.language.as_deref()]);
        sweep(&options.home);
        for pack in packs::known() {
            sweep(&options.home.join("variants").join(pack.name()));
        }
        // Whoever closes the window waits until the game is kept.
        mq::prevent_quit();
        let driver = options.drive.map(|path| read_file(&path).map_err(Problems::from).and_then(Driver::new)).transpose()?;
        let mut app = Self {
            letters: Lettering::new(),
            tongue,
            screen: Screen::Start(Start::default()),
            kept_settings: settings.clone(),
            settings,
            library,
            saves,
            kept: Kept::default(),
            home: options.home,
            elements: Elements::default(),
            save_name: String::new(),
            driver,
            backdrop: None,
            badges: Badges::default(),
            received: None,
            fitted: (0.0, 0.0),
            misfit: 0.0,
            quiet: 0.0,
            popup_was_open: false,
            frames: Frames::default(),
            leave: false,
            host,
        };
        app.show_start();
        if let (Screen::Start(start), Some(trouble)) = (&mut app.screen, trouble) {
            start.trouble.0.insert(0, trouble);
        }
        if let Some(path) = options.replay {
            app.open(&path, true)?;
        }
        Ok(app)
    }

    /// One frame; false when the window shall close.
    pub(super) fn frame(&mut self) -> Result<bool, Problems> {
        let begun = mq::get_time();
        let seconds = mq::get_frame_time().min(0.25);
        self.host.board_has_keys = matches!(&self.screen, Screen::Table(top) if !top.shows_ending());
        self.host.gather();
        if let Some(driver) = &mut self.driver {
            driver.move_hands(&mut self.host);
            self.host.reads = driver.reads();
        }
        self.quiet = if self.host.input.stirred { 0.0 } else { self.quiet + seconds };
        self.drop_files();
        self.elements.clear();
        self.elements.wanted = self.driver.as_ref().and_then(Driver::looks_for).map(str::to_owned);
        mq::clear_background(theme::to_macroquad(theme::WOOD));
        let zoom = zoom(mq::screen_width(), mq::screen_height());
        self.host.context().set_zoom_factor(zoom);
        match self.screen {
            Screen::Table(_) => self.table_frame(seconds, zoom),
            _ => self.sheet_frame(),
        }
        if let Screen::Table(top) = &mut self.screen
            && let Some(received) = top.desk.workshop.received.take()
        {
            self.received = Some(received);
        }
        self.host.paint();
        self.keep_settings();
        self.frames.take((mq::get_time() - begun) * 1000.0);
        let step = self.drive(seconds)?;
        self.obey(step)?;
        self.rest(begun);
        Ok(!self.leave && !mq::is_quit_requested())
    }

    /// Files dropped on the window: rules are asked about, recorded games are watched.
    fn drop_files(&mut self) {
        for path in mq::get_dropped_files().into_iter().filter_map(system::dropped) {
            if received::is_rules(&path) {
                let read = read_file(&path).map_err(Problems::from);
                match read.and_then(|source| Received::read(&self.library, &source.text)) {
                    Ok(received) => self.received = Some(received),
                    Err(problems) => self.tell(problems),
                }
            } else {
                self.open_or_tell(&path, true);
            }
        }
    }

    /// Does what was answered about rules from elsewhere.
    fn dispose_of_received(&mut self, answer: Option<Answer>) {
        let Some(answer) = answer else { return };
        let Some(received) = self.received.take() else { return };
        let done = match (&mut self.screen, answer) {
            (_, Answer::No) => Ok(()),
            (Screen::Table(top), answer) => top.take_in(&received, &self.settings, &self.home, answer == Answer::Play),
            (_, _) => received.keep(&self.library, &self.home).map(drop),
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

    fn keep_settings(&mut self) {
        if self.tongue.listen() {
            self.retell();
        }
        if self.settings != self.kept_settings {
            let before = std::mem::replace(&mut self.kept_settings, self.settings.clone());
            if before.language != self.settings.language {
                self.change_language();
            }
            let told = match self.settings.save(&self.home.join("settings.toml")) {
                Ok(aside) => aside.map(|aside| msg!("window.remark.settings_put_aside", file = &*aside)),
                Err(problem) => Some(msg!("window.remark.settings_not_kept", why = problem.to_string())),
            };
            if let (Some(told), Screen::Table(top)) = (told, &mut self.screen) {
                top.remark.say(told);
            }
        }
    }

    // ── Screens without a board ───────────────────────────────────────────────────────────────────────────────

    fn sheet_frame(&mut self) {
        self.draw_backdrop();
        // The drop-down has had its Escape by the time the frame is over.
        self.popup_was_open = self.host.context().memory(egui::Memory::any_popup_open);
        let Self { host, screen, kept, elements, library, received, .. } = self;
        let mut chosen = None;
        let mut ready = None;
        let mut answer = None;
        host.run(|context, _| {
            match screen {
                Screen::Start(start) => chosen = start.show(context, kept, library, elements),
                Screen::New(new) => ready = new.show(context, library, elements),
                Screen::Table(_) => {}
            }
            answer = received.as_ref().and_then(|received| received.ask(context, None, elements));
        });
        if received.is_some() {
            return self.dispose_of_received(answer);
        }
        match chosen {
            Some(Chosen::New(pack)) => self.new_game(pack),
            Some(Chosen::Learn(pack)) => self.teach(pack, 0),
            Some(Chosen::Kept(wish)) => self.grant(wish),
            Some(Chosen::Language(code)) => self.settings.language = Some(code),
            Some(Chosen::Quit) => self.leave = true,
            None => {}
        }
        match ready {
            Some(Ready::Back) => self.show_start(),
            Some(Ready::Play(table)) => self.begin(*table),
            None => {
                let back = matches!(self.screen, Screen::New(_)) && self.host.input.hit(KeyCode::Escape);
                if back && !self.popup_was_open && !self.host.input.typing {
                    self.show_start();
                }
            }
        }
    }

    fn draw_backdrop(&mut self) {
        let (width, height) = (mq::screen_width(), mq::screen_height());
        if self.backdrop.is_none()
            && let Ok(variant) = self.library.load(packs::known()[0].name(), STANDARD)
            && let Some(board) = variant.rules.pack.illustration(&variant.rules, "board")
        {
            self.backdrop = sprites::size(&board).map(|size| Sprite::new(board, size, 1.0));
        }
        if let Some(backdrop) = &self.backdrop {
            let size = backdrop.size();
            let scale = (width / size.x).max(height / size.y);
            let rect =
                mq::Rect::new((width - size.x * scale) / 2.0, (height - size.y * scale) / 2.0, size.x * scale, size.y * scale);
            backdrop.fill(rect, mq::WHITE);
            mq::draw_rectangle(0.0, 0.0, width, height, mq::Color::new(0.08, 0.20, 0.22, 0.55));
        }
    }

    fn show_start(&mut self) {
        // The table is left, and its slot given back, before anybody looks who plays where.
        self.screen = Screen::Start(Start::default());
        let trouble = self.saves.tidy();
        self.kept = Kept::look(&self.saves);
        if let Screen::Start(start) = &mut self.screen {
            start.trouble = trouble;
        }
    }

    fn new_game(&mut self, pack: &str) {
        if let Some(pack) = packs::find(pack) {
            // Short enough to be read out to somebody who wants to play the same game.
            let clock = || (system::now() * 1000.0) as u64;
            let seed = fresh_seed().unwrap_or_else(clock) % 1_000_000;
            self.screen = Screen::New(Box::new(NewGame::new(&self.library, &self.home, pack, &self.settings.player_name, seed)));
        }
    }

    fn begin(&mut self, table: Table) {
        self.show_start();
        // A colour is no name to remember: in the next game it may be somebody else's.
        if let Some(human) = table.cast().iter().find(|card| card.is_human() && !card.is_called_by_its_colour()) {
            self.settings.player_name.clone_from(&human.name);
        }
        Played::note(&self.home, table.game().rules().pack.name(), &table.game().rules().blueprint.variant);
        match Tabletop::new(table, self.library.clone(), self.saves.clone()) {
            Ok(mut top) => {
                top.begin(&self.settings);
                self.seat(top);
            }
            Err(problems) => self.tell(problems),
        }
    }

    fn seat(&mut self, top: Tabletop) {
        self.fitted = (0.0, 0.0);
        self.screen = Screen::Table(Box::new(top));
        self.suggest_name();
        self.kept = Kept::look(&self.saves);
    }

    /// Suggests a name for the next save.
    fn suggest_name(&mut self) {
        if let Screen::Table(top) = &self.screen {
            self.save_name = suggested_name(&self.saves, &top.table.game().rules().pack.title().to_string());
        }
    }

    /// Speaks the language of the settings, at once and everywhere.
    fn change_language(&mut self) {
        self.tongue.speak(&[self.settings.language.as_deref()]);
        self.retell();
    }

    /// Says everything anew that was said in other words.
    fn retell(&mut self) {
        self.suggest_name();
        // There are words on it.
        self.backdrop = None;
        if let Screen::Table(top) = &mut self.screen {
            top.retell();
        }
    }
}
