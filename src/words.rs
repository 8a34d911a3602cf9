//! How numbers are said to people, wherever they are said.

/// A number with thousands separators and no needless decimals.
pub fn number(value: f64) -> String {
    if value.fract() != 0.0 {
        return value.to_string();
    }
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

/// A number of players in words: `2 to 4`, or just `3`.
pub fn span(fewest: usize, most: usize) -> String {
    if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") }
}
