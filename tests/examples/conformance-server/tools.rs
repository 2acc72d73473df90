//! The tools that the suite calls.

use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities,
    CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, LoggingLevel,
    LoggingMessageNotificationParam, ProgressNotificationParam, ServerRequest, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::fixture::{Change, Fixture, complete, fixture};
use crate::input;

/// A picture of one pixel.
pub(crate) const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// A sound without samples.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/// Between the steps of a call that reports them.
const STEP: Duration = Duration::from_millis(50);

const NAMES: &[&str] = &[
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_tool_with_logging",
    "test_tool_with_progress",
    "test_error_handling",
    "test_reconnection",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_missing_capability",
    "test_streaming_elicitation",
    "test_logging_tool",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
];

pub(crate) fn all() -> Vec<Tool> {
    let nothing = json!({"type": "object", "properties": {}});
    let plain = NAMES.iter().chain(input::TOOLS).map(|name| tool(name, &nothing));
    let text = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    let more = [
        tool("test_sampling", &text("prompt")),
        tool("test_elicitation", &text("message")),
        tool("json_schema_2020_12_tool", &full_schema()),
        tool("test_x_mcp_header", &header_schema()),
    ];
    plain.chain(more).collect()
}

fn tool(name: &str, schema: &Value) -> Tool {
    let description = format!("For the scenarios that call {name}");
    fixture(json!({"name": name, "description": description, "inputSchema": schema}))
}

/// Keywords of JSON Schema 2020-12 that have to arrive as they are.
fn full_schema() -> Value {
    let string = json!({"type": "string"});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": string, "city": string},
        }},
        "properties": {
            "name": string,
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": string,
            "email": string,
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}

/// Arguments that a client repeats in headers.
fn header_schema() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string", "x-mcp-header": "Name"}},
    })
}

impl Fixture {
    pub(crate) async fn call_fixture(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.to_string();
        if input::TOOLS.contains(&&*name) {
            return self.ask_for_input(&name, &request, &context);
        }
        let argument = |name: &str| {
            let arguments = request.arguments.as_ref();
            let text = arguments.and_then(|arguments| arguments.get(name)?.as_str());
            text.unwrap_or("nothing").to_owned()
        };
        let content = match &*name {
            "test_tool_with_logging" => logging(&context, true).await?,
            "test_logging_tool" => logging(&context, context.meta.log_level().is_some()).await?,
            "test_tool_with_progress" => progress(&context, &[0.0, 50.0, 100.0]).await?,
            "test_streaming_elicitation" => progress(&context, &[50.0]).await?,
            "test_error_handling" => {
                let text = "This tool intentionally returns an error for testing";
                return Ok(complete::<CallToolResult>(
                    json!({"isError": true, "content": [{"type": "text", "text": text}]}),
                )
                .into());
            }
            "test_reconnection" => {
                tokio::time::sleep(2 * STEP).await;
                text("Reconnected")
            }
            "test_sampling" => sample(&context, &argument("prompt")).await?,
            "test_elicitation" => {
                let fields = json!({"username": {"type": "string"}, "email": {"type": "string"}});
                elicit(&context, &argument("message"), fields).await?
            }
            "test_elicitation_sep1034_defaults" => {
                elicit(&context, "All have defaults", defaults()).await?
            }
            "test_elicitation_sep1330_enums" => elicit(&context, "Choose", enums()).await?,
            "test_missing_capability" => {
                needs_sampling(&context)?;
                text("The client can sample")
            }
            "test_trigger_tool_change" => self.change(Change::Tools),
            "test_trigger_prompt_change" => self.change(Change::Prompts),
            name => plain(name),
        };
        Ok(complete::<CallToolResult>(json!({"content": content})).into())
    }

    fn change(&self, change: Change) -> Value {
        // Without a listener there is no receiver.
        let listeners = self.changes.send(change).unwrap_or(0);
        text(&format!("{listeners} were told"))
    }
}

fn plain(name: &str) -> Value {
    let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
    match name {
        "test_image_content" => json!([image]),
        "test_audio_content" => json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]),
        "test_embedded_resource" => json!([{"type": "resource", "resource": {
            "uri": "test://embedded-resource",
            "mimeType": "text/plain",
            "text": "This is an embedded resource content.",
        }}]),
        "test_multiple_content_types" => json!([
            {"type": "text", "text": "Multiple content types test:"},
            image,
            {"type": "resource", "resource": {
                "uri": "test://mixed-content-resource",
                "mimeType": "application/json",
                "text": "{\"test\":\"data\",\"value\":123}",
            }},
        ]),
        _ => text("This is a simple text response for testing."),
    }
}

pub(crate) fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

async fn logging(context: &RequestContext<RoleServer>, wanted: bool) -> Result<Value, ErrorData> {
    for message in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        if wanted {
            let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(message));
            sent(context.peer.notify_logging_message(message).await)?;
        }
        tokio::time::sleep(STEP).await;
    }
    Ok(text("Logged"))
}

async fn progress(context: &RequestContext<RoleServer>, steps: &[f64]) -> Result<Value, ErrorData> {
    for step in steps {
        if let Some(token) = context.meta.get_progress_token() {
            let step = ProgressNotificationParam::new(token, *step).with_total(100.0);
            sent(context.peer.notify_progress(step).await)?;
        }
        tokio::time::sleep(STEP).await;
    }
    Ok(text("Done"))
}

async fn sample(context: &RequestContext<RoleServer>, prompt: &str) -> Result<Value, ErrorData> {
    let request: CreateMessageRequestParams = fixture(json!({
        "messages": [{"role": "user", "content": {"type": "text", "text": prompt}}],
        "maxTokens": 100,
    }));
    let answer = sent(context.peer.create_message(request).await)?;
    Ok(text(&format!("The model says: {answer:?}")))
}

async fn elicit(
    context: &RequestContext<RoleServer>,
    message: &str,
    properties: Value,
) -> Result<Value, ErrorData> {
    let request: ElicitRequestParams = fixture(json!({
        "mode": "form",
        "message": message,
        "requestedSchema": {"type": "object", "properties": properties},
    }));
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(request));
    let answer = sent(context.peer.send_request(request).await)?;
    Ok(text(&format!("The person says: {answer:?}")))
}

fn defaults() -> Value {
    json!({
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": true},
    })
}

fn enums() -> Value {
    let titled = json!([
        {"const": "value1", "title": "First Option"},
        {"const": "value2", "title": "Second Option"},
        {"const": "value3", "title": "Third Option"},
    ]);
    let plain = ["option1", "option2", "option3"];
    json!({
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    })
}

fn needs_sampling(context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    let can = context.client_capabilities().is_some_and(|client| client.sampling.is_some());
    if can {
        return Ok(());
    }
    let needed = ClientCapabilities::builder().enable_sampling().build();
    Err(ErrorData::missing_required_client_capability(needed))
}

fn sent<T>(answer: Result<T, impl std::fmt::Display>) -> Result<T, ErrorData> {
    answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))
}
