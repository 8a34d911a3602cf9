//! Every setting as one sentence with something to change in it, grouped as people look for them.

use super::changes::Wish;
use super::text::Place;
use super::{Workshop, fields};
use crate::sim::settings::ELSE;
use crate::variant::declare::Kind;
use crate::variant::explain::around;
use crate::variant::{Effective, Leaf};
use crate::window::elements::Elements;
use crate::window::panels::tips::Explained;
use crate::window::panels::{link, noted};
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::{GAP, Message, say};
use egui::{Button, RichText, Ui};
use serde_json::Value;

/// As wide as the space between two words.
const SPACE: f32 = 4.0;

/// Settings that belong together.
pub(super) struct Grouped {
    pub name: String,
    pub title: String,
    sections: Vec<String>,
}

/// The groups of the game, in the order people look for them; what is in none stands at the end.
pub(super) fn groups(top: &Tabletop) -> Vec<Grouped> {
    let effective = top.effective();
    let pack = effective.rules.pack;
    let declared = effective.catalogue.groups.iter().map(|group| Grouped {
        name: group.name.clone(),
        title: Message::new(format!("{}.group.{}", pack.name(), group.name)).to_string(),
        sections: group.sections.clone(),
    });
    let mut groups: Vec<Grouped> = declared.collect();
    for rule in pack.base_rules() {
        let is_known = groups.iter().any(|group| group.sections.iter().any(|section| section == rule.id()));
        if !is_known && effective.catalogue.settings.iter().any(|setting| setting.section() == rule.id()) {
            let title = pack.rule_name(rule.id()).to_string();
            groups.push(Grouped { name: rule.id().to_owned(), title, sections: vec![rule.id().to_owned()] });
        }
    }
    groups
}

/// Every value that can be changed under these sections: those in force, and those a variant could have.
pub(super) fn leaves<'a>(effective: Effective<'a>, sections: &[String]) -> Vec<Leaf<'a>> {
    let mut leaves: Vec<Leaf<'a>> =
        effective.leaves().into_iter().filter(|leaf| sections.iter().any(|section| section == leaf.section())).collect();
    let open = effective
        .catalogue
        .settings
        .iter()
        .filter(|setting| setting.default.is_none() && sections.iter().any(|section| section == setting.section()));
    for setting in open {
        for name in &setting.names {
            let key = setting.key.replace('*', name);
            let is_said = leaves.iter().any(|leaf| leaf.key == key || leaf.key.starts_with(&format!("{key}.")));
            if !is_said {
                leaves.push(Leaf { key, value: Value::Null, case: None, setting, origin: None });
            }
        }
    }
    // What is set for the first time stays where it was offered.
    let place = |leaf: &Leaf<'_>| {
        let declared = effective.catalogue.settings.iter().position(|setting| setting.key == leaf.setting.key);
        (declared, leaf.setting.names.iter().position(|name| leaf.key.starts_with(&leaf.setting.key.replace('*', name))))
    };
    leaves.sort_by_key(place);
    leaves
}

/// What holds for one of a name while nothing is said about it: what is said for all, with so many players.
fn for_all(top: &Tabletop, leaf: &Leaf<'_>) -> Option<Value> {
    let general = leaf.setting.key.replace("*.", "");
    let players = top.table.cast().len();
    let rules = top.effective().rules;
    let said = rules.value(&format!("{general}.{players}")).or_else(|| rules.value(&general));
    said.filter(|_| general != leaf.setting.key && leaf.value.is_null()).cloned()
}

