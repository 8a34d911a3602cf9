//! Checksums in files the program writes, so that damage is seen. No signature: whoever edits a file can compute it anew.
//! docs/trace.md has the recipe for other people's tools.

/// FNV-1a with 64 bits: a byte changed for another always changes the sum, everything else does but once in 2^64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum(u64);

impl Default for Sum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Sum {
    pub fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// 16 hex digits, as files have them.
    pub fn digits(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// How many hex digits a sum has.
const DIGITS: usize = 16;

/// Adds a line to a file: a JSON object that gets, as its last field, the sum of everything in the file before that field.
pub fn push_sealed(file: &mut String, sum: &mut Sum, object: &str, field: &str) {
    let body = object.strip_suffix('}').unwrap_or(object);
    sum.add(body);
    let rest = format!(",\"{field}\":\"{}\"}}\n", sum.digits());
    sum.add(&rest);
    *file += body;
    *file += &rest;
}

/// What stands before the sum in a sealed line (without its line end), and the sum's digits.
pub fn split<'a>(line: &'a str, field: &str) -> Option<(&'a str, &'a str)> {
    let rest = line.strip_suffix("\"}")?;
    let (before, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let body = before.strip_suffix(format!(",\"{field}\":\"").as_str())?;
    Some((body, digits))
}
