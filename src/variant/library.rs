//! Loading variants: follows `extends`, lays the files over each other, and builds the result.

use super::catalogue::Catalogue;
use super::contract::{self, Contract};
use super::effective::Effective;
use super::layer::{self, Layer, Placed};
use super::shelf::{Shelf, is_plain_name};
use crate::document;
use crate::files::{exists, is_file, is_same, read_file};
use crate::limits;
use crate::packs;
use crate::problem::{Problem, Problems, Source, closest};
use crate::sim::plan::{Plan, PlanError};
use crate::sim::rule::{BuildError, nest};
use crate::sim::{Blueprint, Origin, Pack, Ruleset};
use crate::words;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

/// The variant that is the game as printed.
pub const STANDARD: &str = "standard";

/// A value while files are laid over each other, and where it came from.
struct Assignment {
    value: Value,
    origin: Origin,
}

/// A variant, loaded and built.
#[derive(Clone)]
pub struct Variant {
    pub catalogue: Arc<Catalogue>,
    pub rules: Arc<Ruleset>,
    /// What its own file promises about its games.
    pub contract: Option<Contract>,
    /// The files it was made from, from the root of the chain to the variant itself.
    pub sources: Vec<Arc<Source>>,
    /// What was odd but not wrong.
    pub warnings: Vec<Problem>,
}

impl Variant {
    /// What it says, for people.
    pub fn effective(&self) -> Effective<'_> {
        Effective { rules: &self.rules, catalogue: &self.catalogue }
    }

    /// The paths of its files, from the root of the chain to the variant itself.
    pub fn files(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.sources.iter().map(|source| source.path.as_str())
    }

    /// The path of its own file.
    pub fn file(&self) -> &str {
        self.files().next_back().unwrap_or("variant")
    }

    /// Something wrong with a line of its own file.
    pub fn problem_on_line(&self, line: usize, message: impl Into<String>) -> Problem {
        match self.sources.last() {
            Some(own) => Problem::on_line(own, line, message),
            None => Problem::about("variant", message),
        }
    }

    /// Something wrong with the game its own file says it is for.
    pub fn problem_with_pack(&self, message: impl Into<String>) -> Problem {
        let Some(own) = self.sources.last() else { return Problem::about("variant", message) };
        let place = document::parse(own).ok().and_then(|document| layer::pack_name(&document));
        Problem::at(own, place.map_or(0..0, |place| place.span), message)
    }

    /// Something wrong with what it says about a key, at the place that says it; at the top of its own file where none
    /// of its files does.
    pub fn problem_with(&self, key: &str, message: impl Into<String>) -> Problem {
        let origin = self.rules.origin(key);
        let source = origin.and_then(|origin| self.sources.iter().find(|source| source.path == origin.path));
        match source.zip(origin) {
            Some((source, origin)) => Problem::on_line(source, origin.line, message),
            None => self.problem_on_line(1, message),
        }
    }
}

/// Reads packs and variants from a shelf; keeps what has not changed.
pub struct Library {
    pub shelf: Shelf,
    known: Mutex<BTreeMap<&'static str, Arc<Catalogue>>>,
}

