//! Rust source with its comments and literals blanked out, so that a rule sees only code.

/// `source` with every character of a comment, string or character literal replaced by a space.
/// Lines and columns stay where they are.
pub(super) fn mask(source: &str) -> String {
    let mut masker = Masker { rest: source, code: String::with_capacity(source.len()) };
    while !masker.rest.is_empty() {
        masker.step();
    }
    masker.code
}

struct Masker<'a> {
    rest: &'a str,
    code: String,
}

impl Masker<'_> {
    fn step(&mut self) {
        if let Some(length) = blank_length(self.rest, self.follows_a_name()) {
            self.take(length, |character| if character == '\n' { '\n' } else { ' ' });
        } else {
            let length = self.rest.chars().next().map_or(0, char::len_utf8);
            self.take(length, |character| character);
        }
    }

    /// The `r` of `var"` begins no raw string.
    fn follows_a_name(&self) -> bool {
        self.code.ends_with(|last: char| last.is_alphanumeric() || last == '_')
    }

    fn take(&mut self, length: usize, shown: impl Fn(char) -> char) {
        let (taken, rest) = self.rest.split_at(length);
        self.code.extend(taken.chars().map(shown));
        self.rest = rest;
    }
}

/// How many bytes at the start of `text` are no code, if any.
fn blank_length(text: &str, follows_a_name: bool) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text));
    }
    if let Some(inside) = text.strip_prefix('"') {
        return Some(1 + quoted(inside, '"'));
    }
    if text.starts_with('\'') {
        return character(text);
    }
    if follows_a_name { None } else { raw_string(text) }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let step = if rest.starts_with("/*") {
            depth += 1;
            2
        } else if rest.starts_with("*/") {
            depth -= 1;
            2
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        at += step;
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length up to and with the closing `quote`.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character literal; a lifetime is code.
fn character(text: &str) -> Option<usize> {
    let mut inner = text[1..].chars();
    let first = inner.next()?;
    let is_literal = first == '\\' || inner.next() == Some('\'');
    is_literal.then(|| 1 + quoted(&text[1..], '\''))
}

/// `r"…"`, `br#"…"#`, `cr##"…"##`.
fn raw_string(text: &str) -> Option<usize> {
    let prefix = ["r", "br", "cr"].into_iter().find(|prefix| {
        text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['"', '#']))
    })?;
    let hashes = text[prefix.len()..].bytes().take_while(|byte| *byte == b'#').count();
    let start = prefix.len() + hashes + 1;
    if text.as_bytes().get(start - 1) != Some(&b'"') {
        return None; // a raw identifier
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let body = &text[start..];
    Some(body.find(&end).map_or(text.len(), |at| start + at + end.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the code that is left.
    fn words(source: &str) -> Vec<String> {
        mask(source).split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn comments_are_no_code() {
        assert_eq!(words("a // b\nc /* d /* e */ f */ g"), ["a", "c", "g"]);
        assert_eq!(words("//! doc\n/// doc"), [""; 0]);
    }

    #[test]
    fn strings_are_no_code() {
        assert_eq!(words(r#"a "b \" c" d"#), ["a", "d"]);
        assert_eq!(words("a r\"b\\\" c"), ["a", "c"]);
        assert_eq!(words("a br##\"b \"# c\"## d"), ["a", "d"]);
        assert_eq!(words("a \"// b\" c"), ["a", "c"]);
    }

    #[test]
    fn characters_are_no_code_but_lifetimes_are() {
        assert_eq!(words("a '\"' b '\\'' c"), ["a", "b", "c"]);
        assert_eq!(words("fn a<'b>(c: &'b d)"), ["fn", "a<'b>(c:", "&'b", "d)"]);
    }

    #[test]
    fn names_that_end_like_a_prefix_and_raw_names_are_code() {
        assert_eq!(words("var r#type"), ["var", "r#type"]);
        assert_eq!(words("expr\"a\" b"), ["expr", "b"]);
    }

    #[test]
    fn lines_and_columns_stay() {
        let source = "a /* b\nc */ d \"e\nf\" g";
        let masked = mask(source);
        assert_eq!(masked.lines().count(), source.lines().count());
        assert_eq!(masked.find('d'), source.find('d'));
        assert_eq!(masked.find('g'), source.find('g'));
    }

    #[test]
    fn an_end_that_never_comes_ends_with_the_file() {
        for source in ["/* a", "\"a", "r#\"a\"", "'\\", "'"] {
            assert_eq!(mask(source).len(), source.len());
        }
    }
}
