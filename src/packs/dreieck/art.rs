//! The pictures of the tiles, for the window and for drawings: bodies in six colours that also differ in pattern, and six symbols
//! that differ in form and colour. Each is SVG to be put inside a picture; an edge is 100 units long.

use crate::built_in::drawing;

/// Half the side of the square a body or a symbol fills.
pub const BODY_REACH: f64 = 60.0;
pub const SYMBOL_REACH: f64 = 13.6;
/// How far a symbol's middle lies from its corner.
pub const INSET: f64 = 28.5;
/// Symbols there are pictures of.
pub const SYMBOLS: usize = 6;
/// The tiles of each seat where nobody chose a colour.
pub const SEAT_COLOURS: [[u8; 3]; 6] =
    [[28, 78, 156], [22, 138, 98], [198, 48, 40], [244, 190, 32], [122, 74, 148], [236, 232, 222]];

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn mixed(a: [u8; 3], b: [u8; 3], share: f32) -> [u8; 3] {
    [0, 1, 2].map(|i| (f32::from(a[i]) * (1.0 - share) + f32::from(b[i]) * share).round() as u8)
}

const TRIANGLE: &str = "M0 -57.735L50 28.868L-50 28.868Z";
const CREAM: [u8; 3] = [253, 247, 230];
const INK: [u8; 3] = [59, 48, 37];

/// A tile without its symbols: the owner's colour and pattern in the middle and along the edges, pale fields in the
/// corners. Six of them meet in a round medallion.
pub fn body(number: usize, rgb: [u8; 3]) -> String {
    let (fill, dark, light) = (hex(rgb), hex(mixed(rgb, INK, 0.55)), hex(mixed(rgb, CREAM, 0.5)));
    let field = hex(mixed(CREAM, rgb, 0.09));
    let pattern = match number {
        0 => stripes(&light, 0.0),
        1 => dots(&light, 1.9),
        2 => format!("{}{}", stripes(&light, 60.0), stripes(&light, -60.0)),
        3 => zigzag(&hex(mixed(rgb, INK, 0.45))),
        4 => rings(&light),
        _ => dots(&light, 0.9),
    };
    // Edges, too, tell colours apart.
    let dash = match number {
        0 => "",
        1 => "0.1 6",
        2 => "7 4",
        3 => "2.5 3",
        4 => "11 3.5 1.5 3.5",
        _ => "18 5",
    };
    let trim = if number == 3 { dark.clone() } else { hex(mixed(rgb, CREAM, 0.72)) };
    let fields: Vec<String> = [(0.0, -57.735), (50.0, 28.868), (-50.0, 28.868)]
        .iter()
        .map(|(x, y)| format!(r#"<circle cx="{x}" cy="{y}" r="43" fill="{field}" stroke="{dark}" stroke-width="1.1"/>"#))
        .collect();
    format!(
        r##"<defs><clipPath id="tile{number}"><path d="{TRIANGLE}"/></clipPath>
<linearGradient id="shade{number}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/>
<stop offset="1" stop-color="#000" stop-opacity=".05"/></linearGradient></defs>
<g clip-path="url(#tile{number})"><path d="{TRIANGLE}" fill="{fill}"/>{pattern}{}<path d="{TRIANGLE}" fill="url(#shade{number})"/>
<path d="{TRIANGLE}" fill="none" stroke="{fill}" stroke-width="10.5"/>
<path d="M0 -52.2L45.2 26.1L-45.2 26.1Z" fill="none" stroke="{trim}" stroke-width="1.3" stroke-linecap="round" stroke-dasharray="{dash}"/></g>
<path d="{TRIANGLE}" fill="none" stroke="{dark}" stroke-width="1.7" stroke-linejoin="round"/>"##,
        fields.concat(),
        dash = if dash.is_empty() { "none" } else { dash },
    )
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<String>>().concat()
}

fn stripes(colour: &str, turn: f32) -> String {
    let lines = joined((-8..=8).map(|i| format!("M-60 {0}H60", i * 6)));
    format!(r#"<path d="{lines}" transform="rotate({turn})" stroke="{colour}" stroke-width="1.7" fill="none"/>"#)
}

fn dots(colour: &str, radius: f32) -> String {
    let dot = |x: i32, y: i32| {
        let (cx, cy) = (f64::from(x) * 6.5 + if y % 2 == 0 { 0.0 } else { 3.25 }, f64::from(y) * 5.6);
        format!(r#"<circle cx="{cx}" cy="{cy}" r="{radius}" fill="{colour}"/>"#)
    };
    joined((-8..=8).flat_map(|y| (-8..=8).map(move |x| dot(x, y))))
}

fn zigzag(colour: &str) -> String {
    let line = |y: i32| {
        let points = joined((-10..=10).map(|x| format!("L{} {}", x * 6, y * 8 + if x % 2 == 0 { 0 } else { 4 })));
        format!("M-60 {}{points}", y * 8)
    };
    let lines = joined((-8..=6).map(line));
    format!(r#"<path d="{lines}" stroke="{colour}" stroke-width="1.5" fill="none"/>"#)
}

fn rings(colour: &str) -> String {
    joined((1..=5).map(|i| format!(r#"<circle r="{}" fill="none" stroke="{colour}" stroke-width="1.6"/>"#, i * 5)))
}

/// A symbol with its head upwards, about ten units to each side.
pub fn symbol(number: usize) -> String {
    let name = ["sun", "moon", "star", "leaf", "drop", "flame"][number % SYMBOLS];
    drawing(&format!("dreieck/{name}")).unwrap_or_default()
}
