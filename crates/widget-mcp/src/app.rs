//! MCP Apps: widgets inside of the chat client (extension `io.modelcontextprotocol/ui`,
//! specification 2026-01-26).

use rmcp::model::{
    ClientCapabilities, ExtensionCapabilities, Implementation, JsonObject, MetaObject,
};
use serde_json::{Value, json};
use widget_web::InlineView;

/// The name under which clients and servers announce the extension.
const EXTENSION: &str = "io.modelcontextprotocol/ui";

/// The client that shows views without announcing it: the example host of ext-apps, which hosts are
/// tried with and begun from (`examples/basic-host`).
const BASIC_HOST: &str = "MCP Apps Host";

/// The one kind of view there is so far.
pub(crate) const MIME_TYPE: &str = "text/html;profile=mcp-app";

/// The addresses of the views. One with every program would be more HTML than some hosts take, so
/// each has that which its tool needs at once, and fetches others.
pub(crate) const VIEWS: [(&str, InlineView); 3] =
    [("html", InlineView::Html), ("chart", InlineView::Chart), ("table", InlineView::Table)];

/// The prefix of the address of a view.
pub(crate) const ADDRESS: &str = "ui://widget-mcp/";

/// The relation of a tool to views. A view holds the agent's HTML, whose scripts
/// can ask the host for any tool that is for views: so each tool is for one of the
/// two, and by default, which is both, a script could read other widgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AppRole {
    /// It is for models.
    ForModels,
    /// The same, and the view of this name shows what it makes.
    ShownBy(&'static str),
    /// It is for views.
    ForViews,
}

impl AppRole {
    /// Returns the metadata of a tool with this role.
    pub(crate) fn meta(self) -> MetaObject {
        let value = match self {
            Self::ForModels => json!({"ui": {"visibility": ["model"]}}),
            Self::ShownBy(view) => {
                let address = format!("{ADDRESS}{view}");
                // The second is the name it had in drafts, which some hosts still look for.
                json!({
                    "ui": {"resourceUri": address, "visibility": ["model"]},
                    "ui/resourceUri": address,
                })
            }
            Self::ForViews => json!({"ui": {"visibility": ["app"]}}),
        };
        MetaObject(object(value))
    }
}

/// Returns whether a client shows views itself: it announces them, or is known to.
pub(crate) fn shows_views(
    capabilities: Option<&ClientCapabilities>,
    client: Option<&Implementation>,
) -> bool {
    announces_views(capabilities) || client.is_some_and(|client| client.name == BASIC_HOST)
}

fn announces_views(capabilities: Option<&ClientCapabilities>) -> bool {
    let extensions = capabilities.and_then(|capabilities| capabilities.extensions.as_ref());
    let settings = extensions.and_then(|extensions| extensions.get(EXTENSION));
    let types = settings.and_then(|settings| settings.get("mimeTypes")).and_then(Value::as_array);
    types.is_some_and(|types| types.iter().any(|mime_type| mime_type == MIME_TYPE))
}

/// Returns the announced extension capabilities.
pub(crate) fn extension() -> ExtensionCapabilities {
    ExtensionCapabilities::from([(EXTENSION.to_owned(), JsonObject::new())])
}

/// Returns the requests of a view to its host: no other origin, and no camera or the like.
pub(crate) fn view_meta() -> MetaObject {
    let nowhere = json!({"connectDomains": [], "resourceDomains": [], "frameDomains": []});
    let ui = json!({"ui": {"csp": nowhere, "permissions": {}, "prefersBorder": true}});
    MetaObject(object(ui))
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

#[cfg(test)]
mod tests;
