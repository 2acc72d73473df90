//! `docs/gallery.md`: each call makes the page that its pictures show.

use std::path::{Path, PathBuf};

use serde_json::Value;
use widget_e2e::{Browser, Client, ColorScheme, Page};

use crate::widgets::FITS;

const DOCUMENT: &str = include_str!("../../docs/gallery.md");

/// The size of a window.
type Size = (u32, u32);

const PHONE: Size = (390, 844);

/// The names of the pictures, the size of the window, and the theme.
fn pictures(desktop: Size) -> [(&'static str, Size, ColorScheme); 4] {
    [
        ("light", desktop, ColorScheme::Light),
        ("dark", desktop, ColorScheme::Dark),
        ("phone", PHONE, ColorScheme::Light),
        ("phone-dark", PHONE, ColorScheme::Dark),
    ]
}

/// The call under a heading.
fn call(heading: &str) -> Value {
    let (_, section) = DOCUMENT.split_once(&format!("\n## {heading}\n")).expect("a heading");
    let (_, call) = section.split_once("```json call:create_widget\n").expect("a call");
    let (call, _) = call.split_once("\n```").expect("the end of the call");
    serde_json::from_str(call).expect("the call is JSON")
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// Draws the page under a heading at each size; with `UPDATE_DOCS` its pictures in `docs/` are
/// made again.
async fn is_drawn(heading: &str, desktop: Size, drawn: impl AsyncFn(&Page)) {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", call(heading)).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    for (name, (width, height), scheme) in pictures(desktop) {
        browser.set_size(width, height).await;
        browser.prefer(scheme).await;
        page.reload().await;
        drawn(&page).await;
        page.holds(FITS).await;
        page.holds("document.getAnimations().length === 0").await;
        let file = format!("{}-{name}.png", heading.to_lowercase());
        let picture = page.screenshot(&format!("docs-{file}")).await;
        let shown = format!("gallery/{file}");
        if !DOCUMENT.contains(&shown) {
            continue;
        }
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::copy(picture, docs().join(&shown)).expect("the picture is written");
        }
        assert!(docs().join(&shown).exists(), "{shown} is not there: run this with UPDATE_DOCS=1");
    }
}

/// The bytes that an agent writes beside the data: all but figures, rows and prose.
fn bytes_beside_data(mut call: Value) -> usize {
    for block in call["blocks"].as_object_mut().expect("blocks").values_mut() {
        let block = block.as_object_mut().expect("a block");
        block.retain(|name, _| !["figure", "rows", "markdown", "trend"].contains(&&**name));
    }
    call.to_string().len()
}

#[tokio::test]
async fn the_report_is_drawn() {
    let written = bytes_beside_data(call("Report"));
    assert!(written < 3_000, "{written}");

    is_drawn("Report", (1_280, 1_240), async |page: &Page| {
        page.shows("#revenue .widget-metric-value", "$684,000").await;
        page.holds("document.querySelectorAll('#by-month .point').length >= 24").await;
        page.holds("document.querySelectorAll('#products .ag-row').length === 12").await;
        page.holds(
            "['$131,040', '19.2%', '+8.2%'].every((text) => \
                document.querySelector('#products').innerText.includes(text))",
        )
        .await;
        // Nothing of it is beyond the edge.
        page.holds(
            "(({scrollWidth, clientWidth}) => innerWidth < 600 || scrollWidth <= clientWidth)\
            (document.querySelector('#products .ag-grid-viewport'))",
        )
        .await;
    })
    .await;
}

#[tokio::test]
async fn the_form_is_drawn() {
    is_drawn("Form", (1_000, 900), async |page: &Page| {
        page.holds("document.querySelector('#expense input').value === 'Train to Rome'").await;
    })
    .await;
}

#[tokio::test]
async fn plain_html_is_drawn_with_labels_above_their_fields() {
    is_drawn("Plain", (1_000, 1_140), async |page: &Page| {
        page.holds(
            "[...document.querySelectorAll('fieldset > label')].every((label) => {\
                const field = label.control.getBoundingClientRect();\
                return label.firstChild && field.height > 0 &&\
                    field.top > label.getBoundingClientRect().top + 10;\
            })",
        )
        .await;
    })
    .await;
}

#[tokio::test]
async fn the_shops_are_drawn_in_twelfths() {
    is_drawn("Shops", (1_000, 900), async |page: &Page| {
        page.holds("document.querySelectorAll('.main-svg').length >= 2").await;
        page.holds("document.querySelectorAll('.ag-row').length === 3").await;
        page.holds(
            "(([wide, narrow]) => innerWidth < 600 ? wide === narrow : \
                Math.round(wide / narrow) === 2)\
             ([...document.querySelectorAll('.widget-block-card')].map((card) => card.offsetWidth))",
        )
        .await;
    })
    .await;
}
