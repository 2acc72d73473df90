//! Tables in other forms than a list of row objects, as far as they can mean one thing only: JSON
//! Lines, names of columns beside lists of cells, and what pandas writes by default.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
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
        lines if lines.iter().all(|line| is(line, '{')) => {
            Ok(Some(list_of(lines.iter().map(|line| line.get().to_owned()))))
        }
        _ => Err(JsonError::shape("each line of JSON Lines has to be an object")),
    }
}

/// The text of a list of lists.
pub(super) fn cells(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    let first = text.strip_prefix('[')?.trim_start();
    first.starts_with('[').then_some(text)
}

/// The list of row objects that a list of lists of cells is below these columns.
pub(super) fn named(names: &[&str], cells: &str) -> Result<String, JsonError> {
    let rows: Vec<&RawValue> = serde_json::from_str(cells)
        .map_err(|error| in_place(JsonError::new(&error, cells), cells))?;
    if let Some(at) = rows.iter().position(|row| !is(row, '[')) {
        let problem = format!("row {at} is no list of cells, as those before it are");
        return Err(JsonError::shape(problem));
    }
    let names: Vec<Cow<'_, str>> = names.iter().map(|name| Cow::Borrowed(*name)).collect();
    let rows = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let rows = below(&names, &rows)?;
    Ok(list_of(rows.into_iter().map(|row| object_of(row.into_iter()))))
}

/// One object that holds a whole table.
fn table(object: &RawValue) -> Result<String, JsonError> {
    let Members(members) = read(object)?;
    let member = |name: &str| members.iter().find(|(own, _)| own == name).map(|(_, value)| *value);
    if let Some((columns, cells)) = split_parts(&members)? {
        if read::<Vec<&RawValue>>(cells)?.iter().any(|row| is(row, '{')) {
            return Ok(cells.get().to_owned());
        }
        return split(columns, cells, member("index"));
    }
    let data = member("data").filter(|data| is(data, '['));
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

/// The names of the columns and the cells of each row, where an object has these and nothing else
/// but what pandas adds: `{"columns", "data"}`, with the `index`, or with the names of its levels
/// (`df.to_dict("tight")`), and `{"columns" or "headers", "rows"}`, as databases answer.
fn split_parts<'a>(
    members: &[(Cow<'_, str>, &'a RawValue)],
) -> Result<Option<(&'a RawValue, &'a RawValue)>, JsonError> {
    let list = |names: &[&str]| {
        let mut lists =
            members.iter().filter(|(own, list)| names.contains(&&**own) && is(list, '['));
        lists.next().map(|(_, list)| *list)
    };
    let beside = ["columns", "headers", "data", "rows", "index", "index_names", "column_names"];
    let is_split = members
        .iter()
        .all(|(name, value)| beside.contains(&&**name) || !(is(value, '[') || is(value, '{')));
    let (Some(columns), Some(cells)) = (list(&["columns", "headers"]), list(&["data", "rows"]))
    else {
        return Ok(None);
    };
    let rows: Vec<&RawValue> = read(cells)?;
    let names: Vec<&RawValue> = read(columns)?;
    // A table may have columns of these names, with cells of any kind.
    let are_rows = ['[', '{'].iter().any(|first| rows.iter().all(|row| is(row, *first)));
    let are_names = names.iter().all(|column| !is(column, '{') || of_column(column).is_some());
    Ok((is_split && are_rows && are_names).then_some((columns, cells)))
}

/// The columns of a table without rows.
pub(super) fn columns_without_rows(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let object = serde_json::from_str::<&RawValue>(text).ok();
    let Some(Ok(Members(members))) = object.map(read) else { return Vec::new() };
    if let Ok(Some((columns, _))) = split_parts(&members) {
        let names: Vec<&RawValue> = read(columns).unwrap_or_default();
        return names.into_iter().map(|column| name(column).into_owned()).collect();
    }
    let are_empty = members.iter().all(|(_, value)| matches!(value.get(), "[]" | "{}"));
    // A list alone is one of rows, whatever its name.
    let is_list = matches!(members.as_slice(), [(_, value)] if value.get() == "[]");
    if !are_empty || is_list {
        return Vec::new();
    }
    members.into_iter().map(|(name, _)| name.into_owned()).collect()
}

