//! The traits of columns and the order of their values, as cases that the TypeScript of the pages
//! is tested with too: `tests/fixtures/column_traits.json` holds the results of this crate.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use widget_state::{RowQuery, Rows};

fn fixture() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/column_traits.json")
}

#[test]
fn the_columns_are_what_this_crate_makes_of_them() {
    let columns = [
        json!([10, null, 9, -1, 2.5]),
        json!([9_007_199_254_740_993_u64, 7, 9_007_199_254_740_992_u64]),
        json!(["7.138", "-64.7", "", null, "+.5", "5.", "1e3", "-2E-1"]),
        json!(["1,000", "12 %", "999", "1,234,567.8", "-5%"]),
        json!(["$1,200", "-$300", "$-20.5", "5 €", "€ 4", "£1e3", " ¥7 ", "-3€"]),
        json!(["€1.200", "€900"]),
        json!(["$", "$5"]),
        json!(["10", "9", "n/a", "1", "12,34"]),
        json!(["Jun 12 1998", "1 Dec 2023", "Fri, 5-Jan-2024", "Sept. 3rd, 2001", "May 1 2020"]),
        json!(["12/01/2023", "3/4/2026", "01/02/2025", "2/3/2025 9:05 AM", "2/3/2025 12:30 pm"]),
        json!(["31/01/2024", "01/02/2023", "02/02/2024", "01.03.2023"]),
        json!(["05.01.2024, 09:30", "04.02.2023", "1 Feb 2023"]),
        json!(["31/01/2024", "01/31/2024"]),
        json!(["15-01-2024", "03-02-2023", "1-3-2024"]),
        json!(["1/15/24", "12/3/98", "2/1/2023"]),
        json!(["15-Jan-24", "3-Feb-98", "1 Mar 2023"]),
        json!(["12 Marbles 24", "4 Deckels 10"]),
        json!(["2024/01/15", "2023/2/3", "2024/1/2 10:30"]),
        json!(["1.2.10", "1.10.2", "1.9.24"]),
        json!(["1-2-24", "3-4-23"]),
        json!(["2024-05-01 12:00:01 INFO started", "2024-04-01"]),
        json!([139.929_999_999_999_98, 5]),
        json!(["Jan 5 2024", "Feb 1 soon"]),
        json!(["Feb 31 2024", "Mar 1 2024", "Mar 3 2024"]),
        json!(["2024-06-01", "2023-01-01", null]),
        json!(["2024-01-01T00:00:00.000Z", "2023-06-01 00:00"]),
        json!(["2024-03-31T01:30:00+01:00", "2024-03-31T00:45:00Z", "2024-03-30T20:00:00-0500"]),
        json!(["2024-03-31 01:30:00+01", "2024-03-31 00:45:00.5+00", "2024-03-30 20:00:00-05"]),
        json!(["2024-03-31 01:30:00 UTC", "2024-03-31 00:45:00.5 GMT", "2024-03-30 23:00:00 UTC"]),
        json!([
            "Sun, 31 Mar 2024 01:30:00 +0100",
            "31 Mar 2024 00:45:00 GMT",
            "Sat, 30 Mar 2024 20:00:00 -0500",
            "Sun Mar 31 2024 03:00:00 GMT+0200 (Central European Summer Time)",
            "Mar 31 2024 2:00 am Z",
        ]),
        json!(["Jun 1998", "December 1997", "Feb. 1998", "Mar-1998"]),
        json!(["9007199254740993", "9007199254740992", "-9007199254740993", "007"]),
        json!(["2024-01-01T00:00:00.25", "2024-01-01 00:00:00,125", "2024-01-01T00:00"]),
        json!(["item 10", "item 9", null, "item 9a"]),
    ];
    let cases: Vec<Value> = columns.iter().map(case).collect();
    if std::env::var_os("WIDGET_UPDATE_FIXTURES").is_some() {
        let lines: Vec<String> = cases.iter().map(ToString::to_string).collect();
        let text = format!("[\n{}\n]\n", lines.join(",\n"));
        std::fs::write(fixture(), text).expect("the fixture is written");
    }
    let kept = std::fs::read_to_string(fixture()).expect("the fixture is there");
    let kept: Vec<Value> = serde_json::from_str(&kept).expect("the fixture is JSON");
    assert_eq!(kept, cases, "run with WIDGET_UPDATE_FIXTURES=1 and look at the difference");
}

/// The rows of a table of one column, as text, that column, and the rows' positions when sorted.
fn case(values: &Value) -> Value {
    let rows = values.as_array().expect("a list").iter().map(|value| json!({"v": value}));
    let text = Value::from_iter(rows).to_string();
    let rows = Rows::parse(&*text).expect("rows");
    let sort = json!({"sort": [{"field": "v", "direction": "asc"}]});
    let query: RowQuery = serde_json::from_value(sort).expect("a query");
    let order = rows.order(&query, &AtomicBool::new(false)).expect("an order").expect("to the end");
    let order: Vec<usize> = order.positions(0..order.count()).collect();
    json!({"rows": text, "column": rows.columns()[0], "order": order})
}
