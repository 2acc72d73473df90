//! `inject_css`

use std::hash::{DefaultHasher, Hash, Hasher};

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_state::Op;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct InjectCss;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// CSS rules. Nothing is loaded from the network: images and fonts as data: URLs.
    css: String,
    /// Names the style sheet, to replace or remove it later; made from its content
    /// when left out.
    css_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// Names the style sheet, for remove_css.
    css_id: String,
    #[serde(flatten)]
    changed: Changed,
}

#[async_trait]
impl Tool for InjectCss {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "inject_css";
    const TITLE: &'static str = "Add a style sheet";
    const DESCRIPTION: &'static str = "Adds CSS rules to a widget, for its HTML and components; \
        its colours are variables such as --widget-bg, --widget-text and --widget-accent. The \
        same css_id replaces them, remove_css takes them away. For one element use set_style.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "css_id": "dashboard", "css": "output { font-size: 3rem; color: var(--widget-accent) }"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Output, ToolError> {
        let Arguments { widget_id, css, css_id } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let css_id = css_id.unwrap_or_else(|| id_of(&css));
        let op = Op::InjectCss { css_id: css_id.clone(), css: css.into() };
        let changed = change(call, widget_id, op).await?;
        Ok(Output { css_id, changed })
    }
}

/// The same rules get the same id, so that a repeated call puts them in once.
fn id_of(css: &str) -> String {
    let mut hasher = DefaultHasher::new();
    css.hash(&mut hasher);
    format!("css-{:016x}", hasher.finish())
}
