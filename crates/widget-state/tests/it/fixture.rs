//! Fixtures: cases with the results of this crate, which the tests of the front end read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use widget_state::Widget;

/// Compares cases with those in `tests/fixtures`. With `WIDGET_UPDATE_FIXTURES=1` they are
/// written there before.
///
/// # Panics
///
/// When they differ.
pub(crate) fn check(file: &str, cases: &[Value]) {
    if std::env::var_os("WIDGET_UPDATE_FIXTURES").is_some() {
        let lines: Vec<String> = cases.iter().map(ToString::to_string).collect();
        let text = format!("[\n{}\n]\n", lines.join(",\n"));
        std::fs::write(path(file), text).expect("the fixture is written");
    }
    // As values: the order of members depends on what else is built with serde_json.
    assert!(kept(file) == cases, "run with WIDGET_UPDATE_FIXTURES=1 and look at the difference");
}

/// The cases in a file of `tests/fixtures`.
pub(crate) fn kept(file: &str) -> Vec<Value> {
    let kept = std::fs::read_to_string(path(file)).expect("the fixture is there");
    serde_json::from_str(&kept).expect("the fixture is JSON")
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(file)
}

/// The document as a viewer holds it: with its figures and rows.
pub(crate) fn document_of(widget: &Widget) -> Value {
    let mut document = serde_json::to_value(widget.document()).expect("JSON");
    fill(&mut document["blocks"], widget);
    document
}

fn fill(blocks: &mut Value, widget: &Widget) {
    for block in blocks.as_array_mut().into_iter().flatten() {
        let of_block = widget.block(block["id"].as_str().expect("an id")).expect("the block");
        let chart = of_block.as_chart().map(|chart| sorted(chart.figure().as_json()));
        let table = of_block.as_table().map(|table| {
            let pieces = table.rows().json_pieces().flat_map(|piece| piece.as_ref().to_vec());
            String::from_utf8(pieces.collect()).expect("UTF-8")
        });
        if let (Some(json), Some(data)) = (chart.or(table), block.get_mut("data")) {
            data["json"] = json!(json);
        }
        if let Some(inside) = block.get_mut("blocks") {
            fill(inside, widget);
        }
    }
}

/// JSON whose members are in order, whatever else is built with serde_json.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Sorted {
    Object(BTreeMap<String, Sorted>),
    List(Vec<Sorted>),
    Other(Value),
}

fn sorted(json: &str) -> String {
    let sorted: Sorted = serde_json::from_str(json).expect("JSON");
    serde_json::to_string(&sorted).expect("JSON")
}
