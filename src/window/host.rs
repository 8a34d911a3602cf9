//! egui inside macroquad: hands input to egui and to the table, and paints what egui made. Input comes from the window
//! or from a driving script, through the same door.

use super::focus::{self, Lead};
use super::input::{Input, leads_or_presses};
use super::theme;
use super::touch::{Fingers, Hand};
use egui::epaint::{ClippedShape, Shape};
use egui::layers::PaintList;
use egui::{LayerId, Rect};
use egui_miniquad::EguiMq;
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton, TouchPhase};
use macroquad::window::InternalGlContext;
use serde_json::{Value, json};

/// macroquad's graphics, for egui to paint with.
#[allow(unsafe_code)]
fn graphics<'a>() -> InternalGlContext<'a> {
    // SAFETY: macroquad hands out its one graphics context; it is called on the window's thread only, between two
    // frames' awaits, and every borrow ends inside the calling function.
    unsafe { macroquad::window::get_internal_gl() }
}

pub struct Host {
    egui: EguiMq,
    subscriber: usize,
    pub input: Input,
    lead: Lead,
    fingers: Fingers,
    /// Tab, arrows, Enter and Space belong to the board, unless a text field has them.
    pub board_has_keys: bool,
    /// Somebody wants to know what is written on the screen.
    pub reads: bool,
    /// What is written there, when somebody wants to know.
    pub texts: Vec<Value>,
}

/// A place where nothing is.
const NOWHERE: f32 = -10_000.0;

/// Turns of the wheel in lines: X11 sends one for a notch, Windows 120, others something between.
fn lines(turned: f32) -> f32 {
    if turned.abs() <= 4.0 { turned } else { turned / 90.0 }
}

impl Host {
    pub fn new() -> Self {
        let egui = EguiMq::new(graphics().quad_context);
        // However long a frame takes, what is pressed and let go of on the same spot is clicked.
        egui.egui_ctx().options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
        // Fingers would come as the mouse as well, and two of them as one that jumps.
        macroquad::input::simulate_mouse_with_touch(false);
        Self {
            egui,
            subscriber: macroquad::input::utils::register_input_subscriber(),
            input: Input::default(),
            lead: Lead::default(),
            fingers: Fingers::default(),
            board_has_keys: false,
            reads: false,
            texts: Vec::new(),
        }
    }

    pub fn context(&self) -> &egui::Context {
        self.egui.egui_ctx()
    }

    /// Takes what the window has received since the last frame.
    pub fn gather(&mut self) {
        self.input.begin_frame();
        let subscriber = self.subscriber;
        macroquad::input::utils::repeat_all_miniquad_input(self, subscriber);
    }

    pub fn run(&mut self, mut ui: impl FnMut(&egui::Context, &mut Input)) {
        let Self { egui, input, lead, reads, texts, .. } = self;
        if let Some((key, mods)) = lead.again() {
            egui.key_down_event(key, mods);
        }
        // Asked before the frame begins, for Escape takes the field its keys as soon as it does.
        input.typing = egui.egui_ctx().wants_keyboard_input();
        egui.run(graphics().quad_context, |_, context| {
            ui(context, input);
            lead.look(context);
            if input.led_by_keys {
                focus::ring(context);
            }
            input.writing = context.output(|output| output.ime.is_some());
            theme::strengthen(context);
            *texts = if *reads { read(context) } else { Vec::new() };
        });
    }

    pub fn paint(&mut self) {
        let mut graphics = graphics();
        graphics.flush();
        self.egui.draw(graphics.quad_context);
    }
}

