//! Arguments as models and agent frameworks write them: a list or an object as the text of its
//! JSON, numbers and booleans as text, `null` for what is left out.
//!
//! Such a value is taken for what it says where the schema of the argument leaves no doubt, at any
//! depth. What could be meant as it stands, such as a text where a text is allowed, stays.

use rmcp::model::JsonObject;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Number, Value};
use widget_state::Component;

/// Schemas deeper in each other than this are no longer followed.
const MAX_DEPTH: usize = 64;

/// The types of the arguments of a tool, with every type in full, other than in the schema that
/// models read.
#[derive(Clone, Debug)]
pub(crate) struct ArgumentTypes {
    root: Value,
    definitions: Map<String, Value>,
}

impl ArgumentTypes {
    pub(crate) fn of<T: JsonSchema>() -> Self {
        let mut generator = SchemaSettings::draft2020_12().into_generator();
        let component = generator.subschema_for::<Component>();
        let root = generator.root_schema_for::<T>().to_value();
        let mut types = Self { definitions: generator.take_definitions(true), root };
        types.complete_blocks(&component);
        types
    }

    /// In the schema of a block a component is only named; its properties are those of a toolbar.
    fn complete_blocks(&mut self, component: &Schema) {
        let component = component.as_value();
        let Some(blocks) = self.definitions.get_mut("Block") else { return };
        for variant in blocks["oneOf"].as_array_mut().into_iter().flatten() {
            let properties = variant.get("properties").and_then(Value::as_object);
            if properties.is_some_and(|properties| properties.len() == 1) {
                variant["allOf"] = Value::Array(vec![component.clone()]);
            }
        }
    }

    /// Turns arguments into what they say.
    pub(crate) fn adapt(&self, arguments: &mut JsonObject) {
        self.adapt_object(arguments, &self.root, MAX_DEPTH);
    }

    fn adapt_value(&self, value: &mut Value, schema: &Value, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let schema = self.resolve(schema);
        if let Value::String(text) = value
            && !self.takes(schema, "string", depth)
            && let Some(said) = self.said(text, schema, depth)
        {
            *value = said;
        }
        match value {
            Value::Object(object) => self.adapt_object(object, schema, depth),
            Value::Array(items) => self.adapt_items(items, schema, depth),
            Value::Number(number) => {
                if !self.takes(schema, "number", depth)
                    && let Some(whole) = whole(number)
                {
                    *number = whole;
                }
            }
            _ => {}
        }
    }

