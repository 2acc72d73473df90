//! Buttons inside a chart: they can be read, and they show what they say.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, ColorScheme, Page, eventually};

use crate::chart_events::show;

const CHART: &str = "document.querySelector('.js-plotly-plot')";

/// WCAG 2.2, 1.4.3, for the text of each button by the fill behind it.
const MIN_CONTRAST: &str = "(() => {
    const light = (css) => {
        const [r, g, b] = css.match(/[\\d.]+/g).map((part) => {
            const value = part / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const buttons = [...document.querySelectorAll('.rangeselector .button, .updatemenu-button')];
    return Math.min(...(buttons.length < 5 ? [0] : buttons.map((button) => {
        const [back, text] = ['rect', 'text'].map((name) =>
            light(getComputedStyle(button.querySelector(name)).fill));
        return (Math.max(back, text) + 0.05) / (Math.min(back, text) + 0.05);
    })));
})()";

/// Candles of forty days, the last of which move little, with buttons for a part of them.
fn candles() -> Value {
    let day = |n: i64| format!("2026-{:02}-{:02}", 1 + n / 28, 1 + n % 28);
    let middle = |n: i64| if n < 36 { 1_000 * (n % 7) } else { 5_000 + n % 2 };
    let days: Vec<String> = (0..40).map(day).collect();
    let around = |by: i64| (0..40).map(|n| middle(n) + by).collect::<Vec<_>>();
    let button = |label: &str, count: i64| json!({"label": label, "count": count, "step": "day", "stepmode": "backward"});
    json!({
        "data": [{
            "type": "candlestick", "x": days,
            "open": around(0), "close": around(1), "high": around(2), "low": around(-1),
        }],
        "layout": {
            "xaxis": {"rangeselector": {"buttons": [
                button("2 days", 2), button("9 days", 9), {"step": "all", "label": "All"},
            ]}},
            "updatemenus": [{"type": "buttons", "active": 0, "buttons": [
                {"label": "One", "method": "skip"}, {"label": "Two", "method": "skip"},
            ]}],
        },
    })
}

/// Only this range button is marked as the one in force.
async fn is_marked(page: &Page, label: &str) {
    let mark = "rgb(223, 227, 233)";
    let marked = format!(
        "[...document.querySelectorAll('.rangeselector .button')].filter((button) => \
            getComputedStyle(button.querySelector('rect')).fill === '{mark}')\
            .map((button) => button.textContent).join()"
    );
    page.holds(&format!("{marked} === '{label}'")).await;
}

#[tokio::test]
async fn the_buttons_of_a_chart_can_be_read() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &candles()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        browser.prefer(scheme).await;
        page.holds(&format!("{MIN_CONTRAST} >= 4.5")).await;
    }
    let chosen = "getComputedStyle(document.querySelector('.updatemenu-item-rect')).fill";
    page.holds(&format!("{chosen} === 'rgb(138, 176, 255)'")).await;
    page.screenshot("chart-controls-dark").await;
}

#[tokio::test]
async fn sliders_and_menus_have_the_colours_of_the_theme() {
    let agent = Client::stdio().await;
    let step = |label: &str| json!({"label": label, "method": "skip"});
    let figure = json!({
        "data": [{"y": [1, 3, 2]}],
        "layout": {
            "sliders": [{"steps": [step("2024"), step("2025"), step("2026")],
                "currentvalue": {"prefix": "Year "}}],
            "updatemenus": [{"type": "dropdown", "buttons": [step("One"), step("Two")]}],
        },
    });
    let widget = show(&agent, &figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let fill = |part: &str| format!("getComputedStyle(document.querySelector('{part}')).fill");
    for (scheme, raised) in
        [(ColorScheme::Light, "rgb(255, 255, 255)"), (ColorScheme::Dark, "rgb(34, 42, 53)")]
    {
        browser.prefer(scheme).await;
        for part in [".slider-grip-rect", ".slider-rail-rect", ".updatemenu-header rect"] {
            page.holds(&format!("{} === '{raised}'", fill(part))).await;
        }
    }
    page.screenshot("chart-sliders-dark").await;
}

#[tokio::test]
async fn a_range_button_fits_the_y_axis_and_is_marked_after_a_reload() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &candles()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let height =
        format!("({CHART}?._fullLayout.yaxis.range[1] - {CHART}?._fullLayout.yaxis.range[0])");
    page.holds(&format!("{height} > 5000")).await;
    is_marked(&page, "All").await;

    page.click(".rangeselector .button:nth-of-type(1)").await;
    page.holds(&format!("{height} < 10")).await;
    is_marked(&page, "2 days").await;
    agent.event(&widget.widget_id, "chart:relayout").await;
    page.reload().await;
    page.holds(&format!("{height} < 10")).await;
    is_marked(&page, "2 days").await;

    page.click(".rangeselector .button:nth-of-type(3)").await;
    page.holds(&format!("{height} > 5000")).await;
    page.click(".rangeselector .button:nth-of-type(1)").await;
    page.holds(&format!("{height} < 10")).await;
    // On a busy machine the second click of one may come too late.
    eventually("a double click shows everything", async || {
        page.double_click(crate::chart_events::PLOT).await;
        match page.value(&format!("{height} > 5000")).await {
            Value::Bool(true) => Ok(()),
            other => Err(other.to_string()),
        }
    })
    .await;
    page.click(".rangeselector .button:nth-of-type(1)").await;
    page.holds(&format!("{height} < 10")).await;
}

