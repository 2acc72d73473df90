//! Whatever breaks while a value is written, the old or the new one is left.

use std::collections::BTreeMap;

use super::*;

/// A keyring in memory that breaks down after some writes.
#[derive(Default, Clone)]
struct Fake {
    entries: BTreeMap<String, Vec<u8>>,
    writes_left: Option<usize>,
}

impl Fake {
    fn write(&mut self) -> Result<(), StoreError> {
        match &mut self.writes_left {
            Some(0) => Err(corrupt("the power went out")),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Entries for Fake {
    fn get(&mut self, name: &str) -> Result<Option<Zeroizing<Vec<u8>>>, StoreError> {
        Ok(self.entries.get(name).cloned().map(Zeroizing::new))
    }

    fn set(&mut self, name: &str, secret: &[u8]) -> Result<(), StoreError> {
        assert!(secret.len() <= 2_560, "Windows takes 2,560 bytes, not {}", secret.len());
        self.write()?;
        self.entries.insert(name.to_owned(), secret.to_owned());
        Ok(())
    }

    fn remove(&mut self, name: &str) -> Result<bool, StoreError> {
        self.write()?;
        Ok(self.entries.remove(name).is_some())
    }
}

fn value(length: usize, seed: u8) -> Vec<u8> {
    (0..length).map(|index| (index % 251) as u8 ^ seed).collect()
}

const LENGTHS: [usize; 8] = [0, 1, 2_540, 2_560, 2_561, 5_120, 10_240, 60_000];

#[test]
fn every_size_comes_back_and_leaves_nothing() {
    let mut fake = Fake::default();
    for (old, new) in LENGTHS.into_iter().flat_map(|old| LENGTHS.map(|new| (old, new))) {
        set(&mut fake, "x", &value(old, 1)).unwrap();
        set(&mut fake, "x", &value(new, 2)).unwrap();
        assert_eq!(*get(&mut fake, "x").unwrap().unwrap(), value(new, 2));
        assert!(remove(&mut fake, "x").unwrap());
        assert!(fake.entries.is_empty(), "{old} {new}: {:?}", fake.entries.keys());
    }
    assert!(!remove(&mut fake, "x").unwrap());
}

#[test]
fn a_write_that_dies_anywhere_leaves_the_old_or_the_new_value() {
    for (old, new) in LENGTHS.into_iter().flat_map(|old| LENGTHS.map(|new| (old, new))) {
        let mut before = Fake::default();
        set(&mut before, "x", &value(old, 1)).unwrap();
        for writes in 0.. {
            let mut fake = Fake { writes_left: Some(writes), ..before.clone() };
            let outcome = set(&mut fake, "x", &value(new, 2));
            fake.writes_left = None;
            let have = get(&mut fake, "x").unwrap().unwrap();
            assert!(*have == value(old, 1) || *have == value(new, 2), "{old} {new} {writes}");

            // What was left behind goes with the next write.
            set(&mut fake, "x", b"small").unwrap();
            assert_eq!(fake.entries.len(), 1, "{:?}", fake.entries.keys());
            if outcome.is_ok() {
                break;
            }
        }
    }
}

#[test]
fn a_damaged_value_is_an_error_and_can_be_replaced() {
    let mut whole = Fake::default();
    set(&mut whole, "x", &value(10_240, 1)).unwrap();
    for name in whole.entries.keys() {
        for damage in [None, Some(vec![]), Some(b"wk1 a".to_vec()), Some(b"wk1 a 9 9\n".to_vec())] {
            let mut fake = whole.clone();
            match damage {
                Some(bytes) => fake.entries.insert(name.clone(), bytes),
                None if name == "x" => continue,
                None => fake.entries.remove(name),
            };
            assert!(matches!(get(&mut fake, "x"), Err(StoreError::Corrupt { .. })));
            set(&mut fake, "x", &value(20, 2)).unwrap();
            assert_eq!(*get(&mut fake, "x").unwrap().unwrap(), value(20, 2));
        }
    }
}
