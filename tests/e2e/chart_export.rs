//! A chart is saved as a file, when the person agrees.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Page, eventually};

use crate::chart_events::{PLOT, show, two_traces};

const ASKED: &str = "document.querySelector('dialog[open]') !== null";

async fn open(agent: &Client, browser: &Browser) -> (Page, String) {
    let widget = show(agent, &two_traces()).await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelectorAll('.scatterlayer .point').length === 5").await;
    (page, widget.widget_id)
}

#[tokio::test]
async fn the_buttons_of_a_chart_save_its_picture_and_its_points() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (page, _) = open(&agent, &browser).await;
    let downloads = browser.downloads().await;

    page.hover(PLOT, (0, 100)).await;
    page.click(".modebar-btn[data-title^='Save the points']").await;
    page.shell_holds(
        "document.querySelector('dialog[open] .address').textContent.startsWith('chart.csv (')",
    )
    .await;
    page.agree().await;
    let csv = String::from_utf8(downloads.file("chart.csv").await).expect("text");
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(lines[..2], ["\u{feff}trace,index,x,y,customdata", "A,0,1,1,a"], "{csv}");
    assert_eq!(lines[5..], ["B,1,3,1,", ""], "{csv}");

    page.hover(PLOT, (0, 100)).await;
    page.click(".modebar-btn[data-title^='Save as a picture']").await;
    page.shell_holds(ASKED).await;
    page.agree().await;
    let png = downloads.file("chart.png").await;
    assert!(png.starts_with(b"\x89PNG") && png.len() > 5_000, "{} bytes", png.len());
}

#[tokio::test]
async fn an_agent_offers_a_file_and_the_person_decides() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (page, id) = open(&agent, &browser).await;
    let downloads = browser.downloads().await;
    let export = async || {
        let data = json!({"format": "json"});
        let arguments = json!({"widget_id": id, "event_type": "chart:export", "data": data});
        // After a refusal there is a pause.
        eventually("the question", async || {
            let answer = agent.call("send_event", arguments.clone()).await;
            if page.shell_value(ASKED).await == true { Ok(()) } else { Err(answer.to_string()) }
        })
        .await;
    };
    export().await;
    page.shell_click("dialog[open] button:not(.open)").await;
    page.shell_holds(&format!("!({ASKED})")).await;
    export().await;
    page.agree().await;
    let json: Value = serde_json::from_slice(&downloads.file("chart.json").await).expect("JSON");
    assert_eq!(json["data"], two_traces()["data"]);
    assert_eq!(downloads.count(), 1, "what was declined is not saved");
}

#[tokio::test]
async fn long_integers_keep_every_digit_in_a_click_and_in_the_table() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let x = [9_007_199_254_740_993_u64, 9_007_199_254_741_993, 9_007_199_254_742_993];
    let points = json!({"type": "scatter", "mode": "markers", "marker": {"size": 40}, "x": x,
        "y": [1, 2, 3], "customdata": x});
    let layout = json!({"xaxis": {"range": [x[0] - 1_000, x[2] + 1_000]},
        "yaxis": {"range": [0, 4]}});
    let widget = show(&agent, &json!({"data": [points], "layout": layout})).await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelectorAll('.scatterlayer .point').length === 3").await;
    let downloads = browser.downloads().await;

    // The middle of the plot is the second point.
    page.point_and_click(PLOT).await;
    let event = agent.event(&widget.widget_id, "chart:click").await;
    let point = &event["data"]["points"][0];
    let digits = x[1].to_string();
    let given = (&point["x"], &point["y"], &point["customdata"]);
    assert_eq!(given, (&json!(digits), &json!(2), &json!(digits)), "{event}");

    page.hover(PLOT, (0, 100)).await;
    page.click(".modebar-btn[data-title^='Save the points']").await;
    page.agree().await;
    let csv = String::from_utf8(downloads.file("chart.csv").await).expect("text");
    assert!(csv.contains(&format!(",1,{digits},2,{digits}\r\n")), "{csv}");
}
