//! Things to change a value with. Nothing that is typed counts until the field is left or Enter is pressed; Escape gives the old
//! value back; what is out of bounds is said beside the field and changes nothing.

use crate::variant::declare::{Kind, Setting};
use crate::window::elements::Elements;
use crate::window::panels::noted;
use crate::window::panels::tips::tell;
use crate::window::theme;
use crate::words::{Message, msg, number, say};
use egui::{Button, ComboBox, FontId, Key, Response, RichText, Sense, TextEdit, Ui, pos2, vec2};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is being typed, by the key of its value, and what was wrong with what was typed last.
#[derive(Default)]
pub(super) struct Drafts(BTreeMap<String, Draft>);

#[derive(Default)]
struct Draft {
    text: String,
    wrong: Option<Message>,
    /// The value it was typed over.
    over: String,
}

impl Drafts {
    /// What is wrong with what was typed for a value.
    pub(super) fn wrong(&self, key: &str) -> Option<&Message> {
        self.0.get(key)?.wrong.as_ref()
    }

    /// Everything that was refused and still stands there.
    pub(super) fn refused(&self) -> Vec<String> {
        self.0.values().filter_map(|draft| Some(draft.wrong.as_ref()?.to_string())).collect()
    }
}

/// How wide a field for numbers up to so much is.
fn width_for(most: f64) -> f32 {
    if most >= 10_000.0 { 78.0 } else { 44.0 }
}

/// A step that makes sense for a range of numbers: 1, 10, 100 and so on.
fn step_for([low, high]: [f64; 2]) -> i64 {
    let wide = ((high - low) / 20.0).max(1.0);
    10_i64.pow((wide as i64).max(1).ilog10())
}

/// A line of text; gives what was written once that is done.
pub(super) fn line(
    ui: &mut Ui,
    drafts: &mut Drafts,
    name: &str,
    value: &str,
    font: FontId,
    elements: &mut Elements,
) -> Option<String> {
    let done = typed(
        ui,
        drafts,
        name,
        value,
        |text| TextEdit::singleline(text).font(font).char_limit(crate::limits::NAME).desired_width(f32::INFINITY),
        elements,
    );
    let text = done?.trim().to_owned();
    drafts.0.remove(name);
    (!text.is_empty() && text != value).then_some(text)
}

/// A field with a draft: gives what was typed when the field is left, unless Escape was pressed.
fn typed(
    ui: &mut Ui,
    drafts: &mut Drafts,
    name: &str,
    shown: &str,
    edit: impl FnOnce(&mut String) -> TextEdit<'_>,
    elements: &mut Elements,
) -> Option<String> {
    // Where the value has become another one in the meantime, what was typed over it is forgotten.
    drafts.0.retain(|other, draft| other != name || draft.over == shown);
    let mut text = drafts.0.get(name).map_or_else(|| shown.to_owned(), |draft| draft.text.clone());
    let response = ui.add(edit(&mut text).id_salt(("draft", name)));
    elements.widget(name, &response);
    if response.gained_focus() {
        select_all(ui, &response, &text);
    }
    if response.has_focus() {
        let wrong = drafts.0.get(name).and_then(|draft| draft.wrong.clone()).filter(|_| !response.changed());
        drafts.0.insert(name.to_owned(), Draft { text, wrong, over: shown.to_owned() });
        return None;
    }
    if !response.lost_focus() {
        return None;
    }
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        drafts.0.remove(name);
        return None;
    }
    Some(text)
}

/// What was there is written over.
fn select_all(ui: &Ui, response: &Response, text: &str) {
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), response.id) {
        let all = egui::text::CCursorRange::two(egui::text::CCursor::new(0), egui::text::CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), response.id);
    }
}

/// A number as people type it, with or without marks between the thousands.
fn read(text: &str) -> Option<f64> {
    let plain: String = text.trim().chars().filter(|c| !c.is_whitespace() && *c != '\'' && *c != '’').collect();
    let grouped = |mark: char| {
        let mut parts = plain.split(mark);
        let first = parts.next().unwrap_or_default().trim_start_matches('-');
        let rest: Vec<&str> = parts.collect();
        let is_group = |part: &&str| part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit());
        !rest.is_empty() && rest.iter().all(is_group) && (1..=3).contains(&first.len()) && first != "0"
    };
    if grouped(',') || grouped('.') {
        return plain.replace([',', '.'], "").parse().ok();
    }
    plain.replace(',', ".").parse().ok()
}

/// About how wide the thing to change a setting with will be.
pub(super) fn width(ui: &Ui, setting: &Setting, value: &Value) -> f32 {
    let text = |size: f32| {
        let words = setting.in_words(value).to_string();
        ui.fonts(|fonts| fonts.layout_no_wrap(words, theme::font("strong", size), theme::INK).size().x)
    };
    match setting.kind {
        Kind::Int | Kind::ByPlayers | Kind::Number => width_for(setting.range.map_or(0.0, |range| range[1])) + 70.0,
        Kind::Bool => 44.0 + text(15.0),
        Kind::Choice => text(15.0) + 48.0,
        // A list goes on over lines.
        _ => 0.0,
    }
}

