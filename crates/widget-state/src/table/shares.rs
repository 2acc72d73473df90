//! Columns in percent whose numbers are hardly shares.

use serde_json::value::RawValue;

use crate::table::Table;

/// A number above it is hardly a share: ten times the whole.
pub(crate) const MOST_SHARE: f64 = 10.0;

/// So many rows are looked at.
const MAX_ROWS: usize = 1_000;

impl Table {
    /// The columns that show their numbers in percent, most of which are hardly shares, such as 48.2.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let columns = self.columns();
        let in_percent = columns.iter().filter(|column| {
            !column.path && column.format.as_ref().is_some_and(|format| format.percent)
        });
        let fields: Vec<&str> = in_percent.map(|column| &*column.field).collect();
        if fields.is_empty() {
            return None;
        }
        let (mut counts, mut odd) = (vec![0_usize; fields.len()], vec![Vec::new(); fields.len()]);
        for values in self.rows().values(&fields).take(MAX_ROWS) {
            for (at, number) in values.into_iter().enumerate() {
                let Some(number) = number.and_then(number_of) else { continue };
                counts[at] += 1;
                if number.abs() > MOST_SHARE {
                    odd[at].push(number);
                }
            }
        }
        let found = fields.iter().zip(counts.iter().zip(&odd));
        let told = found.filter_map(|(field, (count, odd))| {
            let first = odd.first().filter(|_| odd.len() * 2 > *count)?;
            let shown = (first * 1e4).round() / 1e2;
            Some(format!("{field:?}, where {first} is {shown} %"))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| {
            format!(
                "as percentages numbers must be shares, 0.5 is 50 %; not in {}",
                told.join(", ")
            )
        })
    }
}

fn number_of(value: &RawValue) -> Option<f64> {
    value.get().parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::ColumnSettings;
    use crate::table::rows::Rows;

    #[test]
    fn numbers_that_are_no_shares_are_told_of_all_at_once() {
        let table = |a: f64, b: f64| {
            let rows =
                json!([{"a": a, "b": b, "c": 48.2}, {"a": a, "b": 0.3, "c": 1}, {"a": null}]);
            let mut table = Table::from(Rows::parse(rows.to_string()).unwrap());
            let columns =
                json!([{"field": "a", "format": "percent"}, {"field": "b", "format": ".1%"}]);
            let columns: Vec<ColumnSettings> = serde_json::from_value(columns).unwrap();
            table.set_columns(&columns).unwrap();
            table.problem()
        };
        assert_eq!(table(0.482, 0.1), None);
        assert_eq!(table(9.5, 48.2), None, "one of two may be a great one");
        let told = table(48.2, 0.1).unwrap();
        assert!(told.ends_with("not in \"a\", where 48.2 is 4820 %"), "{told}");
    }
}
