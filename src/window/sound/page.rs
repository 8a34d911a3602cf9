//! Sound in a page: the browser plays what stands in two files, which `web/page.js` reads. Each holds numbers: samples in a second, how
//! loud, and the samples.

use super::Order;
use super::synth::RATE;
use crate::files::write_atomically;
use std::path::Path;

/// What is heard once, beside what is heard already.
const ONCE: &str = "page/sound.once";
/// What is heard over and over, instead of what was before.
const OVER_AND_OVER: &str = "page/sound.loop";

/// Hands an order to the page; false where its memory has no room for it.
pub(super) fn take(order: &Order) -> bool {
    let (file, clip) = match order {
        Order::Play(clip, gain) => (ONCE, Some((clip, *gain))),
        Order::Loop(wanted) => (OVER_AND_OVER, wanted.as_ref().map(|(clip, gain)| (clip, *gain))),
    };
    let gain = clip.map_or(0.0, |(_, gain)| gain);
    let samples = clip.into_iter().flat_map(|(clip, _)| clip.iter().copied());
    let numbers = [RATE as f32, gain].into_iter().chain(samples);
    let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    write_atomically(Path::new(file), bytes).is_ok()
}
