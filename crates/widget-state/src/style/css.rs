//! CSS that an agent writes: names of properties, values and style sheets.
//!
//! Checks styles that a browser would otherwise ignore without an error. A page
//! gives a style to the browser as name and value, so nothing here has to keep
//! one style from becoming another.

use std::sync::LazyLock;

use crate::error::StateError;
use crate::suggest::{did_you_mean, nearest};

/// The longest name and the longest value of a property, in bytes.
const MAX_NAME: usize = 128;
const MAX_VALUE: usize = 64 << 10;

/// Every property that Chromium knows, shorthands and prefixed ones too, in order.
static PROPERTIES: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("css/properties.txt").split_ascii_whitespace().collect());

/// The name of a property as CSS writes it: `backgroundColor` becomes
/// `background-color`.
///
/// # Errors
///
/// [`StateError::Appearance`] for what is not a name, and for one that is a typing error
/// away from a property. Others may be newer than our list.
pub fn css_property(name: &str) -> Result<String, StateError> {
    if name.starts_with("--") {
        return well_formed(name).map(ToOwned::to_owned);
    }
    let is_known = |name: &str| PROPERTIES.binary_search(&name).is_ok();
    let lower = well_formed(name)?.to_ascii_lowercase();
    if is_known(&lower) {
        return Ok(lower);
    }
    let kebab = kebab_case(name);
    match nearest(&kebab, PROPERTIES.iter().copied()) {
        Some(near) if !kebab.starts_with('-') && !is_known(&kebab) => {
            let hint = did_you_mean(Some(near));
            Err(wrong("style", format!("\"{name}\" is not a CSS property{hint}")))
        }
        _ => Ok(kebab),
    }
}

/// As scripts write it, with a capital for each word after the first.
fn kebab_case(name: &str) -> String {
    let mut kebab = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    kebab
}

fn well_formed(name: &str) -> Result<&str, StateError> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(fine) {
        return Ok(name);
    }
    let shown: String = name.chars().take(80).collect();
    let problem = format!("\"{shown}\" is not a CSS property; write a name such as \"color\"");
    Err(wrong("style", problem))
}

/// The value of a property, without `!important`.
///
/// # Errors
///
/// [`StateError::Appearance`] when it is more than one value, or its quotes or brackets
/// do not match.
pub fn css_value<'a>(property: &str, value: &'a str) -> Result<&'a str, StateError> {
    let value = value.trim();
    let refuse = |problem: &str| Err(wrong("style", format!("the value of {property} {problem}")));
    if value.len() > MAX_VALUE {
        return refuse(&format!("has {} bytes; at most {MAX_VALUE} are allowed", value.len()));
    }
    let mut quote = None;
    let mut open = Vec::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (_, '\\') => drop(letters.next()),
            (Some(end), _) if letter == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(') => open.push(')'),
            (None, '[') => open.push(']'),
            (None, ')' | ']') if open.pop() == Some(letter) => {}
            (None, ')' | ']') => return refuse(&format!("has a {letter} that closes nothing")),
            (None, ';' | '{' | '}') if open.is_empty() => {
                return refuse(&format!("holds {letter}; give each property its own entry"));
            }
            (None, _) => {}
        }
    }
    if quote.is_some() || !open.is_empty() {
        return refuse("has quotes or brackets that are not closed");
    }
    Ok(strip_important(value))
}

/// Removes `!important`: an inline style of the agent takes precedence anyway.
fn strip_important(value: &str) -> &str {
    match value.rsplit_once('!') {
        Some((before, word)) if word.trim().eq_ignore_ascii_case("important") => before.trim_end(),
        _ => value,
    }
}

/// Refuses a style sheet that cannot do what it says.
///
/// # Errors
///
/// [`StateError::Appearance`] when it is empty or loads something from the network.
pub(crate) fn check_sheet(css: &str) -> Result<(), StateError> {
    if css.trim().is_empty() {
        let problem = "it is empty; remove_css takes a style sheet away";
        return Err(wrong("css", problem.into()));
    }
    if css.trim_start().starts_with('<') {
        return Err(wrong("css", "write the rules alone, without <style>".into()));
    }
    match remote(css) {
        Some(found) => Err(wrong(
            "css",
            format!("{found}: a widget loads nothing from the network; put it in as a data: URL"),
        )),
        None => Ok(()),
    }
}

