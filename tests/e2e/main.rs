//! The release binary, an MCP client and a browser: what a person and an agent see together.

mod accessibility;
mod bad_input;
mod chart_events;
mod chart_export;
mod chart_look;
mod chart_operations;
mod chart_state;
mod charts;
mod components;
mod content;
mod demo;
mod events;
mod harness;
mod hostile;
mod large_tables;
mod look;
mod network;
mod overlays;
mod secrets;
mod table_edit;
mod table_export;
mod table_state;
mod tables;
mod transports;
mod two_people;
mod widgets;
