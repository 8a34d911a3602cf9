//! The window's frame: reads input, lets the screen that is open work, draws, and rests when nothing happens.

use super::drive::{Driver, Sight, Step};
use super::elements::Elements;
use super::host::Host;
use super::kept::Kept;
use super::layout::{Layout, zoom};
use super::lettering::Lettering;
use super::new_game::{NewGame, Ready};
use super::panels::bar::Pressed;
use super::panels::ending::Next;
use super::panels::games::Wish;
use super::panels::{bar, ending, games, house_rules, lab, options, rulebook, sheet, side, strip};
use super::pointing::point_at_board;
use super::scene::View;
use super::settings::Settings;
use super::sprites::{Sprite, screen_png};
use super::start::{Chosen, Start};
use super::tabletop::{Dock, Notice, Replay, Tabletop};
use super::{Options, theme};
use crate::files::{read_file, sweep, write_atomically};
use crate::packs::{self, bermuda};
use crate::problem::{Problem, Problems};
use crate::table::{Resumed, Saves, Slot, Table, Until, fresh_seed, read_trace, replay, suggested_name};
use crate::variant::{Library, STANDARD};
use egui::{Pos2, Rect, Ui};
use macroquad::prelude::{self as mq, KeyCode};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

enum Screen {
    Start(Start),
    New(Box<NewGame>),
    Table(Box<Tabletop>),
}

pub(super) struct App {
    host: Host,
    letters: Lettering,
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
    /// Pixels per board unit the pictures were last drawn for, and how long another one has been wanted.
    fitted: (f32, f32),
    misfit: f32,
    /// Seconds since something last happened.
    quiet: f32,
    pub frames: Frames,
    leave: bool,
}

/// How long our own part of a frame takes, in milliseconds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Frames {
    pub count: u32,
    total: f64,
    pub worst: f64,
    warm: bool,
}

impl Frames {
    fn take(&mut self, milliseconds: f64) {
        self.count += 1;
        self.total += milliseconds;
        // The first frames draw every picture and compile every shader.
        if self.warm || self.count > 5 {
            self.worst = self.worst.max(milliseconds);
        }
    }

    /// From here on only what is to come counts.
    fn begin_anew(&mut self) {
        *self = Self { warm: true, ..Self::default() };
    }

    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.count.max(1))
    }
}

/// Frames in a second while something happens, while nothing does, and when nothing has happened for a while.
const BUSY: f64 = 60.0;
const CALM: f64 = 12.0;
const ASLEEP: f64 = 4.0;
/// Seconds of calm before the window rests, and before it falls asleep.
const REST_AFTER: f32 = 0.5;
const SLEEP_AFTER: f32 = 4.0;
/// Seconds a new size must last before the pictures are drawn anew.
const FIT_AFTER: f32 = 0.15;

