//! Work done aside: on a thread of its own, or where no thread can be had, as in a browser, here and at once.

use std::sync::mpsc::{SendError, channel};

type Work = Box<dyn FnOnce() + Send>;

pub(super) fn aside(name: &str, work: impl FnOnce() + Send + 'static) {
    let (lend, lent) = channel::<Work>();
    let thread = move || lent.recv().into_iter().for_each(|work| work());
    // When there is no thread, nobody takes the work and it comes back.
    let _ = std::thread::Builder::new().name(name.to_owned()).spawn(thread);
    let work: Work = Box::new(work);
    if let Err(SendError(work)) = lend.send(work) {
        work();
    }
}
