//! `[deck.<name>]`: cards of a rule's own. Each time one is turned up, chance picks it from those not turned up since the deck was
//! shuffled, which is the same as shuffling and needs no order to be kept. It lies open until the next one is turned up; when none
//! is left, all are shuffled again.

use super::api::{Acting, Scene};
use super::check::{Finding, Names};
use super::file::{Reader, Texts, is_name, span_of};
use super::rule::ScriptRule;
use super::value::{Mistake, Val};
use crate::problem::{Problem, Problems, Source};
use crate::sim::event::{Arg, Kind as EventKind, MOST_FIELDS};
use crate::sim::name::{intern, intern_kind};
use crate::sim::rule::OpenCard;
use crate::sim::{Event, Game, Memory};
use crate::words::{Message, WordTexts, msg};
use rhai::Position;
use std::ops::Range;
use toml_edit::TableLike;

/// Copies of one card.
const MOST_COPIES: i64 = 20;

/// A card of a deck.
#[derive(Debug, Clone)]
pub struct CardDecl {
    pub id: &'static str,
    /// How many of it there are.
    pub count: u8,
    pub title: Texts,
    pub text: Texts,
}

/// A deck of a rule's own.
#[derive(Debug, Clone)]
pub struct DeckDecl {
    pub name: &'static str,
    pub cards: Vec<CardDecl>,
    pub(super) span: Range<usize>,
}

impl DeckDecl {
    /// Every card as often as it is there, by its number.
    fn all(&self) -> impl Iterator<Item = i64> {
        (0..).zip(&self.cards).flat_map(|(number, card)| std::iter::repeat_n(number, usize::from(card.count)))
    }

    /// The event that a card has been turned up.
    pub(super) fn event(&self) -> &'static EventKind {
        intern_kind(self.name, &["card"])
    }
}

/// Reads one deck: `[[deck.<name>.card]]`, each with `id`, `count`, `title` and `text`.
pub(super) fn read(reader: &mut Reader<'_>, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<DeckDecl> {
    reader.known(table, &["card"]);
    if table.get("card").is_none() {
        reader.wrong(span, msg!("script.file.missing", key = "card"));
        return None;
    }
    let mut cards: Vec<CardDecl> = Vec::new();
    for (card, at) in reader.list(table, "card") {
        reader.known(card, &["id", "count", "title", "text"]);
        let id = card.get("id").and_then(toml_edit::Item::as_str).unwrap_or_default();
        if !is_name(id) {
            reader.wrong(span_of(card, "id"), msg!("script.file.name", name = id));
            continue;
        }
        if cards.iter().any(|known| known.id == id) {
            reader.wrong(at, msg!("script.deck.twice", card = id));
            continue;
        }
        let count = card.get("count").map_or(Some(1), toml_edit::Item::as_integer);
        let Some(count) = count.filter(|count| (1..=MOST_COPIES).contains(count)) else {
            reader.wrong(span_of(card, "count"), msg!("script.deck.count", most = MOST_COPIES));
            continue;
        };
        let (title, text) = (reader.text(card, "title", true), reader.text(card, "text", true));
        cards.push(CardDecl { id: intern(id), count: count as u8, title, text });
    }
    Some(DeckDecl { name: intern(name), cards, span })
}

/// Says which decks cannot be told apart from events of the rule.
pub(super) fn check(source: &Source, decks: &[DeckDecl], events: &[&'static str], problems: &mut Problems) {
    for deck in decks.iter().filter(|deck| events.contains(&deck.name)) {
        problems.error(|| Problem::at(source, deck.span.clone(), msg!("script.deck.event", deck = deck.name)));
    }
}

/// The words of the cards, by their ids.
pub(super) fn lessons(own: &str, decks: &[DeckDecl]) -> Vec<(String, WordTexts)> {
    let cards = decks.iter().flat_map(|deck| deck.cards.iter().map(move |card| (deck, card)));
    let words = |(deck, card): (&DeckDecl, &CardDecl)| {
        let parts = [("title", &card.title), ("text", &card.text)];
        parts.map(|(part, texts)| (words_of(own, deck.name, card.id, part), texts.0.clone()))
    };
    cards.flat_map(words).collect()
}

fn words_of(own: &str, deck: &str, card: &str, part: &str) -> String {
    format!("{own}.deck.{deck}.{card}.{part}")
}

impl Names<'_> {
    /// What is wrong with the deck that a call names first.
    pub(super) fn deck(&self, function: &str, named: Option<(&str, Position)>, at: Position) -> Option<Finding> {
        let Some((name, position)) = named else {
            return Some(Finding::new(at, msg!("script.deck.named", name = function)));
        };
        if self.decks.iter().any(|deck| deck.name == name) {
            self.used.borrow_mut().insert(format!("deck.{name}"));
            return None;
        }
        let known: Vec<&str> = self.decks.iter().map(|deck| deck.name).collect();
        Some(Names::suggest(name, &known, position, msg!("script.deck.none", deck = name)))
    }

    /// The cards that can lie open on a deck.
    pub(super) fn cards_of(&self, deck: &str) -> Vec<&'static str> {
        let deck = self.decks.iter().find(|known| known.name == deck);
        deck.into_iter().flat_map(|deck| &deck.cards).map(|card| card.id).collect()
    }
}

