//! `rotate_cloud`: the plate turns clockwise until the spun letter is at the notch (B-K1).

use super::super::Sea;
use super::super::components::Cloud;
use super::super::events::{Letter, Rotated};
use super::super::waters::{Waters, set_cloud};
use super::geometry::Swath;
use super::spinner::{Segment, spun};
use super::sweeping::{Movement, sweep};
use super::{SameLetter, which};
use crate::sim::{Effect, Game};

pub(super) fn rotate_cloud(game: &mut Game) {
    let Some(segment) = spun(game) else { return };
    for number in 0..Waters::of(game).clouds() {
        let mut cloud = Waters::of(game).cloud(number);
        let eighths = eighths(Sea::of(game.rules()), cloud, segment);
        game.emit(Rotated { from: Letter(cloud.letter), to: Letter(segment.letter), eighths, cloud: which(game, number) });
        game.effect(|game| {
            let piece = Waters::of(game).furniture.clouds[number].cloud;
            Effect::Turned { piece, degrees: i16::from(eighths) * 45 }
        });
        if eighths > 0 {
            let swath = swath(Sea::of(game.rules()), cloud, eighths);
            sweep(game, number, swath, Movement::Turn { letter: cloud.letter, eighths });
        }
        cloud.letter = segment.letter;
        set_cloud(game, number, cloud);
    }
}

/// How many eighths of a turn a segment asks of a plate.
pub(super) fn eighths(sea: &Sea, cloud: Cloud, segment: Segment) -> u8 {
    match (segment.letter + 8 - cloud.letter) % 8 {
        0 if sea.same_letter == SameLetter::FullTurn => 8,
        eighths => eighths,
    }
}

/// Every spot a turn by so many eighths can reach.
pub(super) fn swath(sea: &Sea, cloud: Cloud, eighths: u8) -> Swath {
    let dot = sea.chart.grid.index(cloud.column, cloud.row);
    let each = (0..eighths).map(|eighth| sea.geometry.turn(dot, (cloud.letter + eighth) % 8));
    each.fold(Swath::default(), |swath, next| swath | next)
}