/// `df.to_json(orient="split")`: names, and the values of each row.
fn split(
    columns: &RawValue,
    data: &RawValue,
    index: Option<&RawValue>,
) -> Result<String, JsonError> {
    let names: Vec<&RawValue> = read(columns)?;
    let names: Vec<Cow<'_, str>> = names.into_iter().map(name).collect();
    let rows: Vec<Vec<&RawValue>> = read(data)?;
    let labels = index.map_or(Ok(Vec::new()), read::<Vec<&RawValue>>)?;
    let cells = below(&names, &rows)?;
    if index.is_some() && labels.len() != rows.len() {
        return Err(JsonError::shape("the index has to have a label for each row"));
    }
    let labels: Vec<_> = labels.into_iter().map(label).collect();
    Ok(labelled(cells, &labels))
}

/// The cells of each row with the names of their columns.
fn below<'a>(
    names: &'a [Cow<'_, str>],
    rows: &'a [Vec<&RawValue>],
) -> Result<Vec<Cells<'a>>, JsonError> {
    if let Some(at) = rows.iter().position(|row| row.len() != names.len()) {
        return Err(wrong_length(at, rows[at].len(), names));
    }
    let named = |row: &'a Vec<&RawValue>| {
        names.iter().zip(row).map(|(name, cell)| (&**name, cell.get())).collect()
    };
    Ok(rows.iter().map(named).collect())
}

fn wrong_length(at: usize, cells: usize, names: &[Cow<'_, str>]) -> JsonError {
    const MOST: usize = 20;
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let named: Vec<_> = names.iter().take(MOST).map(|name| &**name).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    let (cells, columns) = (count(cells, "cell"), count(names.len(), "column"));
    JsonError::shape(format!("row {at} has {cells} for {columns}: {}{more}", named.join(", ")))
}

/// Objects in an object: columns of rows, which `df.to_json()` writes, or rows of columns. The
/// labels of the rows tell which.
fn nested(members: &[(Cow<'_, str>, &RawValue)]) -> Result<String, JsonError> {
    let inner = members.iter().map(|(_, value)| read(value)).collect::<Result<Vec<_>, _>>()?;
    let are_rows = members.iter().all(|(name, _)| is_label(name));
    let are_columns = inner.iter().flat_map(|Members(own)| own).all(|(name, _)| is_label(name));
    let (labels, rows) = match (are_rows, are_columns) {
        (true, false) => {
            let labels = members.iter().map(|(label, _)| &**label).collect();
            (labels, inner.iter().map(Members::cells).collect())
        }
        (false, true) => transposed(members, &inner),
        _ => {
            return Err(JsonError::shape(
                "objects in an object could be rows or columns; write a list of rows, in pandas \
                 by df.reset_index().to_json(orient=\"records\"), without reset_index() where \
                 the labels say nothing",
            ));
        }
    };
    Ok(labelled(rows, &labels.into_iter().map(json_of).collect::<Vec<_>>()))
}

/// Names and JSON texts of the cells of a row.
type Cells<'a> = Vec<(&'a str, &'a str)>;

/// The rows of columns, in the order in which their labels come.
fn transposed<'a>(
    members: &'a [(Cow<'_, str>, &RawValue)],
    columns: &'a [Members<'_>],
) -> (Vec<&'a str>, Vec<Cells<'a>>) {
    let mut labels: Vec<&str> = Vec::new();
    let mut rows: Vec<Cells<'_>> = Vec::new();
    let mut places = HashMap::<&str, usize>::new();
    for ((column, _), Members(cells)) in members.iter().zip(columns) {
        for (label, cell) in cells {
            let place = *places.entry(label).or_insert_with(|| {
                labels.push(label);
                rows.push(Vec::new());
                rows.len() - 1
            });
            rows[place].push((column, cell.get()));
        }
    }
    (labels, rows)
}

