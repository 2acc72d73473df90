//! The server as a library: its tools, prompts and resources without a transport.

use std::pin::pin;
use std::sync::Arc;

use futures_util::StreamExt as _;
use rmcp::model::{JsonObject, Prompt, Resource, ResourceContents, Tool};
use serde_json::Value;
use widget_state::{EventFilter, EventQuery, StateError, WidgetId, WidgetStore};

use crate::app::AppRole;
use crate::error::{ServerError, clipped};
use crate::events::Events;
use crate::options::ServerOptions;
use crate::server::{WidgetServer, standalone};
use crate::tool::Call;
use crate::tool::correction::sketch;
use crate::tool::explain::explain;
use crate::widgets::{EventOrGap, events};
use crate::{prompts, resources, tools};

/// A server of this name, configured and with its pages served by the runtime this
/// is called on, at a free port of 127.0.0.1, as long as there is a clone of it.
///
/// It is an rmcp `ServerHandler`, to be served over any transport of rmcp, and
/// takes calls itself: see [`WidgetServer::handle_tool`]. It opens widgets in the
/// default browser unless the environment variable `WIDGET_MCP_HEADLESS` is `1`, and with `0` also
/// for a client that shows widgets in the conversation; [`WidgetServer::start`] takes more options.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_mcp::ServerError> {
/// let server = widget_mcp::create_server("my-widgets").await?;
/// assert!(server.widgets().base_url().starts_with("http://127.0.0.1:"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`ServerError::Listen`] when no port is free, [`ServerError::Variable`] when
/// `WIDGET_MCP_HEADLESS` is neither true nor false.
pub async fn create_server(name: impl Into<String>) -> Result<WidgetServer, ServerError> {
    let options = ServerOptions { name: name.into(), ..standalone::options()? };
    WidgetServer::start(options).await
}

/// The definitions of all tools.
///
/// ```
/// let tools = widget_mcp::get_tools();
/// assert!(tools.iter().any(|tool| tool.name == "create_widget"));
/// ```
#[must_use]
pub fn get_tools() -> Vec<Tool> {
    let for_models = tools::all().iter().filter(|tool| tool.role != AppRole::ForViews);
    for_models.map(|tool| tool.description.clone()).collect()
}

/// Calls a tool of the server of this process: see [`WidgetServer::handle_tool`].
///
/// ```
/// use serde_json::json;
/// use widget_mcp::{Events, handle_tool};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_mcp::ServerError> {
/// let events = Events::new();
/// let arguments = json!({"skill": "interactive_buttons"});
/// let skill = handle_tool("get_skills", arguments, &events, |id| events.callback(id)).await?;
/// assert!(skill["text"].as_str().is_some_and(|text| text.contains("wait_for_events")));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`WidgetServer::handle_tool`]; also [`ServerError::Listen`] when no port is
/// free and [`ServerError::Thread`] when the system gives no thread.
pub async fn handle_tool<C>(
    name: &str,
    arguments: Value,
    events: &Events,
    callback_factory: impl FnOnce(WidgetId) -> C,
) -> Result<Value, ServerError>
where
    C: FnMut(Value, &str, &str) + Send + 'static,
{
    let server = standalone::global().await?;
    server.handle_tool(name, arguments, events, callback_factory).await
}

/// The skills, as prompts.
///
/// ```
/// assert_eq!(widget_mcp::get_prompts().len(), 10);
/// ```
#[must_use]
pub fn get_prompts() -> Vec<Prompt> {
    prompts::all()
}

/// The text of a skill, in Markdown.
///
/// ```
/// let text = widget_mcp::get_prompt_content("forms_and_inputs")?;
/// assert!(text.starts_with("# Inputs,"));
/// # Ok::<(), widget_mcp::ServerError>(())
/// ```
///
/// # Errors
///
/// [`ServerError::UnknownPrompt`] when there is none of this name.
pub fn get_prompt_content(name: &str) -> Result<String, ServerError> {
    prompts::text(name).map(|text| text.into_owned())
}

/// The resources of the server of this process: see [`WidgetServer::get_resources`].
///
/// # Errors
///
/// As [`handle_tool`] where it is about the server, and [`ServerError::Store`] when
/// the widgets cannot be listed.
pub async fn get_resources() -> Result<Vec<Resource>, ServerError> {
    standalone::global().await?.get_resources().await
}

/// Reads a resource of the server of this process: see
/// [`WidgetServer::read_resource`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_mcp::ServerError> {
/// let text = widget_mcp::read_resource("pkg://component/button").await?;
/// assert!(text.contains("`variant`"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`get_resources`], and [`ServerError::UnknownResource`] when nothing is there.
pub async fn read_resource(uri: &str) -> Result<String, ServerError> {
    standalone::global().await?.read_resource(uri).await
}

