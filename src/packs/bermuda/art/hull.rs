//! Ships: four little merchant hulls that differ in colour, outline and deck.

use super::ink::{document, path};
use super::route::SPACE;

/// The players' flat colours: blue, green, red, yellow.
pub const SEAT_COLOURS: [[u8; 3]; 4] = [[28, 78, 156], [16, 148, 106], [190, 40, 36], [244, 190, 32]];

/// How a seat's ships are built.
struct Build {
    outline: &'static str,
    /// The planking inside the gunwale, lighter than the hull.
    deck: &'static str,
    cargo: fn() -> String,
}

const BUILDS: [Build; 4] = [
    Build { outline: SPACE, deck: "M-14 -4.9H4.4C9 -4.6 12 -2.6 14 0C12 2.6 9 4.6 4.4 4.9H-14Z", cargo: hatches },
    Build {
        outline: "M-9.5 -7H8C13.6 -7 17.2 -3.6 17.2 0C17.2 3.6 13.6 7 8 7H-9.5C-14 7 -16.6 3.8 -16.6 0C-16.6 -3.8 -14 -7 -9.5 -7Z",
        deck: "M-9.5 -4.9H8C12.2 -4.9 15 -2.6 15 0C15 2.6 12.2 4.9 8 4.9H-9.5C-12.6 4.9 -14.4 2.6 -14.4 0C-14.4 -2.6 -12.6 -4.9 -9.5 -4.9Z",
        cargo: stripe,
    },
    Build {
        outline: "M-16.6 -7H0C7 -6.6 12.6 -3.4 17.6 0C12.6 3.4 7 6.6 0 7H-16.6L-13 0Z",
        deck: "M-13 -4.9H0C5.4 -4.6 9.6 -2.4 13.6 0C9.6 2.4 5.4 4.6 0 4.9H-13L-10.6 0Z",
        cargo: chevrons,
    },
    Build {
        outline: "M-16.4 -5L-13.6 -7H9L17 -2.6V2.6L9 7H-13.6L-16.4 5Z",
        deck: "M-14.2 -4L-12.8 -4.9H8.4L14.8 -1.5V1.5L8.4 4.9H-12.8L-14.2 4Z",
        cargo: discs,
    },
];

pub fn hull(seat: usize) -> String {
    document([-20.0, -20.0, 40.0, 40.0], &fragment(seat))
}

/// A golden glow around a hull or a space, in the hull's view box: what may be chosen, and where it would go.
pub fn glow() -> String {
    let ring = |(width, opacity): (f64, f64)| {
        let style = format!(
            r##"fill="none" stroke="#ffb400" stroke-opacity="{opacity}" stroke-width="{width}" stroke-linejoin="round""##
        );
        path(SPACE, &style)
    };
    document([-20.0, -20.0, 40.0, 40.0], &[(5.4, 0.3), (3.6, 0.5), (1.8, 1.0)].map(ring).concat())
}

pub(super) fn fragment(seat: usize) -> String {
    let build = &BUILDS[seat % BUILDS.len()];
    let [r, g, b] = SEAT_COLOURS[seat % SEAT_COLOURS.len()];
    let mut svg = String::new();
    for (width, opacity) in [(5.0, 0.08), (3.0, 0.12)] {
        let shade = format!(
            r##"fill="#0d2b33" fill-opacity="{opacity}" stroke="#0d2b33" stroke-opacity="{opacity}" stroke-width="{width}" stroke-linejoin="round""##
        );
        svg += &path(build.outline, &shade);
    }
    svg +=
        &path(build.outline, &format!(r##"fill="rgb({r},{g},{b})" stroke="#16191c" stroke-width="1" stroke-linejoin="round""##));
    svg += &path(build.deck, r##"fill="#fff" fill-opacity=".16" stroke="#fff" stroke-opacity=".35" stroke-width=".5""##);
    svg + &(build.cargo)()
}

const LIGHT: &str = r##"fill="#fffdf4" stroke="#16191c" stroke-width=".5""##;
const DARK: &str = r##"fill="#2a2118""##;

/// Blue: two square hatches and a bridge.
fn hatches() -> String {
    path("M-4 -3.1H1.4V3.1H-4ZM4 -3.1H8.4V3.1H4Z", LIGHT) + &path("M-12.6 -3.8H-8.4V3.8H-12.6Z", LIGHT)
}

/// Green: one broad band from stem to stern.
fn stripe() -> String {
    path("M-13 -1.7H13.4V1.7H-13Z", LIGHT) + &path("M-6.6 -4H-3V4H-6.6Z", LIGHT)
}

/// Red: three arrows ahead.
fn chevrons() -> String {
    let arrow = |x: f64| format!("M{} -4.2H{}L{} 0L{} 4.2H{}L{} 0Z", x, x + 2.8, x + 6.2, x + 2.8, x, x + 3.4);
    path(&[-10.2, -4.0, 2.2].map(arrow).concat(), LIGHT)
}

/// Yellow: three dark discs.
fn discs() -> String {
    let disc = |x: f64| super::ink::circle(super::ink::at(x, 0.0), 2.9, DARK);
    disc(-9.0) + &disc(-0.8) + &disc(7.4)
}
