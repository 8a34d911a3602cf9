//! The rulebook of the variant being played, with what differs from the standard game marked.

use crate::window::elements::Elements;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use egui::text::LayoutJob;
use egui::{RichText, ScrollArea, TextFormat, Ui};

pub(crate) fn show(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    let text = top.rulebook().to_owned();
    let response = ScrollArea::vertical().id_salt("rulebook").auto_shrink([false, false]).show(ui, |ui| {
        for line in text.lines() {
            show_line(ui, line);
        }
    });
    elements.place("rulebook_text", response.inner_rect);
}

/// One line of the Markdown that rulebooks are printed in.
fn show_line(ui: &mut Ui, line: &str) {
    if let Some(title) = line.strip_prefix("# ") {
        ui.label(RichText::new(title).font(theme::font("title", 28.0)).color(theme::RED));
    } else if let Some(title) = line.strip_prefix("## ") {
        ui.add_space(8.0);
        ui.label(RichText::new(title).font(theme::font("title", 21.0)).color(theme::SEA));
    } else if line.starts_with("---") {
        ui.separator();
    } else if line.trim().is_empty() {
        ui.add_space(3.0);
    } else {
        // The fonts have no small triangle; a tinted frame says the same.
        let plain = line.replace("▸ marks", "A tint marks").replace("▸ ", "");
        if line.starts_with('▸') {
            let frame = egui::Frame::new().fill(theme::SEA_PALE).corner_radius(4.0).inner_margin(6.0);
            frame.show(ui, |ui| ui.label(paragraph(&plain, ui.available_width() - 8.0)));
        } else {
            ui.label(paragraph(&plain, ui.available_width() - 8.0));
        }
    }
}

/// Text with **bold**, `code` and ~~struck~~ parts.
fn paragraph(line: &str, width: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    let plain = TextFormat::simple(theme::font("regular", 15.0), theme::INK);
    let bold = TextFormat::simple(theme::font("bold", 15.0), theme::INK);
    let code = TextFormat::simple(egui::FontId::monospace(13.0), theme::SEA);
    let mut struck = plain.clone();
    struck.strikethrough = egui::Stroke::new(1.0, theme::INK_SOFT);
    struck.color = theme::INK_SOFT;
    let mut rest = line;
    while !rest.is_empty() {
        let marks = [("**", &bold), ("~~", &struck), ("`", &code)];
        let next = marks.iter().filter_map(|(mark, format)| Some((rest.find(mark)?, *mark, *format))).min_by_key(|m| m.0);
        let closed = next.and_then(|(at, mark, format)| {
            let inner = &rest[at + mark.len()..];
            Some((at, mark, format, inner.find(mark)?))
        });
        let Some((at, mark, format, end)) = closed else {
            job.append(rest, 0.0, plain.clone());
            break;
        };
        job.append(&rest[..at], 0.0, plain.clone());
        job.append(&rest[at + mark.len()..at + mark.len() + end], 0.0, format.clone());
        rest = &rest[at + mark.len() * 2 + end..];
    }
    job
}
