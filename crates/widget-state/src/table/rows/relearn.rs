//! Columns that had values of several kinds, learned again once some of them are others.

use crate::json::JsonError;
use crate::table::rows::profile::Profile;
use crate::table::rows::{Rows, fields, parse};

impl Rows {
    /// Learns those of these columns again that had values of several kinds: the odd ones may be
    /// gone.
    ///
    /// # Errors
    ///
    /// [`JsonError`] for a row that cannot be read, of which there are none.
    pub(super) fn relearn(&mut self, is_changed: impl Fn(&str) -> bool) -> Result<(), JsonError> {
        let mixed = self.columns.mixed();
        let changed = mixed.into_iter().filter(|(_, field)| is_changed(field));
        let (positions, names): (Vec<_>, Vec<_>) = changed.unzip();
        if positions.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let mut profiles = vec![Profile::default(); positions.len()];
        for row in self.texts() {
            for (value, profile) in fields::pick(row, &names)?.into_iter().zip(&mut profiles) {
                value.map_or(Ok(()), |value| parse::learn(value, profile))?;
            }
        }
        for (position, profile) in positions.into_iter().zip(profiles) {
            *self.columns.profile_mut(position) = profile;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::rows::ColumnType;

    #[test]
    fn a_column_is_of_one_type_again_when_the_odd_values_are_gone() {
        let text =
            r#"[{"id": 1, "n": 5, "m": 1}, {"id": 2, "n": "x", "m": "y"}, {"id": 3, "n": 6}]"#;
        let mut rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
        let kinds = |rows: &Rows| -> Vec<_> {
            rows.columns().into_iter().skip(1).map(|column| column.kind).collect()
        };
        assert_eq!(kinds(&rows), [ColumnType::Text, ColumnType::Text]);
        rows.set_cell(&json!(2), "n", &json!(7.25)).unwrap();
        assert_eq!(kinds(&rows), [ColumnType::Number, ColumnType::Text]);
        assert_eq!(rows.columns()[1].decimals, 2);
        rows.update(r#"[{"id": 2, "n": 8, "m": null}]"#).unwrap();
        assert_eq!(kinds(&rows), [ColumnType::Number, ColumnType::Number]);
    }
}
