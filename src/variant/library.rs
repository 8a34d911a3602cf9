//! Loading variants: follows `extends`, lays the files over each other, and builds the result.

use super::catalogue::{self, Catalogue};
use super::contract::{self, Contract};
use super::effective::Effective;
use super::layer::{self, BOARD, Layer, OWN_RULES, OwnBoard, Placed};
use super::rulebook;
use super::shelf::{Shelf, is_plain_name};
use crate::document;
use crate::files::{exists, is_file, is_folder, is_same, read_file};
use crate::limits;
use crate::packs;
use crate::problem::{Problem, Problems, Source, closest};
use crate::script;
use crate::sim::blueprint::{BuildError, TEXTS};
use crate::sim::pack::Board;
use crate::sim::plan::{Plan, PlanError};
use crate::sim::settings::nest;
use crate::sim::{Blueprint, Origin, Pack, Phase, Rule, Ruleset};
use crate::words::{self, Message, msg};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
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
    /// The file of the board it brings along, if that is a file of its own.
    pub board_file: Option<Arc<Source>>,
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
    pub fn problem_on_line(&self, line: usize, message: impl Into<Message>) -> Problem {
        match self.sources.last() {
            Some(own) => Problem::on_line(own, line, message),
            None => Problem::about("variant", message),
        }
    }

    /// Something wrong with a piece of its own file.
    pub fn problem_at(&self, span: Range<usize>, message: impl Into<Message>) -> Problem {
        match self.sources.last() {
            Some(own) => Problem::at(own, span, message),
            None => Problem::about("variant", message),
        }
    }

    /// Something wrong with the game its own file says it is for.
    pub fn problem_with_pack(&self, message: impl Into<Message>) -> Problem {
        let document = self.sources.last().and_then(|own| document::parse(own).ok());
        let place = document.and_then(|document| layer::pack_name(&document));
        self.problem_at(place.map_or(0..0, |place| place.span), message)
    }

    /// Something wrong with what it says about a key, at the place that says it; at the top of its own file where none
    /// of its files does.
    pub fn problem_with(&self, key: &str, message: impl Into<Message>) -> Problem {
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
    /// A rule's file that is being written.
    unsaved: Option<Source>,
}

impl Library {
    pub fn new(shelf: Shelf) -> Self {
        script::look_up_with(catalogue::bounds);
        Self { shelf, known: Mutex::default(), unsaved: None }
    }

    /// The same where the file of a rule beside a variant says something that is not saved yet.
    #[must_use]
    pub fn before_saving(&self, file: Source) -> Self {
        let known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        Self { shelf: self.shelf.clone(), known: Mutex::new(known), unsaved: Some(file) }
    }

