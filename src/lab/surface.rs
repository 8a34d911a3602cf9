//! A smooth surface through what was found at some points: for each setting a line and a bend, for each two how they act together, for
//! each choice a step. Only + − × ÷, so that it is the same everywhere.

/// What was found at a point: the place of its value on each axis, and how much it counts.
pub(super) struct Observed<'a> {
    pub at: &'a [usize],
    pub value: f64,
    pub weight: f64,
}

pub(super) struct Surface {
    /// How many values each axis has, and whether they are numbers.
    axes: Vec<(usize, bool)>,
    factors: Vec<f64>,
}

/// How much a factor must be worth: with few points the surface stays flat rather than wild.
const STIFFNESS: f64 = 0.02;

impl Surface {
    /// The surface that misses what was found least, by least squares.
    pub(super) fn through(axes: &[(usize, bool)], observed: &[Observed<'_>]) -> Self {
        let axes = axes.to_vec();
        let count = features(&axes, &vec![0; axes.len()]).len();
        let mut table = vec![vec![0.0; count + 1]; count];
        let all: f64 = observed.iter().map(|seen| seen.weight).sum();
        for seen in observed {
            let weight = seen.weight / all.max(1.0);
            let row = features(&axes, seen.at);
            for (a, line) in table.iter_mut().enumerate() {
                for (b, cell) in line[..count].iter_mut().enumerate() {
                    *cell += weight * row[a] * row[b];
                }
                line[count] += weight * row[a] * seen.value;
            }
        }
        for (a, line) in table.iter_mut().enumerate() {
            line[a] += if a == 0 { 1e-9 } else { STIFFNESS / (1.0 + observed.len() as f64) };
        }
        Self { axes, factors: solved(table) }
    }

    pub(super) fn value(&self, at: &[usize]) -> f64 {
        features(&self.axes, at).iter().zip(&self.factors).map(|(feature, factor)| feature * factor).sum()
    }
}

/// What a surface is made of, at a point: numbers go from −1 to 1.
fn features(axes: &[(usize, bool)], at: &[usize]) -> Vec<f64> {
    let mut all = vec![1.0];
    let mut numbers = Vec::new();
    for ((count, is_number), at) in axes.iter().zip(at) {
        if *is_number {
            numbers.push(if *count > 1 { 2.0 * *at as f64 / (*count - 1) as f64 - 1.0 } else { 0.0 });
        } else {
            all.extend((1..*count).map(|choice| f64::from(u8::from(choice == *at))));
        }
    }
    for (place, number) in numbers.iter().enumerate() {
        all.push(*number);
        all.extend(numbers[place..].iter().map(|other| number * other));
    }
    all
}

/// Solves a small table of equations, each with what it adds up to behind it.
fn solved(mut table: Vec<Vec<f64>>) -> Vec<f64> {
    let count = table.len();
    for pivot in 0..count {
        let best = (pivot..count).max_by(|a, b| table[*a][pivot].abs().total_cmp(&table[*b][pivot].abs())).unwrap_or(pivot);
        table.swap(pivot, best);
        let size = table[pivot][pivot];
        if size.abs() < 1e-300 {
            continue;
        }
        let line = table[pivot].clone();
        for (_, other) in table.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
            let factor = other[pivot] / size;
            other.iter_mut().zip(&line).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    (0..count).map(|row| if table[row][row].abs() < 1e-300 { 0.0 } else { table[row][count] / table[row][row] }).collect()
}
