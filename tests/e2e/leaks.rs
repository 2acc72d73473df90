//! Input in a widget cannot leave it: each way is tried against a listening socket and
//! a log of the names that the browser looks up, beside a page that may do all of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use widget_e2e::{Browser, Client, Page, eventually, serve_page};

/// The ways of a page that stays open. `tried` is true when the slowest of them has ended.
const WAYS: &str = r#"
    const at = (way, scheme = 'http') => `${scheme}://${target(way)}/${way}`;
    const element = (tag, values) =>
        document.body.append(Object.assign(document.createElement(tag), values));
    const frame = (way, html) => element('iframe', {srcdoc: html.replace('AT', at(way))});
    const peer = async () => {
        const urls = target('peer');
        const turn = {urls: `turn:${urls}`, username: 'typed', credential: 'x'};
        const connection = new RTCPeerConnection({iceServers: [{urls: `stun:${urls}`}, turn]});
        connection.createDataChannel('typed');
        await connection.setLocalDescription(await connection.createOffer());
        if (connection.iceGatheringState === 'complete') return;
        await new Promise((done) => connection.addEventListener('icegatheringstatechange', () => {
            if (connection.iceGatheringState === 'complete') done();
        }));
    };
    const ways = {
        fetch: () => fetch(at('fetch'), {mode: 'no-cors'}),
        beacon: () => { navigator.sendBeacon(at('beacon'), 'typed'); },
        request: () => { const r = new XMLHttpRequest(); r.open('GET', at('request')); r.send(); },
        events: () => { new EventSource(at('events')); },
        socket: () => { new WebSocket(at('socket', 'ws')); },
        transport: () => new WebTransport(at('transport', 'https')).ready,
        image: () => element('img', {src: at('image')}),
        style: () => { document.body.style.background = `url(${at('style')})`; },
        font: () => new FontFace('typed', `url(${at('font')})`).load(),
        video: () => element('video', {src: at('video')}),
        script: () => element('script', {src: at('script')}),
        sheet: () => element('link', {rel: 'stylesheet', href: at('sheet')}),
        object: () => element('object', {data: at('object')}),
        prefetch: () => element('link', {rel: 'prefetch', href: at('prefetch')}),
        preload: () => element('link', {rel: 'preload', as: 'image', href: at('preload')}),
        preconnect: () => element('link', {rel: 'preconnect', href: at('preconnect')}),
        names: () => element('link', {rel: 'dns-prefetch', href: at('names')}),
        frame: () => element('iframe', {src: at('frame')}),
        within: () => frame('within', `<script>location.href = 'AT'</scr` + `ipt>`),
        refresh: () => frame('refresh', `<meta http-equiv="refresh" content="0;url=AT">`),
        submit: () => frame('submit', `<form action="AT"></form>
            <script>document.forms[0].submit()</scr` + `ipt>`),
        popup: () => { window.open(at('popup')); },
        worker: () => { new Worker(URL.createObjectURL(new Blob(
            [`fetch('${at('worker')}', {mode: 'no-cors'})`]))); },
        peer,
    };
    Promise.allSettled(CHOSEN.map(async (way) => ways[way]()))
        .then(() => { window.tried = true; });
"#;

const NAMES: &str = "fetch beacon request events socket transport image style font video script \
                     sheet object prefetch preload preconnect names frame within refresh submit \
                     popup worker peer";

/// The ways by which a page leaves itself.
const LEAVING: &[(&str, &str)] = &[
    ("location", "location.href = at"),
    ("assign", "location.assign(at)"),
    (
        "form",
        "Object.assign(document.body.appendChild(document.createElement('form')), {action: at}).submit()",
    ),
    (
        "meta",
        "document.head.append(Object.assign(document.createElement('meta'),
        {httpEquiv: 'refresh', content: `0;url=${at}`}))",
    ),
    (
        "link",
        "Object.assign(document.body.appendChild(document.createElement('a')), {href: at}).click()",
    ),
];

/// The attempts that succeed on the control page.
const HEARD: &[&str] = &[
    "beacon", "events", "fetch", "font", "frame", "image", "object", "prefetch", "preload",
    "refresh", "request", "script", "sheet", "socket", "style", "submit", "udp", "video", "within",
    "worker",
];

/// A machine outside: what comes to its port, over TCP and UDP.
struct Outside {
    address: String,
    heard: Arc<Mutex<BTreeSet<String>>>,
}

impl Outside {
    async fn listen() -> Self {
        let tcp = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = tcp.local_addr().expect("an address").to_string();
        let udp = UdpSocket::bind(&address).await.expect("the same port");
        let heard: Arc<Mutex<BTreeSet<String>>> = Arc::default();
        let note = Arc::clone(&heard);
        tokio::spawn(async move {
            while udp.recv(&mut [0; 2_048]).await.is_ok() {
                note.lock().expect("no panic").insert("udp".into());
            }
        });
        let note = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((connection, _)) = tcp.accept().await {
                note.lock().expect("no panic").insert("connection".into());
                tokio::spawn(answer(connection, Arc::clone(&note)));
            }
        });
        Self { address, heard }
    }

    fn heard(&self) -> BTreeSet<String> {
        self.heard.lock().expect("no panic").clone()
    }
}

