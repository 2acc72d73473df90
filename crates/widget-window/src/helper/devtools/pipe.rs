//! The DevTools protocol, as much of it as a window needs.

use std::collections::{HashMap, HashSet};
use std::future::pending;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use command_fds::{CommandFdExt as _, FdMapping};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::unix::pipe;
use tokio::process::Command;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::helper::devtools::DevtoolsEvent;
use crate::navigation::Rule;
use crate::protocol;

/// The longest message of a browser, in bytes.
const MAX_MESSAGE: u64 = 4 * 1024 * 1024;
/// So long may a browser take to read an order.
const WRITE_LIMIT: Duration = Duration::from_secs(5);

/// Our ends of the pipes, before the browser runs.
pub(in crate::helper) struct Pipes {
    to_browser: OwnedFd,
    from_browser: OwnedFd,
}

impl Pipes {
    /// Gives the browser its ends: it reads from 3 and writes to 4.
    pub(in crate::helper) fn give(command: &mut Command) -> io::Result<Self> {
        let (browser_reads, to_browser) = io::pipe()?;
        let (from_browser, browser_writes) = io::pipe()?;
        let mappings = vec![
            FdMapping { parent_fd: browser_reads.into(), child_fd: 3 },
            FdMapping { parent_fd: browser_writes.into(), child_fd: 4 },
        ];
        command.fd_mappings(mappings).map_err(io::Error::other)?;
        command.arg("--remote-debugging-pipe");
        Ok(Self { to_browser: to_browser.into(), from_browser: from_browser.into() })
    }

    pub(in crate::helper) fn steer(self, rule: Rule) -> io::Result<Devtools> {
        let writer = pipe::Sender::from_owned_fd(self.to_browser)?;
        let reader = pipe::Receiver::from_owned_fd(self.from_browser)?;
        let (sender, messages) = mpsc::channel(64);
        tokio::spawn(read_messages(reader, sender));
        let (orders, waiting) = mpsc::unbounded_channel();
        tokio::spawn(write_messages(writer, waiting));
        Ok(Devtools {
            orders: Some(orders),
            messages,
            next_id: 0,
            asked: HashMap::new(),
            page: None,
            window: None,
            session: None,
            second_pages: HashMap::new(),
            closing: HashSet::new(),
            rule,
            waiting: Vec::new(),
        })
    }
}

pub(in crate::helper) struct Devtools {
    orders: Option<mpsc::UnboundedSender<Vec<u8>>>,
    messages: mpsc::Receiver<Value>,
    next_id: u64,
    /// The pending requests by number.
    asked: HashMap<u64, Asked>,
    /// The page in the window.
    page: Option<String>,
    /// The number of the window, for its size.
    window: Option<i64>,
    /// The connection to the page, for its title.
    session: Option<String>,
    /// The pages that the page opened, by the connection to each.
    second_pages: HashMap<String, String>,
    /// Those whose address is known, and that are closed for it.
    closing: HashSet<String>,
    /// Says which second pages may stay.
    rule: Rule,
    /// Orders that came before the window was known.
    waiting: Vec<protocol::Command>,
}

#[derive(Clone, Copy)]
enum Asked {
    Window,
    /// Anything else; the text says what was asked for.
    Order(&'static str),
}

impl Devtools {
    /// Returns the next event. Nothing is lost when the future is dropped.
    pub(in crate::helper) async fn next(&mut self) -> DevtoolsEvent {
        if self.next_id == 0 {
            self.watch();
        }
        loop {
            let Some(message) = self.messages.recv().await else {
                // The end of the process says the rest.
                return pending().await;
            };
            let event = match message["id"].as_u64() {
                Some(id) => self.note_answer(id, &message),
                None => self.note_event(&message),
            };
            if let Some(event) = event {
                return event;
            }
        }
    }

