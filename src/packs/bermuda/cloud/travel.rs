//! `travel_cloud`: the locator moves along its row or column, never past the outermost dot (B-K2 … B-K4).

use super::super::Sea;
use super::super::components::Cloud;
use super::super::events::{Held, Travelled};
use super::super::waters::{Waters, note_way, set_cloud};
use super::geometry::Swath;
use super::spinner::{Direction, Segment, Way, spun};
use super::sweeping::{Movement, sweep};
use super::which;
use crate::sim::Game;

pub(super) fn travel_cloud(game: &mut Game) {
    let Some(segment) = spun(game) else { return };
    for number in 0..Waters::of(game).clouds() {
        let cloud = Waters::of(game).cloud(number);
        let sea = Sea::of(game.rules());
        let asked = match segment.way {
            Way::Dots(dots) => Some(dots),
            Way::Word => None,
        };
        let (direction, dots) = way(sea, cloud, segment);
        let held = asked.filter(|asked| dots < i16::from(*asked)).map(|_| Held::Edge);
        let to = dot_after(cloud, direction, dots);
        let swath = swath(sea, cloud, to);
        game.emit(Travelled { from: [cloud.column, cloud.row], to, asked, held, cloud: which(game, number) });
        let there = Cloud { column: to[0], row: to[1], ..cloud };
        note_way(game, number, there);
        if dots > 0 {
            sweep(game, number, swath, Movement::Glide { direction, dots });
        }
        set_cloud(game, number, there);
    }
}

/// Where a segment sends a cloud, and how many dots far: never past the outermost one.
pub(super) fn way(sea: &Sea, cloud: Cloud, segment: Segment) -> (Direction, i16) {
    let grid = &sea.chart.grid;
    let direction = if cloud.mirrored { segment.direction.opposite() } else { segment.direction };
    let room = match direction {
        Direction::North => cloud.row,
        Direction::East => grid.columns - 1 - cloud.column,
        Direction::South => grid.rows - 1 - cloud.row,
        Direction::West => cloud.column,
    };
    (direction, if let Way::Dots(dots) = segment.way { room.min(dots.into()) } else { room })
}

/// The column and row so many dots away.
pub(super) fn dot_after(cloud: Cloud, direction: Direction, dots: i16) -> [i16; 2] {
    let (east, south) = direction.delta();
    [cloud.column + east * dots, cloud.row + south * dots]
}

/// Every spot the way from the cloud's dot to another one in its row or column can reach.
pub(super) fn swath(sea: &Sea, cloud: Cloud, to: [i16; 2]) -> Swath {
    let (columns, rows) = (cloud.column.min(to[0])..cloud.column.max(to[0]), cloud.row.min(to[1])..cloud.row.max(to[1]));
    let east = columns.map(|column| (0, sea.chart.grid.index(column, cloud.row)));
    let south = rows.map(|row| (1, sea.chart.grid.index(cloud.column, row)));
    east.chain(south).fold(Swath::default(), |swath, (axis, dot)| swath | sea.geometry.glide(axis, dot, cloud.letter))
}
