//! The size of every file: what a script can make again does not belong into the repository.

use super::violation::Violation;
use super::walk::File;

/// The largest file, in bytes; the screenshots of the documentation take 300 kB.
const MAX_BYTES: u64 = 512 << 10;

/// Refuses a file that would weigh on each clone for ever.
pub(super) fn check(file: &File) -> Option<Violation> {
    let File { path, bytes } = file;
    let message = || format!("{bytes} bytes, at most {MAX_BYTES}: ignore it, or make it smaller");
    (*bytes > MAX_BYTES).then(|| Violation::new(path, 1, message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_is_found() {
        let file = |bytes| File { path: "docs/demo.png".into(), bytes };
        assert!(check(&file(MAX_BYTES)).is_none());
        let found = check(&file(MAX_BYTES + 1)).unwrap().to_string();
        assert!(found.starts_with("docs/demo.png:1: 524289 bytes"), "{found}");
    }
}
