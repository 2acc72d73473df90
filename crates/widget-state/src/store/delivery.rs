//! The viewers of a widget, and the delivery of operations to them.

use std::collections::{BTreeMap, HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::ViewerId;
use crate::store::presence::Surface;

/// Revisions whose failures are remembered.
const MAX_FAILURES: usize = 256;

/// Viewers that are remembered to have failed at one revision.
const MAX_FAILED_VIEWERS: usize = 256;

/// The longest reason that is kept, in characters.
const MAX_REASON: usize = 500;

/// The delivery of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Delivery {
    /// Its status.
    pub status: DeliveryStatus,
    /// The reason of the failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub reason: Option<String>,
}

/// The status of an operation at the viewers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryStatus {
    /// A viewer has confirmed it.
    Applied,
    /// No viewer has confirmed it yet. It will be there when one opens.
    Pending,
    /// A viewer could not do it.
    Failed,
}

/// An operation that a viewer could not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// The operation's revision.
    pub revision: u64,
    /// The reason.
    pub reason: String,
}

/// The viewers of one widget.
#[derive(Debug, Default)]
pub(crate) struct Viewers {
    open: HashMap<ViewerId, Viewer>,
    failures: BTreeMap<u64, Failed>,
    /// The newest revision that any viewer has ever confirmed.
    confirmed: u64,
}

#[derive(Debug)]
struct Viewer {
    connections: usize,
    revision: u64,
    surface: Surface,
}

/// The viewers that could not do one operation.
#[derive(Debug, Default)]
struct Failed {
    viewers: HashSet<ViewerId>,
    /// The newest of their reasons; mostly they have the same.
    reason: String,
}

impl Viewers {
    /// No viewers, of which one had drawn everything up to `revision`.
    pub(crate) fn confirmed_up_to(revision: u64) -> Self {
        Self { confirmed: revision, ..Self::default() }
    }

    /// Notes that some viewer has drawn everything up to `revision`.
    pub(crate) fn confirm(&mut self, revision: u64) {
        self.confirmed = self.confirmed.max(revision);
    }

    pub(crate) fn attach(&mut self, viewer: ViewerId, surface: Surface) {
        let new = Viewer { connections: 0, revision: 0, surface };
        self.open.entry(viewer).or_insert(new).connections += 1;
    }

    /// Ends a connection of a viewer. Returns whether that was the last of the last viewer.
    pub(crate) fn detach(&mut self, viewer: ViewerId) -> bool {
        let Some(state) = self.open.get_mut(&viewer) else { return false };
        state.connections -= 1;
        if state.connections == 0 {
            self.open.remove(&viewer);
        }
        self.open.is_empty()
    }

    pub(crate) fn count(&self) -> usize {
        self.open.len()
    }

    /// The number of open viewers in a conversation.
    pub(crate) fn count_inline(&self) -> usize {
        self.open.values().filter(|viewer| viewer.surface == Surface::Inline).count()
    }

    pub(crate) fn open(&self) -> impl Iterator<Item = ViewerId> {
        self.open.keys().copied()
    }

    pub(crate) fn is_open(&self, viewer: ViewerId) -> bool {
        self.open.contains_key(&viewer)
    }

    /// The newest revision that any viewer has ever confirmed.
    pub(crate) fn confirmed(&self) -> u64 {
        self.confirmed
    }

    /// Notes what a viewer has drawn. True if that is new.
    pub(crate) fn acknowledge(
        &mut self,
        viewer: ViewerId,
        revision: u64,
        failures: impl IntoIterator<Item = Failure>,
    ) -> bool {
        let mut changed = false;
        for Failure { revision: failed, reason } in failures {
            let failed = self.failures.entry(failed).or_default();
            if failed.viewers.len() < MAX_FAILED_VIEWERS {
                failed.viewers.insert(viewer);
            }
            // Styles are drawn whole: a fault of before comes before the one of the change.
            failed.reason = reason.chars().take(MAX_REASON).collect();
            if self.failures.len() > MAX_FAILURES {
                self.failures.pop_first();
            }
            changed = true;
        }
        self.confirm(revision);
        if let Some(state) = self.open.get_mut(&viewer)
            && state.revision < revision
        {
            state.revision = revision;
            changed = true;
        }
        changed
    }

