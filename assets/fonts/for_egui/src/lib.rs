//! The fonts egui knows before it is told of others. Its own are 1.4 MB, most of it pictures that nobody here draws; what is
//! needed of them is one typewriter font, two signs and the narrow spaces of numbers. ../LICENSES.md says whose they are and how they
//! were made.

pub const HACK_REGULAR: &[u8] = include_bytes!("../../Hack-Regular.ttf");
// What a font of ours lacks is looked for here first, so that spaces are not as wide as those of a typewriter.
pub const UBUNTU_LIGHT: &[u8] = EMOJI_ICON;
pub const EMOJI_ICON: &[u8] = include_bytes!("../../Signs.ttf");
pub const NOTO_EMOJI_REGULAR: &[u8] = HACK_REGULAR;
