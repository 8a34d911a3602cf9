//! A rule that made a mistake at play rests: what is said of it beside the board, on its card and in its text, and the way to
//! the line.

use super::text::Place;
use crate::problem::Problem;
use crate::script::{self, ScriptRule, Slip};
use crate::window::elements::Elements;
use crate::window::panels::button;
use crate::window::panels::notice::{card, title};
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::words::{msg, say};
use egui::{RichText, Ui};
use std::path::Path;

/// The rules that rest, with the mistake each made last, as far as the board has told of it.
fn resting(top: &Tabletop) -> Vec<Slip> {
    let rules = top.table.game().suspended();
    if rules.is_empty() {
        return Vec::new();
    }
    let told = || top.table.story().iter().take(top.telling.lines).filter_map(|entry| Slip::told_by(&entry.event));
    rules.iter().filter_map(|rule| told().rfind(|slip| slip.rule == *rule)).collect()
}

/// The rule as it is played by.
fn played(top: &Tabletop, id: &str) -> Option<&'static ScriptRule> {
    let rules = top.table.game().standing_rules();
    script::find(*rules.in_force.iter().find(|rule| rule.id() == id)?)
}

fn line_of(top: &Tabletop, slip: &Slip) -> Option<Place> {
    Some(Place::line(&played(top, slip.rule)?.source.path, slip.line))
}

/// Mistakes that nobody has put away yet.
fn news(top: &Tabletop) -> Option<Slip> {
    let seen = &top.desk.workshop.seen_resting;
    resting(top).into_iter().find(|slip| top.replay.is_none() && !seen.contains(&slip.rule))
}

/// Whether there is something to be said beside the board.
pub(in crate::window) fn is_told(top: &Tabletop) -> bool {
    news(top).is_some()
}

/// Says beside the board that a rule rests.
pub(in crate::window) fn show_beside(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    let suspended = top.table.game().suspended();
    // Once it is at work again, the next mistake is news.
    top.desk.workshop.seen_resting.retain(|rule| suspended.contains(rule));
    let Some(slip) = news(top) else { return };
    let rule = top.table.game().rules().pack.rule_name(slip.rule);
    let (mut seen, mut wanted) = (false, None);
    card(ui, theme::ALARM, theme::RED, |ui| {
        seen = title(ui, elements, "resting", &say!("window.notice.resting", rule), theme::RED);
        ui.label(RichText::new(say!("window.notice.resting_why", why = &slip.why)).size(14.0).color(theme::INK));
        if let Some(line) = line_of(top, &slip)
            && button(ui, elements, "show_line", say!("window.notice.show_line")).clicked()
        {
            wanted = Some(line);
        }
    });
    if seen || wanted.is_some() {
        top.desk.workshop.seen_resting.push(slip.rule);
    }
    if let Some(line) = wanted {
        top.show_text(line);
    }
}

/// Says on a rule's card that it rests, and why; gives the way to the line once that is wanted.
pub(super) fn show_on_card(ui: &mut Ui, top: &Tabletop, id: &str, elements: &mut Elements) -> Option<Place> {
    let slip = resting(top).into_iter().find(|slip| slip.rule == id)?;
    let told = RichText::new(say!("window.workshop.rests", why = &slip.why)).size(13.5).color(theme::RED);
    elements.widget(format!("rests:{id}"), &ui.label(told));
    let line = line_of(top, &slip)?;
    button(ui, elements, &format!("show_line:{id}"), say!("window.notice.show_line")).clicked().then_some(line)
}

/// The mistakes that were made in a file, at their lines.
pub(super) fn mistakes_in(top: &Tabletop, file: &Path) -> Vec<Problem> {
    let at = |slip: Slip| {
        let source = &played(top, slip.rule)?.source;
        let is_here = Path::new(&source.path) == file;
        is_here.then(|| Problem::on_line(source, slip.line, msg!("window.workshop.made_mistake", why = slip.why)))
    };
    resting(top).into_iter().filter_map(at).collect()
}
