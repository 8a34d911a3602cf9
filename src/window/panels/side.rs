//! The side: whose turn it is and what to do, the players, the story so far, and the tray with dice and spinner.

use super::{cards, gate_button, inside, main_button, named, notice, sheet};
use crate::sim::Seat;
use crate::table::SeatCard;
use crate::window::elements::Elements;
use crate::window::layout::Layout;
use crate::window::new_game::kind_name;
use crate::window::panels::tips::Explained;
use crate::window::scene::{Standing, Token};
use crate::window::settings::Settings;
use crate::window::tabletop::Tabletop;
use crate::window::theme;
use crate::window::workshop::resting;
use crate::words::{self, say};
use egui::{Color32, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use std::path::Path;

/// A player's row, and a lower one for a full table.
const PLAYER: f32 = 57.0;
const LOW_PLAYER: f32 = 44.0;

/// Seconds of motion after which somebody may like to know how to skip it.
const WORTH_SKIPPING: f32 = 0.8;

/// From this height on a story keeps room for its last lines, whatever else is told.
const LOW_STORY: f32 = 260.0;
const LAST_LINES: f32 = 92.0;

fn row_height(seats: usize) -> f32 {
    if seats > 4 { LOW_PLAYER } else { PLAYER }
}

/// Shows the side; gives what it leaves to a panel that is open.
pub(crate) fn show(
    ui: &mut Ui,
    layout: &Layout,
    top: &mut Tabletop,
    settings: &Settings,
    home: &Path,
    elements: &mut Elements,
) -> Rect {
    let side = layout.side;
    let seats = top.table.cast().len();
    let banner = Rect::from_min_size(side.min, vec2(side.width(), top.desk.banner()));
    show_banner(ui, banner, top, settings, elements);
    tray_buttons(ui, layout.tray, top, elements);
    if layout.docked {
        let sheet = layout.tray_sheet();
        let room = Rect::from_min_max(sheet.min, pos2(layout.tray.min.x - 4.0, sheet.max.y));
        show_players_in_short(ui, room.shrink2(vec2(8.0, 6.0)), top);
        let rest = Rect::from_min_max(pos2(side.min.x, sheet.max.y + 8.0), side.max);
        let (notice, panel) = share(rest, [rest.min.y, rest.max.y], top);
        if let Some(rect) = notice {
            top.desk.notice_height = notice::show(ui, rect, top, settings, home, elements);
        }
        return panel;
    }
    let players =
        Rect::from_min_size(pos2(side.min.x, banner.max.y + 8.0), vec2(side.width(), seats as f32 * row_height(seats) + 16.0));
    show_players(ui, players, top);
    elements.place("players", players);
    let below = cards::show(ui, Rect::from_min_max(pos2(side.min.x, players.max.y + 8.0), side.max), top, elements);
    let under = || Rect::from_min_max(pos2(side.min.x, below), pos2(side.max.x, layout.tray_sheet().min.y - 8.0));
    let rest = layout.story.unwrap_or_else(under);
    // Where there is little room, what is told is read over the players rather than line by line; advice over dice and spinner, which have
    // said what they had to say.
    let ceiling = if layout.story.is_some() { rest.min.y } else { players.min.y };
    let is_advice = top.hint.is_some() && top.scene.gate().is_none();
    let floor = if layout.story.is_none() && is_advice { side.max.y } else { rest.max.y };
    let (notice, story) = share(rest, [ceiling, floor], top);
    if let Some(rect) = notice {
        top.desk.notice_height = notice::show(ui, rect, top, settings, home, elements);
    }
    if story.height() > 40.0 {
        sheet(ui, story, |ui| show_story(ui, top, elements));
        elements.place("story", story);
    }
    story
}

/// What the files have to say stands above the story, for as long as they have something to say; below a panel, so that what one
/// works at stays where it is. What has no room there may reach down to a floor and up to a ceiling.
fn share(rest: Rect, [ceiling, floor]: [f32; 2], top: &Tabletop) -> (Option<Rect>, Rect) {
    let told = top.hint.is_some() || top.turn_shown().is_some() || top.remark.message().is_some() || resting::is_told(top);
    if top.following.notice.is_none() && !told && !top.shows_discord() {
        return (None, rest);
    }
    let docked = top.desk.dock.is_some();
    let wanted = top.desk.notice_height.max(44.0);
    let is_low = rest.height() <= LOW_STORY;
    if !docked && is_low && wanted > rest.height() {
        let lower = (rest.min.y + wanted).clamp(rest.max.y, floor.max(rest.max.y));
        let upper = (lower - wanted).max(ceiling).min(rest.min.y);
        let below = Rect::from_min_max(pos2(rest.min.x, rest.max.y), rest.max);
        return (Some(Rect::from_min_max(pos2(rest.min.x, upper), pos2(rest.max.x, lower))), below);
    }
    // A panel keeps the better part for itself, and a story of some height its last lines.
    let kept = if is_low { 0.0 } else { LAST_LINES };
    let most = if docked { rest.height() * 0.4 } else { rest.height() - kept };
    let height = wanted.min(most.max(44.0));
    if docked {
        let notice = Rect::from_min_max(pos2(rest.min.x, rest.max.y - height), rest.max);
        return (Some(notice), Rect::from_min_max(rest.min, pos2(rest.max.x, notice.min.y - 8.0)));
    }
    let notice = Rect::from_min_size(rest.min, vec2(rest.width(), height));
    (Some(notice), Rect::from_min_max(pos2(rest.min.x, notice.max.y + 8.0), rest.max))
}

/// Who is to do something. While nothing moves, that is who decides, whoever's turn it is.
fn acting(top: &Tabletop) -> Seat {
    let resting = if top.scene.moving() { top.scene.turn().0 } else { top.table.game().deciding() };
    top.scene.gate().map_or(resting, |gate| gate.seat)
}

/// Whether no turn has been shown yet: the game is dealt, and chance says who begins.
fn is_beginning(top: &Tabletop) -> bool {
    let mut shown = top.table.story().iter().take(top.telling.lines);
    top.scene.moving() && top.scene.gate().is_none() && !shown.any(|entry| entry.opens)
}

/// Whose turn it is, and what to do next.
fn show_banner(ui: &mut Ui, rect: Rect, top: &mut Tabletop, settings: &Settings, elements: &mut Elements) {
    let (turn, round) = top.scene.turn();
    let gate = top.scene.gate();
    let seat = acting(top);
    let does = gate.and_then(|gate| gate.does).or((seat != turn).then_some("window.side.decides"));
    let over = top.table.game().outcome().is_some() && !top.scene.moving();
    let card = &top.table.cast()[usize::from(seat) % top.table.cast().len()];
    let begins = is_beginning(top);
    let colour = if over || begins { theme::SEA } else { theme::rgb(card.colour().rgb) };
    ui.painter().rect_filled(rect, 8.0, colour);
    let text = theme::on(colour);
    let title = match does {
        _ if over => say!("window.side.over"),
        _ if begins => say!("window.side.begins"),
        Some(does) => say!(does, who = card.called()),
        None => say!("window.side.turn", who = card.called()),
    };
    let person = over || begins || card.is_human();
    let round = match (top.table.cast().get(usize::from(turn)).filter(|_| seat != turn && !over && !begins), person) {
        // Somebody else acts in the middle of a turn.
        (Some(card), _) => say!("window.side.round_of", round, who = card.called()),
        (None, true) => say!("window.side.round", round),
        (None, false) => say!("window.side.round_computer", round),
    };
    let margin = vec2(14.0, 10.0);
    inside(ui, rect.shrink2(margin), |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let round = RichText::new(round).size(13.0).color(text);
        ui.horizontal(|ui| {
            // From the right, so that a long name gives way.
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if top.awaits_person() {
                    hint_button(ui, top, elements);
                }
                ui.label(round);
                let left = egui::Layout::left_to_right(egui::Align::Center);
                ui.with_layout(left, |ui| headline(ui, title, text));
            });
        });
        what_to_do(ui, top, settings, elements, text);
        top.desk.banner_height = ui.min_rect().height() + 2.0 * margin.y;
    });
}

