//! One truth: whatever is done to a table, its record leads to the same game, and what is shown is what is played.

use crate::common;
use proptest::prelude::*;
use serde_json::{Value, json};
use triangulum::packs;
use triangulum::problem::{Problem, Source};
use triangulum::sim::chance::{below, stream};
use triangulum::table::trace::Trace;
use triangulum::table::{Deed, HUMAN, Heard, Table, Until, default_cast, replay};
use triangulum::variant::declare::{Kind, Setting};
use triangulum::variant::{Catalogue, Library, Variant, explain, rulebook};
use triangulum::words::msg;

/// A table that is walked over, and what a front would know beside it.
struct Walk {
    table: Table,
    library: Library,
    standard: Variant,
    /// Saves that changed the rules of the game, and deeds that were taken back.
    changed: usize,
    undone: usize,
    dice: Box<dyn FnMut(usize) -> usize>,
}

impl Walk {
    fn new(pack: &'static dyn triangulum::sim::Pack, seed: u64) -> Self {
        let library = common::library();
        let standard = library.load(pack.name(), "standard").unwrap();
        let kinds = vec![HUMAN.to_owned(); *standard.rules.seats().start()];
        let mut table = Table::new(standard.rules.clone(), "standard", default_cast(pack, &kinds), seed).unwrap();
        table.follow("standard", Ok(standard.clone()));
        let mut stream = stream(seed, 77);
        Self {
            table,
            library,
            standard,
            changed: 0,
            undone: 0,
            dice: Box::new(move |ways| below(&mut stream, ways as u32) as usize),
        }
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get((self.dice)(items.len().max(1)))
    }

    /// One deed of any kind; some of them are refused.
    fn step(&mut self) {
        match (self.dice)(100) {
            0..45 => {
                let offers = self.table.game().offers().to_vec();
                if let Some(command) = self.pick(&offers) {
                    self.table.carry_out(Deed::Command(*command)).expect("an offer is accepted");
                }
            }
            45..65 => self.save_file(),
            65..70 => self.refused(),
            70..85 => self.undone += usize::from(self.table.carry_out(Deed::Undo { across_chance: true }).is_ok()),
            85..88 => drop(self.table.carry_out(Deed::Undo { across_chance: false })),
            88..96 => drop(self.table.carry_out(Deed::Redo)),
            96..98 => {
                let to = (self.dice)(self.table.known_deeds() + 2);
                self.table.carry_out(Deed::Seek(to)).expect("every moment can be gone to");
            }
            _ => {
                let said = self.table.files().said.clone().expect("the walk begins with files");
                // A combination that cannot be played is refused, which is as good.
                drop(self.table.carry_out(Deed::Rules(Box::new(said))));
            }
        }
    }

    /// Somebody saves a variant with some settings and rules changed; what the library does not take is told to the
    /// table all the same.
    fn save_file(&mut self) {
        let catalogue = self.standard.catalogue.clone();
        let mut text = format!("pack = \"{}\"\nextends = \"standard\"\n", catalogue.pack.name());
        if (self.dice)(4) == 0 {
            text += &format!("name = \"Ours {}\"\nabout = \"As of {}\"\n", (self.dice)(9), (self.dice)(9));
        }
        let rules: Vec<String> = catalogue.pack.house_rules().iter().map(|rule| rule.id().to_owned()).collect();
        let repeals: Vec<String> = catalogue.pack.base_rules().iter().map(|rule| format!("!{}", rule.id())).collect();
        let mut chosen: Vec<String> = (0..(self.dice)(3)).filter_map(|_| self.pick(&rules).cloned()).collect();
        if (self.dice)(6) == 0 {
            chosen.extend(self.pick(&repeals).cloned());
        }
        chosen.dedup();
        text += &format!("rules = {}\n", json!(chosen));
        for _ in 0..=(self.dice)(3) {
            if let Some((key, value)) = self.some_value(&catalogue) {
                text += &format!("{key} = {value}\n");
            }
        }
        let news = self.library.load_source(Source::new("ours.toml", text));
        self.changed += usize::from(matches!(self.table.hear(news), Heard::Changed(_)));
    }

