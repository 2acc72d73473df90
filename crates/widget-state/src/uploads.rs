//! The files that people have put into forms.

mod kept;

use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds::check_size;
use crate::error::StateError;
use crate::id::{UploadRef, WidgetId};
use crate::limits::SizedPart;
use kept::Kept;

/// The largest file, in bytes.
const MAX_FILE_BYTES: usize = 20 << 20;

/// The longest name of a file or of its type, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 1_000;

/// The words of a page about a file that it sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadInfo {
    /// Its name on the person's machine, without folders.
    pub name: String,
    /// Its media type (RFC 6838) as the browser guesses it from the name; empty when it has no guess.
    #[serde(rename = "type")]
    pub media_type: String,
    /// Its size in bytes.
    pub size: usize,
}

/// A file that a person has put into a form.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload {
    /// The description by the page, whose size has come true.
    pub info: UploadInfo,
    /// The content.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload").field("info", &self.info).finish_non_exhaustive()
    }
}

/// Keeps the files that people have put into forms, until their widgets end.
///
/// They are in the memory of this process only: a file of at most 20 MiB, 64 MiB for one widget and
/// 256 MiB in all. Where there is no room for another one, those go that have been
/// [read](Self::mark_read), the oldest first; what was not read stays, and the new one is refused.
/// Clones are the same files.
///
/// ```
/// use widget_state::{UploadInfo, Uploads, WidgetId};
///
/// # fn main() -> Result<(), widget_state::StateError> {
/// let (uploads, widget) = (Uploads::new(), WidgetId::random()?);
/// let info = UploadInfo { name: "a.txt".into(), media_type: "text/plain".into(), size: 5 };
/// let reference = uploads.begin(widget, info)?;
/// assert_eq!(uploads.append(widget, reference, 0, b"Hello")?, 5);
/// assert_eq!(uploads.get(reference).unwrap().bytes, b"Hello");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Uploads {
    kept: Arc<Mutex<Kept>>,
}

impl Uploads {
    /// Keeps none yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for a file, whose content follows.
    ///
    /// # Errors
    ///
    /// [`StateError::Upload`] for one above 20 MiB, [`StateError::TooLarge`] for a name above 1,000
    /// bytes, [`StateError::UploadsFull`], and [`IdError::Random`](crate::IdError::Random) when the
    /// operating system gives no random bytes.
    pub fn begin(&self, widget: WidgetId, mut info: UploadInfo) -> Result<UploadRef, StateError> {
        if info.size > MAX_FILE_BYTES {
            let problem = format!("it is larger than {} MiB", MAX_FILE_BYTES >> 20);
            return Err(StateError::Upload { problem });
        }
        info.name = base_name(&info.name).to_owned();
        for text in [&info.name, &info.media_type] {
            check_size(SizedPart::UploadName, text.len(), MAX_NAME_BYTES)?;
        }
        let reference = UploadRef::random()?;
        self.kept.lock().begin(widget, reference, info)?;
        Ok(reference)
    }

    /// Adds a part of a file that begins at a byte; returns how many bytes are here. A part that
    /// is here already changes nothing, so that it can be sent again.
    ///
    /// # Errors
    ///
    /// [`StateError::Upload`] when this widget receives no such file, when the part leaves a gap
    /// and when it is more than was announced.
    pub fn append(
        &self,
        widget: WidgetId,
        reference: UploadRef,
        start: usize,
        part: &[u8],
    ) -> Result<usize, StateError> {
        self.kept.lock().append(widget, reference, start, part)
    }

    /// Returns a file that is here whole.
    #[must_use]
    pub fn get(&self, reference: UploadRef) -> Option<Arc<Upload>> {
        self.kept.lock().get(reference)
    }

    /// Notes that a file was read to its end: it may go when another one needs its room.
    pub fn mark_read(&self, reference: UploadRef) {
        self.kept.lock().mark_read(reference);
    }

    /// Forgets the files of a widget, which has ended.
    pub fn forget(&self, widget: WidgetId) {
        self.kept.lock().forget(widget);
    }
}

/// The name behind the last folder: some browsers send the path, of either system.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests;
