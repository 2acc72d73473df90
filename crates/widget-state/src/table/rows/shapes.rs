//! Tables in other forms than a list of row objects, as far as they can mean one thing only: JSON
//! Lines, and what pandas writes by default.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::json::JsonError;
use crate::table::rows::syntax::in_place;

/// The text as a list of row objects; `None` if it begins as one, or as nothing that is known.
/// Numbers keep their digits.
///
/// # Errors
///
/// [`JsonError`] if it is not JSON, or an object that could be more than one table.
pub(super) fn as_list(text: &str) -> Result<Option<String>, JsonError> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !body.trim_start().starts_with('{') {
        return Ok((body.len() < text.len()).then(|| body.to_owned()));
    }
    let values = serde_json::Deserializer::from_str(body).into_iter::<&RawValue>();
    let values = values.collect::<Result<Vec<_>, _>>();
    let values = values.map_err(|error| in_place(JsonError::new(&error, body), body))?;
    match values.as_slice() {
        [object] => table(object).map(Some),
        lines if lines.iter().all(|line| is(line, '{')) => Ok(Some(list_of(lines))),
        _ => Err(JsonError::shape("each line of JSON Lines has to be an object")),
    }
}

/// One object that holds a whole table.
fn table(object: &RawValue) -> Result<String, JsonError> {
    let Members(members) = read(object)?;
    let member = |name: &str| members.iter().find(|(own, _)| own == name).map(|(_, value)| *value);
    let data = member("data").filter(|data| is(data, '['));
    if let (Some(columns), Some(data)) = (member("columns").filter(|list| is(list, '[')), data)
        && members.len() <= 3
    {
        return split(columns, data);
    }
    if let (Some(_), Some(data)) = (member("schema"), data) {
        return Ok(data.get().to_owned());
    }
    if !members.is_empty() && members.iter().all(|(_, value)| is(value, '{')) {
        return nested(&members);
    }
    if !members.is_empty() && members.iter().all(|(_, value)| is(value, '[')) {
        return lists(&members);
    }
    Err(no_table())
}

/// `df.to_json(orient="split")`: names, and the values of each row.
fn split(columns: &RawValue, data: &RawValue) -> Result<String, JsonError> {
    let names: Vec<&RawValue> = read(columns)?;
    let names: Vec<Cow<'_, str>> = names.into_iter().map(name).collect();
    let rows: Vec<Vec<&RawValue>> = read(data)?;
    if rows.iter().any(|row| row.len() != names.len()) {
        return Err(JsonError::shape("each row has to have as many values as there are columns"));
    }
    let row = |row: &Vec<&RawValue>| object_of(names.iter().zip(row.iter().copied()));
    Ok(format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(",")))
}

