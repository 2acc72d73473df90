//! Blocks as a journal keeps them: the properties that they were made of, and what has become of
//! them since.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Block, read};

/// A block with everything inside it.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredBlock {
    properties: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    inside: Vec<StoredBlock>,
}

/// The parts of a block whose type has more than the properties that it was made of.
pub(crate) struct StoredParts {
    /// Properties that it could be made of.
    pub(crate) properties: Map<String, Value>,
    /// Its changes since, for [`Kind::restore`](super::Kind::restore).
    pub(crate) state: Value,
}

impl StoredBlock {
    /// A block as it is now.
    ///
    /// # Errors
    ///
    /// Something in it has no form in JSON.
    pub(crate) fn of(block: &Block) -> serde_json::Result<Self> {
        let (own, state) = match block.kind.as_kind().stored()? {
            Some(StoredParts { properties, state }) => (properties, Some(state)),
            None => (block.kind.own_fields(), None),
        };
        let mut properties = block.json_with(own);
        properties.insert("type".into(), block.kind.type_name().into());
        let inside = block.blocks().iter().map(Self::of).collect::<serde_json::Result<_>>()?;
        Ok(Self { properties, state, inside })
    }

    /// The block as it was.
    ///
    /// Its properties are not checked against each other: what was right when it was made may
    /// have changed since, such as the places of blocks in HTML.
    ///
    /// # Errors
    ///
    /// There is no such type, or it has no such properties.
    pub(crate) fn block(self) -> Result<Block, String> {
        let mut block = read::unchecked(self.properties)?;
        if let Some(state) = self.state {
            block.kind.as_kind_mut().restore(state).map_err(|error| error.to_string())?;
        }
        if let Some(blocks) = block.blocks_mut() {
            *blocks = self.inside.into_iter().map(Self::block).collect::<Result<_, _>>()?;
        }
        Ok(block)
    }
}
