//! The `Tool` trait: typed arguments in, a typed result out.

pub(crate) mod arguments;
pub(crate) mod correction;
pub(crate) mod default_widget;
pub(crate) mod delivery;
pub(crate) mod error;
pub(crate) mod example;
pub(crate) mod explain;
pub(crate) mod lenient;
pub(crate) mod mount_records;
mod names;
pub(crate) mod notice;
mod picture_files;
pub(crate) mod reader;
mod repair;
pub(crate) mod schema;

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use axum::http::request::Parts;
use futures_util::FutureExt;
use rmcp::RoleServer;
use rmcp::model::{self, ContentBlock, JsonObject, ToolAnnotations};
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use widget_state::{EventFilter, EventPage, EventQuery, Widget, WidgetId};

use crate::app::{self, AppRole};
use crate::inline_views::MountRecord;
use crate::widgets::Widgets;
use delivery::Delivery;
use error::ToolError;
use lenient::ArgumentTypes;
use reader::Reader;
use schema::{brief, output_schema_of, schema_of};

/// The most bytes of events that one answer holds: clients cut or drop an answer above some
/// 25,000 tokens, and would lose what was in it.
const MAX_PAGE_BYTES: usize = 32 << 10;

/// One tool.
#[async_trait]
pub(crate) trait Tool: 'static {
    /// The arguments.
    type Arguments: DeserializeOwned + JsonSchema + Send;
    /// The result.
    type Output: Serialize + JsonSchema + Send;

    const NAME: &'static str;
    const TITLE: &'static str;
    /// The description for the model.
    const DESCRIPTION: &'static str;
    const HINTS: Hints;
    /// The relation to views in the chat client.
    const ROLE: AppRole = AppRole::ForModels;
    /// A correct call's arguments as JSON; part of the documentation and of errors.
    const EXAMPLE: &'static str;

    async fn call(call: &Call, arguments: Self::Arguments) -> Result<Self::Output, ToolError>;

    /// Takes out of the result what a client gets as content instead, such as a
    /// picture.
    fn take_content(_output: &mut Value) -> Vec<ContentBlock> {
        Vec::new()
    }
}

/// The annotations of a tool. None of them reaches the world outside.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hints {
    /// Changes nothing.
    ReadOnly,
    /// Adds something new with each call.
    Creates,
    /// Overwrites or ends what is there; the same call again makes no difference.
    Replaces,
    /// Overwrites what is there; the same call again changes it again.
    Changes,
    /// Shows something in passing; the same call again does it again.
    Sends,
}

impl Hints {
    fn annotations(self, title: &str) -> ToolAnnotations {
        let (read_only, destructive, idempotent) = match self {
            Self::ReadOnly => (true, false, true),
            Self::Creates | Self::Sends => (false, false, false),
            Self::Replaces => (false, true, true),
            Self::Changes => (false, true, false),
        };
        ToolAnnotations::with_title(title)
            .read_only(read_only)
            .destructive(destructive)
            .idempotent(idempotent)
            .open_world(false)
    }
}

/// The context of a tool call.
pub(crate) struct Call {
    pub(crate) widgets: Arc<Widgets>,
    /// Set when the client no longer wants the answer.
    pub(crate) cancelled: CancellationToken,
    /// The widget that the call has made.
    pub(crate) created: OnceLock<WidgetId>,
    /// The widget that the call is about.
    about: OnceLock<WidgetId>,
    /// The client's places in events, when the call came by a transport.
    reader: Option<Arc<Reader>>,
    /// The views of the client so far.
    mounts: Option<Arc<MountRecord>>,
    /// The request, when the call came by a transport.
    context: Option<RequestContext<RoleServer>>,
}

impl Call {
    pub(crate) fn new(
        widgets: Arc<Widgets>,
        (reader, mounts): (Arc<Reader>, Arc<MountRecord>),
        context: RequestContext<RoleServer>,
    ) -> Self {
        let cancelled = context.ct.clone();
        let (reader, mounts, context) = (Some(reader), Some(mounts), Some(context));
        Self { cancelled, reader, mounts, context, ..Self::detached(widgets) }
    }

    /// A call that came by no transport. Who no longer wants the answer drops it.
    pub(crate) fn detached(widgets: Arc<Widgets>) -> Self {
        Self {
            widgets,
            cancelled: CancellationToken::new(),
            created: OnceLock::new(),
            about: OnceLock::new(),
            reader: None,
            mounts: None,
            context: None,
        }
    }

    /// The request, when the call came by a transport.
    pub(crate) fn context(&self) -> Option<&RequestContext<RoleServer>> {
        self.context.as_ref()
    }

    /// The query for a reading of this client. A call that came by no transport reads for all.
    pub(crate) fn query(
        &self,
        id: WidgetId,
        after: Option<u64>,
        limit: usize,
        clear: bool,
        filter: EventFilter,
    ) -> EventQuery {
        let page = |after, clear| {
            let max_bytes = MAX_PAGE_BYTES;
            EventQuery { after, limit, max_bytes, clear, filter, peek: false }
        };
        match &self.reader {
            Some(reader) => {
                let after = Some(reader.after(id, after));
                page(after, false)
            }
            None => page(after, clear),
        }
    }

    /// Notes that this client gets a page of events.
    pub(crate) async fn has_read(
        &self,
        id: WidgetId,
        page: &EventPage,
        clear: bool,
    ) -> Result<(), ToolError> {
        let Some(reader) = &self.reader else { return Ok(()) };
        let request = self.context.as_ref().and_then(|context| context.extensions.get::<Parts>());
        let delivery = request.and_then(|request| request.extensions.get::<Delivery>());
        Ok(reader.read(id, page, clear, (self.widgets.store(), delivery)).await?)
    }

