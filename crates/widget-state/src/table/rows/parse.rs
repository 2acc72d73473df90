//! One pass over a JSON list of row objects that allocates for new columns only.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::json::JsonError;
use crate::table::rows::columns::Columns;
use crate::table::rows::profile::Profile;

/// More columns than anyone can look at.
pub(super) const MAX_COLUMNS: usize = 1_000;

/// Learns the columns of a list of row objects and counts the rows.
pub(super) fn scan(text: &str, columns: &mut Columns) -> Result<usize, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut place = None;
    let count = deserializer
        .deserialize_seq(RowsVisitor { columns: &mut *columns, place: &mut place })
        .and_then(|count| deserializer.end().map(|()| count));
    count.map_err(|error| in_place(&error, text, columns, place))
}

/// Checks that a text is one row object, of this number.
pub(super) fn check_row(text: &str, row: usize) -> Result<(), JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let (mut columns, mut place) = (Columns::default(), None);
    let seed = RowSeed { row, columns: &mut columns, place: &mut place };
    let read = seed.deserialize(&mut deserializer).and_then(|()| deserializer.end());
    read.map_err(|error| in_place(&error, text, &columns, place))
}

/// Takes a value into what is known of its column.
pub(super) fn learn(value: &RawValue, profile: &mut Profile) -> Result<(), JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(value.get());
    let learned = Cell(profile).deserialize(&mut deserializer);
    learned.map_err(|error| JsonError::new(&error, value.get()))
}

fn in_place(
    error: &serde_json::Error,
    text: &str,
    columns: &Columns,
    place: Location,
) -> JsonError {
    let mut error = JsonError::new(error, text);
    if let Some((row, position)) = place {
        error.message = format!("row {row}, {:?}: {}", columns.name(position), error.message);
    }
    error
}

/// The row and the column of a value that cannot be read.
type Location = Option<(usize, usize)>;

struct RowsVisitor<'a> {
    columns: &'a mut Columns,
    place: &'a mut Location,
}

impl<'de> Visitor<'de> for RowsVisitor<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of row objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<usize, A::Error> {
        let mut count = 0;
        let Self { columns, place } = self;
        while rows.next_element_seed(RowSeed { row: count, columns, place })?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}

struct RowSeed<'a> {
    row: usize,
    columns: &'a mut Columns,
    place: &'a mut Location,
}

impl<'de> DeserializeSeed<'de> for RowSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RowSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} to be an object like {{\"name\": \"Ada\", \"born\": 1815}}", self.row)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut expected = 0;
        while let Some(position) =
            fields.next_key_seed(Field { columns: self.columns, expected })?
        {
            expected = position + 1;
            let value = fields.next_value_seed(Cell(self.columns.profile_mut(position)));
            value.inspect_err(|_| *self.place = Some((self.row, position)))?;
        }
        Ok(())
    }
}

struct Field<'a> {
    columns: &'a mut Columns,
    expected: usize,
}

impl<'de> DeserializeSeed<'de> for Field<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Field<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field name")
    }

    fn visit_str<E: serde::de::Error>(self, field: &str) -> Result<usize, E> {
        let position = self.columns.position_of_field(field, self.expected);
        if self.columns.len() > MAX_COLUMNS {
            return Err(E::custom(format_args!("the rows have more than {MAX_COLUMNS} columns")));
        }
        Ok(position)
    }
}

/// The value of a cell, which its column learns.
struct Cell<'a>(&'a mut Profile);

impl<'de> DeserializeSeed<'de> for Cell<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Cell<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.0.saw_boolean();
        Ok(())
    }

    fn visit_i64<E>(self, number: i64) -> Result<(), E> {
        self.0.saw_integer(Some(number));
        Ok(())
    }

    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        self.0.saw_integer(number.try_into().ok());
        Ok(())
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        self.0.saw_decimal(number);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.saw_text(text);
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        self.0.saw_object();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        self.0.saw_object();
        Ok(())
    }
}
