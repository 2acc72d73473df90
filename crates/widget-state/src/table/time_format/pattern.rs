//! Formats of dates that are written as patterns: `YYYY-MM-DD` as in Moment.js, `dd.MM.yyyy` as in
//! Java, `d/m/yy h:mm AM/PM` as in spreadsheets.

/// The format of d3-time-format that a pattern says; `None` for another text.
pub(super) fn in_d3(text: &str) -> Option<String> {
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
        } else if "yYmMdDhHsSaAeE".contains(letter) {
            let after = rest.trim_start_matches(letter);
            // The fractions of a second, the only part that is another in capitals.
            let is_fraction = letter == 'S' && rest.len() - after.len() == 3;
            let part = if is_fraction { 'f' } else { letter.to_ascii_lowercase() };
            tokens.push(Token::Part(part, rest.len() - after.len()));
            rest = after;
        } else if letter.is_alphanumeric() && letter != 'T' {
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
    let mut after = ["AM/PM", "am/pm", "tt"].iter().filter_map(|half| text.strip_prefix(half));
    Some((Token::Part('a', 2), after.next()?))
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

/// Returns whether the parts are not also the code of a currency, such as `MAD`, or the kind of a
/// format of numbers, such as `d`.
fn says_a_date(text: &str, tokens: &[Token]) -> bool {
    let parts = tokens.iter().filter(|token| matches!(token, Token::Part(..))).count();
    match parts {
        0 => false,
        1 => text.len() > 2,
        _ => text.len() > 3,
    }
}
