//! The products' emblems, drawn around the origin within eleven units, and their colours.

use super::super::HOME_DECK;
use super::ink::{INK, circle, path};

/// The colour of a deck's cards.
pub(super) fn colour(deck: &str) -> &'static str {
    match deck {
        "bananas" => "#c8930f",
        "lumber" => "#80522c",
        "oil" => "#3d4a55",
        "sugar" => "#5d8a3c",
        HOME_DECK => "#8e2f27",
        _ => "#3c7378",
    }
}

pub(super) fn emblem(deck: &str) -> String {
    match deck {
        "bananas" => bananas(),
        "lumber" => lumber(),
        "oil" => oil(),
        "sugar" => sugar(),
        HOME_DECK => house(),
        _ => chest(),
    }
}

fn inked(fill: &str) -> String {
    format!(r#"fill="{fill}" stroke="{INK}" stroke-width=".9" stroke-linejoin="round""#)
}

/// A hand of three.
fn bananas() -> String {
    let finger = |turn: i32, fill: &str| {
        let skin = path("M-1.6 -9.6C-4.6 -1.6 -1.4 6.6 7.4 9.4C8.6 9.6 9.2 8.4 8.4 7.6C3.4 4 1.6 -2.6 1.8 -9.2Z", &inked(fill));
        let ridge = path("M.1 -7C-1.4 -.6 1.2 5 6.4 8", r##"fill="none" stroke="#a9780d" stroke-width=".7""##);
        format!(r#"<g transform="translate(-3 -.4) rotate({turn} 0 -9)">{skin}{ridge}</g>"#)
    };
    finger(24, "#d9a51e")
        + &finger(2, "#e6b52a")
        + &finger(-22, "#f2c744")
        + &path("M-5.4 -11H-.8L-.6 -8.2H-5.4Z", &inked("#6b4d17"))
}

/// Three logs, sawn ends to the front.
fn lumber() -> String {
    let end = |x: f64, y: f64| {
        let centre = super::ink::at(x, y);
        let ring = |radius: f64| circle(centre, radius, r##"fill="none" stroke="#9c6a3a" stroke-width=".7""##);
        circle(centre, 5.2, r##"fill="#8a5a30" stroke="#43372b" stroke-width=".9""##)
            + &circle(centre, 4.0, r##"fill="#e7c48d""##)
            + &ring(2.6)
            + &ring(1.1)
    };
    end(-5.4, 4.8) + &end(5.4, 4.8) + &end(0.0, -4.6)
}

/// A barrel with a drop on it.
fn oil() -> String {
    path("M-7 -9.5Q0 -11.8 7 -9.5Q9.4 0 7 9.5Q0 11.8 -7 9.5Q-9.4 0 -7 -9.5Z", &inked("#4d5d69"))
        + &path(
            "M-7 -9.5Q0 -7.4 7 -9.5M-8 -4.2Q0 -2.2 8 -4.2M-8 4.6Q0 6.6 8 4.6",
            r##"fill="none" stroke="#c9d3d6" stroke-width="1""##,
        )
        + &path(
            "M0 -3.4C2.2 -.6 3 .6 3 2A3 3 0 0 1 -3 2C-3 .6 -2.2 -.6 0 -3.4Z",
            r##"fill="#f1c232" stroke="#43372b" stroke-width=".6""##,
        )
}

/// A sheaf of cane, tied, with its blades.
fn sugar() -> String {
    let stalk = |turn: i32| {
        let cane = format!(r#"<rect x="-1.7" y="-20.6" width="3.4" height="21" rx="1" {}/>"#, inked("#d9cf7d"));
        let joints = path("M-1.7 -16.4h3.4M-1.7 -12h3.4M-1.7 -3.6h3.4", &format!(r#"stroke="{INK}" stroke-width=".7""#));
        format!(r#"<g transform="translate(0 10.6) rotate({turn} 0 -6.4)">{cane}{joints}</g>"#)
    };
    let blade = |d: &str| path(d, &inked("#6f9a45"));
    blade("M-4.4 -6.6C-8.4 -7.4 -10.6 -4 -10.8 1.4C-8.6 -2 -6.6 -3.6 -3.6 -3.4Z")
        + &blade("M4.4 -6.6C8.4 -7.4 10.6 -4 10.8 1.4C8.6 -2 6.6 -3.6 3.6 -3.4Z")
        + &stalk(-24)
        + &stalk(24)
        + &stalk(0)
        + &path("M-3.6 2.6H3.6V5.6H-3.6Z", &inked("#b23c31"))
}

/// The house of the home port.
fn house() -> String {
    path("M4.2 -8.8h2.8v5h-2.8Z", &inked("#8e2f27"))
        + &path("M-7.6 -1.2H7.6V9.6H-7.6Z", &inked("#f8ead0"))
        + &path("M-10.4 0L0 -9.8L10.4 0L8.8 1.6L0 -6.4L-8.8 1.6Z", &inked("#b23c31"))
        + &path("M-2 9.6V3.4H2V9.6Z", &inked("#80522c"))
        + &path("M-6 2.6h2.6v2.8H-6ZM3.4 2.6H6v2.8H3.4Z", &inked("#9cc6ca"))
}

/// For a deck this game does not know: a chest.
fn chest() -> String {
    path("M-9 -1V9H9V-1Z", &inked("#a06a36"))
        + &path("M-9 -1C-9 -9 9 -9 9 -1Z", &inked("#b98148"))
        + &path("M-1.8 -2.4H1.8V2H-1.8Z", &inked("#f1c232"))
}
