//! Is there a display at all? Asked before the window is opened, because a missing one must end in a sentence.

use crate::words::{Message, msg, speaks};

/// Why no window can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDisplay {
    /// Neither `DISPLAY` nor `WAYLAND_DISPLAY` is set.
    Unset,
    /// This display does not answer.
    Silent(String),
    /// The window system's libraries are missing.
    NoLibraries,
    /// What the graphics said.
    Failed(String),
}

impl NoDisplay {
    pub fn message(&self) -> Message {
        match self {
            Self::Unset => msg!("window.display.unset"),
            Self::Silent(display) => msg!("window.display.silent", display),
            Self::NoLibraries => msg!("window.display.no_libraries"),
            Self::Failed(detail) => msg!("window.display.failed", detail),
        }
    }
}

speaks!(NoDisplay);

/// Looks for a display; on systems other than Linux there always is one.
#[cfg(not(target_os = "linux"))]
pub(super) fn look() -> Result<(), NoDisplay> {
    Ok(())
}

#[cfg(target_os = "linux")]
pub(super) fn look() -> Result<(), NoDisplay> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match set("DISPLAY") {
        _ if set("WAYLAND_DISPLAY").is_some() => Ok(()),
        None => Err(NoDisplay::Unset),
        Some(display) if answers(&display) => Ok(()),
        Some(display) => Err(NoDisplay::Silent(display)),
    }
}

/// Whether an X server listens behind a DISPLAY such as `:0`, `:1.0` or `host:10.0`.
#[cfg(target_os = "linux")]
fn answers(display: &str) -> bool {
    use std::net::TcpStream;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    let Some((host, number)) = display.rsplit_once(':') else { return false };
    let number = number.split('.').next().unwrap_or_default();
    let Ok(number) = number.parse::<u16>() else { return false };
    if host.is_empty() || host == "unix" {
        let path = format!("/tmp/.X11-unix/X{number}");
        let hidden = SocketAddr::from_abstract_name(&path).and_then(|address| UnixStream::connect_addr(&address));
        return UnixStream::connect(&path).is_ok() || hidden.is_ok();
    }
    TcpStream::connect((host, number.saturating_add(6000))).is_ok()
}
