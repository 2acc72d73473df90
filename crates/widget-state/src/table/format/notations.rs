//! Formats of numbers in the notation of other languages, as those of d3-format.

use super::{currency_sign, is_currency_sign};

/// The format in the notation of d3-format that one of Python (`{:,.2f}`), of C (`%.2f`), or of a
/// spreadsheet (`#,##0.00`, as Numeral.js `0,0.00`) says; `None` for another text.
pub(super) fn in_d3(text: &str) -> Option<String> {
    python(text).or_else(|| c(text)).or_else(|| spreadsheet(text))
}

/// `{:,.2f}`, `${0:,.2f}`.
fn python(text: &str) -> Option<String> {
    let (sign, rest) = text.split_once('{')?;
    let (number, format) = rest.strip_suffix('}')?.split_once(':')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{sign}{format}"))
}

/// `%.2f`, `%05d`. With a letter behind the sign it could be a part of a date.
fn c(text: &str) -> Option<String> {
    let format = text.strip_prefix('%')?;
    let is_letter = |c: char| c.is_ascii_alphabetic();
    (!format.starts_with(is_letter) && format.ends_with(is_letter)).then(|| format.to_owned())
}

/// `0.00`, `$#,##0`, `0,0.0%`, `0.0# €`.
fn spreadsheet(text: &str) -> Option<String> {
    let (before, rest) = currency_sign(text);
    let is_unit = |c: char| c.is_whitespace() || c == '%' || is_currency_sign(c);
    let end = rest.trim_end_matches(is_unit);
    let kind = rest[end.len()..].trim();
    let (behind, kind) = currency_sign(kind);
    let (digits, decimals) = end.trim_start().split_once('.').unwrap_or((end.trim_start(), ""));
    let are = |text: &str, any: &str| text.chars().all(|c| any.contains(c));
    let is_format = are(digits, "0#,") && digits.contains(['0', '#']) && are(decimals, "0#");
    if !is_format || !matches!(kind, "" | "%") || (before.is_some() && behind.is_some()) {
        return None;
    }
    let sign = text.chars().chain(text.chars().rev()).find(|c| is_currency_sign(*c));
    let sign = sign.map(String::from).unwrap_or_default();
    let grouped = if digits.contains(',') { "," } else { "" };
    let trimmed = if decimals.contains('#') { "~" } else { "" };
    let kind = if kind == "%" { "%" } else { "f" };
    Some(format!("{sign}{grouped}.{}{trimmed}{kind}", decimals.len()))
}
