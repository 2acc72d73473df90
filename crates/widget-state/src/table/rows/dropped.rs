//! Fields that rows lose when others take their place.

use std::sync::Arc;

use crate::json::JsonError;
use crate::table::rows::blocks::Block;
use crate::table::rows::{Rows, fields, row_id, scan};

/// So many fields are named.
const MAX_NAMED: usize = 12;

impl Rows {
    /// The fields with values that rows would lose by an update, which replaces whole rows; the
    /// first of them, by their names.
    ///
    /// # Errors
    ///
    /// [`JsonError`] for rows that cannot be read. Rows that are not there lose nothing.
    pub(crate) fn dropped_by(&self, text: &Arc<str>) -> Result<Vec<String>, JsonError> {
        let mut dropped = Vec::new();
        let Some(id_field) = self.row_id() else { return Ok(dropped) };
        let (text, _) = scan(text, &mut self.columns.clone())?;
        for row in Block::split(&text, 0).iter().flat_map(Block::rows) {
            let id = row_id(row, id_field)?;
            let Some(old) = self.ids.get(&*id).and_then(|at| self.row(*at)) else { continue };
            let new = fields::fields(row)?;
            for (field, value) in fields::fields(old)? {
                let is_kept = ["null", "\"\""].contains(&value.get())
                    || new.iter().any(|(known, _)| *known == field);
                if !is_kept && !dropped.contains(&field) && dropped.len() < MAX_NAMED {
                    dropped.push(field);
                }
            }
        }
        Ok(dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_have_values_and_come_no_more_are_named() {
        let rows = r#"[{"id": 1, "a": 1, "b": null}, {"id": 2, "a": 2, "c": 3}]"#;
        let rows = Rows::parse(rows).unwrap().with_row_id("id").unwrap();
        let dropped = |text: &str| rows.dropped_by(&text.into()).unwrap();
        assert_eq!(dropped(r#"[{"id": 1, "a": 4}, {"id": 3}]"#), [""; 0]);
        assert_eq!(dropped(r#"[{"id": 2, "a": null}, {"id": 1, "b": 5}]"#), ["c", "a"]);
    }
}
