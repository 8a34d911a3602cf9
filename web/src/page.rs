//! What the page is asked and what it can ask.

use crate::games;
use std::cell::RefCell;

thread_local! {
    static TOLD: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Plays the game of a number and tells how long the text of what is left of it is; 0 when there is no such game.
#[unsafe(no_mangle)]
pub extern "C" fn triangulum_play(number: usize) -> usize {
    let text = games::played(number).unwrap_or_default();
    let bytes = text.len();
    TOLD.replace(text);
    bytes
}

/// Where that text lies.
#[unsafe(no_mangle)]
pub extern "C" fn triangulum_told() -> *const u8 {
    TOLD.with_borrow(|told| told.as_ptr())
}

#[cfg(feature = "window")]
unsafe extern "C" {
    /// The person's language: how long its name is, and the name.
    fn triangulum_locale_length() -> usize;
    fn triangulum_locale(to: *mut u8);
    /// The table is left: by order of a script (0), because something was wrong with it (1), or by a fault of ours (2).
    fn triangulum_ended(how: u32, text: *const u8, length: usize);
}

#[cfg(feature = "window")]
fn end(how: u32, text: &str) {
    // SAFETY: the page only reads, and only while it is told.
    unsafe { triangulum_ended(how, text.as_ptr(), text.len()) }
}

/// Opens the table.
#[cfg(feature = "window")]
pub(crate) fn open() {
    // SAFETY: the page writes as many bytes as it has just said.
    let locale = unsafe {
        let mut bytes = vec![0; triangulum_locale_length()];
        triangulum_locale(bytes.as_mut_ptr());
        bytes
    };
    triangulum::words::tell_locale(String::from_utf8_lossy(&locale).into_owned());
    let begun = || std::panic::set_hook(Box::new(|panic| end(2, &panic.to_string())));
    triangulum::window::open_page(begun, |ended| match ended {
        Ok(()) => end(0, ""),
        Err(problems) => end(1, &problems),
    });
}
