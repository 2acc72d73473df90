//! Filters on the rows of a table: AG Grid's filter model, typed and evaluated.

mod fit;

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value};

use crate::table::rows::Cell;
use fit::number;

/// The conditions of one column are at most so many; AG Grid offers two.
const MAX_CONDITIONS: usize = 10;

/// Seconds since 1970 beyond every date of which people write, but milliseconds of 1973.
const LEAST_MILLISECONDS: f64 = 100_000_000_000.0;

/// The filter of each filtered column; a row must pass all of them.
pub type TableFilter = BTreeMap<String, ColumnFilter>;

/// The conditions on the values of one column: one, or several joined.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ColumnFilter {
    /// Several conditions.
    Joined {
        /// The operator that joins them.
        operator: Operator,
        /// Up to 10 of them, all of one `filterType`.
        conditions: Vec<Condition>,
        /// Their `filterType`, as AG Grid repeats it.
        #[serde(rename = "filterType")]
        filter_type: FilterType,
    },
    /// One condition.
    One(Condition),
}

/// The operator that joins conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Operator {
    /// All must hold.
    And,
    /// One must hold.
    Or,
}

/// As what values are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FilterType {
    /// As text, without regard to case.
    Text,
    /// As numbers.
    Number,
    /// As days.
    Date,
}

/// One condition. One without the value it compares with lets every row pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "filterType", rename_all = "lowercase", deny_unknown_fields)]
pub enum Condition {
    /// On the value as text, without regard to case.
    Text {
        /// The comparison.
        #[serde(rename = "type")]
        test: TextTest,
        /// The text to compare with.
        #[serde(
            default,
            deserialize_with = "text_operand",
            skip_serializing_if = "Option::is_none"
        )]
        filter: Option<String>,
    },
    /// On a number. What is not a number passes `blank` only.
    Number {
        /// The comparison.
        #[serde(rename = "type")]
        test: ScalarTest,
        /// The number to compare with.
        #[serde(
            default,
            deserialize_with = "number_operand",
            skip_serializing_if = "Option::is_none"
        )]
        #[schemars(with = "Option<f64>")]
        filter: Option<Number>,
        /// The other end of `inRange`; both ends count.
        #[serde(
            rename = "filterTo",
            default,
            deserialize_with = "number_operand",
            skip_serializing_if = "Option::is_none"
        )]
        #[schemars(with = "Option<f64>")]
        filter_to: Option<Number>,
    },
    /// On the day of a date, as it stands in the text, or of a number that is written as a date.
    Date {
        /// The comparison.
        #[serde(rename = "type")]
        test: ScalarTest,
        /// The day to compare with, `YYYY-MM-DD`; a time behind it is not looked at.
        #[serde(rename = "dateFrom", default, skip_serializing_if = "Option::is_none")]
        date_from: Option<String>,
        /// The other end of `inRange`; both ends count.
        #[serde(rename = "dateTo", default, skip_serializing_if = "Option::is_none")]
        date_to: Option<String>,
    },
}

/// A comparison of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum TextTest {
    Contains,
    NotContains,
    Equals,
    NotEqual,
    StartsWith,
    EndsWith,
    Blank,
    NotBlank,
}

/// A comparison of numbers or days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ScalarTest {
    Equals,
    NotEqual,
    LessThan,
    LessThanOrEqual,
    GreaterThan,
    GreaterThanOrEqual,
    InRange,
    Blank,
    NotBlank,
}

/// Reads a text; a number or a boolean is taken for its text.
fn text_operand<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        simple @ (Value::Number(_) | Value::Bool(_)) => Ok(Some(simple.to_string())),
        other => Err(D::Error::custom(format_args!("{other} is no text"))),
    }
}

/// Reads a number; a text that is one is taken for it.
fn number_operand<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Number>, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        Value::Number(number) => Ok(Some(number)),
        other => {
            let found = other.as_str().and_then(number);
            let error = || {
                D::Error::custom(format_args!(
                    "{other} is no number; texts are compared by the filterType \"text\""
                ))
            };
            found.ok_or_else(error).map(Some)
        }
    }
}

impl<'de> Deserialize<'de> for ColumnFilter {
    /// By hand, since an untagged enum cannot say what is wrong.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        struct Joined {
            filter_type: FilterType,
            operator: Operator,
            conditions: Vec<Condition>,
        }
        let value = Value::deserialize(from)?;
        if value.get("operator").is_none() {
            return Condition::deserialize(value).map(Self::One).map_err(D::Error::custom);
        }
        let Joined { filter_type, operator, conditions } =
            Joined::deserialize(value).map_err(D::Error::custom)?;
        if conditions.len() > MAX_CONDITIONS {
            return Err(D::Error::custom(format_args!(
                "{} conditions are too many; at most {MAX_CONDITIONS} are allowed",
                conditions.len()
            )));
        }
        Ok(Self::Joined { operator, conditions, filter_type })
    }
}

