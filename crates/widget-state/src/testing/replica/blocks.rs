//! Operations on the figures and rows of a document as JSON.

use serde_json::{Map, Value, json};

use super::{Replica, rows_of};
use crate::chart::figure::Figure;
use crate::op::Op;
use crate::widget::Widget;

/// The operations that edit a figure or rows of a viewer.
const CHANGES_DATA: [&str; 5] =
    ["set_figure", "edit_chart", "grid_rows", "grid_cell", "reload_data"];

/// Applies an operation on a chart or table.
pub(super) fn apply(replica: &mut Replica, id: &str, op: &Value, revision: u64, widget: &Widget) {
    let block = find(&mut replica.document["blocks"], id).expect("the block");
    let data = &mut replica.data[id];
    let op_type = op["type"].as_str().expect("a type");
    if CHANGES_DATA.contains(&op_type) && holds(block, revision) {
        beside_data(block, op);
        return;
    }
    match op_type {
        "set_figure" => {
            block["data"] = json!({ "revision": revision });
            block["view"] = op["view"].clone();
            *data = parse(&op["json"]);
        }
        "edit_chart" => {
            block["data"] = json!({ "revision": revision });
            block["view"] = op["view"].clone();
            *data = edited(data, &op["edit"]);
        }
        "set_chart_view" => block["view"] = op["view"].clone(),
        "grid_rows" => {
            has_rows(block, &json!({ "revision": revision }));
            block["columns"] = op["columns"].clone();
            combine(data, op, block["row_id"].as_str());
        }
        "reload_data" => {
            // As fetched: the newest there is.
            has_rows(block, &json!({ "revision": revision_of(widget, id) }));
            beside_data(block, op);
            *data = data_of(widget)[id].clone();
        }
        "reload_pages" => {
            block.as_object_mut().expect("a block").remove("data");
            block["pages"] = op["pages"].clone();
            block["columns"] = op["columns"].clone();
            *data = data_of(widget)[id].clone();
        }
        "grid_cell" => {
            has_rows(block, &json!({ "revision": revision }));
            block["columns"] = op["columns"].clone();
            set_cell(data, op, block["row_id"].as_str());
        }
        "grid_columns" => block["columns"] = op["columns"].clone(),
        "grid_state" => block["state"] = op["state"].clone(),
        other => panic!("unknown operation {other}"),
    }
}

/// The block of this id.
fn find<'a>(blocks: &'a mut Value, id: &str) -> Option<&'a mut Value> {
    for block in blocks.as_array_mut()? {
        if block["id"] == id {
            return Some(block);
        }
        if let Some(found) = block.get_mut("blocks").and_then(|inside| find(inside, id)) {
            return Some(found);
        }
    }
    None
}

fn edited(data: &Value, edit: &Value) -> Value {
    let edit = serde_json::from_value(edit.clone()).expect("an edit");
    let figure = Figure::parse(data.to_string()).expect("a figure");
    let mut chart = Widget::chart(figure);
    chart.apply(Op::EditChart { block_id: None, edit }).expect("an edit that fits");
    let (_, chart) = chart.the_chart(None).expect("a chart");
    serde_json::from_str(chart.figure().as_json()).expect("JSON")
}

fn set_cell(rows: &mut Value, op: &Value, key: Option<&str>) {
    let rows = rows.as_array_mut().expect("rows");
    let row = match key {
        Some(key) => rows.iter_mut().find(|row| row[key] == op["row_id"]),
        None => rows.get_mut(op["row_id"].as_u64().expect("a position") as usize),
    };
    row.expect("a row")[op["field"].as_str().expect("a field")] = op["value"].clone();
}

fn combine(rows: &mut Value, op: &Value, key: Option<&str>) {
    let rows = rows.as_array_mut().expect("rows");
    let new = parse(&op["json"]).as_array().expect("rows").clone();
    match op["strategy"].as_str().expect("a strategy") {
        "set" => *rows = new,
        "append" => rows.extend(new),
        "update" => {
            let key = key.expect("a row id");
            for row in new {
                let place = rows.iter_mut().find(|old| old[key] == row[key]);
                *place.expect("a row to update") = row;
            }
        }
        other => panic!("unknown strategy {other}"),
    }
}

/// Returns whether the data is as new as a revision: what was fetched may be newer than the
/// operation that asked for it, and holds the operations in between.
fn holds(block: &Value, revision: u64) -> bool {
    block["data"]["revision"].as_u64().is_some_and(|newest| revision <= newest)
}

/// Applies the part of an operation that is beside the figure or the rows.
fn beside_data(block: &mut Value, op: &Value) {
    let beside = if block["type"] == "table" { "columns" } else { "view" };
    block[beside] = op[beside].clone();
}

/// The viewer has all rows, as of a revision.
fn has_rows(block: &mut Value, data: &Value) {
    block.as_object_mut().expect("a block").remove("pages");
    block["data"] = data.clone();
}

fn parse(json: &Value) -> Value {
    serde_json::from_str(json.as_str().expect("JSON text")).expect("JSON")
}

fn revision_of(widget: &Widget, id: &str) -> u64 {
    let chart = widget.the_chart(Some(id)).map(|(_, chart)| chart.revision());
    chart.or_else(|_| widget.the_table(Some(id)).map(|(_, table)| table.revision())).expect("data")
}

/// The figures and rows of a widget by their block.
pub(super) fn data_of(widget: &Widget) -> Value {
    let mut data = Map::new();
    for (id, chart) in widget.charts() {
        let figure = serde_json::from_str(chart.figure().as_json()).expect("JSON");
        data.insert(id.to_owned(), figure);
    }
    for (id, table) in widget.tables() {
        data.insert(id.to_owned(), rows_of(table.rows()));
    }
    Value::Object(data)
}
