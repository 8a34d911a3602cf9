//! The side: whose turn it is and what to do, the players, the story so far, and the tray with dice and spinner.

use super::{gate_button, inside, main_button, notice, sheet};
use crate::window::elements::Elements;
use crate::window::layout::Layout;
use crate::window::scene::{Standing, Token};
use crate::window::settings::Settings;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use egui::{Color32, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

const BANNER: f32 = 104.0;
/// A player's row, and a lower one for a full table.
const PLAYER: f32 = 57.0;
const LOW_PLAYER: f32 = 44.0;

fn row_height(seats: usize) -> f32 {
    if seats > 4 { LOW_PLAYER } else { PLAYER }
}

pub(crate) fn show(ui: &mut Ui, layout: &Layout, top: &mut Tabletop, settings: &Settings, elements: &mut Elements) {
    let side = layout.side;
    let seats = top.table.cast().len();
    // As high as what it said in the last frame: a choice of buttons needs more room than a sentence.
    let banner = Rect::from_min_size(side.min, vec2(side.width(), top.banner_height.max(BANNER)));
    let players =
        Rect::from_min_size(pos2(side.min.x, banner.max.y + 8.0), vec2(side.width(), seats as f32 * row_height(seats) + 16.0));
    let tray = Rect::from_min_max(pos2(side.min.x, layout.tray.min.y - 12.0), side.max);
    let rest = Rect::from_min_max(pos2(side.min.x, players.max.y + 8.0), pos2(side.max.x, tray.min.y - 8.0));
    let (notice, story) = share(rest, top);
    show_banner(ui, banner, top, settings, elements);
    show_players(ui, players, top);
    if let Some(rect) = notice {
        top.notice_height = notice::show(ui, rect, top, settings, elements);
    }
    if story.height() > 40.0 {
        sheet(ui, story, |ui| show_story(ui, top, elements));
    }
    tray_buttons(ui, layout.tray, top, elements);
}

/// What the files have to say stands above the story, for as long as they have something to say.
fn share(rest: Rect, top: &Tabletop) -> (Option<Rect>, Rect) {
    if top.notice.is_none() && top.remark.is_none() && top.hint.is_none() && !top.shows_discord() {
        return (None, rest);
    }
    let height = top.notice_height.clamp(44.0, rest.height().max(44.0));
    let notice = Rect::from_min_size(rest.min, vec2(rest.width(), height));
    (Some(notice), Rect::from_min_max(pos2(rest.min.x, notice.max.y + 8.0), rest.max))
}

/// Whose turn it is, and what to do next.
fn show_banner(ui: &mut Ui, rect: Rect, top: &mut Tabletop, settings: &Settings, elements: &mut Elements) {
    let (turn, round) = top.scene.turn();
    let gate = top.scene.gate();
    // While nothing moves, the one to speak to is the one who decides, whoever's turn it is.
    let resting = if top.scene.moving() { turn } else { top.table.game().deciding() };
    let seat = gate.map_or(resting, |gate| gate.seat);
    let does = gate.and_then(|gate| gate.does).or((seat != turn).then_some("decides"));
    let over = top.table.game().outcome().is_some() && !top.scene.moving();
    let card = &top.table.cast()[usize::from(seat) % top.table.cast().len()];
    let colour = if over { theme::RED } else { theme::rgb(card.colour().rgb) };
    ui.painter().rect_filled(rect, 8.0, colour);
    let text = theme::on(colour);
    let title = match does {
        _ if over => "The game is over".to_owned(),
        Some(does) => format!("{} {does}", card.name),
        None => format!("{}’s turn", card.name),
    };
    let kind = if over || card.is_human() { "" } else { " · computer" };
    let margin = vec2(14.0, 10.0);
    inside(ui, rect.shrink2(margin), |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let title = RichText::new(title).font(theme::font("bold", 21.0)).color(text);
        let round = RichText::new(format!("Round {round}{kind}")).size(13.0).color(text);
        ui.horizontal(|ui| {
            // From the right, so that a long name gives way.
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if top.awaits_person() {
                    hint_button(ui, top, elements);
                }
                ui.label(round);
                let left = egui::Layout::left_to_right(egui::Align::Center);
                ui.with_layout(left, |ui| ui.add(egui::Label::new(title).truncate()));
            });
        });
        what_to_do(ui, top, settings, elements, text);
        top.banner_height = ui.min_rect().height() + 2.0 * margin.y;
    });
}

fn what_to_do(ui: &mut Ui, top: &mut Tabletop, settings: &Settings, elements: &mut Elements, text: Color32) {
    let say = |ui: &mut Ui, words: &str| ui.label(RichText::new(words).color(text));
    if let Some(gate) = top.scene.gate().cloned() {
        if gate_button(ui, elements, gate.name, gate.label).clicked() {
            top.press_gate();
        }
        ui.label(RichText::new("or press the space bar").size(13.0).color(text));
    } else if top.replay.is_some() {
        say(ui, "You are watching a recorded game.");
    } else if top.table.game().outcome().is_some() && !top.scene.moving() {
        if main_button(ui, elements, "show_ending", "Show the result").clicked() {
            top.ending_seen = false;
        }
    } else if top.scene.moving() {
        say(ui, "…");
        ui.label(RichText::new("S or the space bar skips the motion.").size(13.0).color(text));
    } else if top.awaits_person() {
        say(ui, &top.scene.hint(top.table.game()));
        let (buttons, advised) = (top.buttons(), top.advised());
        ui.label(RichText::new("Tab or arrows choose, Enter moves.").size(13.0).color(text));
        ui.horizontal_wrapped(|ui| {
            for (command, label) in buttons {
                let name = top.button_name(command);
                let label = crate::table::retell(top.table.game(), top.table.cast(), &label);
                let chosen = advised == Some(command) || top.focus.as_ref() == Some(&name);
                if super::toggle(ui, elements, &name, chosen, &label).clicked() {
                    top.play(command, settings);
                }
            }
        });
    } else {
        say(ui, "is thinking …");
    }
}