#[tokio::test]
async fn a_range_button_is_marked_after_a_reload() {
    let agent = Client::stdio().await;
    let mut figure = candles();
    figure["layout"]["yaxis"] = json!({"range": [0, 6000]});
    figure["layout"]["xaxis"]["range"] = json!(["2026-01-05", "2026-02-01"]);
    let widget = show(&agent, &figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    is_marked(&page, "").await;
    for (button, label) in [(1, "2 days"), (2, "9 days"), (3, "All"), (2, "9 days")] {
        page.click(&format!(".rangeselector .button:nth-of-type({button})")).await;
        is_marked(&page, label).await;
        let changes = || async {
            let events = agent.events(&widget.widget_id).await;
            events.iter().filter(|event| event["event_type"] == "chart:relayout").count()
        };
        eventually("the change arrives", async || match changes().await {
            0 => Err("none".to_owned()),
            _ => Ok(()),
        })
        .await;
        page.reload().await;
        is_marked(&page, label).await;
        page.holds(&format!("{CHART}._fullLayout.yaxis.range[1] === 6000")).await;
    }
}

#[tokio::test]
async fn the_active_button_of_a_menu_outlives_a_reload() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &candles()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let active = "[...document.querySelectorAll('.updatemenu-button')].filter((button) => \
        getComputedStyle(button.querySelector('rect')).fill === 'rgb(37, 87, 214)')\
        .map((button) => button.textContent).join()";
    page.holds(&format!("{active} === 'One'")).await;
    page.click(".updatemenu-button:nth-of-type(2)").await;
    let event = agent.event(&widget.widget_id, "chart:relayout").await;
    assert_eq!(event["data"], json!({"updatemenus[0].active": 1}));
    page.reload().await;
    page.holds(&format!("{active} === 'Two'")).await;
}

#[tokio::test]
async fn the_last_act_of_the_person_wins_in_legend_and_menu() {
    let agent = Client::stdio().await;
    let button = |visible: [Value; 2], last: i32| {
        json!({"label": "-", "method": "update",
            "args": [{"visible": visible}, {"xaxis.range": [0, last]}]})
    };
    let figure = json!({
        "data": [{"y": [1, 2, 3], "name": "A"}, {"y": [3, 2, 1], "name": "B"}],
        "layout": {"showlegend": true, "updatemenus": [{"type": "buttons",
            "buttons": [button([json!(true), json!(true)], 5),
                button([json!("legendonly"), json!(true)], 7)]}]},
    });
    let widget = show(&agent, &figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let seen = async |visible: &str, last: i32, is_zoomed: bool| {
        let shown =
            format!("{CHART}?._fullData.map(({{visible}}) => visible).join() === '{visible}'");
        let zoom = format!("({CHART}._fullLayout.xaxis.range[1] === {last}) === {is_zoomed}");
        page.holds(&format!("{shown} && {zoom}")).await;
    };
    let entry = |number: usize| format!(".legend .traces:nth-child({number}) .legendtoggle");
    let events = async |count: usize| {
        eventually(&format!("{count} changes arrive"), async || {
            let events = agent.events(&widget.widget_id).await;
            let changes = |event: &&Value| {
                let name = event["event_type"].as_str();
                matches!(name, Some("chart:relayout" | "chart:legend-click"))
            };
            let arrived = events.iter().filter(changes).count();
            if arrived == count { Ok(()) } else { Err(arrived.to_string()) }
        })
        .await;
    };
    seen("true,true", 5, false).await;
    page.point_and_click(&entry(2)).await;
    seen("true,legendonly", 5, false).await;
    page.click(".updatemenu-button:nth-of-type(1)").await;
    seen("true,true", 5, true).await;
    // The entry; the button, the traces and the range.
    events(4).await;
    page.reload().await;
    seen("true,true", 5, true).await;

    page.click(".updatemenu-button:nth-of-type(2)").await;
    seen("legendonly,true", 7, true).await;
    page.point_and_click(&entry(1)).await;
    seen("true,true", 7, true).await;
    events(8).await;
    page.reload().await;
    seen("true,true", 7, true).await;
}

#[tokio::test]
async fn the_page_behind_several_widgets_is_as_they_are() {
    let agent = Client::stdio().await;
    let first = agent.create("create_widget", json!({"html": "<p>One</p>"})).await;
    let second = agent.create("create_widget", json!({"html": "<p>Two</p>"})).await;
    for widget in [&first, &second] {
        let arguments = json!({"widget_id": widget.widget_id, "theme": "dark"});
        agent.call("update_theme", arguments).await;
    }
    let browser = Browser::start().await;
    let page = browser.open(&format!("{},{}", first.url, second.widget_id)).await;
    let ground = "getComputedStyle(document.body).backgroundColor";
    page.shell_holds(&format!("{ground} === 'rgb(13, 16, 21)'")).await;
    page.reload().await;
    page.shell_holds(&format!("{ground} === 'rgb(13, 16, 21)'")).await;
    let arguments = json!({"widget_id": first.widget_id, "theme": "light"});
    agent.apply("update_theme", arguments).await;
    page.shell_holds(&format!("{ground} === 'rgb(238, 240, 244)'")).await;
}
