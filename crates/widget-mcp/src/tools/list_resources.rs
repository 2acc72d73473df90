//! `list_resources`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::resources::{self, Kind};
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};

pub(crate) struct ListResources;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The kinds of resources.
    resources: Vec<Kind>,
}

#[async_trait]
impl Tool for ListResources {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "list_resources";
    const TITLE: &'static str = "List resources";
    const DESCRIPTION: &'static str = "Lists what can be read as MCP resources: documentation, \
        skills, components, source and widgets, by their addresses.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = "{}";

    async fn call(call: &Call, _: Arguments) -> Result<Output, ToolError> {
        Ok(Output { resources: resources::kinds(&call.widgets).await? })
    }
}
