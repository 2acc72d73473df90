//! The memory store does what the contract says, whatever happens to it.

mod conformance;
mod replay;
