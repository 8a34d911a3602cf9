//! Driving the real window from a file: click and press named things, wait, look, compare. One order on a line:
//!
//! ```text
//! # Anything after a hash is a remark.
//! size 1280 800                # of the window
//! click new:<pack>             # the middle of a named element
//! hover ship:blue-1
//! key space                    # also tab enter escape left right up down f1 … f5, letters, ctrl+z
//! type Anna                    # into the field in focus
//! wheel 1                      # turns the wheel where the pointer is
//! drag cell:0,0,1 80 0         # drags from an element by so many points
//! tap ship:blue-1              # a finger instead of the mouse
//! pinch cell:0,0,1 1.5         # two fingers around an element, moved apart to so many times their distance
//! wait motion                  # until nothing moves
//! wait element roll            # until it is there
//! wait /lab/games 1000         # until a number in the state has grown to this, or anything else is this
//! wait 0.5                     # seconds
//! shot picture.png
//! state state.json             # what the window shows, as JSON
//! expect /screen "table"       # a JSON pointer into that, and a JSON value
//! expect element roll
//! expect no element roll
//! replace FILE OLD => NEW      # edits a file, as an editor would
//! drop FILE                    # drops a file on the window
//! play mouse                   # plays every decision of people with the mouse until the game is over
//! play keys 10                 # plays ten decisions with the keyboard alone
//! quit
//! ```

use super::elements::Elements;
use super::host::Host;
use crate::files::{read_file, write_atomically};
use crate::problem::{Problem, Problems, Source};
use crate::words::{Message, figure, msg};
use egui::Pos2;
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton, TouchPhase};
use serde_json::Value;
use std::collections::VecDeque;

#[derive(Debug, Clone, PartialEq)]
enum Order {
    Size(u32, u32),
    Click(String),
    Hover(String),
    Key(KeyCode, KeyMods),
    Type(String),
    Wheel(f32),
    Drag { name: String, by: (f32, f32) },
    Tap(String),
    Pinch(String, f32),
    WaitMotion,
    WaitElement(String),
    WaitState(String, Value),
    Wait(f32),
    Shot(String),
    State(String),
    Expect(String, Value),
    ExpectElement(String, bool),
    Replace { file: String, old: String, new: String },
    Drop(String),
    Play { keys: bool, most: Option<u32> },
    Quit,
}

impl Order {
    /// The element it needs.
    fn element(&self) -> Option<&str> {
        match self {
            Self::Click(name)
            | Self::Hover(name)
            | Self::Tap(name)
            | Self::Pinch(name, _)
            | Self::WaitElement(name)
            | Self::Drag { name, .. } => Some(name),
            _ => None,
        }
    }
}

/// What the window does after the driver has had its say.
pub enum Step {
    Go,
    Size(u32, u32),
    Shot(String),
    State(String),
    Drop(String),
    Quit,
}

/// What the driver can see.
pub struct Sight<'a> {
    pub elements: &'a Elements,
    pub moving: bool,
    /// The gate that waits, the choosable targets, and whether the game is over.
    pub gate: Option<&'static str>,
    pub choosable: Vec<String>,
    pub over: bool,
    pub state: &'a dyn Fn() -> Value,
    pub pixels_per_point: f32,
}

pub struct Driver {
    source: Source,
    orders: VecDeque<(usize, Order)>,
    /// Raw input still to be given, one frame each.
    hands: VecDeque<Hand>,
    waited: f32,
    /// Frames that the order at hand has seen.
    frames: u32,
    played: u32,
    pointer: (f32, f32),
    /// Where the element of the order was in the frame before.
    seen: Option<Pos2>,
}

#[derive(Debug, Clone, Copy)]
enum Hand {
    Move(f32, f32),
    Down,
    Up,
    KeyDown(KeyCode, KeyMods),
    /// Always without Ctrl and Shift: they are let go together with the key.
    KeyUp(KeyCode),
    Char(char),
    Wheel(f32),
    Touch(TouchPhase, u64, f32, f32),
    Nothing,
}

