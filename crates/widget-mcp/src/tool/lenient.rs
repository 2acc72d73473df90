//! Arguments as models and agent frameworks write them: a list or an object as the text of its
//! JSON, numbers and booleans as text, a number where a text is wanted, `null`, `"null"` or `""` for what is left out, one item in
//! the place of a list, a name in another case or in other words.
//!
//! Such a value is taken for what it says where the schema of the argument leaves no doubt, at any
//! depth. What could be meant as it stands, such as a text where a text is allowed, stays.

mod block_shape;

use rmcp::model::JsonObject;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Number, Value};
use widget_state::Component;

use super::names::other_name;

/// Schemas deeper in each other than this are no longer followed.
const MAX_DEPTH: usize = 64;

/// In a text in the place of a list of options these may stand between several of them.
const SEPARATORS: [char; 4] = [',', ';', '|', '\n'];

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

    /// The names of the arguments.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let properties = self.root["properties"].as_object();
        properties.into_iter().flatten().map(|(name, _)| name.as_str())
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
        self.complete_tabs();
    }

    /// In the tabs of a block the type may be left out.
    fn complete_tabs(&mut self) {
        let Some(blocks) = self.definitions.get_mut("Block") else { return };
        let Some(variants) = blocks["oneOf"].as_array_mut() else { return };
        let is = |name: &str, variant: &Value| variant["properties"]["type"]["const"] == name;
        let Some(tab) = variants.iter().find(|one| is("tab", one)).cloned() else { return };
        for tabs in variants.iter_mut().filter(|one| is("tabs", one)) {
            tabs["properties"]["tabs"]["items"] = tab.clone();
        }
    }

    /// Turns arguments into what they say.
    pub(crate) fn adapt(&self, arguments: &mut JsonObject) {
        let has = |name: &str| self.root["properties"].get(name).is_some();
        if has("figure_json") && !has("layout") {
            block_shape::gather_figure(arguments, "figure_json");
        }
        self.adapt_names(arguments, &self.root, MAX_DEPTH);
        self.adapt_object(arguments, &self.root, MAX_DEPTH);
    }

    fn adapt_text(&self, value: &mut Value, schema: &Value, depth: usize) {
        if let Value::String(text) = value
            && !self.takes(schema, "string", depth)
            && let Some(said) = self.said(text, schema, depth)
        {
            *value = said;
        }
    }

    /// One item stands for a list of it, but not within a list: that could be a longer one.
    fn adapt_member(&self, value: &mut Value, schema: &Value, depth: usize) {
        self.adapt_text(value, self.resolve(schema), depth);
        if !value.is_null() && self.is_one_item(value, self.resolve(schema), depth) {
            *value = Value::Array(vec![value.take()]);
        }
        self.adapt_value(value, schema, depth);
    }

    fn adapt_value(&self, value: &mut Value, schema: &Value, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let schema = self.resolve(schema);
        self.adapt_text(value, schema, depth);
        if let Value::String(text) = value
            && let Some(name) = self.named_by_text(schema)
        {
            *value = Value::Object([(name.to_owned(), text.as_str().into())].into_iter().collect());
        }
        match value {
            Value::Object(object) => {
                if self.is_block(schema) {
                    block_shape::reshape(object);
                }
                let is_change = self.is_change(schema);
                if is_change
                    && !object.contains_key("id")
                    && let Some(id) = object.remove("target")
                {
                    object.insert("id".to_owned(), id);
                }
                if is_change {
                    block_shape::read_insert(object);
                    block_shape::read_update(object);
                }
                self.adapt_names(object, schema, depth);
                if is_change {
                    block_shape::gather_properties(object);
                }
                self.adapt_object(object, schema, depth);
            }
            Value::Array(items) => self.adapt_items(items, schema, depth),
            Value::Number(number) => {
                if let Some(said) = self.said_by_number(number, schema, depth) {
                    *value = said;
                }
            }
            _ => {}
        }
    }

    /// Gives the members of an object that have another name the one that is meant.
    fn adapt_names(&self, object: &mut JsonObject, schema: &Value, depth: usize) {
        let mut names = Vec::new();
        if !self.collect_names(object, schema, depth, &mut names) {
            return;
        }
        let free = |own: &str| {
            names.iter().copied().find(|name| *name == own && !object.contains_key(own))
        };
        let others = object.keys().filter(|name| !names.contains(&name.as_str()));
        let meant = others.filter_map(|name| Some((name.clone(), other_name(name, free)?)));
        let meant: Vec<(String, &str)> = meant.collect();
        for (other, own) in &meant {
            // Of two names for the same neither is taken.
            if meant.iter().filter(|(_, name)| name == own).count() == 1
                && let Some(value) = object.remove(other)
            {
                object.insert((*own).to_owned(), value);
            }
        }
        // Frameworks fill what all alternatives may have.
        if self.tagged(object, schema).is_some() {
            object.retain(|name, value| !value.is_null() || names.contains(&name.as_str()));
        }
    }

    /// Collects the names that an object may have; false if it may have any.
    fn collect_names<'a>(
        &'a self,
        object: &JsonObject,
        schema: &'a Value,
        depth: usize,
        names: &mut Vec<&'a str>,
    ) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let schema = self.resolve(schema);
        if schema.get("additionalProperties").is_some_and(|more| more != false) {
            return false;
        }
        let own = schema.get("properties").and_then(Value::as_object);
        names.extend(own.into_iter().flatten().map(|(name, _)| name.as_str()));
        let branch = self.branch(object, schema, depth);
        each(schema, "allOf")
            .chain(branch)
            .all(|branch| self.collect_names(object, branch, depth, names))
    }

    fn adapt_object(&self, object: &mut JsonObject, schema: &Value, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let schema = self.resolve(schema);
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            object.retain(|name, value| {
                properties.get(name).is_none_or(|property| {
                    let is_left_out = self.is_nothing(value, property, depth)
                        && !is_required(schema, name)
                        && !(value.is_null() && self.takes(property, "null", depth));
                    !is_left_out
                })
            });
            for (name, property) in properties {
                if let Some(value) = object.get_mut(name) {
                    self.adapt_member(value, property, depth);
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

    /// Returns whether a schema is that of a block.
    fn is_block(&self, schema: &Value) -> bool {
        let of_type = |variant| &self.resolve(variant)["properties"]["type"]["const"];
        alternatives(schema).any(|variant| of_type(variant) == "markdown")
    }

    /// Returns whether a schema is that of a change of a widget.
    fn is_change(&self, schema: &Value) -> bool {
        let of_kind = |variant| &self.resolve(variant)["properties"]["op"]["const"];
        alternatives(schema).any(|variant| of_kind(variant) == "set")
    }

    /// The alternative that an object is: the one that has its tag, or the only one for objects.
    fn branch<'a>(
        &'a self,
        object: &JsonObject,
        schema: &'a Value,
        depth: usize,
    ) -> Option<&'a Value> {
        self.tagged(object, schema).or_else(|| self.only(alternatives(schema), "object", depth))
    }

    /// The alternative whose tag an object has.
    fn tagged<'a>(&'a self, object: &JsonObject, schema: &'a Value) -> Option<&'a Value> {
        let has_its_tag = |branch: &&Value| {
            let properties = self.resolve(branch).get("properties").and_then(Value::as_object);
            let mut tags = properties
                .into_iter()
                .flatten()
                .filter_map(|(name, property)| Some(object.get(name)? == property.get("const")?));
            tags.next().is_some_and(|is_same| is_same) && tags.all(|is_same| is_same)
        };
        alternatives(schema).find(has_its_tag)
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

    /// The whole number or the text that a number says, where no number is taken as it stands.
    fn said_by_number(&self, number: &Number, schema: &Value, depth: usize) -> Option<Value> {
        let takes = |kind| self.takes(schema, kind, depth);
        let whole = whole(number);
        if takes("number") {
            return None;
        }
        if takes("integer") {
            return whole.map(Value::Number);
        }
        takes("string").then(|| Value::from(whole.as_ref().unwrap_or(number).to_string()))
    }

    /// Returns whether a value stands alone where a list of such values is wanted.
    fn is_one_item(&self, value: &Value, schema: &Value, depth: usize) -> bool {
        let takes = |schema, kind| self.takes(schema, kind, depth);
        let items = schema.get("items").or_else(|| {
            self.only(alternatives(schema), "array", depth).and_then(|list| list.get("items"))
        });
        // An object of items by their names has no tag of one.
        if let (Value::Object(object), Some(items)) = (value, items)
            && self.tagged(object, self.resolve(items)).is_some()
        {
            return true;
        }
        let kind = match kind_of(value) {
            "number" if takes(schema, "integer") => return false,
            kind => kind,
        };
        if value.is_array() || takes(schema, kind) || !takes(schema, "array") {
            return false;
        }
        // One whose values are lists or objects is a table in another form, and no row.
        if let (Value::Object(object), Some(items)) = (value, items)
            && self.resolve(items).get("properties").is_none()
            && !object.is_empty()
            && object.values().all(|value| value.is_array() || value.is_object())
        {
            return false;
        }
        // One without any of the names of an item is several, by names of their own.
        if let (Value::Object(object), Some(items)) = (value, items)
            && let Some(names) = self.names_of_items(items, depth)
            && !object.keys().any(|name| is_one_of(name, &names))
        {
            return false;
        }
        if let (Value::String(text), Some(items)) = (value, items)
            && text.contains(SEPARATORS)
            && takes(items, "object")
        {
            return false;
        }
        items.is_some_and(|items| {
            let is_named = value.is_string() && self.named_by_text(self.resolve(items)).is_some();
            is_named || takes(items, kind) || kind == "number" && takes(items, "integer")
        })
    }

    /// The names that the objects in a list may have, where these are all.
    fn names_of_items(&self, items: &Value, depth: usize) -> Option<Vec<String>> {
        let items = self.resolve(items);
        let of_item = self.only(alternatives(items), "object", depth).unwrap_or(items);
        let properties = of_item.get("properties")?.as_object()?;
        (of_item.get("additionalProperties") == Some(&Value::Bool(false)))
            .then(|| properties.keys().cloned().collect())
    }

    /// The one member that an object has to have, if that is a text: where such an object is
    /// wanted a text is that.
    fn named_by_text<'a>(&self, schema: &'a Value) -> Option<&'a str> {
        let properties = schema.get("properties").and_then(Value::as_object)?;
        let mut required = each(schema, "required");
        let name = required.next()?.as_str().filter(|_| required.next().is_none())?;
        let of_name = self.resolve(properties.get(name)?);
        let is_text = of_name.get("type")? == "string" && of_name.get("const").is_none();
        is_text.then_some(name)
    }

    /// Returns whether a value says that there is none: null, or an empty text or the text `null`
    /// where no such text is taken.
    fn is_nothing(&self, value: &Value, schema: &Value, depth: usize) -> bool {
        match value {
            Value::Null => true,
            Value::String(text) => {
                matches!(text.trim(), "" | "null")
                    && !self.takes_such(schema, "string", &|word| word == text, depth)
            }
            _ => false,
        }
    }

    /// Returns whether a schema takes values of a type of JSON.
    fn takes(&self, schema: &Value, kind: &str, depth: usize) -> bool {
        self.takes_such(schema, kind, &|word| kind_of(word) == kind, depth)
    }

    /// Returns whether a schema takes values of a type of JSON, and of an enumeration such words.
    fn takes_such(
        &self,
        schema: &Value,
        kind: &str,
        is_such: &dyn Fn(&Value) -> bool,
        depth: usize,
    ) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let schema = self.resolve(schema);
        if let Some(constant) = schema.get("const") {
            return is_such(constant);
        }
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            return words.iter().any(is_such);
        }
        match schema.get("type") {
            Some(Value::String(own)) => return own == kind,
            Some(Value::Array(own)) => return own.iter().any(|own| own == kind),
            _ => {}
        }
        let mut alternatives = alternatives(schema).peekable();
        if alternatives.peek().is_some() {
            return alternatives.any(|branch| self.takes_such(branch, kind, is_such, depth));
        }
        each(schema, "allOf").all(|branch| self.takes_such(branch, kind, is_such, depth))
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

/// Returns whether a name is one of these, or another word for one.
fn is_one_of(name: &str, names: &[String]) -> bool {
    other_name(name, |own| names.iter().map(String::as_str).find(|one| *one == own)).is_some()
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
mod tests;