impl App {
    pub(super) fn new(options: Options) -> Result<Self, Problems> {
        let host = Host::new();
        theme::dress(host.context());
        let library = Arc::new(Library::new(options.shelf));
        let saves = Saves::new(options.home.join("saves"));
        let (settings, trouble) = Settings::load(&options.home.join("settings.toml"));
        sweep(&options.home);
        for pack in packs::ALL {
            sweep(&options.home.join("variants").join(pack.name()));
        }
        // Whoever closes the window waits until the game is kept.
        mq::prevent_quit();
        let driver = options.drive.map(|path| read_file(&path).map_err(Problems::from).and_then(Driver::new)).transpose()?;
        let mut app = Self {
            letters: Lettering::new(),
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
            fitted: (0.0, 0.0),
            misfit: 0.0,
            quiet: 0.0,
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
        self.host.paint();
        self.keep_settings();
        self.frames.take((mq::get_time() - begun) * 1000.0);
        let step = self.drive(seconds)?;
        self.obey(step)?;
        self.rest(begun);
        Ok(!self.leave && !mq::is_quit_requested())
    }

    /// Files dropped on the window are watched as replays.
    fn drop_files(&mut self) {
        for file in mq::get_dropped_files() {
            if let Some(path) = file.path {
                self.open_or_tell(&path, true);
            }
        }
    }

    fn keep_settings(&mut self) {
        if self.settings != self.kept_settings {
            self.kept_settings = self.settings.clone();
            if let Err(problem) = self.settings.save(&self.home.join("settings.toml"))
                && let Screen::Table(top) = &mut self.screen
            {
                top.say(format!("The settings cannot be kept: {problem}"));
            }
        }
    }

    // ── Screens without a board ───────────────────────────────────────────────────────────────────────────────

    fn sheet_frame(&mut self) {
        self.draw_backdrop();
        let Self { host, screen, kept, elements, library, .. } = self;
        let mut chosen = None;
        let mut ready = None;
        host.run(|context, _| match screen {
            Screen::Start(start) => chosen = start.show(context, kept, elements),
            Screen::New(new) => ready = new.show(context, library, elements),
            Screen::Table(_) => {}
        });
        match chosen {
            Some(Chosen::New(pack)) => self.new_game(pack),
            Some(Chosen::Kept(wish)) => self.grant(wish),
            Some(Chosen::Quit) => self.leave = true,
            None => {}
        }
        match ready {
            Some(Ready::Back) => self.show_start(),
            Some(Ready::Play(table)) => self.begin(*table),
            None => {
                let back = matches!(self.screen, Screen::New(_)) && self.host.input.hit(KeyCode::Escape);
                if back && !self.host.context().wants_keyboard_input() {
                    self.show_start();
                }
            }
        }
    }

    fn draw_backdrop(&mut self) {
        let (width, height) = (mq::screen_width(), mq::screen_height());
        if self.backdrop.is_none()
            && let Ok(variant) = self.library.load("bermuda", STANDARD)
        {
            let sea = bermuda::Sea::of(&variant.rules);
            let size = mq::vec2(sea.chart.size.x as f32, sea.chart.size.y as f32);
            self.backdrop = Some(Sprite::new(bermuda::art::chart(sea), size, 1.0));
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
            let clock = || (mq::miniquad::date::now() * 1000.0) as u64;
            let seed = fresh_seed().unwrap_or_else(clock) % 1_000_000;
            self.screen = Screen::New(Box::new(NewGame::new(&self.library, pack, &self.settings.player_name, seed)));
        }
    }

    fn begin(&mut self, table: Table) {
        self.show_start();
        // A colour is no name to remember: in the next game it may be somebody else's.
        if let Some(human) = table.cast().iter().find(|card| card.is_human() && !card.is_called_by_its_colour()) {
            self.settings.player_name.clone_from(&human.name);
        }
        match Tabletop::new(table, self.library.clone(), self.saves.clone()) {
            Ok(mut top) => {
                top.begin(&self.settings);
                self.seat(top);
            }
            Err(problems) => self.tell(problems),
        }
    }

    fn seat(&mut self, top: Tabletop) {
        self.save_name = suggested_name(&self.saves, top.table.game().rules().pack.title());
        self.fitted = (0.0, 0.0);
        self.screen = Screen::Table(Box::new(top));
        self.kept = Kept::look(&self.saves);
    }

    fn grant(&mut self, wish: Wish) {
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
        let saved = self.saves.path(name).and_then(|path| {
            self.saves.write(&path, top.table.trace()).map_err(|problem| problem.to_string())?;
            Ok(path)
        });
        match saved {
            Ok(path) => {
                top.say(format!("Saved as {}", path.display()));
                self.save_name = suggested_name(&self.saves, top.table.game().rules().pack.title());
                self.kept = Kept::look(&self.saves);
            }
            Err(message) => top.say(format!("Not saved: {message}.")),
        }
    }

    fn open_or_tell(&mut self, path: &Path, watch: bool) {
        if let Err(problems) = self.open(path, watch) {
            self.tell(problems);
        }
    }

    fn tell(&mut self, problems: Problems) {
        if let Screen::Table(top) = &mut self.screen {
            return top.say(problems.to_string());
        }
        self.show_start();
        if let Screen::Start(start) = &mut self.screen {
            start.trouble.0.splice(0..0, problems.0);
        }
    }

    /// Opens a recorded game, to go on with it in a slot of its own or to watch it from the beginning.
    fn open(&mut self, path: &Path, watch: bool) -> Result<(), Problems> {
        let replayed = replay(&read_trace(path)?, &self.library, Until::End)?;
        if let Some(problem) = replayed.departs.clone().filter(|_| !watch) {
            return Err(problem.into());
        }
        let trouble = replayed.trouble().cloned();
        let mut top = Tabletop::new(replayed.table, self.library.clone(), self.saves.clone())?;
        self.show_start();
        if watch {
            top.replay = Some(Replay { playing: false, wait: 0.0 });
            top.seek(0);
        } else {
            top.keep();
        }
        // A recording brings its own rules; its variant's files need not be here.
        if watch || trouble.is_some() {
            top.notice = trouble.map(Notice::Damaged);
        }
        top.ending_seen = watch;
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
            top.announce(damage.to_string());
        }
        top.jump();
        self.seat(top);
        Ok(())
    }

