//! Reports of the helper.

use std::io::{self, Write as _};

use crate::protocol::{Report, VERSION, encode};

/// The longest message, in characters.
const MAX_MESSAGE: usize = 1000;

/// The number of the first window that a page has opened. The manager knows nothing of them.
pub(super) const FIRST_POPUP: u64 = 1 << 63;

/// Writes to standard output; clones write to the same.
#[derive(Debug, Clone)]
pub(super) struct Reports(());

impl Reports {
    pub(super) fn new() -> Self {
        Self(())
    }

    pub(super) fn ready(&self) {
        self.send(&Report::Ready { version: VERSION });
    }

    pub(super) fn unable(&self, message: &str) {
        self.send(&Report::Unable { message: shortened(message) });
    }

    pub(super) fn not_opened(&self, window: u64, message: &str) {
        self.send(&Report::NotOpened { window, message: shortened(message) });
    }

    pub(super) fn failed(&self, window: u64, message: &str) {
        self.send(&Report::Failed { window, message: shortened(message) });
    }

    /// A manager that does not listen has died, which the end of the input says.
    pub(super) fn send(&self, report: &Report) {
        if report.window().is_some_and(|window| window >= FIRST_POPUP) {
            return;
        }
        let written = encode(report).and_then(|line| {
            let mut stdout = io::stdout().lock();
            stdout.write_all(&line)?;
            stdout.flush()
        });
        if let Err(error) = written {
            // Standard error may be closed as well: no macro that panics then.
            let _ = writeln!(io::stderr(), "the window manager does not listen: {error}");
        }
    }
}

fn shortened(message: &str) -> String {
    match message.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_ends_with_an_ellipsis() {
        assert_eq!(shortened("ü"), "ü");
        let long = shortened(&"ü".repeat(MAX_MESSAGE + 1));
        assert_eq!(long.chars().count(), MAX_MESSAGE + 1);
        assert!(long.ends_with("ü…"));
        assert_eq!(shortened(&"ü".repeat(MAX_MESSAGE)), "ü".repeat(MAX_MESSAGE));
    }
}