impl ColumnFilter {
    /// The same filter with its texts in lower case, as [`ColumnFilter::accepts`] needs it.
    pub(crate) fn lowered(&self) -> Self {
        let lowered = |condition: &Condition| match condition {
            Condition::Text { test, filter } => {
                let filter = filter.as_ref().map(|text| text.to_lowercase());
                Condition::Text { test: *test, filter }
            }
            other => other.clone(),
        };
        match self {
            Self::One(condition) => Self::One(lowered(condition)),
            Self::Joined { operator, conditions, filter_type } => Self::Joined {
                operator: *operator,
                conditions: conditions.iter().map(lowered).collect(),
                filter_type: *filter_type,
            },
        }
    }

    /// Returns whether a value passes.
    pub(crate) fn accepts(&self, cell: &Cell) -> bool {
        match self {
            Self::One(condition) => condition.accepts(cell),
            Self::Joined { operator: Operator::And, conditions, .. } => {
                conditions.iter().all(|condition| condition.accepts(cell))
            }
            Self::Joined { operator: Operator::Or, conditions, .. } => {
                conditions.iter().any(|condition| condition.accepts(cell))
            }
        }
    }
}

impl Condition {
    fn accepts(&self, cell: &Cell) -> bool {
        match self {
            Self::Text { test, filter } => test.accepts(cell, filter.as_deref()),
            Self::Number { test, filter, filter_to } => {
                let number = match cell {
                    Cell::Number(number) => Some(*number),
                    #[expect(clippy::cast_precision_loss, reason = "so is the filter's number")]
                    Cell::Whole(number) => Some(*number as f64),
                    Cell::Nothing | Cell::Text(_) => None,
                };
                let [from, to] =
                    [filter, filter_to].map(|end| end.as_ref().and_then(Number::as_f64));
                test.accepts(number.as_ref(), from.as_ref(), to.as_ref())
            }
            Self::Date { test, date_from, date_to } => {
                let its_day = day_of(cell);
                let [from, to] = [date_from, date_to].map(|date| date.as_deref().and_then(day));
                test.accepts(its_day.as_deref(), from, to)
            }
        }
    }
}

/// The day of a value; of a number, which a column writes as a date, that of its instant of UTC.
fn day_of(cell: &Cell) -> Option<Cow<'_, str>> {
    match cell {
        Cell::Text(text) => day(text).map(Cow::Borrowed),
        Cell::Number(number) => Some(Cow::Owned(instant_in(*number)?.strftime("%F").to_string())),
        Cell::Nothing | Cell::Whole(_) => None,
    }
}

/// The instant that a number of seconds or milliseconds since 1970 is.
#[expect(clippy::cast_possible_truncation, reason = "there are no such years")]
fn instant_in(number: f64) -> Option<jiff::Timestamp> {
    let is_in_seconds = number.abs() < LEAST_MILLISECONDS;
    let milliseconds = if is_in_seconds { number * 1_000.0 } else { number };
    let instant = jiff::Timestamp::from_millisecond(milliseconds.floor() as i64).ok()?;
    let is_of_four_digits = instant.to_zoned(jiff::tz::TimeZone::UTC).year() >= 0;
    is_of_four_digits.then_some(instant)
}

/// `YYYY-MM-DD`, whose order as text is that of the days.
fn day(text: &str) -> Option<&str> {
    text.get(..10)
}

impl TextTest {
    /// `filter` is in lower case.
    fn accepts(self, cell: &Cell, filter: Option<&str>) -> bool {
        let shown = cell.shown();
        let is_blank = shown.as_deref().is_none_or(|text| text.trim().is_empty());
        match (self, shown.as_deref(), filter) {
            (Self::Blank, ..) => is_blank,
            (Self::NotBlank, ..) => !is_blank,
            (_, _, None) => true,
            (_, None, Some(_)) => matches!(self, Self::NotEqual | Self::NotContains),
            (_, Some(text), Some(filter)) => {
                let text = text.to_lowercase();
                match self {
                    Self::Contains => text.contains(filter),
                    Self::NotContains => !text.contains(filter),
                    Self::Equals => text == filter,
                    Self::NotEqual => text != filter,
                    Self::StartsWith => text.starts_with(filter),
                    Self::EndsWith => text.ends_with(filter),
                    Self::Blank | Self::NotBlank => true,
                }
            }
        }
    }
}

