use std::path::Path;

use crate::harness;

/// Runs `target` on every file of its corpus.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let files = std::fs::read_dir(folder.join(name)).unwrap();
    let mut count = 0;
    for file in files {
        target(&std::fs::read(file.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count >= 5, "the corpus of {name} has {count} files");
}

#[test]
fn the_corpus_of_token_answers() {
    replay("token_response", harness::token_response);
}

#[test]
fn the_corpus_of_id_tokens() {
    replay("id_token", harness::id_token);
}

#[test]
fn the_corpus_of_metadata() {
    replay("discovery", harness::discovery);
}
