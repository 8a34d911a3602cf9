//! What is said about a tile or a cell when it is pointed at: what laying there would take, or why it does not fit.
//! Consequences are found by letting a copy of the game make the move.

use super::{DreieckScene, cell_named, hand_named};
use crate::packs::dreieck::events::Captured;
use crate::packs::dreieck::view::LaidTile;
use crate::packs::dreieck::{Cell, TAKE_VERB, capture, phrases, view};
use crate::sim::{Command, Game, Seat};
use crate::table::Table;
use crate::window::scene::{Scene, Target, Tip, Tone};
use crate::words::{Message, msg, say};
use std::collections::BTreeSet;

/// What would come of choosing something.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Outlook {
    /// In how many places it fits.
    pub ways: usize,
    /// The areas that would be taken, in the best case.
    pub taken: Vec<(Seat, Vec<Cell>)>,
}

impl Outlook {
    fn count(&self) -> usize {
        self.taken.iter().map(|(_, cells)| cells.len()).sum()
    }
}

/// What a command would take, or could take where that is optional.
fn taken_by(game: &Game, command: Command) -> Vec<(Seat, Vec<Cell>)> {
    let mut copy = game.clone();
    let (player, take) = (game.deciding(), Command::bare(TAKE_VERB));
    if copy.apply(command).is_err() || copy.offers().contains(&take) && copy.apply(take).is_err() {
        return Vec::new();
    }
    let areas = copy.events().iter().filter_map(Captured::read).filter(|e| e.player == player);
    areas.map(|e| (e.owner, e.cells.iter().filter_map(|cell| super::plan::cell_of(*cell)).collect())).collect()
}

impl DreieckScene {
    /// What would come of choosing a target; worked out once.
    pub(super) fn outlook(&self, game: &Game, name: &str) -> Outlook {
        let key = format!("{name} {:?}", self.held.as_ref().map(|held| (held.tile.number, held.rotation)));
        let mut said = self.said.borrow_mut();
        if let Some((_, outlook)) = said.as_ref().filter(|(about, _)| *about == key) {
            return outlook.clone();
        }
        let outlook = self.work_out(game, name);
        *said = Some((key, outlook.clone()));
        outlook
    }

    fn work_out(&self, game: &Game, name: &str) -> Outlook {
        if let Some(cell) = cell_named(name) {
            let command = self.lay(game, cell);
            return Outlook { ways: command.iter().len(), taken: command.map(|c| taken_by(game, c)).unwrap_or_default() };
        }
        let id = hand_named(name).and_then(|number| view::hand(game, game.deciding()).into_iter().find(|t| t.number == number));
        let ways = id.map(|tile| view::placements(game, tile.id)).unwrap_or_default();
        let commands = ways.iter().filter_map(|(cell, rotation)| view::lay(game, id?.id, *cell, *rotation));
        // A cell that takes a tile in several turns is one place.
        let places = ways.iter().map(|(cell, _)| *cell).collect::<BTreeSet<_>>().len();
        let outlooks = commands.map(|command| Outlook { ways: places, taken: taken_by(game, command) });
        outlooks.max_by_key(Outlook::count).unwrap_or_default()
    }
}

/// How much a command takes.
pub(super) fn prospects(game: &Game, command: Command) -> Vec<(Tone, Message)> {
    match taken_by(game, command).iter().map(|(_, cells)| cells.len()).sum() {
        0usize => vec![(Tone::Plain, msg!("dreieck.window.tip.takes_nothing"))],
        n => vec![(Tone::Good, msg!("dreieck.window.tip.takes", n))],
    }
}

pub(super) fn tip(scene: &DreieckScene, table: &Table, target: &Target) -> Option<Tip> {
    if let Some(number) = hand_named(&target.name) {
        return hand_tip(scene, table, number, target);
    }
    let cell = cell_named(&target.name)?;
    if scene.moving() {
        return None;
    }
    match scene.shown().at(cell) {
        Some(tile) => Some(laid_tip(scene, table, tile)),
        None => cell_tip(scene, table, cell, target),
    }
}

