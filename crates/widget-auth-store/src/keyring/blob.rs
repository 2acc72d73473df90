//! Values of any size in entries of limited size.
//!
//! An entry `NAME` holds a header, `wk1 SLOT PARTS LENGTH` and a line feed. A
//! small value follows the header, and SLOT is `-`. A large one is in the
//! entries `part:SLOT:0:NAME`, `part:SLOT:1:NAME`, … A write fills the slot
//! that is not in use and then replaces the header, so a process that dies in
//! between leaves the old value whole, and the next write clears the rest.

use zeroize::Zeroizing;

use super::BACKEND;
use super::entries::Entries;
use crate::error::StoreError;

/// Windows holds 2,560 bytes an entry (`CRED_MAX_CREDENTIAL_BLOB_SIZE`).
const ENTRY_BYTES: usize = 2_560;
const SLOTS: [char; 2] = ['a', 'b'];

/// The value called `name`, `None` if there is none.
pub(super) fn get(
    entries: &mut impl Entries,
    name: &str,
) -> Result<Option<Zeroizing<Vec<u8>>>, StoreError> {
    let Some(entry) = entries.get(name)? else { return Ok(None) };
    let (header, inline) = Header::parse(&entry).ok_or_else(|| corrupt("no header"))?;
    let mut value = Zeroizing::new(Vec::with_capacity(header.length.min(1 << 20)));
    value.extend_from_slice(inline);
    for part in 0..header.parts {
        let part = entries.get(&part_name(header.slot, part, name))?;
        value.extend_from_slice(&part.ok_or_else(|| corrupt("a part is missing"))?);
    }
    if value.len() != header.length {
        return Err(corrupt("the length is wrong"));
    }
    Ok(Some(value))
}

/// Makes `value` the value called `name`.
pub(super) fn set(entries: &mut impl Entries, name: &str, value: &[u8]) -> Result<(), StoreError> {
    let small = Header { slot: '-', parts: 0, length: value.len() }.with(value);
    if small.len() <= ENTRY_BYTES {
        entries.set(name, &small)?;
        return SLOTS.iter().try_for_each(|slot| clear(entries, *slot, name));
    }
    let old = entries.get(name)?;
    let old_slot = old.and_then(|entry| Header::parse(&entry).map(|(header, _)| header.slot));
    let (slot, other) = if old_slot == Some('a') { ('b', 'a') } else { ('a', 'b') };
    clear(entries, slot, name)?;
    let parts = value.chunks(ENTRY_BYTES);
    let header = Header { slot, parts: parts.len(), length: value.len() };
    for (number, part) in parts.enumerate() {
        entries.set(&part_name(slot, number, name), part)?;
    }
    entries.set(name, &header.with(&[]))?;
    clear(entries, other, name)
}

/// Removes the value called `name`, and says whether there was one.
pub(super) fn remove(entries: &mut impl Entries, name: &str) -> Result<bool, StoreError> {
    let removed = entries.remove(name)?;
    SLOTS.iter().try_for_each(|slot| clear(entries, *slot, name))?;
    Ok(removed)
}

/// Removes the parts of a slot from the last to the first, so that an
/// interruption leaves no gap before those that remain.
fn clear(entries: &mut impl Entries, slot: char, name: &str) -> Result<(), StoreError> {
    let mut parts = 0;
    while entries.get(&part_name(slot, parts, name))?.is_some() {
        parts += 1;
    }
    for part in (0..parts).rev() {
        entries.remove(&part_name(slot, part, name))?;
    }
    Ok(())
}

fn part_name(slot: char, part: usize, name: &str) -> String {
    format!("part:{slot}:{part}:{name}")
}

fn corrupt(reason: &'static str) -> StoreError {
    StoreError::Corrupt { backend: BACKEND, reason: reason.into() }
}

struct Header {
    slot: char,
    parts: usize,
    length: usize,
}

impl Header {
    fn with(&self, inline: &[u8]) -> Zeroizing<Vec<u8>> {
        let header = format!("wk1 {} {} {}\n", self.slot, self.parts, self.length);
        let mut entry = Zeroizing::new(Vec::with_capacity(header.len() + inline.len()));
        entry.extend_from_slice(header.as_bytes());
        entry.extend_from_slice(inline);
        entry
    }

    fn parse(entry: &[u8]) -> Option<(Self, &[u8])> {
        let end = entry.iter().position(|byte| *byte == b'\n')?;
        let mut words = std::str::from_utf8(&entry[..end]).ok()?.split(' ');
        let (format, slot) = (words.next()?, words.next()?);
        let parts = words.next()?.parse().ok()?;
        let length = words.next()?.parse().ok()?;
        let header = Self { slot: slot.chars().next()?, parts, length };
        (format == "wk1").then_some((header, &entry[end + 1..]))
    }
}

#[cfg(test)]
mod tests;