impl ScalarTest {
    fn accepts<T: PartialOrd + ?Sized>(
        self,
        value: Option<&T>,
        from: Option<&T>,
        to: Option<&T>,
    ) -> bool {
        let Some(value) = value else { return self == Self::Blank };
        let against = |holds: fn(&T, &T) -> bool| from.is_none_or(|from| holds(value, from));
        match self {
            Self::Blank => false,
            Self::NotBlank => true,
            Self::Equals => against(T::eq),
            Self::NotEqual => against(T::ne),
            Self::LessThan => against(T::lt),
            Self::LessThanOrEqual => against(T::le),
            Self::GreaterThan => against(T::gt),
            Self::GreaterThanOrEqual => against(T::ge),
            Self::InRange => against(T::ge) && to.is_none_or(|to| value <= to),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn accepts(filter: Value, cell: &Cell) -> bool {
        serde_json::from_value::<ColumnFilter>(filter).unwrap().lowered().accepts(cell)
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.into())
    }

    #[test]
    fn texts_are_compared_without_regard_to_case() {
        for (test, filter, yes, no) in [
            ("contains", "NAD", "Canada", "Peru"),
            ("notContains", "nad", "Peru", "Canada"),
            ("equals", "peru", "PERU", "Peru 2"),
            ("notEqual", "peru", "Peru 2", "PERU"),
            ("startsWith", "ca", "Canada", "a Canada"),
            ("endsWith", "DA", "Canada", "Canadas"),
            ("blank", "", " ", "x"),
            ("notBlank", "", "x", " "),
        ] {
            let filter = json!({"filterType": "text", "type": test, "filter": filter});
            assert!(accepts(filter.clone(), &text(yes)), "{test}");
            assert!(!accepts(filter.clone(), &text(no)), "{test}");
            let passes_nothing = ["notContains", "notEqual", "blank"].contains(&test);
            assert_eq!(accepts(filter, &Cell::Nothing), passes_nothing, "{test}");
        }
        let number = json!({"filterType": "text", "type": "contains", "filter": "2.5"});
        assert!(accepts(number, &Cell::Number(12.5)));
    }

    #[test]
    fn numbers_are_compared_by_size_and_ranges_hold_their_ends() {
        for (test, passing) in [
            ("equals", vec![2.0]),
            ("notEqual", vec![1.0, 3.0, 4.0]),
            ("lessThan", vec![1.0]),
            ("lessThanOrEqual", vec![1.0, 2.0]),
            ("greaterThan", vec![3.0, 4.0]),
            ("greaterThanOrEqual", vec![2.0, 3.0, 4.0]),
            ("inRange", vec![2.0, 3.0]),
            ("notBlank", vec![1.0, 2.0, 3.0, 4.0]),
            ("blank", vec![]),
        ] {
            let filter = json!({"filterType": "number", "type": test, "filter": 2, "filterTo": 3});
            let all = [1.0, 2.0, 3.0, 4.0];
            let passed = all.into_iter().filter(|n| accepts(filter.clone(), &Cell::Number(*n)));
            assert_eq!(passed.collect::<Vec<_>>(), passing, "{test}");
            assert_eq!(accepts(filter, &Cell::Nothing), test == "blank", "{test}");
        }
    }

    #[test]
    fn dates_are_compared_by_their_day() {
        let filter = |test: &str| {
            json!({"filterType": "date", "type": test,
            "dateFrom": "2026-01-05 00:00:00", "dateTo": "2026-01-07 00:00:00"})
        };
        assert!(accepts(filter("equals"), &text("2026-01-05T23:59:00Z")));
        assert!(accepts(filter("inRange"), &text("2026-01-07")));
        assert!(!accepts(filter("inRange"), &text("2026-01-08")));
        assert!(accepts(filter("lessThan"), &text("2025-12-31")));
        assert!(!accepts(filter("lessThan"), &Cell::Nothing));
        // In seconds and in milliseconds, and beyond all dates.
        assert!(accepts(filter("equals"), &Cell::Number(1_767_657_540.0)));
        assert!(accepts(filter("equals"), &Cell::Number(1_767_657_540_999.0)));
        assert!(accepts(filter("lessThan"), &Cell::Number(-1.0)));
        assert!(!accepts(filter("notBlank"), &Cell::Number(1e300)));
    }

    #[test]
    fn conditions_are_joined() {
        let joined = |operator: &str| {
            json!({"filterType": "number", "operator": operator, "conditions": [
                {"filterType": "number", "type": "greaterThan", "filter": 2},
                {"filterType": "number", "type": "lessThan", "filter": 4},
            ]})
        };
        assert!(accepts(joined("AND"), &Cell::Number(3.0)));
        assert!(!accepts(joined("AND"), &Cell::Number(5.0)));
        assert!(accepts(joined("OR"), &Cell::Number(5.0)));
        let model: ColumnFilter = serde_json::from_value(joined("OR")).unwrap();
        assert_eq!(serde_json::from_value::<ColumnFilter>(json!(model)).unwrap(), model);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (filter, part) in [
            (json!({"filterType": "text", "type": "like", "filter": "x"}), "`like`"),
            (json!({"filterType": "set", "values": []}), "`set`"),
            (json!({"filterType": "number", "type": "equals", "filter": "x"}), "\"x\""),
            (json!({"filterType": "text", "type": "equals", "value": "x"}), "`value`"),
            (json!({"filterType": "text", "operator": "XOR", "conditions": []}), "`XOR`"),
        ] {
            let error = serde_json::from_value::<ColumnFilter>(filter).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
