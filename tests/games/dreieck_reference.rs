//! Triangle Takes against a second, plain implementation: a map of cells, everything worked out anew at every turn.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use triangulum::packs::dreieck::capture::{Edge, Holes, SelfShut};
use triangulum::packs::dreieck::events::Captured;
use triangulum::packs::dreieck::fit::Matching;
use triangulum::packs::dreieck::lattice::Lattice;
use triangulum::packs::dreieck::tiles::{TileSet, name};
use triangulum::packs::dreieck::{COLOURS, Cell, TAKE_VERB, Terms, view};
use triangulum::players::{Player, Random};
use triangulum::sim::Game;
use triangulum::sim::chance::{below, stream};

type Spot = [i32; 3];

/// The rules as far as the reference needs them.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a reading of its own")]
struct Law {
    strict: bool,
    /// The first symbol goes with every other.
    joker: bool,
    radius: i32,
    wall: bool,
    liberty: bool,
    /// An area that its own player shuts in goes to the opponent.
    self_shut: bool,
}

/// Who lies where, showing which symbols.
#[derive(Clone, Default)]
struct Plain {
    tiles: BTreeMap<Spot, (u8, [u8; 3])>,
}

fn neighbours(spot: Spot) -> [Spot; 3] {
    let step = if spot.iter().sum::<i32>() == 1 { 1 } else { -1 };
    [0, 1, 2].map(|i| {
        let mut other = spot;
        other[i] += step;
        other
    })
}

/// The corners as the trace describes them.
fn corners([a, b, c]: Spot) -> [Spot; 3] {
    if a + b + c == 1 {
        [[a - 1, b, c], [a, b - 1, c], [a, b, c - 1]]
    } else {
        [[a, b - 1, c - 1], [a - 1, b, c - 1], [a - 1, b - 1, c]]
    }
}

fn on_table(law: Law, spot: Spot) -> bool {
    law.radius == 0 || corners(spot).iter().flatten().all(|n| n.abs() <= law.radius)
}

impl Plain {
    /// Every cell, tile and rotation that fits, for the tiles at hand.
    fn legal(&self, law: Law, hand: &[[u8; 3]]) -> Vec<(Spot, [u8; 3])> {
        let mut legal = Vec::new();
        let open: BTreeSet<Spot> = if self.tiles.is_empty() {
            BTreeSet::from([[0, 0, 1]])
        } else {
            self.tiles
                .keys()
                .flat_map(|spot| neighbours(*spot))
                .filter(|n| !self.tiles.contains_key(n) && on_table(law, *n))
                .collect()
        };
        for spot in open {
            // What is shown in each of this cell's corners by whoever counts.
            let mut shown: Vec<(usize, u8)> = Vec::new();
            let own = corners(spot);
            let steps = || -1..=1;
            let round =
                steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| [spot[0] + x, spot[1] + y, spot[2] + z])));
            let near: Vec<Spot> = if law.strict { round.collect() } else { neighbours(spot).to_vec() };
            for other in near {
                if let Some((_, symbols)) = self.tiles.get(&other) {
                    for (i, corner) in corners(other).iter().enumerate() {
                        shown.extend(own.iter().position(|mine| mine == corner).map(|mine| (mine, symbols[i])));
                    }
                }
            }
            for tile in hand {
                for r in 0..3 {
                    let turned = [tile[r], tile[(r + 1) % 3], tile[(r + 2) % 3]];
                    let agree = |one: u8, other: u8| one == other || law.joker && (one == 0 || other == 0);
                    if shown.iter().all(|(corner, symbol)| agree(turned[*corner], *symbol)) {
                        legal.push((spot, turned));
                    }
                }
            }
        }
        legal.sort_unstable();
        // A tile with three like corners shows the same in every rotation.
        legal.dedup();
        legal
    }

    fn area(&self, from: Spot) -> BTreeSet<Spot> {
        let owner = self.tiles[&from].0;
        let mut area = BTreeSet::from([from]);
        let mut todo = vec![from];
        while let Some(spot) = todo.pop() {
            for n in neighbours(spot) {
                if self.tiles.get(&n).is_some_and(|(other, _)| *other == owner) && area.insert(n) {
                    todo.push(n);
                }
            }
        }
        area
    }

    /// The cells outside an area that reach the outside of a box round it, over edges.
    fn outside(area: &BTreeSet<Spot>) -> BTreeSet<Spot> {
        let bound = |i: usize| (area.iter().map(|s| s[i]).min().unwrap() - 2, area.iter().map(|s| s[i]).max().unwrap() + 2);
        let ((a0, a1), (b0, b1)) = (bound(0), bound(1));
        let inside = |s: &Spot| (a0..=a1).contains(&s[0]) && (b0..=b1).contains(&s[1]);
        let start = [a0, b0, 1 - a0 - b0];
        let mut outside = BTreeSet::from([start]);
        let mut todo = vec![start];
        while let Some(spot) = todo.pop() {
            for n in neighbours(spot) {
                if inside(&n) && !area.contains(&n) && outside.insert(n) {
                    todo.push(n);
                }
            }
        }
        outside
    }

    /// The opponents' areas that the tile just laid completes the ring of.
    fn captured(&self, law: Law, last: Spot) -> BTreeSet<BTreeSet<Spot>> {
        let player = self.tiles[&last].0;
        let mut captured = BTreeSet::new();
        for n in neighbours(last) {
            if self.tiles.get(&n).is_none_or(|(owner, _)| *owner == player) {
                continue;
            }
            let area = self.area(n);
            let rim = Self::rim(law, &area);
            if rim.contains(&last) && self.is_covered(law, &rim) {
                captured.insert(area);
            }
        }
        captured
    }

    /// The cells beside an area that count.
    fn rim(law: Law, area: &BTreeSet<Spot>) -> BTreeSet<Spot> {
        let outside = if law.liberty { BTreeSet::new() } else { Self::outside(area) };
        let beside = area.iter().flat_map(|s| neighbours(*s)).filter(|n| !area.contains(n));
        beside.filter(|n| law.liberty || outside.contains(n)).collect()
    }

    fn is_covered(&self, law: Law, rim: &BTreeSet<Spot>) -> bool {
        rim.iter().all(|s| if on_table(law, *s) { self.tiles.contains_key(s) } else { law.wall })
    }

    /// The area of the tile just laid, if it has no way out and goes to the opponent for that.
    fn shut_in(&self, law: Law, last: Spot) -> Option<BTreeSet<Spot>> {
        let area = self.area(last);
        (law.self_shut && self.is_covered(law, &Self::rim(law, &area))).then_some(area)
    }
}

