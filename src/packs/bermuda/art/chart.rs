//! The chart: the board without anything that moves.

use super::super::Sea;
use super::super::board::Chart;
use super::ink::document;
use super::room::Room;
use super::{border, cartouche, cloud, coast, locator, ports, rose, route, vignette, waters};

/// The board without ships, cards and cloud.
pub fn chart(sea: &Sea) -> String {
    sheet(&sea.chart, &fragment(&sea.chart))
}

/// The board as it is laid out: the chart with the cloud on the red circle, seen through to its magnets.
pub fn layout(sea: &Sea) -> String {
    let chart = &*sea.chart;
    let centre = chart.grid.at(chart.grid.center[0], chart.grid.center[1]);
    let plate = cloud::fragment(sea) + &locator::magnets_fragment(sea) + &locator::cylinder_fragment(sea);
    sheet(chart, &format!(r#"{}<g transform="translate({} {})">{plate}</g>"#, fragment(chart), centre.x, centre.y))
}

/// A picture as large as the chart.
pub(super) fn sheet(chart: &Chart, body: &str) -> String {
    document([0.0, 0.0, chart.size.x, chart.size.y], body)
}

pub(super) fn fragment(chart: &Chart) -> String {
    let mut room = Room::of(chart);
    let ship = vignette::place(chart, &room);
    if let Some(place) = ship {
        room.take(place, 44.0);
    }
    let compass = chart.scenery.compass.map(rose::rose).unwrap_or_default();
    [
        waters::floor(chart),
        waters::shoals(chart),
        coast::shallows(chart),
        waters::graticule(chart),
        coast::lands(chart),
        waters::soundings(chart, &mut room),
        waters::lettering(chart),
        coast::names(chart),
        waters::grid(chart),
        compass,
        ship.map(vignette::vignette).unwrap_or_default(),
        cartouche::cartouche(chart),
        ports::ports(chart),
        route::route(chart),
        border::border(chart),
    ]
    .concat()
}
