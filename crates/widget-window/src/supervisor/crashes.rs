//! Counts the crashes of the helper.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use crate::error::WindowError;

/// So many ends within the period are no accident.
const MAX_CRASHES: usize = 4;
const PERIOD: Duration = Duration::from_secs(60);

#[derive(Default)]
pub(super) struct Crashes {
    times: VecDeque<Instant>,
    last: String,
}

impl Crashes {
    pub(super) fn add(&mut self, reason: String) {
        self.times.push_back(Instant::now());
        self.last = reason;
        if self.times.len() > MAX_CRASHES {
            self.times.pop_front();
        }
    }

    /// Returns whether another start is worth trying.
    pub(super) fn check(&self) -> Result<(), WindowError> {
        let recent = self.times.iter().filter(|time| time.elapsed() < PERIOD).count();
        if recent < MAX_CRASHES {
            return Ok(());
        }
        Err(WindowError::GivenUp { times: recent, last: self.last.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_helper_that_ends_again_and_again_rests_for_a_minute() {
        let mut crashes = Crashes::default();
        for _ in 0..MAX_CRASHES {
            crashes.check().unwrap();
            tokio::time::advance(Duration::from_secs(1)).await;
            crashes.add("signal 11".to_owned());
        }
        assert_eq!(
            crashes.check().unwrap_err().to_string(),
            "the window helper ended 4 times within a minute: signal 11"
        );
        tokio::time::advance(PERIOD - Duration::from_secs(3)).await;
        crashes.check().unwrap();
    }
}
