//! The rules one has: one's own, those that were received, and those that came with the game; what each is like, when it was
//! last played, and what can be done with it.

use super::Workshop;
use super::changes::{Wish, own, own_file};
use crate::files::is_folder;
use crate::variant::explain::differences;
use crate::variant::own::Whose;
use crate::window::elements::Elements;
use crate::window::names;
use crate::window::new_game::heading;
use crate::window::panels::tips::tell;
use crate::window::panels::{button, main_button};
use crate::window::played::Played;
use crate::window::system::{self, IS_PAGE};
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::{Message, say, spoken};
use egui::{Frame, RichText, ScrollArea, Stroke, TextEdit, Ui};
use std::path::{Path, PathBuf};

/// A variant as it stands in the list.
pub(super) struct Listed {
    name: String,
    title: String,
    file: Option<PathBuf>,
    whose: Whose,
    played: Option<Message>,
    /// What it is like, once somebody has looked closer.
    like: Option<Vec<String>>,
}

/// Sentences of a variant that are shown.
const MOST: usize = 12;

fn list(top: &Tabletop, home: &Path) -> Vec<Listed> {
    let (shelf, pack) = (&top.following.library().shelf, top.table.game().rules().pack);
    let (own, played) = (own(top, home), Played::load(home));
    let listed = |name: String| {
        let file = shelf.variant_path(pack.name(), &name);
        let title = names::variant(pack, &name, shelf.variant_title(pack.name(), &name).as_deref()).to_string();
        let whose = file.as_ref().map_or(Whose::Shipped, |file| own.whose(file));
        let played = played.when(pack.name(), &name);
        Listed { name, title, file, whose, played, like: None }
    };
    let mut all: Vec<Listed> = shelf.variant_names(pack.name()).into_iter().map(listed).collect();
    all.sort_by_cached_key(|one| (one.whose, one.title.to_lowercase()));
    all
}

pub(super) fn show(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, home: &Path, elements: &mut Elements) -> Option<Wish> {
    let language = spoken().language.clone();
    let known = shop.listed.take().filter(|(listed_in, _)| *listed_in == language);
    let mut listed = known.map_or_else(|| list(top, home), |(_, listed)| listed);
    let mut wish = None;
    let present = top.table.game().standing_rules().blueprint.variant.clone();
    ScrollArea::vertical().id_salt("shelf").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 4.0);
        // It scrolls away, for there is not much room.
        wish = these(ui, shop, top, home, elements);
        ui.separator();
        let mut whose = None;
        for one in &mut listed {
            if whose != Some(one.whose) {
                whose = Some(one.whose);
                ui.add_space(6.0);
                ui.label(RichText::new(say!(heading(one.whose))).font(theme::font("title", 21.0)).color(theme::SEA));
            }
            wish = wish.take().or(row(ui, top, one, one.name == present, elements));
        }
    });
    shop.listed = Some((language, listed));
    wish
}

