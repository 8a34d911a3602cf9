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
use super::live::Live;
use super::motion::Speed;
use super::new_game::{NewGame, Ready};
use super::opening::Opening;
use super::pictures::Pictures;
use super::played::Played;
use super::set_up::SetUp;
use super::settings::Settings;
use super::sound::Speaker;
use super::sprites::{self, Sprite};
use super::start::{Around, Chosen, Start};
use super::tabletop::{Dock, Tabletop};
use super::workshop::received::{self, Received};
use super::{Options, system, theme};
use crate::files::{read_file, sweep};
use crate::packs;
use crate::problem::Problems;
use crate::table::{Saves, Table, fresh_seed, suggested_name};
use crate::variant::{Library, STANDARD};
use crate::words::msg;
use frames::Frames;
use macroquad::DroppedFile;
use macroquad::prelude::{self as mq, KeyCode};
use std::path::PathBuf;
use std::sync::Arc;

/// Seconds after which a new size of the window is no longer on its way to another one.
const SETTLED: f32 = 1.0;

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
    pictures: Pictures,
    home: PathBuf,
    elements: Elements,
    save_name: String,
    driver: Option<Driver>,
    backdrop: Option<Sprite>,
    badges: Badges,
    speaker: Speaker,
    live: Live,
    /// Rules from elsewhere that somebody is asked about.
    received: Option<Received>,
    /// A recorded game that takes long to open.
    opening: Option<Opening>,
    /// Pixels per board unit the pictures were last drawn for, and how long another one has been wanted.
    fitted: (f32, f32),
    misfit: f32,
    /// How far the board has come out of the dark, from 0 to 1.
    dawn: f32,
    /// The window's size, and for how long it has had it; and the one it was opened with or remembered by.
    sized: ((u32, u32), f32),
    opened: (u32, u32),
    /// Seconds since something last happened.
    quiet: f32,
    /// A drop-down was open when the frame began.
    popup_was_open: bool,
    frames: Frames,
    leave: bool,
    /// During lessons: how fast games are played otherwise.
    speed_of_games: Option<Speed>,
}