fn spot(cell: Cell) -> Spot {
    cell.coordinates().map(i32::from)
}

fn law(game: &Game) -> Law {
    let terms = Terms::of(game.rules());
    let capture = terms.capture.unwrap();
    Law {
        strict: terms.matching == Matching::Corners,
        joker: terms.set.joker().is_some(),
        radius: terms.radius.into(),
        wall: capture.edge == Edge::Wall,
        liberty: capture.holes == Holes::Liberty,
        self_shut: capture.self_shut == SelfShut::Opponent && game.turn().seats == 2,
    }
}

/// What happened to the table: the areas with whoever took them.
fn taken(game: &Game) -> BTreeSet<(u8, BTreeSet<Spot>)> {
    let events = game.events().iter().filter_map(Captured::read);
    events.map(|e| (e.player, e.cells.iter().map(|cell| cell.map(i32::from)).collect())).collect()
}

/// The table as text: a line for each tile, then what every player has.
fn dump(game: &Game) -> String {
    let mut tiles = view::table(game);
    tiles.sort_unstable_by_key(|tile| tile.cell);
    let mut text = String::new();
    for tile in tiles {
        let way = if tile.cell.is_up() { "up" } else { "down" };
        let shown = name(tile.corners);
        text += &format!("{:<12} {way:<5} {:<12} shows {shown}\n", tile.cell.to_string(), game.name(tile.id));
    }
    for seat in 0..game.turn().seats {
        let (unlaid, prisoners) = (view::unlaid(game, seat), view::prisoners(game, seat).len());
        let colour = COLOURS[usize::from(seat)];
        text += &format!("{colour}: {unlaid} to lay, {prisoners} prisoners, score {}\n", view::score(game, seat));
    }
    text
}

/// Plays a game on both and compares offers and captures at every turn; gives the number of areas surrounded.
fn compare(variant: &triangulum::variant::Variant, seats: usize, seed: u64) -> usize {
    let mut game = common::game(variant, seats, seed);
    let law = law(&game);
    let mut plain = Plain::default();
    let mut player = Random::new(seed, 0);
    let mut captures = 0;
    let optional = Terms::of(game.rules()).capture.unwrap().optional;
    while game.outcome().is_none() {
        let seat = game.deciding();
        let hand = view::hand(&game, seat);
        let held: Vec<[u8; 3]> = hand.iter().filter(|tile| tile.open).map(|tile| tile.corners).collect();
        let shown = |command| {
            let (id, cell, r) = view::laying(command).unwrap();
            let tile = hand.iter().find(|tile| tile.id == id).unwrap().corners;
            let r = usize::from(r);
            (spot(cell), [tile[r], tile[(r + 1) % 3], tile[(r + 2) % 3]])
        };
        let mut offered: Vec<_> = game.offers().iter().map(|command| shown(*command)).collect();
        offered.sort_unstable();
        assert_eq!(offered, plain.legal(law, &held), "{} seed {seed}\n{}", game.rules().blueprint.variant, dump(&game));
        let command = player.choose(&game);
        let (cell, symbols) = shown(command);
        game.apply(command).unwrap();
        plain.tiles.insert(cell, (seat, symbols));
        let mut expected: BTreeSet<_> = plain.captured(law, cell).into_iter().map(|area| (seat, area)).collect();
        if optional && !expected.is_empty() {
            assert_eq!(game.offer_texts(), ["decline", "take"]);
            assert_eq!(taken(&game), BTreeSet::new());
            let answer = player.choose(&game);
            game.apply(answer).unwrap();
            if answer.verb != TAKE_VERB {
                captures += expected.len();
                expected.clear();
            }
        }
        for gone in expected.iter().flat_map(|(_, area)| area) {
            plain.tiles.remove(gone);
        }
        if let Some(area) = plain.shut_in(law, cell) {
            plain.tiles.retain(|spot, _| !area.contains(spot));
            expected.insert((1 - seat, area));
        }
        assert_eq!(taken(&game), expected, "{} seed {seed}\n{}", game.rules().blueprint.variant, dump(&game));
        captures += expected.len();
        let table: BTreeMap<Spot, (u8, [u8; 3])> =
            view::table(&game).into_iter().map(|tile| (spot(tile.cell), (tile.owner, tile.corners))).collect();
        assert_eq!(table, plain.tiles);
    }
    captures
}

