//! Output of commands for people.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process;

/// Prints a line, or several. When the reader has gone, as behind `| head`, the
/// program ends without a word.
pub(crate) fn show(text: impl Display) {
    let Err(error) = writeln!(io::stdout(), "{text}") else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        process::exit(0);
    }
    eprintln!("widget-mcp: cannot print: {error}");
    process::exit(1);
}
