//! Values made from the schema of a tool's arguments.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::super::{ArgumentTypes, alternatives, each, is_required};

/// A type within itself is followed this often.
const MAX_NESTED: usize = 2;

/// A value that a schema allows.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub(super) value: Value,
    /// The places at which a text may be meant.
    texts: Vec<String>,
    /// The places of any value: below them a text may be meant as well.
    open: Vec<String>,
    /// The places that may be left out.
    pub(super) optional: Vec<String>,
}

/// Makes values of which each alternative, and each member of each object, occurs in one.
pub(super) fn of(types: &ArgumentTypes) -> Vec<Sample> {
    Maker { types, within: Vec::new(), made: HashMap::new() }.make(&types.root, "")
}

struct Maker<'a> {
    types: &'a ArgumentTypes,
    /// The definitions that are being followed.
    within: Vec<&'a str>,
    /// The samples of the last of such definitions, by the name of the member.
    made: HashMap<(Vec<&'a str>, String), Vec<Sample>>,
}

impl<'a> Maker<'a> {
    /// Makes the samples of a schema: of one within itself the largest only, of one that is so too
    /// often none. `name` is that of the member.
    fn make(&mut self, schema: &'a Value, name: &str) -> Vec<Sample> {
        if let Some(reference) = schema["$ref"].as_str() {
            let nested = self.within.iter().filter(|within| **within == reference).count();
            if nested == MAX_NESTED {
                return Vec::new();
            }
            self.within.push(reference);
            let made = self.make_once(self.types.resolve(schema), name);
            self.within.pop();
            let largest = |made: Vec<Sample>| made.into_iter().max_by_key(Sample::size);
            return if nested == 0 { made } else { largest(made).into_iter().collect() };
        }
        if schema.get("const").is_some() || schema.get("enum").is_some() {
            let word = schema.get("const").unwrap_or(&schema["enum"][0]);
            return vec![Sample { value: word.clone(), ..Sample::default() }];
        }
        match kind(schema) {
            Some("string") => vec![open(text_for(name))],
            Some("boolean") => vec![plain(json!(true))],
            Some("integer" | "number") => vec![plain(number_for(name))],
            Some("array") => self.list(schema, name),
            // Any object by the schema, but not by what reads it.
            Some("object") if name == "figure" => vec![open(json!({"data": []}))],
            Some("object") if name == "filter" => {
                vec![open(json!({"a": {"filterType": "text", "type": "blank"}}))]
            }
            Some("object") => self.object(schema),
            _ => match alternatives(schema).next() {
                Some(_) => self.any_of(schema, name),
                None => vec![open(json!({"any": [1, true]}))],
            },
        }
    }

    /// Makes the samples of a definition, which other members may refer to as well.
    fn make_once(&mut self, definition: &'a Value, name: &str) -> Vec<Sample> {
        let key = (self.within.clone(), name.to_owned());
        if let Some(made) = self.made.get(&key) {
            return made.clone();
        }
        let made = self.make(definition, name);
        self.made.insert(key, made.clone());
        made
    }

    fn list(&mut self, schema: &'a Value, name: &str) -> Vec<Sample> {
        let Some(items) = schema.get("items") else {
            let mut list = plain(json!([]));
            list.put("0", open(json!(1)));
            return vec![list];
        };
        let samples = self.make(items, name);
        if samples.is_empty() {
            return vec![plain(json!([]))];
        }
        let list = |item| {
            let mut list = plain(json!([]));
            list.put("0", item);
            list
        };
        samples.into_iter().map(list).collect()
    }

    fn any_of(&mut self, schema: &'a Value, name: &str) -> Vec<Sample> {
        let is_text = |branch: &Value| kind(self.types.resolve(branch)) == Some("string");
        let may_be_text = alternatives(schema).any(is_text);
        let branches = alternatives(schema).filter(|branch| kind(branch) != Some("null"));
        let mut made: Vec<_> = branches.flat_map(|branch| self.make(branch, name)).collect();
        if may_be_text {
            made.iter_mut().for_each(|sample| sample.texts.push(String::new()));
        }
        made
    }

    fn object(&mut self, schema: &'a Value) -> Vec<Sample> {
        let mut all = self.members(schema);
        for part in each(schema, "allOf") {
            all = joined(&all, &self.make(part, ""));
        }
        if alternatives(schema).next().is_some() {
            all = joined(&all, &self.any_of(schema, ""));
        }
        all
    }

