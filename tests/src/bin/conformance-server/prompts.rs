//! The prompts that the suite asks for.

use rmcp::ErrorData;
use rmcp::model::{GetPromptRequestParams, GetPromptResult, Prompt};
use serde_json::json;

use crate::fixture::{complete, fixture};
use crate::input;
use crate::tools::PNG;

pub(crate) fn all() -> Vec<Prompt> {
    let names = [
        "test_simple_prompt",
        "test_prompt_with_embedded_resource",
        "test_prompt_with_image",
        input::PROMPT,
    ];
    let plain = names.map(|name| fixture(json!({"name": name, "description": "For a scenario"})));
    let arguments = fixture(json!({
        "name": "test_prompt_with_arguments",
        "description": "For a scenario",
        "arguments": [{"name": "arg1", "required": true}, {"name": "arg2", "required": true}],
    }));
    plain.into_iter().chain([arguments]).collect()
}

pub(crate) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let text = |text: String| json!({"role": "user", "content": {"type": "text", "text": text}});
    let argument = |name: &str| {
        let arguments = request.arguments.as_ref();
        arguments.and_then(|arguments| arguments.get(name)?.as_str()).unwrap_or_default()
    };
    let messages = match &*request.name {
        "test_simple_prompt" => json!([text("This is a simple prompt for testing.".into())]),
        "test_prompt_with_arguments" => {
            let (first, second) = (argument("arg1"), argument("arg2"));
            json!([text(format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))])
        }
        "test_prompt_with_embedded_resource" => {
            let resource = json!({
                "uri": argument("resourceUri"),
                "mimeType": "text/plain",
                "text": "Embedded resource content for testing.",
            });
            let embedded = json!({"type": "resource", "resource": resource});
            json!([{"role": "user", "content": embedded}, text("Look at it.".into())])
        }
        "test_prompt_with_image" => {
            let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
            json!([{"role": "user", "content": image}, text("Look at it.".into())])
        }
        name => return Err(ErrorData::invalid_params(format!("unknown prompt {name}"), None)),
    };
    Ok(complete(json!({"messages": messages})))
}
