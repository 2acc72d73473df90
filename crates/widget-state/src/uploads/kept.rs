//! The files in memory, and who gives way to whom.

use std::fmt;
use std::mem::take;
use std::sync::Arc;

use super::{Upload, UploadInfo};
use crate::error::StateError;
use crate::id::{UploadRef, WidgetId};

/// The bytes of all files of one widget, and of all widgets.
const MAX_WIDGET_BYTES: usize = 64 << 20;
const MAX_BYTES: usize = 256 << 20;

/// The bytes that a file is counted with beside its own: many small ones cost memory, too.
const OVERHEAD: usize = 4 << 10;

/// Files of one widget that have begun and are not whole. A page sends one after the other, and one
/// that has gone away never ends its own.
pub(super) const MAX_PARTIAL: usize = 16;

/// Files, oldest first.
#[derive(Default)]
pub(super) struct Kept(Vec<Entry>);

struct Entry {
    widget: WidgetId,
    reference: UploadRef,
    state: State,
}

enum State {
    Partial(Upload),
    Whole(Arc<Upload>),
    Read(Arc<Upload>),
}

impl Entry {
    fn weight(&self) -> usize {
        let info = match &self.state {
            State::Partial(upload) => &upload.info,
            State::Whole(upload) | State::Read(upload) => &upload.info,
        };
        info.size + OVERHEAD
    }

    fn is_partial_of(&self, widget: WidgetId) -> bool {
        self.widget == widget && matches!(self.state, State::Partial(_))
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files", self.0.len())
    }
}

impl Kept {
    pub(super) fn begin(
        &mut self,
        widget: WidgetId,
        reference: UploadRef,
        info: UploadInfo,
    ) -> Result<(), StateError> {
        self.end_oldest_partial(widget);
        let size = info.size + OVERHEAD;
        self.make_room(widget, size, MAX_WIDGET_BYTES, |entry| entry.widget == widget)?;
        self.make_room(widget, size, MAX_BYTES, |_| true)?;
        let upload = Upload { info, bytes: Vec::new() };
        let is_whole = upload.info.size == 0;
        let state = if is_whole { State::Whole(Arc::new(upload)) } else { State::Partial(upload) };
        self.0.push(Entry { widget, reference, state });
        Ok(())
    }

    pub(super) fn append(
        &mut self,
        widget: WidgetId,
        reference: UploadRef,
        start: usize,
        part: &[u8],
    ) -> Result<usize, StateError> {
        let refused = |problem: &str| Err(StateError::Upload { problem: problem.to_owned() });
        let is_meant = |entry: &&mut Entry| (entry.widget, entry.reference) == (widget, reference);
        let Some(entry) = self.0.iter_mut().find(is_meant) else {
            return refused("no such file is being received; send it again from its start");
        };
        let upload = match &mut entry.state {
            State::Partial(upload) => upload,
            State::Whole(upload) | State::Read(upload) => return Ok(upload.bytes.len()),
        };
        let here = upload.bytes.len();
        let Some(known) = here.checked_sub(start) else {
            return refused("a part of the file is missing before this one");
        };
        let fresh = part.get(known..).unwrap_or_default();
        if here + fresh.len() > upload.info.size {
            return refused("the file is larger than was announced");
        }
        upload.bytes.extend_from_slice(fresh);
        let received = upload.bytes.len();
        if received == upload.info.size {
            let whole = Upload { info: upload.info.clone(), bytes: take(&mut upload.bytes) };
            entry.state = State::Whole(Arc::new(whole));
        }
        Ok(received)
    }

    pub(super) fn get(&self, reference: UploadRef) -> Option<Arc<Upload>> {
        let entry = self.0.iter().find(|entry| entry.reference == reference)?;
        let (State::Whole(upload) | State::Read(upload)) = &entry.state else { return None };
        Some(Arc::clone(upload))
    }

    pub(super) fn mark_read(&mut self, reference: UploadRef) {
        let entry = self.0.iter_mut().find(|entry| entry.reference == reference);
        if let Some(Entry { state, .. }) = entry
            && let State::Whole(upload) = state
        {
            *state = State::Read(Arc::clone(upload));
        }
    }

    pub(super) fn forget(&mut self, widget: WidgetId) {
        self.0.retain(|entry| entry.widget != widget);
    }

    fn end_oldest_partial(&mut self, widget: WidgetId) {
        let is_partial = |entry: &Entry| entry.is_partial_of(widget);
        if self.0.iter().filter(|entry| is_partial(entry)).count() >= MAX_PARTIAL
            && let Some(oldest) = self.0.iter().position(is_partial)
        {
            self.0.remove(oldest);
        }
    }

    /// Removes files until `size` more bytes are within the limit: what was read, then what this
    /// widget has begun and may have given up.
    fn make_room(
        &mut self,
        widget: WidgetId,
        size: usize,
        limit: usize,
        counts: impl Fn(&Entry) -> bool,
    ) -> Result<(), StateError> {
        let mut used: usize = self.0.iter().filter(|entry| counts(entry)).map(Entry::weight).sum();
        while used + size > limit {
            let is_read = |entry: &Entry| counts(entry) && matches!(entry.state, State::Read(_));
            let oldest = self.0.iter().position(is_read);
            let oldest = oldest.or_else(|| self.0.iter().position(|it| it.is_partial_of(widget)));
            let oldest = oldest.ok_or(StateError::UploadsFull { limit })?;
            used -= self.0.remove(oldest).weight();
        }
        Ok(())
    }
}
