//! Where code runs: rhai, with everything switched off that a rule has no use for, and a game on loan. A hook that makes a
//! mistake has not happened.

use super::api::{Acting, Body, Dialect, Entry, Of, Scene};
use super::file::{FieldKind, Numbers, Per};
use super::limits;
use super::rehearse;
use super::rule::{Ask, ScriptRule};
use super::value::{Cells, Kind, Mistake, Move, Settings, State, Thing, Val};
use crate::sim::event::{Arg, MOST_FIELDS};
use crate::sim::{Command, Game, Mark, Seat, Target};
use crate::words::{Message, msg};
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMathPackage, LanguageCorePackage,
    LogicPackage, Package,
};
use rhai::{
    AST, Array, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, Module, NativeCallContext, OptimizationLevel, ParseError,
    Position, Scope, Shared,
};
use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::sync::LazyLock;

type Outcome = Result<Dynamic, Box<EvalAltResult>>;

/// What a hook works on while it runs. Code of a rule cannot borrow the game, so it is put here and given back.
struct Stage {
    game: Game,
    /// The game before the hook's first action.
    before: Game,
    acts: u32,
    mark: Mark,
    since: Mark,
    rule: &'static ScriptRule,
    role: Role,
    /// What a question offers.
    options: Vec<Target>,
    mistake: Option<Message>,
}

/// In whose name code runs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Role {
    /// The question it belongs to, and who is asked.
    pub ask: Option<&'static Ask>,
    pub asked: Option<Seat>,
    pub answer: Option<Command>,
    /// It says whom and what to ask, and changes nothing.
    pub only_reads: bool,
}

thread_local! {
    static STAGE: RefCell<Option<Box<Stage>>> = const { RefCell::new(None) };
    /// Operations of the code that runs, as rhai counts them.
    static OPERATIONS: Cell<u64> = const { Cell::new(0) };
    /// The number of the moment that code only reads; 0 where it may act. And the number of the next one.
    static MOMENT: Cell<u64> = const { Cell::new(0) };
    static MOMENTS: Cell<u64> = const { Cell::new(1) };
}

/// A number for the moment, while code runs that only reads: as long as it is the same, so is the game.
pub fn moment() -> Option<u64> {
    Some(MOMENT.get()).filter(|moment| *moment > 0)
}

/// Where and why a hook could not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fall {
    pub line: usize,
    pub column: usize,
    pub why: Message,
}

/// Runs the body of a hook; when it makes a mistake, nothing has happened.
pub(super) fn perform(rule: &'static ScriptRule, body: &AST, role: Role, game: &mut Game) -> Result<(), Fall> {
    let mut scope = Scope::new();
    if !rule.kept.is_empty() {
        scope.push("state", State);
    }
    on_loan(rule, role, game, || rule.engine().run_ast_with_scope(&mut scope, body))
}

/// What the list of a question offers.
pub(super) fn options(rule: &'static ScriptRule, body: &AST, role: Role, game: &mut Game) -> Result<Vec<Target>, Fall> {
    perform(rule, body, Role { only_reads: true, ..role }, game)?;
    Ok(STAGE.with(|slot| slot.borrow_mut().as_mut().map(|stage| std::mem::take(&mut stage.options)).unwrap_or_default()))
}

/// What code comes to that only reads.
pub(super) fn work_out(rule: &'static ScriptRule, body: &AST, role: Role, game: &mut Game) -> Result<Val, Fall> {
    let mut scope = Scope::new();
    if !rule.kept.is_empty() {
        scope.push("state", State);
    }
    let mut value = Val::Unit;
    on_loan(rule, Role { only_reads: true, ..role }, game, || {
        value = Val::of_dynamic(&rule.engine().eval_ast_with_scope::<Dynamic>(&mut scope, body)?);
        Ok(())
    })?;
    Ok(value)
}

