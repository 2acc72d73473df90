//! Widgets in windows of their own, on a real display, worked on as a person does.

mod questions;

use std::path::PathBuf;
use std::process::{Output, Stdio};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use widget_desktop::{Desktop, children, interrupt, is_alive, kill, parent, until};
use widget_e2e::{
    Client, Created, Handshake, Picture, Server, eventually, in_time, screenshots, widget_mcp,
    widget_mcp_with_webviews,
};

/// The program that draws the windows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Webview,
    /// A browser without its toolbars, as a build without the feature `webkit` has it.
    App,
}

impl Kind {
    fn program(self) -> PathBuf {
        match self {
            Self::Webview => widget_mcp_with_webviews(),
            Self::App => widget_mcp(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Webview => "webview",
            Self::App => "app",
        }
    }

    /// A server, after it has said that this is what it opens.
    async fn server(self, desktop: &Desktop) -> Client {
        let output = doctor(&self.program(), desktop).await;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = match self {
            Self::Webview => "ok     windows: a widget opens in: webview\n",
            Self::App => "ok     windows: a widget opens in: app window of ",
        };
        assert!(said.contains(expected), "{said}");
        Client::not_headless(&self.program(), env(desktop)).await
    }
}

async fn doctor(program: &PathBuf, desktop: &Desktop) -> Output {
    Command::new(program).arg("doctor").envs(env(desktop)).output().await.expect("it runs")
}

/// Chromium refuses to run as root, as which containers run, with its sandbox.
fn env(desktop: &Desktop) -> Vec<(String, String)> {
    let browser = ("WIDGET_MCP_BROWSER_ARGS", "--no-sandbox --disable-gpu");
    let chromium = std::env::var("CHROMIUM").ok().map(|path| ("WIDGET_MCP_BROWSER".into(), path));
    let browser = (browser.0.to_owned(), browser.1.to_owned());
    desktop.env().into_iter().chain([browser]).chain(chromium).collect()
}

/// Tests for each kind of window.
macro_rules! in_every_kind {
    ($($test:ident),* $(,)?) => {
        mod webview {
            $(#[tokio::test] async fn $test() { super::$test(super::Kind::Webview).await })*
        }
        mod app {
            $(#[tokio::test] async fn $test() { super::$test(super::Kind::App).await })*
        }
    };
}

pub(crate) use in_every_kind;

in_every_kind![
    a_person_works_in_it,
    closing_it_is_an_event_and_the_widget_lives_on,
    destroying_the_widget_closes_it,
    it_comes_back_when_its_helper_is_killed,
    the_server_ends_at_once_and_takes_it_along,
    the_page_cannot_lead_it_away,
    a_view_that_comes_late_closes_it,
];

/// A page that is one large button.
fn button(title: &str) -> Value {
    let html = "<button data-event='note:say' style='width: 100%; height: 500px'>Press</button>";
    json!({"title": title, "html": html})
}

async fn open(agent: &Client, arguments: Value) -> Created {
    let answer = agent.call("create_widget", arguments).await;
    assert_eq!(answer["mode"], "window", "{answer}");
    serde_json::from_value(answer).expect("the answer describes the widget")
}

/// The window of the widget with this title, once its page is there.
async fn on_screen(desktop: &Desktop, title: &str) -> String {
    desktop.window(&format!("{title} – Widget")).await
}

/// Clicks into the middle of a window until the agent receives it.
async fn press(agent: &Client, desktop: &Desktop, widget: &Created, window: &str) {
    let before = heard(agent, widget, "note:say").await;
    eventually("the press of the button", async || {
        desktop.click(window, 300, 300);
        let now = heard(agent, widget, "note:say").await;
        if now > before { Ok(()) } else { Err("no event".into()) }
    })
    .await;
}

async fn heard(agent: &Client, widget: &Created, event_type: &str) -> usize {
    let events = agent.events(&widget.widget_id).await;
    events.iter().filter(|event| event["event_type"] == event_type).count()
}

async fn viewers(agent: &Client, widget: &Created) -> u64 {
    let answer = agent.call("get_widget", json!({"widget_id": widget.widget_id})).await;
    answer["viewers"]["open"].as_u64().expect("a number of viewers")
}

async fn has_viewers(agent: &Client, widget: &Created, expected: u64) {
    eventually(&format!("{expected} viewers"), async || match viewers(agent, widget).await {
        number if number == expected => Ok(()),
        number => Err(number.to_string()),
    })
    .await;
}

async fn a_person_works_in_it(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let toolbar = json!([{"position": "top", "items": [
        {"type": "button", "label": "Refresh", "event": "sales:refresh"},
        {"type": "select", "label": "Region", "options": ["North", "South"], "selected": "South"},
        {"type": "slider", "label": "Share", "value": 40},
    ]}]);
    let mut arguments = button("Sales");
    arguments["toolbars"] = toolbar;
    let widget = open(&agent, arguments).await;
    let window = on_screen(&desktop, "Sales").await;
    assert_eq!(desktop.titled("Sales.*").len(), 1);
    has_viewers(&agent, &widget, 1).await;
    press(&agent, &desktop, &widget, &window).await;
    let style = json!({"widget_id": widget.widget_id, "css": "button { background: gold }"});
    agent.apply("inject_css", style).await;
    is_painted(&desktop, &window, kind.name()).await;
    if kind == Kind::Webview {
        assert_eq!(desktop.icon_size(&window), Some((128, 128)));
    }
}

/// Waits until the window shows more than an empty page, and keeps a picture of it.
async fn is_painted(desktop: &Desktop, window: &str, name: &str) {
    let path = screenshots().join(format!("window-{name}.png"));
    eventually("a painted window", async || {
        desktop.screenshot(Some(window), &path);
        let png = std::fs::read(&path).map_err(|error| error.to_string())?;
        let shades = Picture::decode(&png).shades();
        if shades > 8 { Ok(()) } else { Err(format!("{shades} shades")) }
    })
    .await;
}

async fn closing_it_is_an_event_and_the_widget_lives_on(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let widget = open(&agent, button("Closed")).await;
    let window = on_screen(&desktop, "Closed").await;
    has_viewers(&agent, &widget, 1).await;
    desktop.press_close(&window);
    let event = agent.event(&widget.widget_id, "window:closed").await;
    assert_eq!(event["data"], json!({"reason": "user"}));
    has_viewers(&agent, &widget, 0).await;
    until("it is off the screen", || desktop.titled("Closed.*").is_empty()).await;
    let toast = json!({"widget_id": widget.widget_id, "message": "still there"});
    let answer = agent.call("show_toast", toast).await;
    assert_eq!(answer["delivery"], json!({"status": "pending"}));
    assert_eq!((&answer["viewers"]["open"], &answer["viewers"]["ever"]), (&json!(0), &json!(true)));
    let again = agent.call("open_widget", json!({"widget_id": widget.widget_id})).await;
    assert_eq!(again["mode"], "window", "{again}");
    on_screen(&desktop, "Closed").await;
    has_viewers(&agent, &widget, 1).await;
    // The next one opens as if nothing had been.
    let next = open(&agent, button("Next")).await;
    let window = on_screen(&desktop, "Next").await;
    press(&agent, &desktop, &next, &window).await;
}

async fn destroying_the_widget_closes_it(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let widget = open(&agent, button("Gone")).await;
    let stays = open(&agent, button("Stays")).await;
    on_screen(&desktop, "Gone").await;
    let window = on_screen(&desktop, "Stays").await;
    agent.call("destroy_widget", json!({"widget_id": widget.widget_id})).await;
    until("it is off the screen", || desktop.titled("Gone.*").is_empty()).await;
    press(&agent, &desktop, &stays, &window).await;
    assert_eq!(heard(&agent, &stays, "window:closed").await, 0);
}

async fn it_comes_back_when_its_helper_is_killed(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let widget = open(&agent, button("Back")).await;
    let window = on_screen(&desktop, "Back").await;
    has_viewers(&agent, &widget, 1).await;
    kill(&helper(kind, &desktop, &window));
    let event = agent.event(&widget.widget_id, "window:reopened").await;
    assert_eq!(event["data"], json!({}));
    let window = on_screen(&desktop, "Back").await;
    has_viewers(&agent, &widget, 1).await;
    press(&agent, &desktop, &widget, &window).await;
}

/// The process that a window belongs to, or the one that keeps its browser.
fn helper(kind: Kind, desktop: &Desktop, window: &str) -> String {
    let process = desktop.process_of(window);
    match kind {
        Kind::Webview => process,
        Kind::App => parent(&process),
    }
}

async fn the_server_ends_at_once_and_takes_it_along(kind: Kind) {
    for signal in ["INT", "TERM"] {
        let desktop = Desktop::start();
        let mut command = Command::new(kind.program());
        command.args(["--http", "0"]).envs(env(&desktop)).process_group(0);
        let mut server = Server::run(command).await;
        let agent = server.client().await;
        open(&agent, button("Ends")).await;
        let window = on_screen(&desktop, "Ends").await;
        let helper = helper(kind, &desktop, &window);
        let browser = desktop.process_of(&window);
        match signal {
            // As a terminal does it: to all of the group.
            "INT" => interrupt(&parent(&helper)),
            _ => server.process().signal(signal).await,
        }
        server.process().ends_at_once(signal).await;
        until("nothing is left", || {
            !is_alive(&helper) && !is_alive(&browser) && desktop.titled("Ends.*").is_empty()
        })
        .await;
    }
}

async fn the_page_cannot_lead_it_away(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let mut arguments = button("Stays");
    let html = arguments["html"].as_str().expect("HTML");
    let script = "<script>addEventListener('click', () => {
        open('http://127.0.0.1:1/');
        top.location = 'http://127.0.0.1:1/';
    })</script>";
    arguments["html"] = json!(format!("{html}{script}"));
    let widget = open(&agent, arguments).await;
    let window = on_screen(&desktop, "Stays").await;
    has_viewers(&agent, &widget, 1).await;
    press(&agent, &desktop, &widget, &window).await;
    // The page is still the one that receives events.
    press(&agent, &desktop, &widget, &window).await;
    assert_eq!(desktop.titled("Stays.*").len(), 1);
    assert_eq!(desktop.opened_outside(), [""; 0]);
}

async fn a_view_that_comes_late_closes_it(kind: Kind) {
    let desktop = Desktop::start();
    let client = ("late", Handshake::Initialize);
    let flags = ["--inline-timeout=100"];
    let agent = Client::stdio_with_views(&kind.program(), client, &flags, env(&desktop)).await;
    let widget = agent.create("create_widget", button("Late")).await;
    on_screen(&desktop, "Late").await;
    has_viewers(&agent, &widget, 1).await;
    // What a view says first, and as long as it is there.
    let hello = json!({"widget_id": widget.widget_id, "viewer_id": "a".repeat(32), "wait_ms": 1});
    agent.call("widget_sync", hello).await;
    until("it is off the screen", || desktop.titled("Late.*").is_empty()).await;
    assert_eq!(heard(&agent, &widget, "window:closed").await, 0);
}

#[tokio::test]
async fn twenty_at_once_are_all_there_and_all_come_back() {
    let desktop = Desktop::start();
    let agent = Kind::Webview.server(&desktop).await;
    let titles: Vec<_> = (0..20).map(|number| format!("Number {number}")).collect();
    let widgets = join_all(titles.iter().map(|title| open(&agent, button(title)))).await;
    for (title, widget) in titles.iter().zip(&widgets) {
        on_screen(&desktop, title).await;
        has_viewers(&agent, widget, 1).await;
    }
    let helper = desktop.process_of(&on_screen(&desktop, "Number 0").await);
    kill(&helper);
    for (title, widget) in titles.iter().zip(&widgets) {
        agent.event(&widget.widget_id, "window:reopened").await;
        on_screen(&desktop, title).await;
        has_viewers(&agent, widget, 1).await;
    }
    let helper = desktop.process_of(&on_screen(&desktop, "Number 0").await);
    let pages = children(&helper);
    drop(agent);
    until("nothing is left", || {
        !is_alive(&helper) && !pages.iter().any(|(process, _)| is_alive(process))
    })
    .await;
}

#[tokio::test]
async fn charts_and_tables_are_drawn_by_a_webview() {
    let desktop = Desktop::start();
    let agent = Kind::Webview.server(&desktop).await;
    let figure = json!({"data": [{"type": "bar", "x": ["a", "b"], "y": [3, 5]}]});
    let chart = json!({"figure_json": figure, "title": "Bars"});
    let chart = agent.create("show_chart", chart).await;
    let rows = json!([{"name": "Ada", "born": 1815}, {"name": "Grace", "born": 1906}]);
    let table = json!({"data_json": rows, "title": "People"});
    let table = agent.create("show_dataframe", table).await;
    for (widget, title, shows) in [(&chart, "Bars", "plot"), (&table, "People", "Grace")] {
        let window = on_screen(&desktop, title).await;
        eventually(shows, async || {
            let arguments = json!({"widget_id": widget.widget_id});
            let outline = agent.call("inspect_widget", arguments).await.to_string();
            if outline.contains(shows) { Ok(()) } else { Err(outline) }
        })
        .await;
        is_painted(&desktop, &window, title).await;
    }
}

#[tokio::test]
async fn without_a_display_it_is_headless_with_one_warning() {
    let mut command = Command::new(widget_mcp());
    command.args(["--http", "0"]);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "SSH_CONNECTION", "SSH_TTY"] {
        command.env_remove(name);
    }
    let mut child = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(child.stderr.take().expect("its log")).lines();
    let mut next =
        async || in_time("a line", lines.next_line()).await.expect("its log is readable");
    let warning = next().await.expect("a warning");
    let expected = "headless): neither DISPLAY nor WAYLAND_DISPLAY is set";
    assert!(warning.contains("WARN") && warning.contains(expected), "{warning}");
    let listening = next().await.expect("where it listens");
    let address = listening.split_once("http://").expect("an address").1;
    let address = address.split(',').next().expect("an address");
    let agent = Client::over_http(&format!("http://{address}/mcp")).await;
    for title in ["First", "Second"] {
        let answer = agent.call("create_widget", button(title)).await;
        assert_eq!(answer["mode"], "headless");
        assert!(answer["url"].as_str().is_some_and(|url| url.starts_with("http://")), "{answer}");
    }
    child.start_kill().expect("it runs");
    assert_eq!(next().await, None, "one warning is enough");
}

