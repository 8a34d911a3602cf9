//! `rotate_cloud`: the plate turns clockwise until the spun letter is at the notch (B-K1).

use super::super::Sea;
use super::super::components::Cloud;
use super::super::events::{Letter, Rotated};
use super::super::waters::Waters;
use super::SameLetter;
use super::spinner::segment_of;
use super::sweep::{Movement, sweep};
use crate::sim::{Effect, Game};

pub fn rotate_cloud(game: &mut Game) {
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
        for eighth in 0..eighths {
            let letter = (cloud.letter + eighth) % 8;
            let sea = Sea::of(game.rules());
            let swath = sea.geometry.turn(sea.chart.grid.index(cloud.column, cloud.row), letter);
            sweep(game, number, swath, Movement::Eighth { letter, nth: eighth, of: eighths });
        }
        cloud.letter = segment.letter;
        game.set(pieces.cloud, cloud);
    }
}
