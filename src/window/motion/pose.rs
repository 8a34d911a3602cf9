//! How a thing looks, and everything between two looks.

use macroquad::prelude::Vec2;
use std::f32::consts::TAU;

/// How a thing looks at a moment. A scene uses what it needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// In board units.
    pub at: Vec2,
    /// Clockwise.
    pub angle: f32,
    pub size: f32,
    /// 0 on the board; above it what lies lower is shaded, below it things sink.
    pub height: f32,
    pub alpha: f32,
    /// A number that counts up or down, such as money.
    pub count: f64,
}

impl Default for Pose {
    fn default() -> Self {
        Self { at: Vec2::ZERO, angle: 0.0, size: 1.0, height: 0.0, alpha: 1.0, count: 0.0 }
    }
}

impl Pose {
    pub fn at(at: Vec2) -> Self {
        Self { at, ..Self::default() }
    }

    pub fn counting(count: i64) -> Self {
        Self { count: count as f64, ..Self::default() }
    }

    pub fn turned(self, angle: f32) -> Self {
        Self { angle, ..self }
    }

    pub fn sized(self, size: f32) -> Self {
        Self { size, ..self }
    }

    pub fn lifted(self, height: f32) -> Self {
        Self { height, ..self }
    }

    pub fn faded(self) -> Self {
        Self { alpha: 0.0, ..self }
    }

    /// A pose between two, with the shorter turn.
    pub fn towards(self, to: Self, t: f32) -> Self {
        let mix = |from: f32, to: f32| from + (to - from) * t;
        Self {
            at: self.at.lerp(to.at, t),
            angle: self.angle + shortest(self.angle, to.angle) * t,
            size: mix(self.size, to.size),
            height: mix(self.height, to.height),
            alpha: mix(self.alpha, to.alpha),
            count: self.count + (to.count - self.count) * f64::from(t),
        }
    }

    /// Whether nobody could see a difference.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let near = |a: f32, b: f32| (a - b).abs() < 1e-3;
        self.at.distance(other.at) < 1e-2
            && near(shortest(self.angle, other.angle), 0.0)
            && near(self.size, other.size)
            && near(self.height, other.height)
            && near(self.alpha, other.alpha)
            && (self.count - other.count).abs() < 0.5
    }
}

/// How a motion uses its time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ease {
    /// Sets out and arrives gently.
    Gentle,
    Steady,
    /// Sets out fast and comes to rest, as a needle does.
    SlowDown,
    /// So many steps with a breath at each.
    Steps(f32),
}

impl Ease {
    /// The share of the way after a share of the time.
    pub fn share(self, time: f32) -> f32 {
        let gentle = |t: f32| t * t * (3.0 - 2.0 * t);
        match self {
            Self::Gentle => gentle(time),
            Self::Steady => time,
            Self::SlowDown => 1.0 - (1.0 - time).powi(3),
            Self::Steps(steps) if steps <= 0.0 => 1.0,
            Self::Steps(steps) => {
                let whole = (time * steps).floor().min(steps - 1.0);
                let rest = (time * steps - whole).min(1.0);
                (whole + 0.35 * rest + 0.65 * gentle(rest)) / steps
            }
        }
    }

    /// The share of the time after which a share of the way is done.
    pub fn time(self, share: f32) -> f32 {
        let (mut early, mut late) = (0.0, 1.0);
        for _ in 0..24 {
            let middle = f32::midpoint(early, late);
            if self.share(middle) < share {
                early = middle;
            } else {
                late = middle;
            }
        }
        late
    }
}

/// A vector turned clockwise.
pub fn turn(v: Vec2, angle: f32) -> Vec2 {
    Vec2::from_angle(angle).rotate(v)
}

/// The turn from one angle to another by the shorter way.
pub fn shortest(from: f32, to: f32) -> f32 {
    (to - from + TAU * 1.5).rem_euclid(TAU) - TAU / 2.0
}

/// The point a share of the way along a line whose legs take equal time, the number of its leg, and the share of that leg.
pub fn along(way: &[Vec2], share: f32) -> (Vec2, usize, f32) {
    let legs = way.len().saturating_sub(1);
    if legs == 0 {
        return (way.first().copied().unwrap_or_default(), 0, 0.0);
    }
    let place = share.clamp(0.0, 1.0) * legs as f32;
    let leg = (place as usize).min(legs - 1);
    let rest = place - leg as f32;
    (way[leg].lerp(way[leg + 1], rest), leg, rest)
}
