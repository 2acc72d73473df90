//! `get_component_docs`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::components::{self, ComponentDocs};
use crate::tool::error::{ToolError, unknown_name};
use crate::tool::{Call, Hints, Tool};

pub(crate) struct GetComponentDocs;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// A type of component or block, such as form. Lists them when left out.
    component: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The types there are; with `component` that one.
    components: Vec<Entry>,
    /// The documentation, in Markdown, when a type was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    /// As `type` of a component takes it.
    name: &'static str,
    /// A one-line summary.
    summary: &'static str,
}

#[async_trait]
impl Tool for GetComponentDocs {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "get_component_docs";
    const TITLE: &'static str = "Read about a component";
    const DESCRIPTION: &'static str = "Returns what a type of component or block takes and emits: its \
        properties with values and default, its event, and an example. Without a type it lists \
        all.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"component": "select"}"#;

    async fn call(_: &Call, Arguments { component }: Arguments) -> Result<Output, ToolError> {
        let all = components::all();
        let Some(name) = component else {
            return Ok(Output { components: all.iter().map(entry).collect(), text: None });
        };
        let docs = all.iter().find(|docs| docs.name == name).ok_or_else(|| {
            let names: Vec<&str> = components::names().collect();
            unknown_name("component", "component", &name, &names)
        })?;
        Ok(Output { components: vec![entry(docs)], text: Some(docs.page()) })
    }
}

fn entry(docs: &'static ComponentDocs) -> Entry {
    Entry { name: docs.name, summary: &docs.summary }
}
