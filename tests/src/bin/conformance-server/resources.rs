//! The resources that the suite reads.

use rmcp::model::{ReadResourceResult, Resource, ResourceTemplate};
use serde_json::json;

use crate::fixture::{complete, fixture};
use crate::tools::PNG;

pub(crate) fn all() -> Vec<Resource> {
    let resource =
        |uri: &str, kind: &str| fixture(json!({"uri": uri, "name": uri, "mimeType": kind}));
    vec![
        resource("test://static-text", "text/plain"),
        resource("test://static-binary", "image/png"),
        resource("test://watched-resource", "text/plain"),
    ]
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![fixture(json!({
        "uriTemplate": "test://template/{id}/data",
        "name": "template",
        "mimeType": "application/json",
    }))]
}

/// The resource, if it is one of the suite's.
pub(crate) fn read(uri: &str) -> Option<ReadResourceResult> {
    let mut content = match uri {
        "test://static-text" | "test://watched-resource" => {
            json!({"mimeType": "text/plain", "text": "This is the content of the static text resource."})
        }
        "test://static-binary" => json!({"mimeType": "image/png", "blob": PNG}),
        _ => {
            let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
            let text =
                json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
            json!({"mimeType": "application/json", "text": text.to_string()})
        }
    };
    content["uri"] = uri.into();
    Some(complete(json!({"contents": [content]})))
}
