//! `rotate_cloud`: the plate turns clockwise until the spun letter is at the notch (B-K1).

use super::super::Sea;
use super::super::components::Cloud;
use super::super::events::{Letter, Rotated};
use super::super::waters::Waters;
use super::SameLetter;
use super::geometry::Swath;
use super::spinner::segment_of;
use super::sweep::{Movement, sweep};
use crate::sim::{Effect, Game};

pub(super) fn rotate_cloud(game: &mut Game) {
    for number in 0..Waters::of(game).clouds.len() {
        let pieces = Waters::of(game).clouds[number];
        let mut cloud: Cloud = game.get(pieces.cloud);
        let Some(segment) = segment_of(game, cloud) else { continue };
        let eighths = match (segment.letter + 8 - cloud.letter) % 8 {
            0 if Sea::of(game.rules()).same_letter == SameLetter::FullTurn => 8,
            eighths => eighths,
        };
        game.emit(Rotated { from: Letter(cloud.letter), to: Letter(segment.letter), eighths });
        game.effect(|_| Effect::Turned { piece: pieces.cloud, degrees: i16::from(eighths) * 45 });
        if eighths > 0 {
            let sea = Sea::of(game.rules());
            let dot = sea.chart.grid.index(cloud.column, cloud.row);
            let each = (0..eighths).map(|eighth| sea.geometry.turn(dot, (cloud.letter + eighth) % 8));
            let swath = each.fold(Swath::default(), |swath, next| swath | next);
            sweep(game, number, swath, Movement::Turn { letter: cloud.letter, eighths });
        }
        cloud.letter = segment.letter;
        game.set(pieces.cloud, cloud);
    }
}
