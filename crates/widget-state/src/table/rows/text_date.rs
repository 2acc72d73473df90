//! Dates as they come in tables: in the form of ISO 8601, and as people write them.

use jiff::civil;
use jiff::tz::Offset;

/// The seconds of a day.
const DAY: i64 = 86_400;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A date and time in the form of ISO 8601.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsoDate<'a> {
    day: &'a str,
    /// `HH:MM` or `HH:MM:SS`; empty without one.
    time: &'a str,
    /// The digits after the seconds.
    fraction: &'a str,
    /// `Z`, `UTC`, `GMT`, or an offset such as `+01:00` or `+01`; empty without one.
    zone: &'a str,
}

/// Returns whether a text is a day of the calendar, `YYYY-MM-DD`, alone or with a time.
pub(crate) fn is_day(text: &str) -> bool {
    iso(text).is_some_and(|date| date.instant().is_some())
}

/// Reads a date in the form of ISO 8601; `None` for another text.
pub(super) fn iso(text: &str) -> Option<IsoDate<'_>> {
    let mut rest = Cursor(text);
    let day = rest.matching("0000-00-00")?;
    let date = IsoDate { day, time: "", fraction: "", zone: "" };
    if rest.is_at_end() {
        return Some(date);
    }
    rest.one_of("T ")?;
    let time = rest.matching("00:00:00").or_else(|| rest.matching("00:00"))?;
    let fraction = rest.one_of(".,").map_or(Some(""), |_| rest.digits(1, 99))?;
    rest.spaces();
    // PostgreSQL writes the hours alone, BigQuery and Ruby the name.
    let zone = ["Z", "UTC", "GMT", "+00:00", "+0000", "+00", "-00:00", "-0000", "-00"];
    let zone = zone.into_iter().find_map(|form| rest.matching(form)).unwrap_or_default();
    rest.is_at_end().then_some(IsoDate { time, fraction, zone, ..date })
}

impl IsoDate<'_> {
    /// True if its time is told by an offset.
    pub(super) fn has_offset(&self) -> bool {
        self.zone.starts_with(['+', '-'])
    }

    /// True at the very beginning of a day.
    pub(super) fn is_midnight(&self) -> bool {
        matches!(self.time, "" | "00:00" | "00:00:00") && !self.fraction.contains(|c| c != '0')
    }

    /// The instant in nanoseconds since 1970; a time without a zone counts as one of UTC. `None`
    /// for a day or a time that does not exist.
    pub(super) fn instant(&self) -> Option<i128> {
        let day = civil::Date::new(
            self.day[..4].parse().ok()?,
            self.day[5..7].parse().ok()?,
            self.day[8..].parse().ok()?,
        );
        let part = |at: usize| self.time.get(at..at + 2).map_or(Some(0), |part| part.parse().ok());
        let fraction = format!("{:0<9.9}", self.fraction).parse().ok()?;
        let time = civil::Time::new(part(0)?, part(3)?, part(6)?, fraction).ok()?;
        let offset = Offset::from_seconds(self.offset()?).ok()?;
        Some(offset.to_timestamp(day.ok()?.to_datetime(time)).ok()?.as_nanosecond())
    }

    /// The seconds by which its clock is ahead of UTC.
    fn offset(&self) -> Option<i32> {
        if !self.has_offset() {
            return Some(0);
        }
        let hours: i32 = self.zone[1..3].parse().ok()?;
        let minutes = self.zone[3..].trim_start_matches(':');
        let minutes: i32 = if minutes.is_empty() { 0 } else { minutes.parse().ok()? };
        let seconds = hours * 3_600 + minutes * 60;
        Some(if self.zone.starts_with('-') { -seconds } else { seconds })
    }
}

/// A date in a form that people write: `Jun 12 1998`, `12 June 1998`, `12-Jun-98`, `6/12/1998`,
/// `6/12/98`, `12.06.1998`, `12-06-1998`, `1998/06/12`, alone or before a time, `June 1998`; and that of mail (RFC 5322) and of JavaScript: `Fri, 12 Jun
/// 1998 10:30:00 +0200`, `Fri Jun 12 1998 10:30:00 GMT+0200 (CEST)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextDate {
    year: i16,
    form: Form,
    /// The time of day in seconds, of UTC if it is told by an offset.
    time: i64,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// The month has its name.
    Named { month: i8, day: i8 },
    /// Both are numbers. With dots the day always comes first.
    Numbers { first: i8, second: i8, has_dots: bool },
}

