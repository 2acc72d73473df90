//! The voice of comments and documents: plain technical English.

use std::path::Path;

use super::violation::Violation;

/// A doc line that starts with one of these has no subject; start with a verb in the third person
/// ("Returns", "Parses") or with a noun phrase.
const HEADLESS: &[&str] = &["What", "Who", "Where", "Which", "How", "Why", "Whether"];

/// A doc line that starts with one of these and then `which` has no subject either.
const PREPOSITIONS: &[&str] = &["At", "By", "For", "From", "In", "Of", "On", "To", "Under", "With"];

/// Words that technical English does not use, with what to write.
const FOREIGN: &[(&str, &str)] = &[
    ("nobody", "name the party: no caller, no viewer, no user"),
    ("somebody", "name the party: another process, a user, the caller"),
    ("whoever", "name the party: the caller, a client that …"),
    ("anew", "again, restart"),
    ("of late", "recently"),
    ("hears", "receives, is notified"),
    ("makes of", "name the result"),
];

/// The lines of the comments in source code, and of documents outside their code blocks, that
/// break a rule.
pub(super) fn check(path: &Path, text: &str) -> Vec<Violation> {
    // The rules have to name what they refuse.
    if path.ends_with("xtask/src/tidy/voice.rs") {
        return Vec::new();
    }
    let is_document = path.extension().is_some_and(|extension| extension == "md");
    let mut in_code = false;
    let mut violations = misplaced_conditions(path, text);
    for (index, line) in text.lines().enumerate() {
        let prose = if is_document {
            in_code ^= line.trim_start().starts_with("```");
            (!in_code).then_some(line)
        } else {
            violations.extend(headless(line).map(|word| violation(path, index, word)));
            comment(line)
        };
        let found = prose.map(foreign).into_iter().flatten();
        violations.extend(found.map(|(word, instead)| {
            Violation::new(path, index + 1, format!("`{word}`: write plainly ({instead})"))
        }));
    }
    violations
}

fn violation(path: &Path, index: usize, word: &str) -> Violation {
    let message = format!("`{word} …` has no subject: start with a verb or a noun phrase");
    Violation::new(path, index + 1, message)
}

/// The first word of a doc line if it is [`HEADLESS`], or one of [`PREPOSITIONS`] before `which`.
fn headless(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    let doc = ["/// ", "//! ", "/** "].iter().find_map(|marker| line.strip_prefix(marker))?;
    let mut words = doc.split(|char: char| !char.is_alphanumeric());
    let first = words.next()?;
    let list = if words.next() == Some("which") { PREPOSITIONS } else { HEADLESS };
    list.iter().find(|word| **word == first).copied()
}

/// The docs in Rust that begin with "True if" over an item that is not true or false.
fn misplaced_conditions(path: &Path, text: &str) -> Vec<Violation> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let is_wrong = |index: &usize| {
        let rest = lines[*index..].iter().copied();
        let item = rest.skip_while(|line| line.starts_with("///") || line.starts_with('#'));
        // The head of a function may take some lines.
        let mut head = item.take(8).take_while(|line| !line.is_empty());
        lines[*index].starts_with("/// True if")
            && !head.any(|line| line.to_lowercase().contains("bool"))
    };
    let message = "`True if …` over an item that is no bool: say what it is";
    let wrong = (0..lines.len()).filter(is_wrong);
    wrong.map(|index| Violation::new(path, index + 1, message)).collect()
}

/// The text of a line that is a comment, or the message of an error.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let is_prose = ["//", "/*", "* ", "#[error("].iter().any(|start| line.starts_with(start));
    is_prose.then_some(line)
}

fn foreign(prose: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let is_letter =
        |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() || char == '_');
    let prose = prose.to_lowercase();
    FOREIGN.iter().filter(move |(word, _)| {
        prose.match_indices(word).any(|(at, _)| {
            let (before, after) = (&prose[..at], &prose[at + word.len()..]);
            !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(path.as_ref(), text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_headless_doc_line_is_found() {
        let text =
            "//! How it works.\n/// Returns how it works.\n// Why: a reason.\n/// Whatever.\n";
        let message = "`How …` has no subject: start with a verb or a noun phrase";
        assert_eq!(problems("a.rs", text), [format!("a.rs:1: {message}")]);
        assert_eq!(problems("a.ts", "/** Which one. */\n").len(), 1);
        assert_eq!(problems("a.rs", "/// Under which key.\n/// In a key.\n").len(), 1);
    }

    #[test]
    fn true_is_said_of_a_bool_only() {
        let text = "/// True if it is open.\n#[must_use]\nfn is_open(&self) -> bool {\n}\n\n\
            /// True if it goes on.\n/// Or not.\ntype Step = ControlFlow<()>;\n";
        let message = "`True if …` over an item that is no bool: say what it is";
        assert_eq!(problems("a.rs", text), [format!("a.rs:6: {message}")]);
    }

    #[test]
    fn foreign_words_are_found_in_prose_only() {
        let text = "// Nobody waits.\nlet nobody = 1;\n#[error(\"nobody is here\")]\n// canewood\n";
        let lines: Vec<_> =
            problems("a.rs", text).iter().map(|problem| problem[..6].to_owned()).collect();
        assert_eq!(lines, ["a.rs:1", "a.rs:3"]);
        assert_eq!(problems("a.md", "It begins anew.\n```\nnobody\n```\n").len(), 1);
    }
}
