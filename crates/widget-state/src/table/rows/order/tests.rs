//! Sort, filter and page over rows that are text give what they give over values.

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::table::rows::order::*;

fn query(sort: &Value, filter: &Value) -> RowQuery {
    serde_json::from_value(json!({"sort": sort, "filter": filter})).unwrap()
}

fn positions(rows: &Rows, query: &RowQuery) -> Vec<usize> {
    let order = rows.order(query, &AtomicBool::new(false)).unwrap().unwrap();
    order.positions(0..usize::MAX).collect()
}

#[test]
fn sorting_by_several_columns_is_stable() {
    let rows = Rows::parse(
        r#"[{"a": "x", "n": 2}, {"a": "X", "n": 1}, {"n": 2}, {"a": "w10", "n": 2}, {"a": "w9"}]"#,
    )
    .unwrap();
    let sort = json!([{"field": "n", "direction": "desc"}, {"field": "a", "direction": "asc"}]);
    assert_eq!(positions(&rows, &query(&sort, &json!({}))), [2, 3, 0, 1, 4]);
    let by_text = json!([{"field": "a", "direction": "asc"}]);
    assert_eq!(positions(&rows, &query(&by_text, &json!({}))), [2, 4, 3, 0, 1]);
    let unknown = json!([{"field": "z", "direction": "asc"}]);
    assert_eq!(positions(&rows, &query(&unknown, &json!({}))), [0, 1, 2, 3, 4]);
}

