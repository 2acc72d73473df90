//! Filters as a column can have them: a page filters each column as one type.

use serde_json::Number;

use crate::error::StateError;
use crate::table::filter::{ColumnFilter, Condition, FilterType, ScalarTest, TextTest};
use crate::table::rows::exact::MAX_EXACT;
use crate::table::rows::{Column, ColumnTrait, ColumnType, is_day};

impl FilterType {
    /// Returns the type as which the values of a column are filtered. A page holds integers beyond
    /// 2^53 as the text of their digits.
    fn of(column: &Column) -> Self {
        match column.kind {
            ColumnType::Number if column.traits.contains(&ColumnTrait::Exact) => Self::Text,
            ColumnType::Number if column.look.time_format.is_some() => Self::Date,
            ColumnType::Number => Self::Number,
            ColumnType::Date => Self::Date,
            ColumnType::Text | ColumnType::Boolean | ColumnType::Object => Self::Text,
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Text => {
                "{\"filterType\": \"text\", \"type\": \"contains\", \"filter\": \"abc\"}, or as the \
                 type notContains, equals, notEqual, startsWith, endsWith, blank or notBlank"
            }
            Self::Number => {
                "{\"filterType\": \"number\", \"type\": \"greaterThan\", \"filter\": 5}, or as the \
                 type equals, notEqual, lessThan, lessThanOrEqual, greaterThanOrEqual, inRange \
                 (with filterTo), blank or notBlank"
            }
            Self::Date => {
                "{\"filterType\": \"date\", \"type\": \"greaterThan\", \"dateFrom\": \
                 \"2026-01-31\"}, or as the type equals, notEqual, lessThan, lessThanOrEqual, \
                 greaterThanOrEqual, inRange (with dateTo), blank or notBlank"
            }
        }
    }
}

impl ColumnFilter {
    /// The filter with conditions of the column's own type.
    ///
    /// # Errors
    ///
    /// [`StateError::FilterType`] where that would mean something else.
    pub(crate) fn fit(&self, column: &Column) -> Result<Self, StateError> {
        let wanted = FilterType::of(column);
        let fit = |condition: &Condition| {
            condition.fit(wanted).ok_or_else(|| StateError::FilterType {
                field: column.field.chars().take(80).collect(),
                holds: holds(column),
                condition: serde_json::to_string(condition).unwrap_or_default(),
                example: wanted.example(),
            })
        };
        Ok(match self {
            Self::One(condition) => Self::One(fit(condition)?),
            Self::Joined { operator, conditions, .. } => Self::Joined {
                operator: *operator,
                conditions: conditions.iter().map(fit).collect::<Result<_, _>>()?,
                filter_type: wanted,
            },
        })
    }
}

/// The values of a column, in words.
fn holds(column: &Column) -> &'static str {
    match column.kind {
        ColumnType::Number if column.traits.contains(&ColumnTrait::Exact) => {
            "integers beyond 2^53, whose digits are compared as text"
        }
        ColumnType::Number if column.look.time_format.is_some() => {
            "numbers that are written as dates"
        }
        ColumnType::Number => "numbers",
        ColumnType::Date => "dates",
        ColumnType::Boolean => "true and false, which are compared as text",
        ColumnType::Text => "texts",
        ColumnType::Object => "objects or lists, whose JSON is compared as text",
    }
}

impl Condition {
    /// The same condition of another type; `None` where it would mean something else.
    fn fit(&self, wanted: FilterType) -> Option<Self> {
        match (wanted, self) {
            (FilterType::Text, Self::Text { .. }) | (FilterType::Number, Self::Number { .. }) => {
                Some(self.clone())
            }
            (FilterType::Date, Self::Date { date_from, date_to, .. }) => {
                let mut days = [date_from, date_to].into_iter().flatten();
                days.all(|day| is_day(day)).then(|| self.clone())
            }
            (FilterType::Text, Self::Number { test, filter, .. }) => {
                let filter = filter.as_ref().map_or(Some(None), |number| digits(number).map(Some));
                Some(Self::Text { test: test.of_text()?, filter: filter? })
            }
            (FilterType::Number, Self::Text { test, filter }) => {
                let filter = filter.as_deref().filter(|_| !test.is_about_blanks());
                let filter = filter.map_or(Some(None), |text| number(text).map(Some))?;
                Some(Self::Number { test: test.scalar()?, filter, filter_to: None })
            }
            (FilterType::Date, Self::Text { test, filter }) => {
                let date_from = filter.clone().filter(|_| !test.is_about_blanks());
                let is_one = date_from.as_deref().is_none_or(|day| day.len() == 10 && is_day(day));
                let test = test.scalar().filter(|_| is_one)?;
                Some(Self::Date { test, date_from, date_to: None })
            }
            // A number is no day, and a day no number; what is blank is so in each.
            (FilterType::Text, Self::Date { test, .. }) => {
                let test = test.of_text().filter(|test| test.is_about_blanks())?;
                Some(Self::Text { test, filter: None })
            }
            (FilterType::Number, Self::Date { test, .. }) => test
                .is_about_blanks()
                .then_some(Self::Number { test: *test, filter: None, filter_to: None }),
            (FilterType::Date, Self::Number { test, .. }) => test
                .is_about_blanks()
                .then_some(Self::Date { test: *test, date_from: None, date_to: None }),
        }
    }
}

/// A number as a cell shows it; `None` for one that has lost digits.
fn digits(number: &Number) -> Option<String> {
    if !number.is_f64() {
        return Some(number.to_string());
    }
    number.as_f64().filter(|number| number.abs() < MAX_EXACT).map(|number| number.to_string())
}

/// The number in a text as JSON has it, every digit of an integer kept as far as 64 bits hold it.
pub(super) fn number(text: &str) -> Option<Number> {
    serde_json::from_str(text.trim()).ok()
}

