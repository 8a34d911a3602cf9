//! `new rule NAME`: a house rule that works, to be changed into another one, with a variant and a scenario.

use super::{Table, say};
use crate::files::{exists, make_folder, write_atomically};
use crate::packs;
use crate::problem::{Problem, Problems};
use crate::scenario;
use crate::script::{Start, fresh};
use crate::sim::{Chance, Game, Pack, Seat};
use crate::variant::{Library, STANDARD};
use crate::words::msg;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Where variants of one's own are kept when no folder is named.
const FOLDER: &str = "variants";
/// The most commands of a first turn that a scenario plays.
const MOST_COMMANDS: usize = 100;

pub(crate) fn rule(table: &Table, name: &str) -> Result<ExitCode, Problems> {
    let pack = table.pack()?;
    // A folder that is not there yet is made, and until then there is nothing in it to know.
    let is_new = table.variants.as_ref().is_some_and(|folder| !exists(folder));
    let around = Table { pack: table.pack.clone(), variants: table.variants.clone().filter(|_| !is_new) };
    check_name(&around, pack, name)?;
    let start = &packs::dialect(pack).start;
    let folder = table.variants.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    let [rule, variant] = [folder.join("rules"), folder.clone()].map(|folder| folder.join(format!("{name}.toml")));
    // Not of the variant's own name, which would then be looked for beside the scenario.
    let scenario = folder.join("scenarios").join(format!("{name}-works.toml"));
    let files = [
        (&rule, fresh::rule(start, pack.name(), name)),
        (&variant, variant_text(pack.name(), name)),
        (&scenario, scenario_text(start, pack, name)?),
    ];
    // Nobody's work is written over, not even in part.
    if let Some((path, _)) = files.iter().find(|(path, _)| exists(path)) {
        let problem = Problem::about(path.display().to_string(), msg!("terminal.new_rule.exists"));
        return Err(problem.remedy(msg!("terminal.new_rule.other_name")).into());
    }
    for (path, text) in &files {
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        write_atomically(path, text)?;
        say(msg!("terminal.wrote", file = path.as_path()))?;
    }
    say(msg!("terminal.new_rule.next", variant = variant.as_path(), scenario = scenario.as_path(), folder = folder.as_path()))?;
    Ok(ExitCode::SUCCESS)
}

/// A rule needs a name that nothing else in the game has.
fn check_name(table: &Table, pack: &'static dyn Pack, name: &str) -> Result<(), Problems> {
    let mut letters = name.chars();
    let plain = letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && name.len() <= 40
        && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !plain {
        return Err(Problem::about(name, msg!("script.file.name", name)).into());
    }
    let catalogue = table.library()?.catalogue(pack)?;
    let taken = catalogue.rule_ids().any(|id| id == name) || catalogue.settings.iter().any(|setting| setting.section() == name);
    let reserved = ["rule", "rules", "pack", "name", "about", "extends", "board", "contract"].contains(&name);
    if taken || reserved {
        return Err(Problem::about(name, msg!("script.file.taken", name)).remedy(msg!("terminal.new_rule.other_name")).into());
    }
    Ok(())
}

fn variant_text(pack: &str, name: &str) -> String {
    let mut text = String::new();
    fresh::remark(&mut text, &msg!("terminal.new_rule.variant", name));
    let _ = write!(
        text,
        "pack    = {:?}\nname    = {:?}\nextends = {STANDARD:?}\nrules   = [{name:?}]\n",
        pack,
        name.replace('_', " ")
    );
    text
}

fn scenario_text(start: &Start, pack: &'static dyn Pack, name: &str) -> Result<String, Problems> {
    let (given, seat) = if start.given.is_empty() { first_turn(pack)? } else { (start.given.to_owned(), 0) };
    let mut text = String::new();
    fresh::remark(&mut text, &msg!("terminal.new_rule.scenario"));
    let about = msg!("terminal.new_rule.tested").to_string();
    let _ = write!(
        text,
        "pack    = {:?}\nrule    = {name:?}\nabout   = {about:?}\nvariant = {name:?}\n{}\n[then]\n{}",
        pack.name(),
        given,
        start.then.replace("NAME", name).replace("SEAT", &seat.to_string())
    );
    Ok(text)
}

/// The first turn of a game as scenarios deal it, each time by the first offer, and whose turn it is.
fn first_turn(pack: &'static dyn Pack) -> Result<(String, Seat), Problems> {
    let rules = Library::built_in().load(pack.name(), STANDARD)?.rules;
    let seats = pack.usual_seats(&rules);
    let mut game =
        Game::new(rules, seats, Chance::seeded(scenario::SEED)).map_err(|error| Problem::about(STANDARD, error.message()))?;
    let (first, mut when) = (game.turn().seat, Vec::new());
    while game.turn().seat == first && game.turn().taken == 0 && when.len() < MOST_COMMANDS {
        let Some(command) = game.offers().first().copied() else { break };
        when.push(game.command_text(command));
        game.apply(command).map_err(|error| Problem::about(STANDARD, error.message()))?;
    }
    Ok((format!("when    = {when:?}\n\n[given]\nseats         = {seats}\nfrom_the_deal = true\n"), first))
}