impl TextDate {
    /// Reads a date; `None` for a text in another form.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        // Long texts are no dates, and there are many of them.
        if text.len() > 96 {
            return None;
        }
        named_month_first(Cursor(text))
            .or_else(|| month_alone(Cursor(text)))
            .or_else(|| named_day_first(Cursor(text)))
            .or_else(|| numbers(Cursor(text)))
            .or_else(|| year_first(Cursor(text)))
    }

    /// True if its day comes first whatever is usual, as no month has that number.
    pub(super) fn is_day_first(self) -> bool {
        match self.form {
            Form::Named { .. } => false,
            Form::Numbers { first, has_dots, .. } => has_dots || first > 12,
        }
    }

    /// Returns whether there is such a month, and such a day in some month.
    pub(super) fn exists(self, day_first: bool) -> bool {
        let (month, day) = self.month_and_day(day_first);
        (1..=12).contains(&month) && (1..=31).contains(&day)
    }

    fn month_and_day(self, day_first: bool) -> (i8, i8) {
        match self.form {
            Form::Named { month, day } => (month, day),
            Form::Numbers { first, second, has_dots } if day_first || has_dots => (second, first),
            Form::Numbers { first, second, .. } => (first, second),
        }
    }

    /// Its place in time in seconds since 1970; `None` if it does not exist.
    pub(super) fn seconds(self, day_first: bool) -> Option<i64> {
        if !self.exists(day_first) {
            return None;
        }
        let (month, day) = self.month_and_day(day_first);
        let month =
            civil::Date::new(self.year, month, 1).ok()?.to_datetime(civil::Time::midnight());
        let month = Offset::UTC.to_timestamp(month).ok()?.as_second();
        Some(month + i64::from(day - 1) * DAY + self.time)
    }
}

/// `Jun 12 1998`, `Fri, June 12th, 1998`.
fn named_month_first(mut rest: Cursor<'_>) -> Option<TextDate> {
    rest.weekday(|next| next.is_ascii_alphabetic());
    let month = rest.month()?;
    rest.one_of(".");
    rest.spaces()?;
    let day = rest.day_of_month()?;
    rest.one_of(",");
    rest.spaces()?;
    let year = rest.number(4, 4)?;
    Some(TextDate { year, form: Form::Named { month, day }, time: rest.time()? })
}

/// `June 1998`, `Jun. 1998`, `Jun-1998`: its first day.
fn month_alone(mut rest: Cursor<'_>) -> Option<TextDate> {
    let month = rest.month()?;
    rest.run(|c| c.is_whitespace() || matches!(c, '.' | ',' | '-'))?;
    let year = rest.number(4, 4)?;
    rest.is_at_end().then_some(TextDate { year, form: Form::Named { month, day: 1 }, time: 0 })
}

/// `12 June 1998`, `Fri, 12-Jun-1998`.
fn named_day_first(mut rest: Cursor<'_>) -> Option<TextDate> {
    rest.weekday(|next| next.is_ascii_digit());
    let day = rest.day_of_month()?;
    rest.run(|c| c.is_whitespace() || c == '.' || c == '-')?;
    let length = rest.0.len();
    let month = rest.month()?;
    let is_short = length - rest.0.len() == 3;
    rest.one_of(".");
    rest.one_of(",");
    rest.run(|c| c.is_whitespace() || c == '-')?;
    // Other words may begin as a month does.
    let year = if is_short { rest.year()? } else { rest.number(4, 4)? };
    Some(TextDate { year, form: Form::Named { month, day }, time: rest.time()? })
}

/// `6/12/1998`, `6/12/98`, `12.06.1998`, `12-06-1998`. Three short numbers between dots are a version.
fn numbers(mut rest: Cursor<'_>) -> Option<TextDate> {
    let first = rest.number(1, 2)?;
    let separator = rest.one_of("/.-")?;
    let has_dots = separator == '.';
    let second = rest.number(1, 2)?;
    rest.one_of("/.-")?;
    let year = if separator == '/' { rest.year()? } else { rest.number(4, 4)? };
    let form = Form::Numbers { first, second, has_dots };
    Some(TextDate { year, form, time: rest.time()? })
}

/// `1998/06/12`.
fn year_first(mut rest: Cursor<'_>) -> Option<TextDate> {
    let year = rest.number(4, 4)?;
    rest.one_of("/")?;
    let month = rest.number(1, 2)?;
    rest.one_of("/")?;
    let day = rest.number(1, 2)?;
    Some(TextDate { year, form: Form::Named { month, day }, time: rest.time()? })
}

