//! Fields that had values of several kinds, learned again when a change takes one of these away.

use std::collections::BTreeMap;

use crate::json::JsonError;
use crate::table::rows::columns::Columns;
use crate::table::rows::profile::Profile;
use crate::table::rows::{Rows, fields, parse};

impl Rows {
    /// Learns those of the columns again that may have lost a kind of value: rows that change had
    /// it and those in their place have not, or `columns` learned it from a row that does not stay,
    /// as when one is there twice.
    ///
    /// # Errors
    ///
    /// [`JsonError`] for a row that cannot be read. Nothing is changed then.
    pub(super) fn relearn(
        &self,
        columns: &mut Columns,
        changed: &BTreeMap<usize, String>,
    ) -> Result<(), JsonError> {
        let mixed = columns.mixed();
        let names: Vec<&str> = mixed.iter().map(|(_, name)| &**name).collect();
        let before = learned(self.rows_at(changed), &names)?;
        let after = learned(changed.values().map(String::as_str), &names)?;
        let (mut positions, mut lost) = (Vec::new(), Vec::new());
        for ((position, name), (before, after)) in mixed.iter().zip(before.iter().zip(&after)) {
            let replaced = before.kinds() & !after.kinds();
            let stray = columns.kinds(name) & !(self.columns.kinds(name) | after.kinds());
            if replaced | stray != 0 {
                positions.push(*position);
                lost.push(&**name);
            }
        }
        let rows = self.texts().enumerate();
        let rows = rows.map(|(position, row)| changed.get(&position).map_or(row, String::as_str));
        for (position, profile) in positions.into_iter().zip(learned(rows, &lost)?) {
            *columns.profile_mut(position) = profile;
        }
        Ok(())
    }
}

/// The profiles of these fields in some rows.
fn learned<'a>(
    rows: impl Iterator<Item = &'a str>,
    names: &[&str],
) -> Result<Vec<Profile>, JsonError> {
    let mut profiles = vec![Profile::default(); names.len()];
    if names.is_empty() {
        return Ok(profiles);
    }
    for row in rows {
        for (value, profile) in fields::pick(row, names)?.into_iter().zip(&mut profiles) {
            value.map_or(Ok(()), |value| parse::learn(value, profile))?;
        }
    }
    Ok(profiles)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::rows::ColumnType;

    fn kinds(rows: &Rows) -> Vec<ColumnType> {
        rows.columns().into_iter().skip(1).map(|column| column.kind).collect()
    }

    #[test]
    fn a_column_is_of_one_type_again_when_the_odd_values_are_gone() {
        let text =
            r#"[{"id": 1, "n": 5, "m": 1}, {"id": 2, "n": "x", "m": "y"}, {"id": 3, "n": 6}]"#;
        let mut rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
        assert_eq!(kinds(&rows), [ColumnType::Text, ColumnType::Text]);
        rows.set_cell(&json!(2), "n", &json!(7.25)).unwrap();
        assert_eq!(kinds(&rows), [ColumnType::Number, ColumnType::Text]);
        assert_eq!(rows.columns()[1].decimals, 2);
        rows.update(r#"[{"id": 2, "n": 8, "m": null}]"#).unwrap();
        assert_eq!(kinds(&rows), [ColumnType::Number, ColumnType::Number]);
    }

    #[test]
    fn a_value_that_does_not_stay_makes_no_column_odd() {
        let text = r#"[{"id": 1, "n": 1}, {"id": 2, "n": 2}]"#;
        for update in
            [r#"[{"id": 1, "n": "x"}, {"id": 1, "n": 5}]"#, r#"[{"id": 1, "n": "x", "n": 5}]"#]
        {
            let mut rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
            rows.update(update).unwrap();
            assert_eq!(kinds(&rows), [ColumnType::Number], "{update}");
        }
    }

    #[test]
    fn a_column_is_learned_again_only_if_a_kind_may_have_gone() {
        let text = r#"[{"id": 1, "n": 5}, {"id": 2, "n": "x"}, {"id": 3, "n": "y"}]"#;
        let rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
        let relearned = |at: usize, row: &str| {
            // A kind that no row has is gone when the column is learned again.
            let mut rows = rows.clone();
            rows.columns.profile_mut(1).saw_boolean();
            let mut columns = rows.columns.clone();
            rows.relearn(&mut columns, &BTreeMap::from([(at, row.to_owned())])).unwrap();
            columns != rows.columns
        };
        assert!(!relearned(0, r#"{"id": 1, "n": 6}"#));
        assert!(!relearned(1, r#"{"id": 2, "n": "z"}"#));
        assert!(relearned(1, r#"{"id": 2, "n": 6}"#));
        assert!(relearned(0, r#"{"id": 1}"#));
    }
}
