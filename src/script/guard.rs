//! Guards: the conditions of hooks, a small part of rhai that is worked out without entering it. A hook whose guard does not
//! hold costs next to nothing.

use super::api::{Body, Dialect, Entry, LANGUAGE, Of, Scene};
use super::check::{Finding, Names};
use super::file::{Code, SettingKind};
use super::plain::PLAIN;
use super::rule::ScriptRule;
use super::value::{Kind, Mistake, Val};
use crate::sim::Signals;
use crate::sim::name::intern;
use crate::words::msg;
use rhai::{AST, Expr, Position, Stmt};
use std::cmp::Ordering;

/// A condition, or a value a sentence needs.
#[derive(Clone)]
pub struct Guard {
    pub code: Code,
    root: Node,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.code.text)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Equal,
    Differ,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Divided,
    Rest,
}

impl Op {
    /// Whether it makes a condition of two values, not a number.
    fn compares(self) -> bool {
        !matches!(self, Self::Plus | Self::Minus | Self::Times | Self::Divided | Self::Rest)
    }
}

#[derive(Clone)]
enum Node {
    Value(Val),
    /// A name, a function, or a field of the move.
    Ask(&'static Entry, Vec<Node>),
    /// A field of a piece or place.
    Field(&'static Entry, Box<Node>),
    Setting(usize),
    State(usize, Option<Box<Node>>),
    Not(Box<Node>),
    Negative(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
    Two(Op, Box<(Node, Node)>),
}

impl Guard {
    /// Understands an expression; what it cannot say is told with its place.
    pub(super) fn of(code: &Code, ast: &AST, dialect: &'static Dialect, names: &Names<'_>) -> Result<Self, Finding> {
        let expr = match ast.statements() {
            [Stmt::Expr(expr)] => (**expr).clone(),
            [Stmt::FnCall(call, position)] => Expr::FnCall(call.clone(), *position),
            _ => return Err(Finding::new(Position::NONE, msg!("script.guard.simple"))),
        };
        Ok(Self { code: code.clone(), root: Maker { dialect, names }.node(&expr)? })
    }

    /// Like [`Guard::of`], for what must be true or false.
    pub(super) fn condition(code: &Code, ast: &AST, dialect: &'static Dialect, names: &Names<'_>) -> Result<Self, Finding> {
        let guard = Self::of(code, ast, dialect, names)?;
        match (Maker { dialect, names }).kind(&guard.root) {
            Sort::Bool | Sort::Any => Ok(guard),
            _ => Err(Finding::new(Position::new(1, 1), msg!("script.mistake.condition"))),
        }
    }

    /// Whether it holds.
    #[inline]
    pub fn holds(&self, scene: &Scene<'_>) -> Result<bool, Mistake> {
        flag(&self.root, scene)
    }

    /// What is up whenever it holds, where the game has a signal for that.
    pub(super) fn signals(&self, dialect: &Dialect) -> Option<Signals> {
        let asked = |node: &Node| {
            let Node::Two(op, pair) = node else { return None };
            match (op, &**pair) {
                (Op::Equal, (Node::Ask(entry, _), Node::Value(Val::Word(text)))) if entry.of == Of::Move => {
                    (dialect.signals)(entry.name, Some(text))
                }
                (Op::Differ, (Node::Ask(entry, _), Node::Value(Val::Unit))) if entry.of == Of::Move => {
                    (dialect.signals)(entry.name, None)
                }
                _ => None,
            }
        };
        match &self.root {
            Node::All(parts) => asked(parts.first()?),
            node => asked(node),
        }
    }

    pub fn value(&self, scene: &Scene<'_>) -> Result<Val, Mistake> {
        value(&self.root, scene)
    }

    /// The setting of the rule's own that it depends on, where there is just one.
    pub(super) fn setting(&self) -> Option<usize> {
        let mut found = Vec::new();
        settings(&self.root, &mut found);
        found.dedup();
        if let [slot] = found[..] { Some(slot) } else { None }
    }

    /// What its value is, where that is known before.
    pub(super) fn gives(&self) -> Kind {
        match &self.root {
            Node::Ask(entry, _) | Node::Field(entry, _) => entry.gives,
            _ => Kind::Any,
        }
    }

    /// The same worked out by rhai, for tests.
    pub fn by_rhai(&self, rule: &'static ScriptRule, game: &mut crate::sim::Game) -> Result<bool, String> {
        super::stage::evaluate(rule, &self.code.text, game)
    }
}

fn settings(node: &Node, found: &mut Vec<usize>) {
    match node {
        Node::Setting(slot) => found.push(*slot),
        Node::Ask(_, parts) | Node::All(parts) | Node::Any(parts) => parts.iter().for_each(|part| settings(part, found)),
        Node::Field(_, part) | Node::Not(part) | Node::Negative(part) | Node::State(_, Some(part)) => settings(part, found),
        Node::Two(_, pair) => {
            settings(&pair.0, found);
            settings(&pair.1, found);
        }
        Node::Value(_) | Node::State(_, None) => {}
    }
}

/// Kinds that can be compared with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Any,
    Nothing,
    Number,
    Bool,
    Text,
    Thing,
    List,
}

impl Sort {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Int | Kind::Money | Kind::Seat => Self::Number,
            Kind::Bool => Self::Bool,
            Kind::Text => Self::Text,
            Kind::Piece | Kind::Place => Self::Thing,
            Kind::List => Self::List,
            Kind::Nothing => Self::Nothing,
            Kind::Any | Kind::Account | Kind::Function => Self::Any,
        }
    }
}

