//! MCP Apps: widgets inside of the chat client (extension `io.modelcontextprotocol/ui`,
//! specification 2026-01-26).

use rmcp::model::{ClientCapabilities, ExtensionCapabilities, JsonObject, MetaObject};
use serde_json::{Value, json};
use widget_web::InlineView;

/// The name under which clients and servers announce the extension.
const EXTENSION: &str = "io.modelcontextprotocol/ui";

/// The one kind of view there is so far.
pub(crate) const MIME_TYPE: &str = "text/html;profile=mcp-app";

/// What stands in the addresses of the views, and which view is there. In one that
/// draws charts of every kind hosts would find too much HTML.
pub(crate) const VIEWS: [(&str, InlineView); 3] =
    [("html", InlineView::Html), ("chart", InlineView::Chart), ("table", InlineView::Table)];

/// How the address of a view begins.
pub(crate) const ADDRESS: &str = "ui://widget-mcp/";

/// What a tool has to do with views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AppRole {
    /// Nothing.
    None,
    /// The view of this name shows what it makes.
    ShownBy(&'static str),
    /// It is for views and not for models.
    ForViews,
}

impl AppRole {
    /// What a tool with this role says of it in its description.
    pub(crate) fn meta(self) -> Option<MetaObject> {
        let value = match self {
            Self::None => return None,
            Self::ShownBy(view) => {
                let address = format!("{ADDRESS}{view}");
                // The second is the name it had in drafts, which some hosts still look for.
                json!({
                    "ui": {"resourceUri": address, "visibility": ["model", "app"]},
                    "ui/resourceUri": address,
                })
            }
            Self::ForViews => json!({"ui": {"visibility": ["app"]}}),
        };
        Some(MetaObject(object(value)))
    }
}

/// Whether a client shows views itself.
pub(crate) fn shows_views(client: Option<&ClientCapabilities>) -> bool {
    let extensions = client.and_then(|capabilities| capabilities.extensions.as_ref());
    let settings = extensions.and_then(|extensions| extensions.get(EXTENSION));
    let types = settings.and_then(|settings| settings.get("mimeTypes")).and_then(Value::as_array);
    types.is_some_and(|types| types.iter().any(|mime_type| mime_type == MIME_TYPE))
}

/// What the server announces.
pub(crate) fn extension() -> ExtensionCapabilities {
    ExtensionCapabilities::from([(EXTENSION.to_owned(), JsonObject::new())])
}

/// What a view asks of its host: no other origin, and no camera or the like.
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
mod tests {
    use super::*;

    fn client(settings: Value) -> ClientCapabilities {
        serde_json::from_value(json!({"extensions": {EXTENSION: settings}})).unwrap()
    }

    #[test]
    fn only_a_client_that_takes_our_kind_of_view_shows_it() {
        assert!(shows_views(Some(&client(json!({"mimeTypes": ["text/x", MIME_TYPE]})))));
        for settings in [json!({}), json!({"mimeTypes": []}), json!({"mimeTypes": "text/html"})] {
            assert!(!shows_views(Some(&client(settings.clone()))), "{settings}");
        }
        assert!(!shows_views(Some(&ClientCapabilities::default())));
        assert!(!shows_views(None));
    }
}