/// Works an expression out by rhai.
pub(super) fn evaluate(rule: &'static ScriptRule, text: &str, game: &mut Game) -> Result<bool, String> {
    let engine = rule.engine();
    let ast = engine.compile_expression(text).map_err(|error| error.to_string())?;
    let mut value = Ok(false);
    let _ = on_loan(rule, Role::default(), game, || {
        value = engine.eval_ast::<bool>(&ast).map_err(|error| error.to_string());
        Ok(())
    });
    value
}

fn on_loan(
    rule: &'static ScriptRule,
    role: Role,
    game: &mut Game,
    run: impl FnOnce() -> Result<(), Box<EvalAltResult>>,
) -> Result<(), Fall> {
    STAGE.with(|slot| {
        let mut slot = slot.borrow_mut();
        let mark = game.mark();
        let stage = slot.get_or_insert_with(|| {
            let (one, other) = (game.clone(), game.clone());
            let options = Vec::new();
            Box::new(Stage { game: one, before: other, acts: 0, mark, since: mark, rule, role, options, mistake: None })
        });
        (stage.acts, stage.mark, stage.since, stage.rule, stage.role, stage.mistake) = (0, mark, mark, rule, role, None);
        stage.options.clear();
        game.await_event();
        std::mem::swap(&mut stage.game, game);
    });
    MOMENT.set(if role.only_reads { MOMENTS.replace(MOMENTS.get() + 1) } else { 0 });
    let result = run();
    MOMENT.set(0);
    STAGE.with(|slot| {
        let mut slot = slot.borrow_mut();
        let Some(stage) = slot.as_mut() else { return Ok(()) };
        std::mem::swap(&mut stage.game, game);
        game.await_no_more();
        let work = OPERATIONS.take() + u64::from(stage.acts) * limits::ACTION;
        rehearse::note_work(work);
        let fell = match result {
            Err(error) => fall(&error, stage.mistake.take()),
            Ok(()) if game.may_have_worked(work, limits::DECISION) => return Ok(()),
            // Many hooks together could hold up a table where none alone can.
            Ok(()) => Fall { line: 1, column: 1, why: msg!("script.mistake.together", most = limits::DECISION as usize) },
        };
        if stage.acts > 0 {
            game.go_back(&stage.before, stage.mark);
        }
        Err(fell)
    })
}

/// What an error of rhai says, and where in the code.
fn fall(error: &EvalAltResult, mistake: Option<Message>) -> Fall {
    let mut position = error.position();
    let mut inner = error;
    while let EvalAltResult::ErrorInFunctionCall(_, _, deeper, at) = inner {
        inner = deeper;
        position = if inner.position().is_none() { *at } else { inner.position() };
    }
    let why = mistake.unwrap_or_else(|| match inner {
        EvalAltResult::ErrorTooManyOperations(_) => msg!("script.mistake.long", most = limits::OPERATIONS as usize),
        EvalAltResult::ErrorStackOverflow(_) | EvalAltResult::ErrorTooManyVariables(_) => msg!("script.mistake.deep"),
        EvalAltResult::ErrorDataTooLarge(..) => msg!("script.mistake.large"),
        EvalAltResult::ErrorArithmetic(..) => msg!("script.mistake.numbers"),
        EvalAltResult::ErrorNonPureMethodCallOnConstant(..) | EvalAltResult::ErrorAssignmentToConstant(..) => {
            msg!("script.mistake.constant")
        }
        other => {
            // Without the place, which is told in terms of the file.
            let mut bare = other.to_string();
            if let Some(at) = bare.rfind(" (line ") {
                bare.truncate(at);
            }
            Message::verbatim(crate::words::clean(&bare))
        }
    });
    Fall { line: position.line().unwrap_or(1), column: position.position().unwrap_or(1), why }
}

fn on_stage<T>(act: impl FnOnce(&mut Stage) -> Result<T, Mistake>) -> Result<T, Box<EvalAltResult>> {
    STAGE.with(|slot| {
        let mut slot = slot.borrow_mut();
        let Some(stage) = slot.as_mut() else { return Err(failed()) };
        act(stage).map_err(|Mistake(why)| {
            stage.mistake = Some(why);
            failed()
        })
    })
}

