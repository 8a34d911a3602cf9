//! House rules: every value that holds, where it came from, what differs from the standard game, and changing it. A
//! change is written into the variant's file; the watch takes it from there like any other save.

use super::main_button;
use super::notice::{self, Side};
use crate::files::{exists, is_file, make_folder, read_file, write_atomically};
use crate::problem::{Problems, Source};
use crate::sim::Ruleset;
use crate::sim::settings::ELSE;
use crate::variant::declare::Kind;
use crate::variant::edit::{fresh_variant, with_value, without_changes};
use crate::variant::{Effective, Leaf, STANDARD};
use crate::window::elements::Elements;
use crate::window::settings::Settings;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::{msg, say};
use egui::{ComboBox, DragValue, RichText, ScrollArea, Slider, Ui};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The room for the name of a setting.
const NAME: f32 = 150.0;

/// A change a person has made in the panel.
struct Edit {
    key: String,
    value: Value,
}

pub(crate) fn show(ui: &mut Ui, top: &mut Tabletop, settings: &Settings, home: &Path, elements: &mut Elements) {
    ui.heading(say!("window.bar.house_rules"));
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
        let standard = top.following.standard.as_ref().map(|standard| &*standard.rules);
        for (section, leaves) in sections(rules) {
            let changed = leaves.iter().any(|leaf| differs(standard, leaf));
            let mark = if changed { "• " } else { "" };
            let title = format!("{mark}{}", rules.rules.pack.rule_name(&section));
            ui.add_space(6.0);
            ui.label(RichText::new(title).font(theme::font("strong", 17.0)).color(theme::SEA));
            for leaf in &leaves {
                if let Some(made) = row(ui, (standard, pending), leaf, own.is_some(), elements) {
                    edit = Some(made);
                }
            }
        }
        let edits = rules.rule_edits();
        if !edits.is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new(say!("window.house_rules.edits")).font(theme::font("strong", 17.0)).color(theme::SEA));
            for edit in edits {
                let rule = rules.rules.pack.rule_name(edit.id());
                let told = if edit.is_repeal() {
                    msg!("window.house_rules.repealed", rule)
                } else {
                    msg!("window.house_rules.added", rule)
                };
                ui.label(format!("• {told}"));
                ui.label(RichText::new(edit.set_in()).size(12.0).color(theme::INK_SOFT));
            }
        }
    });
    // Who has a case of their own keeps it.
    let has_cases = |key: &str| rules.rules.said(key).is_some_and(Value::is_object);
    let edit = edit.map(|Edit { key, value }| Edit { key: if has_cases(&key) { format!("{key}.{ELSE}") } else { key }, value });
    if let (Some(edit), Some(file)) = (edit, own)
        && let Err(problems) = write(&file, |source| with_value(source, &edit.key, &edit.value))
    {
        top.remark.complain(&problems);
    }
}

