//! Numbers that are written as text.

use super::super::format::is_currency_sign;

/// The number in a text such as `7.138`, `-1,234.5`, `12 %` or `$1,200`; `None` for another text.
pub(super) fn number_in(text: &str) -> Option<f64> {
    let Written { is_negative, unsigned } = Written::of(text)?;
    let size: f64 = match unsigned.contains(',') {
        true => unsigned.replace(',', "").parse().ok()?,
        false => unsigned.parse().ok()?,
    };
    Some(if is_negative { -size } else { size })
}

/// Returns whether a text is such a number.
pub(super) fn is_number(text: &str) -> bool {
    Written::of(text).is_some()
}

/// A number without its sign and its unit.
struct Written<'a> {
    is_negative: bool,
    unsigned: &'a str,
}

impl<'a> Written<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_suffix('%').unwrap_or(text).trim_end();
        let (sign, rest) = without_sign(text);
        let bare = rest.strip_suffix(is_currency_sign).map(str::trim_end);
        let bare = bare.or_else(|| rest.strip_prefix(is_currency_sign).map(str::trim_start));
        let (second, unsigned) = match (bare, sign) {
            (Some(bare), None) => without_sign(bare),
            (bare, _) => (None, bare.unwrap_or(rest)),
        };
        // To some 1.200 € are more than a thousand.
        let is_doubtful = bare.is_some()
            && unsigned.rsplit_once('.').is_some_and(|(_, fraction)| fraction.len() == 3);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (unsigned, None),
        };
        let is_exponent = |text: &str| are_digits(without_sign(text).1);
        let is_number = is_mantissa(mantissa) && exponent.is_none_or(is_exponent);
        let is_negative = sign.or(second) == Some('-');
        (is_number && !is_doubtful).then_some(Self { is_negative, unsigned })
    }
}

fn without_sign(text: &str) -> (Option<char>, &str) {
    let sign = text.chars().next().filter(|first| matches!(first, '+' | '-'));
    (sign, sign.map_or(text, |_| &text[1..]))
}

fn is_mantissa(text: &str) -> bool {
    let is_whole = |text: &str| are_digits(text) || are_groups(text);
    match text.split_once('.') {
        None => is_whole(text),
        Some((whole, "")) => is_whole(whole),
        Some((whole, fraction)) => (whole.is_empty() || is_whole(whole)) && are_digits(fraction),
    }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Thousands with commas between.
fn are_groups(text: &str) -> bool {
    let mut groups = text.split(',');
    let first = groups.next().is_some_and(|first| are_digits(first) && first.len() <= 3);
    first && groups.all(|group| are_digits(group) && group.len() == 3)
}