impl Library {
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf, known: Mutex::default() }
    }

    /// What is built into the program, whatever lies around.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: OnceLock<Library> = OnceLock::new();
        BUILT_IN.get_or_init(|| Self::new(Shelf::built_in()))
    }

    /// A pack's data.
    pub fn catalogue(&self, pack: &'static dyn Pack) -> Result<Arc<Catalogue>, Problems> {
        let mut known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let catalogue = Catalogue::read(&self.shelf, pack, known.get(pack.name()))?;
        known.insert(pack.name(), catalogue.clone());
        Ok(catalogue)
    }

    /// Loads a variant by name (on the shelf) or by path (ending in `.toml`).
    pub fn load(&self, pack: &str, variant: &str) -> Result<Variant, Problems> {
        if Path::new(variant).extension().is_some_and(|e| e == "toml") {
            return self.load_source(read_file(Path::new(variant))?);
        }
        let known = find_pack(pack)?;
        if let Some(source) = self.shelf.variant(known.name(), variant) {
            self.load_source(source?)
        } else {
            let names = self.shelf.variant_names(pack);
            let problem = Problem::about(format!("{pack}/{variant}"), format!("there is no variant called `{variant}`"));
            let problem = problem.allowed(names.join(", "));
            let file = format!("{variant}.toml");
            if is_file(Path::new(&file)) {
                return Err(problem.remedy(format!("did you mean the file `{file}`?")).into());
            }
            Err(problem.did_you_mean(variant, names.iter().map(String::as_str)).into())
        }
    }

    /// Loads a variant from text, as if it were a file.
    pub fn load_source(&self, source: Source) -> Result<Variant, Problems> {
        let mut problems = Problems::default();
        let source = Arc::new(source);
        let document = document::parse(&source)?;
        let pack = if let Some(name) = layer::pack_name(&document) {
            find_pack(&name.text).map_err(|_| unknown_pack(&source, &name))?
        } else {
            let misspelt = document.iter().map(|(key, _)| key).find(|key| *key != "pack" && closest(key, ["pack"]).is_some());
            if let Some((key, _)) = misspelt.and_then(|key| document.get_key_value(key)) {
                let message = format!("the file does not say which game it is for: `{}` means nothing", key.get());
                return Err(Problem::at(&source, key.span().unwrap_or(0..0), message).remedy("did you mean `pack`?").into());
            }
            let known: Vec<String> = packs::ALL.iter().map(|p| format!("pack = \"{}\"", p.name())).collect();
            let place = document.get_key_value("pack").and_then(|(_, item)| item.span()).unwrap_or(0..0);
            return Err(Problem::at(&source, place, "the file does not say which game it is for")
                .remedy(format!("begin with {}", known.join(" or ")))
                .into());
        };
        let catalogue = self.catalogue(pack)?;
        let mut layers = vec![layer::read(&source, &document, &catalogue, &mut problems)];
        self.follow_parents(&catalogue, &mut layers, &mut problems);
        layers.reverse();
        let mut merge = Merge::new(catalogue);
        for layer in &layers {
            merge.lay(layer, &mut problems);
        }
        if problems.has_errors() {
            return Err(problems);
        }
        let mut variant = merge.build(&layers, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        if let Some(variant) = &mut variant {
            variant.warnings.clone_from(&problems.0);
        }
        variant.ok_or(problems)
    }

    /// Adds the chain of parents behind the first layer.
    fn follow_parents(&self, catalogue: &Catalogue, layers: &mut Vec<Layer>, problems: &mut Problems) {
        while let Some(parent) = layers.last().and_then(|layer| layer.extends.clone()) {
            let child = layers.last().expect("the loop looks at the last layer").source.clone();
            let at = |message: String| Problem::at(&child, parent.span.clone(), message);
            let folder = Path::new(&child.path).parent().unwrap_or(Path::new(""));
            let is_path = Path::new(&parent.text).extension().is_some_and(|e| e == "toml");
            let beside = folder.join(if is_path { parent.text.clone() } else { format!("{}.toml", parent.text) });
            let found = if is_path || is_plain_name(&parent.text) && exists(&beside) {
                // A file somebody sent must not choose what else is read.
                if !self.shelf.may_lead_to(folder, &beside) {
                    problems.push(
                        at(format!("`{}` leads out of the folder of this file", parent.text))
                            .remedy("put the parent beside this file, or name its folder with --variants"),
                    );
                    return;
                }
                Some(read_file(&beside))
            } else {
                self.shelf.variant(catalogue.pack.name(), &parent.text)
            };
            let source = match found {
                Some(Ok(source)) => Arc::new(source),
                Some(Err(problem)) => {
                    problems.push(at(format!("the parent variant cannot be read: {} {}", problem.path, problem.message)));
                    return;
                }
                None => {
                    let names = self.shelf.variant_names(catalogue.pack.name());
                    let problem = at(format!("there is no variant called `{}` to extend", parent.text));
                    problems.push(problem.allowed(names.join(", ")).did_you_mean(&parent.text, names.iter().map(String::as_str)));
                    return;
                }
            };
            if layers.iter().any(|layer| is_same(Path::new(&layer.source.path), Path::new(&source.path))) {
                let mut names: Vec<&str> = layers.iter().map(|l| l.source.path.as_str()).collect();
                names.push(&source.path);
                let problem = at(format!("variants extend each other in a circle: {}", names.join(" → ")));
                problems.push(problem.remedy("let one of them extend `standard`"));
                return;
            }
            if layers.len() >= limits::LAYERS {
                problems.push(at(format!("more than {} variants extend one another", limits::LAYERS)));
                return;
            }
            let document = match document::parse(&source) {
                Ok(document) => document,
                Err(problem) => return problems.push(problem),
            };
            let layer = layer::read(&source, &document, catalogue, problems);
            if let Some(other) = layer.pack.as_ref().filter(|p| p.text != catalogue.pack.name()) {
                problems.push(at(format!("`{}` is a variant of {}, not of {}", parent.text, other.text, catalogue.pack.name())));
                return;
            }
            layers.push(layer);
        }
    }
}

