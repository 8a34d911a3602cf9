//! A language for tests: English with accents on it, 40 % longer. What stays plain was not said by a lexicon; what is cut
//! off would be cut off in a language with long words.

use super::lexicon::Lexicon;

/// Its code.
pub const PSEUDO: &str = "pseudo";

impl Lexicon {
    /// The words of this lexicon, made strange and long.
    #[must_use]
    pub fn pseudo(&self) -> Self {
        self.map(PSEUDO, &stretch)
    }
}

fn stretch(text: &str) -> String {
    let accented = |c: char| match c {
        'a' => 'à',
        'e' => 'é',
        'i' => 'î',
        'o' => 'ö',
        'u' => 'ü',
        'A' => 'Ä',
        'E' => 'É',
        'O' => 'Ö',
        'U' => 'Ü',
        other => other,
    };
    let mut longer = String::new();
    for (at, word) in text.split_inclusive(' ').enumerate() {
        let (letters, space) = word.split_at(word.trim_end().len());
        longer.extend(letters.chars().map(accented));
        let count = letters.chars().filter(|c| c.is_alphabetic()).count();
        // Two in five letters more, spread over the words.
        longer.extend(std::iter::repeat_n('ø', (count * 2 + at % 5) / 5));
        longer += space;
    }
    longer
}
