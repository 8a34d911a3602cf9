//! Where everything goes: fixed places worked out from the window's size, so that nothing can overlap.

use egui::{Rect, pos2, vec2};

/// The smallest window, in egui's points, that everything fits; smaller windows shrink the letters instead.
const DESIGNED_FOR: (f32, f32) = (1280.0, 800.0);
/// The same for an upright one, such as a tablet held so: with the table, where the side lies below the board, and without.
const UPRIGHT_FOR: (f32, f32) = (960.0, 1240.0);
const UPRIGHT_SHEET_FOR: (f32, f32) = (1130.0, 1130.0);
const BAR: f32 = 46.0;
const SIDE: f32 = 336.0;
const GAP: f32 = 10.0;
const TRAY: f32 = 178.0;
const STRIP: f32 = 58.0;
/// A strip narrower than this has two lines.
const WIDE_STRIP: f32 = 760.0;
pub(super) const HIGH_STRIP: f32 = 94.0;
/// The height of the tray while a panel is open.
const LOW_TRAY: f32 = 76.0;

/// The least height of the side below a board, and the part of the window it has while a panel is open.
const BELOW: f32 = 420.0;
const PANEL_BELOW: f32 = 0.52;

/// Whether a window is so much higher than wide that the side belongs below the board.
fn is_upright(width: f32, height: f32) -> bool {
    height > width * 1.1
}

/// How much larger than designed everything is drawn.
pub(super) fn zoom(width: f32, height: f32, is_table: bool) -> f32 {
    let designed_for = match (is_upright(width, height), is_table) {
        (false, _) => DESIGNED_FOR,
        (true, true) => UPRIGHT_FOR,
        (true, false) => UPRIGHT_SHEET_FOR,
    };
    (width / designed_for.0).min(height / designed_for.1).clamp(0.3, 4.0)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub bar: Rect,
    /// The space for the board.
    pub sea: Rect,
    /// Whose turn it is, the players, and below them the story or a panel.
    pub side: Rect,
    /// A panel has most of the side.
    pub docked: bool,
    /// Dice and spinner; below the window where there is nothing in it.
    pub tray: Rect,
    /// A strip below the board for replays.
    pub strip: Option<Rect>,
    /// A place for the story beside the players, where the side is wide and low.
    pub story: Option<Rect>,
}

impl Layout {
    /// An open panel takes the place of the story, so that the board stays large; it says how wide it wants the side. Dice and
    /// spinner are then small, beside the players, below a banner so high. A tray with nothing in it leaves its place to the story.
    pub(super) fn new(window: Rect, panel: Option<f32>, banner: f32, strip: bool, has_tray: bool) -> Self {
        let bar = Rect::from_min_size(window.min, vec2(window.width(), BAR));
        let (sea, side) = if is_upright(window.width(), window.height()) {
            let spare = window.height() - BAR - window.width() * 0.8;
            let below = spare.max(if panel.is_some() { window.height() * PANEL_BELOW } else { BELOW });
            let middle = window.max.y - below;
            (
                Rect::from_min_max(bar.left_bottom(), pos2(window.max.x, middle)),
                Rect::from_min_max(pos2(window.min.x, middle), window.max),
            )
        } else {
            let middle = window.max.x - panel.unwrap_or(SIDE);
            (
                Rect::from_min_max(bar.left_bottom(), pos2(middle, window.max.y)),
                Rect::from_min_max(pos2(middle, bar.max.y), window.max),
            )
        };
        let strip_height = if sea.width() < WIDE_STRIP { HIGH_STRIP } else { STRIP };
        let low = sea.max.y - if strip { strip_height } else { 0.0 };
        let strip = strip.then(|| Rect::from_min_max(pos2(sea.min.x, low), sea.max).shrink(GAP * 0.5));
        let sea = Rect::from_min_max(sea.min, pos2(sea.max.x, low)).shrink(GAP * 0.5);
        let side = side.shrink(GAP * 0.5);
        if panel.is_some() {
            let wide = LOW_TRAY * (SIDE - 38.0) / TRAY;
            let corner = pos2(side.max.x - 10.0, side.min.y + banner + 8.0 + LOW_TRAY + 6.0);
            let tray = Rect::from_min_max(corner - vec2(wide, LOW_TRAY), corner);
            return Self { bar, sea, side, docked: true, tray, strip, story: None };
        }
        // Dice and spinner lie at the end of the side, or of a column beside it.
        let column = Rect::from_min_max(pos2(side.max.x - SIDE + GAP, side.min.y), side.max);
        let tray = Rect::from_min_max(pos2(column.min.x + 14.0, side.max.y - TRAY - 12.0), side.max - vec2(14.0, 12.0));
        let tray = if has_tray { tray } else { tray.translate(vec2(0.0, TRAY + 12.0 + 20.0)) };
        let is_beside = column.min.x > side.min.x + 1.0;
        let story = is_beside.then(|| Rect::from_min_max(column.min, pos2(column.max.x, tray.min.y - 20.0)));
        let side = if is_beside { Rect::from_min_max(side.min, pos2(column.min.x - 8.0, side.max.y)) } else { side };
        Self { bar, sea, side, docked: false, tray, strip, story }
    }

    /// The paper under dice and spinner.
    pub(super) fn tray_sheet(&self) -> Rect {
        if self.docked {
            let upper = self.tray.min.y - 6.0;
            return Rect::from_min_max(pos2(self.side.min.x, upper), pos2(self.side.max.x, self.tray.max.y + 6.0));
        }
        self.tray.expand2(vec2(14.0, 12.0))
    }

    /// The largest place for a board of a shape, and the size of its unit.
    pub(super) fn board(&self, width: f32, height: f32) -> (Rect, f32) {
        let scale = (self.sea.width() / width).min(self.sea.height() / height);
        (Rect::from_center_size(self.sea.center(), vec2(width * scale, height * scale)), scale)
    }
}