impl WidgetServer {
    /// Calls a tool and returns its result, what is `structuredContent` over a
    /// transport.
    ///
    /// For a widget that the call makes, `events` gets a list (what the callback puts there, up to
    /// [`Events::MAX`]; the log of the server, which `wait_for_events` reads, holds every event
    /// besides), and
    /// `callback_factory` is asked for a callback: it gets `(data, event_type,
    /// label)` of everything people do with the widget, in order and each once, but for
    /// [quiet](widget_state::EventName::is_quiet) events, until the widget or the server ends. It is called by a task of the server
    /// and should not block. What a callback got counts as read: `wait_for_events`
    /// without `after` waits for what comes later.
    ///
    /// ```
    /// use serde_json::json;
    /// use widget_mcp::{Events, ServerOptions, WidgetServer};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), widget_mcp::ServerError> {
    /// let options = ServerOptions { headless: true, ..ServerOptions::default() };
    /// let server = WidgetServer::start(options).await?;
    /// let events = Events::new();
    /// let widget = json!({"html": "<button data-event=\"vote:up\">+1</button>"});
    /// let made = server
    ///     .handle_tool("create_widget", widget, &events, |id| events.callback(id))
    ///     .await?;
    /// println!("Open {}", made["url"]);
    /// assert_eq!(events.widgets().len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`ServerError::Tool`] when there is no such tool, an argument is wrong, or it
    /// cannot do what it was asked.
    pub async fn handle_tool<C>(
        &self,
        name: &str,
        arguments: Value,
        events: &Events,
        callback_factory: impl FnOnce(WidgetId) -> C,
    ) -> Result<Value, ServerError>
    where
        C: FnMut(Value, &str, &str) + Send + 'static,
    {
        let failed = |message| ServerError::Tool { tool: clipped(name), message };
        let mut arguments = match arguments {
            Value::Object(arguments) => arguments,
            Value::Null => JsonObject::new(),
            other => {
                return Err(failed(format!(
                    "the arguments are an object, not {}",
                    clipped(&other.to_string())
                )));
            }
        };
        let tool = self.tool(name);
        let tool = tool.ok_or_else(|| failed(self.unknown_tool(name).message.into_owned()))?;
        let call = Call::detached(Arc::clone(self.widgets()));
        tool.types.adapt(&mut arguments);
        let given = sketch(&arguments);
        let output = tool.call(&call, arguments).await;
        if let Some(id) = call.created.get() {
            events.open(*id);
            let store = self.widgets().shared_store();
            self.tasks().spawn(call_back(store, *id, callback_factory(*id)));
        }
        match output {
            Ok(output) => Ok(output),
            Err(error) => Err(failed(explain(tool, &call, given.as_ref(), &error).await)),
        }
    }

    /// The resources there are now.
    ///
    /// # Errors
    ///
    /// [`ServerError::Store`] when the widgets cannot be listed.
    pub async fn get_resources(&self) -> Result<Vec<Resource>, ServerError> {
        resources::list(self.widgets()).await
    }

    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// [`ServerError::UnknownResource`] when nothing is there, [`ServerError::Store`]
    /// when the widgets cannot be read.
    pub async fn read_resource(&self, uri: &str) -> Result<String, ServerError> {
        match resources::read(self.widgets(), uri).await? {
            ResourceContents::TextResourceContents { text, .. } => Ok(text),
            // In base64, as over a transport.
            ResourceContents::BlobResourceContents { blob, .. } => Ok(blob),
            _ => Err(ServerError::UnknownResource { uri: clipped(uri), nearest: None }),
        }
    }
}

/// Calls back for every event of a widget, as long as it is there.
async fn call_back(
    store: Arc<dyn WidgetStore>,
    id: WidgetId,
    mut callback: impl FnMut(Value, &str, &str),
) {
    let filter = EventFilter::Audible([].into());
    let mut events = pin!(events(store, id, EventQuery { filter, ..EventQuery::after(0) }));
    while let Some(next) = events.next().await {
        match next {
            Ok(EventOrGap::Event(event)) => {
                callback(event.data, event.event_type.as_str(), &event.label);
            }
            Ok(EventOrGap::Gap(gap)) => {
                tracing::warn!(widget = %id, lost = gap.lost, "events came faster than they were taken");
            }
            // Destroyed before the first look.
            Err(StateError::UnknownWidget { .. }) => {}
            Err(error) => tracing::error!(%error, widget = %id, "no more events are passed on"),
        }
    }
}

#[cfg(test)]
mod tests;