struct Maker<'a> {
    dialect: &'static Dialect,
    names: &'a Names<'a>,
}

/// The chain behind the first name: fields, and what stands in square brackets.
enum Link<'e> {
    Field(&'e str, Position),
    At(&'e Expr),
}

fn links<'e>(expr: &'e Expr, found: &mut Vec<Link<'e>>) -> Option<()> {
    match expr {
        Expr::Property(property, position) => found.push(Link::Field(&property.2, *position)),
        Expr::Dot(pair, _, _) => {
            links(&pair.lhs, found)?;
            links(&pair.rhs, found)?;
        }
        Expr::Index(pair, _, _) => {
            links(&pair.lhs, found)?;
            found.push(Link::At(&pair.rhs));
        }
        _ => return None,
    }
    Some(())
}

impl Maker<'_> {
    fn kind(&self, node: &Node) -> Sort {
        match node {
            Node::Value(Val::Unit) => Sort::Nothing,
            Node::Value(Val::Int(_))
            | Node::State(..)
            | Node::Negative(_)
            | Node::Two(Op::Plus | Op::Minus | Op::Times | Op::Divided | Op::Rest, _) => Sort::Number,
            Node::Value(Val::Bool(_)) | Node::Not(_) | Node::All(_) | Node::Any(_) | Node::Two(..) => Sort::Bool,
            Node::Value(Val::Word(_) | Val::Text(_)) => Sort::Text,
            Node::Value(Val::Thing(_)) => Sort::Thing,
            Node::Value(Val::List(_)) => Sort::List,
            Node::Ask(entry, _) | Node::Field(entry, _) => Sort::of(entry.gives),
            Node::Setting(slot) => match self.names.settings[*slot].kind {
                SettingKind::Int => Sort::Number,
                SettingKind::Bool => Sort::Bool,
                SettingKind::Choice => Sort::Text,
            },
        }
    }

    /// The texts a value can be, where they are known.
    fn words(&self, node: &Node) -> Vec<&'static str> {
        match node {
            Node::Ask(entry, asked) if entry.name == super::deck::OPEN => match asked.first() {
                Some(Node::Value(Val::Word(deck))) => self.names.cards_of(deck),
                _ => Vec::new(),
            },
            Node::Ask(entry, _) | Node::Field(entry, _) => entry.words.to_vec(),
            Node::Setting(slot) => self.names.settings[*slot].choices.clone(),
            _ => Vec::new(),
        }
    }

    /// Whether two values can be put together so: what can never be true is a mistake that nobody would find at play.
    fn fits(&self, op: Op, one: &Node, other: &Node, position: Position) -> Result<(), Finding> {
        let (first, second) = (self.kind(one), self.kind(other));
        match op {
            Op::Equal | Op::Differ => {
                let known = |sort: Sort| !matches!(sort, Sort::Any | Sort::Nothing);
                if known(first) && known(second) && first != second {
                    return Err(Finding::new(position, msg!("script.guard.never_equal")));
                }
                for (value, text) in [(one, other), (other, one)] {
                    let words = self.words(value);
                    if let Node::Value(Val::Word(text)) = text
                        && !words.is_empty()
                        && !words.contains(text)
                    {
                        return Err(Names::suggest(text, &words, position, msg!("script.guard.never_text", text = *text)));
                    }
                }
            }
            Op::Less | Op::AtMost | Op::More | Op::AtLeast => {
                if [first, second].iter().any(|sort| matches!(sort, Sort::Bool | Sort::Thing | Sort::List | Sort::Nothing)) {
                    return Err(Finding::new(position, msg!("script.guard.order")));
                }
            }
            Op::Plus | Op::Minus | Op::Times | Op::Divided | Op::Rest => {
                if [first, second].iter().any(|sort| !matches!(sort, Sort::Any | Sort::Number)) {
                    return Err(Finding::new(position, msg!("script.mistake.numbers")));
                }
            }
        }
        Ok(())
    }

    /// Parts of `&&` and `||`: each must be true or false.
    fn parts(&self, parts: &[Expr]) -> Result<Vec<Node>, Finding> {
        let part = |part: &Expr| {
            let node = self.node(part)?;
            match self.kind(&node) {
                Sort::Bool | Sort::Any => Ok(node),
                _ => Err(Finding::new(part.position(), msg!("script.mistake.condition"))),
            }
        };
        parts.iter().map(part).collect()
    }

    fn node(&self, expr: &Expr) -> Result<Node, Finding> {
        let simple = |position: Position| Finding::new(position, msg!("script.guard.simple"));
        Ok(match expr {
            Expr::BoolConstant(value, _) => Node::Value(Val::Bool(*value)),
            Expr::IntegerConstant(value, _) => Node::Value(Val::Int(*value)),
            // Asked at every turn: a name that is there for good need not be counted.
            Expr::StringConstant(text, _) => Node::Value(Val::Word(intern(text))),
            Expr::Unit(_) => Node::Value(Val::Unit),
            Expr::And(parts, _) => Node::All(self.parts(parts)?),
            Expr::Or(parts, _) => Node::Any(self.parts(parts)?),
            Expr::Variable(variable, _, position) => {
                let found = self.dialect.find(Of::Name, &variable.1);
                Node::Ask(found.ok_or_else(|| self.names.unknown_name(&variable.1, *position))?, Vec::new())
            }
            Expr::FnCall(call, position) => {
                Self::may_stand(call.name.as_str(), *position)?;
                let values = call.args.iter().map(|arg| self.node(arg)).collect::<Result<Vec<_>, _>>()?;
                match (call.name.as_str(), values.len()) {
                    ("!", 1) => Node::Not(Box::new(values.into_iter().next().ok_or_else(|| simple(*position))?)),
                    ("-", 1) => Node::Negative(Box::new(values.into_iter().next().ok_or_else(|| simple(*position))?)),
                    (name, 2) if operator(name).is_some() => {
                        let mut values = values.into_iter();
                        let (Some(one), Some(other), Some(op)) = (values.next(), values.next(), operator(name)) else {
                            return Err(simple(*position));
                        };
                        self.fits(op, &one, &other, *position)?;
                        Node::Two(op, Box::new((one, other)))
                    }
                    (name, _) => self.question(name, values, *position)?,
                }
            }
            // `dice.contains(6)` is `contains(dice, 6)`.
            Expr::Dot(pair, _, _) if matches!(pair.rhs, Expr::MethodCall(..)) => {
                let Expr::MethodCall(call, position) = &pair.rhs else { return Err(simple(expr.position())) };
                Self::may_stand(call.name.as_str(), *position)?;
                let values = std::iter::once(&pair.lhs).chain(&call.args).map(|value| self.node(value));
                self.question(call.name.as_str(), values.collect::<Result<Vec<_>, _>>()?, *position)?
            }
            Expr::Dot(pair, _, position) | Expr::Index(pair, _, position) => {
                let mut chain = Vec::new();
                // `state.used[me]` may be read either way round.
                let (base, at) = if let (Expr::Index(..), Expr::Dot(inner, _, _)) = (expr, &pair.lhs) {
                    links(&inner.rhs, &mut chain).ok_or_else(|| simple(*position))?;
                    (&inner.lhs, Some(Link::At(&pair.rhs)))
                } else {
                    links(&pair.rhs, &mut chain).ok_or_else(|| simple(*position))?;
                    (&pair.lhs, None)
                };
                chain.extend(at);
                self.chain(base, &chain, *position)?
            }
            other => return Err(simple(other.position())),
        })
    }

    /// Says so where a function of rhai cannot stand in a condition, whatever it is asked.
    fn may_stand(name: &str, position: Position) -> Result<(), Finding> {
        let is_plain = PLAIN.iter().any(|entry| entry.name == name);
        if is_plain || !LANGUAGE.iter().any(|(known, ..)| *known == name) {
            return Ok(());
        }
        let plain: Vec<String> = PLAIN.iter().map(Entry::shape).collect();
        Err(Finding::new(position, msg!("script.guard.not_here", name)).allowing(plain.join(", ")))
    }

    /// A function that only asks: one of the game, or one of rhai that is worked out here as well.
    fn question(&self, name: &str, values: Vec<Node>, position: Position) -> Result<Node, Finding> {
        let takes = values.len();
        let own = self.dialect.function(name, takes);
        match own.or_else(|| PLAIN.iter().find(|entry| entry.name == name && entry.takes.len() == takes)) {
            Some(entry) if matches!(entry.body, Body::Read(_)) => Ok(Node::Ask(entry, values)),
            Some(_) => Err(Finding::new(position, msg!("script.guard.simple"))),
            None => Err(self.names.unknown_function(name, takes, position)),
        }
    }

    fn chain(&self, base: &Expr, chain: &[Link<'_>], position: Position) -> Result<Node, Finding> {
        let simple = |position: Position| Finding::new(position, msg!("script.guard.simple"));
        let root = if let Expr::Variable(variable, ..) = base { variable.1.as_str() } else { "" };
        let (mut node, rest) = match (root, chain) {
            ("move", [Link::Field(field, at), rest @ ..]) => {
                let entry =
                    self.dialect.find(Of::Move, field).ok_or_else(|| self.names.unknown_field("move", "move", field, *at))?;
                (Node::Ask(entry, Vec::new()), rest)
            }
            ("set", [Link::Field(field, at), rest @ ..]) => {
                let slot = self.names.settings.iter().position(|setting| setting.name == *field);
                (Node::Setting(slot.ok_or_else(|| self.names.unknown_field("set", "set", field, *at))?), rest)
            }
            ("state", [Link::Field(field, at), rest @ ..]) => {
                let slot = self.names.kept.iter().position(|kept| kept.name == *field);
                let slot = slot.ok_or_else(|| self.names.unknown_field("state", "state", field, *at))?;
                match rest {
                    [Link::At(index), rest @ ..] => (Node::State(slot, Some(Box::new(self.node(index)?))), rest),
                    rest => (Node::State(slot, None), rest),
                }
            }
            _ => (self.node(base)?, chain),
        };
        for link in rest {
            let Link::Field(field, at) = link else { return Err(simple(position)) };
            if *field == "len" {
                node = self.question(field, vec![node], *at)?;
                continue;
            }
            let entry = self.dialect.find(Of::Thing, field).ok_or_else(|| self.names.unknown_field("", "…", field, *at))?;
            node = Node::Field(entry, Box::new(node));
        }
        Ok(node)
    }
}

