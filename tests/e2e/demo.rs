//! The first thing a newcomer sees.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use widget_e2e::{Browser, ColorScheme, Page, in_time, widget_mcp};

use crate::widgets::FITS;

/// `widget-mcp demo --headless` and the lines it prints.
pub(crate) struct Demo {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    pub(crate) url: String,
}

impl Demo {
    async fn start() -> Self {
        Self::start_page("dashboard").await
    }

    pub(crate) async fn start_page(page: &str) -> Self {
        let mut child = Command::new(widget_mcp())
            .args(["demo", page, "--headless"])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the demo starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let url = in_time("the address of the demo", async {
            loop {
                let line = next_line(&mut lines).await;
                if line.trim().starts_with("http://") {
                    return line.trim().to_owned();
                }
            }
        });
        let url = url.await;
        Self { child, lines, url }
    }

    /// Waits until it prints such an event; those of the pages themselves come between.
    async fn prints(&mut self, event_type: &str) {
        in_time(&format!("{event_type} in the terminal"), async {
            loop {
                let line = next_line(&mut self.lines).await;
                let event: Option<Value> = serde_json::from_str(&line).ok();
                if event.is_some_and(|event| event["event_type"] == event_type) {
                    return;
                }
            }
        })
        .await;
    }
}

async fn next_line(lines: &mut Lines<BufReader<ChildStdout>>) -> String {
    let line = lines.next_line().await.expect("its output is readable");
    line.expect("the demo goes on")
}

async fn is_drawn(page: &Page) {
    page.view(0).shows("#counter", "0").await;
    page.view(1).holds("document.querySelectorAll('.barlayer .point').length > 3").await;
    page.view(2).holds("document.querySelectorAll('.ag-row').length > 3").await;
}

#[tokio::test]
async fn clicks_in_the_demo_are_printed_and_answered() {
    let mut demo = Demo::start().await;
    let browser = Browser::start().await;
    let page = browser.open(&demo.url).await;
    is_drawn(&page).await;

    page.view(0).click("#more").await;
    page.view(0).shows("#counter", "1").await;
    demo.prints("counter:increment").await;
    page.view(0).shows("#heard", "I received counter:increment.").await;
}

#[tokio::test]
async fn the_demo_is_drawn_in_light_and_dark_and_narrow() {
    let demo = Demo::start().await;
    let browser = Browser::start().await;
    let page = browser.open(&demo.url).await;
    for (scheme, name) in [(ColorScheme::Light, "demo-light"), (ColorScheme::Dark, "demo-dark")] {
        browser.prefer(scheme).await;
        page.reload().await;
        is_drawn(&page).await;
        page.screenshot(name).await;
    }
    browser.set_width(400).await;
    page.shell_holds(FITS).await;
    for view in 0..3 {
        page.view(view).holds(FITS).await;
    }
    page.screenshot("demo-narrow").await;
}

/// The widgets of the gallery that have components; charts, tables and a page of blocks follow.
pub(crate) const GALLERY: u16 = 6;
/// The charts of the gallery, and then the tables.
const CHARTS: std::ops::Range<u16> = GALLERY..GALLERY + 3;
const TABLES: std::ops::Range<u16> = CHARTS.end..CHARTS.end + 2;
pub(crate) const BLOCKS: u16 = TABLES.end;
/// Windows that show all of them.
const WIDTHS: [(u32, u32); 3] = [(400, 6_600), (800, 5_600), (1_400, 3_900)];

/// Waits until every widget of the gallery is drawn.
pub(crate) async fn gallery_is_drawn(page: &Page) {
    for view in 0..GALLERY {
        page.view(view).holds("document.querySelector('#heard') !== null").await;
    }
    for view in CHARTS {
        page.view(view).holds("document.querySelector('.main-svg') !== null").await;
    }
    for view in TABLES {
        page.view(view).holds("document.querySelector('.ag-row [col-id]') !== null").await;
    }
    let blocks = page.view(BLOCKS);
    blocks.holds("document.querySelector('.main-svg') !== null").await;
    blocks.holds("document.querySelector('.ag-row [col-id]') !== null").await;
}

#[tokio::test]
async fn the_gallery_is_drawn_in_light_and_dark_at_every_width() {
    let demo = Demo::start_page("gallery").await;
    let browser = Browser::start().await;
    let page = browser.open(&demo.url).await;
    let schemes = [(ColorScheme::Light, "light"), (ColorScheme::Dark, "dark")];
    for (index, (width, height)) in WIDTHS.into_iter().enumerate() {
        browser.set_size(width, height).await;
        // A page is loaded in one scheme and changes to the other.
        for turn in 0..schemes.len() {
            let (scheme, name) = schemes[(index + turn) % schemes.len()];
            browser.prefer(scheme).await;
            if turn == 0 {
                page.reload().await;
            }
            gallery_is_drawn(&page).await;
            page.screenshot(&format!("gallery-{name}-{width}")).await;
            page.shell_holds(FITS).await;
            for view in 0..=BLOCKS {
                page.view(view).holds(FITS).await;
            }
        }
    }
}

/// A chart alone has no place for an answer, and a form waits for one.
#[tokio::test]
async fn the_gallery_answers_charts_and_forms() {
    let mut demo = Demo::start_page("gallery").await;
    let browser = Browser::start().await;
    browser.set_size(1_400, 2_400).await;
    let page = browser.open(&demo.url).await;
    gallery_is_drawn(&page).await;
    page.view(CHARTS.start).point_and_click(".barlayer .point:nth-child(3) path").await;
    demo.prints("chart:click").await;
    let blocks = page.view(BLOCKS);
    blocks.type_into("[id='expense:what']", "Train").await;
    blocks.type_into("[id='expense:amount']", "42.5").await;
    blocks.click(".widget-form-foot button").await;
    blocks.shows(".widget-form-status", "Handed in.").await;
    let heard = "document.querySelector('#heard').innerText";
    blocks.holds(&format!("{heard}.startsWith('I received form:submit with ')")).await;
}

#[cfg(unix)]
#[tokio::test]
async fn ctrl_c_ends_the_demo_cleanly() {
    let mut demo = Demo::start().await;
    let browser = Browser::start().await;
    is_drawn(&browser.open(&demo.url).await).await;
    let id = demo.child.id().expect("it runs").to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().await.expect("kill runs");
    assert!(sent.success());
    let status = in_time("the demo to end", demo.child.wait()).await.expect("it ends");
    assert!(status.success(), "{status}");
}
