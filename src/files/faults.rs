//! Faults for tests: the n-th operation on the disk fails, writes half of what it should, or is where the program dies.
//! Only builds with debug assertions have them; `TRIANGULUM_FAULT="crash 17"` brings one into a whole program.

use std::io;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The operation does nothing but fail; the next ones work.
    Fail,
    /// A write gets half of its bytes out and fails; everything else fails as above.
    Short,
    /// The same, and nothing works any more: for the disk the program has died.
    Crash,
}

impl Fault {
    pub const ALL: [Self; 3] = [Self::Fail, Self::Short, Self::Crash];

    pub fn name(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Short => "short",
            Self::Crash => "crash",
        }
    }
}

/// What goes wrong and at which operation, counted from 0, and how many there have been.
#[derive(Default)]
struct Plan {
    fault: Option<(Fault, u64)>,
    operations: u64,
}

static PLAN: LazyLock<Mutex<Plan>> = LazyLock::new(|| Mutex::new(Plan { fault: from_outside(), operations: 0 }));

fn from_outside() -> Option<(Fault, u64)> {
    let text = std::env::var("TRIANGULUM_FAULT").ok()?;
    let (name, at) = text.split_once(' ')?;
    let fault = Fault::ALL.into_iter().find(|fault| fault.name() == name)?;
    Some((fault, at.parse().ok()?))
}

fn planned() -> MutexGuard<'static, Plan> {
    PLAN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plans a fault, or none, and counts operations anew.
pub fn plan(fault: Option<(Fault, u64)>) {
    *planned() = Plan { fault, operations: 0 };
}

/// How many operations there have been since then.
pub fn operations() -> u64 {
    planned().operations
}

/// One operation: the fault that strikes it, if one does.
fn strike() -> Option<Fault> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let mut plan = planned();
    let now = plan.operations;
    plan.operations += 1;
    let (fault, at) = plan.fault?;
    (now == at || now > at && fault == Fault::Crash).then_some(if now > at { Fault::Fail } else { fault })
}

fn error() -> io::Error {
    io::Error::other("a fault made by a test")
}

pub(super) fn operation() -> io::Result<()> {
    strike().map_or(Ok(()), |_| Err(error()))
}

/// How much of a write gets out, and what is said about it.
pub(super) fn writing(bytes: usize) -> (usize, io::Result<()>) {
    match strike() {
        None => (bytes, Ok(())),
        Some(Fault::Fail) => (0, Err(error())),
        Some(Fault::Short | Fault::Crash) => (bytes / 2, Err(error())),
    }
}
