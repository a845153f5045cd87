//! Logistic regression with errors by groups.

use super::Estimate;

/// One observation: what it consists of, and how it came out, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The factors that are not 0, each with its value.
    pub(crate) factors: Vec<(usize, f64)>,
    /// The result.
    pub(crate) result: f64,
    /// Observations of one group depend on one another: they are positions of one game.
    pub(crate) group: u32,
}

/// What each factor adds to the logarithm of the odds, and how certain that is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    /// The weights of the factors.
    pub(crate) weights: Vec<f64>,
    /// Their covariances.
    covariance: Vec<Vec<f64>>,
}

/// A prior of this precision on each weight keeps the fit finite where a factor decides every game.
const RIDGE: f64 = 1e-2;

/// Newton's method has converged when no weight changes by more than this.
const STEP: f64 = 1e-9;

const MOST_STEPS: usize = 50;

impl Fit {
    /// The weights that make these results likeliest (Newton's method), with the covariances of H. White's
    /// sandwich over groups ("Maximum likelihood estimation of misspecified models", 1982): positions of one
    /// game are no independent observations. `None` without observations, or if factors cannot be told apart.
    pub(crate) fn of(rows: &[Row], factors: usize) -> Option<Self> {
        if rows.is_empty() || factors == 0 {
            return None;
        }
        let mut weights = vec![0.0; factors];
        let mut steps = 0;
        loop {
            let (gradient, hessian) = derivatives(rows, &weights);
            let step = solve(hessian, gradient)?;
            // Far from the maximum, the whole step may lead too far.
            let longest = step.iter().fold(0.0_f64, |longest, s| longest.max(s.abs()));
            let part = if longest > 2.0 { 2.0 / longest } else { 1.0 };
            for (weight, step) in weights.iter_mut().zip(&step) {
                *weight += part * step;
            }
            steps += 1;
            if longest < STEP || steps == MOST_STEPS {
                break;
            }
        }
        let (_, hessian) = derivatives(rows, &weights);
        let inverse = invert(&hessian)?;
        let meat = scatter(rows, &weights);
        let covariance = multiply(&multiply(&inverse, &meat), &inverse);
        Some(Self { weights, covariance })
    }

    /// The ratio of two weights, with the interval of the delta method. `None` if the lower one is not known
    /// to be positive.
    pub(crate) fn ratio(&self, upper: usize, lower: usize) -> Option<Estimate> {
        let (a, b) = (self.weights[upper], self.weights[lower]);
        let c = &self.covariance;
        if b <= super::Z95 * c[lower][lower].max(0.0).sqrt() {
            return None;
        }
        let ratio = a / b;
        let variance =
            c[upper][upper] - 2.0 * ratio * c[upper][lower] + ratio * ratio * c[lower][lower];
        Some(Estimate::with_error(ratio, variance.max(0.0).sqrt() / b))
    }
}

fn probability(row: &Row, weights: &[f64]) -> f64 {
    let sum: f64 = row.factors.iter().map(|&(factor, value)| weights[factor] * value).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The gradient of the logarithm of the likelihood, and the negative of its second derivatives.
fn derivatives(rows: &[Row], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
    let mut hessian = vec![vec![0.0; size]; size];
    for (place, line) in hessian.iter_mut().enumerate() {
        line[place] = RIDGE;
    }
    for row in rows {
        let p = probability(row, weights);
        for &(i, x) in &row.factors {
            gradient[i] += (row.result - p) * x;
            for &(j, y) in &row.factors {
                hessian[i][j] += p * (1.0 - p) * x * y;
            }
        }
    }
    (gradient, hessian)
}

/// The sum over groups of the products of their gradients.
fn scatter(rows: &[Row], weights: &[f64]) -> Vec<Vec<f64>> {
    let size = weights.len();
    let mut sum = vec![vec![0.0; size]; size];
    for group in rows.chunk_by(|one, other| one.group == other.group) {
        let mut gradient = vec![0.0; size];
        for row in group {
            let rest = row.result - probability(row, weights);
            for &(factor, value) in &row.factors {
                gradient[factor] += rest * value;
            }
        }
        for (i, &x) in gradient.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            for (j, &y) in gradient.iter().enumerate() {
                sum[i][j] += x * y;
            }
        }
    }
    sum
}

