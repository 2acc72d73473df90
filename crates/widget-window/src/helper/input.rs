//! Reads the commands of the manager, on a thread of its own.

use std::io::{self, BufReader, Stdin, Write as _};
use std::process;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::error::WindowError;
use crate::protocol::{Command, Hello, read};

/// So long may it take to close all windows before the process just ends.
const END_LIMIT: Duration = Duration::from_secs(5);

/// One thing the manager said.
#[derive(Debug)]
pub(super) enum Input {
    Command(Command),
    /// It has nothing more to say, or has died.
    End,
}

pub(super) struct InputReader {
    stdin: BufReader<Stdin>,
    line: Vec<u8>,
}

impl InputReader {
    pub(super) fn new() -> Self {
        Self { stdin: BufReader::new(io::stdin()), line: Vec::new() }
    }

    /// Reads the first line.
    pub(super) fn hello(&mut self) -> Result<Hello, WindowError> {
        let strange = |error: &dyn std::fmt::Display| {
            WindowError::Helper(format!("its input does not come from a window manager: {error}"))
        };
        match read(&mut self.stdin, &mut self.line) {
            Ok(Some(())) => serde_json::from_slice(&self.line).map_err(|error| strange(&error)),
            Ok(None) => Err(strange(&"it is empty")),
            Err(error) => Err(strange(&error)),
        }
    }

    /// Hands every further line to `sink`, on a thread that ends the process if
    /// nothing else does after the end of the input.
    pub(super) fn start(mut self, sink: impl Fn(Input) + Send + 'static) {
        thread::spawn(move || {
            while let Ok(Some(())) = read(&mut self.stdin, &mut self.line) {
                match serde_json::from_slice(&self.line) {
                    Ok(command) => sink(Input::Command(command)),
                    Err(error) => log_error(&error),
                }
            }
            sink(Input::End);
            let (_open, nothing) = mpsc::channel::<()>();
            let _ = nothing.recv_timeout(END_LIMIT);
            process::exit(1);
        });
    }
}

/// Standard error may be closed: no macro that panics then.
fn log_error(error: &serde_json::Error) {
    let _ = writeln!(io::stderr(), "the window manager is not understood: {error}");
}
