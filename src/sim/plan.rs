//! The plan: every step of a turn and of a round, in order, with the rule that owns it. Rules edit it at named anchors;
//! those of a printed rule that is repealed are there while the plan is edited, and do nothing.

use super::command::Verb;
use super::game::{Game, Stretch};
use super::signal::Signals;
use crate::words::{Message, msg, speaks};
use std::fmt;

/// What a step does that is no function of the program, such as what a rule from a file says.
pub trait Hook: Sync + fmt::Debug {
    fn run(&self, game: &mut Game);
}

/// A named place in a turn and the system that does it. Only the engine runs steps: see [`Game::rehearse`].
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Interned, as the names of rules are: [`intern`](super::name::intern).
    pub name: &'static str,
    pub(super) run: fn(&mut Game),
    /// It has something to do only when one of these is up.
    pub(super) when: Signals,
    /// What it is composed of, where that has names of its own.
    pub made_of: &'static [&'static str],
    /// What it does instead of a function; `run` then looks it up here, so that all other steps pay nothing for it.
    hook: Option<&'static dyn Hook>,
}

fn run_hook(game: &mut Game) {
    if let Some(hook) = game.step_at_hand().and_then(|step| step.hook) {
        hook.run(game);
    }
}

impl Step {
    pub const fn new(name: &'static str, run: fn(&mut Game)) -> Self {
        Self { name, run, when: Signals::ALWAYS, made_of: &[], hook: None }
    }

    /// A step that a hook does.
    pub const fn hooked(name: &'static str, hook: &'static dyn Hook) -> Self {
        Self { hook: Some(hook), ..Self::new(name, run_hook) }
    }

    /// Only the name of a step, for whoever looks for its place.
    pub const fn named(name: &'static str) -> Self {
        Self::new(name, |_| ())
    }

    /// The same step, saying which named parts it is composed of.
    pub const fn made_of(self, parts: &'static [&'static str]) -> Self {
        Self { made_of: parts, ..self }
    }

    /// The same step, passed over unless one of these signals is up. See [`Game::mistrust_signals`].
    pub const fn when(self, signals: Signals) -> Self {
        Self { when: signals, ..self }
    }

    /// The same step, passed over unless it follows a command with this verb.
    pub const fn on(self, verb: Verb) -> Self {
        self.when(Signals::of_verb(verb))
    }
}

/// When a step runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Once for each player.
    Turn,
    /// Once after every player has had a turn.
    Round,
}

#[derive(Debug, Clone, Copy)]
pub struct Planned {
    pub step: Step,
    /// The rule that put the step here.
    pub owner: &'static str,
    /// The rule whose step this one stands in for.
    pub instead_of: Option<&'static str>,
    /// Moved here from the round, so that it happens after each player.
    pub from_round: bool,
    /// Its rule is repealed: only a place for others, gone when the plan is finished.
    idle: bool,
}

/// Why a rule could not make its edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanError {
    /// It needs a step that no rule in force provides.
    MissingAnchor { rule: &'static str, anchor: &'static str },
    /// Two rules replace one step.
    ReplacedTwice { anchor: &'static str, first: &'static str, second: &'static str },
    /// Two rules bring a step of one name.
    DuplicateStep { name: &'static str, first: &'static str, second: &'static str },
}

speaks!(PlanError);

impl PlanError {
    pub fn message(&self) -> Message {
        match *self {
            Self::MissingAnchor { rule, anchor } => msg!("sim.plan.missing_anchor", rule, anchor),
            Self::ReplacedTwice { anchor, first, second } => msg!("sim.plan.replaced_twice", anchor, first, second),
            Self::DuplicateStep { name, first, second } => msg!("sim.plan.duplicate_step", name, first, second),
        }
    }

    /// The rules that cannot agree, the later one last.
    pub fn rules(&self) -> Vec<&'static str> {
        match self {
            Self::MissingAnchor { rule, .. } => vec![rule],
            Self::ReplacedTwice { first, second, .. } | Self::DuplicateStep { first, second, .. } => vec![first, second],
        }
    }
}

/// A phase as the engine goes through it: every step by what it waits for and what it does.
pub(super) type Course = Vec<(Signals, fn(&mut Game))>;

#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// By phase.
    steps: [Vec<Planned>; 2],
    /// The same as the engine goes through them, when the plan is finished.
    courses: [Course; 2],
}

impl Plan {
    /// The steps of a phase, in order.
    #[inline]
    pub fn steps(&self, phase: Phase) -> &[Planned] {
        &self.steps[phase as usize]
    }

    fn steps_mut(&mut self, phase: Phase) -> &mut Vec<Planned> {
        &mut self.steps[phase as usize]
    }

    /// Where a step stands.
    pub fn find(&self, name: &str) -> Option<(Phase, usize)> {
        [Phase::Turn, Phase::Round]
            .into_iter()
            .find_map(|phase| Some((phase, self.steps(phase).iter().position(|p| p.step.name == name)?)))
    }

    /// The steps from one named one to another, where both are in the plan in this order.
    pub(super) fn between(&self, first: &str, last: &str) -> Option<Stretch> {
        let ((phase, next), (end, last)) = (self.find(first)?, self.find(last)?);
        (phase == end && next <= last).then_some(Stretch { phase, next, until: last + 1 })
    }

