//! Whether something can be shown on this machine.

use super::{Finding, Situation};

const TOPIC: &str = "display";

pub(super) fn check(situation: &Situation) -> Vec<Finding> {
    let finding = match widget_mcp::browser_obstacle() {
        None => Finding::right(TOPIC, "there is one"),
        Some(obstacle) if situation.is_headless => Finding::right(
            TOPIC,
            format!("none is needed, since the server is headless ({obstacle})"),
        ),
        Some(obstacle) => Finding::wrong(
            TOPIC,
            obstacle,
            "say that none is to be used, with --headless, WIDGET_MCP_HEADLESS=1 or \
             `headless = true` in the configuration file: the agent then gives you the address \
             of each widget",
        ),
    };
    vec![finding]
}
