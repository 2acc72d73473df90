//! `build_div`

use std::collections::BTreeMap;

use async_trait::async_trait;
use html_escape::encode_quoted_attribute;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{Component, ComponentKind, Div};

use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::component_html::{Built, Given, build};

pub(crate) struct BuildDiv;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Its content, as HTML.
    content: Option<String>,
    /// Its content, as text, instead of `content`; markup in it is shown, not read.
    text: Option<String>,
    /// Components after the content, as in the items of a toolbar of create_widget.
    #[serde(default)]
    #[schemars(with = "Vec<Map<String, Value>>")]
    children: Vec<Component>,
    /// Its id; made when left out.
    component_id: Option<String>,
    /// CSS properties and their values.
    #[serde(default)]
    style: BTreeMap<String, Value>,
    /// CSS classes, separated by spaces.
    #[serde(default)]
    class_name: String,
}

#[async_trait]
impl Tool for BuildDiv {
    type Arguments = Arguments;
    type Output = Built;

    const NAME: &'static str = "build_div";
    const TITLE: &'static str = "Build a div component";
    const DESCRIPTION: &'static str = "Makes a div, checked and with an id, without showing it: \
        as a component for create_widget and as HTML. set_content and set_style change it later.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str =
        r#"{"text": "Revenue < plan", "component_id": "notice", "style": {"color": "crimson"}}"#;

    async fn call(_: &Call, arguments: Arguments) -> Result<Built, ToolError> {
        let Arguments { content, text, children, component_id, style, class_name } = arguments;
        let content = match (content, text) {
            (Some(_), Some(_)) => {
                return Err(ToolError::argument("text", "give either content or text, not both"));
            }
            (Some(html), None) => html,
            (None, Some(text)) => encode_quoted_attribute(&text).into_owned(),
            (None, None) if children.is_empty() => {
                return Err(ToolError::argument("content", "give content, text or children"));
            }
            (None, None) => String::new(),
        };
        let given = Given { component_id, style, class_name };
        build(given, ComponentKind::Div(Div { content, children }))
    }
}
