//! The program as a person runs it, in a home folder of its own.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod config;
mod doctor;
mod home;
mod install;
#[cfg(target_os = "linux")]
mod terminal;
