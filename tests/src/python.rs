//! Python with the packages of a `requirements.txt`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::binary;

/// The interpreter of a virtual environment in the target folder with the packages of the
/// `requirements.txt` in the folder `name` of the tests. It is made when it is missing or was made
/// for other packages.
#[must_use]
pub fn interpreter(name: &str) -> PathBuf {
    let folder = binary::target().join(format!("python-{name}"));
    fs::create_dir_all(&folder).expect("a folder in the target folder");
    // Several test programs may want it at once.
    let lock = File::create(folder.join("lock")).expect("a lock file");
    lock.lock().expect("the lock file can be locked");
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join(name).join("requirements.txt");
    let wanted = fs::read(&requirements).expect("the requirements");
    let made_for = folder.join("made-for.txt");
    let python =
        folder.join(if cfg!(windows) { "venv/Scripts/python.exe" } else { "venv/bin/python" });
    if !fs::read(&made_for).is_ok_and(|made_for| made_for == wanted) {
        let python3 = Path::new(if cfg!(windows) { "python" } else { "python3" });
        run(python3, &["-m", "venv", "--clear", &folder.join("venv").to_string_lossy()]);
        let requirements = requirements.to_string_lossy();
        run(
            &python,
            &[
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--require-hashes",
                "-r",
                &requirements,
            ],
        );
        fs::write(&made_for, wanted).expect("the mark is written");
    }
    python
}

fn run(program: &Path, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| {
        panic!("{}: {error}; `cargo xtask setup` says how to get it", program.display())
    });
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {arguments:?}: {error}", program.display());
}