/// The longest an order may take: machines that draw in software and do much besides are slow.
const PATIENCE: f32 = 180.0;
/// What is pointed at is hovered in the first, measured in the second and shown in the third.
const FEW_FRAMES: u32 = 5;
/// Pixels between a finger and the middle of a pinch, at its beginning.
const PINCH: f32 = 40.0;
/// Decisions after which a game played by the driver is given up.
const MOST_DECISIONS: u32 = 5_000;

impl Driver {
    pub fn new(source: Source) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut orders = VecDeque::new();
        for (index, line) in source.text.lines().enumerate() {
            let text = line.split_once(" #").map_or(line, |(before, _)| before).trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match parse(text) {
                Ok(order) => orders.push_back((index + 1, order)),
                Err(message) => {
                    problems.push(Problem::on_line(&source, index + 1, message).remedy(msg!("window.drive.see_docs")));
                }
            }
        }
        let driver =
            Self { source, orders, hands: VecDeque::new(), waited: 0.0, frames: 0, played: 0, pointer: (-1.0, -1.0), seen: None };
        problems.unless_errors(driver).map(|(driver, _)| driver)
    }

    fn fail(&self, line: usize, message: Message) -> Problems {
        Problem::on_line(&self.source, line, message).into()
    }

    /// Gives one frame's input; called before the window reads it.
    pub fn move_hands(&mut self, host: &mut Host) {
        let none = KeyMods::default();
        match self.hands.pop_front() {
            Some(Hand::Move(x, y)) => {
                self.pointer = (x, y);
                host.mouse_motion_event(x, y);
            }
            Some(Hand::Down) => host.mouse_button_down_event(MouseButton::Left, self.pointer.0, self.pointer.1),
            Some(Hand::Up) => host.mouse_button_up_event(MouseButton::Left, self.pointer.0, self.pointer.1),
            Some(Hand::KeyDown(key, mods)) => host.key_down_event(key, mods, false),
            Some(Hand::KeyUp(key)) => host.key_up_event(key, none),
            Some(Hand::Char(letter)) => host.char_event(letter, none, false),
            Some(Hand::Wheel(steps)) => host.mouse_wheel_event(0.0, steps),
            Some(Hand::Touch(phase, finger, x, y)) => host.touch_event(phase, finger, x, y),
            Some(Hand::Nothing) | None => {}
        }
    }

    /// The element the next order needs.
    pub fn looks_for(&self) -> Option<&str> {
        match &self.orders.front()?.1 {
            Order::Click(name) | Order::Hover(name) | Order::Tap(name) | Order::WaitElement(name) => Some(name),
            _ => None,
        }
    }

    /// Whether the next order asks what is written on the screen.
    pub fn reads(&self) -> bool {
        matches!(self.orders.front(), Some((_, Order::State(_))))
    }

    /// Whether input is still on its way.
    pub fn busy(&self) -> bool {
        !self.hands.is_empty()
    }

    /// Carries out the next order as far as this frame allows.
    pub fn step(&mut self, sight: &Sight<'_>, seconds: f32) -> Result<Step, Problems> {
        if !self.hands.is_empty() {
            return Ok(Step::Go);
        }
        let Some((line, order)) = self.orders.front().cloned() else { return Ok(Step::Quit) };
        self.waited += seconds;
        self.frames += 1;
        let late = self.waited > PATIENCE;
        let mut done = true;
        let mut step = Step::Go;
        let pixels = sight.pixels_per_point;
        let mut at = Pos2::ZERO;
        if let Some(name) = order.element() {
            // What cannot be pressed just now can still be pointed at.
            match sight.elements.place_of(name, !matches!(order, Order::Hover(_))) {
                Some(place) => at = place,
                None if late => return Err(self.fail(line, missing(name, sight))),
                None => return Ok(Step::Go),
            }
        }
        match order {
            Order::Size(width, height) => step = Step::Size(width, height),
            // Something that still moves, such as a sheet that has just opened, is waited for.
            Order::Click(_) | Order::Hover(_) | Order::Tap(_) | Order::Pinch(..) | Order::Drag { .. }
                if self.seen.replace(at) != Some(at) =>
            {
                done = false;
            }
            Order::Click(_) => self.click(at, pixels),
            Order::Hover(_) => self.point(at, pixels),
            Order::Key(key, mods) => self.hands.extend([Hand::KeyDown(key, mods), Hand::KeyUp(key), Hand::Nothing]),
            Order::Type(text) => self.hands.extend(text.chars().map(Hand::Char).chain([Hand::Nothing])),
            Order::Wheel(steps) => self.hands.extend([Hand::Wheel(steps), Hand::Nothing]),
            Order::Tap(_) => {
                let at = at * pixels;
                self.hands.extend([TouchPhase::Started, TouchPhase::Ended].map(|phase| Hand::Touch(phase, 0, at.x, at.y)));
                self.hands.push_back(Hand::Nothing);
            }
            Order::Pinch(_, apart) => self.pinch((at.x * pixels, at.y * pixels), apart),
            Order::Drag { by, .. } => self.drag(at, by, pixels),
            Order::WaitElement(_) => {}
            Order::WaitMotion => {
                done = !sight.moving || sight.gate.is_some();
                if late && !done {
                    return Err(self.fail(line, msg!("window.drive.endless_motion")));
                }
            }
            Order::WaitState(pointer, wanted) => {
                let found = (sight.state)().pointer(&pointer).cloned().unwrap_or_default();
                done = match (found.as_f64(), wanted.as_f64()) {
                    (Some(found), Some(wanted)) => found >= wanted,
                    _ => found == wanted,
                };
                if late && !done {
                    return Err(self.fail(
                        line,
                        msg!("window.drive.not_yet", pointer, found = found.to_string(), wanted = wanted.to_string()),
                    ));
                }
            }
            // On a busy machine one frame may last that long, and what appears takes a few to be shown.
            Order::Wait(long) => done = self.waited >= long && self.frames >= FEW_FRAMES,
            Order::Shot(file) => step = Step::Shot(file),
            Order::Drop(file) => step = Step::Drop(file),
            Order::State(file) => step = Step::State(file),
            Order::Expect(pointer, wanted) => {
                let state = (sight.state)();
                let found = state.pointer(&pointer).cloned().unwrap_or_default();
                if found != wanted {
                    return Err(self.fail(
                        line,
                        msg!("window.drive.differs", pointer, found = found.to_string(), wanted = wanted.to_string()),
                    ));
                }
            }
            Order::ExpectElement(name, there) => {
                if sight.elements.find(&name).is_some() != there {
                    let what = if there { missing(&name, sight) } else { msg!("window.drive.is_there", name) };
                    return Err(self.fail(line, what));
                }
            }
            Order::Replace { file, old, new } => {
                replace(&file, &old, &new).map_err(|message| self.fail(line, message))?;
            }
            Order::Play { keys, most } => done = self.play(line, keys, most, sight)?,
            Order::Quit => step = Step::Quit,
        }
        if done {
            self.orders.pop_front();
            self.waited = 0.0;
            self.frames = 0;
            self.seen = None;
        }
        Ok(step)
    }

    fn point(&mut self, at: Pos2, pixels: f32) {
        let (x, y) = (at.x * pixels, at.y * pixels);
        self.hands.extend([Hand::Move(x, y), Hand::Nothing]);
    }

    fn click(&mut self, at: Pos2, pixels: f32) {
        self.point(at, pixels);
        self.hands.extend([Hand::Down, Hand::Up, Hand::Nothing]);
    }

    /// Drags from a place by so many points, in a few steps as a hand would.
    fn drag(&mut self, at: Pos2, by: (f32, f32), pixels: f32) {
        self.point(at, pixels);
        self.hands.push_back(Hand::Down);
        self.hands.extend((1..=4u8).map(|step| {
            let share = f32::from(step) / 4.0;
            Hand::Move((at.x + by.0 * share) * pixels, (at.y + by.1 * share) * pixels)
        }));
        self.hands.extend([Hand::Up, Hand::Nothing]);
    }

    /// Two fingers around a place, moved apart in a few steps.
    fn pinch(&mut self, (x, y): (f32, f32), apart: f32) {
        let both = |phase, apart: f32| [Hand::Touch(phase, 0, x - PINCH * apart, y), Hand::Touch(phase, 1, x + PINCH * apart, y)];
        self.hands.extend(both(TouchPhase::Started, 1.0));
        self.hands.extend((1..=4u8).flat_map(|step| both(TouchPhase::Moved, 1.0 + (apart - 1.0) * f32::from(step) / 4.0)));
        self.hands.extend(both(TouchPhase::Ended, apart));
        self.hands.push_back(Hand::Nothing);
    }

    fn press(&mut self, key: KeyCode) {
        let mods = KeyMods::default();
        self.hands.extend([Hand::KeyDown(key, mods), Hand::KeyUp(key), Hand::Nothing]);
    }

    /// One of what can be chosen, in no order: taking turns could pick one piece and then another for ever, as half a choice
    /// can be changed.
    fn pick<'a>(&self, choosable: &'a [String]) -> Option<(usize, &'a String)> {
        let mixed = u64::from(self.played).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let index = mixed as usize % choosable.len().max(1);
        choosable.get(index).map(|pick| (index, pick))
    }

    /// Makes the next decision of a person; true when it has played enough.
    fn play(&mut self, line: usize, keys: bool, most: Option<u32>, sight: &Sight<'_>) -> Result<bool, Problems> {
        if sight.over || most.is_some_and(|most| self.played >= most) {
            self.played = 0;
            return Ok(true);
        }
        if self.waited > PATIENCE || self.played > MOST_DECISIONS {
            return Err(self.fail(line, msg!("window.drive.game_stands", n = self.played)));
        }
        if let Some(gate) = sight.gate {
            self.waited = 0.0;
            match sight.elements.find(gate) {
                Some(at) if !keys => self.click(at, sight.pixels_per_point),
                _ => self.press(KeyCode::Space),
            }
        } else if !sight.moving
            && let Some((index, pick)) = self.pick(&sight.choosable)
        {
            self.waited = 0.0;
            if keys {
                for _ in 0..=index {
                    self.press(KeyCode::Tab);
                }
                self.press(KeyCode::Enter);
            } else if let Some(at) = sight.elements.find(pick) {
                self.click(at, sight.pixels_per_point);
            }
            self.played += 1;
        }
        Ok(false)
    }
}

