//! House rules: every value that holds, where it came from, what differs from the standard game, and changing it. A
//! change is written into the variant's file; the watch takes it from there like any other save.

use super::main_button;
use super::notice::{self, Side};
use crate::files::{exists, is_file, make_folder, read_file, write_atomically};
use crate::problem::{Problems, Source};
use crate::sim::Ruleset;
use crate::variant::declare::{Kind, Setting};
use crate::variant::edit::{fresh_variant, with_value, without_changes};
use crate::variant::{Effective, Leaf, STANDARD};
use crate::window::elements::Elements;
use crate::window::settings::Settings;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use egui::{ComboBox, DragValue, RichText, ScrollArea, Slider, Ui};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A change a person has made in the panel.
struct Edit {
    key: String,
    value: Value,
}

pub(crate) fn show(ui: &mut Ui, top: &mut Tabletop, settings: &Settings, home: &Path, elements: &mut Elements) {
    ui.heading("House rules");
    let own = own_file(top);
    head(ui, top, own.as_deref(), settings, home, elements);
    if let Some(side) = notice::show_discord(ui, top, elements) {
        take_side(top, side, settings);
    }
    ui.separator();
    let mut edit = None;
    let rules = top.effective();
    let pending = top.table.game().pending_rules();
    ScrollArea::vertical().id_salt("values").auto_shrink([false, false]).show(ui, |ui| {
        let standard = top.standard.as_ref().map(|standard| &*standard.rules);
        for (section, leaves) in sections(rules) {
            let changed = leaves.iter().any(|leaf| differs(standard, leaf));
            let title = if changed { format!("• {}", spoken(&section)) } else { spoken(&section) };
            ui.add_space(6.0);
            ui.label(RichText::new(title).font(theme::font("strong", 17.0)).color(theme::SEA));
            for leaf in &leaves {
                if let Some(made) = row(ui, standard, pending, leaf, own.is_some(), elements) {
                    edit = Some(made);
                }
            }
        }
        let edits = rules.rule_edits();
        if !edits.is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new("Rules added and repealed").font(theme::font("strong", 17.0)).color(theme::SEA));
            for edit in edits {
                ui.label(format!("• {}", edit.text));
                ui.label(RichText::new(edit.set_in()).size(12.0).color(theme::INK_SOFT));
            }
        }
    });
    if let (Some(edit), Some(file)) = (edit, own)
        && let Err(problems) = write(&file, |source| with_value(source, &edit.key, &edit.value))
    {
        top.say(problems.to_string());
    }
}

/// What the rules are called, where they are written, and what can be done with the file.
fn head(ui: &mut Ui, top: &mut Tabletop, own: Option<&Path>, settings: &Settings, home: &Path, elements: &mut Elements) {
    ui.label(RichText::new(&top.table.game().rules().blueprint.title).font(theme::font("strong", 17.0)));
    if let Some(file) = own {
        ui.label(RichText::new(file.display().to_string()).size(13.0).color(theme::INK_SOFT));
        ui.horizontal(|ui| {
            if main_button(ui, elements, "open_in_editor", "Open in editor").clicked() {
                notice::open(&mut top.remark, &file.display().to_string());
            }
            ui.label(RichText::new("Saved changes reach the game when each says it applies.").size(13.0).color(theme::INK_SOFT));
        });
        return;
    }
    if top.table.files().said.is_none() {
        let words =
            format!("{} cannot be used at the moment. Below are the rules of the game being played.", top.table.variant());
        ui.label(RichText::new(words).size(14.0));
        return;
    }
    ui.label(RichText::new("These are the printed rules. To change something, make a copy of your own.").size(14.0));
    if main_button(ui, elements, "make_own", "Make my own rules").clicked() {
        match make_own(top, settings, home) {
            Ok(path) => top.say(format!("Your rules are in {}", path.display())),
            Err(problems) => top.say(problems.to_string()),
        }
    }
}

/// The file the table follows, if it may be written to: the standard game stays as printed.
pub(crate) fn own_file(top: &Tabletop) -> Option<PathBuf> {
    let said = top.table.files().said.as_ref()?;
    let file = PathBuf::from(said.file());
    (said.rules.blueprint.variant != STANDARD && is_file(&file)).then_some(file)
}

/// Ends a disagreement between files and game, or puts up with it.
pub(crate) fn take_side(top: &mut Tabletop, side: Side, settings: &Settings) {
    match side {
        Side::Files => top.play_by_files(settings),
        Side::Neither => top.accepted = top.table.files().discord().to_vec(),
        Side::Game => {
            let Some(file) = own_file(top) else { return };
            let changes = top.table.files().discord();
            if let Err(problems) = write(&file, |source| without_changes(source, changes)) {
                top.say(problems.to_string());
            }
        }
    }
}

/// Starts a variant of the person's own that extends the present one, and plays on by it.
fn make_own(top: &mut Tabletop, settings: &Settings, home: &Path) -> Result<PathBuf, Problems> {
    let rules = top.table.game().rules();
    let pack = rules.pack.name();
    let folder = home.join("variants").join(pack);
    let name = |n: usize| if n == 1 { "my_rules".to_owned() } else { format!("my_rules_{n}") };
    let free = (1..1000).map(name).find(|name| !exists(&folder.join(format!("{name}.toml")))).unwrap_or_default();
    let path = folder.join(format!("{free}.toml"));
    let text = fresh_variant(pack, &format!("My rules, from {}", rules.blueprint.title), top.table.variant());
    make_folder(&folder)?;
    write_atomically(&path, &text)?;
    top.follow(&path.display().to_string(), settings);
    Ok(path)
}

