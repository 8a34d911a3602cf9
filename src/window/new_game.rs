//! Setting up a game: who sits where, which rules, which seed.

use super::elements::Elements;
use super::handicaps::Handicaps;
use super::panels::tips::Explained;
use super::panels::{button, main_button};
use super::set_up::SetUp;
use super::shown::colours;
use super::{names, theme};
use crate::players;
use crate::problem::Problems;
use crate::sim::{Pack, Ruleset};
use crate::table::{HUMAN, SeatCard, Table, default_cast};
use crate::variant::explain::differences;
use crate::variant::own::{OwnVariants, Whose};
use crate::variant::{Library, STANDARD, Variant};
use crate::words::{Message, msg, plain_letters, say};
use egui::style::ScrollAnimation;
use egui::{ComboBox, RichText, ScrollArea, TextEdit, Ui, Vec2, vec2};
use std::path::Path;

/// The sheet everything stands on.
const SHEET: Vec2 = vec2(980.0, 640.0);
/// How wide people and rules are; rules give way, down to their least, before they go below.
const PEOPLE: f32 = 450.0;
const RULES: f32 = 486.0;
const LEAST_RULES: f32 = 300.0;
const BETWEEN: f32 = 24.0;
/// How high the list of rules is, and what a note above it takes.
const LIST: f32 = 452.0;
const NOTE: f32 = 44.0;
/// Rules that come second on their list: what is short is looked for by whoever has little time.
const SHORT: &str = "short";
/// In so many frames rules that have just been chosen are brought into sight: the first only find out how much room there is.
const TO_SHOW: u8 = 3;

pub(super) struct NewGame {
    pack: &'static dyn Pack,
    cast: Vec<SeatCard>,
    seats: usize,
    variant: String,
    /// The variants on the shelf, and what their files call them.
    names: Vec<Known>,
    loaded: Option<Result<Variant, Problems>>,
    standard: Option<Variant>,
    handicaps: Handicaps,
    seed: String,
    trouble: Option<Message>,
    /// The table opens with the workshop, for whoever came for house rules.
    pub for_house_rules: bool,
    /// In how many frames the chosen rules are still to be brought into sight.
    to_show: u8,
}

/// A variant on the shelf.
struct Known {
    name: String,
    /// What its file calls it.
    title: Option<String>,
    /// What it says about itself.
    about: Option<String>,
    whose: Whose,
}

/// What was pressed.
pub(super) enum Ready {
    Back,
    Play(Box<Table>),
}

/// What whoever sits in a seat is: a person, or a kind of bot.
pub(super) fn kind_name(kind: &str) -> String {
    if kind == HUMAN { say!("window.person") } else { players::title(kind).to_string() }
}

/// Whether people and rules find room beside each other.
fn is_wide(width: f32) -> bool {
    width >= PEOPLE + BETWEEN + LEAST_RULES
}

/// What stands above variants of somebody.
pub(super) fn heading(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "window.workshop.own",
        Whose::Received => "window.workshop.from_others",
        Whose::Shipped => "window.workshop.shipped",
    }
}

fn known(library: &Library, home: &Path, pack: &'static dyn Pack) -> Vec<Known> {
    let own = OwnVariants::new(home, pack.name());
    let known = |name: String| {
        let whose = library.shelf.variant_path(pack.name(), &name).map_or(Whose::Shipped, |file| own.whose(&file));
        let title = library.shelf.variant_title(pack.name(), &name);
        let about =
            names::about(pack, &name).map(|about| about.to_string()).or_else(|| library.shelf.variant_about(pack.name(), &name));
        Known { name, title, about, whose }
    };
    library.shelf.variant_names(pack.name()).into_iter().map(known).collect()
}