/// Returns whether a name is such as pandas gives to rows: a number, a time in milliseconds, or a
/// time as ISO 8601 writes it.
fn is_label(name: &str) -> bool {
    let is_date = || {
        let date = name.as_bytes().first_chunk::<10>();
        date.is_some_and(|date| {
            date.iter().enumerate().all(|(place, byte)| match place {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            })
        })
    };
    name.parse::<i64>().is_ok() || is_date()
}

/// A label as JSON: a number where it is one.
fn json_of(label: &str) -> Cow<'_, str> {
    match label.parse::<i64>() {
        Ok(number) if number.to_string() == label => Cow::Borrowed(label),
        _ => Cow::Owned(Value::from(label).to_string()),
    }
}

/// The list of rows. Labels that do more than number the rows are a column before the others, with
/// the name that `df.reset_index()` gives it.
fn labelled(rows: Vec<Cells<'_>>, labels: &[Cow<'_, str>]) -> String {
    let mut numbers: Vec<_> = labels.iter().map(|label| label.parse::<usize>().ok()).collect();
    numbers.sort_unstable();
    if numbers.into_iter().eq((0..labels.len()).map(Some)) {
        return list_of(rows.into_iter().map(|row| object_of(row.into_iter())));
    }
    let names: HashSet<&str> = rows.iter().flatten().map(|(name, _)| *name).collect();
    let own = (0..).map(|level| Cow::Owned(format!("level_{level}")));
    let mut own = std::iter::once(Cow::Borrowed("index")).chain(own);
    let own = own.find(|name| !names.contains(&**name)).unwrap_or_default();
    list_of(
        rows.into_iter()
            .zip(labels)
            .map(|(row, label)| object_of(std::iter::once((&*own, &**label)).chain(row))),
    )
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
    let cell = |at: usize| {
        members.iter().zip(&columns).map(move |((name, _), column)| (&**name, column[at].get()))
    };
    Ok(list_of((0..count).map(|at| object_of(cell(at)))))
}

fn no_table() -> JsonError {
    JsonError::shape(
        "an object is no table; write a list of row objects, such as \
         [{\"city\": \"Oslo\", \"people\": 717710}]",
    )
}

fn object_of<'a>(cells: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let cells = cells.map(|(name, cell)| format!("{}:{cell}", Value::from(name)));
    format!("{{{}}}", cells.collect::<Vec<_>>().join(","))
}

fn list_of(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// The name in the description of a column, `{"name": "city", "type": "text"}`.
fn of_column(column: &RawValue) -> Option<String> {
    let Members(members) = read(column).ok()?;
    let said = |own: &str| members.iter().find(|(name, _)| name == own);
    let (_, value) = said("field").or_else(|| said("name"))?;
    serde_json::from_str(value.get()).ok()
}

/// The name of a column, which may be a number, the levels of a `MultiIndex`, or in an object.
fn name(value: &RawValue) -> Cow<'_, str> {
    if let Some(name) = is(value, '{').then(|| of_column(value)).flatten() {
        return Cow::Owned(name);
    }
    if let Ok(levels) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        let levels: Vec<_> = levels.into_iter().map(name).collect();
        return Cow::Owned(levels.join(" / "));
    }
    match serde_json::from_str(value.get()) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(value.get()),
    }
}