/// What goes on, as large as there is room: a long name makes the letters smaller before it is cut off.
fn headline(ui: &mut Ui, title: String, colour: Color32) {
    let room = ui.available_width();
    let is_short = |size: &f32| {
        let laid = ui.fonts(|fonts| fonts.layout_no_wrap(title.clone(), theme::font("bold", *size), colour));
        laid.size().x <= room
    };
    let size = [21.0, 18.0].into_iter().find(is_short).unwrap_or(15.0);
    ui.add(egui::Label::new(RichText::new(title).font(theme::font("bold", size)).color(colour)).truncate());
}

fn what_to_do(ui: &mut Ui, top: &mut Tabletop, settings: &Settings, elements: &mut Elements, text: Color32) {
    let say = |ui: &mut Ui, words: &str| ui.label(RichText::new(words).color(text));
    if let Some(seat) = top.hand_over_to() {
        let who = top.table.cast()[usize::from(seat)].called();
        say(ui, &say!("table.curtain.hand_over", who));
    } else if let Some(gate) = top.scene.gate().cloned() {
        if gate_button(ui, elements, gate.name, &say!(gate.label)).clicked() {
            top.press_gate();
        }
        ui.label(RichText::new(say!("window.side.space_bar")).size(13.0).color(text));
    } else if let Some(branch) = &top.branch {
        let (made, of) = (branch.made, branch.of);
        say(ui, &if made == of { say!("window.branch.all", of) } else { say!("window.branch.some", made, of) });
    } else if top.replay.is_some() {
        say(ui, &say!("window.side.watching"));
        ui.label(RichText::new(say!("window.side.watching_keys")).size(13.0).color(text));
    } else if top.table.game().outcome().is_some() && !top.scene.moving() {
        if top.lecture.is_none() && main_button(ui, elements, "show_ending", &say!("window.side.show_ending")).clicked() {
            top.ending_seen = false;
        }
    } else if top.scene.moving() {
        let person = top.table.cast().get(usize::from(top.scene.turn().0)).is_some_and(SeatCard::is_human);
        let told = if is_beginning(top) {
            say!("window.side.beginning")
        } else if person {
            say!("window.side.moving")
        } else {
            say!("window.side.computer_moves")
        };
        say(ui, &told);
        if top.moving_for > WORTH_SKIPPING {
            ui.label(RichText::new(say!("window.side.skip")).size(13.0).color(text));
        }
    } else if top.awaits_next() {
        say(ui, &say!("window.lesson.read_card"));
    } else if top.awaits_person() {
        say(ui, &crate::table::named(top.table.cast(), top.scene.hint(top.table.game())).to_string());
        let (buttons, advised) = (top.buttons(), top.advised());
        if buttons.is_empty() {
            ui.label(RichText::new(say!("window.side.keys")).size(13.0).color(text));
            return;
        }
        ui.horizontal_wrapped(|ui| {
            for (command, label) in buttons {
                let name = top.button_name(command);
                let label = crate::table::named(top.table.cast(), label).to_string();
                let chosen = advised == Some(command) || top.aim.focus.as_ref() == Some(&name);
                if super::toggle(ui, elements, &name, chosen, &label).clicked() {
                    top.play(command, settings);
                }
            }
        });
        ui.label(RichText::new(say!("window.side.keys")).size(13.0).color(text));
    } else {
        say(ui, &say!("window.side.thinking"));
    }
}

