//! The rulebook of the game being played: contents, search, pictures; what differs from the standard game is tinted.

use crate::variant::rulebook::{Block, Room, Told};
use crate::window::book::OpenBook;
use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::say;
use egui::text::LayoutJob;
use egui::{RichText, ScrollArea, TextEdit, TextFormat, Ui};

pub(crate) fn show(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    let Some(book) = top.rulebook() else {
        ui.label(say!("book.unreadable"));
        return;
    };
    read(ui, book, elements);
}

/// The book itself, wherever it lies open.
pub(crate) fn read(ui: &mut Ui, book: &mut OpenBook, elements: &mut Elements) {
    book.look(ui.ctx());
    let hint = RichText::new(say!("book.search")).color(theme::INK_SOFT);
    let field = ui.add(TextEdit::singleline(&mut book.search).hint_text(hint).desired_width(f32::INFINITY));
    elements.widget("rulebook_search", &field);
    if book.search.trim().is_empty() {
        contents(ui, book, elements);
    }
    ui.separator();
    // Every game has a book of its own, which opens at its beginning.
    let response =
        ScrollArea::vertical().id_salt(("rulebook", book.game())).auto_shrink([false, false]).show(ui, |ui| pages(ui, book));
    elements.place("rulebook_text", response.inner_rect);
}

/// The chapters, each a word to click on.
fn contents(ui: &mut Ui, book: &mut OpenBook, elements: &mut Elements) {
    ui.horizontal_wrapped(|ui| {
        for (id, title) in book.chapters() {
            // A title stays on one line.
            let link = ui.link(RichText::new(title.replace(' ', "\u{a0}")).size(13.5));
            elements.widget(format!("chapter:{id}"), &link);
            if link.clicked() {
                book.wanted = Some(id);
            }
        }
    });
}

fn pages(ui: &mut Ui, book: &mut OpenBook) {
    let wanted = book.wanted.take();
    let searching = !book.search.trim().is_empty();
    let mut found = 0;
    for (at, block) in book.blocks.iter().enumerate() {
        match block {
            Block::Rule(told) if !searching || book.is_found(told) => {
                found += 1;
                rule(ui, told);
            }
            _ if searching => {}
            Block::Head { title, about } => {
                ui.label(RichText::new(title).font(theme::font("title", 28.0)).color(theme::RED));
                if !about.is_empty() {
                    ui.label(RichText::new(about).color(theme::INK_SOFT));
                }
            }
            Block::Text(text) => {
                ui.label(RichText::new(text).size(15.5));
            }
            Block::Chapter { id, title } => {
                ui.add_space(10.0);
                let heading = ui.label(RichText::new(title).font(theme::font("title", 21.0)).color(theme::SEA));
                if wanted.as_ref() == Some(id) {
                    heading.scroll_to_me(Some(egui::Align::Min));
                }
            }
            Block::Picture { caption, room, .. } => {
                if let Some(picture) = book.picture(at) {
                    let most = if *room == Room::Icons { 118.0 } else { 460.0 };
                    let width = ui.available_width().min(most) - 8.0;
                    ui.vertical_centered(|ui| {
                        ui.add(egui::Image::new(picture).max_width(width).max_height(330.0));
                        ui.label(RichText::new(caption).font(theme::font("slanted", 13.5)).color(theme::INK_SOFT));
                    });
                }
            }
            Block::Legend(text) => {
                ui.separator();
                tinted(ui, |ui| {
                    ui.label(RichText::new(text).color(theme::INK_SOFT));
                });
            }
            Block::Rule(_) => {}
        }
    }
    if searching && found == 0 {
        ui.label(RichText::new(say!("book.nothing")).color(theme::INK_SOFT));
    }
}

fn tinted(ui: &mut Ui, inside: impl FnOnce(&mut Ui)) {
    egui::Frame::new().fill(theme::SEA_PALE).corner_radius(4.0).inner_margin(6.0).show(ui, inside);
}

fn rule(ui: &mut Ui, told: &Told) {
    let width = ui.available_width() - 8.0;
    let text = |ui: &mut Ui| {
        ui.label(paragraph(told, width));
    };
    if told.changed {
        tinted(ui, text);
    } else {
        text(ui);
    }
    ui.add_space(5.0);
}

/// Title and text of a rule in one run, so that it wraps as one.
fn paragraph(told: &Told, width: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    let mut plain = TextFormat::simple(theme::font("regular", 15.0), theme::INK);
    let bold = TextFormat::simple(theme::font("bold", 15.0), theme::INK);
    let quiet = TextFormat::simple(theme::font("regular", 12.5), theme::INK_SOFT);
    job.append(&told.title, 0.0, bold);
    if let Some(number) = &told.number {
        job.append(number, 6.0, quiet);
    }
    if !told.in_force {
        plain.color = theme::INK_SOFT;
    }
    job.append(&told.text, 8.0, plain);
    job
}
