//! `append`: more at the end of an element or block.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{BlockKind, BlockPlace, Blocks, ChartEdit, Op, Points, RowStrategy, Widget};

use super::insert::insert;
use super::{at_page, meant};
use crate::tool::arguments::JsonText;
use crate::tool::error::ToolError;
use crate::tools::shared::chart_events::edit_chart;

/// Content that is put at the end of an element or block: one kind of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Append {
    id: String,
    html: Option<String>,
    text: Option<String>,
    #[serde(default)]
    blocks: Blocks,
    rows: Option<JsonText>,
    #[serde(default)]
    extend: BTreeMap<String, Vec<Points>>,
    max_points: Option<usize>,
}

impl Append {
    pub(super) fn into_ops(self, widget: &Widget) -> Result<Vec<Op>, ToolError> {
        let Self { id, html, text, blocks, rows, extend, max_points } = self;
        let id = meant(widget, id);
        let is_html = html.is_some() || text.is_some() || !blocks.0.is_empty();
        let has_points = !extend.is_empty() || max_points.is_some();
        let op = match (rows, text) {
            (None, Some(text))
                if html.is_none()
                    && blocks.0.is_empty()
                    && !has_points
                    && is_markdown(widget, &id) =>
            {
                Op::AppendText { component_id: id, text }
            }
            (None, text) if !has_points => {
                let id = at_page(widget, id);
                return insert(widget, id, (html, text, blocks), BlockPlace::End);
            }
            (Some(rows), _) if !is_html && !has_points => {
                rows_op(widget, id, RowStrategy::Append, rows)
            }
            (None, _) if !is_html => {
                edit_chart(Some(id), ChartEdit { extend, max_points, ..ChartEdit::default() })?
            }
            _ => {
                let problem = "give one of html, text, blocks, rows and extend";
                return Err(ToolError::argument("append", problem));
            }
        };
        Ok(vec![op])
    }
}

/// The operation that gives a table these rows.
pub(super) fn rows_op(widget: &Widget, id: String, strategy: RowStrategy, rows: JsonText) -> Op {
    let rows = as_list(rows.into_text());
    Op::TableRows { block_id: Some(meant(widget, id)), strategy, rows }
}

/// One row stands for a list of it.
fn as_list(rows: Arc<str>) -> Arc<str> {
    let is_one = rows.trim_start().starts_with('{')
        && serde_json::from_str::<Map<String, Value>>(&rows).is_ok_and(|row| {
            !row.is_empty() && !row.values().any(|value| value.is_array() || value.is_object())
        });
    if is_one { format!("[{rows}]").into() } else { rows }
}

fn is_markdown(widget: &Widget, id: &str) -> bool {
    widget.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Markdown(_)))
}
