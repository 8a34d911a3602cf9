//! The art of Bermuda: every drawing as SVG text, made from the board; what never looks any other way lies in `assets/art`. Each
//! function gives a whole picture with its own view box in chart units; the window rasterises it once per size and moves it as a
//! sprite.
//!
//! | drawing | view box |
//! |---|---|
//! | [`chart()`], [`layout`], [`position()`] | `0 0 width height` of the chart |
//! | [`hull()`] | `-20 -20 40 40`, bow towards +x |
//! | [`cloud()`], [`magnets`] | square of [`cloud_reach`] around the plate's centre, letter A north |
//! | [`cylinder`] | square of [`cylinder_reach`], pointer north; it does not turn with the plate |
//! | [`spinner()`], [`needle`] | `-100 -100 200 200`, segment k at k × 360/n degrees clockwise from north |
//! | [`die()`] | `0 0 100 100` |
//! | [`card()`] | `0 0 34 46` |

mod border;
mod card;
mod cartouche;
mod chart;
mod cloud;
mod coast;
mod die;
mod emblem;
mod hull;
mod ink;
mod lesson;
mod locator;
mod ports;
mod position;
mod room;
mod rose;
mod route;
mod spinner;
mod vignette;
mod waters;

pub use card::{CARD_SIZE, VALUE_AT, card, value_size};
pub use chart::{chart, layout};
pub use cloud::{cloud, cloud_reach};
pub use die::die;
pub use hull::hull;
pub use lesson::{cloud_from_above, cloud_seen_through, pushed_aside};
pub use locator::{cylinder, cylinder_reach, magnets};
pub use position::{BADGED, hanging_in_plate, position, position_in};
pub use route::heading;
pub use spinner::{needle, spinner};
