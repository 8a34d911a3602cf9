//! What is done aside: on a thread of its own, or where no thread can be had, as in a browser, here, a little in every frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SendError, TryRecvError, channel};

/// Has a thread do something with what it is lent; gives it back when there is none.
pub(super) fn lend<T: Send + 'static>(name: &str, what: T, work: impl FnOnce(T) + Send + 'static) -> Result<(), T> {
    let (lend, lent) = channel();
    // When there is no thread, nobody takes it and it comes back.
    let _ = std::thread::Builder::new().name(name.to_owned()).spawn(move || lent.recv().map(work));
    lend.send(what).map_err(|SendError(what)| what)
}

/// Somebody who thinks bit by bit.
pub(super) trait Thinker: Send + 'static {
    /// Thinks a little; true once there is nothing left to think.
    fn think(&mut self) -> bool;

    /// How much of it is done, from 0 to 1.
    fn progress(&self) -> f32;
}

/// A thinker at work.
pub(super) enum Thinking<T> {
    /// The progress is shared with the thread, which gives up when nobody holds it any longer.
    Apart { progress: Arc<AtomicU32>, from: Receiver<Box<T>> },
    /// Frame by frame.
    Here(Option<Box<T>>),
}

/// Whoever was thinking will not come back.
pub(super) struct Lost;

impl<T: Thinker> Thinking<T> {
    pub(super) fn begin(name: &str, thinker: T) -> Self {
        let progress = Arc::new(AtomicU32::new(0));
        let (send, from) = channel();
        let held = Arc::downgrade(&progress);
        let think = move |mut thinker: Box<T>| {
            while !thinker.think() {
                let Some(progress) = held.upgrade() else { return };
                progress.store(thinker.progress().to_bits(), Ordering::Relaxed);
            }
            // Nobody may be waiting any longer.
            let _ = send.send(thinker);
        };
        match lend(name, Box::new(thinker), think) {
            Ok(()) => Self::Apart { progress, from },
            Err(thinker) => Self::Here(Some(thinker)),
        }
    }

    /// How much of it is done, from 0 to 1.
    pub(super) fn progress(&self) -> f32 {
        match self {
            Self::Apart { progress, .. } => f32::from_bits(progress.load(Ordering::Relaxed)),
            Self::Here(thinker) => thinker.as_ref().map_or(1.0, |thinker| thinker.progress()),
        }
    }

    /// The thinker, once everything is thought. To be asked in every frame.
    pub(super) fn look(&mut self) -> Result<Option<T>, Lost> {
        match self {
            Self::Apart { from, .. } => match from.try_recv() {
                Ok(thinker) => Ok(Some(*thinker)),
                Err(TryRecvError::Empty) => Ok(None),
                Err(TryRecvError::Disconnected) => Err(Lost),
            },
            Self::Here(thinker) => {
                let is_done = thinker.as_mut().is_none_or(|thinker| thinker.think());
                if is_done { thinker.take().map(|thinker| Some(*thinker)).ok_or(Lost) } else { Ok(None) }
            }
        }
    }
}