    // ── The table ─────────────────────────────────────────────────────────────────────────────────────────────

    fn table_frame(&mut self, seconds: f32, zoom: f32) {
        let Self { host, screen, settings, elements, saves, kept, save_name, home, .. } = self;
        let Screen::Table(top) = screen else { return };
        let before = top.dock;
        top.tick(seconds, settings);
        let mut pressed = Pressed::Nothing;
        let mut wish = None;
        let mut next = None;
        let mut placed = None;
        host.run(|context, input| {
            let typing = context.wants_keyboard_input();
            if typing {
                input.swallow_keys();
            }
            let window = context.screen_rect();
            let layout = Layout::new(window, top.dock.is_some(), top.replay.is_some());
            top.scene.room(top.table.game(), mq::vec2(layout.sea.width(), layout.sea.height()));
            let size = top.scene.size();
            let (board, unit) = layout.board(size.x, size.y);
            placed = Some((layout, board, unit));
            egui::CentralPanel::default().frame(egui::Frame::NONE).show(context, |ui| {
                pressed = bar::show(ui, layout.bar, top, settings, elements);
                side::show(ui, &layout, top, settings, elements);
                if let Some(rect) = layout.dock {
                    sheet(ui, rect, |ui| wish = show_dock(ui, top, settings, kept, save_name, home, elements));
                }
                if let Some(rect) = layout.strip {
                    strip::show(ui, rect, top, elements);
                }
                point_at_board(ui, top, settings, board, unit, elements, input.clicked);
            });
            if top.shows_ending() {
                next = ending::show(context, layout.sea, top, elements);
            }
        });
        top.keys(&host.input, settings);
        if top.dock != before && top.dock == Some(Dock::Games) {
            *kept = Kept::look(saves);
        }
        if let Some((layout, board, unit)) = placed {
            self.draw_table(&layout, board, unit, zoom, seconds);
        }
        self.after_table(pressed, wish, next);
    }

    fn after_table(&mut self, pressed: Pressed, wish: Option<Wish>, next: Option<Next>) {
        if let Some(wish) = wish {
            self.grant(wish);
        }
        let Screen::Table(top) = &mut self.screen else { return };
        match next {
            Some(Next::Look) => top.ending_seen = true,
            Some(what @ (Next::Rematch | Next::NewGame)) => {
                let seed = top.table.seed().wrapping_add(1);
                let new = NewGame::new(&self.library, top.table.game().rules().pack, &self.settings.player_name, seed);
                let mut new = new.like(&self.library, &top.table);
                match (what == Next::Rematch).then(|| new.begin()).flatten() {
                    Some(Ready::Play(table)) => self.begin(*table),
                    _ => self.screen = Screen::New(Box::new(new)),
                }
            }
            Some(Next::Start) => self.show_start(),
            None if pressed == Pressed::Leave => self.show_start(),
            None => {}
        }
    }

