//! A union of types as one object.
//!
//! JSON Schema says `oneOf` with a whole object for each type. For eighteen components that is
//! 13 kB of a model's context for each place that takes one, and some clients refuse `oneOf`.
//! One object with the properties of all says the same in a third; which go together is in the
//! descriptions, and the server checks it. Of many types only the names of their properties are
//! told: `get_component_docs` describes them, and the error of a wrong one says what is allowed.

use std::collections::{BTreeMap, BTreeSet};

use schemars::Schema;
use serde_json::{Map, Value, json};

/// Unions of more types only name the properties of each.
const MAX_DESCRIBED: usize = 8;

/// Turns `oneOf` of objects that differ in a constant, or of constants, into a plain schema.
pub(crate) fn flatten(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    let Some(variants) = object.get("oneOf").and_then(Value::as_array) else { return };
    let merged = words(variants).or_else(|| objects(variants));
    let Some(merged) = merged else { return };
    object.remove("oneOf");
    for (key, value) in merged {
        match (object.get_mut(&key), value) {
            (Some(Value::Object(own)), Value::Object(more)) => own.extend(more),
            (Some(Value::Array(own)), Value::Array(more)) => own.extend(more),
            (Some(Value::String(own)), Value::String(more)) if key == "description" => {
                *own = format!("{own} {more}");
            }
            (_, value) => {
                object.insert(key, value);
            }
        }
    }
}

/// An enumeration whose words are described one by one.
fn words(variants: &[Value]) -> Option<Map<String, Value>> {
    let constant =
        |variant: &Value| variant.get("const").and_then(Value::as_str).map(str::to_owned);
    let names = variants.iter().map(constant).collect::<Option<Vec<_>>>()?;
    let described = names.iter().zip(variants).filter_map(|(name, variant)| {
        Some(format!("{name}: {}", variant.get("description")?.as_str()?))
    });
    let description = described.collect::<Vec<_>>().join(" ");
    let mut merged = Map::new();
    merged.insert("type".into(), "string".into());
    merged.insert("enum".into(), names.into());
    if !description.is_empty() {
        merged.insert("description".into(), description.into());
    }
    Some(merged)
}

/// Objects of which each has a constant of its own in one property, the tag.
fn objects(variants: &[Value]) -> Option<Map<String, Value>> {
    let properties = |variant: &Value| variant.get("properties")?.as_object().cloned();
    let properties = variants.iter().map(properties).collect::<Option<Vec<_>>>()?;
    let is_tag = |schema: &Value| schema.get("const").is_some();
    let tag = properties.first()?.iter().find(|(_, schema)| is_tag(schema))?.0.clone();
    let names = properties
        .iter()
        .map(|properties| Some(properties.get(&tag)?.get("const")?.as_str()?.to_owned()))
        .collect::<Option<Vec<_>>>()?;

    if names.len() > MAX_DESCRIBED {
        return Some(named(&tag, &names, &properties));
    }
    let described = names.iter().zip(variants).filter_map(|(name, variant)| {
        Some(format!("{name}: {}", variant.get("description")?.as_str()?))
    });
    let described = described.collect::<Vec<_>>().join(" ");
    let mut all = BTreeMap::<String, Vec<(&str, Value)>>::new();
    for (name, properties) in names.iter().zip(&properties) {
        for (property, schema) in properties.iter().filter(|(property, _)| **property != tag) {
            all.entry(property.clone()).or_default().push((name, flat(schema)));
        }
    }
    let mut merged: Map<String, Value> =
        all.into_iter().map(|(property, uses)| (property, merge(&uses, names.len()))).collect();
    let tag_schema = json!({"type": "string", "enum": names, "description": described});
    merged.insert(tag.clone(), tag_schema);
    let mut object = Map::new();
    object.insert("type".into(), "object".into());
    object.insert("required".into(), required(variants, &tag));
    object.insert("properties".into(), merged.into());
    if variants.iter().all(|variant| variant.get("additionalProperties") == Some(&json!(false))) {
        object.insert("additionalProperties".into(), false.into());
    }
    Some(object)
}