/// The rest of a text that is read from its start.
#[derive(Clone, Copy)]
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.0.split_at(bytes);
        self.0 = rest;
        taken
    }

    /// Text of a form in which `0` stands for a digit.
    fn matching(&mut self, form: &str) -> Option<&'a str> {
        let start = self.0.as_bytes().get(..form.len())?;
        let fits = |(byte, form): (&u8, u8)| match form {
            b'0' => byte.is_ascii_digit(),
            other => *byte == other,
        };
        start.iter().zip(form.bytes()).all(fits).then(|| self.advance(form.len()))
    }

    fn one_of(&mut self, any: &str) -> Option<char> {
        let next = self.0.chars().next().filter(|next| any.contains(*next))?;
        self.advance(next.len_utf8());
        Some(next)
    }

    /// One or more characters of a kind.
    fn run(&mut self, is: impl Fn(char) -> bool) -> Option<&'a str> {
        let end = self.0.find(|c| !is(c)).unwrap_or(self.0.len());
        (end > 0).then(|| self.advance(end))
    }

    fn spaces(&mut self) -> Option<&'a str> {
        self.run(char::is_whitespace)
    }

    /// All the digits that follow, if they are so many.
    fn digits(&mut self, least: usize, most: usize) -> Option<&'a str> {
        let count = self.0.bytes().take_while(u8::is_ascii_digit).count();
        (least..=most).contains(&count).then(|| self.advance(count))
    }

    fn number<T: std::str::FromStr>(&mut self, least: usize, most: usize) -> Option<T> {
        self.digits(least, most)?.parse().ok()
    }

    /// A year of four digits, or of two: 98 is 1998 and 24 is 2024, as POSIX `strptime` reads them.
    fn year(&mut self) -> Option<i16> {
        self.number(4, 4).or_else(|| {
            let year: i16 = self.number(2, 2)?;
            Some(if year < 69 { 2_000 + year } else { 1_900 + year })
        })
    }

    fn word(&mut self) -> Option<&'a str> {
        self.run(|c| c.is_ascii_alphabetic()).filter(|word| (3..=9).contains(&word.len()))
    }

    /// The number of a month, from 1, by its name.
    fn month(&mut self) -> Option<i8> {
        let name = self.word()?[..3].to_ascii_lowercase();
        let index = MONTHS.iter().position(|month| *month == name)?;
        i8::try_from(index + 1).ok()
    }

    /// `12`, `12th`.
    fn day_of_month(&mut self) -> Option<i8> {
        let day = self.number(1, 2)?;
        let ordinal = self.0.get(..2).filter(|ending| {
            ["st", "nd", "rd", "th"].iter().any(|known| known.eq_ignore_ascii_case(ending))
        });
        self.advance(ordinal.map_or(0, str::len));
        Some(day)
    }

    /// Passes over the name of a day of the week before something else.
    fn weekday(&mut self, is_next: impl Fn(char) -> bool) {
        let mut behind = *self;
        let word = behind.word();
        behind.one_of(".");
        behind.one_of(",");
        let is_before = word.and(behind.spaces()).is_some() && behind.0.starts_with(is_next);
        if is_before {
            *self = behind;
        }
    }

    /// The time of day in seconds, midnight if there is none; the end of the text.
    fn time(&mut self) -> Option<i64> {
        if self.is_at_end() {
            return Some(0);
        }
        self.one_of(",");
        self.spaces()?;
        let hour: i64 = self.number(1, 2)?;
        self.one_of(":")?;
        let minute: i64 = self.number(2, 2)?;
        let second: i64 = self.one_of(":").map_or(Some(0), |_| self.number(2, 2))?;
        self.spaces();
        let hour = match self.half_of_day() {
            None => hour,
            Some(half) => hour % 12 + half,
        };
        let offset = self.offset()?;
        self.is_at_end().then_some(hour * 3_600 + minute * 60 + second - offset)
    }

    /// The hour at which a half of the day begins: `AM`, `PM`.
    fn half_of_day(&mut self) -> Option<i64> {
        let mut behind = *self;
        let half = match behind.run(|c| c.is_ascii_alphabetic())? {
            half if half.eq_ignore_ascii_case("am") => 0,
            half if half.eq_ignore_ascii_case("pm") => 12,
            _ => return None,
        };
        behind.spaces();
        *self = behind;
        Some(half)
    }

    /// The seconds by which a clock is ahead of UTC, 0 if nothing says so: `Z`, `GMT`, `+0200`,
    /// `GMT+0200 (CEST)`.
    fn offset(&mut self) -> Option<i64> {
        if let Some(name) = self.run(|c| c.is_ascii_alphabetic()) {
            ["Z", "GMT", "UTC"].into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
        }
        let offset = match self.one_of("+-") {
            None => 0,
            Some(sign) => {
                let hours: i64 = self.pair()?;
                self.one_of(":");
                let seconds = hours * 3_600 + self.pair()? * 60;
                if sign == '-' { -seconds } else { seconds }
            }
        };
        self.spaces();
        if self.one_of("(").is_some() {
            self.run(|c| c != ')');
            self.one_of(")")?;
        }
        Some(offset)
    }

    /// The next two digits.
    fn pair(&mut self) -> Option<i64> {
        self.matching("00")?.parse().ok()
    }
}
