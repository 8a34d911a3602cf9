//! A small synthesiser: sounds are written down as voices (assets/sounds.toml) and become samples here.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::f32::consts::TAU;

/// Samples in a second, of one channel.
pub const RATE: u32 = 44_100;

const WRITTEN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sounds.toml"));

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Tone,
    Noise,
}

/// One of the things that sound together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Voice {
    kind: Kind,
    at: f32,
    length: f32,
    from: f32,
    to: Option<f32>,
    #[serde(default = "sudden")]
    attack: f32,
    #[serde(default = "short")]
    decay: f32,
    level: f32,
}

fn sudden() -> f32 {
    0.003
}

fn short() -> f32 {
    4.0
}

/// A sound as it is written down.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sound {
    /// Presses it is heard at, by the names of gates.
    #[serde(default)]
    pub gates: Vec<String>,
    #[serde(default)]
    pub events: Vec<String>,
    #[serde(default)]
    pub effects: Vec<String>,
    /// It is heard over and over.
    #[serde(default)]
    pub loops: bool,
    voices: Vec<Voice>,
}

/// Every sound of the table, by name.
pub fn written() -> Result<BTreeMap<String, Sound>, toml::de::Error> {
    toml::from_str(WRITTEN)
}

impl Sound {
    /// The samples, from -1 to 1.
    pub fn samples(&self) -> Vec<f32> {
        let end = self.voices.iter().map(|voice| voice.at + voice.length).fold(0.0, f32::max);
        let mut samples = vec![0.0; count(end)];
        for voice in &self.voices {
            voice.add_to(&mut samples[count(voice.at)..]);
        }
        for sample in &mut samples {
            *sample = sample.clamp(-1.0, 1.0);
        }
        samples
    }
}

/// How many samples so many seconds are.
fn count(seconds: f32) -> usize {
    (seconds.max(0.0) * RATE as f32) as usize
}

impl Voice {
    fn add_to(&self, samples: &mut [f32]) {
        let many = count(self.length).min(samples.len());
        let (mut phase, mut soft, mut dust) = (0.0_f32, 0.0_f32, 0x9e37_79b9_u32);
        for (number, sample) in samples.iter_mut().take(many).enumerate() {
            let share = number as f32 / many as f32;
            let pitch = self.from + (self.to.unwrap_or(self.from) - self.from) * share;
            let sound = match self.kind {
                Kind::Tone => {
                    phase = (phase + pitch / RATE as f32).fract();
                    // An overtone makes it wood or brass rather than a whistle.
                    0.8 * (phase * TAU).sin() + 0.2 * (phase * 2.0 * TAU).sin()
                }
                Kind::Noise => {
                    dust ^= dust << 13;
                    dust ^= dust >> 17;
                    dust ^= dust << 5;
                    let hiss = dust as f32 / u32::MAX as f32 * 2.0 - 1.0;
                    soft += (hiss - soft) * (1.0 - (-TAU * pitch / RATE as f32).exp());
                    soft * 1.6
                }
            };
            *sample += sound * self.level * self.swell(share);
        }
    }

    /// How loud it is after a share of its length: it swells, dies away and ends in silence.
    fn swell(&self, share: f32) -> f32 {
        let seconds = share * self.length;
        let up = (seconds / self.attack.max(1e-4)).min(1.0);
        up * (-self.decay * share).exp() * (1.0 - share)
    }
}
