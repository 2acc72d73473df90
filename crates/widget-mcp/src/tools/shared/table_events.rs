//! The events by which an agent changes a table: `send_event` with `grid:…`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{ColumnSettings, EventName, Op, RowStrategy, StateError, TableState, nearest};

use crate::tool::arguments::{JsonText, parse, parse_leniently};
use crate::tool::error::ToolError;

const UPDATE_DATA: &str = "grid:update-data";
const UPDATE_CELL: &str = "grid:update-cell";
const UPDATE_COLUMNS: &str = "grid:update-columns";
const RESTORE_STATE: &str = "grid:restore-state";
const RESET_STATE: &str = "grid:reset-state";

/// Every event that can be sent to a table.
pub(crate) const ALL: [&str; 5] =
    [UPDATE_DATA, UPDATE_CELL, UPDATE_COLUMNS, RESTORE_STATE, RESET_STATE];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpdateData {
    data: JsonText,
    #[serde(default)]
    strategy: RowStrategy,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpdateCell {
    row_id: Value,
    field: String,
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpdateColumns {
    columns: Vec<ColumnSettings>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RestoreState {
    state: TableState,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The operation that an event in the namespace `grid` asks for.
pub(crate) fn operation(
    event: &EventName,
    block_id: Option<String>,
    data: Map<String, Value>,
) -> Result<Op, ToolError> {
    Ok(match event.as_str() {
        UPDATE_DATA => {
            let UpdateData { data, strategy } = read(data)?;
            Op::TableRows { block_id, strategy, rows: data.into_text() }
        }
        UPDATE_CELL => {
            let UpdateCell { row_id, field, value } = read(data)?;
            Op::TableCell { block_id, row_id, field, value }
        }
        UPDATE_COLUMNS => {
            let UpdateColumns { columns } = parse_leniently(&data).map_err(in_event)?;
            Op::TableColumns { block_id, columns }
        }
        RESTORE_STATE => {
            let RestoreState { state } = parse_leniently(&data).map_err(in_event)?;
            Op::TableState { block_id, state }
        }
        RESET_STATE => {
            let Nothing {} = read(data)?;
            Op::TableState { block_id, state: TableState::default() }
        }
        _ => return Err(unknown(event)),
    })
}

fn read<T: serde::de::DeserializeOwned>(data: Map<String, Value>) -> Result<T, ToolError> {
    parse(data).map_err(in_event)
}

/// The fields of an event are in the argument `data`.
fn in_event(error: ToolError) -> ToolError {
    match error {
        ToolError::Argument { name, problem } => {
            ToolError::argument(format!("data.{name}").trim_end_matches('.'), problem)
        }
        failed @ ToolError::Failed(_) => failed,
    }
}

fn unknown(event: &EventName) -> ToolError {
    let name = event.as_str().to_owned();
    let hint = match event.action() {
        "request-state" => "call request_grid_state, which answers with the state".to_owned(),
        _ => match nearest(&name, ALL) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("of those only {} can be sent", ALL.join(", ")),
        },
    };
    let error = StateError::ReservedNamespace { name };
    ToolError::argument("event_type", format!("{error}; {hint}"))
}

/// Maps the argument that an error names to the field of `data` that it is in here.
pub(crate) fn in_data(error: ToolError) -> ToolError {
    match error {
        ToolError::Argument { name, problem } => {
            let name = match name.as_str() {
                "data_json" => "data.data".into(),
                "block_id" | "row_id" | "field" | "value" | "state" | "columns" => {
                    format!("data.{name}")
                }
                _ => name,
            };
            ToolError::Argument { name, problem }
        }
        failed @ ToolError::Failed(_) => failed,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(event: &str, data: Value) -> Result<Op, String> {
        let Value::Object(data) = data else { panic!("an object") };
        operation(&EventName::new(event).unwrap(), None, data).map_err(|error| match error {
            ToolError::Argument { name, problem } => format!("{name}: {problem}"),
            ToolError::Failed(problem) => problem,
        })
    }

    #[test]
    fn every_event_is_an_operation() {
        let cell = run(UPDATE_CELL, json!({"row_id": "a", "field": "n", "value": 2}));
        let expected = Op::TableCell {
            block_id: None,
            row_id: json!("a"),
            field: "n".into(),
            value: json!(2),
        };
        assert_eq!(cell, Ok(expected));
        let columns = run(UPDATE_COLUMNS, json!({"columns": [{"field": "n", "title": "N"}]}));
        assert!(matches!(columns, Ok(Op::TableColumns { columns, .. }) if columns.len() == 1));
        let rows = run(UPDATE_DATA, json!({"data": [{"n": 1}], "strategy": "append"}));
        assert!(matches!(rows, Ok(Op::TableRows { strategy: RowStrategy::Append, .. })));
        assert_eq!(run(RESET_STATE, json!({})), run(RESTORE_STATE, json!({"state": {}})));
    }

    #[test]
    fn data_may_be_written_as_text_and_left_out_by_null() {
        let columns = run(UPDATE_COLUMNS, json!({"columns": "[{\"field\": \"n\"}]"}));
        assert_eq!(columns, run(UPDATE_COLUMNS, json!({"columns": [{"field": "n"}]})));
        let state = json!({"state": {"columns": [{"field": "n", "width": "120"}], "sort": null}});
        let plain = json!({"state": {"columns": [{"field": "n", "width": 120}]}});
        assert_eq!(run(RESTORE_STATE, state), run(RESTORE_STATE, plain));
        let columns = json!({"columns": null, "sort": "[]"});
        assert_eq!(run(RESTORE_STATE, json!({"state": columns})), run(RESET_STATE, json!({})));
    }

    #[test]
    fn errors_say_what_to_write() {
        for (event, data, part) in [
            ("grid:update-dta", json!({}), "did you mean \"grid:update-data\"?"),
            ("grid:row-selected", json!({}), "only grid:update-data, grid:update-cell"),
            ("grid:request-state", json!({}), "call request_grid_state"),
            (UPDATE_DATA, json!({"strategy": "appnd", "data": []}), "did you mean \"append\"?"),
            (UPDATE_DATA, json!({"rows": []}), "data"),
            (UPDATE_CELL, json!({"field": "n"}), "missing field \"row_id\""),
            (UPDATE_COLUMNS, json!({"columns": [{"field": "n", "titel": ""}]}), "\"title\"?"),
            (RESTORE_STATE, json!({"state": {"sort": [{"field": "n"}]}}), "data.state.sort"),
            (RESET_STATE, json!({"state": {}}), "\"state\""),
        ] {
            let error = run(event, data).unwrap_err();
            assert!(error.contains(part), "{event}: {error}");
        }
    }
}
