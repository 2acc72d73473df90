//! The appearance of charts: light and dark, as wide as their room, large, moving.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, ColorScheme};

use crate::chart_events::{PLOT, show, two_traces};

const CHART: &str = "document.querySelector('.js-plotly-plot')";

#[tokio::test]
async fn a_theme_changes_what_the_author_left_open_and_nothing_else() {
    let agent = Client::stdio().await;
    let mut figure = two_traces();
    figure["data"][0]["marker"]["color"] = json!("rgb(200, 0, 100)");
    figure["layout"]["title"] = json!({"text": "Own colours", "font": {"color": "rgb(0, 128, 0)"}});
    let widget = show(&agent, &figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let fill = |css: &str| format!("getComputedStyle(document.querySelector('{css}')).fill");
    let tick = fill(".xtick text");
    for (scheme, name, dark) in
        [(ColorScheme::Dark, "chart-dark", true), (ColorScheme::Light, "chart-light", false)]
    {
        browser.prefer(scheme).await;
        let lightness = format!("Math.max(...{tick}.match(/\\d+/g).slice(0, 3).map(Number))");
        page.holds(&format!("({lightness} > 140) === {dark}")).await;
        assert_eq!(page.value(&fill(".scatterlayer .trace .point")).await, "rgb(200, 0, 100)");
        assert_eq!(page.value(&fill(".gtitle")).await, "rgb(0, 128, 0)");
        page.screenshot(name).await;
    }
    page.drag(PLOT, (-150, -100), (150, 100)).await;
    page.holds(&format!("{CHART}._fullLayout.xaxis.range[0] > 0.2")).await;
    browser.prefer(ColorScheme::Dark).await;
    page.holds(&format!("{CHART}._fullLayout.font.color === '#e6eaf0'")).await;
    page.holds(&format!("{CHART}._fullLayout.xaxis.range[0] > 0.2")).await;
}

/// Plotly itself draws only those that are objects; models write both.
#[tokio::test]
async fn titles_given_as_text_are_drawn() {
    let agent = Client::stdio().await;
    let mut figure = two_traces();
    figure["layout"] = json!({"title": "Sales", "titlefont": {"color": "rgb(0, 128, 0)"},
        "xaxis": {"title": "Month"}, "yaxis": {"title": {"text": "EUR"}},
        "legend": {"title": "Region"}});
    let widget = show(&agent, &figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let text = |css: &str| format!("document.querySelector('{css}')?.textContent");
    for (css, title) in [
        (".gtitle", "Sales"),
        (".xtitle", "Month"),
        (".ytitle", "EUR"),
        (".legendtitletext", "Region"),
    ] {
        page.holds(&format!("{} === '{title}'", text(css))).await;
    }
    let fill = "getComputedStyle(document.querySelector('.gtitle')).fill";
    assert_eq!(page.value(fill).await, "rgb(0, 128, 0)");
    page.screenshot("chart-titles").await;
    let change = json!({"widget_id": widget.widget_id, "layout": {"title": "Sales by month"}});
    agent.call("update_chart", change).await;
    page.holds(&format!("{} === 'Sales by month'", text(".gtitle"))).await;
}

#[tokio::test]
async fn titles_of_charts_and_tables_are_in_line_and_below_them_the_buttons() {
    let agent = Client::stdio().await;
    let title = "Revenue of all shops in the north";
    let chart = |title: &str| json!({"type": "chart", "figure": {"data": [{"y": [1, 2]}], "layout": {"title": title}}});
    let html = "<div class=grid><widget-block id=one></widget-block>\
        <widget-block id=two></widget-block><widget-block id=rows></widget-block></div>";
    let blocks = json!({"one": chart(title), "two": chart(&format!("{title}<br>by month")),
        "rows": {"type": "table", "title": title, "rows": [{"a": 1}]}});
    let widget = agent.create("create_widget", json!({"html": html, "blocks": blocks})).await;
    let browser = Browser::start().await;
    for width in [1_200, 390] {
        browser.set_size(width, 900).await;
        let page = browser.open(&widget.url).await;
        let box_of = |css: &str| format!("document.querySelector('{css}').getBoundingClientRect()");
        page.holds("document.querySelectorAll('.gtitle').length === 2").await;
        for id in ["one", "two"] {
            let (title, block) = (box_of(&format!("#{id} .gtitle")), box_of(&format!("#{id}")));
            page.holds(&format!("(({title}.top - {block}.top) | 0) in {{0: 0, 1: 0, 2: 0, 3: 0}}"))
                .await;
            let buttons = box_of(&format!("#{id} .modebar"));
            page.holds(&format!("{buttons}.top >= {title}.bottom - 4")).await;
        }
        let (title, block) = (box_of("#rows .widget-table-title"), box_of("#rows"));
        page.holds(&format!("{title}.top === {block}.top")).await;
    }
}

#[tokio::test]
async fn a_chart_has_the_ground_of_what_it_is_moved_to() {
    let agent = Client::stdio().await;
    let html = "<div class=card><widget-block id=sales></widget-block></div><div id=out></div>";
    let blocks = json!({"sales": {"type": "chart", "figure": {"data": [{"y": [1, 2]}]}}});
    let widget = agent.create("create_widget", json!({"html": html, "blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    browser.prefer(ColorScheme::Dark).await;
    let paper = format!("{CHART}?._fullLayout?.paper_bgcolor");
    page.holds(&format!("{paper} === '#222a35'")).await;
    let change = json!({"op": "move", "id": "sales", "into": "out"});
    agent.call("update_widget", json!({"changes": [change]})).await;
    page.holds(&format!("{paper} === '#14181f'")).await;
    page.reload().await;
    page.holds(&format!("{paper} === '#14181f'")).await;
}

#[tokio::test]
async fn a_chart_is_as_wide_as_its_window() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &two_traces()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    for width in [500, 1200, 700] {
        browser.set_width(width).await;
        page.shell_holds(&format!("innerWidth === {width}")).await;
        let drawn = "document.querySelector('.main-svg')?.getBoundingClientRect().width";
        page.holds(&format!("{drawn} > {width} - 60 && {drawn} <= {width}")).await;
    }
    // The window's size is not of the person's doing.
    agent.event_count(&widget.widget_id, 0).await;
}

/// As many points as a day has seconds, and some more, as people measure: to a thousandth.
fn hundred_thousand_points() -> Value {
    let x: Vec<u32> = (0..100_000).collect();
    let y: Vec<f64> = x
        .iter()
        .map(|x| {
            ((f64::from(*x) / 5_000.0).sin() * 1e5 + f64::from(x * 7919 % 20_011)).round() / 1e3
        })
        .collect();
    json!({"data": [{"type": "scattergl", "mode": "markers", "marker": {"size": 3}, "x": x, "y": y}]})
}

#[tokio::test]
async fn a_hundred_thousand_points_are_drawn_and_zoomed() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &hundred_thousand_points()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds(&format!("{CHART}?._fullData[0].type === 'scattergl'")).await;
    page.holds("document.querySelector('.gl-canvas-context').width > 100").await;
    page.screenshot("chart-100k").await;
    page.drag(PLOT, (-100, -80), (100, 80)).await;
    let event = agent.event(&widget.widget_id, "chart:relayout").await;
    assert!(event["data"]["xaxis.range[0]"].as_f64() > Some(10_000.0), "{event}");
    let extend = json!({"widget_id": widget.widget_id, "max_points": 100_000,
        "extend": {"x": [[100_000]], "y": [[0.5]]}});
    let answer = agent.call("update_chart", extend).await;
    assert_ne!(answer["delivery"]["status"], "failed", "{answer}");
    let newest =
        format!("{CHART}.data[0].x.length === 100000 && {CHART}.data[0].x.at(-1) === 100000");
    page.holds(&newest).await;
    page.holds(&format!("{CHART}._fullLayout.xaxis.range[0] > 10000")).await;
    page.screenshot("chart-100k-zoomed").await;
}

/// Two frames, each in sight for so many milliseconds, and a button that plays them.
fn animated(duration: u32) -> Value {
    let frame = |name: &str, y: [u8; 2]| json!({"name": name, "data": [{"y": y}]});
    let play = json!({"method": "animate", "label": "Play",
        "args": [null, {"frame": {"duration": duration}, "transition": {"duration": 0}}]});
    json!({
        "data": [{"type": "scatter", "x": [1, 2], "y": [1, 2]}],
        "layout": {"updatemenus": [{"type": "buttons", "buttons": [play]}], "yaxis": {"range": [0, 10]}},
        "frames": [frame("one", [5, 6]), frame("two", [8, 9])],
    })
}

#[tokio::test]
async fn frames_are_played() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &animated(20)).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds(&format!("{CHART}?.data[0].y.join() === '1,2'")).await;
    let is_played = async || {
        page.point_and_click(".updatemenu-button").await;
        page.holds(&format!("{CHART}.data[0].y.join() === '8,9'")).await;
    };
    is_played().await;
    // Neither an update nor another theme takes the frames away.
    for (tool, change) in [
        ("update_chart", json!({"restyle": {"line.color": "red"}})),
        ("update_theme", json!({"theme": "dark"})),
    ] {
        for (tool, change) in
            [(tool, change), ("update_chart", json!({"restyle": {"y": [[1, 2]]}}))]
        {
            let mut arguments = change;
            arguments["widget_id"] = json!(widget.widget_id);
            agent.apply(tool, arguments).await;
        }
        page.holds(&format!("{CHART}.data[0].y.join() === '1,2'")).await;
        is_played().await;
    }
}

/// Shapes and menus are drawn in a new plot only, in which the rest of the frames is played.
#[tokio::test]
async fn an_update_that_makes_a_new_plot_does_not_stop_an_animation() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &animated(3_000)).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds(&format!("{CHART}?.data[0].y.join() === '1,2'")).await;
    page.point_and_click(".updatemenu-button").await;
    page.holds(&format!("{CHART}.data[0].y.join() === '5,6'")).await;
    let line = json!([{"type": "line", "x0": 1, "x1": 2, "y0": 3, "y1": 3}]);
    let update = json!({"widget_id": widget.widget_id, "layout": {"shapes": line}});
    agent.apply("update_chart", update).await;
    page.holds("document.querySelector('.shapelayer path') !== null").await;
    page.holds(&format!("{CHART}.data[0].y.join() === '8,9'")).await;
}
