//! The value of a field for files.

use serde::Deserialize;
use serde_json::Value;

use crate::id::UploadRef;
use crate::uploads::MAX_NAME_BYTES;

/// The most files of one field.
const MAX_FILES: usize = 20;

/// A file that is kept, and what the page says of it.
#[derive(Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct FileValue {
    #[serde(rename = "ref")]
    reference: UploadRef,
    name: String,
    size: u32,
    #[serde(rename = "type")]
    media_type: String,
}

fn read(value: &Value) -> Option<FileValue> {
    // A list of the members in their order would be read, too.
    let file = FileValue::deserialize(value.as_object()?).ok()?;
    let is_short = [&file.name, &file.media_type].iter().all(|it| it.len() <= MAX_NAME_BYTES);
    is_short.then_some(file)
}

pub(super) fn is_file(value: &Value) -> bool {
    read(value).is_some()
}

/// Returns whether a value is a list of files, each once.
pub(super) fn are_files(value: &Value) -> bool {
    let Some(values) = value.as_array().filter(|values| values.len() <= MAX_FILES) else {
        return false;
    };
    let mut references: Vec<UploadRef> =
        values.iter().filter_map(read).map(|file| file.reference).collect();
    references.sort_unstable();
    references.dedup();
    references.len() == values.len()
}
