//! The die.

use super::ink::{PLAIN, Words, at, circle, document};

/// A die showing a face; beyond six it shows a numeral.
pub fn die(face: u8) -> String {
    let mut svg = r##"<defs><linearGradient id="ivory" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fffdf3"/><stop offset=".6" stop-color="#f6edd6"/><stop offset="1" stop-color="#e2d3ad"/></linearGradient><radialGradient id="pip" cx=".5" cy=".7" r=".7"><stop offset="0" stop-color="#6a5138"/><stop offset="1" stop-color="#2a1d12"/></radialGradient></defs>"##.to_owned();
    svg += r##"<rect x="5" y="7" width="91" height="91" rx="20" fill="#0d2b33" fill-opacity=".16"/><rect x="5" y="5" width="90" height="90" rx="20" fill="#cdb98b" stroke="#6a5238" stroke-width="2"/><rect x="7" y="6.5" width="86" height="84" rx="18" fill="url(#ivory)"/><rect x="13" y="12" width="74" height="73" rx="16" fill="#fffbf0" fill-opacity=".6"/>"##;
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
