//! Order statistics.

use std::time::Duration;

/// The middle of the values; of an even number the upper one.
///
/// # Panics
///
/// There is no value.
pub(crate) fn median<T: Copy + PartialOrd>(values: &mut [T]) -> T {
    quantile(values, 0.5)
}

/// The value that the given part of all values does not exceed.
///
/// # Panics
///
/// There is no value, or one that has no order.
pub(crate) fn quantile<T: Copy + PartialOrd>(values: &mut [T], part: f64) -> T {
    values.sort_by(|a, b| a.partial_cmp(b).expect("values with an order"));
    let index = (values.len() as f64 * part) as usize;
    values[index.min(values.len() - 1)]
}

pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_measured() {
        assert_eq!(median(&mut [3, 1, 2]), 2);
        assert_eq!(median(&mut [1.0]), 1.0);
        let mut hundred: Vec<_> = (1..=100).collect();
        assert_eq!(quantile(&mut hundred, 0.99), 100);
        assert_eq!(quantile(&mut hundred, 0.0), 1);
    }
}
