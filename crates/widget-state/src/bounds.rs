//! Refuses what is beyond a limit.

use crate::error::StateError;
use crate::limits::{CountedItems, SizedPart};

/// The longest title, in bytes.
const MAX_TITLE: usize = 1_024;

/// Refuses a part with more bytes than the limit.
pub(crate) fn check_size(part: SizedPart, size: usize, limit: usize) -> Result<(), StateError> {
    if size > limit {
        return Err(StateError::TooLarge { part, size, limit });
    }
    Ok(())
}

/// Refuses more items than the limit.
pub(crate) fn check_count(
    items: CountedItems,
    count: usize,
    limit: usize,
) -> Result<(), StateError> {
    if count > limit {
        return Err(StateError::TooMany { items, count, limit });
    }
    Ok(())
}

/// Refuses a title that is too long.
pub(crate) fn check_title(title: &str) -> Result<(), StateError> {
    check_size(SizedPart::Title, title.len(), MAX_TITLE)
}
