//! The memory of all that is still arriving.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Everything that arrives at the same time holds together at most so much. One thing that is
/// alone may be as large as its route allows.
const MAX_BYTES: usize = 512 << 20;

/// Counts the bytes of what has begun to arrive and not come to its end: the bodies of requests
/// and the messages of pages. Clones count together.
#[derive(Clone, Debug)]
pub struct Arrivals {
    bytes: Arc<AtomicUsize>,
    max: usize,
}

impl Default for Arrivals {
    /// 512 MiB for everything together.
    fn default() -> Self {
        Self::new(MAX_BYTES)
    }
}

impl Arrivals {
    /// At most `max` bytes for everything together.
    #[must_use]
    pub fn new(max: usize) -> Self {
        Self { bytes: Arc::default(), max }
    }

    /// One thing that begins to arrive.
    #[must_use]
    pub fn begin(&self) -> Arrival {
        Arrival { all: self.clone(), bytes: 0 }
    }
}

/// One thing that arrives. It counts until it is dropped.
#[derive(Debug)]
pub struct Arrival {
    all: Arrivals,
    bytes: usize,
}

impl Arrival {
    /// Counts bytes that have come.
    ///
    /// # Errors
    ///
    /// [`TooMuchArrives`] if others arrive as well and all together hold too much.
    pub fn add(&mut self, bytes: usize) -> Result<(), TooMuchArrives> {
        self.bytes += bytes;
        let all = self.all.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if all <= self.all.max || all == self.bytes {
            return Ok(());
        }
        tracing::warn!(bytes = all, "a connection was ended: too much arrives at the same time");
        Err(TooMuchArrives)
    }

    /// The bytes that have come.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Begins with the next thing.
    pub fn restart(&mut self) {
        self.all.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
        self.bytes = 0;
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        self.restart();
    }
}

/// More arrives at the same time than a server holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("too much arrives at the same time; try again later")]
#[non_exhaustive]
pub struct TooMuchArrives;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_may_be_large_and_many_may_not() {
        let all = Arrivals::new(1_000);
        let mut first = all.begin();
        assert_eq!(first.add(1_002), Ok(()));
        first.restart();
        assert_eq!(first.add(500), Ok(()));
        let mut second = all.begin();
        assert_eq!(second.add(500), Ok(()));
        assert_eq!(all.begin().add(1), Err(TooMuchArrives));
        drop(second);
        assert_eq!(all.begin().add(1), Ok(()));
        drop(first);
        assert_eq!(all.bytes.load(Ordering::Relaxed), 0);
    }
}
