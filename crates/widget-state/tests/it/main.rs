//! The memory store does what the contract says, whatever happens to it.

mod blocks;
mod broken_journal;
mod changes;
mod chart_edits;
mod column_traits;
mod conformance;
mod contention;
mod effects;
mod fixture;
mod html_elements;
mod journal;
mod journal_text;
mod late_pages;
mod memory_limit;
mod ops;
mod replay;
mod values;