#[test]
fn a_part_of_an_order_ends_where_the_order_ends() {
    let rows = Rows::parse(format!("[{}]", vec!["{\"a\":1}"; 300].join(","))).unwrap();
    let order = rows.order(&RowQuery::default(), &AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!(order.positions(298..400).collect::<Vec<_>>(), [298, 299]);
    assert_eq!(order.positions(300..400).count(), 0);
    assert_eq!(rows.row(299), Some("{\"a\":1}"));
    assert_eq!(rows.row(300), None);
}

#[test]
fn who_no_longer_waits_gets_nothing() {
    let rows = Rows::parse(r#"[{"a": 1}]"#).unwrap();
    let sort = query(&json!([{"field": "a", "direction": "asc"}]), &json!({}));
    assert!(matches!(rows.order(&sort, &AtomicBool::new(true)), Ok(None)));
}

#[test]
fn more_columns_to_sort_by_than_anyone_can_mean_are_refused() {
    let rows = Rows::parse(r#"[{"a": 1}]"#).unwrap();
    let sort = query(&json!(vec![json!({"field": "a", "direction": "asc"}); 17]), &json!({}));
    let refused = rows.order(&sort, &AtomicBool::new(false));
    assert!(matches!(refused, Err(StateError::TooMany { limit: 16, .. })));
}

#[test]
fn an_empty_text_among_numbers_stands_before_them() {
    let rows = Rows::parse(r#"[{"a": 5}, {"a": ""}, {"a": null}, {"a": -3}]"#).unwrap();
    let sort = query(&json!([{"field": "a", "direction": "asc"}]), &json!({}));
    assert_eq!(positions(&rows, &sort), [2, 1, 3, 0]);
}

/// A value that means something to a filter.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        (-3..4i32).prop_map(|n| json!(n)),
        (-3..4i32).prop_map(|n| json!(f64::from(n) / 2.0)),
        any::<bool>().prop_map(Value::Bool),
        "[aAbé0-2 ]{0,4}".prop_map(Value::String),
        (1..29u8).prop_map(|day| json!(format!("2026-01-{day:02}"))),
        Just(json!({"k": [1, "}"]})),
    ]
}

fn rows() -> impl Strategy<Value = Vec<Value>> {
    let row = prop::collection::vec((prop::sample::select(vec!["a", "b", "c"]), value()), 0..4);
    // The first row has every column, since a filter on an unknown one is passed over.
    let all = json!({"a": null, "b": null, "c": null});
    prop::collection::vec(row, 0..40).prop_map(move |rows| {
        let row = |fields: Vec<(&str, Value)>| {
            Value::Object(
                fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            )
        };
        std::iter::once(all.clone()).chain(rows.into_iter().map(row)).collect()
    })
}

fn sorts() -> impl Strategy<Value = Value> {
    let one = (prop::sample::select(vec!["a", "b", "c"]), any::<bool>()).prop_map(
        |(field, up)| json!({"field": field, "direction": if up { "asc" } else { "desc" }}),
    );
    prop::collection::vec(one, 0..3).prop_map(Value::from)
}

fn filters() -> impl Strategy<Value = Value> {
    let text = (prop::sample::select(vec!["contains", "notEqual", "startsWith", "blank"]), "[aA1]")
        .prop_map(|(test, filter)| json!({"filterType": "text", "type": test, "filter": filter}));
    let number = (prop::sample::select(vec!["lessThan", "inRange", "notBlank"]), -2..3i32)
        .prop_map(|(test, from)| {
            json!({"filterType": "number", "type": test, "filter": from, "filterTo": from + 1})
        });
    let field = prop::sample::select(vec!["a", "b", "c"]);
    prop::collection::vec((field, prop_oneof![text, number]), 0..3).prop_map(|filters| {
        let all = filters.into_iter().map(|(field, filter)| (field.to_owned(), filter));
        Value::Object(all.collect::<Map<_, _>>())
    })
}

/// Evaluates the query for one row, independently of the code under test.
fn passes(row: &Value, filter: &Value) -> bool {
    filter.as_object().unwrap().iter().all(|(field, filter)| {
        let value = &row[field];
        let shown = match value {
            Value::Null => None,
            Value::String(text) => Some(text.to_lowercase()),
            Value::Number(number) => Some(format!("{}", number.as_f64().unwrap())),
            other => Some(other.to_string().to_lowercase()),
        };
        let wanted = &filter["filter"];
        let text = wanted.as_str().unwrap_or_default().to_lowercase();
        let from = wanted.as_f64().unwrap_or_default();
        match filter["type"].as_str().unwrap() {
            "contains" => shown.is_some_and(|shown| shown.contains(&text)),
            "notEqual" => shown.is_none_or(|shown| shown != text),
            "startsWith" => shown.is_some_and(|shown| shown.starts_with(&text)),
            "blank" => shown.is_none_or(|shown| shown.trim().is_empty()),
            "lessThan" => value.as_f64().is_some_and(|n| n < from),
            "inRange" => value.as_f64().is_some_and(|n| (from..=from + 1.0).contains(&n)),
            "notBlank" => value.is_number(),
            other => panic!("{other}"),
        }
    })
}

/// Compares run by run, with digits as numbers.
fn compare_text(mut left: &str, mut right: &str) -> Ordering {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    loop {
        let (l, r) = (digits(left), digits(right));
        let ordering = if l > 0 && r > 0 {
            let number = |text: &str| text.parse::<u64>().unwrap();
            let ordering = number(&left[..l]).cmp(&number(&right[..r]));
            (left, right) = (&left[l..], &right[r..]);
            ordering
        } else {
            let (a, b) = (left.chars().next(), right.chars().next());
            left = &left[a.map_or(0, char::len_utf8)..];
            right = &right[b.map_or(0, char::len_utf8)..];
            a.cmp(&b)
        };
        if ordering.is_ne() || (left.is_empty() && right.is_empty()) {
            return ordering;
        }
    }
}

/// An empty text is nothing in a column of numbers.
fn compare(left: &Value, right: &Value, are_numbers: bool) -> Ordering {
    let rank = |value: &Value| match value {
        Value::Null => 0,
        Value::String(text) if text.is_empty() && are_numbers => 1,
        Value::Number(_) => 2,
        _ => 3,
    };
    let text = |value: &Value| match value {
        Value::String(text) => text.to_lowercase(),
        other => other.to_string().to_lowercase(),
    };
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left.partial_cmp(&right).unwrap(),
        _ if rank(left) == 3 && rank(right) == 3 => compare_text(&text(left), &text(right)),
        _ => rank(left).cmp(&rank(right)),
    }
}

fn naive(rows: &[Value], sort: &Value, filter: &Value) -> Vec<usize> {
    let mut found: Vec<usize> = (0..rows.len()).filter(|at| passes(&rows[*at], filter)).collect();
    let are_numbers = |field: &str| {
        rows.iter()
            .map(|row| &row[field])
            .all(|value| value.is_null() || value.is_number() || value == "")
    };
    found.sort_by(|left, right| {
        let orders = sort.as_array().unwrap().iter().map(|sort| {
            let field = sort["field"].as_str().unwrap();
            let order = compare(&rows[*left][field], &rows[*right][field], are_numbers(field));
            if sort["direction"] == "desc" { order.reverse() } else { order }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    });
    found
}

proptest! {
    #[test]
    fn text_rows_are_sorted_and_filtered_as_values_are(
        values in rows(), sort in sorts(), filter in filters()
    ) {
        let rows = Rows::parse(Value::from(values.clone()).to_string()).unwrap();
        let found = positions(&rows, &query(&sort, &filter));
        prop_assert_eq!(&found, &naive(&values, &sort, &filter));
        for position in found {
            let row: Value = serde_json::from_str(rows.row(position).unwrap()).unwrap();
            prop_assert_eq!(&row, &values[position]);
        }
    }

    #[test]
    fn cells_are_set_as_in_a_list_of_values(
        mut values in rows(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), value()), 1..5),
    ) {
        let mut rows = Rows::parse(Value::from(values.clone()).to_string()).unwrap();
        for (index, value) in edits {
            let position = index.index(values.len());
            rows.set_cell(&json!(position), "b", &value).unwrap();
            values[position]["b"] = value;
        }
        let text: Vec<u8> = rows.json_pieces().flat_map(|piece| piece.as_ref().to_vec()).collect();
        let read: Value = serde_json::from_slice(&text).unwrap();
        prop_assert_eq!(read, Value::from(values));
        // One block and the two brackets around it.
        prop_assert_eq!(rows.bytes() + 2, text.len());
    }
}
