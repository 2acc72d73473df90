//! The agent sees a page as the person does.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, ColorScheme, Page, cars, eventually};

use crate::components::focus;
use crate::widgets::counter;

/// Most of it text, whose edges a picture inside a picture draws a little differently.
const ALIKE: f64 = 0.02;

async fn inspect(agent: &Client, id: &str) -> (Value, String) {
    let answer = agent.call("inspect_widget", json!({"widget_id": id})).await;
    let outline = answer["outline"].as_str().expect("an outline").to_owned();
    (answer, outline)
}

fn has(outline: &str, lines: &[&str]) {
    for line in lines {
        let found = outline.lines().any(|one| one.trim_start_matches([' ', '-']) == *line);
        assert!(found, "no line {line:?} in\n{outline}");
    }
}

/// The picture that the page draws of itself, beside what Chromium shows as soon as it has painted.
async fn looks_the_same(agent: &Client, id: &str, page: &Page) {
    eventually("the picture to be what Chromium shows", async || {
        let shown = page.picture().await;
        // Software draws WebGL slowly, and on a busy machine slower than a call waits.
        let (answer, drawn) = agent.picture(json!({"widget_id": id})).await?;
        assert!(answer.get("png").is_none(), "the picture is not in the structured content");
        assert_eq!(
            (&answer["width"], &answer["height"]),
            (&json!(drawn.width), &json!(drawn.height))
        );
        if shown.shades() <= 5 {
            return Err("Chromium shows nothing yet".into());
        }
        match shown.difference(&drawn) {
            difference if difference <= ALIKE => Ok(()),
            difference => {
                let files = [shown.save("sight-shown"), drawn.save("sight-drawn")];
                Err(format!("{:.1} % differ: {files:?}", difference * 100.0))
            }
        }
    })
    .await;
}

/// A page with everything that markup alone does not say.
fn form() -> Value {
    let html = "<style>
            main { display: grid; gap: 12px; max-width: 480px; }
            #list { height: 90px; overflow: auto; border: 2px solid teal; }
            #list div { height: 30px; background: linear-gradient(90deg, gold, tomato); }
            #list div:nth-child(2n) { background: navy; color: white; }
            #paint { background: #eee; } h1::before { content: '★ '; color: crimson; }
        </style>
        <main><h1>Order <b id=total>0</b></h1>
        <label>Name <input id=name placeholder=who></label>
        <label><input type=checkbox id=gift> Gift</label>
        <textarea id=note rows=2>old</textarea>
        <input type=password id=pin aria-label=PIN>
        <div id=list></div><canvas id=paint width=200 height=60></canvas>
        <p hidden>never seen</p></main>
        <script>
            list.innerHTML = Array.from({length: 40}, (_, n) => `<div>row ${n}</div>`).join('');
            const pen = paint.getContext('2d'); pen.fillStyle = 'green'; pen.fillRect(10, 10, 90, 40);
        </script>";
    let items = json!([
        {"type": "button", "label": "Send", "event": "form:send", "variant": "primary"},
        {"type": "select", "component_id": "colour", "label": "Colour", "options": ["red", "blue"]},
        {"type": "toggle", "component_id": "dark", "label": "Dark"},
    ]);
    json!({"html": html, "title": "Form", "toolbars": [{"position": "top", "items": items}]})
}

#[tokio::test]
async fn an_outline_tells_the_page_as_it_is_now() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", form()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#total", "0").await;
    focus(&page, "#name").await;
    page.press("Ada").await;
    page.click("#gift").await;
    page.value("void (pin.value = '1234')").await;
    page.click("#dark").await;
    agent.event(&widget.widget_id, "toolbar:change").await;

    let (answer, outline) = inspect(&agent, &widget.widget_id).await;
    assert_eq!(answer["source"], "viewer", "{answer}");
    assert_eq!((&answer["viewers"]["open"], &answer["page"]["visible"]), (&json!(1), &json!(true)));
    assert_eq!(answer["values"]["dark"], true);
    assert_eq!(answer["script_errors"], json!([]));
    has(
        &outline,
        &[
            "heading 1 \"Order 0\"",
            "b #total \"0\"",
            "textbox \"Name\" #name = \"Ada\"",
            "checkbox \"Gift\" #gift [checked]",
            "combobox \"Colour\" #colour = \"red\"",
            "switch \"Dark\" #dark [checked, focused]",
            "button \"Send\" #button-1",
            "textbox #note = \"old\"",
            "password \"PIN\" #pin [filled]",
            "text \"row 0\", \"row 1\", \"row 2\", \"row 3\", \"row 4\", \"row 5\", \"row 6\", \
             \"row 7\", \"row 8\", \"row 9\", \"row 10\", \"row 11\", \"row 12\", \"row 13\", \"row 14\", \"row 15\"",
        ],
    );
    assert!(!outline.contains("never seen") && !outline.contains("1234"), "{outline}");
}

