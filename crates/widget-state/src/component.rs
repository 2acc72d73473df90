//! The components of a toolbar.
//!
//! A component is what all have in common ([`Common`]) and what its type adds
//! ([`ComponentKind`]). A new type is a file in `component/` and a line in
//! [`component_kinds!`].

mod button;
mod choice;
mod div;
mod fields;
mod select;
mod shared_fields;
mod text;
mod toggle;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

pub use button::{Button, ButtonSize, ButtonVariant};
pub use choice::Choice;
pub use div::Div;
use fields::field_names;
pub use select::Select;
pub use shared_fields::Common;
pub use text::Text;
pub use toggle::Toggle;

use crate::suggest::{did_you_mean, nearest};

/// A component: a control or a piece of content in a toolbar.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Component {
    /// What every component has.
    #[serde(flatten)]
    pub common: Common,
    /// What its type adds.
    #[serde(flatten)]
    pub kind: ComponentKind,
}

/// What a type of component has to tell the document.
trait Kind {
    /// The event when the component names none.
    fn default_event(&self) -> &'static str {
        "toolbar:change"
    }

    /// The value it starts with; `None` for a type that has no value.
    fn initial_value(&self) -> Option<Value> {
        None
    }

    /// Whether the component can have this value.
    fn accepts(&self, _value: &Value) -> bool {
        false
    }

    /// Whether its content can be replaced.
    fn has_content(&self) -> bool {
        false
    }

    /// The components inside it.
    fn children(&self) -> &[Component] {
        &[]
    }

    /// The components inside it, to be given ids.
    fn children_mut(&mut self) -> &mut [Component] {
        &mut []
    }
}

macro_rules! component_kinds {
    ($($name:literal => $kind:ident,)*) => {
        /// What a type of component adds to [`Common`].
        #[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
        #[serde(tag = "type")]
        pub enum ComponentKind {
            $(
                #[expect(missing_docs, reason = "described by its struct, in the schema too")]
                #[serde(rename = $name)]
                $kind($kind),
            )*
        }

        impl ComponentKind {
            /// The names of all types, as `type` takes them.
            pub const TYPES: &'static [&'static str] = &[$($name),*];

            /// The name of this type.
            #[must_use]
            pub fn type_name(&self) -> &'static str {
                match self { $(Self::$kind(_) => $name,)* }
            }

            fn from_map<E: Error>(name: &str, map: Map<String, Value>) -> Result<Self, E> {
                match name {
                    $($name => own_fields::<$kind, E>(name, map).map(Self::$kind),)*
                    _ => Err(unknown_type(name)),
                }
            }

            fn as_kind(&self) -> &dyn Kind {
                match self { $(Self::$kind(kind) => kind,)* }
            }

            fn as_kind_mut(&mut self) -> &mut dyn Kind {
                match self { $(Self::$kind(kind) => kind,)* }
            }
        }
    };
}

component_kinds! {
    "button" => Button,
    "select" => Select,
    "text" => Text,
    "toggle" => Toggle,
    "div" => Div,
}

impl Component {
    /// The event that the component emits.
    #[must_use]
    pub fn event(&self) -> &str {
        self.common
            .event
            .as_ref()
            .map_or(self.kind.as_kind().default_event(), |event| event.as_str())
    }

    /// Its id; empty before the component is part of a document.
    #[must_use]
    pub fn id(&self) -> &str {
        self.common.component_id.as_deref().unwrap_or_default()
    }

    /// The value it starts with; `None` for a type that has no value.
    #[must_use]
    pub fn initial_value(&self) -> Option<Value> {
        self.kind.as_kind().initial_value()
    }

    /// Whether the component can have this value.
    #[must_use]
    pub fn accepts(&self, value: &Value) -> bool {
        self.kind.as_kind().accepts(value)
    }

    /// Whether its content can be replaced.
    #[must_use]
    pub fn has_content(&self) -> bool {
        self.kind.as_kind().has_content()
    }

    /// The components inside it.
    #[must_use]
    pub fn children(&self) -> &[Self] {
        self.kind.as_kind().children()
    }

    pub(crate) fn children_mut(&mut self) -> &mut [Self] {
        self.kind.as_kind_mut().children_mut()
    }
}

impl<'de> Deserialize<'de> for Component {
    /// Refuses a property that the type does not have, with the nearest match.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut own = Map::<String, Value>::deserialize(deserializer)?;
        let name = match own.remove("type") {
            Some(Value::String(name)) => name,
            Some(_) => return Err(D::Error::custom("`type` must be a string")),
            None => return Err(D::Error::custom(format!("no `type`; {}", allowed_types()))),
        };
        let common = field_names::<Common>()
            .iter()
            .filter_map(|field| own.remove_entry(*field))
            .collect::<Map<_, _>>();
        let kind = ComponentKind::from_map(&name, own)?;
        let common = serde_json::from_value(Value::Object(common))
            .map_err(|error| D::Error::custom(format!("in a {name}: {error}")))?;
        Ok(Self { common, kind })
    }
}

fn own_fields<T, E>(name: &str, map: Map<String, Value>) -> Result<T, E>
where
    T: for<'de> Deserialize<'de>,
    E: Error,
{
    let allowed = || field_names::<T>().iter().chain(field_names::<Common>()).copied();
    if let Some(unknown) = map.keys().find(|key| !allowed().any(|field| field == *key)) {
        let hint = did_you_mean(nearest(unknown, allowed()));
        let list = allowed().collect::<Vec<_>>().join(", ");
        return Err(E::custom(format!(
            "a {name} has no property \"{unknown}\"{hint} (it has {list})"
        )));
    }
    serde_json::from_value(Value::Object(map))
        .map_err(|error| E::custom(format!("in a {name}: {error}")))
}

fn unknown_type<E: Error>(name: &str) -> E {
    let hint = did_you_mean(nearest(name, ComponentKind::TYPES.iter().copied()));
    E::custom(format!("unknown component type \"{name}\"{hint}; {}", allowed_types()))
}

fn allowed_types() -> String {
    format!("the types are {}", ComponentKind::TYPES.join(", "))
}

#[cfg(test)]
mod tests;