    /// Reads the file of a rule beside a variant.
    fn rule_beside(&self, path: &Path) -> Result<Source, Problem> {
        let unsaved = self.unsaved.as_ref().filter(|file| Path::new(&file.path) == path);
        unsaved.map_or_else(|| read_file(path), |file| Ok(file.clone()))
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
            let path = Path::new(variant);
            if exists(path) && !is_file(path) && !is_folder(path) {
                return self.load_source(read_file(path)?);
            }
            let names = self.shelf.variant_names(pack);
            let problem = Problem::about(format!("{pack}/{variant}"), msg!("variant.load.no_variant", variant));
            let problem = problem.allowed_names(&names);
            let file = format!("{variant}.toml");
            if is_file(Path::new(&file)) {
                return Err(problem.remedy(msg!("variant.load.file_meant", file)).into());
            }
            Err(problem.did_you_mean(variant, names.iter().map(String::as_str)).into())
        }
    }

    /// Loads a variant from text, as if it were a file. Everything that is wrong is told at once, each with place and remedy.
    ///
    /// ```
    /// # use triangulum::{problem::Source, variant::{Library, Shelf}};
    /// let library = Library::new(Shelf::built_in());
    /// let quick = library.load_source(Source::new("quick.toml", "pack = 'bermuda'\nextends = 'short'\n[dice]\ncount = 2\n"));
    /// assert_eq!(quick.expect("it is right").rules.value("dice.count"), Some(&2.into()));
    ///
    /// let wrong = library.load_source(Source::new("wrong.toml", "pack = 'bermuda'\nextends = 'short'\n[dice]\ncuont = 2\n"));
    /// let told = wrong.err().expect("there is no such setting").to_string();
    /// assert!(told.contains("wrong.toml:4:1") && told.contains("did you mean `count`"), "{told}");
    /// ```
    pub fn load_source(&self, source: Source) -> Result<Variant, Problems> {
        let mut problems = Problems::default();
        let source = Arc::new(source);
        let document = document::parse(&source)?;
        let pack = if let Some(name) = layer::pack_name(&document) {
            find_pack_at(&name.text, |message| Problem::at(&source, name.span.clone(), message))?
        } else {
            let misspelt = document.iter().map(|(key, _)| key).find(|key| *key != "pack" && closest(key, ["pack"]).is_some());
            if let Some((key, _)) = misspelt.and_then(|key| document.get_key_value(key)) {
                let message = msg!("variant.load.pack_misspelt", key = key.get());
                let problem = Problem::at(&source, key.span().unwrap_or(0..0), message);
                return Err(problem.remedy(msg!("problem.did_you_mean", name = "pack")).into());
            }
            let known: Vec<String> = packs::known().iter().map(|p| format!("pack = \"{}\"", p.name())).collect();
            let place = document.get_key_value("pack").and_then(|(_, item)| item.span()).unwrap_or(0..0);
            let problem = Problem::at(&source, place, msg!("variant.load.no_pack"));
            return Err(problem.remedy(msg!("variant.load.begin_with", lines = known)).into());
        };
        let mut catalogue = self.with_own_rules(self.catalogue(pack)?, &source, &document, &mut problems);
        let mut layers = vec![layer::read(&source, &document, &catalogue, &mut problems)];
        let before = catalogue.clone();
        self.follow_parents(&mut catalogue, &mut layers, &mut problems);
        if !Arc::ptr_eq(&before, &catalogue) {
            // Rules that a parent brought along are known to its children too.
            problems = Problems::default();
            layers = vec![layer::read(&source, &document, &catalogue, &mut problems)];
            self.follow_parents(&mut catalogue, &mut layers, &mut problems);
        }
        layers.reverse();
        let mut merge = Merge::new(catalogue);
        for layer in &layers {
            merge.lay(layer, &mut problems);
        }
        if problems.has_errors() {
            return Err(problems);
        }
        let board = match layers.iter().rev().find_map(|layer| Some((layer, layer.board.as_ref()?))) {
            Some((layer, board)) => Some(self.own_board(merge.catalogue.pack, &layer.source, board)?),
            None => None,
        };
        let mut variant = merge.build(&layers, board, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        if let Some(variant) = &mut variant {
            let rehearsed = script::rehearse(&variant.rules, false);
            if rehearsed.has_errors() {
                return Err(rehearsed);
            }
            let in_force = || variant.catalogue.scripts.iter().filter(|rule| variant.rules.is_in_force(rule.id()));
            let can_be_named = |key: &str| rulebook::value(key, &variant.catalogue, &variant.rules).is_some();
            let misfits: Vec<Problem> = in_force().flat_map(|rule| rule.misfits(&variant.rules, can_be_named)).collect();
            if !misfits.is_empty() {
                return Err(Problems(misfits));
            }
            let told = |rule: &&'static script::ScriptRule| [rule.warnings.clone(), rule.cautions(&variant.rules)].concat();
            problems.0.extend(in_force().flat_map(told));
            variant.warnings.clone_from(&problems.0);
        }
        variant.ok_or(problems)
    }

    /// The catalogue with the rules a variant brings along: those inside it, and those it names in the folder `rules` beside it.
    fn with_own_rules(
        &self,
        mut catalogue: Arc<Catalogue>,
        source: &Source,
        document: &toml_edit::Document<String>,
        problems: &mut Problems,
    ) -> Arc<Catalogue> {
        let shipped = catalogue.pack.house_rules().len();
        let names = |key: &str| document.get(key).and_then(toml_edit::Item::as_table_like).map(toml_edit::TableLike::iter);
        let inside: Vec<&str> = names(TEXTS).into_iter().flatten().map(|(id, _)| id).take(limits::RULES).collect();
        let listed = document.get("rules").and_then(toml_edit::Item::as_array).into_iter().flatten();
        let listed: Vec<(&str, Range<usize>)> = listed
            .filter_map(|rule| Some((rule.as_str().filter(|id| is_plain_name(id))?, rule.span().unwrap_or(0..0))))
            .take(limits::RULES)
            .collect();
        let place =
            |id: &str| document.get(TEXTS).and_then(|rules| rules.get(id)).and_then(toml_edit::Item::span).unwrap_or(0..0);
        let beside = Path::new(&source.path).parent().unwrap_or(Path::new(""));
        let inside_first = inside.iter().map(|id| (*id, place(id))).chain(listed);
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (id, span) in inside_first.filter(|(id, _)| seen.insert(id)) {
            let at = |message: Message| Problem::at(source, span.clone(), message);
            let known = catalogue.rule_ids().any(|known| known == id) || catalogue.settings.iter().any(|s| s.section() == id);
            let path = beside.join(OWN_RULES).join(format!("{id}.toml"));
            let found = if inside.contains(&id) {
                script::inside(source, document, id).map(Ok)
            } else {
                exists(&path).then(|| {
                    // A file somebody sent must not choose what else is read.
                    let leads_out = || at(msg!("variant.load.leads_out", parent = path.display().to_string()));
                    let may = self.shelf.may_lead_to(beside, &path);
                    if may { self.rule_beside(&path) } else { Err(leads_out().remedy(msg!("variant.load.rule_beside"))) }
                })
            };
            match found {
                Some(Ok(file)) if known => {
                    let same = catalogue.script(id).is_some_and(|rule| rule.source.path == file.path);
                    if !same {
                        let problem = at(msg!("script.file.taken", name = id));
                        let is_file = file.path != source.path;
                        problems.push(if is_file {
                            problem.remedy(msg!("script.file.rename", path = file.path))
                        } else {
                            problem
                        });
                    }
                }
                Some(Ok(_)) if catalogue.scripts.len() >= shipped + limits::RULES => {
                    problems.error(|| at(msg!("script.file.many", key = TEXTS, most = limits::RULES)));
                }
                Some(Ok(file)) => match script::read(packs::dialect(catalogue.pack), id, &file) {
                    Ok(rule) => catalogue = Arc::new(catalogue.with_rule(rule)),
                    Err(found) => {
                        problems.0.extend(found.0);
                        catalogue = Arc::new(catalogue.with_unread(id));
                    }
                },
                Some(Err(problem)) => {
                    problems.push(problem);
                    catalogue = Arc::new(catalogue.with_unread(id));
                }
                None => {}
            }
        }
        catalogue
    }

    /// Reads the board a variant brings along.
    fn own_board(&self, pack: &dyn Pack, of: &Arc<Source>, board: &OwnBoard) -> Result<Own, Problems> {
        let origin = |span: &Range<usize>| Origin { path: of.path.clone(), line: of.line_of(span.start) };
        let named = match board {
            OwnBoard::Inside(span) => {
                let (board, origin) = (pack.read_board(of, true)?, origin(span));
                return Ok(Own { board, source: of.clone(), inside: true, origin, file: None });
            }
            OwnBoard::File(named) => named,
        };
        let at = |message: Message| Problem::at(of, named.span.clone(), message);
        let folder = Path::new(&of.path).parent().unwrap_or(Path::new(""));
        let path = folder.join(&named.text);
        if path.extension().is_none_or(|e| e != "toml") {
            let problem = at(msg!("variant.load.no_board_name", name = &named.text)).allowed(msg!("variant.load.board_name"));
            return Err(problem.remedy(msg!("problem.did_you_mean", name = format!("{}.toml", named.text))).into());
        }
        // A file somebody sent must not choose what else is read.
        if !self.shelf.may_lead_to(folder, &path) {
            let problem = at(msg!("variant.load.leads_out", parent = &named.text));
            return Err(problem.remedy(msg!("variant.load.board_beside")).into());
        }
        let file = read_file(&path).map_err(|problem| {
            let problem = at(msg!("variant.load.board_unreadable", path = &problem.path, why = problem.message));
            problem.remedy(msg!("variant.load.board_beside"))
        })?;
        let (board, file) = (pack.read_board(&file, false)?, Arc::new(file));
        Ok(Own { board, source: file.clone(), inside: false, origin: origin(&named.span), file: Some(file) })
    }

    /// Adds the chain of parents behind the first layer.
    fn follow_parents(&self, catalogue: &mut Arc<Catalogue>, layers: &mut Vec<Layer>, problems: &mut Problems) {
        while let Some(parent) = layers.last().and_then(|layer| layer.extends.clone()) {
            let child = layers.last().expect("the loop looks at the last layer").source.clone();
            let at = |message: Message| Problem::at(&child, parent.span.clone(), message);
            let folder = Path::new(&child.path).parent().unwrap_or(Path::new(""));
            let is_path = Path::new(&parent.text).extension().is_some_and(|e| e == "toml");
            let beside = folder.join(if is_path { parent.text.clone() } else { format!("{}.toml", parent.text) });
            let found = if is_path || is_plain_name(&parent.text) && exists(&beside) {
                // A file somebody sent must not choose what else is read.
                if !self.shelf.may_lead_to(folder, &beside) {
                    let problem = at(msg!("variant.load.leads_out", parent = &parent.text));
                    problems.push(problem.remedy(msg!("variant.load.put_beside")));
                    return;
                }
                Some(read_file(&beside))
            } else {
                self.shelf.variant(catalogue.pack.name(), &parent.text)
            };
            let source = match found {
                Some(Ok(source)) => Arc::new(source),
                Some(Err(problem)) => {
                    problems.push(at(msg!("variant.load.parent", path = problem.path, what = problem.message)));
                    return;
                }
                None => {
                    let names = self.shelf.variant_names(catalogue.pack.name());
                    let problem = at(msg!("variant.load.no_parent", parent = &parent.text));
                    problems.push(problem.allowed_names(&names).did_you_mean(&parent.text, names.iter().map(String::as_str)));
                    return;
                }
            };
            if layers.iter().any(|layer| is_same(Path::new(&layer.source.path), Path::new(&source.path))) {
                let mut names: Vec<&str> = layers.iter().map(|l| l.source.path.as_str()).collect();
                names.push(&source.path);
                let problem = at(msg!("variant.load.circle", files = names.join(" → ")));
                problems.push(problem.remedy(msg!("variant.load.break_circle")));
                return;
            }
            if layers.len() >= limits::LAYERS {
                problems.push(at(msg!("variant.load.layers", n = limits::LAYERS)));
                return;
            }
            let document = match document::parse(&source) {
                Ok(document) => document,
                Err(problem) => return problems.push(problem),
            };
            *catalogue = self.with_own_rules(catalogue.clone(), &source, &document, problems);
            let layer = layer::read(&source, &document, catalogue, problems);
            if let Some(other) = layer.pack.as_ref().filter(|p| p.text != catalogue.pack.name()) {
                let (parent, pack) = (&parent.text, catalogue.pack.name());
                problems.push(at(msg!("variant.load.other_game", parent, other = &other.text, pack)));
                return;
            }
            layers.push(layer);
        }
    }
}