#[allow(clippy::unnecessary_box_returns, reason = "rhai wants its errors in a box")]
fn failed() -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(Dynamic::UNIT, Position::NONE).into()
}

impl Stage {
    fn scene(&self) -> Scene<'_> {
        Scene::of_question(&self.game, self.rule, self.role.asked, self.role.answer)
    }

    /// Offers something.
    fn option(&mut self, value: &Val) -> Result<(), Mistake> {
        let Some(ask) = self.role.ask.filter(|_| self.role.only_reads) else {
            return Err(msg!("script.code.only_in_ask", name = "option").into());
        };
        let target = match (value, ask.numbers()) {
            (Val::Thing(id), _) => Some(Target::Piece(*id)),
            (Val::Int(seat), Numbers::Seat) => {
                (0..i64::from(self.game.turn().seats)).contains(seat).then_some(Target::Seat(*seat as Seat))
            }
            (Val::Int(number), _) => i32::try_from(*number).ok().map(Target::Number),
            (value, _) => value.as_str().and_then(|word| ask.word(word)).map(Target::Word),
        };
        let target = target.ok_or_else(|| Mistake(msg!("script.mistake.option")))?;
        if !self.options.contains(&target) {
            self.options.push(target);
        }
        if self.options.len() > limits::OPTIONS {
            return Err(msg!("script.mistake.options", most = limits::OPTIONS).into());
        }
        Ok(())
    }

    /// Counts an action, and keeps what was before the first.
    fn before_acting(&mut self) -> Result<(), Mistake> {
        if self.role.only_reads {
            return Err(msg!("script.mistake.only_reads").into());
        }
        if self.acts == 0 {
            self.before.clone_from(&self.game);
        }
        self.acts += 1;
        if self.acts > limits::ACTIONS { Err(msg!("script.mistake.actions", most = limits::ACTIONS).into()) } else { Ok(()) }
    }

    fn call(&mut self, entry: &'static Entry, values: &[Val]) -> Result<Val, Mistake> {
        if entry.of == Of::Function {
            entry.check(&self.game, values)?;
        }
        match entry.body {
            Body::Read(read) => read(&self.scene(), values),
            Body::Act(act) => {
                self.before_acting()?;
                act(&mut Acting { game: &mut self.game, rule: self.rule, since: &mut self.since }, values)
            }
            Body::Special => Ok(Val::Unit),
        }
    }

    fn emit(&mut self, values: &[Val]) -> Result<(), Mistake> {
        self.before_acting()?;
        let name = values.first().and_then(Val::as_str).unwrap_or_default();
        let event = self.rule.events.iter().find(|event| event.kind.name == name);
        let event = event.ok_or_else(|| Mistake(msg!("script.mistake.event")))?;
        let mut args = [Arg::Nothing; MOST_FIELDS];
        for (((field, kind), value), arg) in event.fields.iter().zip(&values[1..]).zip(&mut args) {
            *arg = match (kind, value) {
                (FieldKind::Seat, Val::Int(seat)) if (0..i64::from(self.game.turn().seats)).contains(seat) => Arg::Int(*seat),
                (FieldKind::Money | FieldKind::Int, Val::Int(number)) => Arg::Int(*number),
                (FieldKind::Bool, Val::Bool(flag)) => Arg::Flag(*flag),
                (FieldKind::Piece, Val::Thing(id)) => Arg::Piece(*id),
                (FieldKind::Word(words), value) => {
                    let word = value.as_str().and_then(|text| words.iter().find(|word| **word == text));
                    let wrong = || {
                        let found = value.as_str().map_or_else(|| value.in_short(), str::to_owned);
                        Mistake(msg!("script.mistake.field", field = *field, kind = words.join(", "), found))
                    };
                    Arg::Word(word.ok_or_else(wrong)?)
                }
                (kind, value) => {
                    let found = value.in_short();
                    return Err(msg!("script.mistake.field", field = *field, kind = kind.word(), found).into());
                }
            };
        }
        self.game.tell(event.kind, args, self.since);
        self.since = self.game.mark();
        Ok(())
    }
}

