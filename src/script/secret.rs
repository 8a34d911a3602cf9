//! `hide`: what a rule keeps from those at the table, and until when.

use super::api::{Body, Of, Scene};
use super::file::{Kept, Per};
use super::limits;
use super::rule::ScriptRule;
use super::value::Val;
use crate::problem::{Problem, Problems, Source};
use crate::sim::name::intern;
use crate::sim::secret::{Secret, Until};
use crate::sim::{Game, Id, Seat};
use crate::words::{Message, msg};
use std::ops::Range;
use toml_edit::{Item, TableLike};

/// What the names of a rule's own numbers begin with.
const STATE: &str = "state.";

/// Something hidden, as the file says it.
#[derive(Debug, Clone)]
pub(super) struct HideDecl {
    pub secret: Secret,
    span: Range<usize>,
}

/// Reads `hide = [{ what = "money", until = "end" }]`.
pub(super) fn read(source: &Source, root: &dyn TableLike, problems: &mut Problems) -> Vec<HideDecl> {
    let Some(item) = root.get("hide") else { return Vec::new() };
    let whole = root.key("hide").and_then(toml_edit::Key::span).or_else(|| item.span()).unwrap_or(0..0);
    let tables: Vec<&dyn TableLike> = match (item.as_array(), item.as_array_of_tables()) {
        (Some(list), _) => list.iter().filter_map(|table| Some(table.as_inline_table()? as &dyn TableLike)).collect(),
        (_, Some(list)) => list.iter().map(|table| table as &dyn TableLike).collect(),
        _ => Vec::new(),
    };
    if tables.is_empty() || tables.len() > limits::DECLARED {
        problems.error(|| Problem::at(source, whole.clone(), msg!("script.secret.list")));
    }
    tables.into_iter().take(limits::DECLARED).filter_map(|table| one(source, table, &whole, problems)).collect()
}

fn one(source: &Source, table: &dyn TableLike, whole: &Range<usize>, problems: &mut Problems) -> Option<HideDecl> {
    const KNOWN: [&str; 2] = ["what", "until"];
    let span_of = |key: &str| table.get(key).and_then(Item::span).unwrap_or_else(|| whole.clone());
    for (key, _) in table.iter().filter(|(key, _)| !KNOWN.contains(key)) {
        problems.error(|| {
            let problem = Problem::at(source, span_of(key), msg!("script.file.unknown_key", key));
            problem.allowed(Message::verbatim(KNOWN.join(", "))).did_you_mean(key, KNOWN)
        });
    }
    let Some(what) = table.get("what").and_then(Item::as_str) else {
        problems.error(|| Problem::at(source, whole.clone(), msg!("script.file.missing", key = "what")));
        return None;
    };
    let until = match table.get("until") {
        None => Some(Until::End),
        Some(item) => match item.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>()[..] {
            ["end"] => Some(Until::End),
            ["round", number] => number.parse().ok().filter(|round| *round > 1).map(Until::Round),
            _ => None,
        },
    };
    let Some(until) = until else {
        problems.error(|| {
            Problem::at(source, span_of("until"), msg!("script.file.choice", key = "until")).allowed(msg!("script.secret.until"))
        });
        return None;
    };
    Some(HideDecl { secret: Secret { what: intern(what), until }, span: span_of("what") })
}

/// Says what of it cannot be hidden in this game; notes which numbers of the rule's own are.
pub(super) fn check(
    source: &Source,
    hides: &[HideDecl],
    of_game: &[&'static str],
    kept: &[Kept],
    mut note: impl FnMut(&str),
    problems: &mut Problems,
) {
    for HideDecl { secret, span } in hides {
        let own = secret.what.strip_prefix(STATE).filter(|name| kept.iter().any(|kept| kept.name == *name));
        if let Some(own) = own {
            note(own);
        } else if !of_game.contains(&secret.what) {
            let own: Vec<String> = kept.iter().map(|kept| format!("{STATE}{}", kept.name)).collect();
            let known: Vec<&str> = of_game.iter().copied().chain(own.iter().map(String::as_str)).collect();
            problems.error(|| {
                let problem = Problem::at(source, span.clone(), msg!("script.secret.what", what = secret.what));
                problem.allowed(Message::verbatim(known.join(", "))).did_you_mean(secret.what, known.iter().copied())
            });
        }
    }
}

impl ScriptRule {
    /// Whose a piece is, as rules of this game say it.
    pub(super) fn owner(&self, game: &Game, id: Id) -> Option<Seat> {
        let Body::Read(read) = self.dialect.find(Of::Thing, "owner")?.body else { return None };
        match read(&Scene::now(game, self), &[Val::Thing(id)]) {
            Ok(Val::Int(seat)) => Some(seat as Seat),
            _ => None,
        }
    }

    /// Forgets in a copy to think in what is hidden from a seat: numbers of others are as they were at the start.
    pub(super) fn forget_hidden(&self, game: &mut Game, seat: Seat) {
        let hidden = game.hidden();
        for (slot, kept) in self.kept.iter().enumerate() {
            if !hidden.iter().any(|what| what.strip_prefix(STATE) == Some(kept.name)) {
                continue;
            }
            let others: Vec<Option<Val>> = match kept.per {
                Per::Game => vec![None],
                Per::Seat => {
                    (0..game.turn().seats).filter(|other| *other != seat).map(|other| Some(Val::Int(other.into()))).collect()
                }
                Per::Piece => {
                    let pieces = (0..game.pieces().len()).map(|piece| Id(piece as u16));
                    pieces.filter(|id| self.owner(game, *id) != Some(seat)).map(|id| Some(Val::Thing(id))).collect()
                }
            };
            for index in others {
                // There is nothing to forget where nothing is remembered.
                if self.remembered(game, slot, index.as_ref()).is_ok_and(|number| number != kept.start) {
                    let _ = self.remember(game, slot, index.as_ref(), kept.start);
                }
            }
        }
    }
}
