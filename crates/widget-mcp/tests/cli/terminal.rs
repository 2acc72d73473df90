//! The question, asked on a real terminal: the one of util-linux's `script`.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::home::{Home, PROGRAM};

const QUESTION: &str = "Write it? [y/N] ";

/// Answers the question with these bytes. The exit code, and all that was shown.
fn answer(home: &Home, bytes: &[u8]) -> (Option<i32>, String) {
    // A test that runs in the background has Ctrl-C ignored, and its children with it.
    let install = format!("exec env --default-signal=INT '{PROGRAM}' install cursor");
    let mut terminal = Command::new("script")
        .args(["--quiet", "--return", "--command", &install, "/dev/null"])
        .env("HOME", home.path(""))
        .env_remove("XDG_CONFIG_HOME")
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut shown = until_the_question(&mut terminal);
    terminal.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    let mut rest = String::new();
    terminal.stdout.as_mut().unwrap().read_to_string(&mut rest).unwrap();
    shown.push_str(&rest);
    (terminal.wait().unwrap().code(), shown)
}

fn until_the_question(terminal: &mut Child) -> String {
    let mut shown = Vec::new();
    let output = terminal.stdout.as_mut().unwrap();
    let mut byte = [0];
    while !shown.ends_with(QUESTION.as_bytes()) {
        assert_eq!(output.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&shown));
        shown.push(byte[0]);
    }
    String::from_utf8(shown).unwrap()
}

#[test]
fn yes_writes() {
    for yes in ["y\n", "YES\n"] {
        let home = Home::new();
        let (code, shown) = answer(&home, yes.as_bytes());
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains("Written."), "{shown}");
        assert_eq!(home.json(".cursor/mcp.json")["mcpServers"]["widgets"]["command"], PROGRAM);
    }
}

#[test]
fn anything_else_writes_nothing() {
    for no in ["n\n", "\n", "yesterday\n", "\x04"] {
        let home = Home::new();
        let (code, shown) = answer(&home, no.as_bytes());
        assert_eq!(code, Some(1), "{no:?}: {shown}");
        assert!(shown.contains("Nothing was written."), "{no:?}: {shown}");
        assert!(!home.path(".cursor").exists(), "{no:?}");
    }
}

#[test]
fn ctrl_c_ends_the_question() {
    let home = Home::new();
    let (code, shown) = answer(&home, b"\x03");
    assert_eq!(code, Some(128 + 2), "{shown}");
    assert!(!home.path(".cursor").exists());
}
