//! Checking code before play: every name, field and function is looked up, with how many values it takes, and all that is
//! wrong is told at once. Kinds of values are a matter of the rehearsal.

use super::api::{Dialect, Entry, LANGUAGE, Of, language_shape};
use super::deck::DeckDecl;
use super::file::{Code, EventDecl, FieldKind, Kept, Per, SettingDecl};
use crate::problem::{Problem, Source, closest, each_once, few};
use crate::words::{Message, msg};
use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Something wrong with code, at a place in it.
pub(super) struct Finding {
    position: Position,
    message: Message,
    allowed: Option<String>,
    pub remedy: Option<Message>,
}

impl Finding {
    pub(super) fn new(position: Position, message: Message) -> Self {
        Self { position, message, allowed: None, remedy: None }
    }

    /// The same with what is allowed.
    pub(super) fn allowing(self, allowed: String) -> Self {
        Self { allowed: Some(allowed), ..self }
    }

    /// The finding as a problem of the file.
    pub(super) fn told(self, source: &Source, code: &Code) -> Problem {
        let (line, column) = (self.position.line().unwrap_or(1), self.position.position().unwrap_or(1));
        let at = code.place(line, column);
        let word = source.text.get(at..).unwrap_or_default();
        let length = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
        let mut problem = Problem::at(source, at..at + length.max(1).min(word.len()), self.message);
        problem.allowed = self.allowed.map(Message::verbatim);
        problem.remedy = self.remedy;
        problem
    }
}

/// The names code may use, and which of the rule's own it does use.
pub(super) struct Names<'a> {
    pub id: &'static str,
    pub dialect: &'static Dialect,
    pub settings: &'a [SettingDecl],
    pub kept: &'a [Kept],
    pub events: &'a [EventDecl],
    pub decks: &'a [DeckDecl],
    /// Words that questions offer.
    pub choices: Vec<&'static str>,
    /// Such as `set.fee`, `event.toll`, `bank`.
    pub used: RefCell<BTreeSet<String>>,
    /// Steps that code goes to, and where it says so.
    pub gone: RefCell<Vec<(String, Position)>>,
}