/// Notes which way a request came, and lets the page that sent it stay as it is.
async fn answer(connection: TcpStream, heard: Arc<Mutex<BTreeSet<String>>>) {
    let mut connection = BufReader::new(connection);
    let mut line = String::new();
    if connection.read_line(&mut line).await.is_ok()
        && let Some(way) = line.split(['/', ' ', '?']).nth(2)
    {
        heard.lock().expect("no panic").insert(way.to_owned());
    }
    // A client that hangs up does not matter.
    let _ = connection.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").await;
}

/// Tries some of the ways.
fn script(target: &str, ways: &str) -> String {
    format!("const target = (way) => {target};{WAYS}").replace("CHOSEN", ways)
}

async fn show(agent: &Client, browser: &Browser, html: &str) -> Page {
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#here') !== null").await;
    page
}

/// Tries everything, each in a widget of its own and in a frame inside of it.
async fn try_all(agent: &Client, browser: &Browser, target: &str) {
    for way in NAMES.split_whitespace() {
        let page = show(agent, browser, "<p id=here></p><iframe srcdoc='<p>'></iframe>").await;
        let attempt = format!("void (() => {{{}}})()", script(target, &json!([way]).to_string()));
        let inner = page.inner(0);
        inner.holds("document.querySelector('p') !== null").await;
        page.value(&attempt).await;
        page.holds("window.tried === true").await;
        // Chromium 156 ends the process of a frame inside that asks for a peer connection here: it
        // has answered before.
        inner.value(&format!("void setTimeout(() => {{{attempt}}})")).await;
        if way != "peer" {
            inner.holds("window.tried === true").await;
        }
    }

    for (way, leave) in LEAVING {
        let page = show(agent, browser, "<p id=here></p>").await;
        let attempt = format!(
            "void setTimeout(() => {{
                const at = `http://${{((way) => {target})('{way}')}}/{way}`; {leave};
            }})"
        );
        page.value(&attempt).await;
        // The frame shows the browser's own page about it, or stays as it is.
        page.shell_holds("document.querySelector('iframe') !== null").await;
    }
}

/// Tries the same where nothing forbids it. It comes last, so what was tried before is over.
async fn control(browser: &Browser, target: &str) {
    let html =
        format!("<!doctype html><body><script>{}</script>", script(target, "Object.keys(ways)"));
    let port = serve_page(html.leak()).await;
    browser.open(&format!("http://127.0.0.1:{port}/")).await;
}

#[tokio::test]
async fn nothing_typed_reaches_a_socket_outside() {
    let (outside, listener) = (Outside::listen().await, Outside::listen().await);
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    try_all(&agent, &browser, &json!(outside.address).to_string()).await;

    control(&browser, &json!(listener.address).to_string()).await;
    eventually("the listener to hear the page that may", async || {
        let heard = listener.heard();
        let missing: Vec<_> = HEARD.iter().filter(|way| !heard.contains(**way)).collect();
        if missing.is_empty() { Ok(()) } else { Err(format!("not {missing:?}, but {heard:?}")) }
    })
    .await;
    assert_eq!(outside.heard(), BTreeSet::new());
}

#[tokio::test]
async fn no_name_is_looked_up_for_a_widget() {
    let folder = TempDir::new().expect("a folder");
    let log = folder.path().join("net.json");
    let agent = Client::stdio().await;
    let browser = Browser::start_with_net_log(&log).await;
    try_all(&agent, &browser, "`typed-${way}.example`").await;

    control(&browser, "`control-${way}.example`").await;
    let names = eventually("the names of the page that may", async || {
        let names = looked_up(&log);
        let wanted = ["control-names.example", "control-frame.example", "control-socket.example"];
        if wanted.iter().all(|name| names.contains(*name)) {
            Ok(names)
        } else {
            Err(format!("{names:?}"))
        }
    })
    .await;
    let leaked: Vec<_> = names.iter().filter(|name| name.starts_with("typed-")).collect();
    assert_eq!(leaked, Vec::<&String>::new());
}

/// The host names that Chromium's resolver was asked for, by its log: one event a line. Those of
/// peer connections are not in it; that they send nothing is what the sockets say.
fn looked_up(log: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let mut lines = text.lines();
    let constants =
        lines.next().and_then(|line| line.strip_suffix(',')).map(|line| format!("{line}}}"));
    let constants: Value = serde_json::from_str(&constants.unwrap_or_default()).unwrap_or_default();
    let resolving: Vec<&Value> = constants["constants"]["logEventTypes"]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, number)| name.starts_with("HOST_RESOLVER").then_some(number))
        .collect();
    lines
        .filter_map(|line| serde_json::from_str::<Value>(line.trim_end_matches(',')).ok())
        .filter(|event| resolving.contains(&&event["type"]))
        .filter_map(|event| Some(event["params"]["host"].as_str()?.to_owned()))
        .map(|host| host.split("://").last().unwrap_or_default().to_owned())
        .map(|host| host.split(':').next().unwrap_or_default().to_owned())
        .collect()
}