/// Objects in an object: columns of rows, which `df.to_json()` writes, or rows of columns. The
/// numbers of the rows tell which.
fn nested(members: &[(Cow<'_, str>, &RawValue)]) -> Result<String, JsonError> {
    let inner = members.iter().map(|(_, value)| read(value)).collect::<Result<Vec<_>, _>>()?;
    let is_number = |(name, _): &(Cow<'_, str>, _)| name.parse::<u64>().is_ok();
    let are_rows = members.iter().all(is_number);
    let are_columns = inner.iter().flat_map(|Members(own)| own).all(is_number);
    match (are_rows, are_columns) {
        (true, false) => Ok(list_of(&members.iter().map(|(_, value)| *value).collect::<Vec<_>>())),
        (false, true) => Ok(transposed(members, &inner)),
        _ => Err(JsonError::shape(
            "objects in an object could be rows or columns; write a list of rows, in pandas by \
             df.to_json(orient=\"records\")",
        )),
    }
}

/// The rows of columns, in the order in which their numbers come.
fn transposed(members: &[(Cow<'_, str>, &RawValue)], columns: &[Members<'_>]) -> String {
    let mut order: Vec<&Cow<'_, str>> = Vec::new();
    let mut rows = std::collections::HashMap::<&str, Vec<_>>::new();
    for ((column, _), Members(cells)) in members.iter().zip(columns) {
        for (row, cell) in cells {
            let cells = rows.entry(row).or_insert_with(|| {
                order.push(row);
                Vec::new()
            });
            cells.push((column, *cell));
        }
    }
    let row = |row: &&Cow<'_, str>| object_of(rows.remove(&***row).unwrap_or_default().into_iter());
    format!("[{}]", order.iter().map(row).collect::<Vec<_>>().join(","))
}

/// A list for each column.
fn lists(members: &[(Cow<'_, str>, &RawValue)]) -> Result<String, JsonError> {
    let columns = members.iter().map(|(_, list)| read::<Vec<&RawValue>>(list));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let count = columns.first().map_or(0, Vec::len);
    let is_wrapped = columns.len() == 1 && columns[0].iter().all(|item| is(item, '{'));
    if is_wrapped && count > 0 {
        let name = &members[0].0;
        return Err(JsonError::shape(format!(
            "\"{name}\" could be a list of rows or a column; write the list of rows alone"
        )));
    }
    if columns.iter().any(|column| column.len() != count) {
        return Err(JsonError::shape("the lists of the columns have to be equally long"));
    }
    let cell =
        |at: usize| members.iter().zip(&columns).map(move |((name, _), column)| (name, column[at]));
    let rows: Vec<_> = (0..count).map(|at| object_of(cell(at))).collect();
    Ok(format!("[{}]", rows.join(",")))
}

fn no_table() -> JsonError {
    JsonError::shape(
        "an object is no table; write a list of row objects, such as \
         [{\"city\": \"Oslo\", \"people\": 717710}]",
    )
}

fn object_of<'a, N: Serialize + 'a>(cells: impl Iterator<Item = (N, &'a RawValue)>) -> String {
    let cells = cells.map(|(name, cell)| {
        // A text always has a JSON form.
        let name = serde_json::to_string(&name).unwrap_or_default();
        format!("{name}:{}", cell.get())
    });
    format!("{{{}}}", cells.collect::<Vec<_>>().join(","))
}

fn list_of(items: &[&RawValue]) -> String {
    format!("[{}]", items.iter().map(|item| item.get()).collect::<Vec<_>>().join(","))
}

/// The name of a column, which may be a number.
fn name(value: &RawValue) -> Cow<'_, str> {
    match serde_json::from_str(value.get()) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(value.get()),
    }
}

fn is(value: &RawValue, first: char) -> bool {
    value.get().starts_with(first)
}

fn read<'a, T: Deserialize<'a>>(value: &'a RawValue) -> Result<T, JsonError> {
    serde_json::from_str(value.get()).map_err(|error| JsonError::shape(error.to_string()))
}

/// The members of an object in their order.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
                    members.push((Cow::Owned(name), value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> String {
        as_list(text).expect("a table").unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn forms_that_mean_one_table_are_taken() {
        let rows = r#"[{"a":1,"b":9007199254740993},{"a":2,"b":null}]"#;
        for text in [
            rows,
            &format!("\u{feff}{rows}"),
            "{\"a\":1,\"b\":9007199254740993}\n{\"a\":2,\"b\":null}\n",
            r#"{"a":{"0":1,"1":2},"b":{"0":9007199254740993,"1":null}}"#,
            r#"{"0":{"a":1,"b":9007199254740993},"1":{"a":2,"b":null}}"#,
            r#"{"columns":["a","b"],"index":[0,1],"data":[[1,9007199254740993],[2,null]]}"#,
            r#"{"schema":{"fields":[]},"data":[{"a":1,"b":9007199254740993},{"a":2,"b":null}]}"#,
            r#"{"a":[1,2],"b":[9007199254740993,null]}"#,
        ] {
            assert_eq!(list(text), rows, "{text}");
        }
        assert_eq!(list(r#"{"a":{"5":1},"b":{"5":2,"7":3}}"#), r#"[{"a":1,"b":2},{"b":3}]"#);
        assert_eq!(list(r#"{"columns":[1],"data":[[2]]}"#), r#"[{"1":2}]"#);
    }

    #[test]
    fn forms_that_could_mean_two_are_refused_with_the_way_out() {
        for (text, way) in [
            (r#"{"a": 1, "b": 2}"#, "a list of row objects"),
            (r#"{"data": [{"a": 1}]}"#, "alone"),
            (r#"{"x": {"a": 1}, "y": {"a": 2}}"#, "orient=\"records\""),
            (r#"{"0": {"1": 1}, "1": {"1": 2}}"#, "orient=\"records\""),
            (r#"{"a": [1, 2], "b": [1]}"#, "equally long"),
            (r#"{"columns": ["a"], "data": [[1, 2]]}"#, "as many values"),
            ("{\"a\": 1}\n[2]", "JSON Lines"),
            ("{}", "a list of row objects"),
        ] {
            let error = as_list(text).expect_err(text).to_string();
            assert!(error.contains(way), "{text}: {error}");
        }
        assert!(as_list(r#"{"a": NaN}"#).unwrap_err().to_string().contains("write null"));
        assert_eq!(as_list("[1").unwrap(), None);
    }
}