/// Something to change a setting with; gives the value that was chosen. A number that is not set begins with what is in force.
pub(super) fn control(
    ui: &mut Ui,
    drafts: &mut Drafts,
    (setting, key, value): (&Setting, &str, &Value),
    in_force: Option<f64>,
    elements: &mut Elements,
) -> Option<Value> {
    let name = format!("value:{key}");
    match setting.kind {
        Kind::Int | Kind::ByPlayers | Kind::Number if !value.is_object() => {
            number_field(ui, drafts, (setting, key, value), in_force, elements)
        }
        Kind::Bool => {
            let on = value.as_bool().unwrap_or_default();
            let response = switch(ui, on);
            elements.widget(name, &response);
            let response = tell(response, elements, "switch");
            ui.label(RichText::new(setting.in_words(value).to_string()).font(theme::font("strong", 15.0)));
            response.clicked().then(|| json!(!on))
        }
        Kind::Choice => {
            let now = value.as_str().unwrap_or_default();
            let mut picked = None;
            let room = ui.available_width() - 8.0;
            let combo = ComboBox::from_id_salt(&name);
            let combo = if width(ui, setting, value) < room {
                combo.width(40.0).wrap_mode(egui::TextWrapMode::Extend)
            } else {
                combo.width(room).truncate()
            };
            let chosen = RichText::new(setting.choice(now).to_string()).font(theme::font("strong", 15.0));
            let combo = combo.selected_text(chosen).show_ui(ui, |ui| {
                for choice in &setting.one_of {
                    let response = ui.selectable_label(now == choice, setting.choice(choice).to_string());
                    elements.widget(format!("{name}={choice}"), &response);
                    if response.clicked() && now != choice {
                        picked = Some(json!(choice));
                    }
                }
            });
            elements.widget(name, &combo.response);
            tell(combo.response, elements, "choice");
            picked
        }
        // A list is changed in the text.
        _ => None,
    }
}

fn number_field(
    ui: &mut Ui,
    drafts: &mut Drafts,
    (setting, key, value): (&Setting, &str, &Value),
    in_force: Option<f64>,
    elements: &mut Elements,
) -> Option<Value> {
    let name = format!("value:{key}");
    let range = setting.range.unwrap_or([f64::MIN, f64::MAX]);
    let whole = setting.kind != Kind::Number;
    let now = value.as_f64();
    let shown = now.map(number).unwrap_or_default();
    let step = step_for(range);
    let holds = now.or(in_force);
    let target = |by: i64| {
        // What is neither said nor in force begins with the least.
        let target = holds.map_or(Some(range[0]).filter(|_| by > 0), |now| Some((now + by as f64).clamp(range[0], range[1])));
        target.filter(|target| whole && Some(*target) != holds)
    };
    ui.spacing_mut().button_padding.x = 5.0;
    let less = nudge(ui, "−", &format!("less:{key}"), target(-step), elements);
    let wide = width_for(range[1]);
    let done = typed(
        ui,
        drafts,
        &name,
        &shown,
        |text| {
            TextEdit::singleline(text)
                .font(theme::font("strong", 15.0))
                .desired_width(wide)
                .horizontal_align(egui::Align::Center)
                .hint_text(in_force.map_or_else(|| say!("window.workshop.unset"), number))
        },
        elements,
    );
    let more = nudge(ui, "+", &format!("more:{key}"), target(step), elements);
    let mut stepped = less.or(more);
    if let Some(text) = done {
        let chosen = if whole { read(&text).filter(|n| n.fract() == 0.0) } else { read(&text) };
        match chosen {
            _ if text.trim() == shown || (text.trim().is_empty() && now.is_none()) => {
                drafts.0.remove(&name);
            }
            Some(chosen) if chosen >= range[0] && chosen <= range[1] => {
                drafts.0.remove(&name);
                stepped = Some(chosen).filter(|chosen| Some(*chosen) != now);
            }
            _ => {
                let wrong = Some(msg!("window.workshop.not_allowed", allowed = setting.allowed()));
                drafts.0.insert(name, Draft { text, wrong, over: shown.clone() });
            }
        }
    } else if stepped.is_some() {
        drafts.0.remove(&name);
    }
    stepped.map(|chosen| if whole { json!(chosen as i64) } else { json!(chosen) })
}

/// A button that makes a number a little less or more, if that is possible; gives it once it is pressed.
fn nudge(ui: &mut Ui, sign: &str, name: &str, target: Option<f64>, elements: &mut Elements) -> Option<f64> {
    let button = Button::new(RichText::new(sign).font(theme::font("bold", 15.0))).min_size(vec2(22.0, 24.0));
    let response = noted(ui.add_enabled(target.is_some(), button), elements, name);
    target.filter(|_| response.clicked())
}

/// A switch, on or off.
pub(super) fn switch(ui: &mut Ui, on: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(36.0, 20.0), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if ui.is_rect_visible(rect) {
        let fill = if on { theme::SEA } else { theme::PAPER_DEEP };
        let edge = if response.hovered() || response.has_focus() { theme::INK } else { theme::PAPER_EDGE };
        ui.painter().rect(rect, 10.0, fill, egui::Stroke::new(1.2, edge), egui::StrokeKind::Inside);
        let x = if on { rect.max.x - 10.0 } else { rect.min.x + 10.0 };
        ui.painter().circle(pos2(x, rect.center().y), 7.0, egui::Color32::WHITE, egui::Stroke::new(1.0, theme::INK_SOFT));
    }
    response
}
