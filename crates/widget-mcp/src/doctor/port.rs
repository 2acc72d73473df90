//! Whether the port for HTTP is free.

use std::net::{Ipv4Addr, TcpListener};

use widget_mcp::{DEFAULT_PORT, Transport};

use super::{Finding, Situation};

pub(super) fn check(situation: &Situation) -> Vec<Finding> {
    let (port, is_needed) = match situation.transport {
        Transport::Http { port } => (port, true),
        Transport::Stdio => (DEFAULT_PORT, false),
    };
    let topic = format!("port {port}");
    let finding = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Finding::right(topic, "free"),
        Err(error) if is_needed => Finding::wrong(
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
