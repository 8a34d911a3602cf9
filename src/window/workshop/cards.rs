//! House rules as cards: a picture, what each does, its page, a switch, and its settings once it is on.

use super::changes::Wish;
use super::sentences::{leaves, row};
use super::text::Place;
use super::{Workshop, fields, resting};
use crate::script::ScriptRule;
use crate::sim::show::badge;
use crate::variant::rulebook;
use crate::window::elements::Elements;
use crate::window::panels::{button, link, noted};
use crate::window::sprites::image;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::say;
use egui::{Frame, RichText, Stroke, TextureHandle, TextureOptions, Ui};
use std::collections::BTreeMap;

/// The name of the group of cards.
pub(super) const GROUP: &str = "house";

struct Card {
    id: &'static str,
    title: String,
    what: String,
    page: String,
    picture: Vec<&'static str>,
    on: bool,
    /// The rule's text, if it came with the variant and not with the game.
    own: Option<&'static ScriptRule>,
}

/// How wide and high the picture of a rule is shown.
const SHOWN: [f32; 2] = [60.0, 40.0];

/// The pictures of rules as they have been drawn, by their icons.
#[derive(Default)]
pub(super) struct Pictures(BTreeMap<Vec<&'static str>, Option<TextureHandle>>);

impl Pictures {
    fn show(&mut self, ui: &mut Ui, icons: &[&'static str]) {
        let draw = || {
            // Twice as fine as it is shown, for screens with small pixels.
            let image = image(&badge::picture(icons), 2 * SHOWN[0] as u32)?;
            Some(ui.ctx().load_texture(format!("rule-{}", icons.join("-")), image, TextureOptions::LINEAR))
        };
        if let Some(picture) = self.0.entry(icons.to_vec()).or_insert_with(draw) {
            ui.add(egui::Image::new(&*picture).fit_to_exact_size(SHOWN.into()));
        }
    }
}

/// Every house rule there is for the game: the person's own, then by title. None moves when it is switched on.
fn all(top: &Tabletop) -> Vec<Card> {
    let effective = top.effective();
    let (rules, catalogue) = (effective.rules, effective.catalogue);
    let pack = rules.pack;
    let is_printed = |id: &str| pack.base_rules().iter().any(|rule| rule.id() == id);
    let card = |id: &'static str| Card {
        id,
        title: pack.rule_name(id).to_string(),
        what: rulebook::page(catalogue, rules, id, "what"),
        page: rulebook::whole_page(catalogue, rules, id),
        picture: catalogue.rule(id).map(|rule| rule.picture().to_vec()).unwrap_or_default(),
        on: rules.is_in_force(id),
        own: catalogue.own_rule(id),
    };
    let mut cards: Vec<Card> = catalogue.rule_ids().filter(|id| !is_printed(id)).map(card).collect();
    cards.sort_by_cached_key(|card| (card.own.is_none(), card.title.to_lowercase()));
    cards
}

pub(super) fn show(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, elements: &mut Elements) -> Option<Wish> {
    let searched = shop.search.trim().to_lowercase();
    let is_found = |card: &Card| {
        searched.is_empty() || [&card.title, &card.what, &card.page].iter().any(|text| text.to_lowercase().contains(&searched))
    };
    let cards: Vec<Card> = all(top).into_iter().filter(is_found).filter(|card| card.on || !shop.only_changed).collect();
    let mut wish = None;
    let can_write = searched.is_empty() && !shop.only_changed;
    if cards.is_empty() && !can_write {
        return None;
    }
    ui.add_space(8.0);
    let title = ui.label(RichText::new(say!("window.workshop.house_rules")).font(theme::font("title", 21.0)).color(theme::SEA));
    if shop.wanted.as_deref() == Some(GROUP) {
        title.scroll_to_me(Some(egui::Align::Min));
        shop.wanted = None;
    }
    let room = ui.available_width() - 20.0;
    for card in &cards {
        ui.add_space(4.0);
        let edge = if card.on { Stroke::new(2.0, theme::SEA) } else { Stroke::new(1.0, theme::PAPER_EDGE) };
        let fill = if card.on { theme::SEA_PALE } else { theme::PAPER };
        Frame::new().fill(fill).stroke(edge).corner_radius(8.0).inner_margin(9.0).show(ui, |ui| {
            ui.set_width(room);
            wish = wish.take().or(one(ui, shop, top, card, elements));
        });
    }
    if can_write {
        ui.add_space(6.0);
        if button(ui, elements, "new_rule", say!("window.workshop.new_rule")).clicked() {
            wish = Some(Wish::NewRule);
        }
    }
    wish
}

fn one(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, card: &Card, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.horizontal_top(|ui| {
        shop.pictures.show(ui, &card.picture);
        // From the right, so that a long title has another line.
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
            if noted(fields::switch(ui, card.on), elements, &format!("rule:{}", card.id)).clicked() {
                wish = Some(Wish::Rule(card.id.to_owned(), !card.on));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Min), |ui| {
                let title = RichText::new(&card.title).font(theme::font("strong", 16.5));
                ui.add(egui::Label::new(title).wrap());
            });
        });
    });
    ui.label(RichText::new(&card.what).size(14.0));
    let open = shop.open.iter().position(|id| id == card.id);
    let label = if open.is_some() { say!("window.workshop.less") } else { say!("window.workshop.more") };
    ui.horizontal_wrapped(|ui| {
        if link(ui, elements, &format!("page:{}", card.id), label).clicked() {
            match open {
                Some(at) => drop(shop.open.remove(at)),
                None => shop.open.push(card.id.to_owned()),
            }
        }
        if let Some(rule) = card.own
            && link(ui, elements, &format!("text_of:{}", card.id), say!("window.workshop.open_text")).clicked()
        {
            wish = Some(Wish::ShowText(Place::of_rule(rule)));
        }
    });
    wish = wish.or(resting::show_on_card(ui, top, card.id, elements).map(Wish::ShowText));
    if open.is_some() {
        ui.label(RichText::new(&card.page).size(13.5).color(theme::INK));
    }
    if card.on {
        for leaf in leaves(top.effective(), &[card.id.to_owned()]) {
            wish = wish.or(row(ui, shop, top, &leaf, elements));
        }
    }
    wish
}
