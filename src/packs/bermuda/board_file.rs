//! Reading a board, from rules/bermuda/board.toml or a trace header, and checking that it can be played on.

use super::board::{
    Chart, CloudShape, Grid, Land, Lettering, MOST_SPOTS, PORTS, PortPlace, SPACES, Scenery, Shoal, deepest_leg, spot_name,
};
use super::cloud::geometry::{Point, inside};
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::words;
use serde::Deserialize;
use serde_json::Value;
use std::ops::Range;
use toml::Spanned;

/// Decks of one port; a board has room for two beside each.
const MOST_DECKS: usize = 4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chart: ChartTable,
    grid: Spanned<Grid>,
    cloud: Spanned<CloudShape>,
    port: Vec<Spanned<PortTable>>,
    leg: Vec<Spanned<LegTable>>,
    #[serde(default)]
    land: Vec<Land>,
    #[serde(default)]
    shoal: Vec<Shoal>,
    #[serde(default)]
    lettering: Vec<Lettering>,
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
pub(crate) fn read(source: &Source) -> Result<Chart, Problems> {
    let file: File = toml::from_str(&source.text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Problems::from(
            Problem::at(source, span, error.message().to_owned()).remedy("compare with the board that came with the game"),
        )
    })?;
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
        let message = format!("the route has {spaces} spaces");
        problems.push(Problem::at(source, whole_route.clone(), message).allowed(format!("exactly {SPACES} over all legs")));
    }
    if file.leg.len() != PORTS || file.port.len() != PORTS {
        let message = format!("there are {} legs and {} ports", file.leg.len(), file.port.len());
        problems.push(Problem::at(source, whole_route, message).allowed("four of each, every leg from one port to the next"));
    }
    let mut ports = Vec::new();
    let mut scenery = Scenery {
        title: file.chart.title,
        cartouche: file.chart.cartouche,
        compass: file.chart.compass,
        lands: file.land,
        shoals: file.shoal,
        lettering: file.lettering,
        ..Scenery::default()
    };
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
            let message = format!("{} has {} berths", port.name, port.berths.get_ref().len());
            problems
                .push(Problem::at(source, port.berths.span(), message).allowed("at least 4, one for each player's first ship"));
        }
        if !decks_fit(&port.decks) {
            let message = format!("{} has {} decks", port.name, port.decks.len());
            problems.push(Problem::at(source, span.clone(), message).allowed(format!("at most {MOST_DECKS}, each once")));
        }
        if port.cards.len() != port.decks.len() {
            let message = format!("{} has {} decks but {} card places", port.name, port.decks.len(), port.cards.len());
            problems.push(Problem::at(source, span, message));
        }
        scenery.plates.push(port.plate);
        scenery.cards.push(port.cards);
        let after_leg = (number + PORTS - 1) % PORTS;
        ports.push(PortPlace {
            id: port.id,
            name: port.name,
            decks: port.decks,
            after_leg: after_leg as u8,
            berths: first..spots.len() as u8,
        });
    }
    if spots.len() >= MOST_SPOTS {
        problems.push(
            Problem::about(&source.path, format!("{} spaces and berths are too many", spots.len()))
                .allowed(format!("fewer than {MOST_SPOTS} in all")),
        );
        return Err(problems);
    }
    let (grid_span, cloud_span) = (file.grid.span(), file.cloud.span());
    let chart = Chart {
        size: Point { x: file.chart.width, y: file.chart.height },
        ship_radius: *file.chart.ship_radius.get_ref(),
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
            About::Ships => file.chart.ship_radius.span(),
        };
        problems.push(Problem::at(source, span, fault.message).allowed(fault.allowed));
    }
    problems.unless_errors(chart).map(|(chart, _)| chart)
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
            let message = format!("leg {number} names the port `{}` here", end.get_ref());
            let problem = Problem::at(source, end.span(), message)
                .allowed("legs follow the ports in order, and the last one closes the route");
            problems.push(problem.remedy(format!("write `{expected}`")));
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
pub(crate) fn from_json(value: &Value) -> Result<Chart, String> {
    let board: TraceBoard =
        serde_json::from_value(value.clone()).map_err(|error| format!("the board cannot be read: {error}"))?;
    let berths: usize = board.ports.iter().map(|p| p.berths.len()).sum();
    if board.spaces.len() != SPACES || board.ports.len() != PORTS || board.spaces.len() + berths >= MOST_SPOTS {
        return Err(format!("the board has {} spaces, {} ports and {berths} berths", board.spaces.len(), board.ports.len()));
    }
    if !board.spaces.is_sorted_by_key(|s| s.leg) || board.spaces.iter().any(|s| s.leg >= PORTS) {
        return Err("the spaces of the board are not in sailing order".into());
    }
    let count = |leg: usize| board.spaces.iter().filter(|s| s.leg < leg).count() as u8;
    let mut spots: Vec<Point> = board.spaces.iter().map(|s| Point { x: s.x, y: s.y }).collect();
    let mut ports = Vec::new();
    for port in board.ports {
        let first = spots.len() as u8;
        spots.extend(&port.berths);
        if port.after_leg >= PORTS || port.berths.len() < PORTS || !decks_fit(&port.decks) {
            return Err(format!("the port `{}` of the board is not whole", port.id));
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
    message: String,
    allowed: String,
}

/// Why something cannot be what a port or a deck is called: pieces are found by their names.
fn wrong_id(id: &str, known: &[&str]) -> Option<&'static str> {
    /// Pieces that are always there, or come with a rule, and whose names are letters only.
    const TAKEN: [&str; 5] = ["bank", "die", "spinner", "adrift", "lost"];
    let plain = !id.is_empty() && id.len() <= 40 && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let rules = || super::BASE_RULES.iter().chain(super::rules::HOUSE_RULES).map(|rule| rule.id());
    if !plain {
        Some("is no name for a port or a deck")
    } else if TAKEN.contains(&id) || super::COLOURS.contains(&id) || rules().any(|rule| rule == id) {
        Some("is what something else is called")
    } else {
        known.contains(&id).then_some("is there twice")
    }
}

fn faults(chart: &Chart) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |about: About, message: String, allowed: &str| {
        faults.push(Fault { about, message, allowed: allowed.to_owned() });
    };
    let mut known: Vec<&str> = Vec::new();
    for (number, port) in chart.ports.iter().enumerate() {
        for id in std::iter::once(&port.id).chain(&port.decks) {
            if let Some(why) = wrong_id(id, &known) {
                let allowed = "small letters and underscores, each name once, and none that a rule or a piece has";
                fault(About::Port(number), format!("`{}` {why}", words::clean(id)), allowed);
            }
            known.push(id);
        }
        let same_end = chart.ports[..number].iter().any(|other| other.after_leg == port.after_leg);
        if same_end || chart.legs.get(usize::from(port.after_leg)).is_none_or(Range::is_empty) {
            fault(
                About::Port(number),
                format!("no leg of its own leads to `{}`", words::clean(&port.id)),
                "one leg with spaces to each port",
            );
        }
    }
    let finite = |p: &Point| p.x.is_finite() && p.y.is_finite() && p.x.abs() < 1e6 && p.y.abs() < 1e6;
    if let Some(spot) = chart.spots.iter().position(|p| !finite(p)) {
        fault(About::Spot(spot), "this is not a place on the chart".into(), "ordinary numbers");
    }
    if !(chart.ship_radius > 0.0 && chart.ship_radius < 100.0) {
        fault(About::Ships, format!("a ship cannot have the radius {}", chart.ship_radius), "more than 0, less than 100");
    }
    for (spot, place) in chart.spots.iter().enumerate() {
        let near = chart.spots[..spot].iter().position(|other| other.distance(*place) < 2.0 * chart.ship_radius);
        if let Some(other) = near {
            let message = format!("{} lies within a ship's width of {}", spot_name(chart, spot), spot_name(chart, other));
            fault(About::Spot(spot), message, &format!("at least {} units apart", 2.0 * chart.ship_radius));
        }
    }
    let grid = &chart.grid;
    let fits = grid.columns > 0 && grid.rows > 0 && grid.columns <= 64 && grid.rows <= 64;
    let sound = fits && finite(&grid.origin) && grid.pitch.is_finite() && grid.pitch > 0.0 && grid.pitch < 1e4;
    if !sound || grid.center != [grid.columns / 2, grid.rows / 2] || grid.columns % 2 == 0 || grid.rows % 2 == 0 {
        let message = "the red circle is not in the middle of the dots".to_owned();
        fault(About::Grid, message, "odd numbers of columns and rows, and the middle dot as center");
        return faults;
    }
    let outline = &chart.cloud.outline;
    let cylinder = chart.cloud.cylinder;
    let whole =
        outline.len() >= 3 && outline.len() <= 512 && outline.iter().all(finite) && cylinder.is_finite() && cylinder > 0.0;
    if !whole || outline.iter().any(|p| p.length() <= cylinder) || !inside(outline, Point::ORIGIN) {
        let message = "the plate does not reach all around the cylinder".to_owned();
        fault(About::Cloud, message, "an outline of 3 to 512 points around (0, 0), wider than the cylinder");
        return faults;
    }
    let start = grid.at(grid.center[0], grid.center[1]);
    let deep = deepest_leg(chart);
    let covered = |leg: &Range<u8>| leg.clone().any(|s| inside(outline, chart.spots[s as usize] - start));
    if !chart.legs.get(deep).is_some_and(covered) {
        let message = "no space of the banana leg lies under the cloud at its start".to_owned();
        fault(About::Cloud, message, "the leg to the oil port leads under the cloud");
    }
    faults
}