#[test]
fn two_thousand_random_games_agree_at_every_turn() {
    let head = "pack = \"dreieck\"\nextends = \"walled_table\"\n[capture]\n";
    let readings =
        ["optional = true", "self_shut = \"opponent\"", "optional = true\nself_shut = \"opponent\"\nholes = \"liberty\""];
    let mut variants: Vec<_> = common::shipped().into_iter().filter(|v| v.rules.pack.name() == "dreieck").collect();
    // The plain way knows what the printed rules allow, not what a house rule forbids or asks.
    variants.retain(|v| v.rules.in_force.iter().all(|rule| !rule.may_forbid() && rule.verbs().is_empty()));
    variants.extend(readings.map(|reading| common::from_text(&format!("{head}{reading}\n"))));
    let mut captures = vec![0; variants.len()];
    for number in 0..2_000 {
        let which = number % variants.len();
        captures[which] += compare(&variants[which], 2 + number / variants.len() % 5, number as u64);
    }
    assert!(captures.iter().all(|count| *count > 50), "every variant has captures: {captures:?}");
}

/// Random games hardly ever make rings. Here three colours are strewn over a small table until it is full, one colour
/// much more often than the others, and every area beside the last tile is judged under every setting.
#[test]
fn rings_with_holes_are_judged_as_the_plain_way_judges_them() {
    let set = std::sync::Arc::new(TileSet::new(4));
    let mut seen = [0; 4];
    for seed in 0..1_500 {
        let mut random = stream(seed, 7);
        let radius = 2 + (seed % 3) as i16;
        let bounded = seed % 2 == 0;
        let law = Law {
            strict: false,
            joker: false,
            radius: if bounded { radius.into() } else { 0 },
            wall: seed % 4 == 0,
            liberty: false,
            self_shut: false,
        };
        let start = Cell::new(0, 0, 1).unwrap();
        let mut lattice = Lattice::new(set.clone(), start, Matching::Edges, law.radius as i16, !law.wall);
        let mut cells: Vec<Cell> = (-5..6)
            .flat_map(|a| (-5..6).flat_map(move |b| [1, 2].map(|sum| Cell::new(a, b, sum - a - b).unwrap())))
            .filter(|cell| cell.is_within(radius))
            .collect();
        let mut plain = Plain::default();
        let often = 3 + below(&mut random, 6);
        while !cells.is_empty() {
            let cell = cells.swap_remove(below(&mut random, cells.len() as u32) as usize);
            let owner = (below(&mut random, often + 2)).saturating_sub(often - 1) as u8;
            lattice.lay(cell, owner, 0, 0);
            plain.tiles.insert(spot(cell), (owner, [0; 3]));
            for liberty in [false, true] {
                let expected = plain.captured(Law { liberty, ..law }, spot(cell));
                let mut judged = BTreeSet::new();
                for edge in 0..3 {
                    let near = cell.neighbour(edge);
                    if lattice.at(near).is_some_and(|lying| lying.owner != owner) {
                        let area = lattice.area_at(near).unwrap();
                        if lattice.is_completed(area, cell, liberty) {
                            judged.insert(lattice.cells_of(area).map(|lying| spot(lying.cell)).collect::<BTreeSet<Spot>>());
                        }
                    }
                }
                assert_eq!(judged, expected, "seed {seed}, {cell} laid, liberty {liberty}");
                for area in &judged {
                    let outside = Plain::outside(area);
                    let inner = |n: &Spot| !area.contains(n) && !outside.contains(n);
                    let holed = area.iter().flat_map(|s| neighbours(*s)).any(|n| inner(&n));
                    seen[usize::from(liberty) * 2 + usize::from(holed)] += 1;
                }
            }
        }
        assert_eq!(lattice.open_edges() as usize, open_edges(&plain, law), "seed {seed}");
    }
    assert!(seen.iter().all(|count| *count > 20), "areas with and without holes were captured both ways: {seen:?}");
}

fn open_edges(plain: &Plain, law: Law) -> usize {
    let edges = plain.tiles.keys().flat_map(|spot| neighbours(*spot));
    edges.filter(|n| if on_table(law, *n) { !plain.tiles.contains_key(n) } else { !law.wall }).count()
}