/// The pack of that name, or a message that lists them.
pub fn find_pack(name: &str) -> Result<&'static dyn Pack, Problems> {
    packs::find(name).ok_or_else(|| {
        let names: Vec<&str> = packs::ALL.iter().map(|p| p.name()).collect();
        let problem = Problem::about("packs", format!("there is no game called `{name}`")).allowed(names.join(", "));
        problem.did_you_mean(name, names.iter().copied()).into()
    })
}

fn unknown_pack(source: &Source, name: &Placed) -> Problems {
    let names: Vec<&str> = packs::ALL.iter().map(|p| p.name()).collect();
    let problem =
        Problem::at(source, name.span.clone(), format!("there is no game called `{}`", name.text)).allowed(names.join(", "));
    problem.did_you_mean(&name.text, names.iter().copied()).into()
}

/// Layers laid over the declared defaults, one by one.
struct Merge {
    catalogue: Arc<Catalogue>,
    leaves: BTreeMap<String, Assignment>,
    in_force: Vec<&'static str>,
    /// The file and place that set a key or edited a rule.
    set_by: BTreeMap<String, (Arc<Source>, std::ops::Range<usize>)>,
    /// Where rules were added or repealed.
    rule_origins: BTreeMap<String, Origin>,
}

impl Merge {
    fn new(catalogue: Arc<Catalogue>) -> Self {
        let mut leaves = BTreeMap::new();
        for setting in &catalogue.settings {
            for (key, value) in setting.default_leaves() {
                let origin = Origin { path: setting.declared_in.clone(), line: setting.declared_at };
                leaves.insert(key, Assignment { value, origin });
            }
        }
        let in_force = catalogue.pack.base_rules().iter().map(|rule| rule.id()).collect();
        Self { catalogue, leaves, in_force, set_by: BTreeMap::new(), rule_origins: BTreeMap::new() }
    }

    fn lay(&mut self, layer: &Layer, problems: &mut Problems) {
        for rule in &layer.rules {
            self.edit_rule(layer, rule, problems);
        }
        for assigned in &layer.values {
            let at = |message: String| Problem::at(&layer.source, assigned.span.clone(), message);
            let Some((_, setting)) = self.catalogue.setting_of(&assigned.key) else { continue };
            if !self.in_force.contains(&setting.section()) {
                let section = setting.section();
                problems.warn(|| {
                    at(format!("`{}` changes nothing: the rule `{section}` is not in force", assigned.key))
                        .remedy(format!("add \"{section}\" to `rules`, or remove this setting"))
                });
                continue;
            }
            let same = self.leaves.get(&assigned.key).filter(|leaf| leaf.value == assigned.value);
            if let Some(leaf) = same {
                problems.warn(|| {
                    at(format!("`{}` changes nothing: it already has this value from {}", assigned.key, leaf.origin))
                        .remedy("remove the line")
                });
            }
            let line = layer.source.line_of(assigned.span.start);
            let origin = Origin { path: layer.source.path.clone(), line };
            self.leaves.insert(assigned.key.clone(), Assignment { value: assigned.value.clone(), origin });
            self.set_by.insert(assigned.key.clone(), (layer.source.clone(), assigned.span.clone()));
        }
    }

    fn edit_rule(&mut self, layer: &Layer, rule: &Placed, problems: &mut Problems) {
        let at = |message: String| Problem::at(&layer.source, rule.span.clone(), message);
        let line = layer.source.line_of(rule.span.start);
        let origin = Origin { path: layer.source.path.clone(), line };
        let repealed = rule.text.strip_prefix('!');
        let id = repealed.unwrap_or(&rule.text);
        let Some(id) = self.catalogue.rule_ids().find(|known| *known == id) else { return };
        let standing = self.in_force.iter().position(|known| *known == id);
        match (repealed.is_some(), standing) {
            (true, Some(at_index)) => {
                let essential = self.catalogue.pack.base_rules().iter().any(|r| r.id() == id && r.essential());
                if essential {
                    problems.error(|| {
                        at(format!("the game cannot be played without the rule `{id}`")).remedy("change its settings instead")
                    });
                    return;
                }
                self.in_force.remove(at_index);
            }
            (false, None) => self.in_force.push(id),
            (true, None) => {
                problems.error(|| {
                    at(format!("`!{id}` repeals a rule that is not in force here"))
                        .allowed(format!("in force are {}", self.in_force.join(", ")))
                        .remedy("remove it from the list")
                });
                return;
            }
            (false, Some(_)) => {
                problems.warn(|| {
                    at(format!("`{id}` changes nothing: the rule is already in force")).remedy("remove it from the list")
                });
                return;
            }
        }
        self.rule_origins.insert(format!("rules.{id}"), origin);
        self.set_by.insert(format!("rule {id}"), (layer.source.clone(), rule.span.clone()));
    }