    /// Subscribes to pages that change and end, and to meet new ones before they
    /// begin.
    fn watch(&mut self) {
        let discover = json!({ "discover": true, "filter": [{ "type": "page" }] });
        let command = json!({ "method": "Target.setDiscoverTargets", "params": discover });
        self.ask(Asked::Order("watch its pages"), command);
        let attach = json!({
            "autoAttach": true,
            "waitForDebuggerOnStart": true,
            "flatten": true,
            "filter": [{ "type": "page" }],
        });
        let command = json!({ "method": "Target.setAutoAttach", "params": attach });
        self.ask(Asked::Order("watch its pages"), command);
    }

    /// Does what the manager wants, or remembers it until that is possible.
    pub(in crate::helper) fn order(&mut self, order: protocol::Command) -> Result<(), String> {
        let (Some(page), Some(window), Some(session)) = (&self.page, self.window, &self.session)
        else {
            self.waiting.push(order);
            return Ok(());
        };
        let (asked, command) = match order {
            protocol::Command::Resize { width, height, .. } => {
                let bounds = json!({ "width": width, "height": height });
                let params = json!({ "windowId": window, "bounds": bounds });
                (
                    "change its size",
                    json!({ "method": "Browser.setWindowBounds", "params": params }),
                )
            }
            protocol::Command::Focus { .. } => {
                let params = json!({ "targetId": page });
                (
                    "come to the front",
                    json!({ "method": "Target.activateTarget", "params": params }),
                )
            }
            protocol::Command::Retitle { title, .. } => {
                let script = format!("document.title = {}", Value::from(title));
                let params = json!({ "expression": script });
                let command =
                    json!({ "method": "Runtime.evaluate", "params": params, "sessionId": session });
                ("change its title", command)
            }
            protocol::Command::Open(_) | protocol::Command::Close { .. } => return Ok(()),
        };
        self.ask(Asked::Order(asked), command);
        Ok(())
    }

    /// Closes all pages and the pipe.
    pub(in crate::helper) fn leave(&mut self) {
        self.ask(Asked::Order("leave"), json!({ "method": "Browser.close" }));
        self.orders = None;
    }

    fn ask(&mut self, asked: Asked, mut command: Value) {
        self.next_id += 1;
        command["id"] = self.next_id.into();
        self.asked.insert(self.next_id, asked);
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        if let Some(orders) = &self.orders {
            // An error: the browser has gone, which its process says.
            let _ = orders.send(bytes);
        }
    }

    fn note_answer(&mut self, id: u64, message: &Value) -> Option<DevtoolsEvent> {
        let asked = self.asked.remove(&id)?;
        if let Some(error) = message["error"]["message"].as_str() {
            let action = match asked {
                Asked::Window => "say which window it has",
                Asked::Order(action) => action,
            };
            return Some(DevtoolsEvent::Refused(format!(
                "the browser could not {action}: {error}"
            )));
        }
        if let Asked::Window = asked {
            self.window = message["result"]["windowId"].as_i64();
            for order in std::mem::take(&mut self.waiting) {
                if let Err(message) = self.order(order) {
                    return Some(DevtoolsEvent::Refused(message));
                }
            }
        }
        None
    }

    fn note_event(&mut self, message: &Value) -> Option<DevtoolsEvent> {
        let params = &message["params"];
        let info = &params["targetInfo"];
        match message["method"].as_str()? {
            "Target.attachedToTarget" => {
                let (page, url) = (info["targetId"].as_str()?, info["url"].as_str()?);
                let session = params["sessionId"].as_str()?;
                if info["type"] != "page" || info["subtype"].is_string() {
                    // Nothing that is shown, such as a page that may be wanted later.
                    self.begin(session);
                    return None;
                }
                if self.page.is_none() {
                    return Some(self.note_page(page, session));
                }
                if url.is_empty() {
                    self.stop_second_page(page, session);
                }
                self.open_external(page, url)
            }
            "Target.targetInfoChanged" => {
                let page = info["targetId"].as_str()?;
                let is_second = self.second_pages.values().any(|second| second == page);
                is_second.then(|| self.open_external(page, info["url"].as_str()?)).flatten()
            }
            "Fetch.requestPaused" => {
                let session = message["sessionId"].as_str()?;
                let page = self.second_pages.get(session)?.clone();
                let url = params["request"]["url"].as_str()?;
                if self.rule.may_open(url) {
                    self.let_stay(session, params["requestId"].as_str()?);
                    return None;
                }
                self.open_external(&page, url)
            }
            "Target.targetDestroyed" => {
                let page = params["targetId"].as_str()?;
                self.second_pages.retain(|_, second| second != page);
                self.closing.remove(page);
                (self.page.as_deref() == Some(page)).then_some(DevtoolsEvent::Gone)
            }
            _ => None,
        }
    }

