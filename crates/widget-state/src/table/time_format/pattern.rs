//! Formats of dates that are written as patterns: `YYYY-MM-DD` as in Moment.js, `dd.MM.yyyy` as in
//! Java, `d/m/yy h:mm AM/PM` as in spreadsheets.

/// The format of d3-time-format that a pattern says; `None` for another text.
pub(super) fn in_d3(text: &str) -> Option<String> {
    let text = text.strip_suffix(";@").unwrap_or(text);
    let tokens = tokens_of(text)?;
    let has_half = tokens.contains(&Token::Part('a', 2)) || tokens.contains(&Token::Part('a', 1));
    let written: Option<String> = (0..tokens.len())
        .map(|at| match tokens[at] {
            Token::Between('%') => Some("%%".to_owned()),
            Token::Between(letter) => Some(letter.to_string()),
            Token::Part(letter, count) => {
                let letter = if letter == 'm' && is_minute(&tokens, at) { 'n' } else { letter };
                directive(letter, count, has_half).map(ToOwned::to_owned)
            }
        })
        .collect();
    written.filter(|_| says_a_date(text, &tokens))
}

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// A letter in small, and how often it stands there.
    Part(char, usize),
    /// A character between the parts.
    Between(char),
}

fn tokens_of(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some((token, after)) = half(rest) {
            tokens.push(token);
            rest = after;
        } else if let Some((literal, after)) = quoted(rest) {
            tokens.extend(literal.chars().map(Token::Between));
            rest = after;
        } else if "yYmMdDhHsSaAeE".contains(letter) {
            let after = rest.trim_start_matches(letter);
            let count = rest.len() - after.len();
            let part = match (letter, count, tokens.last()) {
                ('S', 3, _) => 'f',
                // Fractions of another length, and the days of a year.
                ('S', _, Some(Token::Between('.' | ','))) | ('D', 3.., _) => return None,
                _ => letter.to_ascii_lowercase(),
            };
            tokens.push(Token::Part(part, count));
            rest = after;
        } else if (letter.is_ascii_alphanumeric() && letter != 'T') || letter == '[' {
            return None;
        } else {
            tokens.push(Token::Between(letter));
            rest = &rest[letter.len_utf8()..];
        }
    }
    Some(tokens)
}

/// `AM/PM` and `tt`, the halves of a day in spreadsheets and .NET.
fn half(text: &str) -> Option<(Token, &str)> {
    let mut after =
        ["AM/PM", "am/pm", "tt", "TT"].iter().filter_map(|half| text.strip_prefix(half));
    Some((Token::Part('a', 2), after.next()?))
}

/// A text that stands for itself, `'T'` in Java and `[T]` in Moment.js, and the rest. Brackets around
/// hours are a time beyond a day in spreadsheets.
fn quoted(text: &str) -> Option<(&str, &str)> {
    if let Some(rest) = text.strip_prefix('\'') {
        let (literal, rest) = rest.split_once('\'')?;
        return Some((if literal.is_empty() { "'" } else { literal }, rest));
    }
    let (literal, rest) = text.strip_prefix('[')?.split_once(']')?;
    let is_span = matches!(&*literal.to_ascii_lowercase(), "h" | "hh" | "mm" | "ss");
    (!is_span).then_some((literal, rest))
}

/// Returns whether the `m` at a place is of minutes: hours stand before it, or seconds behind it.
fn is_minute(tokens: &[Token], at: usize) -> bool {
    let is = |token: &Token, wanted| matches!(token, Token::Part(letter, _) if *letter == wanted);
    let is_part = |token: &&Token| matches!(token, Token::Part(..));
    let before = tokens[..at].iter().rev().find(is_part);
    let after = tokens[at + 1..].iter().find(is_part);
    before.is_some_and(|before| is(before, 'h')) || after.is_some_and(|after| is(after, 's'))
}

fn directive(letter: char, count: usize, has_half: bool) -> Option<&'static str> {
    Some(match (letter, count) {
        ('y', 4) => "%Y",
        ('y', 2) => "%y",
        ('m', 4) => "%B",
        ('m', 3) => "%b",
        ('m', 2) => "%m",
        ('m', 1) => "%-m",
        ('d' | 'e', 4) => "%A",
        ('d' | 'e', 3) => "%a",
        ('d', 2) => "%d",
        ('d', 1) => "%-d",
        ('h', 2) if has_half => "%I",
        ('h', 1) if has_half => "%-I",
        ('h', 2) => "%H",
        ('h', 1) => "%-H",
        ('n', 2) => "%M",
        ('n', 1) => "%-M",
        ('s', 2) => "%S",
        ('s', 1) => "%-S",
        ('f', 3) => "%L",
        ('a', 1 | 2) => "%p",
        _ => return None,
    })
}

/// Returns whether the parts are more than a word: something stands between them, or a year is there.
fn says_a_date(text: &str, tokens: &[Token]) -> bool {
    let parts = tokens.iter().filter(|token| matches!(token, Token::Part(..))).count();
    let has_year = tokens.iter().any(|token| matches!(token, Token::Part('y', 2..)));
    match parts {
        0 => false,
        1 => matches!(tokens, [Token::Part(_, 3..)]),
        _ => text.len() > 3 && (has_year || tokens.len() > parts),
    }
}
