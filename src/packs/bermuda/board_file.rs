//! Reading a board, from rules/bermuda/board.toml or a trace header, and checking that it can be played on.

use super::board::{Chart, CloudShape, Grid, Land, Lettering, MOST_SPOTS, PORTS, PortPlace, SPACES, Scenery, Shoal};
use super::cloud::geometry::{Point, inside};
use super::phrases::spot;
use crate::document;
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::words::{self, Message, figure, msg};
use serde::Deserialize;
use serde_json::Value;
use std::ops::Range;
use toml::Spanned;

/// Decks of one port; a board has room for two beside each.
const MOST_DECKS: usize = 4;
/// What a drawing may have: points of lands and shoals, and words on the water. The printed one has less than a fifth of it.
const MOST_POINTS: usize = 5_000;
const MOST_LETTERINGS: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chart: Spanned<ChartTable>,
    grid: Spanned<Grid>,
    cloud: Spanned<CloudShape>,
    port: Vec<Spanned<PortTable>>,
    leg: Vec<Spanned<LegTable>>,
    #[serde(default)]
    land: Vec<Spanned<Land>>,
    #[serde(default)]
    shoal: Vec<Spanned<Shoal>>,
    #[serde(default)]
    lettering: Vec<Spanned<Lettering>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartTable {
    width: f64,
    height: f64,
    ship_radius: Spanned<f64>,
    title: String,
    cartouche: Option<Point>,
    compass: Option<Point>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PortTable {
    id: String,
    name: String,
    decks: Vec<String>,
    berths: Spanned<Vec<Spanned<Point>>>,
    plate: Point,
    cards: Vec<Point>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LegTable {
    from: Spanned<String>,
    to: Spanned<String>,
    spaces: Spanned<Vec<Spanned<Point>>>,
}

/// Reads and checks a board file; every problem is reported at its line.
pub(crate) fn read(source: &Source, inside: bool) -> Result<Chart, Problems> {
    let file: File = document::read_board(source, inside)?;
    let mut problems = Problems::default();
    let mut spot_spans: Vec<Range<usize>> = Vec::new();
    let mut spots = Vec::new();
    let mut legs = Vec::new();
    let whole_route = file.leg.first().map_or(0..0, Spanned::span);
    for (number, leg) in file.leg.iter().map(Spanned::get_ref).enumerate() {
        let first = spots.len() as u8;
        for space in leg.spaces.get_ref().iter().take(MOST_SPOTS) {
            spots.push(*space.get_ref());
            spot_spans.push(space.span());
        }
        legs.push(first..spots.len() as u8);
        check_leg_ends(source, &file, number, leg, &mut problems);
    }
    let spaces = spots.len();
    if spaces != SPACES {
        let message = msg!("bermuda.problem.board.spaces", n = spaces);
        let allowed = msg!("bermuda.problem.board.spaces_allowed", n = SPACES);
        problems.push(Problem::at(source, whole_route.clone(), message).allowed(allowed));
    }
    if file.leg.len() != PORTS || file.port.len() != PORTS {
        let message = msg!("bermuda.problem.board.legs", legs = file.leg.len(), ports = file.port.len());
        problems.push(Problem::at(source, whole_route, message).allowed(msg!("bermuda.problem.board.legs_allowed")));
    }
    if let Some(span) = undrawable(&file) {
        let message = msg!("bermuda.problem.board.scenery");
        let allowed = msg!("bermuda.problem.board.scenery_allowed", points = MOST_POINTS, letterings = MOST_LETTERINGS);
        problems.push(Problem::at(source, span, message).allowed(allowed));
    }
    let chart = file.chart.into_inner();
    let mut ports = Vec::new();
    let mut scenery = Scenery {
        title: words::name(&chart.title, limits::NAME),
        cartouche: chart.cartouche,
        compass: chart.compass,
        lands: file.land.into_iter().map(Spanned::into_inner).collect(),
        shoals: file.shoal.into_iter().map(Spanned::into_inner).collect(),
        lettering: file.lettering.into_iter().map(Spanned::into_inner).collect(),
        ..Scenery::default()
    };
    scenery.lands.iter_mut().for_each(|land| land.name = words::name(&land.name, limits::NAME));
    scenery.lettering.iter_mut().for_each(|lettering| lettering.text = words::name(&lettering.text, limits::NAME));
    let mut port_spans = Vec::new();
    for (number, port) in file.port.into_iter().enumerate() {
        let span = port.span();
        port_spans.push(span.clone());
        let port = port.into_inner();
        let first = spots.len() as u8;
        for berth in port.berths.get_ref().iter().take(MOST_SPOTS) {
            spots.push(*berth.get_ref());
            spot_spans.push(berth.span());
        }
        if port.berths.get_ref().len() < PORTS {
            let message = msg!("bermuda.problem.board.berths", port = &port.name, n = port.berths.get_ref().len());
            let allowed = msg!("bermuda.problem.board.berths_allowed", n = PORTS);
            problems.push(Problem::at(source, port.berths.span(), message).allowed(allowed));
        }
        if !decks_fit(&port.decks) {
            let message = msg!("bermuda.problem.board.decks", port = &port.name, n = port.decks.len());
            let allowed = msg!("bermuda.problem.board.decks_allowed", n = MOST_DECKS);
            problems.push(Problem::at(source, span.clone(), message).allowed(allowed));
        }
        if port.cards.len() != port.decks.len() {
            let (decks, places) = (port.decks.len(), port.cards.len());
            let message = msg!("bermuda.problem.board.card_places", port = &port.name, decks, places);
            problems.push(Problem::at(source, span, message));
        }
        scenery.plates.push(port.plate);
        scenery.cards.push(port.cards);
        let after_leg = (number + PORTS - 1) % PORTS;
        ports.push(PortPlace {
            id: port.id,
            name: words::name(&port.name, limits::NAME),
            decks: port.decks,
            after_leg: after_leg as u8,
            berths: first..spots.len() as u8,
        });
    }
    if spots.len() >= MOST_SPOTS {
        problems.push(
            Problem::about(&source.path, msg!("bermuda.problem.board.spots", n = spots.len()))
                .allowed(msg!("bermuda.problem.board.spots_allowed", n = MOST_SPOTS)),
        );
        return Err(problems);
    }
    let (grid_span, cloud_span, ships_span) = (file.grid.span(), file.cloud.span(), chart.ship_radius.span());
    let chart = Chart {
        size: Point { x: chart.width, y: chart.height },
        ship_radius: *chart.ship_radius.get_ref(),
        spots,
        legs,
        ports,
        grid: file.grid.into_inner(),
        cloud: file.cloud.into_inner(),
        scenery,
        leg_by_spot: Vec::new(),
        port_by_spot: Vec::new(),
        port_by_leg: Vec::new(),
    }
    .indexed();
    for fault in faults(&chart) {
        let span = match fault.about {
            About::Spot(spot) => spot_spans[spot].clone(),
            About::Port(port) => port_spans[port].clone(),
            About::Grid => grid_span.clone(),
            About::Cloud => cloud_span.clone(),
            About::Ships => ships_span.clone(),
        };
        problems.push(Problem::at(source, span, fault.message).allowed(fault.allowed));
    }
    problems.unless_errors(chart).map(|(chart, _)| chart)
}

/// The first thing of the scenery that cannot be drawn, or of which there is too much to be drawn in a moment.
fn undrawable(file: &File) -> Option<Range<usize>> {
    let chart = file.chart.get_ref();
    let sides = [chart.width, chart.height].iter().all(|side| (100.0..=10_000.0).contains(side));
    if !sides || ![chart.cartouche, chart.compass].iter().flatten().all(is_near) {
        return Some(file.chart.span());
    }
    let mut points = 0;
    let mut outline = |outline: &[Point]| {
        points += outline.len();
        points <= MOST_POINTS && outline.iter().all(is_near)
    };
    let land = file.land.iter().find(|land| {
        let land = land.get_ref();
        !outline(&land.outline) || !is_near(&land.label) || !land.label_angle.is_finite()
    });
    let shoal = file.shoal.iter().find(|shoal| !outline(&shoal.get_ref().outline)).map(Spanned::span);
    let odd = |lettering: &Lettering| {
        let sizes = 1.0..=200.0;
        !is_near(&lettering.at) || !sizes.contains(&lettering.size) || !lettering.angle.is_finite()
    };
    let lettering = file.lettering.iter().enumerate().find(|(at, one)| *at >= MOST_LETTERINGS || odd(one.get_ref()));
    let port = file.port.iter().find(|port| !is_near(&port.get_ref().plate) || !port.get_ref().cards.iter().all(is_near));
    let found = land.map(Spanned::span).or(shoal).or(lettering.map(|(_, lettering)| lettering.span()));
    found.or(port.map(Spanned::span))
}

/// Whether a point is one, and not far from any board.
fn is_near(p: &Point) -> bool {
    p.x.is_finite() && p.y.is_finite() && p.x.abs() < 1e6 && p.y.abs() < 1e6
}

/// Whether a port has room for its decks, each of them once.
fn decks_fit(decks: &[String]) -> bool {
    decks.len() <= MOST_DECKS && decks.iter().enumerate().all(|(at, deck)| !decks[..at].contains(deck))
}

fn check_leg_ends(source: &Source, file: &File, number: usize, leg: &LegTable, problems: &mut Problems) {
    let ids: Vec<&str> = file.port.iter().map(|p| p.get_ref().id.as_str()).collect();
    for (end, at) in [(&leg.from, number), (&leg.to, number + 1)] {
        let expected = ids.get(at % ids.len().max(1)).copied().unwrap_or_default();
        if end.get_ref() != expected {
            let message = msg!("bermuda.problem.board.leg_end", leg = number + 1, name = end.get_ref());
            let problem = Problem::at(source, end.span(), message).allowed(msg!("bermuda.problem.board.leg_end_allowed"));
            problems.push(problem.remedy(msg!("bermuda.problem.board.leg_end_remedy", name = expected)));
        }
    }
}

#[derive(Deserialize)]
struct TraceBoard {
    spaces: Vec<TraceSpace>,
    ports: Vec<TracePort>,
    grid: Grid,
    cloud: TraceCloud,
}

#[derive(Deserialize)]
struct TraceSpace {
    leg: usize,
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct TracePort {
    id: String,
    #[serde(default)]
    name: String,
    decks: Vec<String>,
    after_leg: usize,
    berths: Vec<Point>,
}

#[derive(Deserialize)]
struct TraceCloud {
    #[serde(flatten)]
    shape: CloudShape,
    ship_radius: f64,
}

/// Reads the board of a trace header: what the simulation needs, without scenery.
pub(crate) fn from_json(value: &Value) -> Result<Chart, Message> {
    let read = serde_json::from_value(value.clone());
    let board: TraceBoard = read.map_err(|error| msg!("bermuda.problem.board.trace", detail = error.to_string()))?;
    let berths: usize = board.ports.iter().map(|p| p.berths.len()).sum();
    if board.spaces.len() != SPACES || board.ports.len() != PORTS || board.spaces.len() + berths >= MOST_SPOTS {
        let (spaces, ports) = (board.spaces.len(), board.ports.len());
        return Err(msg!("bermuda.problem.board.counts", spaces, ports, berths));
    }
    if !board.spaces.is_sorted_by_key(|s| s.leg) || board.spaces.iter().any(|s| s.leg >= PORTS) {
        return Err(msg!("bermuda.problem.board.order"));
    }
    let count = |leg: usize| board.spaces.iter().filter(|s| s.leg < leg).count() as u8;
    let mut spots: Vec<Point> = board.spaces.iter().map(|s| Point { x: s.x, y: s.y }).collect();
    let mut ports = Vec::new();
    for port in board.ports {
        let first = spots.len() as u8;
        spots.extend(&port.berths);
        if port.after_leg >= PORTS || port.berths.len() < PORTS || !decks_fit(&port.decks) {
            return Err(msg!("bermuda.problem.board.half_port", name = &port.id));
        }
        ports.push(PortPlace {
            name: words::name(if port.name.is_empty() { &port.id } else { &port.name }, limits::NAME),
            id: port.id,
            decks: port.decks,
            after_leg: port.after_leg as u8,
            berths: first..spots.len() as u8,
        });
    }
    let chart = Chart {
        size: Point { x: 1000.0, y: 800.0 },
        ship_radius: board.cloud.ship_radius,
        legs: (0..PORTS).map(|leg| count(leg)..count(leg + 1)).collect(),
        spots,
        ports,
        grid: board.grid,
        cloud: board.cloud.shape,
        scenery: Scenery::default(),
        leg_by_spot: Vec::new(),
        port_by_spot: Vec::new(),
        port_by_leg: Vec::new(),
    }
    .indexed();
    match faults(&chart).into_iter().next() {
        Some(fault) => Err(fault.message),
        None => Ok(chart),
    }
}

enum About {
    Spot(usize),
    Port(usize),
    Grid,
    Cloud,
    Ships,
}

struct Fault {
    about: About,
    message: Message,
    allowed: Message,
}

/// Why something cannot be what a port or a deck is called: pieces are found by their names.
fn wrong_id(id: &str, known: &[&str]) -> Option<Message> {
    /// Pieces that are always there, or come with a rule, and whose names are letters only.
    const TAKEN: [&str; 5] = ["bank", "die", "spinner", "adrift", "lost"];
    let plain = !id.is_empty() && id.len() <= 40 && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let rules = || super::BASE_RULES.iter().chain(super::rules::HOUSE_RULES).map(|rule| rule.id());
    let name = words::clean(id);
    if !plain {
        Some(msg!("bermuda.problem.board.no_name", name))
    } else if TAKEN.contains(&id) || super::COLOURS.contains(&id) || rules().any(|rule| rule == id) {
        Some(msg!("bermuda.problem.board.name_taken", name))
    } else {
        known.contains(&id).then(|| msg!("bermuda.problem.board.name_twice", name))
    }
}

fn faults(chart: &Chart) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |about: About, message: Message, allowed: Message| faults.push(Fault { about, message, allowed });
    let mut known: Vec<&str> = Vec::new();
    for (number, port) in chart.ports.iter().enumerate() {
        for id in std::iter::once(&port.id).chain(&port.decks) {
            if let Some(why) = wrong_id(id, &known) {
                fault(About::Port(number), why, msg!("bermuda.problem.board.name_allowed"));
            }
            known.push(id);
        }
        let same_end = chart.ports[..number].iter().any(|other| other.after_leg == port.after_leg);
        if same_end || chart.legs.get(usize::from(port.after_leg)).is_none_or(Range::is_empty) {
            let message = msg!("bermuda.problem.board.no_leg", name = words::clean(&port.id));
            fault(About::Port(number), message, msg!("bermuda.problem.board.no_leg_allowed"));
        }
    }
    if let Some(spot) = chart.spots.iter().position(|p| !is_near(p)) {
        fault(About::Spot(spot), msg!("bermuda.problem.board.place"), msg!("bermuda.problem.board.place_allowed"));
    }
    if !(chart.ship_radius > 0.0 && chart.ship_radius < 100.0) {
        let message = msg!("bermuda.problem.board.radius", radius = figure(chart.ship_radius, 6));
        fault(About::Ships, message, msg!("bermuda.problem.board.radius_allowed"));
    }
    for (at, place) in chart.spots.iter().enumerate() {
        let near = chart.spots[..at].iter().position(|other| other.distance(*place) < 2.0 * chart.ship_radius);
        if let Some(other) = near {
            let message = msg!("bermuda.problem.board.crowded", one = spot(chart, at), other = spot(chart, other));
            let allowed = msg!("bermuda.problem.board.crowded_allowed", units = figure(2.0 * chart.ship_radius, 2));
            fault(About::Spot(at), message, allowed);
        }
    }
    let grid = &chart.grid;
    let fits = grid.columns > 0 && grid.rows > 0 && grid.columns <= 64 && grid.rows <= 64;
    let sound = fits && is_near(&grid.origin) && grid.pitch.is_finite() && grid.pitch > 0.0 && grid.pitch < 1e4;
    if !sound || grid.center != [grid.columns / 2, grid.rows / 2] || grid.columns % 2 == 0 || grid.rows % 2 == 0 {
        fault(About::Grid, msg!("bermuda.problem.board.circle"), msg!("bermuda.problem.board.circle_allowed"));
        return faults;
    }
    let outline = &chart.cloud.outline;
    let cylinder = chart.cloud.cylinder;
    let whole =
        outline.len() >= 3 && outline.len() <= 512 && outline.iter().all(is_near) && cylinder.is_finite() && cylinder > 0.0;
    if !whole || outline.iter().any(|p| p.length() <= cylinder) || !inside(outline, Point::ORIGIN) {
        fault(About::Cloud, msg!("bermuda.problem.board.plate"), msg!("bermuda.problem.board.plate_allowed"));
        return faults;
    }
    let start = grid.at(grid.center[0], grid.center[1]);
    if !chart.spots[..SPACES.min(chart.spots.len())].iter().any(|space| inside(outline, *space - start)) {
        fault(About::Cloud, msg!("bermuda.problem.board.uncovered"), msg!("bermuda.problem.board.uncovered_allowed"));
    }
    faults
}
