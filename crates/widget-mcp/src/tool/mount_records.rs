//! The records of the views of all clients.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

use super::reader::stands_alone;
use crate::inline_views::MountRecord;

/// Clients by name of which something is kept. Beyond that all are forgotten.
const MAX_NAMES: usize = 256;

/// The records of a server: each connection has its own, and the clients whose requests stand
/// alone have one for each name.
#[derive(Debug, Default)]
pub(crate) struct MountRecords {
    own: Arc<MountRecord>,
    by_name: Arc<Mutex<HashMap<String, Arc<MountRecord>>>>,
}

impl MountRecords {
    /// The record of the client behind a request.
    pub(crate) fn of(&self, context: &RequestContext<RoleServer>) -> Arc<MountRecord> {
        if !stands_alone(context) {
            return Arc::clone(&self.own);
        }
        let client = context.client_info();
        self.named(client.map(|client| format!("{} {}", client.name, client.version)))
    }

    fn named(&self, name: Option<String>) -> Arc<MountRecord> {
        let mut by_name = self.by_name.lock();
        let name = name.unwrap_or_default();
        if by_name.len() >= MAX_NAMES && !by_name.contains_key(&name) {
            by_name.clear();
        }
        Arc::clone(by_name.entry(name).or_default())
    }
}

/// Of another connection nothing is known.
impl Clone for MountRecords {
    fn clone(&self) -> Self {
        Self { own: Arc::default(), by_name: Arc::clone(&self.by_name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_apart_and_requests_that_stand_alone_go_by_name() {
        let records = MountRecords::default();
        let other = records.clone();
        records.own.note_missing();
        assert!(!other.own.is_without_views());
        records.named(Some("a 1".into())).note_missing();
        assert!(other.named(Some("a 1".into())).is_without_views());
        assert!(!other.named(Some("b 1".into())).is_without_views());
        for n in 0..2 * MAX_NAMES {
            records.named(Some(n.to_string()));
            assert!(records.by_name.lock().len() <= MAX_NAMES);
        }
    }
}