    fn build(mut self, layers: &[Layer], problems: &mut Problems) -> Option<Variant> {
        let own = layers.last().expect("a variant has at least its own layer");
        let in_force = self.in_force.clone();
        self.leaves.retain(|key, _| in_force.iter().any(|id| key.split('.').next() == Some(id)));
        let file = Path::new(&own.source.path).file_stem().and_then(|s| s.to_str()).unwrap_or("variant");
        let file = words::name(file, limits::NAME);
        let pack = self.catalogue.pack;
        let leaf_origins = self.leaves.iter().map(|(key, leaf)| (key.clone(), leaf.origin.clone()));
        let blueprint = Blueprint {
            pack: pack.name(),
            variant: file.clone(),
            title: own.name.clone().unwrap_or_else(|| file.replace('_', " ")),
            about: own.about.clone().unwrap_or_default(),
            rules: in_force.iter().map(|id| (*id).to_owned()).collect(),
            settings: nest(self.leaves.iter().map(|(key, leaf)| (key.as_str(), &leaf.value))),
            origins: leaf_origins.chain(self.rule_origins.clone()).collect(),
        };
        match Ruleset::build(pack, blueprint, &self.catalogue.board) {
            Ok(rules) => {
                self.warn_of_idle(&rules, &own.source, problems);
                Some(Variant {
                    contract: contract::read(&own.contract, &own.source, &rules, problems),
                    rules: Arc::new(rules),
                    sources: layers.iter().map(|layer| layer.source.clone()).collect(),
                    warnings: Vec::new(),
                    catalogue: self.catalogue,
                })
            }
            Err(errors) => {
                problems.0.extend(errors.iter().map(|error| self.blame(error, &own.source)));
                None
            }
        }
    }

    /// Says what can never matter under these rules.
    fn warn_of_idle(&self, rules: &Ruleset, own: &Source, problems: &mut Problems) {
        for idle in rules.in_force.iter().flat_map(|rule| rule.idle(rules)) {
            let rule = idle.about.split('.').next().unwrap_or_default();
            let place = self.set_by.get(idle.about).or_else(|| self.set_by.get(&format!("rule {rule}")));
            problems.warn(|| {
                let problem = match place {
                    Some((source, span)) => Problem::at(source, span.clone(), idle.message),
                    None => Problem::at(own, 0..0, format!("`{}`: {}", idle.about, idle.message)),
                };
                problem.remedy(idle.remedy)
            });
        }
    }

    /// Puts a build error at the line that caused it.
    fn blame(&self, error: &BuildError, own: &Source) -> Problem {
        let rules_named: Vec<&str> = match error {
            BuildError::Plan(plan) => plan.rules(),
            BuildError::Essential(id) | BuildError::Verb { rule: id, .. } => vec![id],
            BuildError::UnknownRule(_) | BuildError::Section { .. } | BuildError::Setting { .. } => Vec::new(),
        };
        let key = match error {
            BuildError::Setting { key, .. } => Some(key.as_str()),
            BuildError::Section { section, .. } => Some(section.as_str()),
            _ => None,
        };
        let by_key = key.and_then(|key| {
            let under = |(name, _): &(&String, &(Arc<Source>, _))| name.as_str() == key || name.starts_with(&format!("{key}."));
            self.set_by.iter().find(under).map(|(_, place)| place)
        });
        let place = by_key.or_else(|| rules_named.iter().rev().find_map(|id| self.set_by.get(&format!("rule {id}"))));
        let problem = match place {
            Some((source, span)) => Problem::at(source, span.clone(), error.to_string()),
            None => Problem::at(own, 0..0, error.to_string()),
        };
        match error {
            BuildError::Plan(PlanError::ReplacedTwice { first, second, .. } | PlanError::DuplicateStep { first, second, .. }) => {
                problem
                    .allowed(format!("either `{first}` or `{second}`"))
                    .remedy("remove one of them from `rules`, or repeal an inherited one with `!`")
            }
            BuildError::Plan(PlanError::MissingAnchor { rule, anchor }) => {
                let provider = provider_of(self.catalogue.pack, anchor);
                let needs = provider.map_or_else(|| format!("a rule with the step `{anchor}`"), |id| format!("the rule `{id}`"));
                problem
                    .allowed(format!("`{rule}` together with {needs}"))
                    .remedy(format!("remove \"{rule}\", or keep {needs} in force"))
            }
            _ => problem,
        }
    }
}

/// The printed rule that brings a step.
fn provider_of(pack: &dyn Pack, step: &str) -> Option<&'static str> {
    let mut plan = Plan::default();
    for rule in pack.base_rules() {
        rule.edit(&mut plan.edited_by(rule.id())).ok()?;
    }
    let (phase, index) = plan.find(step)?;
    Some(plan.steps(phase)[index].owner)
}
