//! A Plotly chart.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::{Kind, StoredParts};
use crate::chart::Chart;
use crate::chart::figure::Figure;

/// A Plotly chart. Clicks, selections and zoom come as `chart:click`, `chart:selected`,
/// `chart:relayout`, `chart:legend-click` and `chart:hover`, with the `block_id`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({"type": "chart", "id": "sales", "figure": {"data": [{"type": "bar", "x": ["a", "b"], "y": [1, 2]}], "layout": {}}}))]
pub struct ChartBlock {
    /// A Plotly figure: an object with a list `data` of traces and an object `layout`.
    #[serde(deserialize_with = "figure", serialize_with = "as_object")]
    #[schemars(schema_with = "object_schema")]
    pub figure: Figure,
}

fn object_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object"})
}

/// A figure, or its JSON text, which many models write instead.
fn figure<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Figure, D::Error> {
    let text = match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        value => value.to_string(),
    };
    Figure::parse(text).map_err(|error| D::Error::custom(format!("figure: {error}")))
}

fn as_object<S: Serializer>(figure: &Figure, serializer: S) -> Result<S::Ok, S::Error> {
    // A figure has been read as JSON before.
    let value: Value = serde_json::from_str(figure.as_json()).unwrap_or_default();
    value.serialize(serializer)
}

impl Serialize for Chart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ChartBlock { figure: self.figure().clone() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Chart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ChartBlock::deserialize(deserializer).map(|block| Self::new(block.figure))
    }
}

impl JsonSchema for Chart {
    fn schema_name() -> Cow<'static, str> {
        "ChartBlock".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ChartBlock::json_schema(generator)
    }
}

impl Kind for Chart {
    fn data_bytes(&self) -> usize {
        self.figure().bytes()
    }

    fn wire(&self) -> Option<Map<String, Value>> {
        Some(Map::new())
    }

    /// The figure as text, so that it stays as it came.
    fn stored(&self) -> serde_json::Result<Option<StoredParts>> {
        let properties = Map::from_iter([("figure".to_owned(), self.figure().as_json().into())]);
        let state = serde_json::to_value((self.view(), self.revision()))?;
        Ok(Some(StoredParts { properties, state }))
    }

    fn restore(&mut self, state: Value) -> serde_json::Result<()> {
        let (view, revision) = serde_json::from_value(state)?;
        self.set_view(view);
        self.set_revision(revision);
        Ok(())
    }
}