#[tokio::test]
async fn a_chart_and_a_table_are_told_as_they_are_seen() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let figure = json!({
        "data": [{"name": "A", "y": [1, 2, 3]}, {"name": "B", "y": [3, 1], "visible": "legendonly"}],
        "layout": {"title": {"text": "Sales"}, "xaxis": {"title": {"text": "Day"}, "range": [0, 2]}},
    });
    let chart = agent.create("show_chart", json!({"figure_json": figure})).await;
    let page = browser.open(&chart.url).await;
    page.holds("document.querySelectorAll('.scatterlayer .trace').length === 1").await;
    let (answer, outline) = inspect(&agent, &chart.widget_id).await;
    assert_eq!(answer["source"], "viewer");
    agent.picture(json!({"widget_id": chart.widget_id})).await.expect("a picture");
    let after = agent.call("get_widget", json!({"widget_id": chart.widget_id})).await;
    assert_eq!(after["revision"], chart.revision, "looking changes nothing");
    has(
        &outline,
        &[
            "chart \"Sales\"",
            "xaxis \"Day\" 0 to 2",
            "trace 0 \"A\": scatter, 3 points",
            "trace 1 \"B\": scatter, 2 points [hidden, in the legend]",
        ],
    );

    let table = agent.create("show_dataframe", json!({"data_json": cars()})).await;
    page.goto(&table.url).await;
    page.holds("document.querySelector(\"[row-index='5']\") !== null").await;
    // What a person sees already is a page that can be asked.
    let (answer, outline) = inspect(&agent, &table.widget_id).await;
    assert_eq!(answer["source"], "viewer");
    has(&outline, &["table: 406 rows, 9 columns"]);
    assert!(
        outline.contains("row 0: chevrolet chevelle malibu | 18 | 8 | 307 | 130 |"),
        "{outline}"
    );
    assert!(!outline.contains("row 400"), "only rows in sight: {outline}");
}

#[tokio::test]
async fn a_picture_shows_the_live_blocks_of_a_page() {
    let agent = Client::stdio().await;
    let html = "<h1>Report</h1><div class=grid><widget-block id=sum></widget-block></div>\
        <widget-block id=chart></widget-block><widget-block id=rows></widget-block>";
    let figure = json!({"data": [{"type": "bar", "y": [1, 2], "marker": {"color": "#ff0000"}}]});
    let widget = agent
        .create(
            "create_widget",
            json!({"html": html, "blocks": {
                "sum": {"type": "metric", "label": "Sum", "value": 3},
                "chart": {"type": "chart", "figure": figure},
                "rows": {"type": "table", "rows": [{"name": "Tea", "eur": 3}]}}}),
        )
        .await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelectorAll('#chart .point').length === 2").await;
    page.shows("#rows [col-id=name].ag-cell", "Tea").await;
    let (_, outline) = inspect(&agent, &widget.widget_id).await;
    for part in ["Report", "Sum", ": bar, 2 points", "Tea"] {
        assert!(outline.contains(part), "{part}: {outline}");
    }
    looks_the_same(&agent, &widget.widget_id, &page).await;
}

