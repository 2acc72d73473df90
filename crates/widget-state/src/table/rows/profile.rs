//! The traits that the values of a column have in common, learned value by value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::rows::column_type::ColumnType;
use crate::table::rows::exact::MAX_EXACT;
use crate::table::rows::sort_key::Reading;
use crate::table::rows::text_date::{IsoDate, TextDate, iso};
use crate::table::rows::text_number::is_number;

/// The most decimals with which a column is shown.
const MAX_DECIMALS: u8 = 6;

/// Numbers below may be years, and are read without help.
const UNGROUPED: f64 = 10_000.0;

/// Something that all the values of a column have in common, nulls and empty texts aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColumnTrait {
    /// Numbers that count or measure something: their thousands are separated.
    Amounts,
    /// Numbers with integers beyond 2^53 among them, which a page holds as text.
    Exact,
    /// Dates without a time of day.
    Days,
    /// Dates of which some have an offset from UTC.
    Zones,
    /// Texts that are numbers, and sort as such.
    Numbers,
    /// Texts that are dates in a common form, and sort as such.
    Dates,
    /// The day comes before the month in such dates.
    DayFirst,
    /// Texts of which some are addresses of the web.
    Links,
}

/// Everything known of the values of a column. It grows with each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Profile {
    seen: Seen,
    decimals: u8,
    numbers: Numbers,
    dates: Dates,
    texts: Texts,
}

/// The kinds of value seen in one column, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Seen(u8);

impl Seen {
    const TEXT: Self = Self(1);
    const NUMBER: Self = Self(2);
    const BOOLEAN: Self = Self(4);
    const DATE: Self = Self(8);
    const OBJECT: Self = Self(16);

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Everything known of the numbers of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Numbers {
    is_large: bool,
    is_exact: bool,
    run: Run,
}

/// Whole numbers of which each is next to the one before: 10023, 10024, …
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Run {
    #[default]
    Empty,
    First(i64),
    Going {
        last: i64,
        step: i64,
    },
    Broken,
}

impl Run {
    fn add(self, number: Option<i64>) -> Self {
        match (self, number) {
            (Self::Empty, Some(first)) => Self::First(first),
            (Self::First(last), Some(next)) if next.abs_diff(last) == 1 => {
                Self::Going { last: next, step: next - last }
            }
            (Self::Going { last, step }, Some(next)) if last.checked_add(step) == Some(next) => {
                Self::Going { last: next, step }
            }
            _ => Self::Broken,
        }
    }
}

/// Everything known of the dates of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Dates {
    /// One has a time of day, or something else behind the day.
    have_times: bool,
    have_zones: bool,
}

impl Dates {
    fn add(&mut self, date: Option<IsoDate<'_>>) {
        self.have_zones |= date.is_some_and(|date| date.has_offset());
        self.have_times |= date.is_none_or(|date| !date.is_midnight());
    }
}

/// Everything known of the texts of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Texts {
    /// Each may be all that those before are.
    may_be_numbers: bool,
    may_be_month_first: bool,
    may_be_day_first: bool,
    /// One has a number in the place of its month that no month has.
    is_day_first: bool,
    have_links: bool,
}

impl Default for Texts {
    fn default() -> Self {
        Self {
            may_be_numbers: true,
            may_be_month_first: true,
            may_be_day_first: true,
            is_day_first: false,
            have_links: false,
        }
    }
}

impl Texts {
    /// Most columns of text are known as such by their first value.
    fn add(&mut self, text: &str) {
        self.have_links |= is_address(text);
        self.may_be_numbers = self.may_be_numbers && is_number(text);
        if self.may_be_month_first || self.may_be_day_first {
            let date = TextDate::read(text);
            let may_be = |day_first| date.is_some_and(|date| date.exists(day_first));
            self.may_be_month_first &= may_be(false);
            self.may_be_day_first &= may_be(true);
            self.is_day_first |= date.is_some_and(TextDate::is_day_first);
        }
    }

    fn traits(self) -> impl Iterator<Item = ColumnTrait> {
        let is_day_first = self.is_day_first && self.may_be_day_first;
        let are_dates = is_day_first || (self.may_be_month_first && !self.is_day_first);
        let found = [
            self.may_be_numbers.then_some(ColumnTrait::Numbers),
            are_dates.then_some(ColumnTrait::Dates),
            is_day_first.then_some(ColumnTrait::DayFirst),
            self.have_links.then_some(ColumnTrait::Links),
        ];
        found.into_iter().flatten()
    }
}

impl Profile {
    pub(super) fn saw_boolean(&mut self) {
        self.seen.add(Seen::BOOLEAN);
    }

