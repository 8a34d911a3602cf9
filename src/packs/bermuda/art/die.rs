//! The die.

use super::ink::{PLAIN, Words, at, circle, document};
use crate::built_in::drawing;

/// A die showing a face; beyond six it shows a numeral.
pub fn die(face: u8) -> String {
    let mut svg = drawing("bermuda/die").unwrap_or_default();
    if face > 6 {
        let style = r##"fill="#2a1d12" font-weight="700""##;
        svg += &Words { text: &face.to_string(), at: at(50.0, 67.0), angle: 0.0, size: 52.0, family: PLAIN, style }.draw();
    } else {
        svg += &pips(face);
    }
    document([0.0, 0.0, 100.0, 100.0], &svg)
}

fn pips(face: u8) -> String {
    let (low, middle, high) = (27.0, 49.0, 71.0);
    let places: &[(f64, f64)] = match face {
        1 => &[(middle, middle)],
        2 => &[(low, high), (high, low)],
        3 => &[(low, high), (middle, middle), (high, low)],
        4 => &[(low, low), (low, high), (high, low), (high, high)],
        5 => &[(low, low), (low, high), (middle, middle), (high, low), (high, high)],
        6 => &[(low, low), (low, middle), (low, high), (high, low), (high, middle), (high, high)],
        _ => &[],
    };
    let pip = |(x, y): &(f64, f64)| {
        circle(at(x + 1.0, y + 0.4), 10.0, r##"fill="#fff" fill-opacity=".8""##)
            + &circle(at(x + 0.5, *y), 9.4, r#"fill="url(#pip)""#)
    };
    places.iter().map(pip).collect()
}