impl NewGame {
    pub(super) fn new(library: &Library, home: &Path, pack: &'static dyn Pack, first_name: &str, seed: u64) -> Self {
        let most = *pack.seats().end();
        let kinds: Vec<String> = (0..most).map(|seat| if seat == 0 { HUMAN } else { players::KINDS[1] }.to_owned()).collect();
        let mut cast = default_cast(pack, &kinds);
        if !first_name.trim().is_empty() {
            first_name.clone_into(&mut cast[0].name);
        }
        let standard = library.load(pack.name(), STANDARD).ok();
        let names = known(library, home, pack);
        let mut new = Self {
            pack,
            cast,
            seats: (*pack.seats().start()).max(2),
            variant: STANDARD.to_owned(),
            names,
            loaded: None,
            standard,
            handicaps: Handicaps::default(),
            seed: seed.to_string(),
            trouble: None,
            for_house_rules: false,
            to_show: TO_SHOW,
        };
        new.pick(library, STANDARD);
        new
    }

    /// The same seats as a game that has been played.
    pub(super) fn like(mut self, library: &Library, table: &Table) -> Self {
        self.seats = table.cast().len();
        self.cast[..self.seats].clone_from_slice(table.cast());
        self.cast.iter_mut().filter(|card| card.is_called_by_its_colour()).for_each(|card| card.name.clear());
        self.pick(library, table.variant());
        self.handicaps = Handicaps(table.handicap().clone());
        self
    }

    /// As the game was set up last, as far as that is still possible.
    pub(super) fn like_last(mut self, library: &Library, last: &SetUp) -> Self {
        let is_kind = |kind: &str| kind == HUMAN || players::KINDS.contains(&kind);
        let colours = colours(self.pack);
        let before = self.cast.clone();
        self.seats = last.seat(&mut self.cast, is_kind).clamp(1, self.cast.len());
        // Colours that this game does not have, or twice the same, are nobody's wish.
        let odd = |card: &SeatCard| card.colour >= colours;
        let twice = |at: usize, cast: &[SeatCard]| cast[..at].iter().any(|other| other.colour == cast[at].colour);
        if self.cast.iter().any(odd) || (0..self.seats).any(|at| twice(at, &self.cast)) {
            self.cast.iter_mut().zip(before).for_each(|(card, before)| card.colour = before.colour);
        }
        // Who sat out last time gets a colour that nobody chose.
        for at in self.seats..self.cast.len() {
            let free = |colour: &usize| self.cast[..at].iter().all(|card| card.colour != *colour);
            if twice(at, &self.cast)
                && let Some(colour) = (0..colours).find(free)
            {
                self.cast[at].colour = colour;
            }
        }
        if self.names.iter().any(|known| known.name == last.variant) {
            self.pick(library, &last.variant);
            self.handicaps = Handicaps(last.handicap());
        } else {
            self.pick(library, STANDARD);
        }
        self
    }

    /// By a variant on the shelf, with the luck of somebody else's game.
    pub(super) fn choose(&mut self, library: &Library, variant: &str, seed: Option<u64>) {
        self.pick(library, variant);
        self.handicaps = Handicaps::default();
        if let Some(seed) = seed {
            self.seed = seed.to_string();
        }
    }

    /// Reads again which variants there are.
    pub(super) fn look_anew(&mut self, library: &Library, home: &Path) {
        self.names = known(library, home, self.pack);
    }

    fn pick(&mut self, library: &Library, variant: &str) {
        variant.clone_into(&mut self.variant);
        let loaded = library.load(self.pack.name(), variant);
        if let Ok(variant) = &loaded {
            let range = variant.rules.seats();
            self.seats = self.seats.clamp(*range.start(), *range.end());
        }
        self.loaded = Some(loaded);
    }

