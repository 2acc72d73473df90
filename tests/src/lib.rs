//! End-to-end tests of the release binary.
