//! Seeds nobody has chosen.

/// A seed from the system's own chance; nothing where there is none to be had, such as in a browser.
#[cfg(not(target_family = "wasm"))]
pub fn fresh_seed() -> Option<u64> {
    use rand::TryRng;
    rand::rngs::SysRng.try_next_u64().ok()
}

#[cfg(target_family = "wasm")]
pub fn fresh_seed() -> Option<u64> {
    None
}