fn hand_tip(scene: &DreieckScene, table: &Table, number: u8, target: &Target) -> Option<Tip> {
    let game = table.game();
    let (tile, _) = scene.hand(game).into_iter().find(|(tile, _)| tile.number == number)?;
    let title = say!("dreieck.window.tip.tile", tile = phrases::tile(game, tile.number));
    let mut tip = Tip { title, lines: Vec::new() };
    if !scene.is_acting(game) {
        return Some(tip);
    }
    let outlook = scene.outlook(game, &target.name);
    if outlook.ways == 0 {
        // A rule may keep it back, wherever it fits.
        if let Some(command) = view::kept_back(game, tile.number) {
            tip.refuse(table, command);
        } else {
            tip.lines.push((Tone::Bad, say!("dreieck.window.tip.fits_nowhere")));
            tip.lines.push((Tone::Quiet, say!("window.tip.rule", rule = "D-P2")));
        }
        return Some(tip);
    }
    tip.lines.push((Tone::Plain, say!("dreieck.window.tip.fits", n = outlook.ways)));
    if outlook.count() > 0 {
        tip.lines.push((Tone::Good, say!("dreieck.window.tip.can_take", n = outlook.count())));
    }
    Some(tip)
}

fn cell_tip(scene: &DreieckScene, table: &Table, cell: Cell, target: &Target) -> Option<Tip> {
    let game = table.game();
    if !scene.is_acting(game) {
        return None;
    }
    let Some(held) = &scene.held else {
        let fitting: BTreeSet<_> =
            game.offers().iter().filter_map(|c| view::laying(*c)).filter(|(_, at, _)| *at == cell).map(|(id, _, _)| id).collect();
        let line = match fitting.len() {
            0 => (Tone::Quiet, say!("dreieck.window.tip.none_fits")),
            n => (Tone::Plain, say!("dreieck.window.tip.fit_here", n)),
        };
        return Some(Tip { title: say!("dreieck.window.tip.empty"), lines: vec![line] });
    };
    let Some(rotation) = held.rotation_in(cell) else {
        return Some(why_not(scene, table, cell));
    };
    let outlook = scene.outlook(game, &target.name);
    let mut tip = Tip { title: say!("dreieck.window.tip.lay"), lines: Vec::new() };
    for (owner, cells) in &outlook.taken {
        let player = table.cast()[usize::from(*owner)].called();
        tip.lines.push((Tone::Good, say!("dreieck.window.tip.takes_of", n = cells.len(), player)));
    }
    if outlook.taken.is_empty() {
        tip.lines.push((Tone::Plain, say!("dreieck.window.tip.takes_nothing")));
    }
    if rotation != held.rotation {
        tip.lines.push((Tone::Quiet, say!("dreieck.window.tip.turned")));
    }
    Some(tip)
}

/// Why the held tile does not fit, as it is turned now.
fn why_not(scene: &DreieckScene, table: &Table, cell: Cell) -> Tip {
    let game = table.game();
    let mut tip = Tip { title: say!("dreieck.window.tip.no_fit"), lines: Vec::new() };
    let Some(held) = &scene.held else { return tip };
    // A rotation that looks like another one is answered as that one.
    let alike = held.tile.corners.iter().all(|symbol| *symbol == held.tile.corners[0]);
    let Some(command) = view::lay(game, held.tile.id, cell, if alike { 0 } else { held.rotation }) else { return tip };
    tip.refuse(table, command);
    if !alike {
        tip.lines.push((Tone::Quiet, say!("dreieck.window.tip.turning")));
    }
    tip
}

fn laid_tip(scene: &DreieckScene, table: &Table, tile: &LaidTile) -> Tip {
    let game = table.game();
    let player = table.cast()[usize::from(tile.owner)].called();
    let title = say!("dreieck.window.tip.laid", player, tile = phrases::tile(game, tile.number));
    let mut tip = Tip { title, lines: Vec::new() };
    let Some(area) = view::areas(game, tile.owner).into_iter().find(|area| area.contains(&tile.cell)) else { return tip };
    let said = match (area.len(), open_edges(scene, game, &area)) {
        (1, 0) => msg!("dreieck.window.tip.shut_in"),
        (tiles, 0) => msg!("dreieck.window.tip.area_shut_in", tiles),
        (1, n) => msg!("dreieck.window.tip.open", n),
        (tiles, n) => msg!("dreieck.window.tip.area_open", tiles, n),
    };
    tip.lines.push((Tone::Plain, said.to_string()));
    tip
}

/// The edges of an area with nothing beyond; holes are counted too where they save it.
fn open_edges(scene: &DreieckScene, game: &Game, area: &[Cell]) -> usize {
    let wall = DreieckScene::terms(game).capture.is_some_and(|c| c.edge == capture::Edge::Wall);
    let radius = view::radius(game);
    let beyond = area.iter().flat_map(|cell| (0..3).map(|edge| cell.neighbour(edge)));
    beyond.filter(|cell| scene.shown().at(*cell).is_none() && (cell.is_within(radius) || !wall)).count()
}