#[tokio::test]
async fn without_a_page_the_document_tells_what_it_knows() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let (answer, outline) = inspect(&agent, &widget.widget_id).await;
    assert_eq!((&answer["source"], &answer["viewers"]["open"]), (&json!("document"), &json!(0)));
    assert!(outline.contains("#counter \"0\""), "{outline}");

    let refusal = agent.refusal("screenshot_widget", json!({"widget_id": widget.widget_id})).await;
    assert!(refusal.contains("no page shows this widget") && refusal.contains(&widget.url));
}

#[tokio::test]
async fn errors_of_the_pages_scripts_are_told() {
    let agent = Client::stdio().await;
    let html = "<p id=out>here</p><script>
        setTimeout(() => nonsense(), 0);
        Promise.reject(new TypeError('no such thing'));
        new Image().src = 'https://other.example/x.png';
        setTimeout(() => { document.body.dataset.done = 1; }, 50);
    </script>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.body.dataset.done === '1'").await;
    let (answer, _) = inspect(&agent, &widget.widget_id).await;
    let errors = answer["script_errors"].to_string();
    for part in ["nonsense is not defined", "TypeError: no such thing", "img-src", "other.example"]
    {
        assert!(errors.contains(part), "{part}: {errors}");
    }
}

#[tokio::test]
async fn a_picture_of_html_shows_what_was_typed_scrolled_and_painted() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", form()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        browser.prefer(scheme).await;
        let name = if scheme == ColorScheme::Dark { "dark" } else { "light" };
        page.holds(&format!("document.documentElement.dataset.theme === '{name}'")).await;
        page.click("#gift").await;
        focus(&page, "#note").await;
        page.press("new ").await;
        page.value("void (document.activeElement.blur(), list.scrollTop = 75)").await;
        looks_the_same(&agent, &widget.widget_id, &page).await;
    }
    let arguments = json!({"widget_id": widget.widget_id, "width": 200});
    let (answer, small) = agent.picture(arguments).await.expect("a picture");
    assert_eq!((answer["width"].as_u64(), small.width), (Some(200), 200));
}

#[tokio::test]
async fn a_picture_of_an_open_dialog_shows_it_over_the_page() {
    let agent = Client::stdio().await;
    let modal = json!({"component_id": "box", "title": "Really?", "open": true,
        "items": [{"type": "text", "component_id": "why", "label": "Why"}]});
    let arguments = json!({"html": "<h1>Below</h1>", "modals": [modal]});
    let widget = agent.create("create_widget", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('dialog:modal') !== null").await;
    page.value("void document.activeElement.blur()").await;
    looks_the_same(&agent, &widget.widget_id, &page).await;
}

#[tokio::test]
async fn a_picture_of_a_chart_shows_it_with_and_without_webgl() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    browser.set_size(500, 400).await;
    for (kind, drawn) in [
        ("bar", "document.querySelectorAll('.barlayer .point').length === 3"),
        ("scattergl", "document.querySelector('.gl-canvas') !== null"),
        ("scatter3d", "document.querySelector('.gl-container canvas') !== null"),
    ] {
        let trace = json!({"type": kind, "x": [1, 2, 3], "y": [2, 3, 1], "z": [1, 2, 3],
            "mode": "markers", "marker": {"size": 30, "color": "crimson"}});
        let figure = json!({"data": [trace], "layout": {"title": {"text": kind}}});
        let widget = agent.create("show_chart", json!({"figure_json": figure})).await;
        let page = browser.open(&widget.url).await;
        page.holds(drawn).await;
        looks_the_same(&agent, &widget.widget_id, &page).await;
    }
}

#[tokio::test]
async fn a_picture_of_a_table_shows_the_rows_in_sight() {
    let agent = Client::stdio().await;
    let widget = agent.create("show_dataframe", json!({"data_json": cars()})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let rows = "document.querySelector(\"[row-index='5']\") !== null";
    page.holds(rows).await;
    looks_the_same(&agent, &widget.widget_id, &page).await;
    page.value(
        "void ([...document.querySelectorAll('.ag-root *')].find(({scrollHeight, clientHeight}) =>
            clientHeight > 100 && scrollHeight > 9 * clientHeight).scrollTop = 2000)",
    )
    .await;
    page.holds("document.querySelector(\"[row-index='60']\") !== null").await;
    looks_the_same(&agent, &widget.widget_id, &page).await;
}
