//! The memory of all widgets of a store together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::StateError;

/// A bound on what widgets hold together, in bytes.
#[derive(Debug)]
pub(super) struct Budget {
    used: AtomicUsize,
    max: usize,
}

impl Budget {
    pub(super) fn new(max: usize) -> Arc<Self> {
        Arc::new(Self { used: AtomicUsize::new(0), max })
    }

    /// The bytes that are missing for `bytes` more.
    pub(super) fn missing(&self, bytes: usize) -> usize {
        self.used.load(Ordering::Relaxed).saturating_add(bytes).saturating_sub(self.max)
    }

    fn reserve(&self, bytes: usize) -> Result<(), StateError> {
        let more = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= self.max);
        match self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(()),
            Err(used) => Err(StateError::MemoryFull { size: bytes, used, limit: self.max }),
        }
    }
}

/// A part of a [`Budget`], given back when it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Share {
    /// Reserves `bytes`, if they are there.
    pub(super) fn reserve(budget: &Arc<Budget>, bytes: usize) -> Result<Self, StateError> {
        budget.reserve(bytes)?;
        Ok(Self { budget: Arc::clone(budget), bytes })
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Reserves or gives back the difference to `bytes`. Only more can be refused.
    pub(super) fn resize(&mut self, bytes: usize) -> Result<(), StateError> {
        if bytes > self.bytes {
            self.budget.reserve(bytes - self.bytes)?;
            self.bytes = bytes;
        } else {
            self.set(bytes);
        }
        Ok(())
    }

    /// Reserves or gives back the difference to `bytes`, beyond the bound as well: for what is
    /// there already.
    pub(super) fn set(&mut self, bytes: usize) {
        if bytes > self.bytes {
            self.budget.used.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        } else {
            self.budget.used.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        self.bytes = bytes;
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_stay_within_the_budget_and_are_given_back() {
        let budget = Budget::new(100);
        let mut first = Share::reserve(&budget, 60).unwrap();
        let refused = Share::reserve(&budget, 41).unwrap_err();
        assert!(matches!(refused, StateError::MemoryFull { size: 41, used: 60, limit: 100 }));
        assert_eq!((budget.missing(40), budget.missing(41)), (0, 1));
        let second = Share::reserve(&budget, 40).unwrap();
        first.resize(61).unwrap_err();
        drop(second);
        first.resize(100).unwrap();
        first.set(110);
        first.resize(105).unwrap();
        first.resize(106).unwrap_err();
        drop(first);
        assert_eq!(budget.used.load(Ordering::Relaxed), 0);
    }
}
