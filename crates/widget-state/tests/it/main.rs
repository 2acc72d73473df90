//! The memory store does what the contract says, whatever happens to it.

mod blocks;
mod chart_edits;
mod column_traits;
mod conformance;
mod consequences;
mod contention;
mod memory_limit;
mod replay;
