//! The memory store does what the contract says, whatever happens to it.

mod chart_edits;
mod conformance;
mod consequences;
mod contention;
mod memory_limit;
mod replay;
