//! The clients that announce views and mount none.

use parking_lot::Mutex;

/// The views of one client so far.
#[derive(Debug, Default)]
pub(crate) struct MountRecord(Mutex<Mounts>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mounts {
    /// It has not been asked for one, or the first is awaited.
    #[default]
    Unknown,
    /// It has mounted one.
    Some,
    /// It has never mounted one, though it was asked to.
    None,
}

impl MountRecord {
    /// Returns whether the client has been asked for views and has never mounted one.
    pub(crate) fn is_without_views(&self) -> bool {
        *self.0.lock() == Mounts::None
    }

    /// Notes that the client has mounted a view.
    pub(crate) fn note_mounted(&self) {
        *self.0.lock() = Mounts::Some;
    }

    /// Notes that a view was not mounted in time.
    pub(crate) fn note_missing(&self) {
        let mut mounts = self.0.lock();
        if *mounts == Mounts::Unknown {
            *mounts = Mounts::None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_has_mounted_a_view_once_is_asked_again() {
        let record = MountRecord::default();
        assert!(!record.is_without_views());
        record.note_missing();
        assert!(record.is_without_views());
        record.note_mounted();
        record.note_missing();
        assert!(!record.is_without_views());
    }
}