impl Names<'_> {
    pub(super) fn suggest(wrong: &str, known: &[&str], position: Position, message: Message) -> Finding {
        let remedy = closest(wrong, known.iter().copied()).map(|name| msg!("problem.did_you_mean", name));
        let each = each_once(known.iter().copied());
        let allowed = if remedy.is_some() { few(wrong, &each) } else { each.join(", ") };
        Finding { position, message, allowed: Some(allowed).filter(|allowed| !allowed.is_empty()), remedy }
    }

    pub(super) fn unknown_name(&self, name: &str, position: Position) -> Finding {
        if self.dialect.all().any(|entry| entry.of == Of::Function && entry.name == name) {
            return Finding::new(position, msg!("script.code.is_function", name));
        }
        let known = self.dialect.all().filter(|entry| entry.of == Of::Name).map(|entry| entry.name);
        let known: Vec<&str> = known.chain(["move", "set", "state"]).collect();
        Self::suggest(name, &known, position, msg!("script.code.name", name))
    }

    pub(super) fn unknown_function(&self, name: &str, takes: usize, position: Position) -> Finding {
        let own = self.dialect.all().filter(|e| e.of == Of::Function && e.name == name).map(Entry::shape);
        let language = LANGUAGE.iter().filter(|(known, ..)| *known == name).map(|(_, counts, _)| language_shape(name, counts));
        let shapes: Vec<String> = own.chain(language).collect();
        if !shapes.is_empty() {
            let message = msg!("script.code.values", name, n = takes);
            return Finding { position, message, allowed: Some(shapes.join(", ")), remedy: None };
        }
        let known = self.dialect.all().filter(|entry| entry.of == Of::Function).map(|entry| entry.name);
        let known: Vec<&str> = known.chain(LANGUAGE.iter().map(|(name, ..)| *name)).collect();
        Self::suggest(name, &known, position, msg!("script.code.function", name))
    }

    /// What is said of a field that something does not have, by what that is and how it is written.
    pub(super) fn unknown_field(&self, of: &str, called: &str, field: &str, position: Position) -> Finding {
        let fields = |of: Of| self.dialect.all().filter(move |entry| entry.of == of).map(|entry| entry.name);
        let known: Vec<&str> = match of {
            "set" => self.settings.iter().map(|setting| setting.name).collect(),
            "state" => self.kept.iter().map(|kept| kept.name).collect(),
            "move" => fields(Of::Move).collect(),
            _ => fields(Of::Thing).collect(),
        };
        Self::suggest(field, &known, position, msg!("script.code.field", of = called, field))
    }

    /// What is wrong with a slot of a text that nothing can be put into, and what was probably meant.
    pub(super) fn misread_slot(&self, slot: &str) -> (Message, Option<Message>) {
        let name = slot.strip_prefix("state.").unwrap_or(slot);
        let unreadable = || msg!("script.file.reason", slot);
        let write = |slot: String| Some(msg!("script.file.write_slot", slot));
        if self.settings.iter().any(|setting| setting.name == slot) {
            return (unreadable(), write(format!("set.{slot}")));
        }
        match self.kept.iter().find(|kept| kept.name == name).map(|kept| kept.per) {
            Some(Per::Game) => (unreadable(), write(format!("state.{name}"))),
            Some(Per::Seat) => (msg!("script.file.slot_by_seat", name), None),
            Some(Per::Piece) => (msg!("script.file.slot_by_piece", name), None),
            None => (unreadable(), None),
        }
    }

    fn is_given(&self, name: &str) -> bool {
        self.dialect.find(Of::Name, name).is_some() || ["move", "set", "state"].contains(&name)
    }

    fn note(&self, name: String) {
        self.used.borrow_mut().insert(name);
    }

    /// The calls of some functions, and where they stand.
    fn calls(ast: &AST, of: &[&str]) -> Vec<(String, Position)> {
        let mut found = Vec::new();
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            if let Some(ASTNode::Stmt(Stmt::FnCall(call, position)) | ASTNode::Expr(Expr::FnCall(call, position))) = path.last()
                && of.contains(&call.name.as_str())
            {
                found.push((call.name.to_string(), *position));
            }
            true
        });
        found
    }

    /// Names and calls that mean nothing where the code stands.
    pub(super) fn strangers(ast: &AST, wrong: &[&str], message: fn(&str) -> Message) -> Vec<Finding> {
        let mut found = Vec::new();
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            let (name, position) = match path.last() {
                Some(ASTNode::Stmt(Stmt::FnCall(call, position)) | ASTNode::Expr(Expr::FnCall(call, position))) => {
                    (call.name.as_str(), *position)
                }
                // `move` is both what is moved and what moves it.
                Some(ASTNode::Expr(Expr::Variable(name, _, position))) if name.1 != "move" => (name.1.as_str(), *position),
                _ => return true,
            };
            if wrong.contains(&name) {
                found.push(Finding::new(position, message(name)));
            }
            true
        });
        found
    }

    /// Calls of functions that lead nowhere where the code stands.
    pub(super) fn out_of_place(ast: &AST, wrong: &[&str]) -> Vec<Finding> {
        let calls = Self::calls(ast, wrong).into_iter();
        calls.map(|(name, position)| Finding::new(position, msg!("script.code.nowhere", name))).collect()
    }

    /// Money that moves without a word.
    pub(super) fn untold(ast: &AST) -> Option<Finding> {
        let (_, position) = Self::calls(ast, &["pay"]).into_iter().next()?;
        let remedy = Some(msg!("script.code.tell"));
        let finding = Finding { remedy, ..Finding::new(position, msg!("script.code.untold")) };
        Self::calls(ast, &["emit"]).is_empty().then_some(finding)
    }

    /// Everything wrong with a tree.
    pub(super) fn check(&self, ast: &AST, code: &Code) -> Vec<Finding> {
        let mut own: BTreeSet<String> = BTreeSet::new();
        for function in ast.iter_functions() {
            own.extend(function.params.iter().map(|param| (*param).to_owned()));
        }
        let mut declared: BTreeSet<String> = BTreeSet::new();
        let functions: BTreeSet<(String, usize)> =
            ast.iter_functions().map(|function| (function.name.to_owned(), function.params.len())).collect();
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            if let Some(ASTNode::Stmt(stmt)) = path.last() {
                match stmt {
                    Stmt::Var(var, ..) => {
                        declared.insert(var.0.name.to_string());
                    }
                    Stmt::For(var, _) => {
                        declared.insert(var.0.name.to_string());
                        declared.extend(var.1.iter().map(|counter| counter.name.to_string()));
                    }
                    Stmt::TryCatch(caught, _) => {
                        if let Expr::Variable(name, ..) = &caught.expr {
                            declared.insert(name.1.to_string());
                        }
                    }
                    _ => {}
                }
            }
            true
        });
        own.extend(declared.iter().cloned());
        // A function that uses a name around it takes it as a value, unseen; only what is written between bars counts.
        let written = |name: &str| code.text.split('|').any(|part| part.split(',').any(|value| value.trim() == name));
        let taken = own.iter().filter(|name| self.is_given(name) && (declared.contains(*name) || written(name)));
        let mut found: Vec<Finding> =
            taken.map(|name| Finding::new(Position::NONE, msg!("script.code.taken", name = name.as_str()))).collect();
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(ASTNode::Stmt(Stmt::FnCall(call, position))) => self.call(call, 0, *position, &functions, &mut found),
                Some(ASTNode::Stmt(Stmt::Assignment(assigned))) if base_of(&assigned.1.lhs) == "set" => {
                    found.push(Finding::new(assigned.1.lhs.position(), msg!("script.code.set")));
                }
                Some(ASTNode::Expr(expr)) => match expr {
                    Expr::FnCall(call, position) => self.call(call, 0, *position, &functions, &mut found),
                    Expr::MethodCall(call, position) => self.call(call, 1, *position, &functions, &mut found),
                    Expr::Variable(name, _, position) if !own.contains(name.1.as_str()) => {
                        if self.is_given(&name.1) {
                            self.note(name.1.to_string());
                        } else {
                            found.push(self.unknown_name(&name.1, *position));
                        }
                    }
                    Expr::Property(property, position) => self.property(path, &property.2, *position, &mut found),
                    _ => {}
                },
                _ => {}
            }
            true
        });
        found
    }

    fn call(
        &self,
        call: &FnCallExpr,
        before: usize,
        position: Position,
        own: &BTreeSet<(String, usize)>,
        found: &mut Vec<Finding>,
    ) {
        let (name, takes) = (call.name.as_str(), call.args.len() + before);
        self.note(format!("call.{name}"));
        // Operators, and what rhai makes of functions that use names around them.
        if call.is_operator_call() || name == "curry" && matches!(call.args.first(), Some(Expr::DynamicConstant(..))) {
            return;
        }
        if own.contains(&(name.to_owned(), takes)) {
            return;
        }
        let text =
            call.args.first().and_then(|arg| if let Expr::StringConstant(text, at) = arg { Some((text, *at)) } else { None });
        match (name, text) {
            ("option", Some((word, at))) if !self.choices.contains(&word.as_str()) => {
                return found.push(Self::suggest(word, &self.choices, at, msg!("script.code.choice", word = word.as_str())));
            }
            ("option", Some((word, _))) => self.note(format!("choices.{word}")),
            ("option", None) => self.note("choices".to_owned()),
            _ => {}
        }
        match name {
            "emit" => {
                let Some((event, at)) = text else {
                    return found.push(Finding::new(position, msg!("script.code.emit")));
                };
                let Some(declared) = self.events.iter().find(|declared| declared.name == event.as_str()) else {
                    let known: Vec<&str> = self.events.iter().map(|declared| declared.name).collect();
                    return found.push(Self::suggest(event, &known, at, msg!("script.code.event", event = event.as_str())));
                };
                self.note(format!("event.{}", declared.name));
                if takes != declared.fields.len() + 1 {
                    let fields: Vec<&str> = declared.fields.iter().map(|(field, _)| *field).collect();
                    let message = msg!("script.code.fields", event = declared.name, n = takes - 1);
                    found.push(Finding { position, message, allowed: Some(fields.join(", ")), remedy: None });
                }
                for (arg, (field, kind)) in call.args.iter().skip(1).zip(&declared.fields) {
                    if let (Expr::StringConstant(word, at), FieldKind::Word(words)) = (arg, kind)
                        && !words.contains(&word.as_str())
                    {
                        let message = msg!("script.code.field_word", field = *field, word = word.as_str());
                        found.push(Self::suggest(word, words, *at, message));
                    }
                }
            }
            "open" | "turn_card" => found.extend(self.deck(name, text.map(|(deck, at)| (deck.as_str(), at)), position)),
            "go_to" if text.is_none() => found.push(Finding::new(position, msg!("script.code.go_to"))),
            _ => {
                // Its own settings, for somebody else than the player to act.
                if let ("rule", Some((key, _))) = (name, text)
                    && let Some(setting) = key.strip_prefix(self.id).and_then(|rest| rest.strip_prefix('.'))
                {
                    self.note(format!("set.{setting}"));
                }
                if let ("go_to", Some((step, at))) = (name, text) {
                    self.gone.borrow_mut().push((step.to_string(), at));
                }
                let in_language = LANGUAGE.iter().any(|(known, counts, _)| *known == name && counts.contains(&takes));
                if !in_language && self.dialect.function(name, takes).is_none() {
                    found.push(self.unknown_function(name, takes, position));
                }
            }
        }
    }

    fn property(&self, path: &[ASTNode<'_>], field: &str, position: Position, found: &mut Vec<Finding>) {
        // Up the chain, as long as this is where a part of it begins.
        let mut inner: &Expr = match path.last() {
            Some(ASTNode::Expr(expr)) => expr,
            _ => return,
        };
        let mut base = None;
        let mut called = "…".to_owned();
        for node in path.iter().rev().skip(1) {
            let ASTNode::Expr(outer @ (Expr::Dot(pair, ..) | Expr::Index(pair, ..))) = node else { break };
            if std::ptr::eq(&raw const pair.lhs, std::ptr::from_ref(inner)) {
                inner = outer;
            } else if base.is_none() {
                base = Some(&pair.lhs);
                called = written(&pair.lhs);
                inner = outer;
            } else {
                // What stands in square brackets is not what has the field.
                if let ASTNode::Expr(Expr::Index(..)) = node {
                    called = format!("{}[…]", written(&pair.lhs));
                }
                break;
            }
        }
        let root = if let Some(Expr::Variable(name, ..)) = base { name.1.as_str() } else { "" };
        let known = match root {
            "set" => self.settings.iter().any(|setting| setting.name == field),
            "state" => self.kept.iter().any(|kept| kept.name == field),
            "move" => self.dialect.find(Of::Move, field).is_some(),
            _ => self.dialect.find(Of::Thing, field).is_some() || field == "len",
        };
        if let ("state", Some(kept)) = (root, self.kept.iter().find(|kept| kept.name == field))
            && is_indexed(path) != (kept.per != Per::Game)
        {
            found.push(Finding::new(position, kept.per.how_kept(field)));
        }
        if known {
            self.note(format!("{root}.{field}"));
        } else {
            let of = if ["set", "state", "move"].contains(&root) { root } else { "" };
            found.push(self.unknown_field(of, &called, field, position));
        }
    }
}

