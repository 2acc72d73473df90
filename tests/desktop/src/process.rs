//! Processes seen from the operating system, by their number.

use std::fs;
use std::process::Command;

/// Kills a process, which cannot prevent it.
pub fn kill(process: &str) {
    signal("KILL", process);
}

/// Interrupts all processes of a group, as Ctrl-C in a terminal does.
pub fn interrupt(group: &str) {
    signal("INT", &format!("-{group}"));
}

fn signal(name: &str, process: &str) {
    let sent = Command::new("kill").args(["-s", name, "--", process]).status();
    assert!(sent.expect("kill runs").success(), "kill -s {name} -- {process}");
}

/// Returns whether a process runs; a zombie does not.
#[must_use]
pub fn is_alive(process: &str) -> bool {
    stat(process).is_some_and(|stat| stat.state != "Z")
}

/// The process that started one.
#[must_use]
pub fn parent(process: &str) -> String {
    stat(process).expect("the process runs").parent
}

/// The processes below one, with their names.
#[must_use]
pub fn children(process: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let id = entry.file_name().to_string_lossy().into_owned();
        let Some(stat) = stat(&id).filter(|stat| stat.parent == process) else { continue };
        found.push((id.clone(), stat.name));
        found.extend(children(&id));
    }
    found
}

/// The state of a process, as the system reports it.
struct Stat {
    name: String,
    state: String,
    parent: String,
}

fn stat(process: &str) -> Option<Stat> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // A name may hold spaces and parentheses; what follows holds none.
    let (head, tail) = stat.rsplit_once(") ")?;
    let (_, name) = head.split_once(" (")?;
    let mut fields = tail.split(' ').map(str::to_owned);
    Some(Stat { name: name.to_owned(), state: fields.next()?, parent: fields.next()? })
}