/// The JSON of the label of a row; that of a `MultiIndex` has levels.
fn label(value: &RawValue) -> Cow<'_, str> {
    if is(value, '[') {
        Cow::Owned(Value::from(name(value)).to_string())
    } else {
        value.get().into()
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

impl Members<'_> {
    fn cells(&self) -> Cells<'_> {
        self.0.iter().map(|(name, cell)| (&**name, cell.get())).collect()
    }
}

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
        assert_eq!(list(r#"{"columns":[1],"data":[[2]]}"#), r#"[{"1":2}]"#);
        for text in [
            r#"{"columns":["a","b"],"rows":[[1,2],[3,4]]}"#,
            r#"{"headers":["a","b"],"rows":[[1,2],[3,4]]}"#,
            r#"{"columns":["a","b"],"data":[{"a":1,"b":2},{"a":3,"b":4}]}"#,
            r#"{"columns":[{"name":"a"},{"name":"b"}],"rows":[[1,2],[3,4]],"row_count":2}"#,
            r#"{"index":[0,1],"columns":["a","b"],"data":[[1,2],[3,4]],"index_names":[null],
                "column_names":[null]}"#,
        ] {
            assert_eq!(list(text), r#"[{"a":1,"b":2},{"a":3,"b":4}]"#, "{text}");
        }
        // A table whose columns have these names.
        let named = r#"{"columns":["a","b"],"rows":[1,2]}"#;
        assert_eq!(list(named), r#"[{"columns":"a","rows":1},{"columns":"b","rows":2}]"#);
        let levels = r#"{"columns":[["sum","x"],["sum",2]],"index":[["N",1]],"data":[[5,6]]}"#;
        assert_eq!(list(levels), r#"[{"index":"N / 1","sum / x":5,"sum / 2":6}]"#);
    }

    #[test]
    fn a_table_without_rows_has_columns() {
        for text in [
            r#"{"columns":["a","b"],"index":[],"data":[]}"#,
            r#"{"a":{},"b":{}}"#,
            r#"{"a":[],"b":[]}"#,
        ] {
            assert_eq!(list(text), "[]", "{text}");
            assert_eq!(columns_without_rows(text), ["a", "b"], "{text}");
            let columns = crate::table::rows::Rows::parse(text).expect("a table").columns();
            assert_eq!(columns.iter().map(|one| &*one.field).collect::<Vec<_>>(), ["a", "b"]);
        }
        for text in ["[]", "", r#"{"a":[1]}"#, r#"{"data":[]}"#] {
            assert_eq!(columns_without_rows(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn labels_of_rows_that_say_something_are_a_column() {
        for (text, rows) in [
            (
                r#"{"a":{"5":1},"b":{"5":2,"7":3}}"#,
                r#"[{"index":5,"a":1,"b":2},{"index":7,"b":3}]"#,
            ),
            (r#"{"a":{"1":1,"0":2}}"#, r#"[{"a":1},{"a":2}]"#),
            // A `DatetimeIndex`, as pandas writes it by default and with `date_format="iso"`.
            (
                r#"{"a":{"-86400000":1,"1704067200000":2}}"#,
                r#"[{"index":-86400000,"a":1},{"index":1704067200000,"a":2}]"#,
            ),
            (
                r#"{"a":{"2024-01-01T00:00:00.000":1}}"#,
                r#"[{"index":"2024-01-01T00:00:00.000","a":1}]"#,
            ),
            (r#"{"7":{"index":1,"level_0":2}}"#, r#"[{"level_1":7,"index":1,"level_0":2}]"#),
            (
                r#"{"columns":["a"],"index":["x","y"],"data":[[1],[2]]}"#,
                r#"[{"index":"x","a":1},{"index":"y","a":2}]"#,
            ),
        ] {
            assert_eq!(list(text), rows, "{text}");
        }
    }

    #[test]
    fn forms_that_could_mean_two_are_refused_with_the_way_out() {
        for (text, way) in [
            (r#"{"a": 1, "b": 2}"#, "a list of row objects"),
            (r#"{"data": [{"a": 1}]}"#, "alone"),
            (r#"{"x": {"a": 1}, "y": {"a": 2}}"#, "df.reset_index().to_json(orient=\"records\")"),
            (r#"{"0": {"1": 1}, "1": {"1": 2}}"#, "orient=\"records\""),
            (r#"{"a": [1, 2], "b": [1]}"#, "equally long"),
            (r#"{"columns": ["a"], "data": [[1, 2]]}"#, "row 0 has 2 cells for 1 column: a"),
            (r#"{"columns": ["a"], "index": [], "data": [[1]]}"#, "a label for each row"),
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