    /// Returns the record of a client that is to show a widget in the conversation; `None` for
    /// one that shows no views, or that has mounted none so far though it was asked to.
    pub(crate) fn inline_client(&self) -> Option<Arc<MountRecord>> {
        let context = self.context.as_ref()?;
        let (capabilities, client) = (context.client_capabilities(), context.client_info());
        let is_asked = app::shows_views(capabilities.as_ref(), client.as_ref())
            && self.widgets.inline().are_awaited();
        self.mounts.clone().filter(|mounts| is_asked && !mounts.is_without_views())
    }

    /// Notes which of several widgets the answer is about.
    pub(crate) fn note_subject(&self, id: WidgetId) {
        let _only_one_is_answered_for = self.about.set(id);
    }

    /// The widget that the call is about, if there is one.
    pub(crate) async fn subject(&self) -> Option<Arc<Widget>> {
        self.widgets.store().get(*self.about.get()?).await.ok()
    }

    /// Tells a client that asked for it how far a long call is.
    pub(crate) async fn report(&self, done: f64, total: f64, message: &str) {
        let Some(context) = &self.context else { return };
        let Some(token) = context.meta.get_progress_token() else { return };
        let progress = model::ProgressNotificationParam::new(token, done)
            .with_total(total)
            .with_message(message);
        if let Err(error) = context.peer.notify_progress(progress).await {
            tracing::debug!(%error, "a client did not take a progress notification");
        }
    }
}

type Answer<'a> = Pin<Box<dyn Future<Output = Result<Value, ToolError>> + Send + 'a>>;

/// A tool as the server keeps it.
#[derive(Clone)]
pub(crate) struct ToolEntry {
    pub(crate) description: model::Tool,
    /// The schemas of its arguments and of its result in full, for the documentation.
    #[cfg(test)]
    pub(crate) schemas: (JsonObject, JsonObject),
    pub(crate) example: &'static str,
    pub(crate) role: AppRole,
    pub(crate) types: ArgumentTypes,
    /// Reads the arguments and does nothing with them.
    check: fn(JsonObject) -> Result<(), ToolError>,
    run: for<'a> fn(&'a Call, JsonObject) -> Answer<'a>,
    pub(crate) take_content: fn(&mut Value) -> Vec<ContentBlock>,
}

impl ToolEntry {
    pub(crate) fn new<T: Tool>() -> Self {
        let schemas = (schema_of::<T::Arguments>(), output_schema_of::<T::Output>());
        let (arguments, result) = (brief::of_arguments(&schemas.0), brief::of_result(&schemas.1));
        let mut description = model::Tool::new(T::NAME, T::DESCRIPTION, arguments)
            .with_title(T::TITLE)
            .with_raw_output_schema(Arc::new(result))
            .with_annotations(T::HINTS.annotations(T::TITLE));
        description.meta = Some(T::ROLE.meta());
        Self {
            description,
            #[cfg(test)]
            schemas,
            example: T::EXAMPLE,
            role: T::ROLE,
            types: ArgumentTypes::of::<T::Arguments>(),
            check: |arguments| {
                let arguments = picture_files::with_any_picture(arguments)?;
                arguments::parse::<T::Arguments>(arguments).map(drop)
            },
            run: |call, arguments| Box::pin(run::<T>(call, arguments)),
            take_content: T::take_content,
        }
    }
}

impl ToolEntry {
    /// Runs the tool. Its answer says as well when the person does not see the widget.
    pub(crate) async fn call(
        &self,
        call: &Call,
        arguments: JsonObject,
    ) -> Result<Value, ToolError> {
        // A panic would leave the client without an answer for ever.
        let run = AssertUnwindSafe((self.run)(call, arguments)).catch_unwind();
        let mut answer = run.await.unwrap_or_else(|_panic| {
            tracing::error!(tool = %self.description.name, "a tool panicked");
            Err(ToolError::Failed(
                "internal error in this call; the server is still running".into(),
            ))
        })?;
        call.add_notice(&mut answer).await;
        Ok(answer)
    }
}

async fn run<T: Tool>(call: &Call, arguments: JsonObject) -> Result<Value, ToolError> {
    let arguments = picture_files::filled(arguments, call.widgets.data_folders()).await?;
    let arguments = arguments::parse(arguments)?;
    let output = T::call(call, arguments).await?;
    serde_json::to_value(output).map_err(|error| ToolError::Failed(error.to_string()))
}

impl std::fmt::Debug for ToolEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ToolEntry").field(&self.description.name).finish()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::Limits;

    use super::*;

    struct Panics;

    #[async_trait]
    impl Tool for Panics {
        type Arguments = JsonObject;
        type Output = ();

        const NAME: &'static str = "panics";
        const TITLE: &'static str = "";
        const DESCRIPTION: &'static str = "";
        const HINTS: Hints = Hints::ReadOnly;
        const EXAMPLE: &'static str = "{}";

        async fn call(_: &Call, arguments: JsonObject) -> Result<(), ToolError> {
            assert!(arguments.is_empty(), "a bug");
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_answer() {
        let widgets = Widgets::new("http://127.0.0.1:1", Limits::default());
        let call = Call::detached(Arc::new(widgets));
        let tool = ToolEntry::new::<Panics>();
        let arguments = JsonObject::from_iter([("a".to_owned(), json!(1))]);
        let answer = tool.call(&call, arguments).await;
        assert!(matches!(answer, Err(ToolError::Failed(why)) if why.contains("still running")));
        assert_eq!(tool.call(&call, JsonObject::new()).await.unwrap(), Value::Null);
    }
}