    /// Returns the delivery of the operation of `revision`. `None` while an open viewer
    /// has not answered and none has confirmed.
    pub(crate) fn delivery(&self, revision: u64) -> Option<Delivery> {
        let answered = || self.open.iter().filter(|(_, viewer)| viewer.revision >= revision);
        let failures = self.failures.get(&revision);
        let failed = |id: &ViewerId| failures.is_some_and(|failed| failed.viewers.contains(id));
        if answered().any(|(id, _)| !failed(id)) {
            return Some(Delivery { status: DeliveryStatus::Applied, reason: None });
        }
        if answered().count() < self.open.len() {
            return None;
        }
        Some(self.settled(revision))
    }

    /// The same when no answer is waited for any longer.
    pub(crate) fn settled(&self, revision: u64) -> Delivery {
        match self.failures.get(&revision) {
            Some(Failed { reason, .. }) => {
                Delivery { status: DeliveryStatus::Failed, reason: Some(reason.clone()) }
            }
            None => Delivery { status: DeliveryStatus::Pending, reason: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u16) -> ViewerId {
        format!("{n:032x}").parse().unwrap()
    }

    fn failure(revision: u64) -> Vec<Failure> {
        vec![Failure { revision, reason: "no element".into() }]
    }

    fn status(viewers: &Viewers, revision: u64) -> Option<DeliveryStatus> {
        viewers.delivery(revision).map(|delivery| delivery.status)
    }

    #[test]
    fn without_a_viewer_it_is_pending() {
        assert_eq!(status(&Viewers::default(), 2), Some(DeliveryStatus::Pending));
    }

    #[test]
    fn one_viewer_that_shows_it_is_enough() {
        let mut viewers = Viewers::default();
        viewers.attach(id(1), Surface::Page);
        viewers.attach(id(2), Surface::Page);
        assert_eq!(status(&viewers, 2), None);
        viewers.acknowledge(id(1), 2, failure(2));
        assert_eq!(status(&viewers, 2), None);
        viewers.acknowledge(id(2), 3, vec![]);
        assert_eq!(status(&viewers, 2), Some(DeliveryStatus::Applied));
    }

    #[test]
    fn it_has_failed_when_everyone_failed() {
        let mut viewers = Viewers::default();
        viewers.attach(id(1), Surface::Page);
        viewers.acknowledge(id(1), 2, failure(2));
        let delivery = viewers.delivery(2).unwrap();
        assert_eq!(delivery.reason.as_deref(), Some("no element"));
        assert_eq!(status(&viewers, 3), None);
        viewers.detach(id(1));
        assert_eq!(status(&viewers, 2), Some(DeliveryStatus::Failed));
        assert_eq!(status(&viewers, 3), Some(DeliveryStatus::Pending));
        assert_eq!(viewers.count(), 0);
    }

    #[test]
    fn the_failures_of_many_viewers_are_bounded() {
        let mut viewers = Viewers::default();
        for n in 0..1_000 {
            viewers.acknowledge(id(n), 2, failure(2));
        }
        assert_eq!(viewers.failures[&2].viewers.len(), MAX_FAILED_VIEWERS);
        // The reason is kept once, the newest.
        let reason = "x".repeat(2 * MAX_REASON);
        viewers.acknowledge(id(0), 2, vec![Failure { revision: 2, reason }]);
        assert_eq!(viewers.failures[&2].reason.len(), MAX_REASON);
    }

    #[test]
    fn a_viewer_with_two_connections_is_one_viewer() {
        let mut viewers = Viewers::default();
        viewers.attach(id(1), Surface::Page);
        viewers.attach(id(1), Surface::Page);
        assert!(!viewers.detach(id(1)));
        assert_eq!(viewers.count(), 1);
        assert!(viewers.detach(id(1)));
        assert!(!viewers.detach(id(1)));
        assert_eq!(viewers.count(), 0);
    }
}