/// For people who must decide: what would the Captain do?
fn hint_button(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    let small = egui::Button::new(RichText::new(say!("window.side.hint")).size(14.0)).small();
    if named(ui, elements, "hint", small).clicked() {
        top.ask_for_hint(false);
    }
}

fn show_players(ui: &mut Ui, rect: Rect, top: &Tabletop) {
    ui.painter().rect(rect, 8.0, theme::PAPER, Stroke::new(1.0, theme::PAPER_EDGE), StrokeKind::Inside);
    let standings = top.standings();
    let acting = acting(top);
    let nobody = top.table.game().outcome().is_some() || is_beginning(top);
    let wins = top.scene.goal(top.table.game());
    for (seat, (card, standing)) in top.table.cast().iter().zip(&standings).enumerate() {
        let high = row_height(standings.len());
        let upper = rect.min.y + 8.0 + seat as f32 * high;
        let row = Rect::from_min_size(pos2(rect.min.x + 8.0, upper), vec2(rect.width() - 16.0, high - 4.0));
        let colour = theme::rgb(card.colour().rgb);
        if seat == usize::from(acting) && !nobody {
            ui.painter().rect(row, 6.0, theme::PAPER_DEEP, Stroke::new(2.0, colour), StrokeKind::Inside);
        }
        if let Some(wins) = &wins {
            ui.interact(row, ui.id().with(("player", seat)), Sense::hover()).explained(words::capital(&wins.to_string()));
        }
        let chip = Rect::from_min_size(row.min + vec2(8.0, 9.0), vec2(10.0, row.height() - 18.0));
        ui.painter().rect(chip, 3.0, colour, Stroke::new(1.0, theme::INK_SOFT), StrokeKind::Inside);
        let name = row.min + vec2(28.0, if high < PLAYER { 1.0 } else { 4.0 });
        ui.painter().text(name, egui::Align2::LEFT_TOP, shortened(&card.said(), 16), theme::font("strong", 17.0), theme::INK);
        let kind = kind_name(&card.kind);
        let detail = format!("{kind} · {}", standing.detail);
        ui.painter().text(name + vec2(0.0, 19.0), egui::Align2::LEFT_TOP, detail, theme::font("regular", 13.0), theme::INK_SOFT);
        let total = pos2(row.max.x - 10.0, row.min.y + 3.0);
        ui.painter().text(total, egui::Align2::RIGHT_TOP, standing.total.to_string(), theme::font("bold", 19.0), theme::INK);
        draw_tokens(ui, pos2(row.max.x - 10.0, row.min.y + 32.0), standing, colour);
        if let Some(progress) = standing.progress {
            let end = standing.goal.as_ref().map_or(row.max.x - 10.0, |goal| draw_goal(ui, row, &goal.to_string()));
            let bar = Rect::from_min_max(pos2(name.x, row.max.y - 10.0), pos2(end, row.max.y - 5.0));
            ui.painter().rect_filled(bar, 2.0, theme::PAPER_EDGE);
            let filled = Rect::from_min_size(bar.min, vec2(bar.width() * progress, bar.height()));
            ui.painter().rect_filled(filled, 2.0, colour);
        }
    }
}

