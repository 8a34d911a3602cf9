//! Sound on Linux: the `PulseAudio` protocol, which `PipeWire` speaks too, over its socket. One thread connects and keeps the stream; a
//! server that is not there, answers wrongly or goes away leaves silence.

use super::synth::RATE;
use super::{Order, Taker};
use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, SampleFormat, SampleSpec};
use pulseaudio::{AsPlaybackSource, Client};
use std::future::Future;
use std::pin::pin;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// How far ahead the server wants samples, in bytes: less is heard sooner, too little crackles.
const AHEAD: u32 = RATE * 2 / 12;

/// Begins to listen for orders on a thread of its own; nothing where no thread can be had.
pub(super) fn open() -> Option<Taker> {
    let (send, orders) = channel();
    thread::Builder::new().name("sound".into()).spawn(move || serve(&orders)).ok()?;
    Some(Box::new(move |order| send.send(order).is_ok()))
}

fn serve(orders: &Receiver<Order>) -> Option<()> {
    let mixer: Arc<Mutex<Mixer>> = Arc::default();
    let client = Client::from_env(c"Triangulum").ok()?;
    let params = PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::S16Le, channels: 1, sample_rate: RATE },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr { target_length: AHEAD, ..BufferAttr::default() },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        ..PlaybackStreamParams::default()
    };
    let playing = mixer.clone();
    let source = move |buffer: &mut [u8]| {
        playing.lock().unwrap_or_else(PoisonError::into_inner).fill(buffer);
        buffer.len()
    };
    // It plays for as long as it is kept.
    let _stream = wait_for(client.create_playback_stream(params, source.as_playback_source())).ok()?;
    while let Ok(order) = orders.recv() {
        mixer.lock().unwrap_or_else(PoisonError::into_inner).take(order);
    }
    Some(())
}

/// So many sounds are heard at once.
const MOST: usize = 16;

/// A sound that is being heard: its samples, how loud, and how far.
struct Heard {
    clip: Arc<[f32]>,
    gain: f32,
    at: usize,
}

#[derive(Default)]
struct Mixer {
    heard: Vec<Heard>,
    over_and_over: Option<Heard>,
}

impl Mixer {
    fn take(&mut self, order: Order) {
        match order {
            Order::Play(clip, gain) => {
                // A server that has stopped asking for samples shall not get an evening's worth of them at once.
                self.heard.truncate(MOST - 1);
                self.heard.push(Heard { clip, gain, at: 0 });
            }
            Order::Loop(wanted) => self.over_and_over = wanted.map(|(clip, gain)| Heard { clip, gain, at: 0 }),
        }
    }

    /// The next samples of everything that is heard, laid over each other.
    fn fill(&mut self, buffer: &mut [u8]) {
        for place in buffer.chunks_exact_mut(2) {
            let mut sum = 0.0;
            for heard in self.heard.iter_mut().chain(&mut self.over_and_over) {
                sum += heard.clip.get(heard.at).copied().unwrap_or_default() * heard.gain;
                heard.at += 1;
            }
            if let Some(again) = self.over_and_over.as_mut().filter(|heard| heard.at >= heard.clip.len()) {
                again.at = 0;
            }
            place.copy_from_slice(&((sum.clamp(-1.0, 1.0) * 32_000.0) as i16).to_le_bytes());
        }
        self.heard.retain(|heard| heard.at < heard.clip.len());
    }
}

/// Wakes a thread that waits for an answer.
struct Alarm(Thread);

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits on this thread for an answer.
fn wait_for<T>(answer: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Alarm(thread::current())));
    let mut answer = pin!(answer);
    loop {
        if let Poll::Ready(answer) = answer.as_mut().poll(&mut Context::from_waker(&waker)) {
            return answer;
        }
        thread::park();
    }
}