/// Edits a file as an editor would; the message says what is wrong.
fn replace(file: &str, old: &str, new: &str) -> Result<(), Message> {
    let text = read_file(file.as_ref()).map_err(|problem| Message::verbatim(problem.to_string()))?.text;
    if !text.contains(old) {
        return Err(msg!("window.drive.no_such_text", file, old));
    }
    write_atomically(file.as_ref(), text.replacen(old, new, 1)).map_err(|problem| Message::verbatim(problem.to_string()))
}

fn missing(name: &str, sight: &Sight<'_>) -> Message {
    let mut names: Vec<&str> =
        sight.elements.names().filter(|name| !name.starts_with("spot:") && !name.starts_with("story:")).collect();
    names.sort_unstable();
    names.dedup();
    msg!("window.drive.is_not_there", name, names = names.join(", "))
}

fn parse(text: &str) -> Result<Order, Message> {
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let needed = |id: &'static str| if rest.is_empty() { Err(msg!(id, verb)) } else { Ok(rest.to_owned()) };
    match (verb, words.as_slice()) {
        ("size", [width, height]) => {
            let number = |text: &str| text.parse::<u32>().ok().filter(|n| (200..=8000).contains(n));
            let size = number(width).zip(number(height));
            size.map(|(w, h)| Order::Size(w, h)).ok_or_else(|| msg!("window.drive.bad_size"))
        }
        ("click", _) => needed("window.drive.needs_element").map(Order::Click),
        ("hover", _) => needed("window.drive.needs_element").map(Order::Hover),
        ("tap", _) => needed("window.drive.needs_element").map(Order::Tap),
        ("pinch", [name, apart]) => {
            let apart = apart.parse().ok().filter(|apart: &f32| (0.1..=10.0).contains(apart));
            apart
                .map(|apart| Order::Pinch((*name).to_owned(), apart))
                .ok_or_else(|| msg!("window.drive.bad_steps", steps = words[1]))
        }
        ("key", [key]) => key_of(key).map(|(key, mods)| Order::Key(key, mods)),
        ("type", _) => needed("window.drive.needs_text").map(Order::Type),
        ("wheel", [steps]) => steps.parse().map(Order::Wheel).map_err(|_| msg!("window.drive.bad_steps", steps = *steps)),
        ("drag", [name, x, y]) => match (x.parse(), y.parse()) {
            (Ok(x), Ok(y)) => Ok(Order::Drag { name: (*name).to_owned(), by: (x, y) }),
            _ => Err(msg!("window.drive.bad_drag")),
        },
        ("wait", ["motion"]) => Ok(Order::WaitMotion),
        ("wait", ["element", name]) => Ok(Order::WaitElement((*name).to_owned())),
        ("wait", [seconds]) => match seconds.parse::<f32>() {
            Ok(seconds) if (0.0..=PATIENCE).contains(&seconds) => Ok(Order::Wait(seconds)),
            _ => Err(msg!("window.drive.bad_seconds", seconds = *seconds, most = figure(f64::from(PATIENCE), 0))),
        },
        ("shot", [file]) => Ok(Order::Shot((*file).to_owned())),
        ("state", [file]) => Ok(Order::State((*file).to_owned())),
        ("expect", ["element", name]) => Ok(Order::ExpectElement((*name).to_owned(), true)),
        ("expect", ["no", "element", name]) => Ok(Order::ExpectElement((*name).to_owned(), false)),
        ("expect" | "wait", [pointer, _, ..]) if pointer.starts_with('/') => {
            let value = rest[pointer.len()..].trim();
            let value = serde_json::from_str(value).map_err(|_| msg!("window.drive.bad_json", value))?;
            Ok(if verb == "wait" {
                Order::WaitState((*pointer).to_owned(), value)
            } else {
                Order::Expect((*pointer).to_owned(), value)
            })
        }
        ("replace", [file, ..]) => {
            let change = rest[file.len()..].trim().split_once("=>");
            let (old, new) = change.ok_or_else(|| msg!("window.drive.bad_replace"))?;
            Ok(Order::Replace { file: (*file).to_owned(), old: old.trim().to_owned(), new: new.trim().to_owned() })
        }
        ("drop", [file]) => Ok(Order::Drop((*file).to_owned())),
        ("play", [how @ ("mouse" | "keys")]) => Ok(Order::Play { keys: *how == "keys", most: None }),
        ("play", [how @ ("mouse" | "keys"), most]) => {
            let most = most.parse().map_err(|_| msg!("window.drive.bad_decisions", most = *most))?;
            Ok(Order::Play { keys: *how == "keys", most: Some(most) })
        }
        ("quit", []) => Ok(Order::Quit),
        _ => Err(msg!("window.drive.no_order", text)),
    }
}

/// Keys with what they are called.
macro_rules! keys {
    ($($key:ident)*) => {
        [$((stringify!($key), KeyCode::$key)),*]
    };
}

fn key_of(name: &str) -> Result<(KeyCode, KeyMods), Message> {
    let mut mods = KeyMods::default();
    let mut bare = name;
    for (prefix, held) in [("ctrl+", &mut mods.ctrl), ("shift+", &mut mods.shift)] {
        if let Some(rest) = bare.strip_prefix(prefix) {
            bare = rest;
            *held = true;
        }
    }
    let keys = keys! {
        Space Tab Enter Escape Left Right Up Down Backspace F1 F2 F3 F4 F5 F6 F11
        A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
    };
    let key = keys.into_iter().find(|(known, _)| known.to_lowercase() == bare);
    key.map(|(_, key)| (key, mods)).ok_or_else(|| msg!("window.drive.no_key", name))
}
