//! The result of a check.

use std::fmt;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Ok,
    /// Worth knowing; nothing needs doing.
    Note,
    Error,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) state: State,
    /// The subject of the check.
    topic: String,
    text: String,
    /// The suggested remedy.
    advice: Option<String>,
}

impl Finding {
    pub(super) fn ok(topic: impl Into<String>, text: impl Into<String>) -> Self {
        Self { state: State::Ok, topic: topic.into(), text: text.into(), advice: None }
    }

    pub(super) fn note(topic: impl Into<String>, text: impl Into<String>) -> Self {
        Self { state: State::Note, ..Self::ok(topic, text) }
    }

    pub(super) fn error(topic: impl Into<String>, text: impl Into<String>, advice: &str) -> Self {
        let advice = Some(advice.to_owned());
        Self { state: State::Error, advice, ..Self::ok(topic, text) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Ok => "ok",
            State::Note => "note",
            State::Error => "error",
        };
        write!(formatter, "{state:5}  {}: {}", self.topic, self.text)?;
        match &self.advice {
            Some(advice) => write!(formatter, "\n       What to do: {advice}"),
            None => Ok(()),
        }
    }
}
