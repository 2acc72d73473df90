//! Lists of numbers as plotly.py writes them: `{dtype, bdata, shape}`, in base64 and little-endian.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Number, Value};

/// The types that Plotly knows, with the names that it takes for them.
const TYPES: [(&str, &[&str], usize); 9] = [
    ("i1", &["int8"], 1),
    ("u1", &["uint8"], 1),
    ("u1c", &["uint8c", "uint8clamped"], 1),
    ("i2", &["int16"], 2),
    ("u2", &["uint16"], 2),
    ("i4", &["int32"], 4),
    ("u4", &["uint32"], 4),
    ("f4", &["float32"], 4),
    ("f8", &["float64"], 8),
];

/// A typed list, not decoded.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypedArray<'a> {
    pub(super) dtype: &'a str,
    /// `None` where it is missing.
    pub(super) bdata: Option<&'a str>,
    pub(super) shape: Option<&'a Value>,
}

impl<'a> TypedArray<'a> {
    /// A value that is meant as such a list, whole or not.
    pub(super) fn of(value: &'a Value) -> Option<Self> {
        let text = |name: &str| value.get(name)?.as_str();
        let (dtype, bdata) = (text("dtype")?, text("bdata"));
        let list = Self { dtype, bdata, shape: value.get("shape") };
        let has_others = || {
            let mut names = value.as_object().into_iter().flat_map(|object| object.keys());
            names.any(|name| !matches!(&**name, "dtype" | "shape"))
        };
        (bdata.is_some() || (list.element().is_some() && !has_others())).then_some(list)
    }

    /// The number of elements: of the first side, where it has several.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the list.
    pub(super) fn len(&self) -> Result<usize, String> {
        let Some((name, size)) = self.element() else {
            let names = TYPES.map(|(name, ..)| name).join(", ");
            return Err(format!("dtype {:?} is none of {names}", self.dtype));
        };
        let Some(bdata) = self.bdata else {
            return Err("bdata is missing, the numbers in base64".into());
        };
        let Some(bytes) = base64_len(bdata) else { return Err("bdata is not base64".into()) };
        if !bytes.is_multiple_of(size) {
            return Err(format!(
                "bdata has {bytes} bytes, which {name} of {size} bytes do not fill"
            ));
        }
        let count = bytes / size;
        match (self.sides(), self.shape) {
            (None, None) => Ok(count),
            (Some(sides), _)
                if sides.iter().try_fold(1, |all: usize, side| all.checked_mul(*side))
                    == Some(count) =>
            {
                Ok(sides.first().copied().unwrap_or(count))
            }
            (_, shape) => Err(format!(
                "the shape {} does not fit the {count} numbers in bdata",
                shape.unwrap_or(&Value::Null)
            )),
        }
    }

    /// The list with its numbers; lists in lists where it has several sides. What is no number is
    /// `null`, which is a gap to Plotly too. `None` if it is broken.
    pub(super) fn decode(&self) -> Option<Vec<Value>> {
        self.len().ok()?;
        let (name, size) = self.element()?;
        let bytes = STANDARD.decode(self.bdata?).ok()?;
        let numbers = bytes.chunks_exact(size).map(|bytes| number(name, bytes)).collect();
        let sides = self.sides().unwrap_or_default();
        Some(sides.iter().skip(1).rev().fold(numbers, |list: Vec<Value>, side| {
            list.chunks((*side).max(1)).map(|chunk| Value::from(chunk.to_vec())).collect()
        }))
    }

    fn element(&self) -> Option<(&'static str, usize)> {
        let known = TYPES
            .iter()
            .find(|(name, others, _)| *name == self.dtype || others.contains(&self.dtype));
        known.map(|(name, _, size)| (*name, *size))
    }

    /// Plotly writes `"2, 3"`, and a number for one side.
    fn sides(&self) -> Option<Vec<usize>> {
        let whole = |value: &Value| usize::try_from(value.as_u64()?).ok();
        match self.shape? {
            Value::Number(side) => Some(vec![usize::try_from(side.as_u64()?).ok()?]),
            Value::String(text) => text.split(',').map(|side| side.trim().parse().ok()).collect(),
            Value::Array(sides) => sides.iter().map(whole).collect(),
            _ => None,
        }
    }
}

/// The value as a list: one as it is, a typed one that is whole decoded.
pub(super) fn list_of(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(list) => Some(list.clone()),
        value => TypedArray::of(value)?.decode(),
    }
}

