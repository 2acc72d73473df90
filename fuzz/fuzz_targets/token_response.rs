#![no_main]

#[path = "../../crates/widget-auth-provider/tests/it/harness.rs"]
#[expect(dead_code, reason = "each target is one of its functions")]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::token_response(data));
