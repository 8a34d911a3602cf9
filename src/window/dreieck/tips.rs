//! What is said about a tile or a cell when it is pointed at: what laying there would take, or why it does not fit.
//! Consequences are found by letting a copy of the game make the move.

use super::{DreieckScene, cell_named, hand_named};
use crate::packs::dreieck::events::Captured;
use crate::packs::dreieck::tiles::{Corners, LETTERS, name};
use crate::packs::dreieck::{Cell, TAKE_VERB, capture, view};
use crate::sim::{Command, Game, Seat};
use crate::table::{Table, retell};
use crate::window::scene::{Scene, Target, Tip, Tone};

/// What would come of choosing something.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Outlook {
    /// How many ways there are.
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
    areas.map(|e| (e.owner, e.cells.iter().filter_map(|cell| super::motion::cell_of(*cell)).collect())).collect()
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
        let outlooks = commands.map(|command| Outlook { ways: ways.len(), taken: taken_by(game, command) });
        outlooks.max_by_key(Outlook::count).unwrap_or_default()
    }
}

/// How much a command takes.
pub(super) fn prospects(game: &Game, command: Command) -> Vec<(Tone, String)> {
    match taken_by(game, command).iter().map(|(_, cells)| cells.len()).sum() {
        0usize => vec![(Tone::Plain, "Takes nothing.".into())],
        1 => vec![(Tone::Good, "Takes a tile.".into())],
        many => vec![(Tone::Good, format!("Takes {many} tiles."))],
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
    match scene.shown.at(cell) {
        Some(tile) => Some(laid_tip(scene, table, cell, tile.owner, tile.corners)),
        None => cell_tip(scene, table, cell, target),
    }
}

/// The symbols by name.
fn symbols(game: &Game, corners: Corners) -> String {
    let names = view::symbols(game);
    let words: Vec<&str> = corners.iter().filter_map(|symbol| names.get(usize::from(*symbol))).map(String::as_str).collect();
    words.join(" · ")
}

fn hand_tip(scene: &DreieckScene, table: &Table, number: u8, target: &Target) -> Option<Tip> {
    let game = table.game();
    let (tile, _) = scene.hand(game).into_iter().find(|(tile, _)| tile.number == number)?;
    let title = format!("{} ({})", capital(&symbols(game, tile.corners)), name(tile.corners));
    let mut tip = Tip { title, lines: Vec::new() };
    if !scene.is_acting(game) {
        return Some(tip);
    }
    let outlook = scene.outlook(game, &target.name);
    if outlook.ways == 0 {
        tip.lines.push((Tone::Bad, "Fits nowhere at the moment, however it is turned.".into()));
        tip.lines.push((Tone::Quiet, "Rule D-P2".into()));
        return Some(tip);
    }
    let places = if outlook.ways == 1 { "one place".to_owned() } else { format!("{} places", outlook.ways) };
    tip.lines.push((Tone::Plain, format!("Fits in {places}.")));
    match outlook.count() {
        0 => {}
        1 => tip.lines.push((Tone::Good, "Can take a tile.".into())),
        many => tip.lines.push((Tone::Good, format!("Can take {many} tiles."))),
    }
    Some(tip)
}

fn cell_tip(scene: &DreieckScene, table: &Table, cell: Cell, target: &Target) -> Option<Tip> {
    let game = table.game();
    if !scene.is_acting(game) {
        return None;
    }
    let Some(held) = &scene.held else {
        let fitting: std::collections::BTreeSet<_> =
            game.offers().iter().filter_map(|c| view::laying(*c)).filter(|(_, at, _)| *at == cell).map(|(id, _, _)| id).collect();
        let line = match fitting.len() {
            0 => (Tone::Quiet, "None of your tiles fits here.".to_owned()),
            1 => (Tone::Plain, "One of your tiles fits here.".to_owned()),
            many => (Tone::Plain, format!("{many} of your tiles fit here.")),
        };
        return Some(Tip { title: "An empty cell".into(), lines: vec![line] });
    };
    let Some(rotation) = held.rotation_in(cell) else {
        return Some(why_not(scene, table, cell));
    };
    let outlook = scene.outlook(game, &target.name);
    let mut tip = Tip { title: "Lay it here".into(), lines: Vec::new() };
    for (owner, cells) in &outlook.taken {
        let whose = &table.cast()[usize::from(*owner)].name;
        let what = if cells.len() == 1 { "a tile".to_owned() } else { format!("{} tiles", cells.len()) };
        tip.lines.push((Tone::Good, format!("Takes {what} of {whose}.")));
    }
    if outlook.taken.is_empty() {
        tip.lines.push((Tone::Plain, "Takes nothing.".into()));
    }
    if rotation != held.rotation {
        tip.lines.push((Tone::Quiet, "It is turned to fit.".into()));
    }
    Some(tip)
}

/// Why the held tile does not fit, as it is turned now.
fn why_not(scene: &DreieckScene, table: &Table, cell: Cell) -> Tip {
    let game = table.game();
    let mut tip = Tip { title: "It does not fit".into(), lines: Vec::new() };
    let Some(held) = &scene.held else { return tip };
    // A rotation that looks like another one is answered as that one.
    let alike = held.tile.corners.iter().all(|symbol| *symbol == held.tile.corners[0]);
    let Some(command) = view::lay(game, held.tile.id, cell, if alike { 0 } else { held.rotation }) else { return tip };
    let reason = game.why_not(command);
    let text = named(&retell(game, table.cast(), &reason.text), view::symbols(game), cell);
    tip.lines.push((Tone::Bad, capital(&text) + "."));
    let mut source = format!("Rule {}", reason.rule);
    if let Some(setting) = reason.setting {
        source += &format!(" · {setting}");
    }
    if let Some(place) = reason.set_at {
        source += &format!(" in {place}");
    }
    tip.lines.push((Tone::Quiet, source));
    if !alike {
        tip.lines.push((Tone::Quiet, "Turning it does not help here.".into()));
    }
    tip
}

/// A reason with the symbols' names for their letters, and sides for the cells it names.
fn named(text: &str, names: &[String], cell: Cell) -> String {
    let name = |letter: char| LETTERS.iter().position(|l| *l == letter).and_then(|at| names.get(at));
    let spelt = |word: &str| {
        let bare = word.trim_end_matches([',', '.']);
        let letters: Vec<&str> = bare.split('-').collect();
        let words: Option<Vec<String>> = letters
            .iter()
            .map(|part| match part.chars().collect::<Vec<_>>()[..] {
                [letter] => name(letter).cloned(),
                _ => None,
            })
            .collect();
        words.map(|words| words.join("–") + &word[bare.len()..])
    };
    let mut before = "";
    let mut told = Vec::new();
    for word in text.split(' ') {
        let side = word.parse::<Cell>().ok().and_then(|other| side(cell, other));
        let spelt = if before == "shows" || before == "bring" { spelt(word) } else { None };
        told.push(side.map(str::to_owned).or(spelt).unwrap_or_else(|| word.to_owned()));
        before = word;
    }
    told.join(" ").replace("the edge towards the ", "the edge to the ")
}

/// On which side of a cell a neighbour lies.
fn side(cell: Cell, other: Cell) -> Option<&'static str> {
    cell.edge_to(other)?;
    let (from, to) = (cell.centre(), other.centre());
    Some(match (to.x - from.x, to.y - from.y) {
        (_, y) if y > 0.5 => "the tile below",
        (_, y) if y < -0.5 => "the tile above",
        (x, _) if x > 0.0 => "the right",
        _ => "the left",
    })
}

