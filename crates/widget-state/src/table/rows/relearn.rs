//! Fields that had values of several kinds, learned again when a change takes one of these away.

use std::collections::BTreeMap;

use crate::json::JsonError;
use crate::table::rows::columns::Columns;
use crate::table::rows::profile::Profile;
use crate::table::rows::{Rows, fields, parse};

impl Rows {
    /// Learns those of the columns again of which rows that change had values of a kind that the
    /// rows in their place have not: the others may all be of one kind.
    ///
    /// # Errors
    ///
    /// [`JsonError`] for a row that cannot be read. Nothing is changed then.
    pub(super) fn relearn(
        &self,
        columns: &mut Columns,
        changed: &BTreeMap<usize, String>,
    ) -> Result<(), JsonError> {
        let before = changed.keys().filter_map(|position| self.row(*position));
        let after = changed.values().map(String::as_str);
        let mixed = columns.mixed();
        let names: Vec<&str> = mixed.iter().map(|(_, name)| &**name).collect();
        let pairs = learned(before, &names)?.into_iter().zip(learned(after, &names)?);
        let lose: Vec<bool> = pairs.map(|(before, after)| before.has_more_kinds(&after)).collect();
        let mixed = mixed.iter().zip(lose).filter(|(_, loses)| *loses);
        let (positions, names): (Vec<_>, Vec<_>) =
            mixed.map(|((position, name), _)| (*position, &**name)).unzip();
        if names.is_empty() {
            return Ok(());
        }
        let rows = self.texts().enumerate();
        let rows = rows.map(|(position, row)| changed.get(&position).map_or(row, String::as_str));
        for (position, profile) in positions.into_iter().zip(learned(rows, &names)?) {
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
    fn a_column_is_learned_again_only_if_a_kind_may_have_gone() {
        let text = r#"[{"id": 1, "n": 5}, {"id": 2, "n": "x"}, {"id": 3, "n": "y"}]"#;
        let rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
        let relearned = |at: usize, row: &str| {
            // As if there were nothing but these kinds: what is learned again differs.
            let mut columns = rows.columns.clone();
            let known = columns.profile_mut(1);
            known.saw_boolean();
            let before = columns.clone();
            rows.relearn(&mut columns, &BTreeMap::from([(at, row.to_owned())])).unwrap();
            columns != before
        };
        assert!(!relearned(0, r#"{"id": 1, "n": 6}"#));
        assert!(!relearned(1, r#"{"id": 2, "n": "z"}"#));
        assert!(relearned(1, r#"{"id": 2, "n": 6}"#));
        assert!(relearned(0, r#"{"id": 1}"#));
    }
}
