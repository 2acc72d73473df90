//! Numbers that are written as text.

/// The number in a text such as `7.138`, `-1,234.5` or `12 %`; `None` for another text.
pub(super) fn number_in(text: &str) -> Option<f64> {
    if !is_number(text) {
        return None;
    }
    let text = without_percent(text);
    if text.contains(',') { text.replace(',', "").parse().ok() } else { text.parse().ok() }
}

/// Returns whether a text is such a number.
pub(super) fn is_number(text: &str) -> bool {
    let text = without_percent(text);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let is_exponent = |text: &str| are_digits(text.strip_prefix(['+', '-']).unwrap_or(text));
    is_mantissa(mantissa) && exponent.is_none_or(is_exponent)
}

fn without_percent(text: &str) -> &str {
    let text = text.trim();
    text.strip_suffix('%').unwrap_or(text).trim_end()
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
