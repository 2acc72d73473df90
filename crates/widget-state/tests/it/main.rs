//! The memory store does what the contract says, whatever happens to it.

mod blocks;
mod chart_edits;
mod conformance;
mod consequences;
mod contention;
mod memory_limit;
mod replay;
