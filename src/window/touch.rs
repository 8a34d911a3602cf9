//! Fingers on the screen: one of them is a mouse, and two turn the wheel by moving apart or together.

use macroquad::miniquad::TouchPhase;

/// Steps of the wheel for two fingers twice as far apart.
const STEPS: f32 = 6.0;

type At = (f32, f32);

/// The fingers that are down, in the order they came.
#[derive(Default)]
pub(super) struct Fingers {
    down: Vec<(u64, At)>,
    /// Two have been down since the first one came, so that the last one to leave clicks nothing.
    pinching: bool,
}

/// What fingers do, in terms of a mouse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Hand {
    Press(At),
    Move(At),
    Release(At),
    /// What was pressed is let go without having been meant.
    LetGo,
    Turn {
        at: At,
        steps: f32,
    },
}

impl Fingers {
    pub(super) fn touch(&mut self, phase: TouchPhase, id: u64, at: At) -> Option<Hand> {
        match phase {
            TouchPhase::Started => {
                self.down.retain(|(other, _)| *other != id);
                self.down.push((id, at));
                match self.down.len() {
                    1 => Some(Hand::Press(at)),
                    2 => {
                        self.pinching = true;
                        Some(Hand::LetGo)
                    }
                    _ => None,
                }
            }
            TouchPhase::Moved => {
                let before = self.spread();
                let finger = self.down.iter_mut().find(|(other, _)| *other == id)?;
                finger.1 = at;
                if !self.pinching {
                    return Some(Hand::Move(at));
                }
                let (middle, apart) = self.spread()?;
                let (_, was) = before?;
                Some(Hand::Turn { at: middle, steps: (apart / was.max(1.0) - 1.0) * STEPS })
            }
            TouchPhase::Ended | TouchPhase::Cancelled => {
                self.down.retain(|(other, _)| *other != id);
                let meant = !self.pinching;
                self.pinching &= !self.down.is_empty();
                match phase {
                    TouchPhase::Ended if meant => Some(Hand::Release(at)),
                    _ => meant.then_some(Hand::LetGo),
                }
            }
        }
    }

    /// The middle between the first two fingers, and how far they are apart.
    fn spread(&self) -> Option<(At, f32)> {
        let [(_, one), (_, other)] = self.down.first_chunk()?;
        let middle = (f32::midpoint(one.0, other.0), f32::midpoint(one.1, other.1));
        Some((middle, (one.0 - other.0).hypot(one.1 - other.1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TouchPhase::{Cancelled, Ended, Moved, Started};

    #[test]
    fn one_finger_is_a_mouse() {
        let mut fingers = Fingers::default();
        assert_eq!(fingers.touch(Started, 7, (1.0, 2.0)), Some(Hand::Press((1.0, 2.0))));
        assert_eq!(fingers.touch(Moved, 7, (3.0, 2.0)), Some(Hand::Move((3.0, 2.0))));
        assert_eq!(fingers.touch(Ended, 7, (3.0, 2.0)), Some(Hand::Release((3.0, 2.0))));
        assert_eq!(fingers.touch(Started, 8, (1.0, 2.0)), Some(Hand::Press((1.0, 2.0))));
        assert_eq!(fingers.touch(Cancelled, 8, (1.0, 2.0)), Some(Hand::LetGo));
    }

    #[test]
    fn two_fingers_turn_the_wheel_and_click_nothing() {
        let mut fingers = Fingers::default();
        fingers.touch(Started, 1, (0.0, 0.0));
        assert_eq!(fingers.touch(Started, 2, (100.0, 0.0)), Some(Hand::LetGo));
        assert_eq!(fingers.touch(Moved, 2, (200.0, 0.0)), Some(Hand::Turn { at: (100.0, 0.0), steps: STEPS }));
        assert_eq!(fingers.touch(Moved, 1, (100.0, 0.0)), Some(Hand::Turn { at: (150.0, 0.0), steps: -STEPS / 2.0 }));
        assert_eq!(fingers.touch(Ended, 1, (100.0, 0.0)), None);
        assert_eq!(fingers.touch(Moved, 2, (210.0, 0.0)), None);
        assert_eq!(fingers.touch(Ended, 2, (210.0, 0.0)), None);
        assert_eq!(fingers.touch(Started, 3, (5.0, 5.0)), Some(Hand::Press((5.0, 5.0))));
    }

    #[test]
    fn fingers_nobody_knows_do_nothing() {
        let mut fingers = Fingers::default();
        assert_eq!(fingers.touch(Moved, 4, (5.0, 5.0)), None);
        fingers.touch(Started, 1, (0.0, 0.0));
        fingers.touch(Started, 2, (9.0, 0.0));
        assert_eq!(fingers.touch(Started, 3, (50.0, 0.0)), None);
    }
}
