//! The screen with a board: a frame of it, and what a person wants to do next.

use super::{App, Screen};
use crate::table::Link;
use crate::window::elements::Elements;
use crate::window::focus::is_field;
use crate::window::input::Input;
use crate::window::kept::Kept;
use crate::window::layout::Layout;
use crate::window::lesson::{Lecture, card};
use crate::window::new_game::{NewGame, Ready};
use crate::window::panels::ending::Next;
use crate::window::panels::games::Wish;
use crate::window::panels::menu::Pressed;
use crate::window::panels::{
    aloud, bar, curtain, ending, games, lab, menu, moments, options, rulebook, sheet, shortcuts, side, strip,
};
use crate::window::pictures::Pictures;
use crate::window::pointing::point_at_board;
use crate::window::scene::View;
use crate::window::settings::Settings;
use crate::window::system;
use crate::window::tabletop::{Dock, Tabletop};
use crate::window::theme;
use crate::window::workshop;
use crate::words::{msg, say};
use egui::{Rect, RichText, Ui};
use macroquad::prelude::{self as mq, KeyCode};
use std::path::Path;

/// Seconds a new board takes to come out of the dark.
const DAWN: f32 = 0.45;
/// Seconds a new size must last before the pictures are drawn anew.
const FIT_AFTER: f32 = 0.15;

impl App {
    pub(super) fn table_frame(&mut self, seconds: f32, zoom: f32) {
        let Self { host, screen, settings, elements, saves, kept, pictures, save_name, home, received, opening, .. } = self;
        let Screen::Table(top) = screen else { return };
        let before = top.desk.dock;
        top.tick(seconds, settings);
        let mut pressed = Pressed::Nothing;
        let mut wish = None;
        let mut next = None;
        let mut placed = None;
        let mut answer = None;
        let mut leaves = false;
        // A drop-down has had its Escape by the time the frame is over.
        if host.context().memory(egui::Memory::any_popup_open) {
            host.input.take(KeyCode::Escape);
        }
        host.run(|context, input| {
            if input.typing || context.wants_keyboard_input() {
                if input.writing || is_writing(context) {
                    input.swallow_keys();
                } else {
                    leave_buttons(context, input, top);
                }
            }
            let window = context.screen_rect();
            let (is_replay, has_tray) = (top.replay.is_some(), top.scene.has_tray());
            let layout = Layout::new(window, top.desk.panel_width(), top.desk.banner(), is_replay, has_tray);
            top.scene.room(top.table.game(), mq::vec2(layout.sea.width(), layout.sea.height()));
            let size = top.scene.size();
            let (board, unit) = layout.board(size.x, size.y);
            placed = Some((layout, board, unit));
            egui::CentralPanel::default().frame(egui::Frame::NONE).show(context, |ui| {
                bar::show(ui, layout.bar, top, settings, elements);
                let room = side::show(ui, &layout, top, settings, home, elements);
                if layout.docked {
                    sheet(ui, room, |ui| {
                        wish = show_dock(ui, top, settings, (&mut *kept, &mut *pictures), save_name, home, elements);
                    });
                }
                if let Some(rect) = layout.strip {
                    strip::show(ui, rect, top, elements);
                }
                point_at_board(ui, top, settings, board, unit, elements, input.clicked);
            });
            if window.contains_rect(layout.tray) {
                elements.place("tray", layout.tray_sheet());
            }
            card::show(context, layout.sea, board, unit, top, elements);
            curtain::show(context, layout.sea, top, elements);
            if !top.scene.is_open() {
                say_opening(context, layout.sea);
            } else if top.shows_ending() {
                next = ending::show(context, layout.sea, top, elements);
            } else {
                moments::show(context, layout.sea, top);
            }
            pressed = menu::show(context, layout.bar, top, settings, elements);
            shortcuts::show(context, window, top, elements);
            aloud::show(context, window, top, elements);
            if let Some(received) = received {
                answer = received.ask(context, Some(top.table.game().rules().pack.name()), elements);
                input.swallow_keys();
            }
            if let Some(opening) = opening {
                leaves = opening.show(context, elements);
                input.swallow_keys();
            }
        });
        if host.input.hit(KeyCode::M) {
            settings.mute = !settings.mute;
        }
        top.keys(&host.input, settings);
        if top.desk.dock != before && top.desk.dock == Some(Dock::Games) {
            *kept = Kept::look(saves);
        }
        if let Some((layout, board, unit)) = placed {
            self.draw_table(&layout, board, unit, zoom, seconds);
        }
        self.opening.take_if(|_| leaves);
        self.dispose_of_received(answer);
        self.after_table(pressed, wish, next);
    }

