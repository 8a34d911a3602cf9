//! The workshop: the rules of the game being played as sentences with something to change in them, house rules as cards,
//! the rules one has, and the text behind them. Whatever is changed is written into a file of the person's own; the watch
//! takes it from there like any other save.

mod cards;
mod changes;
mod colours;
mod fields;
pub(super) mod received;
pub(super) mod resting;
mod sentences;
mod shelf;
mod text;

pub(super) use changes::{own_file, take_side};

use super::elements::Elements;
use super::panels::{button, noted, notice, toggle};
use super::settings::Settings;
use super::tabletop::Tabletop;
use super::theme;
use crate::words::say;
use changes::Wish;
use egui::{Align, Layout, RichText, TextEdit, Ui};
use fields::Drafts;
use shelf::Listed;
use std::path::{Path, PathBuf};
use text::{OpenText, Place};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Rules,
    Shelf,
    Text,
}

/// What is open in the workshop, and what is being typed.
#[derive(Default)]
pub(crate) struct Workshop {
    tab: Tab,
    search: String,
    drafts: Drafts,
    /// Whether rules for other numbers of players are shown too.
    all_players: bool,
    /// Whether only what differs from the printed game is shown.
    only_changed: bool,
    /// The group to be scrolled to.
    wanted: Option<String>,
    pictures: cards::Pictures,
    /// Cards whose page is open, by the rule's id.
    open: Vec<String>,
    /// The rules there are, and the language they are listed in.
    listed: Option<(String, Vec<Listed>)>,
    /// What was pasted to be looked at.
    pasted: String,
    /// What was thrown away last, and where it lay.
    thrown: Option<(PathBuf, PathBuf)>,
    text: Option<OpenText>,
    /// A place in a text to be shown.
    wanted_text: Option<Place>,
    /// Rules that rest, where that has been seen.
    seen_resting: Vec<&'static str>,
    /// Rules from elsewhere, for whoever asks about them.
    pub received: Option<received::Received>,
}

/// How wide the side is while the workshop is open; a text needs longer lines.
const WIDE: f32 = 404.0;
const WIDE_TEXT: f32 = 560.0;
/// The least height of the name and what is said about it, so that nothing below moves when rules of one's own begin.
const HEAD: f32 = 72.0;

impl Workshop {
    pub(crate) fn width(&self) -> f32 {
        if self.tab == Tab::Text { WIDE_TEXT } else { WIDE }
    }

    /// Whoever comes in again sees everything.
    pub(crate) fn see_everything(&mut self) {
        self.search.clear();
        self.only_changed = false;
    }

    /// What is shown, for scripts.
    pub(crate) fn state(&self) -> serde_json::Value {
        serde_json::json!({
            "text": self.text.as_ref().map(OpenText::state),
            "refused": self.drafts.refused(),
        })
    }
}

pub(super) fn show(ui: &mut Ui, top: &mut Tabletop, settings: &Settings, home: &Path, elements: &mut Elements) {
    let mut shop = std::mem::take(&mut top.desk.workshop);
    let upper = ui.cursor().min.y;
    let mut wish = head(ui, &mut shop, top, home, elements);
    ui.add_space((HEAD - (ui.cursor().min.y - upper)).max(0.0));
    if let Some(side) = notice::show_discord(ui, top, home, elements) {
        take_side(top, side, settings, home);
    }
    ui.horizontal_wrapped(|ui| {
        let tabs = [(Tab::Rules, "rules"), (Tab::Shelf, "shelf"), (Tab::Text, "text")];
        for (tab, name) in tabs {
            let label = crate::words::Message::new(format!("window.workshop.tab.{name}")).to_string();
            if toggle(ui, elements, &format!("tab:{name}"), shop.tab == tab, &label).clicked() {
                shop.tab = tab;
                shop.listed = None;
            }
        }
    });
    ui.separator();
    let made = match shop.tab {
        Tab::Rules => rules(ui, &mut shop, top, elements),
        Tab::Shelf => shelf::show(ui, &mut shop, top, home, elements),
        Tab::Text => text::show(ui, &mut shop, top, home, elements),
    };
    wish = wish.or(made);
    let before = std::mem::replace(&mut top.desk.workshop, shop);
    debug_assert!(before.text.is_none(), "nobody else looks into the workshop while it is shown");
    if let Some(wish) = wish
        && let Err(problems) = top.grant(wish, settings, home, ui.ctx())
    {
        top.remark.complain(&problems);
    }
}

