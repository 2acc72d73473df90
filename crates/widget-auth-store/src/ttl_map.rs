//! A map whose entries expire, and that has room for so many.

use std::collections::{BTreeMap, HashMap};

use widget_auth_core::UnixTime;

/// A map of bounded size. What has expired is not seen, and goes when
/// something new comes; if that is not enough, what expires first goes.
#[derive(Debug)]
pub(crate) struct TtlMap<V> {
    entries: HashMap<String, Entry<V>>,
    /// Each entry is here as well.
    by_expiry: BTreeMap<Rank, String>,
    inserted: u64,
    capacity: usize,
}

#[derive(Debug)]
struct Entry<V> {
    rank: Rank,
    value: V,
}

/// When it expires, and for those that expire in the same second, which came
/// first.
type Rank = (UnixTime, u64);

impl<V> TtlMap<V> {
    /// With room for at least one.
    pub(crate) fn new(capacity: usize) -> Self {
        let (entries, by_expiry) = (HashMap::new(), BTreeMap::new());
        Self { entries, by_expiry, inserted: 0, capacity: capacity.max(1) }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Puts `value` in, in place of what was under `key`.
    pub(crate) fn insert(&mut self, key: &str, value: V, expires_at: UnixTime, now: UnixTime) {
        self.take(key);
        self.make_room(now);
        if expires_at <= now {
            return;
        }
        self.inserted += 1;
        let rank = (expires_at, self.inserted);
        self.by_expiry.insert(rank, key.to_owned());
        self.entries.insert(key.to_owned(), Entry { rank, value });
    }

    /// The value under `key` and when it expires.
    pub(crate) fn get_mut(&mut self, key: &str, now: UnixTime) -> Option<(&mut V, UnixTime)> {
        let entry = self.entries.get_mut(key)?;
        let expires_at = entry.rank.0;
        (expires_at > now).then_some((&mut entry.value, expires_at))
    }

    pub(crate) fn set_capacity(&mut self, capacity: usize) {
        self.capacity = capacity.max(1);
    }

    /// The keys of what has not expired, in no order.
    pub(crate) fn keys(&self, now: UnixTime) -> impl Iterator<Item = &String> {
        self.entries.iter().filter(move |(_, entry)| entry.rank.0 > now).map(|(key, _)| key)
    }

    pub(crate) fn remove(&mut self, key: &str, now: UnixTime) -> Option<V> {
        self.take(key).filter(|entry| entry.rank.0 > now).map(|entry| entry.value)
    }

    fn take(&mut self, key: &str) -> Option<Entry<V>> {
        let entry = self.entries.remove(key)?;
        self.by_expiry.remove(&entry.rank);
        Some(entry)
    }

    fn make_room(&mut self, now: UnixTime) {
        while let Some(first) = self.by_expiry.first_entry() {
            if first.key().0 > now && self.entries.len() < self.capacity {
                return;
            }
            self.entries.remove(&first.remove());
        }
    }
}

#[cfg(test)]
mod tests {
    use widget_auth_core::UnixTime;

    use super::TtlMap;

    fn at(seconds: u64) -> UnixTime {
        UnixTime::from_secs(seconds)
    }

    #[test]
    fn the_full_map_drops_the_oldest_and_forgets_what_expired() {
        let mut map = TtlMap::new(2);
        for (key, expires_at) in [("a", 20), ("b", 20), ("c", 20)] {
            map.insert(key, key, at(expires_at), at(10));
        }
        assert_eq!((map.len(), map.by_expiry.len()), (2, 2));
        assert_eq!(map.remove("a", at(10)), None);
        assert_eq!(map.get_mut("b", at(19)), Some((&mut "b", at(20))));
        assert_eq!(map.get_mut("b", at(20)), None);
        assert_eq!(map.remove("c", at(20)), None);

        map.insert("d", "d", at(30), at(20));
        assert_eq!((map.len(), map.by_expiry.len()), (1, 1), "the expired stay");
        map.insert("d", "e", at(25), at(20));
        assert_eq!((map.len(), map.remove("d", at(24))), (1, Some("e")));
        map.insert("late", "late", at(20), at(20));
        assert_eq!((map.len(), map.by_expiry.len()), (0, 0));
    }
}
