//! `get_component_source`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::resources::component_sources;
use crate::resources::component_sources::Module;
use crate::tool::error::{ToolError, unknown_name};
use crate::tool::{Call, Hints, Tool};

pub(crate) struct GetComponentSource;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// A module: a type of component, such as button, or another public module.
    /// Lists them when left out.
    module: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The modules there are; with `module` that one.
    modules: Vec<Entry>,
    /// The source, in Rust, when a module was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    /// Its name.
    name: &'static str,
    /// A one-line summary.
    summary: &'static str,
}

#[async_trait]
impl Tool for GetComponentSource {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "get_component_source";
    const TITLE: &'static str = "Read the Rust source";
    const DESCRIPTION: &'static str = "Returns the Rust source of a type of component or \
        another public module, for a Rust program with the crate. Without a module it lists all.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"module": "button"}"#;

    async fn call(_: &Call, Arguments { module }: Arguments) -> Result<Output, ToolError> {
        let all = component_sources::all();
        let Some(name) = module else {
            return Ok(Output { modules: all.iter().map(entry).collect(), source: None });
        };
        let module = all.iter().find(|module| module.name == name).ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|module| module.name).collect();
            unknown_name("module", "module", &name, &names)
        })?;
        Ok(Output { modules: vec![entry(module)], source: Some(module.source) })
    }
}

fn entry(module: &Module) -> Entry {
    Entry { name: module.name, summary: module.summary }
}