/// The most values a function takes: the name of an event and its fields.
const MOST_VALUES: usize = MOST_FIELDS + 1;

/// What rhai gives to a function, in a place that need not be asked for.
fn values_of(given: &[&mut Dynamic]) -> [Val; MOST_VALUES] {
    std::array::from_fn(|place| given.get(place).map_or(Val::Unit, |value| Val::of_dynamic(value)))
}

fn call(entry: &'static Entry, given: &[&mut Dynamic]) -> Outcome {
    let values = values_of(given);
    on_stage(|stage| stage.call(entry, &values[..given.len().min(MOST_VALUES)])).map(Val::into_dynamic)
}

fn emit(given: &[&mut Dynamic]) -> Outcome {
    let values = values_of(given);
    on_stage(|stage| stage.emit(&values[..given.len().min(MOST_VALUES)])).map(|()| Dynamic::UNIT)
}

/// The one of a list that a function gives the best number.
fn best(
    context: &NativeCallContext<'_>,
    list: Array,
    number: &FnPtr,
    better: fn(i64, i64) -> bool,
    floor: Option<i64>,
) -> Outcome {
    let mut best: Option<(i64, Dynamic)> = None;
    for item in list {
        let given: Dynamic = number.call_within_context(context, (item.clone(),))?;
        let Ok(given) = given.as_int() else {
            return on_stage(|_| Err(msg!("script.mistake.numbers").into()));
        };
        let beats = best.as_ref().is_none_or(|(so_far, _)| better(given, *so_far));
        if beats && floor.is_none_or(|floor| given > floor) {
            best = Some((given, item));
        }
    }
    Ok(best.map_or(Dynamic::UNIT, |(_, item)| item))
}

