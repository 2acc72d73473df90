//! The contents of an attribute in short.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::network::is_address;
use crate::chart::typed_array::TypedArray;

/// Faults of one attribute that are kept.
const MAX_FAULTS: usize = 8;

/// A value without its data.
#[derive(Default)]
pub(super) struct Contents {
    /// Of a list, typed or not; else 0.
    pub(super) length: usize,
    /// True for a list, typed or not.
    pub(super) is_list: bool,
    /// True for a list of lists.
    pub(super) has_lists: bool,
    /// True for a text that is no `data:` URL.
    pub(super) is_address: bool,
    /// True if the value has members, or its neighbours in a list may have some.
    may_hold_lists: bool,
    /// The faults of typed lists in it, each with its path.
    pub(super) faults: Vec<String>,
}

impl Contents {
    pub(super) fn of(value: &Value) -> Self {
        let mut contents = Self::default();
        match value {
            Value::Array(list) => {
                for (index, inner) in list.iter().map(Self::of).enumerate() {
                    if !contents.note_element(index, inner) {
                        break;
                    }
                }
                contents.close_list(list.len());
            }
            Value::Object(object) => {
                for (key, value) in object {
                    contents.note(&format!(".{key}"), Self::of(value));
                }
                contents.close_object(TypedArray::of(value));
            }
            Value::String(text) => contents.is_address = is_address(text),
            Value::Null => contents.may_hold_lists = true,
            Value::Bool(_) | Value::Number(_) => {}
        }
        contents
    }

    fn note(&mut self, step: &str, inner: Self) {
        let room = MAX_FAULTS - self.faults.len();
        let faults = inner.faults.into_iter().take(room);
        self.faults.extend(faults.map(|fault| format!("{step}{fault}")));
    }

    /// Answers whether elements after this one are worth a look: points, which are many, are not.
    fn note_element(&mut self, index: usize, inner: Self) -> bool {
        let may_hold_lists = inner.may_hold_lists;
        self.has_lists |= inner.is_list;
        self.note(&format!("[{index}]"), inner);
        may_hold_lists
    }

    fn close_list(&mut self, length: usize) {
        self.length = length;
        self.is_list = true;
        self.may_hold_lists = true;
    }

    fn close_object(&mut self, list: Option<TypedArray<'_>>) {
        self.may_hold_lists = true;
        match list.map(|list| list.len()) {
            Some(Ok(length)) => {
                self.length = length;
                self.is_list = true;
            }
            Some(Err(fault)) => self.faults.push(format!(": {fault}")),
            None => {}
        }
    }
}

impl<'de> Deserialize<'de> for Contents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(InShort)
    }
}

struct InShort;

impl<'de> Visitor<'de> for InShort {
    type Value = Contents;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Contents, A::Error> {
        let mut contents = Contents::default();
        let (mut length, mut are_worth_a_look) = (0, true);
        while are_worth_a_look && let Some(inner) = list.next_element()? {
            are_worth_a_look = contents.note_element(length, inner);
            length += 1;
        }
        while list.next_element::<IgnoredAny>()?.is_some() {
            length += 1;
        }
        contents.close_list(length);
        Ok(contents)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Contents, A::Error> {
        let mut contents = Contents::default();
        let (mut typed, mut has_others) = (Map::new(), false);
        while let Some(key) = map.next_key::<String>()? {
            if matches!(&*key, "dtype" | "bdata" | "shape") {
                typed.insert(key, map.next_value()?);
            } else {
                has_others = true;
                contents.note(&format!(".{key}"), map.next_value()?);
            }
        }
        let typed = Value::Object(typed);
        let is_list = !has_others || typed.get("bdata").is_some();
        contents.close_object(if is_list { TypedArray::of(&typed) } else { None });
        Ok(contents)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Contents, E> {
        Ok(Contents::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Contents, E> {
        Ok(Contents::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Contents, E> {
        Ok(Contents::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Contents, E> {
        Ok(Contents::default())
    }

    fn visit_str<E>(self, text: &str) -> Result<Contents, E> {
        Ok(Contents { is_address: is_address(text), ..Contents::default() })
    }

    fn visit_unit<E>(self) -> Result<Contents, E> {
        Ok(Contents { may_hold_lists: true, ..Contents::default() })
    }
}