/// How an expression is written, in short.
fn written(expr: &Expr) -> String {
    match expr {
        Expr::Variable(name, ..) => name.1.to_string(),
        Expr::Property(property, _) => property.2.to_string(),
        Expr::FnCall(call, _) | Expr::MethodCall(call, _) if !call.is_operator_call() => format!("{}(…)", call.name),
        Expr::Index(pair, ..) => format!("{}[…]", written(&pair.lhs)),
        Expr::Dot(pair, ..) => written(&pair.rhs),
        _ => "…".to_owned(),
    }
}

/// The name a chain of fields begins with.
fn base_of(expr: &Expr) -> &str {
    match expr {
        Expr::Dot(pair, ..) | Expr::Index(pair, ..) => base_of(&pair.lhs),
        Expr::Variable(name, ..) => name.1.as_str(),
        _ => "",
    }
}

/// Whether square brackets stand behind the field at the end of a path.
fn is_indexed(path: &[ASTNode<'_>]) -> bool {
    let mut chain = path.iter().rev().filter_map(|node| if let ASTNode::Expr(expr) = node { Some(*expr) } else { None });
    let (Some(field), Some(parent)) = (chain.next(), chain.next()) else { return false };
    let is_before = |outer: &Expr, inner: &Expr| matches!(outer, Expr::Index(pair, ..) if std::ptr::eq(&raw const pair.lhs, std::ptr::from_ref(inner)));
    // Code has it either way round.
    is_before(parent, field) || chain.next().is_some_and(|outer| is_before(outer, parent))
}

/// What was probably meant in code that cannot be read: other languages write some things otherwise.
pub(super) fn misread(code: &str, is_condition: bool) -> Option<Message> {
    let outside: String = code.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let words: Vec<&str> = outside.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let meant = [("and", "&&"), ("or", "||"), ("not", "!")].into_iter().find(|(word, _)| words.contains(word));
    if let Some((_, name)) = meant {
        return Some(msg!("problem.did_you_mean", name));
    }
    if words.contains(&"switch") || words.contains(&"match") {
        return Some(msg!("script.code.switch"));
    }
    let letters: Vec<char> = outside.chars().collect();
    let is_point = |three: &[char]| three[0].is_ascii_digit() && three[1] == '.' && three[2].is_ascii_digit();
    if letters.windows(3).any(is_point) {
        return Some(msg!("script.code.whole"));
    }
    let is_single = |three: &[char]| three[1] == '=' && !"=!<>+-*/%".contains(three[0]) && !"=>".contains(three[2]);
    (is_condition && letters.windows(3).any(is_single)).then(|| msg!("problem.did_you_mean", name = "=="))
}
