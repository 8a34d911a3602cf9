//! The window driven from a file: what a script sees, and what it wants.

use super::frames::Frames;
use super::{App, Screen};
use crate::files::write_atomically;
use crate::problem::{Problem, Problems};
use crate::window::drive::{Sight, Step};
use crate::window::panels::aloud;
use crate::window::sprites::screen_png;
use crate::words::{self, msg};
use macroquad::DroppedFile;
use macroquad::prelude as mq;
use serde_json::{Value, json};

impl App {
    pub(super) fn drive(&mut self, seconds: f32) -> Result<Step, Problems> {
        let Some(mut driver) = self.driver.take() else { return Ok(Step::Go) };
        let pixels_per_point = self.host.context().pixels_per_point();
        let (moving, gate, choosable, over) = match &self.screen {
            Screen::Table(top) => {
                let choosable: Vec<String> = top.targets().into_iter().filter(|t| t.choosable).map(|t| t.name).collect();
                // Half a choice is completed: only targets of the kind that comes first.
                let kind = choosable.first().and_then(|name| name.split(':').next()).unwrap_or_default().to_owned();
                let choosable = choosable.into_iter().filter(move |name| name.split(':').next() == Some(&kind));
                let buttons = top.buttons().into_iter().map(|(command, _)| top.button_name(command));
                let over =
                    (top.table.game().outcome().is_some() && !top.scene.moving() && top.lecture.is_none()) || top.is_taught();
                // The curtain is pressed like any gate, and before it.
                let card = || top.awaits_next().then_some("lesson:next");
                let gate = top.hand_over_to().map(|_| "curtain").or_else(card).or_else(|| top.scene.gate().map(|gate| gate.name));
                (top.scene.moving(), gate, choosable.chain(buttons).collect(), over)
            }
            _ => (false, None, Vec::new(), false),
        };
        let sight = Sight { elements: &self.elements, moving, gate, choosable, over, state: &|| self.state(), pixels_per_point };
        let step = driver.step(&sight, seconds);
        self.driver = Some(driver);
        step
    }

    pub(super) fn obey(&mut self, step: Step) -> Result<(), Problems> {
        match step {
            Step::Go => {}
            Step::Size(width, height) => mq::request_new_screen_size(width as f32, height as f32),
            Step::Shot(file) => {
                let picture = screen_png(&mq::get_screen_data());
                let picture = picture.ok_or_else(|| Problem::about(&file, msg!("window.drive.no_picture")))?;
                write_atomically(file.as_ref(), picture)?;
            }
            Step::State(file) => {
                let text = serde_json::to_string_pretty(&self.state()).unwrap_or_default();
                write_atomically(file.as_ref(), &(text + "\n"))?;
                self.frames.begin_anew();
            }
            Step::Drop(file) => self.drop_file(DroppedFile { path: Some(file.into()), bytes: None }),
            Step::Quit => self.leave = true,
        }
        Ok(())
    }

    /// What the window shows, for scripts to compare.
    fn state(&self) -> Value {
        let mut state = match &self.screen {
            Screen::Start(start) => json!({
                "screen": "start",
                "trouble": (!start.trouble.0.is_empty()).then(|| start.trouble.to_string()),
                "running": self.kept.running.iter().map(|running| json!([running.slot.name, running.held])).collect::<Value>(),
            }),
            Screen::New(_) => json!({"screen": "new_game"}),
            Screen::Table(top) => top.state(),
        };
        if let Screen::Table(top) = &self.screen {
            state["aloud"] = json!(aloud::lines(top));
        }
        state["window"] = json!([mq::screen_width(), mq::screen_height()]);
        state["language"] = json!(words::spoken().language);
        state["texts"] = json!(self.host.texts);
        state["cut"] = json!(self.elements.cut);
        state["untold"] = json!(self.elements.untold);
        state["focused"] = json!(self.elements.focused);
        state["comfort"] = json!(self.settings);
        state["heard"] = json!(self.speaker.cues);
        let Frames { count, worst, opening, .. } = self.frames;
        state["frames"] = json!({"count": count, "mean_ms": self.frames.mean(), "worst_ms": worst, "opening_ms": opening});
        state
    }
}
