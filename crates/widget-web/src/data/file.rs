//! Files that people put into forms, on their way to the server.

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use widget_state::{StateError, UploadInfo, UploadRef, WidgetId};

use crate::data::read_json;
use crate::error::WebError;
use crate::own_page::OwnPage;
use crate::state::WebState;
use crate::widget_path::WidgetPath;

/// The longest request, in bytes: views send 192 KiB at a time, a third more in base64.
const MAX_REQUEST: usize = 512 << 10;

/// A part of a file. The first one says what file it is, the others name it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePart {
    /// The file, in the first part.
    #[serde(default)]
    pub file: Option<UploadInfo>,
    /// The reference of the file, in the others.
    #[serde(default, rename = "ref")]
    pub reference: Option<UploadRef>,
    /// The place of the part in the file, in bytes.
    #[serde(default)]
    pub start: usize,
    /// The part in base64.
    pub base64: String,
}

/// The answer to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FileReceipt {
    /// Names the file.
    #[serde(rename = "ref")]
    pub reference: UploadRef,
    /// The bytes that are here, counted from its start.
    pub received: usize,
}

impl WebState {
    /// Takes a part of a file that a person has put into a form of a widget.
    ///
    /// # Errors
    ///
    /// [`StateError::Upload`] when the widget has no form for files and when the part does not fit,
    /// and what [`Uploads::begin`](widget_state::Uploads::begin) and the store refuse.
    pub async fn receive_file(
        &self,
        id: WidgetId,
        part: FilePart,
    ) -> Result<FileReceipt, WebError> {
        let FilePart { file, reference, start, base64 } = part;
        if !self.store.get(id).await?.takes_files() {
            return Err(refused("this widget takes no files"));
        }
        let bytes = STANDARD.decode(base64).map_err(|_not_base64| refused("it is not base64"))?;
        let reference = match (file, reference) {
            (Some(info), None) => self.begin_file(id, info).await?,
            (None, Some(reference)) => reference,
            _ => return Err(refused("a part has either file or ref")),
        };
        let received = self.uploads.append(id, reference, start, &bytes)?;
        Ok(FileReceipt { reference, received })
    }

    async fn begin_file(&self, id: WidgetId, info: UploadInfo) -> Result<UploadRef, WebError> {
        let reference = self.uploads.begin(id, info)?;
        // A widget that has ended meanwhile would never forget it.
        if let Err(gone) = self.store.get(id).await {
            self.uploads.forget(id);
            return Err(gone.into());
        }
        Ok(reference)
    }
}

fn refused(problem: &str) -> WebError {
    StateError::Upload { problem: problem.to_owned() }.into()
}

/// `POST /widget/{id}/file`
pub(crate) async fn receive(
    State(state): State<WebState>,
    _page: OwnPage,
    WidgetPath(id): WidgetPath,
    request: Request,
) -> axum::response::Result<Response> {
    let FileReceipt { reference, received } =
        state.receive_file(id, read_json(request, MAX_REQUEST).await?).await?;
    let answer = format!("{{\"ref\":\"{reference}\",\"received\":{received}}}");
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}
