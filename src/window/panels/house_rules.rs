//! House rules: every value that holds, where it came from, what differs from the standard game, and changing it. A
//! change is written into the variant's file; the watch takes it from there like any other save.

use super::main_button;
use super::notice;
use crate::problem::Problems;
use crate::trace::write_atomically;
use crate::variant::declare::{Kind, Setting};
use crate::variant::edit::{fresh_variant, with_value};
use crate::variant::shelf::read_file;
use crate::variant::{Leaf, STANDARD, Variant};
use crate::window::elements::Elements;
use crate::window::table::Table;
use crate::window::theme;
use egui::{ComboBox, DragValue, RichText, ScrollArea, Slider, Ui};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A change a person has made in the panel.
struct Edit {
    key: String,
    value: Value,
}

pub fn show(ui: &mut Ui, table: &mut Table, home: &Path, elements: &mut Elements) {
    ui.heading("House rules");
    let Some(variant) = table.live.as_ref().map(|live| live.variant.clone()) else {
        ui.label("The variant's files cannot be read at the moment.");
        return;
    };
    let own = own_file(&variant);
    head(ui, table, &variant, own.as_deref(), home, elements);
    ui.separator();
    let standard = table.standard.clone();
    let mut edit = None;
    ScrollArea::vertical().id_salt("values").auto_shrink([false, false]).show(ui, |ui| {
        for (section, leaves) in sections(&variant) {
            let changed = leaves.iter().any(|(key, leaf)| differs(standard.as_ref(), key, leaf));
            let title = if changed { format!("• {}", spoken(&section)) } else { spoken(&section) };
            ui.add_space(6.0);
            ui.label(RichText::new(title).font(theme::font("strong", 17.0)).color(theme::SEA));
            for (key, leaf) in leaves {
                if let Some(made) = row(ui, &variant, standard.as_ref(), key, leaf, own.is_some(), elements) {
                    edit = Some(made);
                }
            }
        }
        if !variant.rule_edits.is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new("Rules added and repealed").font(theme::font("strong", 17.0)).color(theme::SEA));
            for (rule, origin) in &variant.rule_edits {
                ui.label(format!("• {rule}"));
                ui.label(RichText::new(origin.to_string()).size(12.0).color(theme::INK_SOFT));
            }
        }
    });
    if let (Some(edit), Some(file)) = (edit, own)
        && let Err(problems) = write_value(&file, &edit)
    {
        table.say(problems.to_string());
    }
}

/// What the rules are called, where they are written, and what can be done with the file.
fn head(ui: &mut Ui, table: &mut Table, variant: &Variant, own: Option<&Path>, home: &Path, elements: &mut Elements) {
    let blueprint = &variant.rules.blueprint;
    ui.label(RichText::new(&blueprint.title).font(theme::font("strong", 17.0)));
    if let Some(file) = own {
        ui.label(RichText::new(file.display().to_string()).size(13.0).color(theme::INK_SOFT));
        ui.horizontal(|ui| {
            if main_button(ui, elements, "open_in_editor", "Open in editor").clicked() {
                notice::open(&mut table.remark, &file.display().to_string());
            }
            ui.label(RichText::new("Saved changes take effect at once.").size(13.0).color(theme::INK_SOFT));
        });
        return;
    }
    ui.label(RichText::new("These are the printed rules. To change something, make a copy of your own.").size(14.0));
    if main_button(ui, elements, "make_own", "Make my own rules").clicked() {
        match make_own(table, home) {
            Ok(path) => table.say(format!("Your rules are in {}", path.display())),
            Err(problems) => table.say(problems.to_string()),
        }
    }
}

/// The variant's own file, if it may be written to: the standard game stays as printed.
fn own_file(variant: &Variant) -> Option<PathBuf> {
    let file = PathBuf::from(variant.files.last()?);
    (variant.rules.blueprint.variant != STANDARD && file.is_file()).then_some(file)
}

/// Starts a variant of the person's own that extends the present one, and plays on by it.
fn make_own(table: &mut Table, home: &Path) -> Result<PathBuf, Problems> {
    let pack = table.session.game.rules().pack.name();
    let folder = home.join("variants").join(pack);
    let name = |n: usize| if n == 1 { "my_rules".to_owned() } else { format!("my_rules_{n}") };
    let free = (1..1000).map(name).find(|name| !folder.join(format!("{name}.toml")).exists()).unwrap_or_default();
    let path = folder.join(format!("{free}.toml"));
    let parent = table.session.variant.clone();
    let text = fresh_variant(pack, &format!("My rules, from {}", table.session.game.rules().blueprint.title), &parent);
    crate::table::Saves::write(&path, &text)?;
    table.session.variant = path.display().to_string();
    let variant = table.library.load(pack, &table.session.variant)?;
    table.watch(variant);
    Ok(path)
}

fn write_value(file: &Path, edit: &Edit) -> Result<(), Problems> {
    let source = read_file(file)?;
    let text = with_value(&source, &edit.key, &edit.value)?;
    write_atomically(file, &text)
        .map_err(|error| crate::problem::Problem::about(source.path, format!("cannot be written: {error}")).into())
}

fn sections(variant: &Variant) -> Vec<(String, Vec<(&str, &Leaf)>)> {
    let mut sections: Vec<(String, Vec<(&str, &Leaf)>)> = Vec::new();
    for (key, leaf) in variant.ordered() {
        let section = key.split('.').next().unwrap_or_default();
        if !variant.rules.is_in_force(section) {
            continue;
        }
        match sections.iter_mut().find(|(name, _)| name == section) {
            Some((_, leaves)) => leaves.push((key, leaf)),
            None => sections.push((section.to_owned(), vec![(key, leaf)])),
        }
    }
    let in_force = &variant.rules.blueprint.rules;
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

fn differs(standard: Option<&Variant>, key: &str, leaf: &Leaf) -> bool {
    standard.is_some_and(|standard| standard.leaves.get(key).is_none_or(|before| before.value != leaf.value))
}

/// One value with its name, its place of origin and, where it can be changed here, something to change it with.
fn row(
    ui: &mut Ui,
    variant: &Variant,
    standard: Option<&Variant>,
    key: &str,
    leaf: &Leaf,
    editable: bool,
    elements: &mut Elements,
) -> Option<Edit> {
    let (_, setting) = variant.catalogue.setting_of(key)?;
    let changed = differs(standard, key, leaf);
    let mut edit = None;
    let name = key.split_once('.').map_or(key, |(_, rest)| rest);
    ui.horizontal(|ui| {
        let label = RichText::new(format!("{}{name}", if changed { "• " } else { "" }));
        let label = if changed { label.color(theme::RED).strong() } else { label };
        super::column(ui, 132.0, label).on_hover_text(&setting.doc);
        edit = value_widget(ui, setting, key, &leaf.value, editable, elements);
    });
    let before = standard.filter(|_| changed).and_then(|standard| standard.leaves.get(key));
    let before = before.map(|leaf| format!(" · standard: {}", setting.in_words(&leaf.value))).unwrap_or_default();
    let when = setting.applies.words();
    ui.label(RichText::new(format!("{}{before} · applies {when}", leaf.origin)).size(12.0).color(theme::INK_SOFT));
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
