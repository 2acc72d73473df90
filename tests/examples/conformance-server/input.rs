//! Tools and a prompt that ask the client for more before they answer (SEP-2322).

use std::hash::{BuildHasher, RandomState};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, InputRequiredResult, InputResponses,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::fixture::{Fixture, complete, fixture};
use crate::tools::text;

pub(crate) const TOOLS: &[&str] = &[
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
];

pub(crate) const PROMPT: &str = "test_input_required_result_prompt";

/// The inputs needed before there is an answer.
struct Questions {
    requests: Value,
    /// Goes to the client and comes back with the answers.
    state: Option<&'static str>,
}

impl Fixture {
    pub(crate) fn ask_for_input(
        &self,
        tool: &str,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let state = self.redeem(request.request_state.as_deref())?;
        let questions = match tool {
            "test_input_required_result_sampling" => {
                only(json!({"capital_question": sampling("What is the capital of France?")}))
            }
            "test_input_required_result_list_roots" => only(json!({"client_roots": roots()})),
            "test_input_required_result_request_state"
            | "test_input_required_result_tampered_state" => {
                stateful(json!({"confirm": elicitation("Please confirm", "ok", "boolean")}), "ask")
            }
            "test_input_required_result_multiple_inputs" => stateful(
                json!({
                    "user_name": elicitation("What is your name?", "name", "string"),
                    "greeting": sampling("Generate a greeting"),
                    "client_roots": roots(),
                }),
                "ask",
            ),
            "test_input_required_result_multi_round" => match state.as_deref() {
                None => stateful(
                    json!({"step1": elicitation("What is your name?", "name", "string")}),
                    "first",
                ),
                _ => stateful(
                    json!({"step2": elicitation("Your favorite color?", "color", "string")}),
                    "second",
                ),
            },
            "test_input_required_result_capabilities" => only(what_the_client_can(context)),
            _ => only(json!({"user_name": elicitation("What is your name?", "name", "string")})),
        };
        let answered = answered(request.input_responses.as_ref(), &questions)?;
        if answered && (questions.state.is_none() || state.is_some()) {
            let content = text("state-ok: all was answered");
            return Ok(complete::<CallToolResult>(json!({"content": content})).into());
        }
        Ok(self.asking(questions).into())
    }

    pub(crate) fn prompt_for_input(
        &self,
        request: &GetPromptRequestParams,
    ) -> Result<GetPromptResponse, ErrorData> {
        let question = elicitation("What context should the prompt use?", "context", "string");
        let questions = only(json!({"user_context": question}));
        if !answered(request.input_responses.as_ref(), &questions)? {
            return Ok(self.asking(questions).into());
        }
        let message = json!({"role": "user", "content": {"type": "text", "text": "In context"}});
        Ok(complete::<GetPromptResult>(json!({"messages": [message]})).into())
    }

    fn asking(&self, questions: Questions) -> InputRequiredResult {
        let state = questions.state.map(|name| self.issue(name));
        InputRequiredResult::new(Some(fixture(questions.requests)), state)
    }

    /// A state that cannot be guessed, and is known when it comes back.
    fn issue(&self, name: &str) -> String {
        let state = format!("{name}-{:016x}", RandomState::new().hash_one(name));
        self.states.lock().expect("no call panics").insert(state.clone());
        state
    }

    fn redeem(&self, state: Option<&str>) -> Result<Option<String>, ErrorData> {
        let Some(state) = state else { return Ok(None) };
        if self.states.lock().expect("no call panics").remove(state) {
            return Ok(Some(state.to_owned()));
        }
        Err(ErrorData::invalid_params("the requestState is not one that was given out", None))
    }
}

fn only(requests: Value) -> Questions {
    Questions { requests, state: None }
}

fn stateful(requests: Value, state: &'static str) -> Questions {
    Questions { requests, state: Some(state) }
}

/// Returns whether every question has an answer. An answer is an object.
fn answered(responses: Option<&InputResponses>, questions: &Questions) -> Result<bool, ErrorData> {
    let Some(responses) = responses else { return Ok(false) };
    if let Some((name, _)) = responses.iter().find(|(_, response)| !response.is_object()) {
        let message = format!("the input response {name} is not an object");
        return Err(ErrorData::invalid_params(message, None));
    }
    let questions = questions.requests.as_object().into_iter().flatten();
    Ok(questions.into_iter().all(|(name, _)| responses.contains_key(name)))
}

fn what_the_client_can(context: &RequestContext<RoleServer>) -> Value {
    let client = context.client_capabilities().unwrap_or_default();
    let mut requests = json!({});
    if client.elicitation.is_some() {
        requests["elicit_input"] = elicitation("Elicitation input", "value", "string");
    }
    if client.sampling.is_some() {
        requests["sample_input"] = sampling("Sample request");
    }
    requests
}

fn elicitation(message: &str, field: &str, kind: &str) -> Value {
    json!({"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": {
        "type": "object",
        "properties": {field: {"type": kind}},
        "required": [field],
    }}})
}

fn sampling(text: &str) -> Value {
    json!({"method": "sampling/createMessage", "params": {
        "messages": [{"role": "user", "content": {"type": "text", "text": text}}],
        "maxTokens": 100,
    }})
}

fn roots() -> Value {
    json!({"method": "roots/list", "params": {}})
}
