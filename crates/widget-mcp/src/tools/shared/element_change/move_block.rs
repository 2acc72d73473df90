//! `move`: a block to another place.

use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{BlockPlace, Op, Widget};

use super::at_page;
use crate::tool::error::ToolError;

/// A block, and the place that it goes to.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    id: String,
    before: Option<String>,
    after: Option<String>,
    into: Option<String>,
}

impl Move {
    pub(super) fn into_op(self, widget: &Widget) -> Result<Op, ToolError> {
        let Self { id, before, after, into } = self;
        let into = into.map(|into| at_page(widget, into));
        if widget.block(&id).is_none()
            && widget.elements_now().iter().any(|(known, _)| *known == id)
        {
            let problem = format!(
                "\"{id}\" is an element of the html: remove it, and put it in again by before or after"
            );
            return Err(ToolError::argument("move", problem));
        }
        let (place, near) = match (before, after, into) {
            (Some(other), None, None) if other != id => (BlockPlace::Before, other),
            (None, Some(other), None) if other != id => (BlockPlace::After, other),
            (None, None, Some(other)) if other != id => (BlockPlace::End, other),
            _ => {
                let problem = "give before, after or into: the id of another block";
                return Err(ToolError::argument("move", problem));
            }
        };
        Ok(Op::MoveBlock { component_id: id, place, near })
    }
}