impl TextTest {
    fn is_about_blanks(self) -> bool {
        matches!(self, Self::Blank | Self::NotBlank)
    }

    /// The comparison of numbers and days of the same meaning.
    fn scalar(self) -> Option<ScalarTest> {
        match self {
            Self::Equals => Some(ScalarTest::Equals),
            Self::NotEqual => Some(ScalarTest::NotEqual),
            Self::Blank => Some(ScalarTest::Blank),
            Self::NotBlank => Some(ScalarTest::NotBlank),
            Self::Contains | Self::NotContains | Self::StartsWith | Self::EndsWith => None,
        }
    }
}

impl ScalarTest {
    fn is_about_blanks(self) -> bool {
        matches!(self, Self::Blank | Self::NotBlank)
    }

    /// The comparison of texts of the same meaning.
    fn of_text(self) -> Option<TextTest> {
        match self {
            Self::Equals => Some(TextTest::Equals),
            Self::NotEqual => Some(TextTest::NotEqual),
            Self::Blank => Some(TextTest::Blank),
            Self::NotBlank => Some(TextTest::NotBlank),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::table::rows::Rows;
    use crate::table::{RowStrategy, Table, TableState};

    const ROWS: &str = r#"[
        {"zip": "10115", "n": 5, "day": "2026-01-05", "id": 9007199254740993, "yes": true}
    ]"#;

    /// The filter of a column of the table after the state was set.
    fn fitted(field: &str, filter: &Value) -> Result<Value, String> {
        let mut table = Table::from(Rows::parse(ROWS).unwrap());
        let state = json!({"filter": {field: filter}});
        let state: TableState = serde_json::from_value(state).map_err(|error| error.to_string())?;
        table.set_state(&state).map_err(|error| error.to_string())?;
        Ok(json!(table.state().filter[field]))
    }

    fn one(kind: &str, test: &str, filter: impl Into<Value>) -> Value {
        json!({"filterType": kind, "type": test, "filter": filter.into()})
    }

    #[test]
    fn a_filter_of_another_type_becomes_one_of_the_column() {
        let exact = json!(9_007_199_254_740_993_u64);
        let digits = || one("text", "equals", "9007199254740993");
        let day = json!({"filterType": "date", "type": "equals", "dateFrom": "2026-01-05"});
        for (field, given, expected) in [
            ("zip", one("number", "equals", 10115), one("text", "equals", "10115")),
            ("zip", one("number", "equals", 2.5), one("text", "equals", "2.5")),
            ("zip", one("text", "contains", 101), one("text", "contains", "101")),
            ("n", one("text", "equals", "5"), one("number", "equals", 5)),
            ("n", one("number", "lessThan", "5.5"), one("number", "lessThan", 5.5)),
            ("day", one("text", "equals", "2026-01-05"), day),
            ("id", one("number", "equals", exact), digits()),
            ("id", one("number", "equals", "9007199254740993"), digits()),
            ("id", digits(), digits()),
            ("yes", one("text", "equals", true), one("text", "equals", "true")),
        ] {
            assert_eq!(fitted(field, &given), Ok(expected), "{field} {given}");
        }
        for (field, kind) in [("zip", "text"), ("n", "number"), ("day", "date"), ("id", "text")] {
            for given in ["text", "number", "date"] {
                let blank = |kind: &str| json!({"filterType": kind, "type": "blank"});
                assert_eq!(fitted(field, &blank(given)), Ok(blank(kind)), "{field} {given}");
            }
        }
        let joined = |kind: &str, filter: Value| json!({"operator": "OR", "filterType": kind, "conditions": [one(kind, "equals", filter)]});
        let expected = joined("text", json!("10115"));
        assert_eq!(fitted("zip", &joined("number", json!(10115))), Ok(expected));
    }

    #[test]
    fn others_are_refused_with_the_column_and_what_to_write() {
        for (field, given, parts) in [
            ("zip", one("number", "greaterThan", 1), ["\"zip\" holds texts", "\"abc\""]),
            ("n", one("text", "contains", "2"), ["\"n\" holds numbers", "\"filter\": 5"]),
            ("n", one("text", "equals", "two"), ["\"n\" holds numbers", "inRange"]),
            ("day", one("number", "equals", 2026), ["\"day\" holds dates", "dateFrom"]),
            ("day", one("text", "startsWith", "2026-01"), ["holds dates", "dateTo"]),
            (
                "day",
                json!({"filterType": "date", "type": "equals", "dateFrom": "5 Jan"}),
                ["5 Jan", "\"2026-01-31\""],
            ),
            ("id", one("number", "lessThan", 1), ["beyond 2^53", "startsWith"]),
            ("id", one("number", "equals", 1e20), ["beyond 2^53", "equals"]),
        ] {
            let error = fitted(field, &given).unwrap_err();
            assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        }
    }

    #[test]
    fn a_filter_outlives_the_rows_it_was_made_for() {
        let mut table = Table::from(Rows::parse(ROWS).unwrap());
        let filter = json!({"n": one("number", "greaterThan", 2)});
        let state: TableState = serde_json::from_value(json!({"filter": filter})).unwrap();
        table.set_state(&state).unwrap();
        table.change_rows(RowStrategy::Set, r#"[{"n": "five"}]"#.into()).unwrap();
        table.set_state(&state).unwrap();
        assert_eq!(table.state(), &state);
        let other = json!({"n": one("number", "greaterThan", 3)});
        let other: TableState = serde_json::from_value(json!({"filter": other})).unwrap();
        table.set_state(&other).unwrap_err();
        table.change_rows(RowStrategy::Set, "[]".into()).unwrap();
        table.set_state(&other).unwrap();
    }
}