    pub(super) fn saw_object(&mut self) {
        self.seen.add(Seen::OBJECT);
    }

    /// Takes in an integer; `None` is one that 64 bits do not hold.
    pub(super) fn saw_integer(&mut self, number: Option<i64>) {
        self.seen.add(Seen::NUMBER);
        let size = number.map(i64::unsigned_abs);
        self.numbers.is_large |= size.is_none_or(|size| size >= 10_000);
        self.numbers.is_exact |= size.is_none_or(|size| size >= 1 << 53);
        self.numbers.run = self.numbers.run.add(number);
    }

    pub(super) fn saw_decimal(&mut self, number: f64) {
        self.seen.add(Seen::NUMBER);
        self.numbers.is_large |= number.abs() >= UNGROUPED;
        self.numbers.run = self.numbers.run.add(whole(number));
        if self.decimals < MAX_DECIMALS && !fits(number, self.decimals) {
            let number = of_fifteen_digits(number);
            while self.decimals < MAX_DECIMALS && !fits(number, self.decimals) {
                self.decimals += 1;
            }
        }
    }

    pub(super) fn saw_text(&mut self, text: &str) {
        // Nothing, in a column of any kind.
        if text.is_empty() {
            return;
        }
        let begins_with_day = begins_with_day(text.as_bytes());
        let date = begins_with_day.then(|| iso(text)).flatten();
        if date.is_some() || (begins_with_day && is_time(&text[10..])) {
            self.seen.add(Seen::DATE);
            self.dates.add(date);
        } else {
            self.seen.add(Seen::TEXT);
            self.texts.add(text);
        }
    }

    /// Keeps the run of numbers that `before` knows: the values that came since stand among
    /// those, not behind them.
    pub(super) fn keep_run(&mut self, before: &Self) {
        self.numbers.run = before.numbers.run;
    }

    /// Returns whether no value was seen, nulls and empty texts aside.
    pub(super) fn is_empty(&self) -> bool {
        self.seen == Seen::default()
    }

    /// Returns whether values of several kinds were seen.
    pub(super) fn is_mixed(&self) -> bool {
        self.seen.0.count_ones() > 1
    }

    /// The kinds of value that it has seen, a bit for each.
    pub(super) fn kinds(&self) -> u8 {
        self.seen.0
    }

    pub(super) fn kind(&self) -> ColumnType {
        match self.seen {
            Seen::NUMBER => ColumnType::Number,
            Seen::BOOLEAN => ColumnType::Boolean,
            Seen::DATE => ColumnType::Date,
            Seen(bits) if bits & Seen::OBJECT.0 != 0 => ColumnType::Object,
            _ => ColumnType::Text,
        }
    }

    /// The decimals with which its numbers are shown.
    pub(super) fn decimals(&self) -> u8 {
        if self.kind() == ColumnType::Number { self.decimals } else { 0 }
    }

    /// The meaning of the texts, by which they sort.
    pub(super) fn reading(&self) -> Reading {
        let traits = self.traits();
        let has = |wanted| traits.contains(&wanted);
        match self.kind() {
            ColumnType::Date => Reading::Instants,
            ColumnType::Number => Reading::Numbers,
            _ if has(ColumnTrait::Numbers) => Reading::Numbers,
            _ if has(ColumnTrait::Dates) => {
                Reading::Dates { day_first: has(ColumnTrait::DayFirst) }
            }
            _ => Reading::Text,
        }
    }

    /// The traits of the values. Numbers are amounts as far as they tell; the name of their
    /// column may say otherwise.
    pub(super) fn traits(&self) -> Vec<ColumnTrait> {
        let Self { numbers, dates, texts, .. } = self;
        let is_running = matches!(numbers.run, Run::Going { .. });
        let are_amounts = numbers.is_large && !numbers.is_exact && !is_running;
        match self.seen {
            Seen::NUMBER => {
                let exact = numbers.is_exact.then_some(ColumnTrait::Exact);
                are_amounts.then_some(ColumnTrait::Amounts).into_iter().chain(exact).collect()
            }
            Seen::DATE => {
                let zones = dates.have_zones.then_some(ColumnTrait::Zones);
                let days = !dates.have_times && !dates.have_zones;
                days.then_some(ColumnTrait::Days).into_iter().chain(zones).collect()
            }
            Seen::TEXT => texts.traits().collect(),
            _ => Vec::new(),
        }
    }
}

/// A number without decimals that is exact in JavaScript.
fn whole(number: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "it has no decimals and is small")]
    (number.fract() == 0.0 && number.abs() < MAX_EXACT).then_some(number as i64)
}