pub(super) fn show(
    ui: &mut Ui,
    shop: &mut Workshop,
    top: &Tabletop,
    groups: &[Grouped],
    elements: &mut Elements,
) -> Option<Wish> {
    let mut wish = None;
    let searched = shop.search.trim().to_lowercase();
    for group in groups {
        let leaves: Vec<Leaf<'_>> = leaves(top.effective(), &group.sections)
            .into_iter()
            .filter(|leaf| is_for_this_table(leaf, top) || shop.all_players)
            .filter(|leaf| searched.is_empty() || is_found(leaf, &searched))
            .filter(|leaf| !shop.only_changed || printed(top, leaf).1)
            .collect();
        if leaves.is_empty() {
            continue;
        }
        ui.add_space(8.0);
        let title = ui.label(RichText::new(&group.title).font(theme::font("title", 21.0)).color(theme::SEA));
        if shop.wanted.as_ref() == Some(&group.name) {
            title.scroll_to_me(Some(egui::Align::Min));
            shop.wanted = None;
        }
        for leaf in &leaves {
            wish = wish.or(row(ui, shop, top, leaf, elements));
        }
    }
    if searched.is_empty() && !shop.only_changed {
        let label = say!("window.workshop.all_players");
        noted(ui.checkbox(&mut shop.all_players, RichText::new(label).size(13.5)), elements, "all_players");
    }
    wish
}

/// Whether a value matters to as many players as sit here.
fn is_for_this_table(leaf: &Leaf<'_>, top: &Tabletop) -> bool {
    let players = leaf.case.as_ref().and_then(|case| case.parse::<usize>().ok());
    players.is_none_or(|players| players == top.table.cast().len())
}

/// Whether the value is the same however many players sit here, although there could be another for each number.
fn is_for_every_number(top: &Tabletop, leaf: &Leaf<'_>) -> bool {
    let is_by_players = leaf.case.as_ref().is_some_and(|case| case.parse::<usize>().is_ok());
    let said = top.effective().rules.said(leaf.general_key()).filter(|_| is_by_players);
    said.is_some_and(|said| said.as_object().is_none_or(|cases| cases.values().all(|value| *value == leaf.value)))
}

/// Whether it is what a player has chosen for themselves.
fn is_handicap(top: &Tabletop, leaf: &Leaf<'_>) -> bool {
    top.table.handicap().0.contains_key(&leaf.key)
}

fn is_found(leaf: &Leaf<'_>, searched: &str) -> bool {
    let texts = [around(leaf), leaf.setting.full_name(&leaf.key), leaf.setting.doc(), leaf.setting.why()];
    texts.iter().any(|text| text.to_string().to_lowercase().contains(searched))
}

/// One value in its sentence, why one would change it, and the way back to what is printed.
pub(super) fn row(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, leaf: &Leaf<'_>, elements: &mut Elements) -> Option<Wish> {
    let (printed, differs) = printed(top, leaf);
    let mut wish = None;
    let upper = ui.cursor().min;
    ui.add_space(4.0);
    let is_list = leaf.value.is_array();
    if is_list {
        ui.add(egui::Label::new(leaf.setting.says(&leaf.value).to_string()).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        let chosen = if is_list { None } else { sentence(ui, shop, top, leaf, elements) };
        if let Some(value) = chosen {
            // Who has a case of their own keeps it.
            let has_cases = top.effective().rules.said(&leaf.key).is_some_and(Value::is_object);
            let key = if has_cases { format!("{}.{ELSE}", leaf.key) } else { leaf.key.clone() };
            wish = Some(Wish::Set(key, value));
        }
        if differs {
            ui.add_space(SPACE);
            let told = match printed {
                Some(printed) => say!("window.workshop.back_to", value = leaf.setting.in_words(printed)),
                None => say!("window.workshop.back_to_all"),
            };
            let back = ui.add(Button::new(RichText::new("↺").size(15.0)).small()).explained(told);
            elements.widget(format!("back:{}", leaf.key), &back);
            if back.clicked() {
                wish = Some(Wish::Back(leaf.key.clone()));
            }
        }
        if is_list {
            let in_the_text = say!("window.workshop.in_the_text");
            if link(ui, elements, &format!("text:{}", leaf.key), in_the_text).clicked() {
                wish = Some(Wish::ShowText(Place::section(leaf.section())));
            }
        }
    });
    if let Some(wrong) = shop.drafts.wrong(&format!("value:{}", leaf.key)) {
        let told = ui.label(RichText::new(wrong.to_string()).size(13.0).color(theme::RED));
        elements.widget(format!("wrong:{}", leaf.key), &told);
    }
    let coming = top.table.game().pending_rules().and_then(|rules| rules.value(&leaf.key)).filter(|value| **value != leaf.value);
    let mut notes = vec![leaf.setting.why().to_string()];
    if is_for_every_number(top, leaf) {
        notes.push(say!("window.workshop.for_every_number"));
    }
    if is_handicap(top, leaf) {
        notes.push(say!("window.workshop.handicap"));
    }
    match for_all(top, leaf) {
        Some(value) => notes.push(say!("window.workshop.as_others", value = leaf.setting.in_words(&value))),
        None if leaf.value.is_null() => notes.push(say!("window.workshop.not_set")),
        None => {}
    }
    if let Some(printed) = printed.filter(|_| differs) {
        notes.push(say!("window.workshop.printed_value", value = leaf.setting.in_words(printed)));
    }
    notes.extend(coming.map(|value| say!("window.workshop.coming", value = leaf.setting.in_words(value))));
    ui.label(RichText::new(notes.join(" · ")).size(12.5).color(theme::INK_SOFT));
    if differs {
        let bar = egui::Rect::from_min_max(upper + egui::vec2(-9.0, 5.0), egui::pos2(upper.x - 6.0, ui.cursor().min.y - 4.0));
        ui.painter().rect_filled(bar, 1.0, theme::RED);
    }
    wish
}

