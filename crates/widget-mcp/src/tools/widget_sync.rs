//! `widget_sync`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_web::SyncRequest;

use crate::app::AppRole;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::view_tools::Answer;

pub(crate) struct WidgetSync;

#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(transparent)]
pub(crate) struct Arguments(SyncRequest);

#[async_trait]
impl Tool for WidgetSync {
    type Arguments = Arguments;
    type Output = Answer;

    const NAME: &'static str = "widget_sync";
    const TITLE: &'static str = "Keep a view live";
    const DESCRIPTION: &'static str = "For the page that shows a widget, not for models: brings \
        what the person did to the server and what changed to the page. Waits for news.";
    const HINTS: Hints = Hints::Sends;
    const ROLE: AppRole = AppRole::ForViews;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "viewer_id": "00112233445566778899aabbccddeeff", "failures": [], "events": [], "wait_ms": 0}"#;

    async fn call(call: &Call, Arguments(request): Arguments) -> Result<Answer, ToolError> {
        // Told by the view, and not by a shell: those have a connection of their own.
        let _call = request.is_seen().then(|| call.widgets.inline().call(request.widget_id));
        tokio::select! {
            answer = call.widgets.web().sync(request) => Answer::new(answer?),
            () = call.cancelled.cancelled() => {
                Err(ToolError::Failed("the call was cancelled".into()))
            }
        }
    }
}
