//! A figure as a text in JSON, for serde's `with`: it is read by nothing between the log and a
//! chart, so nothing has to parse it on the way.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

use crate::chart::figure::Figure;

pub(crate) fn serialize<S: Serializer>(figure: &Figure, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(figure.as_json())
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Figure, D::Error> {
    Figure::parse(String::deserialize(deserializer)?).map_err(D::Error::custom)
}