fn operator(name: &str) -> Option<Op> {
    Some(match name {
        "==" => Op::Equal,
        "!=" => Op::Differ,
        "<" => Op::Less,
        "<=" => Op::AtMost,
        ">" => Op::More,
        ">=" => Op::AtLeast,
        "+" => Op::Plus,
        "-" => Op::Minus,
        "*" => Op::Times,
        "/" => Op::Divided,
        "%" => Op::Rest,
        _ => return None,
    })
}

/// Whether a condition holds. Asked at every turn, so what can be compared where it stands is not copied.
fn flag(node: &Node, scene: &Scene<'_>) -> Result<bool, Mistake> {
    match node {
        Node::All(parts) => {
            for part in parts {
                if !flag(part, scene)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Node::Any(parts) => {
            for part in parts {
                if flag(part, scene)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Node::Not(inner) => flag(inner, scene).map(|flag| !flag),
        Node::Two(op, pair) if op.compares() => {
            let one = match &pair.0 {
                Node::Ask(Entry { body: Body::Read(read), .. }, asked) if asked.is_empty() => read(scene, &[])?,
                one => value(one, scene)?,
            };
            match &pair.1 {
                Node::Value(other) => Ok(compare(*op, &one, other)),
                other => Ok(compare(*op, &one, &value(other, scene)?)),
            }
        }
        node => match value(node, scene)? {
            Val::Bool(flag) => Ok(flag),
            _ => Err(msg!("script.mistake.condition").into()),
        },
    }
}

fn value(node: &Node, scene: &Scene<'_>) -> Result<Val, Mistake> {
    match node {
        Node::Value(value) => Ok(value.clone()),
        Node::Ask(entry, asked) => {
            let Body::Read(read) = entry.body else { return Ok(Val::Unit) };
            if asked.is_empty() {
                return read(scene, &[]);
            }
            let values = asked.iter().map(|node| value(node, scene)).collect::<Result<Vec<_>, _>>()?;
            entry.check(scene.game, &values)?;
            read(scene, &values)
        }
        Node::Field(entry, of) => {
            let (Body::Read(read), thing) = (entry.body, value(of, scene)?) else { return Ok(Val::Unit) };
            match thing {
                Val::Thing(_) => read(scene, &[thing]),
                _ => Err(msg!("script.mistake.no_thing", field = entry.name).into()),
            }
        }
        Node::Setting(slot) => Ok(scene.rule.setting(scene.game, *slot, scene.seat)),
        Node::State(slot, index) => {
            let index = index.as_ref().map(|index| value(index, scene)).transpose()?;
            scene.rule.remembered(scene.game, *slot, index.as_ref()).map(Val::Int)
        }
        Node::Not(_) | Node::All(_) | Node::Any(_) => flag(node, scene).map(Val::Bool),
        Node::Negative(inner) => match value(inner, scene)? {
            Val::Int(number) => number.checked_neg().map(Val::Int).ok_or_else(|| msg!("script.mistake.numbers").into()),
            _ => Err(msg!("script.mistake.numbers").into()),
        },
        Node::Two(op, _) if op.compares() => flag(node, scene).map(Val::Bool),
        Node::Two(op, pair) => count(*op, &value(&pair.0, scene)?, &value(&pair.1, scene)?),
    }
}

#[inline]
fn compare(op: Op, one: &Val, other: &Val) -> bool {
    let order = || match (one, other) {
        (Val::Int(one), Val::Int(other)) => Some(one.cmp(other)),
        // What is not of one kind cannot be compared, and rhai says no to that too.
        _ => one.as_str().zip(other.as_str()).map(|(one, other)| one.cmp(other)),
    };
    match op {
        Op::Equal => one.equals(other),
        Op::Differ => !one.equals(other),
        Op::Less => order().is_some_and(Ordering::is_lt),
        Op::AtMost => order().is_some_and(Ordering::is_le),
        Op::More => order().is_some_and(Ordering::is_gt),
        _ => order().is_some_and(Ordering::is_ge),
    }
}

fn count(op: Op, one: &Val, other: &Val) -> Result<Val, Mistake> {
    let counted = match (one, other) {
        (Val::Int(one), Val::Int(other)) => match op {
            Op::Plus => one.checked_add(*other),
            Op::Minus => one.checked_sub(*other),
            Op::Times => one.checked_mul(*other),
            Op::Divided => one.checked_div(*other),
            _ => one.checked_rem(*other),
        },
        _ => None,
    };
    counted.map(Val::Int).ok_or_else(|| msg!("script.mistake.numbers").into())
}
