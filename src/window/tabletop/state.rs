//! What the table shows, for scripts to compare.

use super::{Notice, Tabletop};
use serde_json::{Value, json};

impl Tabletop {
    pub(crate) fn state(&self) -> Value {
        let game = self.table.game();
        let (seat, round) = self.scene.turn();
        let standings = self.standings();
        json!({
            "screen": "table",
            "pack": game.rules().pack.name(),
            "variant": game.rules().blueprint.variant,
            "round": game.turn().round,
            "to_act": game.deciding(),
            "deeds": self.table.deeds(),
            "hash": format!("{:016x}", game.hash()),
            "slot": self.keeping.slot,
            "kept": self.table.is_kept(),
            "known": self.table.known_deeds(),
            "remark": self.remark.message().map(ToString::to_string),
            "over": game.outcome().is_some(),
            "totals": game.rules().pack.totals(game),
            "magnified": self.scene.magnified(),
            "moving": self.scene.moving(),
            "hidden": game.hidden(),
            "hand_over_to": self.hand_over_to(),
            "shown": {
                "seat": seat,
                "round": round,
                "standings": standings.iter().map(|standing| &standing.total).map(ToString::to_string).collect::<Value>(),
                "lines": self.telling.lines,
                "last_line": self.last_line().map(|line| line.to_string()),
                "of_lines": self.table.story().len(),
            },
            "traces": self.scene.traces().into_iter().map(|(seat, piece)| json!([seat, game.name(piece)])).collect::<Value>(),
            "lights": self.scene.lights(),
            "focus": self.aim.focus,
            "dock": self.desk.dock.map(|dock| format!("{dock:?}").to_lowercase()),
            "moments": self.drama.told.iter().map(|told| told.moment.title.to_string()).collect::<Value>(),
            "moments_told": self.drama.count,
            "sheet": self.desk.sheet(),
            "hint": self.hint.as_ref().map(|hint| hint.state(self)),
            "look_back": self.look_back_state(),
            "lesson": self.lesson_state(),
            "replay": self.replay.is_some(),
            "branch": self.branch.as_ref().map(|branch| json!({"made": branch.made, "of": branch.of})),
            "workshop": self.desk.workshop.state(),
            "notice": match &self.following.notice {
                None => Value::Null,
                Some(Notice::Mended) => json!("mended"),
                Some(Notice::Changed(verdict)) => json!(verdict.lines()),
                Some(Notice::Broken(problems)) => json!({"broken": problems.to_string()}),
                Some(Notice::Damaged(problem)) => json!({"damaged": problem.to_string()}),
            },
            "discord": self.table.files().discord().iter().map(ToString::to_string).collect::<Value>(),
            "lab": self.lab.state(),
            "settings": game.rules().blueprint.to_json(),
            "game": game.rules().pack.observe(game),
        })
    }
}