impl Dialect {
    /// rhai with the words of this game.
    pub(super) fn engine(&'static self) -> &'static Engine {
        self.engine.get_or_init(|| engine(self))
    }

    /// Code as a tree, as it was written.
    pub(super) fn compile(&'static self, code: &str, is_guard: bool) -> Result<AST, ParseError> {
        let engine = self.engine();
        if is_guard { engine.compile_expression(code) } else { engine.compile(code) }
    }

    /// A tree made ready to run.
    pub(super) fn ready(&'static self, ast: AST) -> AST {
        self.engine().optimize_ast(&Scope::new(), ast, OptimizationLevel::Simple)
    }
}

/// What rhai itself has for rules; made once, for all engines.
static PACKAGES: LazyLock<[Shared<Module>; 7]> = LazyLock::new(|| {
    [
        LanguageCorePackage::new().as_shared_module(),
        ArithmeticPackage::new().as_shared_module(),
        LogicPackage::new().as_shared_module(),
        BasicMathPackage::new().as_shared_module(),
        BasicArrayPackage::new().as_shared_module(),
        BasicIteratorPackage::new().as_shared_module(),
        BasicFnPackage::new().as_shared_module(),
    ]
});

fn engine(dialect: &'static Dialect) -> Engine {
    let mut engine = Engine::new_raw();
    for package in &*PACKAGES {
        engine.register_global_module(package.clone());
    }
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_operations(limits::OPERATIONS);
    engine.on_progress(|operations| {
        OPERATIONS.set(operations);
        None
    });
    engine.set_max_call_levels(limits::CALLS);
    engine.set_max_expr_depths(limits::DEPTH, limits::DEPTH);
    engine.set_max_string_size(limits::TEXT);
    engine.set_max_array_size(limits::LIST);
    engine.set_max_map_size(limits::LIST);
    engine.set_max_variables(limits::VARIABLES);
    engine.set_max_functions(limits::FUNCTIONS);
    engine.set_max_strings_interned(0);
    for symbol in ["eval", "try", "throw", "switch", "print", "debug", "Fn", "this"] {
        engine.disable_symbol(symbol);
    }
    engine.register_type_with_name::<Thing>("piece").register_type_with_name::<Move>("move");
    engine.register_type_with_name::<Settings>("set").register_type_with_name::<State>("state");
    engine.register_type_with_name::<Cells>("numbers");
    engine.register_fn("==", |one: Thing, other: Thing| one == other);
    engine.register_fn("!=", |one: Thing, other: Thing| one != other);
    for entry in dialect.all() {
        register(&mut engine, entry);
    }
    // Names are looked up when they are met, inside functions too; nothing is worked out that nobody asks for.
    let names: Vec<&'static Entry> = dialect.all().filter(|entry| entry.of == Of::Name).collect();
    #[allow(deprecated, reason = "only marked so because it may change; the version is pinned")]
    engine.on_var(move |name, _, context| match name {
        "move" => Ok(Some(Dynamic::from(Move))),
        "set" => Ok(Some(Dynamic::from(Settings))),
        // What is looked up here cannot be changed; a hook has the state to itself.
        "state" if context.scope().contains("state") => Ok(None),
        "state" => Ok(Some(Dynamic::from(State))),
        name => match names.iter().find(|entry| entry.name == name) {
            Some(entry) => call(entry, &[]).map(Some),
            None => Ok(None),
        },
    });
    engine
}

/// The same with the names of a rule's own settings, numbers and events, so that rhai finds each at once. What a rule has no
/// name for was found before play.
pub(super) fn own_engine(rule: &ScriptRule) -> Engine {
    let mut engine = engine(rule.dialect);
    for setting in &rule.settings {
        let name = setting.name;
        engine.register_get(name, move |_: &mut Settings| -> Outcome {
            on_stage(|stage| stage.rule.setting_named(&stage.game, name)).map(Val::into_dynamic)
        });
    }
    for (slot, kept) in rule.kept.iter().enumerate() {
        let is_one = kept.per == Per::Game;
        engine.register_get(kept.name, move |_: &mut State| -> Outcome {
            if is_one { remembered(slot, None) } else { Ok(Dynamic::from(Cells(slot))) }
        });
        engine.register_set(kept.name, move |_: &mut State, value: i64| remember(slot, None, &value.into()));
        engine.register_set(kept.name, move |_: &mut State, value: Dynamic| remember(slot, None, &value));
        // What has numbers for many was changed in place.
        engine.register_set(kept.name, |_: &mut State, _: Cells| {});
    }
    engine.register_indexer_get(|cells: &mut Cells, seat: i64| remembered(cells.0, Some(&Val::Int(seat))));
    engine.register_indexer_get(|cells: &mut Cells, piece: Thing| remembered(cells.0, Some(&Val::Thing(piece.0))));
    engine.register_indexer_get(|cells: &mut Cells, index: Dynamic| remembered(cells.0, Some(&Val::of_dynamic(&index))));
    engine
        .register_indexer_set(|cells: &mut Cells, seat: i64, value: i64| remember(cells.0, Some(&Val::Int(seat)), &value.into()));
    engine.register_indexer_set(|cells: &mut Cells, piece: Thing, value: i64| {
        remember(cells.0, Some(&Val::Thing(piece.0)), &value.into())
    });
    engine.register_indexer_set(|cells: &mut Cells, index: Dynamic, value: Dynamic| {
        remember(cells.0, Some(&Val::of_dynamic(&index)), &value)
    });
    for event in &rule.events {
        let field = |(_, kind): &(&str, FieldKind)| match kind {
            FieldKind::Seat | FieldKind::Money | FieldKind::Int => TypeId::of::<i64>(),
            FieldKind::Bool => TypeId::of::<bool>(),
            FieldKind::Piece => TypeId::of::<Thing>(),
            FieldKind::Word(_) => TypeId::of::<ImmutableString>(),
        };
        let kinds: Vec<TypeId> = [TypeId::of::<ImmutableString>()].into_iter().chain(event.fields.iter().map(field)).collect();
        engine.register_raw_fn("emit", kinds, |_, given: &mut [&mut Dynamic]| emit(given));
    }
    engine
}

fn remembered(slot: usize, index: Option<&Val>) -> Outcome {
    on_stage(|stage| stage.rule.remembered(&stage.game, slot, index).map(Dynamic::from))
}

fn remember(slot: usize, index: Option<&Val>, value: &Dynamic) -> Result<(), Box<EvalAltResult>> {
    on_stage(|stage| stage.remember(slot, index, value))
}

impl Stage {
    fn remember(&mut self, slot: usize, index: Option<&Val>, value: &Dynamic) -> Result<(), Mistake> {
        self.before_acting()?;
        let number = value.as_int().map_err(|_| Mistake(msg!("script.mistake.number_kept")))?;
        self.rule.remember(&mut self.game, slot, index, number)
    }
}

fn register(engine: &mut Engine, entry: &'static Entry) {
    match entry.of {
        Of::Name => {}
        Of::Move => {
            engine.register_get(entry.name, move |_: &mut Move| call(entry, &[]));
        }
        Of::Thing => {
            engine.register_get(entry.name, move |thing: &mut Thing| -> Outcome {
                on_stage(|stage| stage.call(entry, &[Val::Thing(thing.0)])).map(Val::into_dynamic)
            });
        }
        Of::Function if matches!(entry.body, Body::Special) => match entry.name {
            "most" => {
                engine.register_fn("most", |context: NativeCallContext<'_>, list: Array, number: FnPtr| {
                    best(&context, list, &number, |a, b| a > b, Some(0))
                });
            }
            "option" => {
                engine.register_fn("option", |value: Dynamic| -> Outcome {
                    on_stage(|stage| stage.option(&Val::of_dynamic(&value))).map(|()| Dynamic::UNIT)
                });
            }
            "least" => {
                engine.register_fn("least", |context: NativeCallContext<'_>, list: Array, number: FnPtr| {
                    best(&context, list, &number, |a, b| a < b, None)
                });
            }
            _ => {
                for values in 1..=MOST_VALUES {
                    let any = vec![TypeId::of::<Dynamic>(); values];
                    engine.register_raw_fn("emit", any, |_, given: &mut [&mut Dynamic]| emit(given));
                }
            }
        },
        Of::Function => {
            // By the kinds it takes, where rhai finds it at once; and with anything else, to say what is wrong.
            let any = vec![TypeId::of::<Dynamic>(); entry.takes.len()];
            for kinds in kinds_of(entry.takes).into_iter().chain([any]) {
                engine.register_raw_fn(entry.name, kinds, move |_, given: &mut [&mut Dynamic]| call(entry, given));
            }
        }
    }
}

/// Every row of rhai's types that is of these kinds.
fn kinds_of(takes: &[Kind]) -> Vec<Vec<TypeId>> {
    takes.iter().fold(vec![Vec::new()], |rows, kind| {
        let types = match kind {
            Kind::Int | Kind::Money | Kind::Seat => vec![TypeId::of::<i64>()],
            Kind::Account => vec![TypeId::of::<i64>(), TypeId::of::<ImmutableString>()],
            Kind::Bool => vec![TypeId::of::<bool>()],
            Kind::Text => vec![TypeId::of::<ImmutableString>()],
            Kind::Piece | Kind::Place => vec![TypeId::of::<Thing>()],
            Kind::List => vec![TypeId::of::<Array>()],
            Kind::Any | Kind::Nothing | Kind::Function => vec![TypeId::of::<Dynamic>()],
        };
        rows.iter().flat_map(|row| types.iter().map(move |of| row.iter().copied().chain([*of]).collect())).collect()
    })
}