    fn adapt_object(&self, object: &mut JsonObject, schema: &Value, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let schema = self.resolve(schema);
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            object.retain(|name, value| {
                !value.is_null()
                    || properties.get(name).is_none_or(|property| {
                        is_required(schema, name) || self.takes(property, "null", depth)
                    })
            });
            for (name, property) in properties {
                if let Some(value) = object.get_mut(name) {
                    self.adapt_value(value, property, depth);
                }
            }
        }
        if let Some(more) = schema.get("additionalProperties").filter(|more| more.is_object()) {
            let named = schema.get("properties");
            let others = object.iter_mut().filter(|(name, _)| {
                named.is_none_or(|properties| properties.get(name.as_str()).is_none())
            });
            others.for_each(|(_, value)| self.adapt_value(value, more, depth));
        }
        for branch in each(schema, "allOf") {
            self.adapt_object(object, branch, depth);
        }
        if let Some(branch) = self.branch(object, schema, depth) {
            self.adapt_object(object, branch, depth);
        }
    }

    fn adapt_items(&self, items: &mut [Value], schema: &Value, depth: usize) {
        let branch = if schema.get("items").is_some() {
            Some(schema)
        } else {
            self.only(alternatives(schema), "array", depth)
        };
        let Some(of_item) = branch.and_then(|branch| branch.get("items")) else { return };
        items.iter_mut().for_each(|item| self.adapt_value(item, of_item, depth));
    }

    /// The alternative that an object is: the one that has its tag, or the only one for objects.
    fn branch<'a>(
        &'a self,
        object: &JsonObject,
        schema: &'a Value,
        depth: usize,
    ) -> Option<&'a Value> {
        let has_its_tag = |branch: &&Value| {
            let properties = self.resolve(branch).get("properties").and_then(Value::as_object);
            let mut tags = properties
                .into_iter()
                .flatten()
                .filter_map(|(name, property)| Some(object.get(name)? == property.get("const")?));
            tags.next().is_some_and(|is_same| is_same) && tags.all(|is_same| is_same)
        };
        alternatives(schema)
            .find(has_its_tag)
            .or_else(|| self.only(alternatives(schema), "object", depth))
    }

    /// The only alternative that takes values of a type of JSON.
    fn only<'a>(
        &'a self,
        alternatives: impl Iterator<Item = &'a Value>,
        kind: &str,
        depth: usize,
    ) -> Option<&'a Value> {
        let mut fitting = alternatives.filter(|branch| self.takes(branch, kind, depth));
        fitting.next().filter(|_| fitting.next().is_none()).map(|branch| self.resolve(branch))
    }

    /// The value that a text says, of a type that the schema takes.
    fn said(&self, text: &str, schema: &Value, depth: usize) -> Option<Value> {
        let text = text.trim();
        let takes = |kind| self.takes(schema, kind, depth);
        if takes("boolean") {
            for said in [true, false] {
                if text.eq_ignore_ascii_case(if said { "true" } else { "false" }) {
                    return Some(said.into());
                }
            }
        }
        let said: Value = serde_json::from_str(text).ok()?;
        let kind = match &said {
            Value::Array(_) => "array",
            Value::Object(_) => "object",
            Value::Number(_) => return (takes("number") || takes("integer")).then_some(said),
            _ => return None,
        };
        takes(kind).then_some(said)
    }

    /// Returns whether a schema takes values of a type of JSON.
    fn takes(&self, schema: &Value, kind: &str, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let schema = self.resolve(schema);
        if let Some(constant) = schema.get("const") {
            return kind_of(constant) == kind;
        }
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            return words.iter().any(|word| kind_of(word) == kind);
        }
        match schema.get("type") {
            Some(Value::String(own)) => return own == kind,
            Some(Value::Array(own)) => return own.iter().any(|own| own == kind),
            _ => {}
        }
        let mut alternatives = alternatives(schema).peekable();
        if alternatives.peek().is_some() {
            return alternatives.any(|branch| self.takes(branch, kind, depth));
        }
        each(schema, "allOf").all(|branch| self.takes(branch, kind, depth))
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let name = schema.get("$ref").and_then(Value::as_str);
        let name = name.and_then(|name| name.strip_prefix("#/$defs/"));
        name.and_then(|name| self.definitions.get(name)).unwrap_or(schema)
    }
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    each(schema, "oneOf").chain(each(schema, "anyOf"))
}

fn each<'a>(schema: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn is_required(schema: &Value, name: &str) -> bool {
    each(schema, "required").any(|required| required == name)
}

