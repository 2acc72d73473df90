//! Reference documentation of components, from their types and doc comments.

mod property;

use std::fmt::Write;
use std::sync::LazyLock;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use widget_state::{Common, ComponentKind};

/// A type of component, described.
#[derive(Debug)]
pub(crate) struct ComponentDocs {
    /// As `type` takes it.
    pub(crate) name: &'static str,
    /// A summary in a few words.
    pub(crate) summary: String,
    /// The description, the data of its event, its own properties and an example.
    markdown: String,
}

impl ComponentDocs {
    /// The whole description, with what every component has, in Markdown.
    pub(crate) fn page(&self) -> String {
        format!("{}\n{}", self.markdown, shared())
    }
}

/// Every type.
pub(crate) fn all() -> &'static [ComponentDocs] {
    static ALL: LazyLock<Vec<ComponentDocs>> = LazyLock::new(|| {
        let kinds = schema_of::<ComponentKind>();
        ComponentKind::TYPES.iter().map(|name| describe(name, &kinds)).collect()
    });
    &ALL
}

/// Every type and what they share, in Markdown.
pub(crate) fn reference() -> String {
    let mut text = shared().to_owned();
    for docs in all() {
        text.push('\n');
        text.push_str(&docs.markdown);
    }
    text
}

/// Returns the properties that every component has.
fn shared() -> &'static str {
    static SHARED: LazyLock<String> = LazyLock::new(|| {
        let schema = schema_of::<Common>();
        format!("### Every component\n\n{}", properties(&schema))
    });
    &SHARED
}

/// The whole schema of a type, examples included, with everything in place.
fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn describe(name: &'static str, kinds: &Value) -> ComponentDocs {
    let variants = kinds["oneOf"].as_array();
    let is_named = |variant: &&Value| variant["properties"]["type"]["const"] == name;
    let schema = variants.into_iter().flatten().find(is_named).unwrap_or(&Value::Null);
    let description = property::description(schema);
    let mut markdown = format!("### {name}\n\n{description}\n\n{}", properties(schema));
    for example in schema["examples"].as_array().into_iter().flatten() {
        // Writing to a string cannot fail.
        let _infallible = write!(markdown, "\n```json\n{example}\n```\n");
    }
    let summary = description.split_once(". ").map_or(&*description, |(first, _)| first);
    ComponentDocs { name, summary: summary.trim_end_matches('.').to_owned(), markdown }
}

/// A line for each property but the type.
fn properties(schema: &Value) -> String {
    let nothing = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&nothing);
    let own = properties.iter().filter(|(name, _)| *name != "type");
    own.map(|(name, schema)| property::line(name, schema)).collect()
}

#[cfg(test)]
mod tests {
    use widget_state::Component;

    use super::*;

    #[test]
    fn every_type_is_described_with_an_example_that_is_read() {
        for docs in all() {
            let name = docs.name;
            assert!(docs.summary.starts_with(char::is_uppercase), "{name}: {}", docs.summary);
            let (_, rest) = docs.markdown.split_once("```json\n").expect(name);
            let (example, _) = rest.split_once("\n```").expect(name);
            let component: Component = serde_json::from_str(example).expect(name);
            assert_eq!(component.kind.type_name(), name);
        }
    }

    #[test]
    fn a_description_has_every_property_and_its_values() {
        let button = all().iter().find(|docs| docs.name == "button").unwrap().page();
        for part in [
            "without an `event` of its own it emits `button:click`",
            "- `variant`: `primary`, `neutral`",
            "default `neutral`",
            "- `component_id`: string. A stable id",
        ] {
            assert!(button.contains(part), "{part} is missing:\n{button}");
        }
        let marquee = all().iter().find(|docs| docs.name == "marquee").unwrap().page();
        assert!(marquee.contains("- `items`: list of components"), "{marquee}");
        assert!(marquee.contains("`alternate` (Reverses its direction"), "{marquee}");
    }

    #[test]
    fn the_reference_has_every_type_and_stays_short() {
        let reference = reference();
        for name in ComponentKind::TYPES {
            assert!(reference.contains(&format!("\n### {name}\n")), "{name}");
        }
        assert!(reference.len() < 16_000, "{}", reference.len());
    }
}