    fn draw_table(&mut self, layout: &Layout, board: Rect, unit: f32, zoom: f32, seconds: f32) {
        let Screen::Table(top) = &mut self.screen else { return };
        let wanted = (unit * zoom * mq::screen_dpi_scale(), layout.tray.width() * zoom * mq::screen_dpi_scale());
        self.misfit = if wanted == self.fitted { 0.0 } else { self.misfit + seconds };
        if top.unfit || self.fitted.0 == 0.0 || self.misfit > FIT_AFTER {
            top.scene.fit(top.table.game(), top.table.cast(), wanted.0, wanted.1);
            top.unfit = false;
            self.fitted = wanted;
            self.misfit = 0.0;
        }
        let screen = |rect: Rect| mq::Rect::new(rect.min.x * zoom, rect.min.y * zoom, rect.width() * zoom, rect.height() * zoom);
        let tray = screen(layout.tray);
        draw_sheet(screen(Rect::from_min_max(Pos2::new(layout.side.min.x, layout.tray.min.y - 12.0), layout.side.max)));
        let targets = top.targets();
        let named = |name: &Option<String>| name.as_ref().and_then(|name| targets.iter().find(|target| target.name == *name));
        let view = View {
            origin: mq::vec2(board.min.x * zoom, board.min.y * zoom),
            scale: unit * zoom,
            tray,
            overlays: &top.overlays,
            heat: top.lab.map.as_ref().filter(|_| top.lab.on_board && top.dock == Some(Dock::Lab)),
            focus: named(&top.hover).or_else(|| named(&top.focus)),
            clock: mq::get_time() as f32,
            letters: &self.letters,
        };
        top.scene.draw(top.table.game(), &view);
    }

    // ── Driving and resting ───────────────────────────────────────────────────────────────────────────────────

    fn drive(&mut self, seconds: f32) -> Result<Step, Problems> {
        let Some(mut driver) = self.driver.take() else { return Ok(Step::Go) };
        let pixels_per_point = self.host.context().pixels_per_point();
        let (moving, gate, choosable, over) = match &self.screen {
            Screen::Table(top) => {
                let choosable: Vec<String> = top.targets().into_iter().filter(|t| t.choosable).map(|t| t.name).collect();
                // Half a choice is completed: only targets of the kind that comes first.
                let kind = choosable.first().and_then(|name| name.split(':').next()).unwrap_or_default().to_owned();
                let choosable = choosable.into_iter().filter(move |name| name.split(':').next() == Some(&kind));
                let buttons = top.buttons().into_iter().map(|(command, _)| top.button_name(command));
                let over = top.table.game().outcome().is_some() && !top.scene.moving();
                (top.scene.moving(), top.scene.gate().map(|gate| gate.name), choosable.chain(buttons).collect(), over)
            }
            _ => (false, None, Vec::new(), false),
        };
        let sight = Sight { elements: &self.elements, moving, gate, choosable, over, state: &|| self.state(), pixels_per_point };
        let step = driver.step(&sight, seconds);
        self.driver = Some(driver);
        step
    }

    fn obey(&mut self, step: Step) -> Result<(), Problems> {
        match step {
            Step::Go => {}
            Step::Size(width, height) => mq::request_new_screen_size(width as f32, height as f32),
            Step::Shot(file) => {
                let picture = screen_png(&mq::get_screen_data());
                let picture = picture.ok_or_else(|| Problem::about(&file, "the screen cannot be drawn as a picture"))?;
                write_atomically(file.as_ref(), picture)?;
            }
            Step::State(file) => {
                let text = serde_json::to_string_pretty(&self.state()).unwrap_or_default();
                write_atomically(file.as_ref(), &(text + "\n"))?;
                self.frames.begin_anew();
            }
            Step::Quit => self.leave = true,
        }
        Ok(())
    }