    /// One object with every member, and one for each further sample of a member.
    fn members(&mut self, schema: &'a Value) -> Vec<Sample> {
        let mut whole = plain(json!({}));
        let mut needed = plain(json!({}));
        let mut others = Vec::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let mut made = self.make(property, name).into_iter();
            let Some(first) = made.next() else { continue };
            others.extend(made.map(|other| (name.as_str(), other)));
            if is_required(schema, name) {
                needed.put(name, first.clone());
            } else {
                whole.optional.push(format!("/{name}"));
            }
            whole.put(name, first);
        }
        match schema.get("additionalProperties") {
            Some(more) if more.is_object() => {
                let mut made = self.make(more, "").into_iter();
                made.next().into_iter().for_each(|first| whole.put("more", first));
                others.extend(made.map(|other| ("more", other)));
            }
            Some(Value::Bool(false)) => {}
            _ if properties.is_none() => whole.put("any", open(json!(1))),
            _ => {}
        }
        let others = others.into_iter().map(|(name, other)| {
            let mut object = needed.clone();
            object.put(name, other);
            object
        });
        std::iter::once(whole).chain(others.collect::<Vec<_>>()).collect()
    }
}

impl Sample {
    fn put(&mut self, name: &str, inner: Sample) {
        let at = format!("/{name}");
        for (own, more) in [
            (&mut self.texts, inner.texts),
            (&mut self.open, inner.open),
            (&mut self.optional, inner.optional),
        ] {
            own.retain(|place| *place == at || !is_within(place, &at));
            own.extend(more.into_iter().map(|place| format!("{at}{place}")));
        }
        match &mut self.value {
            Value::Array(list) => list.push(inner.value),
            object => object[name] = inner.value,
        }
    }

    /// The members of both; `None` when they say different things.
    fn with(&self, other: &Self) -> Option<Self> {
        let others = other.value.as_object()?;
        let is_other = |(name, value)| self.value.get(name).is_some_and(|own| own != value);
        if others.iter().any(is_other) {
            return None;
        }
        let mut both = self.clone();
        for (name, value) in others {
            both.value[name] = value.clone();
        }
        both.texts.extend(other.texts.iter().cloned());
        both.open.extend(other.open.iter().cloned());
        both.optional.extend(other.optional.iter().cloned());
        Some(both)
    }

    /// The value without all else that may be left out: what is read takes as long as it is large.
    pub(super) fn with_only(&self, place: &str) -> Value {
        let mut value = self.value.clone();
        for other in self.optional.iter().filter(|other| !is_within(place, other)) {
            let Some((around, name)) = other.rsplit_once('/') else { continue };
            if let Some(Value::Object(around)) = value.pointer_mut(around) {
                around.remove(name);
            }
        }
        value
    }

    fn size(&self) -> usize {
        self.value.to_string().len()
    }

    /// Returns whether a text at this place may be meant as one.
    pub(super) fn may_be_text(&self, place: &str) -> bool {
        self.texts.iter().any(|text| text == place)
            || self.open.iter().any(|open| is_within(place, open))
    }
}

fn joined(all: &[Sample], others: &[Sample]) -> Vec<Sample> {
    all.iter().flat_map(|own| others.iter().filter_map(|other| own.with(other))).collect()
}

/// Returns whether a place is another or one in it.
fn is_within(place: &str, outer: &str) -> bool {
    place.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn plain(value: Value) -> Sample {
    Sample { value, ..Sample::default() }
}

/// A value in whose place any text may stand.
fn open(value: Value) -> Sample {
    Sample { open: vec![String::new()], ..plain(value) }
}

/// The type of JSON that a schema names, beside null.
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    }
}

/// A text that a member of this name takes.
fn text_for(name: &str) -> Value {
    match name {
        "widget_id" => json!("0123456789abcdef0123456789abcdef"),
        "event" | "events" | "event_type" => json!("some:event"),
        "format" => json!("integer"),
        _ => json!("some text"),
    }
}

/// A number that a member of this name takes.
fn number_for(name: &str) -> Value {
    match name {
        "min" | "start" | "step" => json!(1),
        "max" | "end" => json!(5),
        _ => json!(3),
    }
}
