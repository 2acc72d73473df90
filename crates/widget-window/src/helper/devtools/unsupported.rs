//! A browser that cannot be steered: the pipes are handed over in a way that only
//! unix has.

use std::future::pending;
use std::io;

use tokio::process::Command;

use crate::helper::devtools::DevtoolsEvent;
use crate::navigation::Rule;

pub(in crate::helper) struct Pipes;

impl Pipes {
    pub(in crate::helper) fn give(_command: &mut Command) -> io::Result<Self> {
        Ok(Self)
    }

    pub(in crate::helper) fn steer(self, _rule: Rule) -> io::Result<Devtools> {
        Ok(Devtools { was_seen: false })
    }
}

pub(in crate::helper) struct Devtools {
    was_seen: bool,
}

impl Devtools {
    pub(in crate::helper) async fn next(&mut self) -> DevtoolsEvent {
        if self.was_seen {
            return pending().await;
        }
        self.was_seen = true;
        DevtoolsEvent::Shown
    }

    pub(in crate::helper) fn order(
        &mut self,
        _order: crate::protocol::Command,
    ) -> Result<(), String> {
        Err("a browser window cannot be changed on this system".to_owned())
    }

    pub(in crate::helper) fn leave(&mut self) {}
}