    /// An editor that signs every change with the rule's id.
    pub fn edited_by(&mut self, owner: &'static str) -> Editor<'_> {
        Editor { plan: self, owner, idle: false }
    }

    /// An editor for a rule that is repealed: its steps are anchors for others, and nothing else comes of it.
    pub fn anchored_by(&mut self, owner: &'static str) -> Editor<'_> {
        Editor { plan: self, owner, idle: true }
    }

    /// Leaves out what was only there as an anchor, so that it costs nothing at play.
    pub fn finish(&mut self) {
        for (steps, course) in self.steps.iter_mut().zip(&mut self.courses) {
            steps.retain(|planned| !planned.idle);
            *course = steps.iter().map(|planned| (planned.step.when, planned.step.run)).collect();
        }
    }

    /// A phase as the engine goes through it.
    #[inline]
    pub(super) fn course(&self, phase: Phase) -> &Course {
        &self.courses[phase as usize]
    }
}

/// What a rule may do to the plan.
pub struct Editor<'a> {
    plan: &'a mut Plan,
    owner: &'static str,
    idle: bool,
}

impl Editor<'_> {
    /// Adds a step at the end of a phase.
    pub fn append(&mut self, phase: Phase, step: Step) -> Result<(), PlanError> {
        self.put(phase, self.plan.steps(phase).len(), step)
    }

    pub fn before(&mut self, anchor: Step, step: Step) -> Result<(), PlanError> {
        let (phase, at) = self.anchor(anchor)?;
        self.put(phase, at, step)
    }

    /// Adds a step right behind an anchor; of several rules doing so, the last one edits next to the anchor.
    pub fn after(&mut self, anchor: Step, step: Step) -> Result<(), PlanError> {
        let (phase, at) = self.anchor(anchor)?;
        self.put(phase, at + 1, step)
    }

    /// Puts a step in the place of one that is in force.
    pub fn replace(&mut self, anchor: Step, step: Step) -> Result<(), PlanError> {
        let (phase, at) = self.in_force(anchor)?;
        let standing = self.plan.steps(phase)[at];
        if standing.instead_of.is_some() {
            return Err(PlanError::ReplacedTwice { anchor: anchor.name, first: standing.owner, second: self.owner });
        }
        if self.idle {
            return Ok(());
        }
        // The new step keeps the anchor's name, so that others still find their place.
        self.plan.steps_mut(phase)[at] =
            Planned { step: Step { name: anchor.name, ..step }, owner: self.owner, instead_of: Some(standing.owner), ..standing };
        Ok(())
    }

    /// Insists that a step is in force, without changing anything.
    pub fn needs(&self, anchor: Step) -> Result<(), PlanError> {
        self.in_force(anchor).map(|_| ())
    }

    /// Moves every step of the round into the turn, so that it happens after each player.
    pub fn round_into_turn(&mut self) {
        if self.idle {
            return;
        }
        let steps = std::mem::take(self.plan.steps_mut(Phase::Round));
        self.plan.steps_mut(Phase::Turn).extend(steps.into_iter().map(|planned| Planned { from_round: true, ..planned }));
    }

    fn anchor(&self, anchor: Step) -> Result<(Phase, usize), PlanError> {
        self.plan.find(anchor.name).ok_or(PlanError::MissingAnchor { rule: self.owner, anchor: anchor.name })
    }

    fn in_force(&self, anchor: Step) -> Result<(Phase, usize), PlanError> {
        let (phase, at) = self.anchor(anchor)?;
        if self.plan.steps(phase)[at].idle {
            return Err(PlanError::MissingAnchor { rule: self.owner, anchor: anchor.name });
        }
        Ok((phase, at))
    }

    fn put(&mut self, phase: Phase, mut at: usize, step: Step) -> Result<(), PlanError> {
        if let Some((standing, index)) = self.plan.find(step.name) {
            let first = self.plan.steps(standing)[index];
            if !first.idle {
                return Err(PlanError::DuplicateStep { name: step.name, first: first.owner, second: self.owner });
            }
            // A repealed rule does not keep its names to itself.
            self.plan.steps_mut(standing).remove(index);
            at -= usize::from(standing == phase && index < at);
        }
        let planned = Planned { step, owner: self.owner, instead_of: None, from_round: false, idle: self.idle };
        self.plan.steps_mut(phase).insert(at, planned);
        Ok(())
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, phase) in [(msg!("sim.plan.each_turn"), Phase::Turn), (msg!("sim.plan.each_round"), Phase::Round)] {
            if self.steps(phase).is_empty() {
                continue;
            }
            writeln!(f, "{title}")?;
            for (number, planned) in self.steps(phase).iter().enumerate() {
                write!(f, "  {:>2}  {:<16} {}", number + 1, planned.step.name, planned.owner)?;
                if let Some(replaced) = planned.instead_of {
                    write!(f, " {}", msg!("sim.plan.instead_of", rule = replaced))?;
                }
                if !planned.step.made_of.is_empty() {
                    write!(f, ": {}", planned.step.made_of.join(", "))?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
