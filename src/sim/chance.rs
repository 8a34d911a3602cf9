//! All chance of a game: one seeded stream per purpose, or outcomes loaded by a test.

use rand::Rng;
use rand_pcg::Pcg32;

/// What a draw is for. Each purpose has its own stream, so that a change in one leaves the others alone. Packs declare
/// theirs beside those every game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purpose(u8);

/// Two purposes of the pack come before those of the table, any others behind them.
const OWN: u8 = 2;
const PURPOSES: usize = 4;

impl Purpose {
    pub const SHUFFLE: Self = Self(OWN);
    pub const SEATING: Self = Self(OWN + 1);

    /// The pack's own purpose of this number, from 0: its place in [`Pack::purposes`](super::pack::Pack::purposes).
    pub const fn of_pack(number: u8) -> Self {
        Self(if number < OWN { number } else { number - OWN + PURPOSES as u8 })
    }
}

#[derive(Debug, Clone)]
pub struct Chance {
    streams: [Pcg32; PURPOSES],
    /// How often each stream was asked; with the seed this is the whole state.
    asked: [u64; PURPOSES],
    /// Outcomes a test has put up, to be used before the streams.
    loaded: Vec<(Purpose, u32)>,
    seed: u64,
    /// The same for streams of rules, by their numbers.
    loaded_own: Vec<(u64, u32)>,
    /// Streams of rules that bring their own, by a number made from their names, begun when first asked.
    own: Vec<Own>,
}

#[derive(Debug, Clone)]
struct Own {
    of: u64,
    stream: Pcg32,
    asked: u64,
}

impl Chance {
    pub fn seeded(seed: u64) -> Self {
        Self {
            streams: std::array::from_fn(|purpose| stream(seed, purpose as u64)),
            asked: [0; PURPOSES],
            loaded: Vec::new(),
            loaded_own: Vec::new(),
            seed,
            own: Vec::new(),
        }
    }

    /// Forgets what was to come and goes on from another seed: what a player thinks through must not know the real dice.
    pub fn reseed(&mut self, seed: u64) {
        self.streams = std::array::from_fn(|purpose| stream(seed, purpose as u64));
        self.loaded.clear();
        self.loaded_own.clear();
        self.seed = seed;
        self.own.iter_mut().for_each(|own| own.stream = stream(seed, own.of));
    }

    /// Puts up the next outcome of a purpose; outcomes come in the order they were loaded.
    pub fn load(&mut self, purpose: Purpose, outcome: u32) {
        self.loaded.push((purpose, outcome));
    }

    /// Loaded outcomes nobody has asked for yet, of purposes and rules that another one was loaded for.
    pub fn unused_of(&self, other: &Self) -> usize {
        let of_pack = self.loaded.iter().filter(|(purpose, _)| other.loaded.iter().any(|(known, _)| known == purpose));
        let of_rules = self.loaded_own.iter().filter(|(of, _)| other.loaded_own.iter().any(|(known, _)| known == of));
        of_pack.count() + of_rules.count()
    }

    /// Puts up the next outcome of a rule's own stream, as [`Chance::load`] does.
    pub fn load_own(&mut self, of: u64, outcome: u32) {
        self.loaded_own.push((of, outcome));
    }

    /// A number from 0 to `ways - 1`, every one equally likely.
    pub fn draw(&mut self, purpose: Purpose, ways: u32) -> u32 {
        let place = usize::from(purpose.0);
        if let Some(asked) = self.asked.get_mut(place) {
            *asked += 1;
        }
        if !self.loaded.is_empty()
            && let Some(at) = self.loaded.iter().position(|(p, _)| *p == purpose)
        {
            return self.loaded.remove(at).1.min(ways.saturating_sub(1));
        }
        match self.streams.get_mut(place) {
            Some(stream) => below(stream, ways),
            None => self.draw_own(purpose.0.into(), ways),
        }
    }

    /// A number from 0 to `ways - 1` from a stream that belongs to `of` alone, so that nobody else's chance depends on it.
    pub fn draw_own(&mut self, of: u64, ways: u32) -> u32 {
        let at = self.own.iter().position(|own| own.of == of).unwrap_or_else(|| {
            self.own.push(Own { of, stream: stream(self.seed, of), asked: 0 });
            self.own.len() - 1
        });
        let own = &mut self.own[at];
        own.asked += 1;
        if let Some(at) = self.loaded_own.iter().position(|(loaded, _)| *loaded == of) {
            return self.loaded_own.remove(at).1.min(ways.saturating_sub(1));
        }
        below(&mut own.stream, ways)
    }

    /// Puts items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.draw(Purpose::SHUFFLE, last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// How often chance was asked, whatever for.
    pub fn draws(&self) -> u64 {
        self.asked.iter().chain(self.own.iter().map(|own| &own.asked)).sum()
    }

    /// How often each stream of a rule's own was asked; empty where there is none.
    pub(super) fn own_asked(&self) -> Vec<(u64, u64)> {
        self.own.iter().map(|own| (own.of, own.asked)).collect()
    }

    pub(super) fn asked(&self) -> [u64; PURPOSES] {
        self.asked
    }
}

/// A stream of its own for something outside the game, such as a bot in a seat.
pub fn stream(seed: u64, number: u64) -> Pcg32 {
    // Neighbouring seeds must not give neighbouring states.
    let mut mixed = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Pcg32::new(mixed ^ (mixed >> 31), number)
}

/// An unbiased number below `ways` by multiplication and rejection: our own, because the range functions of
/// libraries may change between versions and recorded games must not.
pub fn below(stream: &mut Pcg32, ways: u32) -> u32 {
    let ways = ways.max(1);
    let mut product = u64::from(stream.next_u32()) * u64::from(ways);
    if (product as u32) < ways {
        let threshold = ways.wrapping_neg() % ways;
        while (product as u32) < threshold {
            product = u64::from(stream.next_u32()) * u64::from(ways);
        }
    }
    (product >> 32) as u32
}