/// The question which card lies open.
pub(super) const OPEN: &str = "open";

/// The id of the card that lies open on a deck.
#[allow(clippy::unnecessary_wraps, reason = "what entries read may fail, and this one is one of them")]
pub(super) fn open(scene: &Scene<'_>, values: &[Val]) -> Result<Val, Mistake> {
    let deck = values[0].as_str().unwrap_or_default();
    Ok(scene.rule.open_card(scene.game, deck).map_or(Val::Unit, |(_, card)| Val::Word(card.id)))
}

/// Turns up the next card of a deck.
pub(super) fn turn_card(acting: &mut Acting<'_>, values: &[Val]) -> Result<Val, Mistake> {
    acting.turn_card(values[0].as_str().unwrap_or_default()).map(Val::Word)
}

impl Acting<'_> {
    fn turn_card(&mut self, name: &str) -> Result<&'static str, Mistake> {
        let none = || Mistake(msg!("script.deck.none", deck = name));
        let (place, deck) = self.rule.deck(name).ok_or_else(none)?;
        let memory = self.rule.memory(self.game).ok_or_else(none)?;
        let mut left: Vec<i64> = cards_in(self.game, self.rule, place).unwrap_or_default().into_iter().skip(1).collect();
        if left.is_empty() {
            left.extend(deck.all());
        }
        let card = left.remove(self.draw(left.len() as u32) as usize);
        self.game.update(memory, |memory: &mut Memory| {
            if let Some(cards) = memory.values.get_mut(place) {
                *cards = [card].into_iter().chain(left).collect();
            }
        });
        let id = usize::try_from(card).ok().and_then(|card| deck.cards.get(card)).ok_or_else(none)?.id;
        let mut args = [Arg::Nothing; MOST_FIELDS];
        args[0] = Arg::Word(id);
        self.game.tell(deck.event(), args, *self.since);
        *self.since = self.game.mark();
        Ok(id)
    }
}

/// The open card and then those that are left, by number; nothing where none was turned up yet.
fn cards_in(game: &Game, rule: &ScriptRule, place: usize) -> Option<Vec<i64>> {
    let id = rule.memory(game)?;
    let memory = game.world().get::<&Memory>(game.entity(id)).ok()?;
    memory.values.get(place).filter(|cards| !cards.is_empty()).cloned()
}

impl ScriptRule {
    /// A deck by its name, and where its cards are remembered.
    fn deck(&self, name: &str) -> Option<(usize, &DeckDecl)> {
        let place = self.decks.iter().position(|deck| deck.name == name)?;
        Some((self.kept.len() + place, &self.decks[place]))
    }

    fn open_card(&self, game: &Game, name: &str) -> Option<(&DeckDecl, &CardDecl)> {
        let (place, deck) = self.deck(name)?;
        let number = *cards_in(game, self, place)?.first()?;
        Some((deck, deck.cards.get(usize::try_from(number).ok()?)?))
    }

    fn card_words(&self, deck: &str, card: &str, part: &str) -> Message {
        Message::new(words_of(self.own(), deck, card, part))
    }

    /// The cards that lie open now.
    pub(super) fn cards_shown(&self, game: &Game) -> Vec<OpenCard> {
        let open = self.decks.iter().filter_map(|deck| self.open_card(game, deck.name));
        let shown = |(deck, card): (&DeckDecl, &CardDecl)| OpenCard {
            title: self.card_words(deck.name, card.id, "title"),
            text: self.card_words(deck.name, card.id, "text"),
        };
        open.map(shown).collect()
    }

    /// A card that was turned up, as a sentence.
    pub(super) fn card_told(&self, event: &Event) -> Option<Message> {
        let deck = self.decks.iter().find(|deck| event.is(deck.event()))?;
        let Arg::Word(card) = event.args[0] else { return None };
        let said = |part: &str| self.card_words(deck.name, card, part);
        Some(msg!("script.deck.turned", title = said("title"), text = said("text")))
    }
}
