//! The router, spoken to over HTTP and WebSocket as a browser would.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod data;
mod file;
mod live;
mod pages;
mod pieces;
mod polls;
mod rows;
mod secret;
mod server;
mod wire_types;
