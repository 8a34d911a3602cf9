//! Where everything goes: fixed places worked out from the window's size, so that nothing can overlap.

use egui::{Pos2, Rect, pos2, vec2};

/// The smallest window, in egui's points, that everything fits; smaller windows shrink the letters instead.
const DESIGNED_FOR: (f32, f32) = (1280.0, 800.0);
const BAR: f32 = 46.0;
const SIDE: f32 = 336.0;
const GAP: f32 = 10.0;
const TRAY: f32 = 178.0;
/// The height of the tray while a panel is open.
const LOW_TRAY: f32 = 76.0;

/// How much larger than designed everything is drawn.
pub(super) fn zoom(width: f32, height: f32) -> f32 {
    (width / DESIGNED_FOR.0).min(height / DESIGNED_FOR.1).clamp(0.5, 4.0)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub bar: Rect,
    /// The space for the board.
    pub sea: Rect,
    pub side: Rect,
    /// A panel has most of the side.
    pub docked: bool,
    /// Dice and spinner, inside the side.
    pub tray: Rect,
    /// A strip at the bottom for replays.
    pub strip: Option<Rect>,
}

impl Layout {
    /// An open panel takes the place of the story, so that the board stays large; it says how wide it wants the side. Dice and
    /// spinner are then small, beside the players, below a banner so high.
    pub(super) fn new(window: Rect, panel: Option<f32>, banner: f32, strip: bool) -> Self {
        let bar = Rect::from_min_size(window.min, vec2(window.width(), BAR));
        let side_left = window.max.x - panel.unwrap_or(SIDE);
        let side = Rect::from_min_max(pos2(side_left, bar.max.y), window.max).shrink(GAP * 0.5);
        let bottom = if strip { window.max.y - 58.0 } else { window.max.y };
        let sea = Rect::from_min_max(pos2(window.min.x, bar.max.y), pos2(side_left, bottom)).shrink(GAP * 0.5);
        let strip =
            strip.then(|| Rect::from_min_max(pos2(window.min.x, bottom), pos2(side_left, window.max.y)).shrink(GAP * 0.5));
        let tray = if panel.is_some() {
            let wide = LOW_TRAY * (SIDE - 38.0) / TRAY;
            let corner = pos2(side.max.x - 10.0, side.min.y + banner + 8.0 + LOW_TRAY + 6.0);
            Rect::from_min_max(corner - vec2(wide, LOW_TRAY), corner)
        } else {
            Rect::from_min_max(Pos2::new(side.min.x + 14.0, side.max.y - TRAY - 12.0), side.max - vec2(14.0, 12.0))
        };
        Self { bar, sea, side, docked: panel.is_some(), tray, strip }
    }

    /// The paper under dice and spinner.
    pub(super) fn tray_sheet(&self) -> Rect {
        if self.docked {
            let upper = self.tray.min.y - 6.0;
            return Rect::from_min_max(pos2(self.side.min.x, upper), pos2(self.side.max.x, self.tray.max.y + 6.0));
        }
        Rect::from_min_max(pos2(self.side.min.x, self.tray.min.y - 12.0), self.side.max)
    }

    /// The largest place for a board of a shape, and the size of its unit.
    pub(super) fn board(&self, width: f32, height: f32) -> (Rect, f32) {
        let scale = (self.sea.width() / width).min(self.sea.height() / height);
        (Rect::from_center_size(self.sea.center(), vec2(width * scale, height * scale)), scale)
    }
}