/// The types of a large union, and the names of the properties that each adds.
fn named(tag: &str, names: &[String], properties: &[Map<String, Value>]) -> Map<String, Value> {
    let own = |properties: &Map<String, Value>| {
        let own = properties.keys().filter(|property| *property != tag);
        own.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let lists = names.iter().zip(properties).filter(|(_, properties)| properties.len() > 1);
    let lists: Vec<_> =
        lists.map(|(name, properties)| format!("{name}({})", own(properties))).collect();
    let description = format!("Own properties by {tag}: {}.", lists.join(" "));
    let tag_schema = json!({"type": "string", "enum": names});
    let object = json!({
        "type": "object",
        "description": description,
        "required": [tag],
        "properties": {tag: tag_schema},
    });
    object.as_object().cloned().unwrap_or_default()
}

/// Returns the properties that every variant requires; the tag first.
fn required(variants: &[Value], tag: &str) -> Value {
    let of = |variant: &Value| -> BTreeSet<String> {
        let names = variant.get("required").and_then(Value::as_array).into_iter().flatten();
        names.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let shared =
        variants.iter().map(of).reduce(|all, own| all.intersection(&own).cloned().collect());
    let others = shared.into_iter().flatten().filter(|name| name != tag);
    std::iter::once(tag.to_owned()).chain(others).collect()
}

/// One property as the variants that have it describe it.
fn merge(uses: &[(&str, Value)], variants: usize) -> Value {
    let mut meanings: Vec<(Vec<&str>, &Value)> = Vec::new();
    for (name, schema) in uses {
        match meanings.iter_mut().find(|(_, known)| *known == schema) {
            Some((names, _)) => names.push(name),
            None => meanings.push((vec![name], schema)),
        }
    }
    let mut merged = meanings
        .iter()
        .map(|(_, schema)| schema.as_object().cloned().unwrap_or_default())
        .reduce(|mut all, own| {
            all.retain(|key, value| own.get(key) == Some(value));
            all
        })
        .unwrap_or_default();
    if let Some(allowed) = all_words(meanings.iter().map(|(_, schema)| *schema)) {
        merged.insert("enum".into(), allowed);
    }
    if uses.len() < variants || meanings.len() > 1 {
        let describe = |(names, schema): &(Vec<&str>, &Value)| {
            let names = names.join(", ");
            match schema.get("description").and_then(Value::as_str) {
                Some(description) => format!("{names}: {description}"),
                None => format!("{names}."),
            }
        };
        let description = meanings.iter().map(describe).collect::<Vec<_>>().join(" ");
        merged.insert("description".into(), description.into());
    }
    merged.into()
}

/// The words of several enumerations; `None` when one of them is not an enumeration.
fn all_words<'a>(schemas: impl Iterator<Item = &'a Value>) -> Option<Value> {
    let mut all = Vec::new();
    for schema in schemas {
        for word in schema.get("enum")?.as_array()? {
            if !all.contains(word) {
                all.push(word.clone());
            }
        }
    }
    Some(all.into())
}

/// A schema with the union in it flattened, if it is one.
fn flat(schema: &Value) -> Value {
    let Ok(mut schema) = Schema::try_from(schema.clone()) else { return schema.clone() };
    flatten(&mut schema);
    schema.to_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn described_words_are_an_enumeration() {
        let schema = json!({"description": "How.", "oneOf": [
            {"const": "fast", "type": "string", "description": "At once."},
            {"const": "slow", "type": "string"},
        ]});
        let expected = json!({
            "type": "string", "enum": ["fast", "slow"], "description": "How. fast: At once.",
        });
        assert_eq!(flat(&schema), expected);
    }

    #[test]
    fn tagged_objects_are_one_object_that_says_what_belongs_to_whom() {
        let variant = |name: &str, description: &str, value: Value| {
            json!({
                "type": "object", "description": description, "required": ["type", "id"],
                "properties": {"type": {"const": name}, "id": {"type": "string"}, "value": value},
            })
        };
        let number = json!({"type": "number", "default": 0, "description": "A size."});
        let flag = json!({"type": "boolean", "default": 0});
        let schema = json!({"properties": {"label": {"type": "string"}}, "oneOf": [
            variant("a", "An A.", number.clone()), variant("b", "A B.", number),
            variant("c", "A C.", flag),
            {"type": "object", "required": ["type", "id"],
             "properties": {"type": {"const": "d"}, "id": {"type": "string"}}},
        ]});
        let expected = json!({
            "type": "object",
            "required": ["type", "id"],
            "properties": {
                "label": {"type": "string"},
                "type": {"type": "string", "enum": ["a", "b", "c", "d"],
                         "description": "a: An A. b: A B. c: A C."},
                "id": {"type": "string"},
                "value": {"default": 0, "description": "a, b: A size. c."},
            },
        });
        assert_eq!(flat(&schema), expected);
    }

    #[test]
    fn of_many_types_only_the_names_of_their_properties_are_told() {
        let variant = |name: usize| {
            let mut properties = json!({"type": {"const": format!("t{name}")}});
            if name > 0 {
                properties["size"] = json!({"type": "integer", "description": "A size."});
            }
            json!({"type": "object", "required": ["type"], "properties": properties})
        };
        let variants: Vec<_> = (0..=MAX_DESCRIBED).map(variant).collect();
        let schema = flat(&json!({
            "properties": {"label": {"type": "string"}}, "oneOf": variants,
        }));
        assert_eq!(schema["required"], json!(["type"]));
        assert_eq!(schema["properties"]["type"]["enum"][8], "t8");
        assert_eq!(schema["properties"]["label"]["type"], "string");
        let description = schema["description"].as_str().unwrap();
        assert!(description.starts_with("Own properties by type: t1(size) t2(size)"));
    }

    #[test]
    fn the_words_of_two_types_are_all_allowed() {
        let variant = |name: &str, words: &[&str]| {
            let word = |word| json!({"const": word, "type": "string"});
            let words = words.iter().map(word).collect::<Vec<_>>();
            json!({"type": "object", "required": ["type"],
                   "properties": {"type": {"const": name}, "size": {"oneOf": words}}})
        };
        let schema = json!({"oneOf": [variant("a", &["s", "m"]), variant("b", &["m", "l"])]});
        let size = &flat(&schema)["properties"]["size"];
        assert_eq!(
            *size,
            json!({"type": "string", "enum": ["s", "m", "l"], "description": "a. b."})
        );
    }

    #[test]
    fn other_unions_stay() {
        let schema = json!({"oneOf": [{"type": "string"}, {"type": "object"}]});
        assert_eq!(flat(&schema), schema);
    }
}