/// For people who must decide: what would the Captain do?
fn hint_button(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    let response = ui.add(egui::Button::new(RichText::new("Hint").size(14.0)).small());
    elements.widget("hint", &response);
    if response.on_hover_text("What the Captain would do, and why (H)").clicked() {
        top.ask_for_hint(false);
    }
}

fn show_players(ui: &mut Ui, rect: Rect, top: &Tabletop) {
    ui.painter().rect(rect, 8.0, theme::PAPER, Stroke::new(1.0, theme::PAPER_EDGE), StrokeKind::Inside);
    let standings = top.scene.standings(top.table.game());
    let (turn, _) = top.scene.turn();
    let over = top.table.game().outcome().is_some();
    for (seat, (card, standing)) in top.table.cast().iter().zip(&standings).enumerate() {
        let high = row_height(standings.len());
        let upper = rect.min.y + 8.0 + seat as f32 * high;
        let row = Rect::from_min_size(pos2(rect.min.x + 8.0, upper), vec2(rect.width() - 16.0, high - 4.0));
        let colour = theme::rgb(card.colour().rgb);
        if seat == usize::from(turn) && !over {
            ui.painter().rect(row, 6.0, theme::PAPER_DEEP, Stroke::new(2.0, colour), StrokeKind::Inside);
        }
        let chip = Rect::from_min_size(row.min + vec2(8.0, 9.0), vec2(10.0, row.height() - 18.0));
        ui.painter().rect_filled(chip, 3.0, colour);
        let name = row.min + vec2(28.0, if high < PLAYER { 1.0 } else { 4.0 });
        ui.painter().text(name, egui::Align2::LEFT_TOP, shortened(&card.name, 16), theme::font("strong", 17.0), theme::INK);
        let kind = if card.is_human() { "person" } else { crate::window::new_game::bot_name(&card.kind) };
        let detail = format!("{kind} · {}", standing.detail);
        ui.painter().text(name + vec2(0.0, 19.0), egui::Align2::LEFT_TOP, detail, theme::font("regular", 13.0), theme::INK_SOFT);
        let total = pos2(row.max.x - 10.0, row.min.y + 3.0);
        ui.painter().text(total, egui::Align2::RIGHT_TOP, &standing.total, theme::font("bold", 19.0), theme::INK);
        draw_tokens(ui, pos2(row.max.x - 10.0, row.min.y + 32.0), standing, colour);
        if let Some(progress) = standing.progress {
            let bar = Rect::from_min_max(pos2(name.x, row.max.y - 9.0), pos2(row.max.x - 10.0, row.max.y - 4.0));
            ui.painter().rect_filled(bar, 2.0, theme::PAPER_EDGE);
            let filled = Rect::from_min_size(bar.min, vec2(bar.width() * progress, bar.height()));
            ui.painter().rect_filled(filled, 2.0, colour);
        }
    }
}

/// One little mark for each piece, from the right: in play, in peril, gone.
fn draw_tokens(ui: &Ui, right: Pos2, standing: &Standing, colour: Color32) {
    for (i, token) in standing.tokens.iter().rev().enumerate() {
        let spacing = if standing.tokens.len() > 6 { 12.0 } else { 17.0 };
        let at = right - vec2(7.0 + spacing * i as f32, 0.0);
        let hull =
            vec![at + vec2(-7.0, -3.5), at + vec2(2.0, -3.5), at + vec2(7.0, 0.0), at + vec2(2.0, 3.5), at + vec2(-7.0, 3.5)];
        let (fill, edge) = match token {
            Token::InPlay => (colour, theme::INK),
            Token::Waiting => (theme::PAPER, theme::INK_SOFT),
            Token::InPeril => (Color32::WHITE, theme::RED),
            Token::Gone => (Color32::TRANSPARENT, theme::PAPER_EDGE),
        };
        if standing.round {
            ui.painter().circle(at, 4.5, fill, Stroke::new(1.2, edge));
        } else {
            ui.painter().add(egui::Shape::convex_polygon(hull, fill, Stroke::new(1.2, edge)));
        }
    }
}

pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

/// The story: one click on a line shows where it happened.
fn show_story(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    let mut pointed = None;
    let area = ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let entries = &top.table.story()[..top.revealed.min(top.table.story().len())];
        let first = entries.len().saturating_sub(120);
        for (index, entry) in entries.iter().enumerate().skip(first) {
            if entry.opens {
                ui.add_space(5.0);
            }
            let font = if entry.opens { theme::font("strong", 14.0) } else { theme::font("regular", 14.0) };
            let colour = if entry.opens { theme::SEA } else { theme::INK };
            let label = egui::Label::new(RichText::new(&entry.text).font(font).color(colour)).wrap().sense(Sense::click());
            let response = ui.add(label).on_hover_cursor(egui::CursorIcon::PointingHand);
            elements.widget(format!("story:{index}"), &response);
            if response.clicked() {
                pointed = Some(entry.event.clone());
            }
        }
    });
    if let Some(event) = pointed {
        top.scene.point_out(top.table.game(), &event);
    }
}

/// The tray itself is drawn by the scene; here it is only made clickable.
fn tray_buttons(ui: &mut Ui, rect: Rect, top: &mut Tabletop, elements: &mut Elements) {
    let response = ui.interact(rect, ui.id().with("tray"), Sense::click());
    elements.widget("tray", &response);
    if top.scene.gate().is_some() {
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        if response.clicked() {
            top.press_gate();
        }
    }
}