    fn after_table(&mut self, pressed: Pressed, wish: Option<Wish>, next: Option<Next>) {
        if let Some(wish) = wish {
            self.grant(wish);
        }
        let Screen::Table(top) = &mut self.screen else { return };
        if top.is_taught()
            && let Some(key) = top.lecture.as_ref().and_then(Lecture::key)
            && !self.settings.lessons.contains(key)
        {
            self.settings.lessons.insert(key.to_owned());
        }
        if let Some(go) = top.lecture.as_mut().and_then(|lecture| lecture.go.take()) {
            return self.leave_lesson(go);
        }
        match next {
            Some(Next::Look) => top.ending_seen = true,
            Some(Next::Turn(number)) => top.show_turn(number),
            Some(Next::CopyLink) => match Link::to_game(&top.table) {
                Ok(link) => {
                    self.host.context().copy_text(system::address() + &link);
                    top.remark.say(msg!("window.workshop.copied_link"));
                }
                Err(problems) => top.remark.complain(&problems),
            },
            Some(what @ (Next::Rematch | Next::NewGame)) => {
                let seed = top.table.seed().wrapping_add(1);
                let new =
                    NewGame::new(&self.library, &self.home, top.table.game().rules().pack, &self.settings.player_name, seed);
                let mut new = new.like(&self.library, &top.table);
                match (what == Next::Rematch).then(|| new.begin()).flatten() {
                    Some(Ready::Play(table)) => self.begin(*table),
                    _ => self.screen = Screen::New(Box::new(new)),
                }
            }
            Some(Next::Start) => self.show_start(),
            None => match pressed {
                Pressed::Leave => self.show_start(),
                Pressed::Quit => self.leave = true,
                Pressed::Nothing => {}
            },
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
        draw_sheet(screen(layout.tray_sheet()));
        let targets = top.targets();
        let named = |name: &Option<String>| name.as_ref().and_then(|name| targets.iter().find(|target| target.name == *name));
        let view = View {
            origin: mq::vec2(board.min.x * zoom, board.min.y * zoom),
            scale: unit * zoom,
            tray,
            overlays: &top.desk.overlays,
            heat: top.lab.map.as_ref().filter(|_| top.lab.on_board && top.desk.dock == Some(Dock::Lab)),
            focus: named(&top.aim.hover).or_else(|| named(&top.aim.focus)),
            awaits: top.awaits_person(),
            clock: if self.settings.calm { 0.0 } else { mq::get_time() as f32 },
            letters: &self.letters,
            eyes: top.eyes(),
        };
        top.scene.draw(top.table.game(), &view);
        self.badges.fit(top.table.game().rules());
        self.badges.draw(&*top.scene, top.table.game(), &view);
        // A new board comes out of the dark.
        let dawn = if self.settings.calm { 1.0 } else { self.dawn + seconds / DAWN };
        self.dawn = if top.scene.is_open() { dawn.min(1.0) } else { 0.0 };
        if self.dawn < 1.0 {
            let (sea, dark) = (screen(layout.sea), theme::to_macroquad(theme::WOOD));
            mq::draw_rectangle(sea.x, sea.y, sea.w, sea.h, mq::Color { a: 1.0 - self.dawn, ..dark });
        }
    }
}

/// Whether a field for text has the keys, be it scrolled out of sight.
fn is_writing(context: &egui::Context) -> bool {
    let focused = context.memory(egui::Memory::focused);
    focused.is_some_and(|id| is_field(context, id))
}

/// Something in the panels that is no field for text has the keys: it has a use for those that lead on and press. Escape and F6 lead
/// back to the board.
fn leave_buttons(context: &egui::Context, input: &mut Input, top: &mut Tabletop) {
    // What lies open over the table closes at once, whatever in it has the keys.
    if input.hit(KeyCode::Escape) && !top.desk.close_sheet() {
        top.desk.keys_in_panels = false;
    }
    if input.hit(KeyCode::F6) {
        context.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
    }
    input.swallow_panel_keys();
}

/// What is said in the dark, until the pictures of a new board are drawn.
fn say_opening(context: &egui::Context, sea: Rect) {
    let area = egui::Area::new("opening".into()).interactable(false).fixed_pos(sea.center()).pivot(egui::Align2::CENTER_CENTER);
    area.show(context, |ui| {
        let said = RichText::new(say!("window.moment.opening")).font(theme::font("water", 26.0)).color(theme::PAPER);
        ui.add(egui::Label::new(said).extend());
    });
}

fn show_dock(
    ui: &mut Ui,
    top: &mut Tabletop,
    settings: &mut Settings,
    (kept, pictures): (&mut Kept, &mut Pictures),
    name: &mut String,
    home: &Path,
    elements: &mut Elements,
) -> Option<Wish> {
    match top.desk.dock? {
        Dock::Rulebook => rulebook::show(ui, top, elements),
        Dock::Workshop => workshop::show(ui, top, settings, home, elements),
        Dock::Settings => options::show(ui, settings, elements),
        Dock::Lab => lab::show(ui, top, elements),
        Dock::Games => {
            pictures.look(ui.ctx());
            return games::show(ui, kept, top.keeping.slot.as_deref(), pictures, name, elements);
        }
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