/// The pack of that name, or a message that lists them.
pub fn find_pack(name: &str) -> Result<&'static dyn Pack, Problems> {
    find_pack_at(name, |message| Problem::about("--pack", message))
}

/// The same; where it was named is for the caller to say.
fn find_pack_at(name: &str, at: impl FnOnce(Message) -> Problem) -> Result<&'static dyn Pack, Problems> {
    packs::find(name).ok_or_else(|| {
        let names: Vec<&str> = packs::known().iter().map(|p| p.name()).collect();
        let problem = at(msg!("variant.load.no_game", name)).allowed_names(&names);
        problem.did_you_mean(name, names.iter().copied()).into()
    })
}

/// A board that a variant brings along, what said so, and the file it is in.
struct Own {
    board: Board,
    /// The text it was read from, and whether that is the variant itself.
    source: Arc<Source>,
    inside: bool,
    origin: Origin,
    file: Option<Arc<Source>>,
}

/// Layers laid over the declared defaults, one by one.
struct Merge {
    catalogue: Arc<Catalogue>,
    leaves: BTreeMap<String, Assignment>,
    in_force: Vec<&'static str>,
    /// The file and place that set a key or edited a rule.
    set_by: BTreeMap<String, (Arc<Source>, Range<usize>)>,
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
            let at = |message: Message| Problem::at(&layer.source, assigned.span.clone(), message);
            let Some((_, setting)) = self.catalogue.setting_of(&assigned.key) else { continue };
            if !self.in_force.contains(&setting.section()) {
                let section = setting.section();
                problems.warn(|| {
                    at(msg!("variant.idle.not_in_force", key = &assigned.key, rule = section))
                        .remedy(msg!("variant.idle.add_rule", rule = section))
                });
                continue;
            }
            // One value for all takes the place of every case there was.
            let case =
                |key: &String| assigned.for_all && key.strip_prefix(&assigned.key).is_some_and(|rest| rest.starts_with('.'));
            let cases = self.leaves.len();
            self.leaves.retain(|key, _| !case(key));
            let same = self.leaves.get(&assigned.key).filter(|leaf| leaf.value == assigned.value);
            if let Some(leaf) = same.filter(|_| self.leaves.len() == cases) {
                problems.warn(|| {
                    at(msg!("variant.idle.same_value", key = &assigned.key, place = leaf.origin.to_string()))
                        .remedy(msg!("variant.idle.remove_line"))
                });
            }
            let line = layer.source.line_of(assigned.span.start);
            let origin = Origin { path: layer.source.path.clone(), line };
            self.leaves.insert(assigned.key.clone(), Assignment { value: assigned.value.clone(), origin });
            self.set_by.insert(assigned.key.clone(), (layer.source.clone(), assigned.span.clone()));
        }
    }

    fn edit_rule(&mut self, layer: &Layer, rule: &Placed, problems: &mut Problems) {
        let at = |message: Message| Problem::at(&layer.source, rule.span.clone(), message);
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
                    problems.error(|| at(BuildError::Essential(id).message()).remedy(msg!("variant.load.change_settings")));
                    return;
                }
                self.in_force.remove(at_index);
            }
            (false, None) => self.in_force.push(id),
            (true, None) => {
                problems.error(|| {
                    at(msg!("variant.load.not_in_force", rule = id))
                        .allowed(msg!("variant.load.in_force", rules = self.in_force.join(", ")))
                        .remedy(msg!("variant.idle.remove_from_list"))
                });
                return;
            }
            (false, Some(_)) => {
                problems.warn(|| at(msg!("variant.idle.in_force", rule = id)).remedy(msg!("variant.idle.remove_from_list")));
                return;
            }
        }
        self.rule_origins.insert(format!("rules.{id}"), origin);
        self.set_by.insert(format!("rule {id}"), (layer.source.clone(), rule.span.clone()));
    }

    fn build(mut self, layers: &[Layer], own_board: Option<Own>, problems: &mut Problems) -> Option<Variant> {
        let own = layers.last().expect("a variant has at least its own layer");
        let in_force = self.in_force.clone();
        self.leaves.retain(|key, _| in_force.iter().any(|id| key.split('.').next() == Some(id)));
        // The text of a rule from a file goes with it, so that a record of the game needs no file.
        for rule in self.catalogue.scripts.iter().filter(|rule| in_force.contains(&rule.id())) {
            let (value, origin) = (rule.text().into(), Origin { path: rule.source.path.clone(), line: 1 });
            self.leaves.insert(format!("{TEXTS}.{}", rule.id()), Assignment { value, origin });
        }
        let file = Path::new(&own.source.path).file_stem().and_then(|s| s.to_str()).unwrap_or("variant");
        let file = words::name(file, limits::NAME);
        let pack = self.catalogue.pack;
        let board_origin = own_board.as_ref().map(|own| (BOARD.to_owned(), own.origin.clone()));
        let leaf_origins = self.leaves.iter().map(|(key, leaf)| (key.clone(), leaf.origin.clone()));
        let blueprint = Blueprint {
            pack: pack.name(),
            variant: file.clone(),
            title: own.name.clone().unwrap_or_else(|| file.replace('_', " ")),
            about: own.about.clone().unwrap_or_default(),
            rules: in_force.iter().map(|id| (*id).to_owned()).collect(),
            settings: nest(self.leaves.iter().map(|(key, leaf)| (key.as_str(), &leaf.value))),
            origins: leaf_origins.chain(self.rule_origins.clone()).chain(board_origin).collect(),
        };
        match Ruleset::build(pack, blueprint, own_board.as_ref().map_or(&self.catalogue.board, |own| &own.board)) {
            Ok(rules) => {
                self.warn_of_idle(&rules, &own.source, problems);
                Some(Variant {
                    contract: contract::read(&own.contract, &own.source, &rules, problems),
                    rules: Arc::new(rules),
                    sources: layers.iter().map(|layer| layer.source.clone()).collect(),
                    board_file: own_board.and_then(|own| own.file),
                    warnings: Vec::new(),
                    catalogue: self.catalogue,
                })
            }
            Err(errors) => {
                problems.0.extend(errors.iter().map(|error| self.blame(error, &own.source, own_board.as_ref())));
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
                    None => Problem::at(own, 0..0, msg!("variant.wrong.value", key = idle.about, what = idle.message)),
                };
                problem.remedy(idle.remedy)
            });
        }
    }

    /// Puts a build error at the line that caused it.
    fn blame(&self, error: &BuildError, own: &Source, board: Option<&Own>) -> Problem {
        let rules_named: Vec<&str> = match error {
            BuildError::Plan(plan) => plan.rules(),
            BuildError::Essential(id) | BuildError::Verb { rule: id, .. } | BuildError::Own { rule: id, .. } => vec![id],
            _ => Vec::new(),
        };
        let by_key = error.key().and_then(|key| {
            let under = |(name, _): &(&String, &(Arc<Source>, _))| name.as_str() == key || name.starts_with(&format!("{key}."));
            self.set_by.iter().find(under).map(|(_, place)| place)
        });
        let place = by_key.or_else(|| rules_named.iter().rev().find_map(|id| self.set_by.get(&format!("rule {id}"))));
        let problem = match (place, board, error) {
            (Some((source, span)), ..) => Problem::at(source, span.clone(), error.message()),
            // Nobody has set what does not go with the board, so it is the board that does not go with it.
            (None, Some(board), BuildError::Board { part, .. }) => {
                let part: Vec<&str> = board.inside.then_some(BOARD).into_iter().chain(part.iter().map(String::as_str)).collect();
                let span = document::parse(&board.source).ok().and_then(|text| document::place(&text, &part));
                Problem::at(&board.source, span.unwrap_or(0..0), error.message())
            }
            _ => Problem::at(own, 0..0, error.message()),
        };
        match error {
            BuildError::Item { key, at, message, allowed } => {
                let at = at.to_string();
                let path: Vec<&str> = key.split('.').chain([at.as_str()]).collect();
                let item = place.and_then(|(source, _)| {
                    let span = document::place(&document::parse(source).ok()?, &path)?;
                    Some(Problem::at(source, span, message.clone()))
                });
                item.unwrap_or(problem).allowed(allowed.clone())
            }
            BuildError::Own { rule, place, message, wrong, known } if self.catalogue.script(rule).is_some() => {
                let rule = self.catalogue.script(rule).expect("looked for in the condition");
                let problem = Problem::at(&rule.source, place.clone(), message.clone());
                let problem = if known.is_empty() { problem } else { problem.allowed_names(known) };
                problem.did_you_mean(wrong, known.iter().map(String::as_str))
            }
            BuildError::Plan(PlanError::ReplacedTwice { first, second, .. } | PlanError::DuplicateStep { first, second, .. }) => {
                problem
                    .allowed(msg!("variant.load.either", first = *first, second = *second))
                    .remedy(msg!("variant.load.remove_one"))
            }
            BuildError::Plan(PlanError::MissingAnchor { rule, anchor })
                if provider_of(self.catalogue.pack, anchor).is_none() && self.catalogue.script(rule).is_some() =>
            {
                let rule = self.catalogue.script(rule).expect("looked for in the condition");
                let span = rule.anchors.iter().find(|(step, _)| step == anchor).map_or(0..0, |(_, span)| span.clone());
                let steps: Vec<&str> = printed_steps(self.catalogue.pack);
                let problem = Problem::at(&rule.source, span, error.message()).allowed(Message::verbatim(steps.join(", ")));
                problem.did_you_mean(anchor, steps)
            }
            BuildError::Plan(PlanError::MissingAnchor { rule, anchor }) => {
                let provider = provider_of(self.catalogue.pack, anchor);
                let needs = match provider {
                    Some(id) => msg!("variant.load.the_rule", rule = id),
                    None => msg!("variant.load.a_rule_with", step = *anchor),
                };
                problem.allowed(msg!("variant.load.together", rule = *rule, needs = &needs)).remedy(msg!(
                    "variant.load.keep",
                    rule = *rule,
                    needs
                ))
            }
            _ => problem,
        }
    }
}

/// The plan of the printed game.
fn printed_plan(pack: &dyn Pack) -> Plan {
    let mut plan = Plan::default();
    for rule in pack.base_rules() {
        // What cannot be put into the plan is not among its steps.
        let _ = rule.edit(&mut plan.edited_by(rule.id()));
    }
    plan
}

/// The steps of the printed game.
fn printed_steps(pack: &dyn Pack) -> Vec<&'static str> {
    let (plan, phases) = (printed_plan(pack), [Phase::Turn, Phase::Round].into_iter());
    phases.flat_map(|phase| plan.steps(phase).iter().map(|planned| planned.step.name).collect::<Vec<_>>()).collect()
}

/// The printed rule that brings a step.
fn provider_of(pack: &dyn Pack, step: &str) -> Option<&'static str> {
    let plan = printed_plan(pack);
    let (phase, index) = plan.find(step)?;
    Some(plan.steps(phase)[index].owner)
}
