//! The release binary, an MCP client and a browser: what a person and an agent see together.

mod bad_input;
mod charts;
mod content;
mod demo;
mod events;
mod harness;
mod hostile;
mod look;
mod network;
mod tables;
mod transports;
mod widgets;