/// What wins, at the end of a player's bar: a little flag and the sum. Gives where the bar ends.
fn draw_goal(ui: &Ui, row: Rect, goal: &str) -> f32 {
    let right = pos2(row.max.x - 10.0, row.max.y - 7.5);
    let text = ui.painter().text(right, egui::Align2::RIGHT_CENTER, goal, theme::font("strong", 12.0), theme::INK_SOFT);
    let foot = pos2(text.min.x - 11.0, row.max.y - 3.0);
    let pole = [foot, foot - vec2(0.0, 12.0)];
    ui.painter().line_segment(pole, Stroke::new(1.5, theme::INK));
    let flag = vec![pole[1], pole[1] + vec2(8.0, 3.0), pole[1] + vec2(0.0, 6.0)];
    ui.painter().add(egui::Shape::convex_polygon(flag, theme::GOLD, Stroke::new(1.0, theme::INK)));
    foot.x
}

/// Everybody's colour, name and standing, a line each, beside dice and spinner.
fn show_players_in_short(ui: &mut Ui, rect: Rect, top: &Tabletop) {
    let (standings, acting) = (top.standings(), acting(top));
    let nobody = top.table.game().outcome().is_some() || is_beginning(top);
    // Names have room in one column; six players would not.
    let columns = if standings.len() > 4 { 2 } else { 1 };
    let rows = standings.len().div_ceil(columns).max(1);
    let size = vec2(rect.width() / columns as f32, rect.height() / rows as f32);
    for (seat, (card, standing)) in top.table.cast().iter().zip(&standings).enumerate() {
        let corner = rect.min + vec2(size.x * (seat / rows) as f32, size.y * (seat % rows) as f32);
        let cell = Rect::from_min_size(corner, size).shrink(1.0);
        let colour = theme::rgb(card.colour().rgb);
        if seat == usize::from(acting) && !nobody {
            ui.painter().rect(cell, 5.0, theme::PAPER_DEEP, Stroke::new(1.5, colour), StrokeKind::Inside);
        }
        let chip = Rect::from_center_size(pos2(cell.min.x + 9.0, cell.center().y), vec2(8.0, size.y.min(18.0) - 5.0));
        ui.painter().rect(chip, 2.0, colour, Stroke::new(1.0, theme::INK_SOFT), StrokeKind::Inside);
        let (middle, font) = (cell.center().y, theme::font("strong", (size.y - 4.5).clamp(11.0, 14.5)));
        let total = standing.total.to_string();
        let total =
            ui.painter().text(pos2(cell.max.x - 6.0, middle), egui::Align2::RIGHT_CENTER, total, font.clone(), theme::INK);
        let name = egui::WidgetText::from(RichText::new(card.said()).font(font));
        let room = (total.min.x - cell.min.x - 26.0).max(10.0);
        let name = name.into_galley(ui, Some(egui::TextWrapMode::Truncate), room, egui::TextStyle::Body);
        ui.painter().galley(pos2(cell.min.x + 18.0, middle - name.size().y / 2.0), name, theme::INK);
        let whole = format!("{} · {}", card.said(), standing.detail);
        ui.interact(cell, ui.id().with(("standing", seat)), Sense::hover()).explained(whole);
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

/// Paper over a line that is cut off at the upper edge.
fn cover_half_a_line(ui: &Ui, text: Rect, row: f32, upper: f32) {
    if text.min.y < upper && upper < text.max.y {
        let shown = ((upper - text.min.y) / row).ceil() * row;
        let cut = Rect::from_min_max(pos2(text.min.x, upper), pos2(text.max.x, (text.min.y + shown).min(text.max.y)));
        // A little more, for letters that reach below their line.
        ui.painter().rect_filled(cut.expand2(vec2(2.0, 3.0)), 0.0, theme::PAPER);
    }
}

/// The story: one click on a line shows where it happened.
fn show_story(ui: &mut Ui, top: &mut Tabletop, elements: &mut Elements) {
    let mut pointed = None;
    // Whoever read the last line still does when the room for the story has changed.
    let room = ui.available_height();
    let follows = std::mem::replace(&mut top.desk.story_height, room) != room;
    let area = ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let row = ui.fonts(|fonts| fonts.row_height(&theme::font("regular", 14.0)));
        let upper = ui.clip_rect().min.y;
        let eyes = top.eyes();
        let entries = &top.table.story()[..top.telling.lines.min(top.table.story().len())];
        let first = entries.len().saturating_sub(120);
        for (index, entry) in entries.iter().enumerate().skip(first) {
            if entry.opens {
                ui.add_space(5.0);
            }
            let font = if entry.opens { theme::font("strong", 14.0) } else { theme::font("regular", 14.0) };
            let colour = if entry.opens { theme::SEA } else { theme::INK };
            let label = egui::Label::new(RichText::new(top.table.read_to(entry, eyes).to_string()).font(font).color(colour))
                .wrap()
                .sense(Sense::click());
            let response = ui.add(label).on_hover_cursor(egui::CursorIcon::PointingHand);
            cover_half_a_line(ui, response.rect, row, upper);
            elements.widget(format!("story:{index}"), &response);
            if response.clicked() {
                pointed = Some(entry.event.clone());
            }
        }
        if follows {
            ui.scroll_to_cursor(Some(egui::Align::Max));
        }
    });
    if let Some(event) = pointed {
        top.scene.point_out(top.table.game(), &event);
    }
}

/// The tray itself is drawn by the scene; here it is only made clickable.
fn tray_buttons(ui: &mut Ui, rect: Rect, top: &mut Tabletop, elements: &mut Elements) {
    let mut response = ui.interact(rect, ui.id().with("tray"), Sense::click());
    elements.widget("tray", &response);
    if let Some(tip) = top.scene.tray_tip() {
        response = response.explained(tip.to_string());
    }
    if top.scene.gate().is_some() && top.hand_over_to().is_none() {
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        if response.clicked() {
            top.press_gate();
        }
    }
}