/// Returns the first external URL of a style sheet. The policy of the page blocks it in
/// any case; the check tells the agent.
fn remote(css: &str) -> Option<String> {
    let lower = css.to_ascii_lowercase();
    if let Some(at) = lower.find("@import") {
        return Some(lower[at..].chars().take(60).collect());
    }
    let targets = lower.match_indices("url(").map(|(at, _)| &lower[at + 4..]);
    let mut targets = targets.map(|rest| rest.trim_start_matches([' ', '\t', '\n', '"', '\'']));
    let elsewhere = ["http:", "https:", "//"];
    let found = targets.find(|target| elsewhere.iter().any(|start| target.starts_with(start)))?;
    let end = found.find([')', '"', '\'', '\n']).unwrap_or(found.len());
    Some(found[..end].chars().take(60).collect())
}

/// Refuses what cannot name a style sheet.
pub(crate) fn check_sheet_id(id: &str) -> Result<(), StateError> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    if (1..=64).contains(&id.len()) && id.bytes().all(fine) {
        return Ok(());
    }
    let shown: String = id.chars().take(80).collect();
    let problem = format!("\"{shown}\" is not an id; use 1 to 64 letters, digits, `_`, `-` or `.`");
    Err(wrong("css_id", problem))
}

pub(crate) fn wrong(part: &'static str, problem: String) -> StateError {
    StateError::Appearance { part, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem<T: std::fmt::Debug>(result: Result<T, StateError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn properties_are_written_as_css_does() {
        for (given, expected) in [
            ("color", "color"),
            ("backgroundColor", "background-color"),
            ("Color", "color"),
            ("--My_Colour", "--My_Colour"),
            ("-webkit-line-clamp", "-webkit-line-clamp"),
            ("WebkitLineClamp", "-webkit-line-clamp"),
            ("brand-new-thing", "brand-new-thing"),
        ] {
            assert_eq!(css_property(given).unwrap(), expected);
        }
    }

    #[test]
    fn a_wrong_property_is_refused_with_the_nearest() {
        assert!(problem(css_property("colr")).contains("did you mean \"color\"?"));
        assert!(problem(css_property("backgroundColour")).contains("\"background-color\"?"));
        for name in ["", "a b", "color:red", "ä", &"x".repeat(200)] {
            assert!(problem(css_property(name)).contains("is not a CSS property; write"), "{name}");
        }
    }

    #[test]
    fn a_value_is_one_value() {
        for (given, expected) in [
            (" red ", "red"),
            ("1px solid rgb(1 2 3)", "1px solid rgb(1 2 3)"),
            ("red !important", "red"),
            ("url(data:image/png;base64,AAAA)", "url(data:image/png;base64,AAAA)"),
            ("\"a;b}\"", "\"a;b}\""),
            ("'it\\'s'", "'it\\'s'"),
            ("\"!important\"", "\"!important\""),
        ] {
            assert_eq!(css_value("x", given).unwrap(), expected);
        }
        for (given, part) in [
            ("red; color: blue", "the value of x holds ;"),
            ("red } b {", "holds }"),
            ("calc(1px", "not closed"),
            ("\"a", "not closed"),
            ("1px)", "closes nothing"),
            ("(1]", "closes nothing"),
            (&"x".repeat(70_000), "70000 bytes"),
        ] {
            assert!(problem(css_value("x", given)).contains(part), "{given}");
        }
    }

    #[test]
    fn a_sheet_that_cannot_work_is_refused() {
        check_sheet("b { background: url(data:image/png;base64,AA) } /* http://x */").unwrap();
        check_sheet("b { background: url(#gradient) }").unwrap();
        for (css, part) in [
            (" \n", "empty"),
            ("<style>b{}</style>", "without <style>"),
            ("@IMPORT 'a.css';", "@import 'a.css'"),
            (
                "b{background:URL( \"https://e.example/x.png\" )}",
                "https://e.example/x.png: a widget",
            ),
            ("b{background:url(//e.example/x)}", "//e.example/x: a widget loads nothing"),
        ] {
            assert!(problem(check_sheet(css)).contains(part), "{css}");
        }
    }

    #[test]
    fn the_list_of_properties_is_whole() {
        for property in ["color", "grid-template", "text-wrap", "font", "z-index", "zoom"] {
            assert!(PROPERTIES.contains(&property), "{property}");
        }
        assert!(PROPERTIES.len() > 300 && PROPERTIES.is_sorted());
    }
}