/// Solves a system of linear equations by elimination. `None` if it has no single solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        if matrix[column][column].abs() < 1e-12 {
            return None;
        }
        for row in column + 1..size {
            let factor = matrix[row][column] / matrix[column][column];
            if factor != 0.0 {
                let (upper, lower) = matrix.split_at_mut(row);
                for (x, y) in lower[0][column..].iter_mut().zip(&upper[column][column..]) {
                    *x -= factor * y;
                }
                right[row] -= factor * right[column];
            }
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

fn invert(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let unit = |i: usize| (0..size).map(|j| f64::from(u8::from(i == j))).collect::<Vec<f64>>();
    // The matrix is symmetrical, so that columns of the inverse are its rows.
    (0..size).map(|i| solve(matrix.to_vec(), unit(i))).collect()
}

fn multiply(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = a.len();
    let entry = |i: usize, j: usize| (0..size).map(|k| a[i][k] * b[k][j]).sum();
    (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::board::SplitMix64;

    fn row(factors: &[(usize, f64)], result: f64, group: u32) -> Row {
        Row { factors: factors.to_vec(), result, group }
    }

    /// With one factor that is always 1, the weight is the logarithm of the odds: ln 3 for 3 of 4. Its
    /// variance is 1 / (n p (1 - p)).
    #[test]
    fn a_constant_alone_is_the_logarithm_of_the_odds() {
        let rows: Vec<Row> =
            (0..4_000).map(|i| row(&[(0, 1.0)], f64::from(u8::from(i % 4 > 0)), i)).collect();
        let fit = Fit::of(&rows, 1).expect("a fit");
        assert!((fit.weights[0] - 3_f64.ln()).abs() < 1e-4, "{fit:?}");
        assert!((fit.covariance[0][0] * 4_000.0 * 0.1875 - 1.0).abs() < 1e-3, "{fit:?}");
        // The same positions in groups of ten that all end alike say only a tenth as much.
        let grouped: Vec<Row> = (0..4_000)
            .map(|i| row(&[(0, 1.0)], f64::from(u8::from(i / 10 % 4 > 0)), i / 10))
            .collect();
        let fit = Fit::of(&grouped, 1).expect("a fit");
        assert!((fit.covariance[0][0] * 400.0 * 0.1875 - 1.0).abs() < 1e-2, "{fit:?}");
    }

    /// Results drawn from known weights: a piece worth three of the others.
    #[test]
    fn known_values_are_found_within_their_intervals() {
        let mut random = SplitMix64::new(3);
        let mut rows = Vec::new();
        for group in 0..20_000 {
            let mut difference = || random.below(5) as f64 - 2.0;
            let (one, other) = (difference(), difference());
            let p = 1.0 / (1.0 + (-(0.4 * one + 1.2 * other)).exp());
            let won = (random.below(1_000_000) as f64) < p * 1e6;
            rows.push(row(&[(0, one), (1, other)], f64::from(u8::from(won)), group));
        }
        let fit = Fit::of(&rows, 2).expect("a fit");
        let ratio = fit.ratio(1, 0).expect("the first is worth something");
        assert!(!ratio.excludes(3.0) && ratio.margin() < 0.25, "{ratio:?}");
        assert_eq!(fit.ratio(0, 0).map(|one| (one.value, one.margin() < 1e-9)), Some((1.0, true)));
    }

    #[test]
    fn what_decides_every_game_stays_finite_and_nothing_gives_nothing() {
        let rows: Vec<Row> = (0..50)
            .map(|i| {
                let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
                row(&[(0, sign)], f64::from(u8::from(sign > 0.0)), i)
            })
            .collect();
        let fit = Fit::of(&rows, 1).expect("a fit");
        assert!(fit.weights[0].is_finite() && fit.weights[0] > 2.0);
        assert_eq!(Fit::of(&[], 1), None);
    }
}
