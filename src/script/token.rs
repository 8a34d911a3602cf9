//! `icon`: a number that a rule remembers of a piece or place is shown on it; `picture`: what a rule is about, in icons.

use super::file::{Kept, Per, Reader, Texts, span_of};
use super::rule::ScriptRule;
use super::value::Val;
use crate::sim::name::intern;
use crate::sim::show::badge::{Badge, ICONS, MOST_IN_A_PICTURE, is_icon};
use crate::sim::{Game, Id};
use crate::words::{Message, WordTexts, msg};
use toml_edit::TableLike;

/// How a number looks and is called.
#[derive(Debug, Clone)]
pub struct Icon {
    pub name: &'static str,
    pub called: Texts,
}

/// Reads `icon` and `name` of a state.
pub(super) fn read(reader: &mut Reader<'_>, table: &dyn TableLike, per: Per) -> Option<Icon> {
    let called = reader.text(table, "name", false);
    let item = table.get("icon")?;
    let name = item.as_str().unwrap_or_default();
    if per != Per::Piece {
        reader.wrong(span_of(table, "icon"), msg!("script.token.per"));
        return None;
    }
    if !is_icon(name) {
        reader.not_among(span_of(table, "icon"), msg!("script.token.icon", icon = name), name, &ICONS);
        return None;
    }
    Some(Icon { name: intern(name), called })
}

/// Reads `picture`: a few icons.
pub(super) fn picture(reader: &mut Reader<'_>, root: &dyn TableLike) -> Vec<&'static str> {
    let Some(item) = root.get("picture") else { return Vec::new() };
    let span = item.span().unwrap_or_else(|| span_of(root, "picture"));
    let Some(names) = item.as_array().filter(|names| (1..=MOST_IN_A_PICTURE).contains(&names.len())) else {
        reader.wrong(span, msg!("script.token.picture", most = MOST_IN_A_PICTURE));
        return Vec::new();
    };
    let mut icons = Vec::new();
    for item in names {
        let name = item.as_str().unwrap_or_default();
        if is_icon(name) {
            icons.push(intern(name));
        } else {
            let span = item.span().unwrap_or_else(|| span.clone());
            reader.not_among(span, msg!("script.token.icon", icon = name), name, &ICONS);
        }
    }
    icons
}

/// The words of what is shown, by their ids.
pub(super) fn lessons(own: &str, kept: &[Kept]) -> Vec<(String, WordTexts)> {
    let shown = kept.iter().filter_map(|kept| Some((kept, kept.icon.as_ref()?)));
    let plain = |name: &str| vec![(String::new(), name.replace('_', " "))];
    let words = |(kept, icon): (&Kept, &Icon)| {
        let texts = if icon.called.0.is_empty() { plain(kept.name) } else { icon.called.0.clone() };
        (words_of(own, kept.name), texts)
    };
    shown.map(words).collect()
}

fn words_of(own: &str, state: &str) -> String {
    format!("{own}.state.{state}")
}

impl ScriptRule {
    /// Whatever it remembers and shows, other than nothing.
    pub(super) fn badges_shown(&self, game: &Game) -> Vec<Badge> {
        let mut badges = Vec::new();
        for (slot, kept) in self.kept.iter().enumerate() {
            let Some(icon) = &kept.icon else { continue };
            for id in (0..game.pieces().len()).map(|piece| Id(piece as u16)) {
                let number = self.remembered(game, slot, Some(&Val::Thing(id))).unwrap_or(0);
                if number != 0 {
                    badges.push(Badge {
                        of: id,
                        icon: icon.name,
                        number,
                        called: Message::new(words_of(self.own(), kept.name)),
                        what: intern(&format!("state.{}", kept.name)),
                        owner: self.owner(game, id),
                    });
                }
            }
        }
        badges
    }
}