/// What the rules are called: to be written over where they are the person's own.
fn head(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, home: &Path, elements: &mut Elements) -> Option<Wish> {
    let title = top.table.game().standing_rules().blueprint.called().to_string();
    if top.branch.is_some() {
        ui.label(RichText::new(title).font(theme::font("title", 24.0)).color(theme::RED));
        return None;
    }
    if own_file(top, home).is_none() {
        ui.label(RichText::new(title).font(theme::font("title", 24.0)).color(theme::RED));
        let id = if top.table.files().said.is_some() { "window.workshop.printed" } else { "window.workshop.unusable" };
        ui.label(RichText::new(say!(id, rules = top.table.variant())).size(13.0).color(theme::INK_SOFT));
        return None;
    }
    let named = fields::line(ui, &mut shop.drafts, "name", &title, theme::font("title", 22.0), elements);
    let sent = ui.horizontal(|ui| {
        let sent = button(ui, elements, "send", say!("window.workshop.send")).clicked();
        ui.label(RichText::new(say!("window.workshop.yours")).size(13.0).color(theme::INK_SOFT));
        sent
    });
    named.map(Wish::Name).or(sent.inner.then_some(Wish::Copy))
}

/// Sentences by groups, then the house rules.
fn rules(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, elements: &mut Elements) -> Option<Wish> {
    let hint = RichText::new(say!("window.workshop.search")).color(theme::INK_SOFT);
    // From the right, so that the field has what the button leaves.
    let search = |ui: &mut Ui| {
        let clear = !shop.search.is_empty() && button(ui, elements, "clear_search", "×").clicked();
        if clear {
            shop.search.clear();
        }
        ui.add(
            TextEdit::singleline(&mut shop.search).id(egui::Id::new("search_rules")).hint_text(hint).desired_width(f32::INFINITY),
        )
    };
    let line = egui::vec2(ui.available_width(), 30.0);
    let field = ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), search).inner;
    elements.widget("search_rules", &field);
    if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        shop.search.clear();
    } else if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        // The next Enter is meant for the search, too, and not for the table.
        field.request_focus();
    }
    let groups = sentences::groups(top);
    egui::ScrollArea::vertical()
        // Another search, and another game, is read from the top.
        .id_salt(("rules", top.table.game().rules().pack.name(), shop.search.clone()))
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 4.0);
            contents(ui, shop, &groups, elements);
            let upper = ui.cursor().min.y;
            let wish = sentences::show(ui, shop, top, &groups, elements);
            let wish = wish.or(cards::show(ui, shop, top, elements));
            if ui.cursor().min.y <= upper {
                let id = if shop.only_changed { "window.workshop.nothing_changed" } else { "window.workshop.nothing_found" };
                ui.label(RichText::new(say!(id)).color(theme::INK_SOFT));
            }
            wish
        })
        .inner
}

/// What the list below can be limited to, and its contents; they scroll away, for there is not much room.
fn contents(ui: &mut Ui, shop: &mut Workshop, groups: &[sentences::Grouped], elements: &mut Elements) {
    let only = RichText::new(say!("window.workshop.only_changed")).size(13.5);
    noted(ui.checkbox(&mut shop.only_changed, only), elements, "only_changed");
    if shop.search.trim().is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 16.0;
            ui.spacing_mut().item_spacing.y = 2.0;
            let house = (cards::GROUP.to_owned(), say!("window.workshop.house_rules"));
            for (name, title) in groups.iter().map(|group| (group.name.clone(), group.title.clone())).chain([house]) {
                // A title stays on one line.
                let words = RichText::new(title).size(13.5).color(theme::SEA).underline();
                let link = ui.add(egui::Label::new(words).extend().sense(egui::Sense::click()));
                let link = link.on_hover_cursor(egui::CursorIcon::PointingHand);
                if noted(link, elements, &format!("group:{name}")).clicked() {
                    shop.wanted = Some(name);
                }
            }
        });
    }
}
