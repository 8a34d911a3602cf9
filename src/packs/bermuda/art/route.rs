//! The one-way route: white ship-shaped spaces on a dashed course.

use super::super::board::{Chart, space_name};
use super::super::cloud::geometry::Point;
use super::ink::{COURSE, INK, PLAIN, Words, at, curve, direction, path, placed};

/// A hull seen from above around its middle, bow towards +x: the shape of every space and berth.
pub(super) const SPACE: &str =
    "M-16.2 -4.6Q-16.2 -7 -13.8 -7H4.5C10.5 -6.8 14.6 -3.8 17.2 0C14.6 3.8 10.5 6.8 4.5 7H-13.8Q-16.2 7 -16.2 4.6Z";

/// Where the bow points: along the route on a space, towards the red circle in a berth.
pub fn heading(chart: &Chart, spot: u8) -> Point {
    let here = chart.spots[spot as usize];
    let Some(leg) = chart.legs.iter().find(|leg| leg.contains(&spot)) else {
        return direction(chart.grid.at(chart.grid.center[0], chart.grid.center[1]) - here);
    };
    let before = if spot > leg.start { chart.spots[spot as usize - 1] } else { here };
    let after = if spot + 1 < leg.end { chart.spots[spot as usize + 1] } else { here };
    direction(after - before)
}

pub(super) fn route(chart: &Chart) -> String {
    let course: String = (0..chart.legs.len()).map(|leg| course(chart, leg)).collect();
    let spaces: String = (0..chart.spaces()).map(|space| self::space(chart, space)).collect();
    course + &spaces
}

/// The dashed line from port to port, with an arrow between any two spaces.
fn course(chart: &Chart, leg: usize) -> String {
    let mut points: Vec<Point> = chart.legs[leg].clone().map(|spot| chart.spots[spot as usize]).collect();
    let (Some(first), Some(last)) = (chart.legs[leg].clone().next(), chart.legs[leg].clone().last()) else {
        return String::new();
    };
    let leave = chart.spots[first as usize] - heading(chart, first) * 27.0;
    let arrive = chart.spots[last as usize] + heading(chart, last) * 28.0;
    points.insert(0, leave);
    points.push(arrive);
    let mut svg =
        path(&curve(&points), &format!(r#"fill="none" stroke="{COURSE}" stroke-width="1.3" stroke-dasharray="3.2 2.2""#));
    svg += &super::ink::circle(leave, 2.6, &format!(r##"fill="#fff" stroke="{COURSE}" stroke-width="1.2""##));
    let arrow = |tip: f64| path(&format!("M{} -3.2L{tip} 0L{} 3.2Z", tip - 5.4, tip - 5.4), &format!(r#"fill="{COURSE}""#));
    for run in points.windows(4) {
        // The middle of the smooth line between two spaces.
        let middle = (run[1] + run[2]) * (9.0 / 16.0) - (run[0] + run[3]) * (1.0 / 16.0);
        svg += &placed(middle, run[2] * 9.0 - run[1] * 9.0 + run[0] - run[3], &arrow(3.0));
    }
    svg + &placed(arrive, heading(chart, last), &arrow(4.0))
}

fn space(chart: &Chart, space: usize) -> String {
    let place = chart.spots[space];
    let name = space_name(space);
    let style = format!(r##"id="{name}" fill="#fff" stroke="{INK}" stroke-width="1.1" stroke-linejoin="round""##);
    let number = (space + 1).to_string();
    let style_of_number = format!(r#"fill="{INK}" fill-opacity=".85" font-weight="600""#);
    placed(place, heading(chart, space as u8), &path(SPACE, &style))
        + &Words { text: &number, at: place + at(0.0, 3.1), angle: 0.0, size: 9.0, family: PLAIN, style: &style_of_number }.draw()
}