impl App {
    pub(super) fn new(options: Options) -> Result<Self, Problems> {
        let host = Host::new();
        theme::dress(host.context());
        let tongue = Tongue::new(options.shelf.clone());
        let library = Arc::new(Library::new(options.shelf));
        let pictures = Pictures::new(library.clone());
        let saves = Saves::new(options.home.join("saves"));
        let (mut settings, trouble) = Settings::load(&Settings::file(&options.home));
        // A browser lets a page fill the screen only when somebody asks for it there and then.
        settings.full_screen &= !system::IS_PAGE;
        theme::set_contrast(settings.high_contrast);
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
            pictures,
            home: options.home,
            elements: Elements::default(),
            save_name: String::new(),
            driver,
            backdrop: None,
            badges: Badges::default(),
            speaker: Speaker::new(),
            live: Live::new(options.aloud),
            received: None,
            opening: None,
            fitted: (0.0, 0.0),
            misfit: 0.0,
            dawn: 0.0,
            sized: ((0, 0), 0.0),
            opened: (mq::screen_width() as u32, mq::screen_height() as u32),
            quiet: 0.0,
            popup_was_open: false,
            frames: Frames::default(),
            leave: false,
            speed_of_games: None,
            host,
        };
        app.show_start();
        let noted = [SetUp::check(&app.home), Played::check(&app.home)];
        if let Screen::Start(start) = &mut app.screen {
            start.trouble.0.splice(0..0, trouble.into_iter().chain(noted.into_iter().flatten()));
        }
        if let Some(path) = options.replay {
            app.open(&path, true)?;
        }
        if let Some(link) = options.link {
            app.open_link(&link);
        }
        Ok(app)
    }

    /// One frame; false when the window shall close.
    pub(super) fn frame(&mut self) -> Result<bool, Problems> {
        let begun = mq::get_time();
        let seconds = mq::get_frame_time().min(0.25);
        self.mind_opening();
        // A sheet over everything has them first.
        self.host.board_has_keys = !self.is_covered() && matches!(&self.screen, Screen::Table(top) if top.has_keys());
        self.host.gather();
        if let Some(driver) = &mut self.driver {
            driver.move_hands(&mut self.host);
            self.host.reads = driver.reads();
        }
        if self.host.input.take(KeyCode::F11) {
            self.settings.full_screen = !self.settings.full_screen;
        }
        self.remember_size(seconds);
        self.quiet = if self.host.input.stirred { 0.0 } else { self.quiet + seconds };
        self.drop_files();
        self.elements.clear();
        self.elements.wanted = self.driver.as_ref().and_then(Driver::looks_for).map(str::to_owned);
        mq::clear_background(theme::to_macroquad(theme::WOOD));
        let is_table = matches!(self.screen, Screen::Table(_));
        let zoom = zoom(mq::screen_width(), mq::screen_height(), is_table) * self.settings.text_size.factor();
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
        self.settle_text_area();
        self.be_heard();
        self.live.go_on(seconds, if let Screen::Table(top) = &self.screen { Some(top) } else { None });
        self.keep_settings();
        let opens = matches!(self.screen, Screen::Table(_)) && self.dawn < 1.0;
        self.frames.take((mq::get_time() - begun) * 1000.0, opens);
        let step = self.drive(seconds)?;
        self.obey(step)?;
        self.rest(begun);
        Ok(!self.leave && !mq::is_quit_requested())
    }

    /// Whether a sheet lies over the whole window, whatever is on it.
    fn is_covered(&self) -> bool {
        self.received.is_some() || self.opening.is_some()
    }

    fn drop_files(&mut self) {
        for file in mq::get_dropped_files() {
            match system::typed(&file) {
                Some(typed) => self.elements.text_area.hear(typed),
                None => self.drop_file(file),
            }
        }
    }

    /// A file dropped on the window: rules are asked about, a recorded game is watched.
    fn drop_file(&mut self, file: DroppedFile) {
        match system::dropped(file) {
            Some(Ok(path)) if received::is_rules(&path) => match read_file(&path) {
                Ok(source) => self.open_link(&source.text),
                Err(problem) => self.tell(problem.into()),
            },
            Some(Ok(path)) => self.open_or_tell(&path, true),
            Some(Err(problem)) => self.tell(problem.into()),
            None => {}
        }
    }

    /// Lays the page's field for texts where it belongs now.
    fn settle_text_area(&mut self) {
        if system::IS_PAGE {
            let context = self.host.context();
            let css_per_point = context.pixels_per_point() / mq::screen_dpi_scale();
            // The field lies over everything that is drawn, so it gives way to every sheet.
            let has_sheet = matches!(&self.screen, Screen::Table(top) if top.desk.menu || top.desk.shortcuts || top.desk.aloud);
            let is_covered = has_sheet || self.is_covered() || context.memory(egui::Memory::any_popup_open);
            // The page's memory has room for it, or for nothing at all.
            let _ = self.elements.text_area.settle(css_per_point, is_covered, context.wants_keyboard_input());
        }
    }

    fn keep_settings(&mut self) {
        if self.tongue.listen() {
            self.retell();
        }
        // A lesson has its own speed for as long as it lasts; whatever ends it, that of games is remembered.
        let to_keep = self.settings.with_speed(self.speed_of_games.unwrap_or(self.settings.speed));
        if to_keep != self.kept_settings {
            let before = std::mem::replace(&mut self.kept_settings, to_keep);
            if before.language != self.settings.language {
                self.tongue.speak(&[self.settings.language.as_deref()]);
                self.retell();
            }
            if before.full_screen != self.settings.full_screen {
                mq::set_fullscreen(self.settings.full_screen);
            }
            theme::set_contrast(self.settings.high_contrast);
            let told = match self.kept_settings.save(&Settings::file(&self.home)) {
                Ok(aside) => aside.map(|aside| msg!("window.remark.settings_put_aside", file = &*aside)),
                Err(problem) => Some(msg!("window.remark.settings_not_kept", why = problem.to_string())),
            };
            if let (Some(told), Screen::Table(top)) = (told, &mut self.screen) {
                top.remark.say(told);
            }
        }
    }

    /// Lets be heard what was shown, and the sea where somebody sits at a table.
    fn be_heard(&mut self) {
        if let Screen::Table(top) = &mut self.screen {
            let cues = std::mem::take(&mut top.telling.cues);
            self.speaker.play(&cues, &self.settings);
        }
        let at_table = matches!(self.screen, Screen::Table(_));
        self.speaker.mind_sea(at_table, &self.settings);
    }

    /// Remembers the size the window was given, once it has had it for a while.
    fn remember_size(&mut self, seconds: f32) {
        let size = (mq::screen_width() as u32, mq::screen_height() as u32);
        if size != self.sized.0 {
            self.sized = (size, 0.0);
        }
        self.sized.1 += seconds;
        if self.sized.1 > SETTLED && !self.settings.full_screen && size != self.opened {
            self.settings.window = Some(size);
            self.opened = size;
        }
    }

    // ── Screens without a board ───────────────────────────────────────────────────────────────────────────────

    fn sheet_frame(&mut self) {
        self.draw_backdrop();
        // The drop-down has had its Escape by the time the frame is over.
        self.popup_was_open = self.host.context().memory(egui::Memory::any_popup_open);
        let Self { host, screen, kept, pictures, settings, elements, library, received, opening, .. } = self;
        let mut chosen = None;
        let mut ready = None;
        let mut answer = None;
        let mut leaves = false;
        host.run(|context, _| {
            match screen {
                Screen::Start(start) => {
                    let mut around =
                        Around { kept: &mut *kept, pictures: &mut *pictures, library: &*library, settings: &mut *settings };
                    chosen = start.show(context, &mut around, elements);
                }
                Screen::New(new) => ready = new.show(context, library, elements),
                Screen::Table(_) => {}
            }
            answer = received.as_ref().and_then(|received| received.ask(context, None, elements));
            leaves = opening.as_ref().is_some_and(|opening| opening.show(context, elements));
        });
        if self.is_covered() {
            self.opening.take_if(|_| leaves);
            return self.dispose_of_received(answer);
        }
        match chosen {
            Some(Chosen::New(pack)) => self.new_game(pack),
            Some(Chosen::House(pack)) => {
                self.new_game(pack);
                if let Screen::New(new) = &mut self.screen {
                    new.for_house_rules = true;
                }
            }
            Some(Chosen::Learn(pack)) => self.learn(pack),
            Some(Chosen::Kept(wish)) => self.grant(wish),
            Some(Chosen::Language(code)) => self.settings.language = Some(code),
            Some(Chosen::Quit) => self.leave = true,
            None => {}
        }
        match ready {
            Some(Ready::Back) => self.show_start(),
            Some(Ready::Play(table)) => {
                let for_house_rules = matches!(&self.screen, Screen::New(new) if new.for_house_rules);
                self.begin(*table);
                if let Screen::Table(top) = &mut self.screen
                    && for_house_rules
                {
                    top.desk.dock = Some(Dock::Workshop);
                }
            }
            None => {
                let back = self.host.input.hit(KeyCode::Escape) && !self.popup_was_open && !self.host.input.typing;
                let asks_for_keys = self.host.input.has_typed('?') && !self.host.input.writing;
                match &mut self.screen {
                    Screen::Start(start) if asks_for_keys => start.toggle_keys(),
                    Screen::Start(start) if back => {
                        start.close();
                    }
                    Screen::New(_) if back => self.show_start(),
                    _ => {}
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
        if let Some(speed) = self.speed_of_games.take() {
            self.settings.speed = speed;
        }
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
            let new = NewGame::new(&self.library, &self.home, pack, &self.settings.player_name, seed);
            let new = match SetUp::last(&self.home, pack.name()) {
                Some(last) => new.like_last(&self.library, &last),
                None => new,
            };
            self.screen = Screen::New(Box::new(new));
        }
    }

    fn begin(&mut self, table: Table) {
        self.show_start();
        // A colour is no name to remember: in the next game it may be somebody else's.
        if let Some(human) = table.cast().iter().find(|card| card.is_human() && !card.is_called_by_its_colour()) {
            self.settings.player_name.clone_from(&human.name);
        }
        SetUp::note(&self.home, &table);
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
        self.dawn = 0.0;
        self.frames.opening = None;
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
