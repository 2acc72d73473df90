//! Blocks as JSON, in the form that they are read from.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Block, BlockKind};

/// The properties that a block adds to those of a component.
pub(super) const BESIDE_COMPONENT: [&str; 4] = ["hidden", "height", "span", "sticky"];

/// The properties of a struct; none of a value that is no object.
pub(super) fn fields_of<T: Serialize>(value: &T) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

impl Serialize for Block {
    /// Writes what the block is read from, with the figure or the rows and the blocks inside.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = self.own_json();
        fields.insert("type".into(), self.kind.type_name().into());
        if self.kind.as_kind().blocks().is_empty() && !matches!(self.kind, BlockKind::Tabs(_)) {
            return fields.serialize(serializer);
        }
        let property = self.kind.as_kind().blocks_property();
        let blocks: Vec<Map<String, Value>> = self.blocks().iter().map(fields_of).collect();
        fields.insert(property.into(), blocks.into());
        fields.serialize(serializer)
    }
}

impl Block {
    /// Its properties but for its type and the blocks inside it, as they are read.
    pub(super) fn own_json(&self) -> Map<String, Value> {
        self.json_with(self.kind.own_fields())
    }

    /// The properties that every block has, with these of its type.
    pub(super) fn json_with(&self, own: Map<String, Value>) -> Map<String, Value> {
        let mut fields = fields_of(&self.common);
        fields.extend(own);
        if let BlockKind::Component(_) = self.kind
            && let Some(id) = fields.remove("component_id")
        {
            fields.insert("id".into(), id);
        }
        fields
    }
}