    /// The first page is the one of the window.
    fn note_page(&mut self, page: &str, session: &str) -> DevtoolsEvent {
        (self.page, self.session) = (Some(page.to_owned()), Some(session.to_owned()));
        let of = json!({ "targetId": page });
        let command = json!({ "method": "Browser.getWindowForTarget", "params": of });
        self.ask(Asked::Window, command);
        self.begin(session);
        DevtoolsEvent::Shown
    }

    /// Stops a second page when it asks for its address, which tells the address.
    /// One that is asked for twice may not work the second time. (Only after a click
    /// with the middle button a browser has asked before, and tells the address.)
    fn stop_second_page(&mut self, page: &str, session: &str) {
        self.second_pages.insert(session.to_owned(), page.to_owned());
        let command = json!({ "method": "Fetch.enable", "sessionId": session });
        self.ask(Asked::Order("stop a second page"), command);
        self.begin(session);
    }

    /// Lets a page begin, which waits for that.
    fn begin(&mut self, session: &str) {
        let command = json!({ "method": "Runtime.runIfWaitingForDebugger", "sessionId": session });
        self.ask(Asked::Order("begin with the page"), command);
    }

    /// Lets a second page load, and leaves it to the person.
    fn let_stay(&mut self, session: &str, request: &str) {
        self.second_pages.remove(session);
        let request = json!({ "requestId": request });
        for (method, params) in [("Fetch.continueRequest", request), ("Fetch.disable", json!({}))] {
            let command = json!({ "method": method, "sessionId": session, "params": params });
            self.ask(Asked::Order("let a second page stay"), command);
        }
    }

    /// Closes a second page as soon as its address is known.
    fn open_external(&mut self, page: &str, url: &str) -> Option<DevtoolsEvent> {
        // A page that may stay is let go when it asks for its address.
        if url.is_empty() || self.rule.may_open(url) || !self.closing.insert(page.to_owned()) {
            return None;
        }
        let which = json!({ "targetId": page });
        let command = json!({ "method": "Target.closeTarget", "params": which });
        self.ask(Asked::Order("close a second page"), command);
        Some(DevtoolsEvent::Link(url.to_owned()))
    }
}

/// Reads messages, each with a NUL behind it, until the browser ends.
async fn read_messages(reader: pipe::Receiver, messages: mpsc::Sender<Value>) {
    let (mut reader, mut bytes) = (BufReader::new(reader), Vec::new());
    loop {
        bytes.clear();
        let read = (&mut reader).take(MAX_MESSAGE).read_until(0, &mut bytes).await;
        if read.is_err() || bytes.pop() != Some(0) {
            return; // the end, or a message without one
        }
        let Ok(message) = serde_json::from_slice(&bytes) else { continue };
        if messages.send(message).await.is_err() {
            return;
        }
    }
}

/// Writes messages until the window is left; then the pipe closes.
async fn write_messages(mut writer: pipe::Sender, mut messages: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(message) = messages.recv().await {
        if !matches!(timeout(WRITE_LIMIT, writer.write_all(&message)).await, Ok(Ok(()))) {
            return; // a closed pipe makes the browser leave
        }
    }
}
