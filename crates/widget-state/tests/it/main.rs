//! The memory store does what the contract says, whatever happens to it.

mod blocks;
mod changes;
mod chart_edits;
mod conformance;
mod consequences;
mod contention;
mod fixture;
mod memory_limit;
mod ops;
mod replay;
mod values;
