//! Peril: on how many segments of the spinner a magnet passes over each spot, for every place and letter of a cloud. A look at
//! this table says nearly what [`danger`](super::super::danger) finds out by letting the cloud obey: ships that take a magnet's place or
//! are pushed into its way are left out.

use super::super::Sea;
use super::super::board::MOST_SPOTS;
use super::super::components::Cloud;
use super::super::waters::{MOST_CLOUDS, Waters};
use super::spinner::Segment;
use super::{rotate, travel};
use crate::sim::Game;
use std::sync::OnceLock;

/// Segments that take a ship, by spot.
type Counts = [u8; MOST_SPOTS];

/// By dot and letter, for clouds that go as they are told and for mirrored ones.
#[derive(Debug, Default)]
pub struct Perils([OnceLock<Vec<Counts>>; 2]);

impl Perils {
    fn of(sea: &Sea, cloud: Cloud) -> &Counts {
        let by_place = sea.perils.0[usize::from(cloud.mirrored)].get_or_init(|| all(sea, cloud.mirrored));
        &by_place[sea.chart.grid.index(cloud.column, cloud.row) * 8 + usize::from(cloud.letter)]
    }
}

/// The peril of the next spin as the clouds stand now.
pub struct Outlook<'a> {
    clouds: [Option<&'a Counts>; MOST_CLOUDS],
    segments: f64,
}

impl<'a> Outlook<'a> {
    pub fn of(game: &'a Game) -> Self {
        let (sea, waters) = (Sea::of(game.rules()), Waters::of(game));
        let mut clouds = [None; MOST_CLOUDS];
        for (number, counts) in clouds.iter_mut().enumerate().take(waters.clouds()) {
            *counts = Some(Perils::of(sea, waters.cloud(number)));
        }
        Self { clouds, segments: sea.spinner.len().max(1) as f64 }
    }

    /// The chance that a ship on a spot is taken.
    pub fn at(&self, spot: u8) -> f64 {
        let taken = self.clouds.iter().flatten().map(|counts| f64::from(counts[usize::from(spot)])).sum::<f64>();
        (taken / self.segments).min(1.0)
    }
}

fn all(sea: &Sea, mirrored: bool) -> Vec<Counts> {
    let grid = &sea.chart.grid;
    let mut by_place = Vec::with_capacity(grid.dots() * 8);
    for dot in 0..grid.dots() as i16 {
        for letter in 0..8 {
            let cloud = Cloud { column: dot % grid.columns, row: dot / grid.columns, letter, ..Cloud::at_home([0, 0], mirrored) };
            let mut counts = [0; MOST_SPOTS];
            for segment in &sea.spinner {
                let mut rest = passed_over(sea, cloud, *segment);
                while rest != 0 {
                    counts[rest.trailing_zeros() as usize] += 1;
                    rest &= rest - 1;
                }
            }
            by_place.push(counts);
        }
    }
    by_place
}

/// The spots that some magnet of a cloud comes near to when it obeys a segment.
fn passed_over(sea: &Sea, cloud: Cloud, segment: Segment) -> u128 {
    let turned = Cloud { letter: segment.letter, ..cloud };
    let (direction, dots) = travel::way(sea, cloud, segment);
    let to = travel::dot_after(cloud, direction, dots);
    (rotate::swath(sea, cloud, rotate::eighths(sea, cloud, segment)) | travel::swath(sea, turned, to)).caught
}
