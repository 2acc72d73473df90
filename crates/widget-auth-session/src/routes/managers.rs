//! The session managers of a server: one for each session.

use std::collections::HashMap;
use std::mem::take;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use widget_auth_core::UnixTime;

use crate::manager::SessionManager;

/// The most managers of one generation; there are two.
const MAX_MANAGERS: usize = 5_000;

/// The age at which a generation becomes the old one. No pause that a provider
/// asks for is longer.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// Session managers by the keys of their sessions, so that the requests of a
/// session share its tokens, its refresh and its backoff.
///
/// A least-recently-used cache in two generations: what is not used while a
/// whole generation passes is dropped.
#[derive(Debug)]
pub(super) struct Managers {
    max: usize,
    generations: Mutex<Generations>,
}

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<String, SessionManager>,
    old: HashMap<String, SessionManager>,
    began: UnixTime,
}

impl Default for Managers {
    fn default() -> Self {
        Self::with_max(MAX_MANAGERS)
    }
}

impl Managers {
    fn with_max(max: usize) -> Self {
        Self { max, generations: Mutex::default() }
    }

    /// Returns the manager of the session `key`, made with `make` unless there
    /// is one.
    pub(super) fn get_or_make(
        &self,
        key: &str,
        now: UnixTime,
        make: impl FnOnce() -> SessionManager,
    ) -> SessionManager {
        let mut generations = self.lock();
        let Generations { young, old, began } = &mut *generations;
        if young.len() >= self.max || now.saturating_since(*began) >= MAX_AGE {
            *old = take(young);
            *began = now;
        }
        if let Some(manager) = young.get(key) {
            return manager.clone();
        }
        let manager = old.remove(key).unwrap_or_else(make);
        young.insert(key.to_owned(), manager.clone());
        manager
    }

    /// Drops the manager of a session that is over, and the tokens in it.
    pub(super) fn remove(&self, key: &str) {
        let mut generations = self.lock();
        generations.young.remove(key);
        generations.old.remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, Generations> {
        self.generations.lock()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use widget_auth_core::UnixTime;
    use widget_auth_provider::GenericOidcProvider;
    use widget_auth_store::MemoryTokenStore;

    use super::{MAX_AGE, Managers};
    use crate::manager::SessionManager;

    const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);

    /// True if there was no manager yet.
    fn is_made(managers: &Managers, key: &str, now: UnixTime) -> bool {
        let mut made = false;
        managers.get_or_make(key, now, || {
            made = true;
            let provider = GenericOidcProvider::google("client-id").unwrap();
            SessionManager::new(provider, MemoryTokenStore::new())
        });
        made
    }

    #[test]
    fn the_least_recently_used_make_room() {
        let managers = Managers::with_max(10);
        assert!(is_made(&managers, "used", NOW));
        for other in 0..100 {
            assert!(is_made(&managers, &format!("other-{other}"), NOW));
            assert!(!is_made(&managers, "used", NOW), "{other}");
            let generations = managers.lock();
            assert!(generations.young.len() <= 10 && generations.old.len() <= 10);
        }
        assert!(is_made(&managers, "other-0", NOW));
    }

    #[test]
    fn idle_ones_are_dropped_and_removed_ones_are_gone() {
        let managers = Managers::default();
        let later = |ages: u32, seconds: u64| {
            NOW.saturating_add(MAX_AGE * ages + Duration::from_secs(seconds))
        };
        assert!(is_made(&managers, "one", NOW));
        assert!(!is_made(&managers, "one", later(1, 0)));
        managers.remove("one");
        assert!(is_made(&managers, "one", later(1, 0)));
        assert!(is_made(&managers, "two", later(2, 0)));
        assert!(!is_made(&managers, "two", later(3, 0)));
        assert!(is_made(&managers, "one", later(3, 0)));
    }
}
