//! The cost of a PKCE pair.

use criterion::{Criterion, criterion_group, criterion_main};
use widget_auth_pkce::PkceChallenge;

fn generate(c: &mut Criterion) {
    c.bench_function("pkce/generate", |b| {
        b.iter(|| PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH));
    });
    c.bench_function("pkce/from_verifier", |b| {
        b.iter(|| PkceChallenge::from_verifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
    });
}

criterion_group!(benches, generate);
criterion_main!(benches);