/// The number without the digits that arithmetic leaves behind, as 139.93 for 139.92999999999998.
fn of_fifteen_digits(number: f64) -> f64 {
    format!("{number:.14e}").parse().unwrap_or(number)
}

/// True if so many decimals write the number in full.
fn fits(number: f64, decimals: u8) -> bool {
    let scale = 10_f64.powi(decimals.into());
    let scaled = (number * scale).round();
    // Above, a number has no decimals that its text would show.
    scaled.abs() >= MAX_EXACT || scaled / scale == number
}

/// True if a text begins with a day, `YYYY-MM-DD`, as few texts do that are no dates.
fn begins_with_day(text: &[u8]) -> bool {
    let digits = |range: std::ops::Range<usize>| text[range].iter().all(u8::is_ascii_digit);
    text.len() >= 10
        && digits(0..4)
        && text[4] == b'-'
        && digits(5..7)
        && text[7] == b'-'
        && digits(8..10)
        && matches!(text.get(10), None | Some(b'T' | b' '))
}

/// True if a text behind a day is a time as some programs write it, `9:30 PM`, `10:30:00 +0000 UTC`,
/// `T10:30+01:00[Europe/Berlin]`, or blank; false for words.
fn is_time(text: &str) -> bool {
    let rest = text.trim_start_matches(['T', ' ']);
    let is_clock = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | ',');
    let (time, zone) = rest.split_at(rest.find(|c| !is_clock(c)).unwrap_or(rest.len()));
    let is_name = |word: &str| {
        let is_short = word.len() <= 5 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        // Behind a day alone other words are as short.
        let is_zone = matches!(word, "Z" | "UTC" | "GMT") || (is_short && !time.is_empty());
        is_zone || word.starts_with(['+', '-', '['])
    };
    (time.is_empty() || time.contains(':')) && zone.split_whitespace().all(is_name)
}

