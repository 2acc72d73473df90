//! Checks that the server may listen for HTTP, and that its port is free.

use std::net::TcpListener;

use widget_mcp::{DEFAULT_PORT, Transport};

use crate::cli::doctor::{Finding, Situation};

pub(super) fn check(situation: &Situation) -> Vec<Finding> {
    let (port, is_needed) = match situation.transport {
        Transport::Http { port } | Transport::Sse { port } => (port, true),
        Transport::Stdio => (DEFAULT_PORT, false),
    };
    let topic = format!("port {port}");
    if let Err(error) = situation.http.check()
        && is_needed
    {
        return vec![Finding::error(
            topic,
            error.to_string(),
            "set WIDGET_MCP_TOKEN, or leave --host out",
        )];
    }
    let finding = match TcpListener::bind((situation.http.host, port)) {
        Ok(_) => Finding::ok(topic, "free"),
        Err(error) if is_needed => Finding::error(
            topic,
            format!("{error}; perhaps the server runs already"),
            "end the program that has it, or choose another port",
        ),
        Err(error) => Finding::note(
            topic,
            format!("{error}; this matters only when the server is to listen there"),
        ),
    };
    vec![finding]
}
