//! Opening a recorded game: it is played again from its first move. Where that takes longer than anybody waits, a little is done in
//! every frame, and there is a way out.

use super::elements::Elements;
use super::panels::button;
use super::system::IS_PAGE;
use super::theme;
use crate::problem::Problems;
use crate::table::trace::Trace;
use crate::table::{Replayed, Replaying, Until};
use crate::variant::Library;
use crate::words::{figure, say};
use egui::{ProgressBar, RichText};
use macroquad::prelude as mq;

/// Seconds it may take at first, so that games as they are played open without more ado, and then in each frame. A page that does
/// not answer is taken for one that hangs.
pub(super) const AT_ONCE: f64 = if IS_PAGE { 0.1 } else { 0.5 };
pub(super) const SLICE: f64 = 0.05;

pub(super) struct Opening {
    replaying: Replaying<Box<Trace>>,
    /// It is to be watched from its beginning, not gone on with.
    pub watch: bool,
}

impl Opening {
    pub(super) fn begin(trace: Box<Trace>, library: &Library, watch: bool) -> Result<Self, Problems> {
        Ok(Self { replaying: Replaying::begin(trace, library, Until::End)?, watch })
    }

    /// Goes on for so many seconds; true once there is nothing more to play.
    pub(super) fn go_on(&mut self, seconds: f64) -> Result<bool, Problems> {
        let begun = mq::get_time();
        while self.replaying.go_on()? {
            if mq::get_time() - begun > seconds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn finish(self) -> Replayed {
        self.replaying.finish()
    }

    /// Shows how far it has come; true when nobody wants to wait any longer.
    pub(super) fn show(&self, context: &egui::Context, elements: &mut Elements) -> bool {
        let sheet = egui::Modal::new(egui::Id::new("opening")).frame(theme::sheet()).show(context, |ui| {
            ui.set_width(360.0);
            let progress = self.replaying.progress();
            let percent = figure(f64::from(100.0 * progress), 0);
            ui.label(RichText::new(say!("window.opening.going", percent)).color(theme::INK_SOFT));
            let bar = ui.add(ProgressBar::new(progress).desired_height(8.0).fill(theme::SEA));
            elements.widget("opening", &bar);
            ui.add_space(6.0);
            button(ui, elements, "opening:leave", say!("window.opening.leave")).clicked()
        });
        sheet.inner || context.input(|input| input.key_pressed(egui::Key::Escape))
    }
}