    /// What the window shows, for scripts to compare.
    fn state(&self) -> Value {
        let mut state = json!({
            "window": [mq::screen_width(), mq::screen_height()],
            "frames": {"count": self.frames.count, "mean_ms": self.frames.mean(), "worst_ms": self.frames.worst},
        });
        match &self.screen {
            Screen::Start(start) => {
                state["screen"] = json!("start");
                state["trouble"] = json!((!start.trouble.0.is_empty()).then(|| start.trouble.to_string()));
                state["running"] = self.kept.running.iter().map(|running| json!([running.slot.name, running.held])).collect();
            }
            Screen::New(_) => state["screen"] = json!("new_game"),
            Screen::Table(top) => {
                let game = top.table.game();
                state["screen"] = json!("table");
                state["pack"] = json!(game.rules().pack.name());
                state["variant"] = json!(game.rules().blueprint.variant);
                state["round"] = json!(game.turn().round);
                state["to_act"] = json!(game.deciding());
                state["deeds"] = json!(top.table.deeds());
                state["hash"] = json!(format!("{:016x}", game.hash()));
                state["slot"] = json!(top.slot);
                state["kept"] = json!(top.table.is_kept());
                state["known"] = json!(top.table.known_deeds());
                state["remark"] = json!(top.remark.as_ref().map(|(text, _)| text));
                state["over"] = json!(game.outcome().is_some());
                state["totals"] = json!(game.rules().pack.totals(game));
                state["moving"] = json!(top.scene.moving());
                state["focus"] = json!(top.focus);
                state["hint"] = top.hint.as_ref().map_or(Value::Null, |hint| hint.state(top));
                state["replay"] = json!(top.replay.is_some());
                state["notice"] = match &top.notice {
                    None => Value::Null,
                    Some(Notice::Mended) => json!("mended"),
                    Some(Notice::Changed(verdict)) => json!(verdict.lines()),
                    Some(Notice::Broken(problems)) => json!({"broken": problems.to_string()}),
                    Some(Notice::Damaged(problem)) => json!({"damaged": problem.to_string()}),
                };
                state["discord"] = top.table.files().discord().iter().map(ToString::to_string).collect();
                state["lab"] = top.lab.state();
                state["settings"] = game.rules().blueprint.to_json();
                state["game"] = game.rules().pack.observe(game);
            }
        }
        state
    }

    /// Sleeps through the rest of the frame, and longer when nothing goes on.
    fn rest(&self, begun: f64) {
        let moving = matches!(&self.screen, Screen::Table(top) if top.scene.moving() && top.scene.gate().is_none());
        let driven = self.driver.as_ref().is_some_and(Driver::busy);
        let busy = moving || driven || self.quiet < REST_AFTER || self.host.context().has_requested_repaint();
        // Whoever looks at the lab wants to see its numbers move.
        let working = matches!(&self.screen, Screen::Table(top) if top.lab.is_working());
        let rate = match (busy, self.quiet > SLEEP_AFTER && !working) {
            (true, _) => BUSY,
            (false, false) => CALM,
            (false, true) => ASLEEP,
        };
        let rest = 1.0 / rate - (mq::get_time() - begun);
        if rest > 0.001 && !driven {
            std::thread::sleep(std::time::Duration::from_secs_f64(rest));
        }
    }
}

fn show_dock(
    ui: &mut Ui,
    top: &mut Tabletop,
    settings: &mut Settings,
    kept: &Kept,
    name: &mut String,
    home: &Path,
    elements: &mut Elements,
) -> Option<Wish> {
    match top.dock? {
        Dock::Rulebook => rulebook::show(ui, top, elements),
        Dock::HouseRules => house_rules::show(ui, top, settings, home, elements),
        Dock::Settings => options::show(ui, settings, elements),
        Dock::Lab => lab::show(ui, top, elements),
        Dock::Games => return games::show(ui, kept, name, elements),
    }
    None
}

/// A sheet of paper drawn under the scene's own pictures.
fn draw_sheet(rect: mq::Rect) {
    for (inset, colour) in [(0.0, theme::PAPER_EDGE), (1.0, theme::PAPER)] {
        let (x, y, w, h) = (rect.x + inset, rect.y + inset, rect.w - 2.0 * inset, rect.h - 2.0 * inset);
        let (radius, colour) = (8.0, theme::to_macroquad(colour));
        mq::draw_rectangle(x + radius, y, w - 2.0 * radius, h, colour);
        mq::draw_rectangle(x, y + radius, w, h - 2.0 * radius, colour);
        for (cx, cy) in [
            (x + radius, y + radius),
            (x + w - radius, y + radius),
            (x + radius, y + h - radius),
            (x + w - radius, y + h - radius),
        ] {
            mq::draw_circle(cx, cy, radius, colour);
        }
    }
}