/// The number of bytes in base64 with its padding; `None` if it is none.
fn base64_len(text: &str) -> Option<usize> {
    let body = text.trim_end_matches('=');
    let padding = text.len() - body.len();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let is_whole = text.len().is_multiple_of(4) && padding <= 2 && body.bytes().all(is_digit);
    is_whole.then(|| text.len() / 4 * 3 - padding)
}

fn number(name: &str, bytes: &[u8]) -> Value {
    fn read<const N: usize>(bytes: &[u8]) -> [u8; N] {
        // Chunks have exactly the size of the type.
        bytes.try_into().unwrap_or([0; N])
    }
    let float = |float: f64| Number::from_f64(float).map_or(Value::Null, Value::Number);
    match name {
        "i1" => i8::from_le_bytes(read(bytes)).into(),
        "i2" => i16::from_le_bytes(read(bytes)).into(),
        "u2" => u16::from_le_bytes(read(bytes)).into(),
        "i4" => i32::from_le_bytes(read(bytes)).into(),
        "u4" => u32::from_le_bytes(read(bytes)).into(),
        "f4" => float(f32::from_le_bytes(read(bytes)).into()),
        "f8" => float(f64::from_le_bytes(read(bytes))),
        _ => u8::from_le_bytes(read(bytes)).into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn typed(dtype: &str, bytes: &[u8], shape: Value) -> Value {
        let mut value = json!({"dtype": dtype, "bdata": STANDARD.encode(bytes)});
        if !shape.is_null() {
            value["shape"] = shape;
        }
        value
    }

    fn doubles(numbers: &[f64]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn every_type_is_read() {
        for (dtype, bytes, numbers) in [
            ("i1", vec![255, 2], json!([-1, 2])),
            ("u1", vec![255, 2], json!([255, 2])),
            ("uint8clamped", vec![255], json!([255])),
            ("i2", vec![0xd4, 0xfe], json!([-300])),
            ("u2", vec![0x60, 0xea], json!([60_000])),
            ("int32", vec![0x90, 0xee, 0xfe, 0xff], json!([-70_000])),
            ("u4", vec![0, 0x28, 0x6b, 0xee], json!([4_000_000_000_u32])),
            ("f4", 0.5_f32.to_le_bytes().to_vec(), json!([0.5])),
            ("f8", doubles(&[0.1, f64::NAN, f64::INFINITY]), json!([0.1, null, null])),
        ] {
            let value = typed(dtype, &bytes, Value::Null);
            assert_eq!(list_of(&value).map(Value::from), Some(numbers), "{dtype}");
        }
    }

    #[test]
    fn sides_make_lists_of_lists() {
        let six = [1, 2, 3, 4, 5, 6];
        let list = |shape| Value::from(list_of(&typed("i1", &six, shape)).unwrap());
        assert_eq!(list(json!("2, 3")), json!([[1, 2, 3], [4, 5, 6]]));
        assert_eq!(list(json!([3, 1, 2])), json!([[[1, 2]], [[3, 4]], [[5, 6]]]));
        assert_eq!(list(json!(6)), json!(six));
        let value = typed("i1", &six, json!("2, 3"));
        assert_eq!(TypedArray::of(&value).unwrap().len(), Ok(2));
    }

    #[test]
    fn a_broken_one_says_what_is_wrong() {
        for (value, why) in [
            (json!({"dtype": "zz", "bdata": "AAAA"}), "dtype \"zz\" is none of"),
            (json!({"dtype": "f8", "bdata": "AAAA"}), "3 bytes, which f8 of 8 bytes do not fill"),
            (json!({"dtype": "i1", "bdata": "A-A="}), "not base64"),
            (json!({"dtype": "f8"}), "bdata is missing"),
            (json!({"dtype": "f8", "shape": "2"}), "bdata is missing"),
            (json!({"dtype": "i1", "bdata": "AAAA", "shape": "2, 2"}), "does not fit the 3"),
            (json!({"dtype": "i1", "bdata": "AAAA", "shape": "x"}), "does not fit the 3"),
        ] {
            let fault = TypedArray::of(&value).unwrap().len().unwrap_err();
            assert!(fault.contains(why), "{value}: {fault}");
            assert_eq!(list_of(&value), None);
        }
        for other in [json!({"a": 1}), json!({"dtype": "x"}), json!({"dtype": "f8", "a": 1})] {
            assert!(TypedArray::of(&other).is_none(), "{other}");
        }
    }
}
