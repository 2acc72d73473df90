//! Days and times as they are written elsewhere.

use jiff::civil::{Date, DateTime, Time};

use super::field_type::FieldType;

/// The letters behind midnight that say no more than that it is a day.
const UTC: [&str; 2] = ["Z", "+00:00"];

/// A day or time in the one form that a browser reads (HTML Living Standard 2.3.5), if it is a
/// value of this type and can mean one thing only.
///
/// A day may come without hyphens or as its midnight, as JSON libraries write it; a day and time
/// with a space between the two; a time with fractions of a second that are none.
pub(super) fn canonical(kind: FieldType, text: &str) -> Option<String> {
    let text = text.trim();
    let has_time = text.contains(['T', 't', ' ', ':']);
    let utc = UTC.iter().find_map(|zone| text.strip_suffix(zone));
    let local = utc.filter(|_| kind == FieldType::Date).unwrap_or(text);
    if has_zone(local) {
        return None;
    }
    match kind {
        FieldType::Date if has_time => {
            let midnight = local.parse::<DateTime>().ok()?;
            (midnight.time() == Time::midnight()).then(|| midnight.date().to_string())
        }
        FieldType::Date => Some(text.parse::<Date>().ok()?.to_string()),
        FieldType::Time if text.contains(':') && !text.contains('-') => {
            written(text.parse::<Time>().ok()?)
        }
        FieldType::Datetime if has_time => {
            let both = text.parse::<DateTime>().ok()?;
            Some(format!("{}T{}", both.date(), written(both.time())?))
        }
        _ => None,
    }
}

/// Returns whether something behind a time says where it is that time.
fn has_zone(text: &str) -> bool {
    let (day, time) = text.split_once(['T', 't', ' ']).unwrap_or((text, ""));
    let time = if day.contains(':') { text } else { time };
    time.contains(|letter: char| !letter.is_ascii_digit() && !":.".contains(letter))
}

/// A value of this type, as an example.
pub(super) fn example(kind: FieldType) -> &'static str {
    match kind {
        FieldType::Time => "09:30",
        FieldType::Datetime => "2026-05-01T09:30",
        _ => "2026-05-01",
    }
}

/// The time of a day with its seconds if it has any; none for parts of one.
fn written(time: Time) -> Option<String> {
    let pattern = if time.second() == 0 { "%H:%M" } else { "%H:%M:%S" };
    (time.subsec_nanosecond() == 0).then(|| time.strftime(pattern).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_one_day_or_time_is_written_as_a_browser_reads_it() {
        use FieldType::{Date, Datetime, Time};
        for (kind, text, expected) in [
            (Date, "2026-05-01", Some("2026-05-01")),
            (Date, "20260501", Some("2026-05-01")),
            (Date, "2026-05-01T00:00:00Z", Some("2026-05-01")),
            (Date, "2026-05-01 00:00:00.000+00:00", Some("2026-05-01")),
            (Date, "2026-05-01T10:00:00", None),
            (Date, "1.5.2026", None),
            (Date, "2026-02-30", None),
            (Time, "09:30", Some("09:30")),
            (Time, "09:30:00", Some("09:30")),
            (Time, "09:30:15", Some("09:30:15")),
            (Time, "930", None),
            (Time, "09:30-05:00", None),
            (Time, "2026-05-01T09:30", None),
            (Datetime, "2026-05-01 09:30", Some("2026-05-01T09:30")),
            (Datetime, "2026-05-01T09:30:15.000", Some("2026-05-01T09:30:15")),
            (Datetime, "2026-05-01T09:30Z", None),
            (Datetime, "2026-05-01T09:30:00+02:00", None),
            (Datetime, "2026-05-01T09:30:00[Europe/Berlin]", None),
            (Datetime, "20260501T093000-05", None),
            (Datetime, "2026-05-01", None),
        ] {
            assert_eq!(canonical(kind, text).as_deref(), expected, "{text}");
        }
        for kind in [Date, Time, Datetime] {
            assert_eq!(canonical(kind, example(kind)).as_deref(), Some(example(kind)));
        }
    }
}