    /// A setting with a value it may have; lists and tables are left alone.
    fn some_value(&mut self, catalogue: &Catalogue) -> Option<(String, Value)> {
        let plain = |s: &&Setting| !s.key.contains('*') && matches!(s.kind, Kind::Int | Kind::Bool | Kind::Choice | Kind::Number);
        let settings: Vec<&Setting> = catalogue.settings.iter().filter(plain).collect();
        let setting = *self.pick(&settings)?;
        let [low, high] = setting.range.unwrap_or([0.0, 1.0]);
        let value = match setting.kind {
            Kind::Bool => json!((self.dice)(2) == 0),
            Kind::Choice => json!(self.pick(&setting.one_of)?),
            _ => json!(low as i64 + (self.dice)((high - low) as usize + 1) as i64),
        };
        Some((setting.key.clone(), value))
    }

    /// Files that are wrong, or of another game, change nothing.
    fn refused(&mut self) {
        let before = (self.table.game().dump(), self.table.trace().to_owned());
        let own = self.table.game().rules().pack.name();
        let foreign = packs::ALL.iter().find(|pack| pack.name() != own).expect("there are several games");
        let news = if (self.dice)(2) == 0 {
            Err(Problem::about("ours.toml", msg!("document.too_deep")).into())
        } else {
            self.library.load_source(Source::new("ours.toml", format!("# ours\npack = \"{}\"\n", foreign.name())))
        };
        let good = news.is_ok();
        match self.table.hear(news) {
            Heard::Refused(problems) => assert!(!good || problems.to_string().starts_with("ours.toml:2:"), "{problems}"),
            other => panic!("{other:?}"),
        }
        assert_eq!((self.table.game().dump(), self.table.trace().to_owned()), before);
    }

    /// What a front shows of a table.
    fn shown(&self, table: &Table) -> Vec<String> {
        let game = table.game();
        let effective = triangulum::variant::Effective { rules: game.rules(), catalogue: &self.standard.catalogue };
        let mut shown = vec![
            game.dump(),
            game.rules().blueprint.to_json().to_string(),
            game.rules_to_come().blueprint.to_json().to_string(),
            rulebook::print(effective, &self.standard.rules),
            explain::differences(effective, &self.standard.rules).len().to_string(),
            format!("{:?} {:?}", game.deciding(), game.offer_texts()),
            format!("{:?}", game.outcome()),
            game.rules().plan.to_string(),
        ];
        shown.extend(table.story().iter().map(|entry| entry.message.to_string()));
        shown.extend(table.files().discord().iter().map(ToString::to_string));
        shown
    }

    /// The record, played again, leads to the same table.
    fn check(&self) {
        let trace = Trace::parse(Source::new("walk.jsonl", self.table.trace())).unwrap_or_else(|p| panic!("{p}"));
        let mut again = replay(&trace, &self.library, Until::End).unwrap_or_else(|p| panic!("{p}")).table;
        again.follow(self.table.variant(), Ok(self.table.files().said.clone().expect("the walk begins with files")));
        let (here, there) = (self.shown(&self.table), self.shown(&again));
        let differs = here.iter().zip(&there).find(|(here, there)| here != there);
        assert!(differs.is_none() && here.len() == there.len(), "table and replay differ: {differs:#?}");
        assert_eq!(again.deeds(), self.table.deeds());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn five_hundred_deeds_leave_table_replay_and_picture_the_same(seed in any::<u64>()) {
        for pack in packs::ALL {
            let mut walk = Walk::new(*pack, seed);
            for _ in 0..500 {
                walk.step();
                walk.check();
            }
            assert!(walk.changed > 20 && walk.undone > 20, "{}: {} changes, {} undone", pack.name(), walk.changed, walk.undone);
        }
    }
}