/// Every text of the frame being made, where it stands, and whether something of it is missing at its sides.
fn read(context: &egui::Context) -> Vec<Value> {
    let mut layers: Vec<LayerId> = context.memory(|memory| memory.layer_ids().collect());
    if !layers.contains(&LayerId::background()) {
        layers.insert(0, LayerId::background());
    }
    let screen = context.screen_rect();
    let mut texts = Vec::new();
    context.graphics(|graphics| {
        for layer in layers {
            for ClippedShape { clip_rect, shape } in graphics.get(layer).into_iter().flat_map(PaintList::all_entries) {
                shape_texts(shape, clip_rect.intersect(screen), &layer, &mut texts);
            }
        }
    });
    texts
}

fn shape_texts(shape: &Shape, clip: Rect, layer: &LayerId, texts: &mut Vec<Value>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| shape_texts(shape, clip, layer, texts)),
        Shape::Text(text) if !text.galley.text().trim().is_empty() => {
            let rect = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            // What is scrolled out of sight above or below may come back; what is cut off at the sides is lost.
            if rect.max.y > clip.min.y && rect.min.y < clip.max.y {
                let cut = rect.min.x < clip.min.x - 1.0 || rect.max.x > clip.max.x + 1.0;
                let seen = rect.intersect(clip);
                texts.push(json!({
                    "text": text.galley.text(),
                    "layer": layer.short_debug_format(),
                    "rect": [seen.min.x, seen.min.y, seen.max.x, seen.max.y],
                    "cut": cut,
                    "shortened": text.galley.elided,
                }));
            }
        }
        _ => {}
    }
}

impl EventHandler for Host {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.input.pointer_moved(x, y);
        self.egui.mouse_motion_event(x, y);
    }

    fn mouse_wheel_event(&mut self, dx: f32, dy: f32) {
        self.input.wheel_turned(lines(dy));
        self.egui.mouse_wheel_event(lines(dx), lines(dy));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.input.pointer_moved(x, y);
        self.input.pressed(button);
        self.egui.mouse_button_down_event(button, x, y);
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        // macroquad says so, too, when the pointer comes into the window; egui would take it for the left one.
        if button == MouseButton::Unknown {
            return;
        }
        self.input.pointer_moved(x, y);
        self.input.released(button);
        self.egui.mouse_button_up_event(button, x, y);
    }

    fn touch_event(&mut self, phase: TouchPhase, id: u64, x: f32, y: f32) {
        match self.fingers.touch(phase, id, (x, y)) {
            Some(Hand::Press((x, y))) => {
                self.mouse_motion_event(x, y);
                self.mouse_button_down_event(MouseButton::Left, x, y);
            }
            Some(Hand::Move((x, y))) => self.mouse_motion_event(x, y),
            Some(Hand::Release((x, y))) => self.mouse_button_up_event(MouseButton::Left, x, y),
            Some(Hand::LetGo) => {
                self.input.let_go();
                // Far from everything nothing is clicked.
                self.egui.mouse_motion_event(NOWHERE, NOWHERE);
                self.egui.mouse_button_up_event(MouseButton::Left, NOWHERE, NOWHERE);
            }
            Some(Hand::Turn { at: (x, y), steps }) => {
                self.input.pointer_moved(x, y);
                self.egui.mouse_motion_event(x, y);
                self.input.pinched(steps);
            }
            None => {}
        }
    }

    fn char_event(&mut self, character: char, mods: KeyMods, _repeat: bool) {
        self.input.letter(character);
        // A letter with Ctrl is an order such as copy or paste, and nothing to be written; with Alt as well it is a letter of its own.
        if (mods.ctrl && !mods.alt) || mods.logo {
            return;
        }
        self.egui.char_event(character);
    }

    fn key_down_event(&mut self, key: KeyCode, mods: KeyMods, repeat: bool) {
        self.input.key(key, mods, repeat);
        let withheld = self.board_has_keys && leads_or_presses(key) && !self.egui.egui_ctx().wants_keyboard_input();
        if !withheld {
            self.lead.pressed(key, mods);
            self.egui.key_down_event(key, mods);
        }
    }

    fn key_up_event(&mut self, key: KeyCode, mods: KeyMods) {
        self.egui.key_up_event(key, mods);
    }
}