/// What the rules are called, where they are written, and what can be done with the file.
fn head(ui: &mut Ui, top: &mut Tabletop, own: Option<&Path>, settings: &Settings, home: &Path, elements: &mut Elements) {
    ui.label(RichText::new(top.table.game().rules().blueprint.called().to_string()).font(theme::font("strong", 17.0)));
    if let Some(file) = own {
        ui.label(RichText::new(file.display().to_string()).size(13.0).color(theme::INK_SOFT));
        ui.horizontal(|ui| {
            if main_button(ui, elements, "open_in_editor", &say!("window.open_in_editor")).clicked() {
                notice::open(&mut top.remark, &file.display().to_string());
            }
            let note = RichText::new(say!("window.house_rules.saved_note")).size(13.0).color(theme::INK_SOFT);
            ui.add(egui::Label::new(note).wrap());
        });
        return;
    }
    if top.table.files().said.is_none() {
        let words = say!("window.house_rules.unusable", rules = top.table.variant());
        ui.label(RichText::new(words).size(14.0));
        return;
    }
    ui.label(RichText::new(say!("window.house_rules.printed")).size(14.0));
    if main_button(ui, elements, "make_own", &say!("window.house_rules.make_own")).clicked() {
        match make_own(top, settings, home) {
            Ok(path) => top.remark.say(msg!("window.house_rules.made", file = &*path)),
            Err(problems) => top.remark.complain(&problems),
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
        Side::Neither => top.following.accepted = top.table.files().discord().to_vec(),
        Side::Game => {
            let Some(file) = own_file(top) else { return };
            let changes = top.table.files().discord();
            if let Err(problems) = write(&file, |source| without_changes(source, changes)) {
                top.remark.complain(&problems);
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
    let text = fresh_variant(pack, &say!("window.house_rules.my_rules", rules = rules.blueprint.called()), top.table.variant());
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

fn differs(standard: Option<&Ruleset>, leaf: &Leaf<'_>) -> bool {
    standard.is_some_and(|standard| standard.value(&leaf.key) != Some(&leaf.value))
}

/// The value a setting has under other rules, in words.
fn value_under(rules: &Ruleset, leaf: &Leaf<'_>) -> Option<String> {
    rules.value(&leaf.key).map(|value| leaf.setting.in_words(value).to_string())
}

/// One value with its name, its place of origin and, where it can be changed here, something to change it with.
fn row(
    ui: &mut Ui,
    (standard, pending): (Option<&Ruleset>, Option<&Ruleset>),
    leaf: &Leaf<'_>,
    editable: bool,
    elements: &mut Elements,
) -> Option<Edit> {
    let changed = differs(standard, leaf);
    let mut edit = None;
    ui.horizontal(|ui| {
        let label = RichText::new(format!("{}{}", if changed { "• " } else { "" }, leaf.setting.full_name(&leaf.key)));
        let label = if changed { label.color(theme::RED).strong() } else { label };
        super::wrapped_column(ui, NAME, label).on_hover_text(leaf.setting.doc().to_string());
        edit = value_widget(ui, leaf, editable, elements);
    });
    let before = standard.filter(|_| changed).and_then(|standard| value_under(standard, leaf));
    let coming = pending.filter(|rules| rules.value(&leaf.key) != Some(&leaf.value));
    let coming = coming.and_then(|rules| value_under(rules, leaf));
    let told = [
        Some(leaf.set_in()),
        before.map(|value| say!("window.house_rules.standard", value)),
        coming.map(|value| say!("window.house_rules.coming", value)),
        Some(say!("window.house_rules.applies", when = leaf.setting.applies.words())),
    ];
    let told = told.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    ui.label(RichText::new(told).size(12.0).color(theme::INK_SOFT));
    edit
}

fn value_widget(ui: &mut Ui, leaf: &Leaf<'_>, editable: bool, elements: &mut Elements) -> Option<Edit> {
    let (setting, value) = (leaf.setting, &leaf.value);
    let made = |value: Value| Some(Edit { key: leaf.key.clone(), value });
    let element = format!("value:{}", leaf.key);
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
            let response = ui.checkbox(&mut flag, setting.in_words(value).to_string());
            elements.widget(element, &response);
            response.changed().then(|| made(json!(flag))).flatten()
        }
        (Kind::Choice, _) => {
            let now = value.as_str().unwrap_or_default().to_owned();
            let mut picked = now.clone();
            let combo = ComboBox::from_id_salt(&element).width(ui.available_width() - 12.0).truncate();
            let combo = combo.selected_text(setting.choice(&picked).to_string()).show_ui(ui, |ui| {
                for choice in &setting.one_of {
                    let response = ui.selectable_value(&mut picked, choice.clone(), setting.choice(choice).to_string());
                    elements.widget(format!("{element}={choice}"), &response);
                }
            });
            elements.widget(element, &combo.response);
            (picked != now).then(|| made(json!(picked))).flatten()
        }
        _ => {
            let words = setting.in_words(value).to_string();
            ui.label(RichText::new(super::side::shortened(&words, 26)).size(14.0)).on_hover_text(words);
            None
        }
    })
    .inner
}
