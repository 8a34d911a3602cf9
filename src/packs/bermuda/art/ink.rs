//! Pen and palette: the colours and type faces of the chart, and the few ways a drawing puts down lines and words.

use super::super::cloud::geometry::Point;

pub(super) const INK: &str = "#43372b";
pub(super) const COAST: &str = "#6a5238";
pub(super) const LAND: &str = "#f3e4c1";
pub(super) const PAPER: &str = "#fbf5e6";
pub(super) const SEA: &str = "#c6dfdc";
pub(super) const SEA_INK: &str = "#3c7378";
pub(super) const COURSE: &str = "#8e2f27";

/// Land names, plates and the title.
pub(super) const ROMAN: &str = "'Goudy Bookletter 1911', 'Times New Roman', Times, serif";
/// Names of waters.
pub(super) const ITALIC: &str = "'EB Garamond', 'EB Garamond 12', 'Times New Roman', Times, serif";
/// Numbers and letters on pieces.
pub(super) const PLAIN: &str = "Cabin, sans-serif";

pub(super) const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// A whole picture.
pub(super) fn document(view: [f64; 4], body: &str) -> String {
    let [x, y, width, height] = view;
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}">{body}</svg>"#)
}

/// A picture on a square around the origin.
pub(super) fn square(reach: f64, body: &str) -> String {
    document([-reach, -reach, 2.0 * reach, 2.0 * reach], body)
}

/// A fragment moved to a place and turned so that its +x points along a direction.
pub(super) fn placed(place: Point, along: Point, body: &str) -> String {
    let u = direction(along);
    format!(r#"<g transform="matrix({:.4} {:.4} {:.4} {:.4} {:.2} {:.2})">{body}</g>"#, u.x, u.y, -u.y, u.x, place.x, place.y)
}

/// The same direction with length one; east when there is none.
pub(super) fn direction(v: Point) -> Point {
    let length = v.length();
    if length > 0.0 { v * (1.0 / length) } else { at(1.0, 0.0) }
}

fn steps(points: &[Point]) -> String {
    let step = |(i, p): (usize, &Point)| format!("{}{:.1} {:.1}", if i == 0 { "M" } else { "L" }, p.x, p.y);
    points.iter().enumerate().map(step).collect()
}

/// A straight-edged closed outline.
pub(super) fn polygon(points: &[Point]) -> String {
    steps(points) + "Z"
}

/// A smooth line through the points.
pub(super) fn curve(points: &[Point]) -> String {
    smooth(points, |i| points[i.clamp(0, points.len() as isize - 1) as usize], points.len().saturating_sub(1))
}

/// A smooth closed outline through the points.
pub(super) fn closed_curve(points: &[Point]) -> String {
    smooth(points, |i| points[i.rem_euclid(points.len() as isize) as usize], points.len()) + "Z"
}

/// Each piece leaves and arrives parallel to the line between its neighbours.
fn smooth(points: &[Point], point: impl Fn(isize) -> Point, pieces: usize) -> String {
    let mut path = points.first().map(|p| format!("M{:.1} {:.1}", p.x, p.y)).unwrap_or_default();
    for i in 0..pieces as isize {
        let (from, to) = (point(i), point(i + 1));
        let leave = from + (to - point(i - 1)) * (1.0 / 6.0);
        let arrive = to - (point(i + 2) - from) * (1.0 / 6.0);
        path += &format!("C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", leave.x, leave.y, arrive.x, arrive.y, to.x, to.y);
    }
    path
}

pub(super) fn circle(centre: Point, radius: f64, style: &str) -> String {
    format!(r#"<circle cx="{:.2}" cy="{:.2}" r="{radius:.2}" {style}/>"#, centre.x, centre.y)
}

pub(super) fn path(d: &str, style: &str) -> String {
    format!(r#"<path d="{d}" {style}/>"#)
}

/// A line of words around a place.
pub(super) struct Words<'a> {
    pub text: &'a str,
    pub at: Point,
    pub angle: f64,
    pub size: f64,
    pub family: &'a str,
    /// Further attributes: fill, weight, spacing.
    pub style: &'a str,
}

impl Words<'_> {
    pub(super) fn draw(&self) -> String {
        let Point { x, y } = self.at;
        let turn =
            if self.angle == 0.0 { String::new() } else { format!(r#" transform="rotate({} {x:.1} {y:.1})""#, self.angle) };
        let (family, size, style, text) = (self.family, self.size, self.style, escaped(self.text));
        let face = if family == ITALIC { r#" font-style="italic""# } else { "" };
        format!(
            r#"<text x="{x:.2}" y="{y:.2}" font-family="{family}" font-size="{size:.2}" text-anchor="middle"{face}{turn} {style}>{text}</text>"#
        )
    }
}

pub(super) fn escaped(words: &str) -> String {
    // The fonts have no space that keeps words together.
    let words = words.replace(['\u{a0}', '\u{202f}'], " ");
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
