//! Every sound of the table is rendered: it has a length one can bear, a level one can hear, and it is not silence.

#![cfg(feature = "window")]

use triangulum::window::sound::synth::{RATE, written};

fn loudest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, sample| most.max(sample.abs()))
}

#[test]
fn every_sound_has_length_and_level_and_is_not_silence() {
    let sounds = written().expect("assets/sounds.toml can be read");
    for name in ["die", "spinner", "splash", "bell", "capture", "mill", "win", "sea"] {
        assert!(sounds.contains_key(name), "there is no {name}");
    }
    for (name, sound) in sounds {
        let samples = sound.samples();
        let seconds = samples.len() as f32 / RATE as f32;
        let most = if sound.loops { 10.0 } else { 2.5 };
        assert!((0.05..=most).contains(&seconds), "{name} lasts {seconds} s");
        let peak = loudest(&samples);
        assert!((0.1..=1.0).contains(&peak), "{name} has a peak of {peak}");
        let power = samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32;
        assert!(power.sqrt() > 0.01, "{name} is all but silent: {}", power.sqrt());
        let clipped = samples.iter().filter(|sample| sample.abs() >= 1.0).count();
        assert!(clipped * 200 < samples.len(), "{name} is cut off at {clipped} samples");
        let last = loudest(&samples[samples.len() - 40..]);
        assert!(last < 0.05, "{name} ends with a click: {last}");
    }
}

#[test]
fn a_sound_is_the_same_every_time() {
    let sounds = written().expect("assets/sounds.toml can be read");
    for sound in sounds.values() {
        assert_eq!(sound.samples(), sound.samples());
    }
}