/// The sentence with the thing to change in it; gives the value that was chosen.
fn sentence(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, leaf: &Leaf<'_>, elements: &mut Elements) -> Option<Value> {
    ui.spacing_mut().item_spacing.x = 0.0;
    let sentence = as_told(top, leaf).to_string();
    let (before, after) = sentence.split_once(GAP).unwrap_or((&sentence, ""));
    ui.label(before.trim_end());
    if before.ends_with(char::is_whitespace) {
        ui.add_space(SPACE);
    }
    // What does not fit on the line stands on the next one, whole.
    if fields::width(ui, leaf.setting, &leaf.value) > ui.available_size_before_wrap().x {
        ui.end_row();
    }
    // What somebody chose for themselves when the game was set up is nobody else's to change.
    let editable = top.table.files().said.is_some() && !is_handicap(top, leaf);
    let in_force = for_all(top, leaf).and_then(|value| value.as_f64());
    let changed = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        fields::control(ui, &mut shop.drafts, (leaf.setting, &leaf.key, &leaf.value), in_force, elements)
    };
    let chosen = ui.add_enabled_ui(editable, |ui| ui.horizontal(changed).inner).inner;
    if after.starts_with(char::is_whitespace) {
        ui.add_space(SPACE);
    }
    ui.label(after.trim_start());
    ui.spacing_mut().item_spacing.x = 6.0;
    chosen
}

/// The sentence of a value. One that is not set yet reads as it will afterwards, so that nothing moves under the pointer.
fn as_told(top: &Tabletop, leaf: &Leaf<'_>) -> Message {
    if !leaf.value.is_null() || leaf.setting.kind != Kind::ByPlayers {
        return around(leaf);
    }
    let (case, value) = (top.table.cast().len().to_string(), leaf.value.clone());
    let key = format!("{}.{case}", leaf.key);
    around(&Leaf { key, value, case: Some(case), setting: leaf.setting, origin: None })
}

/// What is printed, and whether the value differs from it.
fn printed<'a>(top: &'a Tabletop, leaf: &Leaf<'_>) -> (Option<&'a Value>, bool) {
    let Some(standard) = top.following.standard.as_ref().map(|standard| &*standard.rules) else { return (None, false) };
    let printed = standard.value(&leaf.key).or_else(|| standard.value(leaf.general_key()));
    // What the printed game does not know at all has been added, unless it is only offered here.
    let differs = !leaf.value.is_null() && printed != Some(&leaf.value) && standard.is_in_force(leaf.section());
    (printed, differs)
}