/// True if a text begins as an address of the web; a page looks at each more closely.
fn is_address(text: &str) -> bool {
    let begins = |scheme: &str| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    begins("https://") || begins("http://")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::table::ColumnSettings;
    use crate::table::Table;
    use crate::table::rows::{Column, Rows};

    /// The column `name` of a table with these values.
    fn column(name: &str, values: &Value) -> Column {
        let rows = values.as_array().unwrap().iter().map(|value| json!({ name: value }));
        let rows = Value::from_iter(rows).to_string();
        Table::from(Rows::parse(rows).unwrap()).columns().remove(0)
    }

    fn traits(name: &str, values: &Value) -> Vec<ColumnTrait> {
        column(name, values).traits
    }

    #[test]
    fn numbers_are_amounts_unless_they_look_like_ids_or_years() {
        for (name, values) in [
            ("salary", json!([52000, 61000, 48000, 57000, 43000, 66000])),
            ("population", json!([717710, 291940])),
            ("revenue", json!([1234567, 12])),
            ("price", json!([12345.5, 7])),
            ("steps", json!([10000, 20000, 30000])),
            ("amount", json!([10023])),
            ("balance", json!([-52000, null])),
        ] {
            assert_eq!(traits(name, &values), [ColumnTrait::Amounts], "{name}");
        }
        for (name, values) in [
            ("year", json!([2024, 1999, 1])),
            ("quarter", json!([2024.25, 1999.5])),
            ("order_id", json!([123456, 7])),
            ("phone", json!([493012345, 491512345])),
            ("ticket", json!([10023, 10024, null, 10025])),
            ("newest first", json!([10025, 10024.0, 10023])),
            ("none", json!([null])),
        ] {
            assert_eq!(traits(name, &values), [], "{name}");
        }
        assert_eq!(traits("n", &json!([9_007_199_254_740_993_u64, 7])), [ColumnTrait::Exact]);
        assert_eq!(traits("n", &json!([u64::MAX])), [ColumnTrait::Exact]);
    }

    #[test]
    fn the_row_id_and_what_is_titled_as_an_id_are_no_amounts() {
        let rows = Rows::parse(r#"[{"a": 52000, "b": 52000}, {"a": 12, "b": 9}]"#).unwrap();
        let table = Table::from(rows.with_row_id("a").unwrap());
        let has = |table: &Table| table.columns().into_iter().map(|column| column.traits.len());
        assert_eq!(has(&table).collect::<Vec<_>>(), [0, 1]);
        let title = Some("ZIP code".into());
        let titled = ColumnSettings { title, ..ColumnSettings::of("b") };
        assert_eq!(has(&table.with_columns(&[titled]).unwrap()).collect::<Vec<_>>(), [0, 0]);
    }

    #[test]
    fn a_run_of_numbers_goes_on_with_rows_that_are_appended_and_stays_with_ones_that_change() {
        let rows = r#"[{"id": 1, "n": 10023}, {"id": 2, "n": 10024}]"#;
        let mut rows = Rows::parse(rows).unwrap().with_row_id("id").unwrap();
        let has_amounts = |rows: &Rows| rows.columns()[1].traits == [ColumnTrait::Amounts];
        rows.append(r#"[{"id": 3, "n": 10025}]"#).unwrap();
        rows.update(r#"[{"id": 2, "n": 10024}, {"id": 1, "n": 10023}]"#).unwrap();
        rows.set_cell(&json!(1), "n", &json!(10023)).unwrap();
        rows.append(r#"[{"id": 4, "n": 10026}]"#).unwrap();
        assert!(!has_amounts(&rows));
        rows.append(r#"[{"id": 5, "n": 99999}]"#).unwrap();
        assert!(has_amounts(&rows));
    }

    #[test]
    fn dates_are_days_or_have_times_and_zones() {
        use ColumnTrait::{Days, Zones};
        for (values, expected) in [
            (json!(["2024-01-01", null]), vec![Days]),
            (json!(["2024-01-01T00:00:00.000Z", "2024-06-01 00:00"]), vec![Days]),
            (json!(["2024-01-01T00:00:00", "2023-12-31T23:59:59.990Z"]), vec![]),
            (json!(["2024-01-01T00:00:00+01:00"]), vec![Zones]),
            (json!(["2024-01-01T00:00:00.001"]), vec![]),
        ] {
            let found = column("t", &values);
            assert_eq!((found.kind, found.traits), (ColumnType::Date, expected), "{values}");
        }
        assert_eq!(traits("t", &json!([null, ""])), []);
        for time in [
            "2024-01-15 ",
            "2024-01-15 9:30",
            "2024-01-15 10:30 PM",
            "2024-01-15 10:30 CET",
            "2024-01-15 10:30:00 +0000 UTC",
            "2024-01-15T10:30:00+01:00[Europe/Berlin]",
        ] {
            assert_eq!(column("t", &json!([time])).kind, ColumnType::Date, "{time}");
        }
        for text in [
            "2024-01-01 at noon",
            "2024-01-01 12:00:01 INFO started",
            "2024-01-01 a.pdf",
            "2024-01-01 DRAFT",
        ] {
            assert_eq!(column("t", &json!([text])).kind, ColumnType::Text, "{text}");
        }
    }

    /// As files of CSV and forms write what is missing.
    #[test]
    fn an_empty_text_is_of_any_type() {
        for (values, expected) in [
            (json!([5, "", 10]), ColumnType::Number),
            (json!(["2024-01-01", ""]), ColumnType::Date),
            (json!([true, ""]), ColumnType::Boolean),
            (json!(["", null]), ColumnType::Text),
            (json!([5, " "]), ColumnType::Text),
        ] {
            assert_eq!(column("v", &values).kind, expected, "{values}");
        }
    }

    #[test]
    fn texts_are_numbers_dates_or_addresses_when_all_are() {
        use ColumnTrait::{Dates, DayFirst, Links, Numbers};
        for (values, expected) in [
            (json!(["7.138", "-64.7", "", null]), vec![Numbers]),
            (json!(["1,000", "12 %", "2e3", ".5", "5."]), vec![Numbers]),
            (json!(["10", "n/a"]), vec![]),
            (json!(["10", 10]), vec![]),
            (json!(["Jun 12 1998", "1 Dec 2023", "12/01/2023"]), vec![Dates]),
            (json!(["01/02/2023", "31/01/2024"]), vec![Dates, DayFirst]),
            (json!(["01.02.2023"]), vec![Dates, DayFirst]),
            (json!(["31/01/2024", "01/31/2024"]), vec![]),
            (json!(["Jan 5 2024", "soon"]), vec![]),
            (json!(["Jan 5 2024", "2024-01-05"]), vec![]),
            (json!(["HTTPS://example.com", "none"]), vec![Links]),
            (json!([""]), vec![]),
        ] {
            assert_eq!(traits("v", &values), expected, "{values}");
        }
    }

    #[test]
    fn one_value_that_comes_later_may_end_what_the_others_have_in_common() {
        let mut rows = Rows::parse(r#"[{"d": "2024-01-01", "t": "5"}]"#).unwrap();
        let traits = |rows: &Rows| {
            rows.columns().into_iter().map(|column| column.traits.len()).collect::<Vec<_>>()
        };
        assert_eq!(traits(&rows), [1, 1]);
        rows.append(r#"[{"d": "2024-01-01T12:00:00", "t": "five"}]"#).unwrap();
        assert_eq!(traits(&rows), [0, 0]);
    }
}