/// `5.0` as `5`.
fn whole(number: &Number) -> Option<Number> {
    let float = number.as_f64().filter(|_| number.is_f64())?;
    // Every whole number up to here has one form only (IEEE 754, binary64).
    let is_whole = float.fract() == 0.0 && float.abs() <= 9_007_199_254_740_992.0;
    is_whole.then(|| format!("{float:.0}").parse().ok())?
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use widget_state::Limits;

    use super::*;
    use crate::tool::error::ToolError;
    use crate::tool::{Call, ToolEntry};
    use crate::tools;
    use crate::widgets::Widgets;

    fn tool(name: &str) -> &'static ToolEntry {
        tools::all().iter().find(|tool| tool.description.name == name).expect("the tool")
    }

    fn adapted(tool: &ToolEntry, arguments: &Value) -> Value {
        let mut arguments = arguments.as_object().expect("an object").clone();
        tool.types.adapt(&mut arguments);
        arguments.into()
    }

    /// The value with everything that is no text written as text.
    fn as_text(value: &Value) -> Value {
        match value {
            Value::String(_) | Value::Null => value.clone(),
            other => other.to_string().into(),
        }
    }

    /// Every place of an object, from the outside in.
    fn places(value: &Value, at: &str) -> Vec<String> {
        let inner: Vec<(String, &Value)> = match value {
            Value::Object(object) => {
                object.iter().map(|(name, value)| (format!("{at}/{name}"), value)).collect()
            }
            Value::Array(items) => {
                items.iter().enumerate().map(|(n, item)| (format!("{at}/{n}"), item)).collect()
            }
            _ => Vec::new(),
        };
        let deeper = inner.iter().flat_map(|(at, value)| places(value, at));
        inner.iter().map(|(at, _)| at.clone()).chain(deeper).collect()
    }

    /// Of what a tool's own types do not describe a text is a text.
    fn is_open(types: &ArgumentTypes, place: &str) -> bool {
        let mut schema = &types.root;
        for name in place.split('/').skip(1) {
            schema = types.resolve(schema);
            let next = schema.get("properties").and_then(|properties| properties.get(name));
            let Some(next) = next else { return true };
            schema = next;
        }
        types.takes(schema, "string", MAX_DEPTH)
    }

    #[test]
    fn every_argument_of_every_tool_may_be_written_as_text() {
        for tool in tools::all() {
            let example: Value = serde_json::from_str(tool.example).expect("JSON");
            assert_eq!(adapted(tool, &example), example, "{}", tool.description.name);
            for name in example.as_object().expect("an object").keys() {
                if is_open(&tool.types, &format!("/{name}")) {
                    continue;
                }
                let mut written = example.clone();
                written[name] = as_text(&example[name]);
                assert_eq!(adapted(tool, &written), example, "{} {name}", tool.description.name);
            }
        }
    }

    #[tokio::test]
    async fn null_stands_for_every_argument_that_may_be_left_out() {
        let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
        for tool in tools::all() {
            let mut filled: JsonObject = serde_json::from_str(tool.example).expect("JSON");
            let properties = tool.description.input_schema.get("properties");
            for (name, _) in properties.and_then(Value::as_object).into_iter().flatten() {
                filled.entry(name.clone()).or_insert(Value::Null);
            }
            tool.types.adapt(&mut filled);
            // The widget of the example is not there; everything else is right.
            if let Err(ToolError::Argument { name, problem }) = tool.call(&call, filled).await {
                assert_eq!(name, "widget_id", "{}: {problem}", tool.description.name);
            }
        }
    }

    #[test]
    fn at_any_depth() {
        let create = tool("create_widget");
        let right = json!({"toolbars": [{"position": "top", "items": [
            {"type": "slider", "component_id": "a", "min": 1, "max": 5, "step": 1},
            {"type": "select", "component_id": "b", "options": ["x", {"label": "Y", "value": "y"}]},
        ]}], "height": 300, "blocks": [
            {"type": "card", "title": "T", "blocks": [
                {"type": "checkbox", "id": "c", "label": "On", "value": true},
            ]},
        ]});
        for place in places(&right, "") {
            let mut written = right.clone();
            let value = written.pointer_mut(&place).expect("the place");
            // A choice may be a text.
            if value.is_string() || place.contains("/options/") {
                continue;
            }
            *value = as_text(value);
            assert_eq!(adapted(create, &written), right, "{place}");
        }
        let with_nulls = json!({"toolbars": [{"position": "top", "items": [
            {"type": "slider", "component_id": "a", "min": "1", "max": 5.0, "step": 1,
             "label": null, "disabled": null},
        ]}]});
        let items = &adapted(create, &with_nulls)["toolbars"][0]["items"][0];
        assert_eq!(items["min"], json!(1));
        assert!(items.get("disabled").is_none(), "{items}");
    }

    #[test]
    fn a_text_stays_where_a_text_may_be_meant() {
        let right = json!({"widget_id": "0123456789abcdef0123456789abcdef",
            "component_id": "a", "text": "[1, 2]"});
        assert_eq!(adapted(tool("set_content"), &right), right);
        let values = json!({"values": {"a": "5", "b": "true", "c": "[1]", "d": null}});
        assert_eq!(adapted(tool("set_toolbar_values"), &values), values);
        for height in ["tall", "12px", "1e999", "null", ""] {
            let wrong = json!({"html": "x", "height": height});
            assert_eq!(adapted(tool("create_widget"), &wrong), wrong);
        }
    }
}
