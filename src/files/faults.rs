//! Faults for tests: the n-th operation on the disk fails, writes half of what it should, or is where the program dies; or the
//! disk is slow. Only builds with debug assertions have them; `TRIANGULUM_FAULT="crash 17"` brings one into a whole program,
//! `"crash change 17"` counts only operations that change something on the disk.

use std::io;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The operation does nothing but fail; the next ones work.
    Fail,
    /// A write gets half of its bytes out and fails; everything else fails as above.
    Short,
    /// The same, and nothing works any more: for the disk the program has died.
    Crash,
    /// From there on bringing something to the disk takes a while.
    Slow,
}

/// How long that is.
const A_WHILE: Duration = Duration::from_secs(1);

impl Fault {
    /// Those after which something may be missing.
    pub const ALL: [Self; 3] = [Self::Fail, Self::Short, Self::Crash];

    pub fn name(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Short => "short",
            Self::Crash => "crash",
            Self::Slow => "slow",
        }
    }
}

/// What goes wrong and at which operation, counted from 0, and how many there have been.
#[derive(Default)]
struct Plan {
    fault: Option<(Fault, u64)>,
    /// Operations that only look count for nothing.
    changes_only: bool,
    operations: u64,
    crashed: bool,
}

static PLAN: LazyLock<Mutex<Plan>> = LazyLock::new(|| Mutex::new(from_outside().unwrap_or_default()));

fn from_outside() -> Option<Plan> {
    let text = std::env::var("TRIANGULUM_FAULT").ok()?;
    let (name, at) = text.split_once(' ')?;
    let fault = [&Fault::ALL[..], &[Fault::Slow]].concat().into_iter().find(|fault| fault.name() == name)?;
    let (changes_only, at) = at.strip_prefix("change ").map_or((false, at), |at| (true, at));
    Some(Plan { fault: Some((fault, at.parse().ok()?)), changes_only, ..Plan::default() })
}

fn planned() -> MutexGuard<'static, Plan> {
    PLAN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plans a fault, or none, and counts operations anew.
pub fn plan(fault: Option<(Fault, u64)>) {
    *planned() = Plan { fault, ..Plan::default() };
}

/// How many operations there have been since then.
pub fn operations() -> u64 {
    planned().operations
}

/// One operation, which may change something: the fault that strikes it, if one does.
fn strike(changes: bool) -> Option<Fault> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let mut plan = planned();
    if plan.crashed {
        plan.operations += 1;
        return Some(Fault::Fail);
    }
    if plan.changes_only && !changes {
        return None;
    }
    let now = plan.operations;
    plan.operations += 1;
    let (fault, _) = plan.fault.filter(|(fault, at)| now == *at && *fault != Fault::Slow)?;
    plan.crashed = fault == Fault::Crash;
    Some(fault)
}

fn error() -> io::Error {
    io::Error::other("fault")
}

/// An operation that only looks at something.
pub(super) fn looking() -> io::Result<()> {
    strike(false).map_or(Ok(()), |_| Err(error()))
}

/// An operation that changes something.
pub(super) fn operation() -> io::Result<()> {
    strike(true).map_or(Ok(()), |_| Err(error()))
}

/// An operation that brings something to the disk.
pub(super) fn syncing() -> io::Result<()> {
    let struck = strike(true);
    let is_slow = |plan: &Plan| plan.fault.is_some_and(|(fault, at)| fault == Fault::Slow && plan.operations > at);
    if cfg!(debug_assertions) && is_slow(&planned()) {
        std::thread::sleep(A_WHILE);
    }
    struck.map_or(Ok(()), |_| Err(error()))
}

/// How much of a write gets out, and what is said about it.
pub(super) fn writing(bytes: usize) -> (usize, io::Result<()>) {
    match strike(true) {
        None | Some(Fault::Slow) => (bytes, Ok(())),
        Some(Fault::Fail) => (0, Err(error())),
        Some(Fault::Short | Fault::Crash) => (bytes / 2, Err(error())),
    }
}
