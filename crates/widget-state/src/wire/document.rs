//! The document as viewers get it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::block::{WireBlock, wire_block};
use crate::component::modal::Modal;
use crate::component::spec::ComponentSpec;
use crate::component::toolbar::{Toolbar, ToolbarPosition};
use crate::event::route::EventRoutes;
use crate::op::Content;
use crate::op::element_edit::ElementEdit;
use crate::style::Appearance;
use crate::widget::Widget;
use crate::widget::contents::Contents;
use crate::widget::page::{PageDensity, PageWidth};

/// A whole document as viewers get it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WireDocument {
    title: String,
    height: Option<u32>,
    width: PageWidth,
    density: PageDensity,
    blocks: Vec<WireBlock>,
    #[schemars(with = "Vec<ToolbarSpec>")]
    toolbars: Vec<Toolbar>,
    #[schemars(with = "Vec<ComponentSpec>")]
    modals: Vec<Modal>,
    values: BTreeMap<String, Value>,
    #[schemars(with = "Vec<ChangedElement>")]
    contents: Contents,
    #[serde(skip_serializing_if = "EventRoutes::is_empty")]
    routes: EventRoutes,
    #[serde(flatten)]
    appearance: Appearance,
}

/// A toolbar in the types of the front end.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ToolbarSpec {
    position: ToolbarPosition,
    items: Vec<ComponentSpec>,
    #[serde(default)]
    collapsible: bool,
    #[serde(default)]
    resizable: bool,
}

/// A change of an element in the types of the front end: one of `content` and `edit`.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ChangedElement {
    component_id: String,
    revision: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Content")]
    content: Option<Content>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ElementEdit")]
    edit: Option<ElementEdit>,
}

impl Widget {
    /// The whole document as viewers get it, figures and rows by reference.
    #[must_use]
    pub fn document(&self) -> WireDocument {
        WireDocument {
            title: self.title.clone(),
            height: self.height,
            width: self.width,
            density: self.density,
            blocks: self.blocks.iter().map(wire_block).collect(),
            toolbars: self.toolbars.clone(),
            modals: self.modals.clone(),
            values: self.values.clone(),
            contents: self.contents.clone(),
            routes: self.routes.clone(),
            appearance: self.appearance.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::rows::Rows;

    #[test]
    fn documents_refer_to_their_data() {
        let rows = Rows::parse(r#"[{"a": 1}]"#).unwrap();
        let document = Widget::table(rows).with_title("T").unwrap().document();
        let expected = json!({
            "title": "T", "height": null, "width": "full", "density": "comfortable",
            "toolbars": [], "modals": [], "values": {}, "contents": [],
            "theme": "system", "styles": {}, "sheets": [],
            "blocks": [{"type": "table", "id": ":body",
                "columns": [{"field": "a", "type": "number"}],
                "row_id": null, "data": {"revision": 1},
                "state": {"columns": [], "sort": [], "filter": {},
                          "selection": {"row_ids": [], "count": 0}}}],
        });
        assert_eq!(serde_json::to_value(document).unwrap(), expected);
    }
}