    pub(super) fn show(&mut self, context: &egui::Context, library: &Library, elements: &mut Elements) -> Option<Ready> {
        let mut ready = None;
        let window = egui::Window::new("new_game").title_bar(false).resizable(false).collapsible(false).frame(theme::sheet());
        // Large letters make the window small: what does not fit is scrolled.
        let room = (context.screen_rect().size() - vec2(40.0, 40.0)).min(SHEET);
        window.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).fixed_size(room).show(context, |ui| {
            ScrollArea::new([room.x < PEOPLE, room.y < SHEET.y || !is_wide(room.x)]).id_salt("new_game").show(ui, |ui| {
                ui.set_width(ui.available_width().min(SHEET.x));
                ready = self.sheet(ui, library, elements);
            });
        });
        ready
    }

    fn sheet(&mut self, ui: &mut Ui, library: &Library, elements: &mut Elements) -> Option<Ready> {
        let mut ready = None;
        let title = RichText::new(say!("window.new.title", game = self.pack.title()));
        ui.label(title.font(theme::font("title", 34.0)).color(theme::RED));
        ui.add_space(8.0);
        if is_wide(ui.available_width()) {
            ui.horizontal_top(|ui| {
                ui.allocate_ui(vec2(PEOPLE, 500.0), |ui| {
                    ui.set_width(PEOPLE);
                    ui.vertical(|ui| self.people(ui, library, elements));
                });
                ui.add_space(16.0);
                ui.vertical(|ui| self.rules(ui, library, elements));
            });
        } else {
            self.people(ui, library, elements);
            ui.add_space(16.0);
            self.rules(ui, library, elements);
        }
        ui.add_space(8.0);
        ui.separator();
        ui.horizontal(|ui| {
            if button(ui, elements, "back", say!("window.new.back")).clicked() {
                ready = Some(Ready::Back);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if main_button(ui, elements, "play", &say!("window.new.begin")).clicked() {
                    ready = self.begin();
                }
                if let Some(trouble) = &self.trouble {
                    ui.label(RichText::new(trouble.to_string()).color(theme::RED));
                }
            });
        });
        ready
    }

    /// So many play; where the rules are not for as many, by the first ones that are.
    fn choose_seats(&mut self, library: &Library, seats: usize) {
        let are_for = |rules: &Ruleset| rules.seats().contains(&seats);
        if !self.loaded.as_ref().is_some_and(|loaded| loaded.as_ref().is_ok_and(|variant| are_for(&variant.rules))) {
            let fits = |name: &&String| library.load(self.pack.name(), name).is_ok_and(|variant| are_for(&variant.rules));
            let Some(name) = std::iter::once(&STANDARD.to_owned())
                .chain(self.names.iter().filter(|known| known.whose == Whose::Shipped).map(|known| &known.name))
                .find(fits)
                .cloned()
            else {
                return;
            };
            self.pick(library, &name);
            self.to_show = TO_SHOW;
        }
        self.seats = seats;
    }

    fn people(&mut self, ui: &mut Ui, library: &Library, elements: &mut Elements) {
        ui.label(RichText::new(say!("window.new.players")).font(theme::font("title", 24.0)).color(theme::SEA));
        ui.horizontal(|ui| {
            for seats in self.pack.seats() {
                if super::panels::toggle(ui, elements, &format!("seats:{seats}"), self.seats == seats, &seats.to_string())
                    .clicked()
                {
                    self.choose_seats(library, seats);
                }
            }
        });
        ui.add_space(6.0);
        for seat in 0..self.seats {
            self.seat(ui, seat, elements);
            if let Some(Ok(variant)) = &self.loaded {
                self.handicaps.show(ui, variant, seat, elements);
            }
            ui.add_space(4.0);
        }
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            ui.label(say!("window.new.seed"));
            let field = ui.add(TextEdit::singleline(&mut self.seed).desired_width(140.0));
            elements.widget("seed", &field);
            if button(ui, elements, "new_seed", say!("window.new.another_seed")).clicked() {
                let known = self.seed.trim().parse::<u64>().unwrap_or(1);
                self.seed =
                    (known.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 40).to_string();
            }
        });
        ui.label(RichText::new(say!("window.new.seed_note")).size(13.0).color(theme::INK_SOFT));
    }

    fn seat(&mut self, ui: &mut Ui, seat: usize, elements: &mut Elements) {
        let palette = colours(self.pack);
        let taken: Vec<usize> = (0..self.seats).filter(|s| *s != seat).map(|s| self.cast[s].colour).collect();
        ui.horizontal(|ui| {
            let colour = theme::rgb(self.cast[seat].colour().rgb);
            let swatch = egui::Button::new("").fill(colour).min_size(vec2(30.0, 28.0));
            let response = ui.add(swatch).explained(say!("window.new.another_colour"));
            elements.widget(format!("colour:{seat}"), &response);
            if response.clicked() {
                let now = self.cast[seat].colour;
                let next = (1..=palette).map(|step| (now + step) % palette).find(|colour| !taken.contains(colour));
                self.cast[seat].colour = next.unwrap_or(now);
            }
            // Whoever gives no name is called by the colour.
            let hint = self.cast[seat].colour().said();
            let field = TextEdit::singleline(&mut self.cast[seat].name).desired_width(150.0).char_limit(24).hint_text(hint);
            let field = ui.add(field);
            elements.widget(format!("name:{seat}"), &field);
            let now = self.cast[seat].kind.clone();
            let selected = if now == HUMAN { kind_name(&now) } else { say!("window.new.computer", who = players::title(&now)) };
            let combo = ComboBox::from_id_salt(("kind", seat)).width(200.0).selected_text(selected).show_ui(ui, |ui| {
                for kind in std::iter::once(HUMAN).chain(players::KINDS) {
                    if players::KINDS.first() == Some(&kind) {
                        ui.label(
                            RichText::new(say!("window.new.rising")).font(theme::font("slanted", 13.5)).color(theme::INK_SOFT),
                        );
                    }
                    let response = ui.selectable_label(self.cast[seat].kind == kind, kind_name(kind));
                    elements.widget(format!("kind:{seat}={kind}"), &response);
                    let response = match players::described(kind) {
                        Some(plays) => response.explained(plays.to_string()),
                        None => response,
                    };
                    if response.clicked() {
                        kind.clone_into(&mut self.cast[seat].kind);
                    }
                }
            });
            elements.widget(format!("kind:{seat}"), &combo.response);
            // Over the open list it would cover what can be chosen.
            if combo.inner.is_none()
                && let Some(plays) = players::described(&now)
            {
                combo.response.explained(plays.to_string());
            }
        });
    }

    /// The variants as people look for them: the standard game, their own, those of others, a short game, then by what they are
    /// called.
    fn by_name(&self) -> Vec<(String, &Known)> {
        let called = |known: &Known| names::variant(self.pack, &known.name, known.title.as_deref()).to_string();
        let mut named: Vec<_> = self.names.iter().map(|known| (called(known), known)).collect();
        named.sort_by_cached_key(|(called, known)| {
            (known.name != STANDARD, known.whose, known.name != SHORT, plain_letters(called))
        });
        named
    }

    /// The rules as cards: what each is called and what it is like; the chosen one says how it differs.
    fn rules(&mut self, ui: &mut Ui, library: &Library, elements: &mut Elements) {
        ui.label(RichText::new(say!("window.new.rules")).font(theme::font("title", 24.0)).color(theme::SEA));
        let mut picked = None;
        ui.set_width(ui.available_width().min(RULES));
        let high = if self.for_house_rules { LIST - NOTE } else { LIST };
        if self.for_house_rules {
            ui.label(RichText::new(say!("window.new.house_note")).size(14.0));
        }
        // Every game has a list of its own, which begins at its top.
        ScrollArea::vertical().id_salt(("variants", self.pack.name())).max_height(high).auto_shrink([false, true]).show(
            ui,
            |ui| {
                ui.spacing_mut().item_spacing.y = 6.0;
                let mut whose = Whose::Shipped;
                for (called, known) in self.by_name() {
                    if known.whose != whose {
                        whose = known.whose;
                        ui.label(RichText::new(say!(heading(whose))).font(theme::font("slanted", 13.5)).color(theme::INK_SOFT));
                    }
                    if self.card(ui, &called, known, elements) {
                        picked = Some(known.name.clone());
                    }
                }
            },
        );
        self.to_show = self.to_show.saturating_sub(1);
        if let Some(name) = picked {
            self.pick(library, &name);
        }
    }

    /// One card; true when it was clicked.
    fn card(&self, ui: &mut Ui, called: &str, known: &Known, elements: &mut Elements) -> bool {
        let chosen = self.variant == known.name;
        let (fill, edge) = if chosen { (theme::SEA_PALE, theme::SEA) } else { (theme::PAPER_DEEP, theme::PAPER_EDGE) };
        let frame = egui::Frame::new().fill(fill).stroke(egui::Stroke::new(1.0, edge)).corner_radius(6.0).inner_margin(8.0);
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width() - 6.0);
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.add(egui::Label::new(RichText::new(called).font(theme::font("strong", 16.0))).truncate().selectable(false));
            if chosen {
                self.describe(ui);
            } else if let Some(about) = &known.about {
                ui.add(egui::Label::new(RichText::new(about).size(14.0).color(theme::INK_SOFT)).wrap().selectable(false));
            }
        });
        let response = ui.interact(shown.response.rect, ui.id().with(("variant", &known.name)), egui::Sense::click());
        elements.widget(format!("variant:{}", known.name), &response);
        if chosen && self.to_show > 0 {
            response.scroll_to_me_animation(None, ScrollAnimation::none());
            ui.ctx().request_repaint();
        }
        response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
    }

    /// What the chosen variant is, and how it differs from the standard game.
    fn describe(&self, ui: &mut Ui) {
        match &self.loaded {
            Some(Ok(variant)) => {
                if !variant.rules.blueprint.about.is_empty() {
                    ui.label(variant.rules.blueprint.says().to_string());
                }
                ui.add_space(6.0);
                let Some(standard) = &self.standard else { return };
                let about = variant.rules.blueprint.says().to_string();
                let mut sentences: Vec<String> =
                    differences(variant.effective(), &standard.rules).into_iter().map(|(what, _)| what.to_string()).collect();
                if sentences.is_empty() && about.is_empty() {
                    ui.label(RichText::new(say!("window.new.as_printed")).color(theme::INK_SOFT));
                }
                // What the variant says about itself need not be said again.
                sentences.retain(|sentence| !about.contains(sentence.trim_end_matches('.')));
                for sentence in sentences {
                    ui.label(format!("• {sentence}"));
                }
            }
            Some(Err(problems)) => {
                for problem in problems.0.iter().take(3) {
                    super::panels::notice::show_problem(ui, problem);
                }
            }
            None => {}
        }
    }

    /// The game as it is set up, or a word on what is missing.
    pub(super) fn begin(&mut self) -> Option<Ready> {
        self.trouble = None;
        let Ok(seed) = self.seed.trim().parse::<u64>() else {
            self.trouble = Some(msg!("window.new.bad_seed"));
            return None;
        };
        let Some(Ok(variant)) = &self.loaded else {
            self.trouble = Some(msg!("window.new.bad_rules"));
            return None;
        };
        let cast = self.cast[..self.seats].to_vec();
        let twice = (0..cast.len()).find(|seat| cast[..*seat].iter().any(|other| other.colour == cast[*seat].colour));
        if let Some(seat) = twice {
            self.trouble = Some(msg!("window.new.same_colour", colour = cast[seat].colour().said()));
            return None;
        }
        let handicap = self.handicaps.chosen(self.pack, self.seats);
        let set_up = handicap.rules(variant).map_err(Problems::from);
        match set_up.and_then(|rules| Table::with_handicap(rules, &self.variant, cast, seed, handicap)) {
            Ok(table) => Some(Ready::Play(Box::new(table))),
            Err(problems) => {
                self.trouble = Some(Message::verbatim(problems.to_string()));
                None
            }
        }
    }
}