/// Changes the text of a file.
fn write(file: &Path, edited: impl FnOnce(&Source) -> Result<String, Problems>) -> Result<(), Problems> {
    let text = edited(&read_file(file)?)?;
    Ok(write_atomically(file, &text)?)
}

fn sections(rules: Effective<'_>) -> Vec<(String, Vec<Leaf<'_>>)> {
    let mut sections: Vec<(String, Vec<Leaf<'_>>)> = Vec::new();
    for leaf in rules.leaves() {
        match sections.iter_mut().find(|(name, _)| name == leaf.section()) {
            Some((_, leaves)) => leaves.push(leaf),
            None => sections.push((leaf.section().to_owned(), vec![leaf])),
        }
    }
    let in_force = &rules.rules.blueprint.rules;
    sections.sort_by_key(|(section, _)| in_force.iter().position(|rule| rule == section));
    sections
}

fn spoken(id: &str) -> String {
    let mut words = id.replace('_', " ");
    if let Some(first) = words.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    words
}

fn differs(standard: Option<&Ruleset>, leaf: &Leaf<'_>) -> bool {
    standard.is_some_and(|standard| standard.value(&leaf.key) != Some(&leaf.value))
}

/// One value with its name, its place of origin and, where it can be changed here, something to change it with.
fn row(
    ui: &mut Ui,
    standard: Option<&Ruleset>,
    pending: Option<&Ruleset>,
    leaf: &Leaf<'_>,
    editable: bool,
    elements: &mut Elements,
) -> Option<Edit> {
    let (key, setting) = (&leaf.key, leaf.setting);
    let changed = differs(standard, leaf);
    let mut edit = None;
    let name = key.split_once('.').map_or(key.as_str(), |(_, rest)| rest);
    ui.horizontal(|ui| {
        let label = RichText::new(format!("{}{name}", if changed { "• " } else { "" }));
        let label = if changed { label.color(theme::RED).strong() } else { label };
        super::column(ui, 132.0, label).on_hover_text(&setting.doc);
        edit = value_widget(ui, setting, key, &leaf.value, editable, elements);
    });
    let before = standard.filter(|_| changed).and_then(|standard| standard.value(key));
    let before = before.map(|value| format!(" · standard: {}", setting.in_words(value))).unwrap_or_default();
    let coming = pending.and_then(|rules| rules.value(key)).filter(|value| **value != leaf.value);
    let coming = coming.map(|value| format!(" · {} from the next turn", setting.in_words(value))).unwrap_or_default();
    let told = format!("{}{before}{coming} · applies {}", leaf.set_in(), setting.applies.words());
    ui.label(RichText::new(told).size(12.0).color(theme::INK_SOFT));
    edit
}

fn value_widget(
    ui: &mut Ui,
    setting: &Setting,
    key: &str,
    value: &Value,
    editable: bool,
    elements: &mut Elements,
) -> Option<Edit> {
    let made = |value: Value| Some(Edit { key: key.to_owned(), value });
    let element = format!("value:{key}");
    ui.add_enabled_ui(editable, |ui| match (setting.kind, setting.range) {
        (Kind::Int | Kind::ByPlayers, Some([low, high])) if value.is_i64() => {
            let mut number = value.as_i64().unwrap_or_default();
            let before = number;
            let (low, high) = (low as i64, high as i64);
            let response = if high - low <= 40 {
                ui.spacing_mut().slider_width = 110.0;
                ui.add(Slider::new(&mut number, low..=high))
            } else {
                let step = (high - low) as f64 / 400.0;
                ui.add(DragValue::new(&mut number).range(low..=high).speed(step))
            };
            elements.widget(element, &response);
            (number != before && !response.dragged()).then(|| made(json!(number))).flatten()
        }
        (Kind::Number, Some([low, high])) => {
            let mut number = value.as_f64().unwrap_or_default();
            let before = number;
            let response = ui.add(DragValue::new(&mut number).range(low..=high).speed((high - low) / 400.0));
            elements.widget(element, &response);
            (number != before && !response.dragged()).then(|| made(json!(number))).flatten()
        }
        (Kind::Bool, _) => {
            let mut flag = value.as_bool().unwrap_or_default();
            let word = if flag { "yes" } else { "no" };
            let response = ui.checkbox(&mut flag, word);
            elements.widget(element, &response);
            response.changed().then(|| made(json!(flag))).flatten()
        }
        (Kind::Choice, _) => {
            let now = value.as_str().unwrap_or_default().to_owned();
            let mut picked = now.clone();
            let combo = ComboBox::from_id_salt(&element).selected_text(&picked).show_ui(ui, |ui| {
                for choice in &setting.one_of {
                    let response = ui.selectable_value(&mut picked, choice.clone(), choice);
                    elements.widget(format!("{element}={choice}"), &response);
                }
            });
            elements.widget(element, &combo.response);
            (picked != now).then(|| made(json!(picked))).flatten()
        }
        _ => {
            let words = setting.in_words(value);
            ui.label(RichText::new(super::side::shortened(&words, 26)).size(14.0)).on_hover_text(words);
            None
        }
    })
    .inner
}