fn laid_tip(scene: &DreieckScene, table: &Table, cell: Cell, owner: Seat, corners: Corners) -> Tip {
    let game = table.game();
    let title = format!("{} · {}", table.cast()[usize::from(owner)].name, symbols(game, corners));
    let mut tip = Tip { title, lines: Vec::new() };
    let Some(area) = view::areas(game, owner).into_iter().find(|area| area.contains(&cell)) else { return tip };
    let open = open_edges(scene, game, &area);
    let tiles = if area.len() == 1 { "This tile".to_owned() } else { format!("This area of {} tiles", area.len()) };
    let edges = match open {
        0 => "no open edge".to_owned(),
        1 => "one open edge".to_owned(),
        many => format!("{many} open edges"),
    };
    tip.lines.push((Tone::Plain, format!("{tiles} has {edges}.")));
    tip
}

/// The edges of an area with nothing beyond; holes are counted too where they save it.
fn open_edges(scene: &DreieckScene, game: &Game, area: &[Cell]) -> usize {
    let wall = DreieckScene::terms(game).capture.is_some_and(|c| c.edge == capture::Edge::Wall);
    let radius = view::radius(game);
    let beyond = area.iter().flat_map(|cell| (0..3).map(|edge| cell.neighbour(edge)));
    beyond.filter(|cell| scene.shown.at(*cell).is_none() && (cell.is_within(radius) || !wall)).count()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}
