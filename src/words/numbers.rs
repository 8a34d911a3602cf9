//! Numbers as a language writes them.

/// How a language writes numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Figures {
    /// Between thousands.
    pub group: String,
    /// Before decimals.
    pub point: String,
}

impl Figures {
    /// A whole number with its thousands apart.
    pub(super) fn whole(&self, value: i64) -> String {
        let digits = value.unsigned_abs().to_string();
        let mut text = String::from(if value < 0 { "−" } else { "" });
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text += &self.group;
            }
            text.push(digit);
        }
        text
    }

    /// A number with exactly so many decimals, for columns.
    pub(super) fn fixed(&self, value: f64, decimals: usize) -> String {
        self.written(value, &format!("{:.decimals$}", value.abs()))
    }

    /// A number with at most so many decimals, and none that are needless.
    pub(super) fn figure(&self, value: f64, decimals: usize) -> String {
        let rounded = format!("{:.decimals$}", value.abs());
        let short = if rounded.contains('.') { rounded.trim_end_matches('0').trim_end_matches('.') } else { &rounded };
        self.written(value, short)
    }

    fn written(&self, value: f64, rounded: &str) -> String {
        let (whole, rest) = rounded.split_once('.').unwrap_or((rounded, ""));
        let Ok(number) = whole.parse::<i64>() else { return value.to_string() };
        let sign = if value < 0.0 && rounded.contains(|c: char| c.is_ascii_digit() && c != '0') { "−" } else { "" };
        let point = if rest.is_empty() { "" } else { &self.point };
        format!("{sign}{}{point}{rest}", self.whole(number))
    }
}