/// What can be done with the rules that are played by.
fn these(ui: &mut Ui, shop: &mut Workshop, top: &Tabletop, home: &Path, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    let own = own_file(top, home);
    ui.horizontal_wrapped(|ui| {
        if button(ui, elements, "duplicate", say!("window.workshop.duplicate")).clicked() {
            wish = Some(Wish::Duplicate);
        }
        if own.is_some() && button(ui, elements, "start_over", say!("window.workshop.start_over")).clicked() {
            wish = Some(Wish::StartOver);
        }
        if main_button(ui, elements, "copy_rules", &say!("window.workshop.copy")).clicked() {
            wish = Some(Wish::Copy);
        }
        if button(ui, elements, "copy_link", say!("window.workshop.copy_link")).clicked() {
            wish = Some(Wish::CopyLink);
        }
        if button(ui, elements, "save_copy", say!("window.workshop.save_copy")).clicked() {
            wish = Some(Wish::SaveCopy);
        }
        let shared = system::shared(home);
        if !IS_PAGE && is_folder(&shared) && button(ui, elements, "show_folder", say!("window.workshop.show_folder")).clicked() {
            wish = Some(Wish::Open(shared));
        }
    });
    ui.label(RichText::new(say!("window.workshop.share_note")).size(13.0).color(theme::INK_SOFT));
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
            let usable = !shop.pasted.trim().is_empty();
            let look = ui.add_enabled_ui(usable, |ui| button(ui, elements, "look_at", say!("window.workshop.look"))).inner;
            if look.clicked() {
                wish = Some(Wish::Look(shop.pasted.clone()));
            }
            let hint = RichText::new(say!("window.workshop.paste_here")).color(theme::INK_SOFT);
            // Its own id: what is typed goes on into it when a note below the panel comes or goes.
            let field = TextEdit::multiline(&mut shop.pasted).id_salt("pasted");
            let field = field.hint_text(hint).desired_rows(1).desired_width(f32::INFINITY);
            let field = ScrollArea::vertical().id_salt("paste").max_height(44.0).show(ui, |ui| ui.add(field)).inner;
            elements.widget("paste", &field);
        });
    });
    if shop.thrown.is_some() && button(ui, elements, "restore", say!("window.workshop.restore")).clicked() {
        wish = Some(Wish::Restore);
    }
    wish
}

fn row(ui: &mut Ui, top: &Tabletop, one: &mut Listed, present: bool, elements: &mut Elements) -> Option<Wish> {
    let mut wish = None;
    let edge = if present { Stroke::new(2.0, theme::SEA) } else { Stroke::new(1.0, theme::PAPER_EDGE) };
    Frame::new().stroke(edge).corner_radius(8.0).inner_margin(8.0).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal_wrapped(|ui| {
            let link = ui.link(RichText::new(&one.title).font(theme::font("strong", 16.0)));
            elements.widget(format!("rules:{}", one.name), &link);
            if tell(link, elements, "likeness").clicked() {
                one.like = if one.like.is_some() { None } else { Some(likeness(top, &one.name)) };
            }
            let note =
                if present { Some(say!("window.workshop.played_now")) } else { one.played.as_ref().map(ToString::to_string) };
            if let Some(note) = note {
                ui.label(RichText::new(note).size(12.5).color(theme::INK_SOFT));
            }
        });
        let Some(like) = &one.like else { return };
        for line in like {
            ui.label(RichText::new(line).size(13.5));
        }
        ui.horizontal_wrapped(|ui| {
            if !present && button(ui, elements, &format!("play_by:{}", one.name), say!("window.workshop.play_by")).clicked() {
                wish = Some(Wish::Play(one.name.clone()));
            }
            let thrown = one.file.as_ref().filter(|_| one.whose != Whose::Shipped);
            if let Some(file) = thrown
                && button(ui, elements, &format!("delete:{}", one.name), say!("window.workshop.delete")).clicked()
            {
                wish = Some(Wish::Delete(file.clone()));
            }
        });
    });
    wish
}

/// What a variant is like, in sentences.
fn likeness(top: &Tabletop, name: &str) -> Vec<String> {
    let pack = top.table.game().rules().pack.name();
    let variant = match top.following.library().load(pack, name) {
        Ok(variant) => variant,
        Err(problems) => return problems.0.iter().take(2).map(ToString::to_string).collect(),
    };
    let about = variant.rules.blueprint.says().to_string();
    let mut lines: Vec<String> = Some(about.clone()).into_iter().filter(|about| !about.is_empty()).collect();
    if let Some(standard) = &top.following.standard {
        let sentences = differences(variant.effective(), &standard.rules).into_iter().map(|(what, _)| what.to_string());
        // What it says about itself need not be said again.
        lines.extend(
            sentences.filter(|said| !about.contains(said.trim_end_matches('.'))).take(MOST).map(|said| format!("• {said}")),
        );
    }
    if lines.is_empty() {
        lines.push(say!("window.new.as_printed"));
    }
    lines
}
