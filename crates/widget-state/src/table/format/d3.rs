//! Formats of numbers in the notation of d3-format.

use super::{MAX_DECIMALS, MAX_INTEGER_DIGITS, NumberBase, NumberFormat, currency_sign};

/// The digits that a format asks for where it says no number of them.
const DIGITS: u8 = 6;

/// Reads `[[fill]align][+|-|(][$|#][0][width][,][.decimals][~][f|d|%|s|g|e|n|r|p|b|o|x|X]`, with the
/// sign of any currency for the `$`. What the fill, the alignment and the width say the column does,
/// but for a fill of zeros. `c` is refused: in Python it is a character.
pub(super) fn parse(text: &str) -> Option<NumberFormat> {
    let (is_aligned, text) = without_alignment(text);
    let (signed, text) = without(text, '+');
    let (accounting, text) = if signed { (false, text) } else { without(text, '(') };
    let (_, text) = if signed || accounting { (false, text) } else { without(text, '-') };
    let (currency, text) = currency_sign(text);
    let (prefixed, text) = if currency.is_some() { (false, text) } else { without(text, '#') };
    let (width, text) = zero_fill(text);
    let text = if width.is_some() { text } else { without_width(text, is_aligned) };
    let (grouped, text) = without(text, ',');
    let (decimals, text) = decimals(text)?;
    let (trimmed, kind) = without(text, '~');
    let mut format = NumberFormat {
        currency: currency.map(ToOwned::to_owned),
        grouped,
        signed,
        accounting,
        trimmed,
        prefixed,
        ..of_kind(kind, decimals)?
    };
    format.grouped |= kind == "n";
    if let Some(width) = width {
        format.integer_digits = Some(integer_digits(width, kind, &format)?);
    }
    let says_something =
        !kind.is_empty() || format.currency.is_some() || grouped || decimals.is_some();
    (says_something && (decimals.is_none() || format.base.is_none()) && format.is_one())
        .then_some(format)
}

/// The format that a kind says, with the digits behind the point.
fn of_kind(kind: &str, decimals: Option<u8>) -> Option<NumberFormat> {
    let none = NumberFormat::default();
    let fraction = Some(decimals.unwrap_or(DIGITS));
    // The least that d3 writes is one digit.
    let digits = Some(decimals.unwrap_or(DIGITS).max(1));
    let whole = |base| NumberFormat { base: Some(base), ..NumberFormat::default() };
    Some(match kind {
        "" => NumberFormat { decimals, ..none },
        "f" => NumberFormat { decimals: fraction, ..none },
        "d" => NumberFormat { decimals: Some(0), ..none },
        "%" => NumberFormat { percent: true, decimals: fraction, ..none },
        "e" => NumberFormat { scientific: true, decimals: fraction, ..none },
        "g" | "n" => NumberFormat { significant: true, decimals: digits, ..none },
        "r" => NumberFormat { rounded: true, decimals: digits, ..none },
        "p" => NumberFormat { percent: true, rounded: true, decimals: digits, ..none },
        "s" => {
            NumberFormat { compact: true, decimals: decimals.map(|digits| digits.max(1)), ..none }
        }
        "b" => whole(NumberBase::Binary),
        "o" => whole(NumberBase::Octal),
        "x" => whole(NumberBase::Hex),
        "X" => whole(NumberBase::UpperHex),
        _ => return None,
    })
}

/// The digits before the decimals of a number that zeros make as long as `width`. Whether the
/// separators of thousands count differs between languages.
fn integer_digits(width: u8, kind: &str, format: &NumberFormat) -> Option<u8> {
    if format.grouped || !matches!(kind, "f" | "d" | "%" | "b" | "o" | "x" | "X") {
        return None;
    }
    let decimals = format.decimals.filter(|decimals| *decimals > 0).map_or(0, |some| some + 1);
    let money = u8::from(format.currency.is_some());
    let signs = u8::from(format.percent) + money + 2 * u8::from(format.prefixed);
    Some(width.saturating_sub(decimals + signs).clamp(1, MAX_INTEGER_DIGITS))
}

/// The number behind a point, and the rest of the text.
fn decimals(text: &str) -> Option<(Option<u8>, &str)> {
    let Some(rest) = text.strip_prefix('.') else { return Some((None, text)) };
    let (digits, rest) = split_digits(rest);
    let decimals = digits.parse().ok().filter(|decimals| *decimals <= MAX_DECIMALS)?;
    Some((Some(decimals), rest))
}

/// Returns whether a text begins with a letter, and the rest of the text.
fn without(text: &str, letter: char) -> (bool, &str) {
    text.strip_prefix(letter).map_or((false, text), |rest| (true, rest))
}

/// Returns whether a text begins with an alignment (`<`, `>`, `^`, `=`), and the text without it and
/// what it fills with.
fn without_alignment(text: &str) -> (bool, &str) {
    let is_alignment = |letter: char| "<>^=".contains(letter);
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (_, Some(second)) if is_alignment(second) => (true, letters.as_str()),
        (Some(first), _) if is_alignment(first) => (true, &text[1..]),
        _ => (false, text),
    }
}

/// The text without its width. Without an alignment it can be a number that shows the format, as
/// `1.00` or `99.9%`, which is none.
fn without_width(text: &str, is_aligned: bool) -> &str {
    let (_, rest) = split_digits(text);
    let is_width =
        rest.starts_with([',', '.']) && rest.ends_with(|c: char| c.is_ascii_alphabetic());
    if !text.starts_with('0') && (is_aligned || is_width) { rest } else { text }
}

/// The width that zeros fill, as in `05d`, and the rest of the text. A zero without a width is the
/// digit of a number that shows the format, as in `0.00`.
fn zero_fill(text: &str) -> (Option<u8>, &str) {
    let Some(rest) = text.strip_prefix('0').filter(|rest| !rest.starts_with('0')) else {
        return (None, text);
    };
    // Python writes it before the point as well.
    if rest.starts_with('.') && rest.ends_with(|c: char| c.is_ascii_alphabetic()) {
        return (None, rest);
    }
    let (width, rest) = split_digits(rest);
    width.parse().map_or((None, text), |width| (Some(width), rest))
}

/// The digits that a text begins with, and the rest of the text.
fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}
