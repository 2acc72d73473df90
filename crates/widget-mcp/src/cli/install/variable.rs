//! A variable that an entry gives to the server.

use std::fmt;

/// Parts of a name that tell of a secret.
const SECRETS: [&str; 6] = ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "KEY", "CREDENTIALS"];

/// A variable that an entry gives to the server.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Variable {
    /// Reads `NAME=VALUE`; what follows the first `=` is the value.
    ///
    /// # Errors
    ///
    /// There is no `=`, or a name that no variable can have.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let (name, value) = text.split_once('=').ok_or("use NAME=VALUE")?;
        if name.is_empty() || name.contains(|letter: char| letter.is_whitespace()) {
            return Err("use NAME=VALUE, with a name that is not empty and has no spaces");
        }
        if text.contains('\0') {
            return Err("no variable can hold a null character");
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }

    /// Returns whether it seems to hold a secret. `${…}` is how several clients refer to one that
    /// they keep elsewhere.
    pub(super) fn looks_secret(&self) -> bool {
        let name = self.name.to_ascii_uppercase();
        let is_named_so = name.split(['_', '-']).any(|part| SECRETS.contains(&part));
        is_named_so && !self.value.is_empty() && !self.value.contains("${")
    }
}

/// Without the value, which may be a secret.
impl fmt::Debug for Variable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Variable").field(&self.name).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(String, String), &'static str> {
        Variable::parse(text).map(|variable| (variable.name, variable.value))
    }

    #[test]
    fn the_first_equals_sign_ends_the_name() {
        assert_eq!(read("A=b=c"), Ok(("A".into(), "b=c".into())));
        assert_eq!(read("A="), Ok(("A".into(), String::new())));
        for wrong in ["A", "", "=b", "A B=c", " A=b", "A=\0"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn secrets_are_told_by_their_names() {
        let looks_secret = |text| Variable::parse(text).unwrap().looks_secret();
        for text in ["API_KEY=a", "GITHUB_TOKEN=a", "db-password=a"] {
            assert!(looks_secret(text), "{text}");
        }
        for text in ["KEYBOARD=a", "WIDGET_MCP_HEADLESS=1", "API_KEY=${input:key}", "API_KEY="] {
            assert!(!looks_secret(text), "{text}");
        }
        let shown = format!("{:?}", Variable::parse("API_KEY=hunter2").unwrap());
        assert!(shown.contains("API_KEY") && !shown.contains("hunter2"), "{shown}");
    }
}