#[tokio::test]
async fn without_a_browser_of_its_family_it_is_a_tab_of_the_default_one() {
    let desktop = Desktop::start();
    let mut env = env(&desktop);
    env.push(("PATH".into(), "/nonexistent".into()));
    env.push(("WIDGET_MCP_BROWSER".into(), "no-such-browser".into()));
    let agent = Client::not_headless(&widget_mcp(), env).await;
    let answer = agent.call("create_widget", button("Tab")).await;
    assert_eq!(answer["mode"], "browser");
    until("the address is opened", || {
        desktop.opened_outside() == [answer["url"].as_str().unwrap()]
    })
    .await;
}

#[tokio::test]
async fn the_demo_opens_in_a_window() {
    let desktop = Desktop::start();
    let mut child = Command::new(widget_mcp_with_webviews())
        .arg("demo")
        .envs(env(&desktop))
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the demo starts");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let said = in_time("what it says", lines.next_line()).await.expect("its output is readable");
    assert!(said.as_deref().unwrap_or_default().starts_with("It is open in a window"), "{said:?}");
    let window = eventually("the window of the demo", async || {
        desktop.titled(".* – Widget").pop().ok_or_else(|| "none".to_owned())
    })
    .await;
    desktop.press_close(&window);
    let closed = in_time("the event", async {
        loop {
            let line = lines.next_line().await.expect("its output").expect("the demo goes on");
            if line.contains("window:closed") {
                return line;
            }
        }
    })
    .await;
    assert!(closed.contains("user"), "{closed}");
}
