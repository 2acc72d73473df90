//! A page that opens late, and an exported one, show what a page shows that was open all along.

use serde_json::{Value, json};
use tempfile::TempDir;
use widget_e2e::{Browser, Client, Created, Page};

use crate::export_page::export;

/// Ids of elements that come and go.
const IDS: &[&str] = &["panel", "inner", "count", "note", "list", "extra", "deep", "sum"];

const HTML: &str = "<div id=panel><b id=count>1</b><div id=inner><i id=note>a</i></div></div>\
    <p id=sum>2</p><div id=list><span id=extra></span><u id=deep>3</u></div>\
    <widget-block id=first></widget-block>";

/// Ids of blocks that come, move and go.
const BLOCKS: &[&str] = &["first", "second", "third"];

/// The ids in the body, and the ids of the elements around each.
const ELEMENTS: &str = "Object.fromEntries(Array.from(
    document.querySelectorAll('.widget-content [id]'),
    ({id, parentElement}) => {
        const around = [];
        for (let at = parentElement; at; at = at.parentElement) if (at.id) around.push(at.id);
        return [id, around];
    }))";

/// The body as a person sees it.
const SEEN: &str = "(() => {
    const body = document.querySelector('.widget-content');
    const colours = Array.from(body.querySelectorAll('[id]'),
        (element) => `${element.id} ${getComputedStyle(element).color}`);
    return [body.innerHTML.replaceAll(' style=\"\"', ''), ...colours];
})()";

/// Random numbers that are the same in each run (xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("a small number")
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// HTML with some of these ids, some inside of others.
fn markup(random: &mut Random, ids: &mut Vec<&str>) -> String {
    let mut html = format!("t{}", random.below(100));
    for _ in 0..random.below(3) {
        let Some(id) = ids.pop() else { break };
        let inside = if random.below(2) == 0 { markup(random, ids) } else { "7".into() };
        html += &format!("<span id={id}>{inside}</span>");
    }
    html
}

/// A change of a block, of which those in `known` are part of the document, and maybe of the page.
fn change_of_blocks(random: &mut Random, known: &mut Vec<&str>, there: &[&String]) -> Value {
    let block = *random.one_of(BLOCKS);
    let others: Vec<_> = there.iter().filter(|id| **id != block).collect();
    let other = random.one_of(&others).as_str();
    let side = *random.one_of(&["before", "after"]);
    let value = random.below(100);
    if !known.contains(&block) {
        known.push(block);
        let metric = json!({"type": "metric", "label": block, "value": value});
        return json!({"op": side, "id": other, "blocks": {block: metric}});
    }
    match random.below(5) {
        0 => {
            known.retain(|other| *other != block);
            json!({"op": "remove", "id": block})
        }
        1 => json!({"op": "set", "id": block, "block": {"value": value}}),
        2 if there.iter().any(|id| *id == block) => {
            json!({"op": side, "id": block, "text": format!("t{value}")})
        }
        _ => json!({"op": "move", "id": block, side: other}),
    }
}

async fn change(
    agent: &Client,
    widget: &Created,
    page: &Page,
    (random, known): (&mut Random, &mut Vec<&str>),
) {
    let elements = page.value(ELEMENTS).await;
    let all: Vec<&String> = elements.as_object().expect("elements").keys().collect();
    let is_element = |id: &&&String| !BLOCKS.contains(&id.as_str());
    let there: Vec<&String> = all.iter().filter(is_element).copied().collect();
    if random.below(3) == 0 {
        let changes = json!([change_of_blocks(random, known, &all)]);
        agent.call("update_widget", json!({"changes": changes})).await;
        return;
    }
    let target = random.one_of(&there).as_str();
    let id = json!({"widget_id": widget.widget_id, "component_id": target});
    let call = |tool, name: &str, value: Value| {
        let mut arguments = id.clone();
        arguments[name] = value;
        if tool == "update_widget" {
            arguments.as_object_mut().expect("an object").remove("component_id");
        }
        async move { agent.call(tool, arguments).await }
    };
    match random.below(7) {
        0 => {
            let number = random.below(50).to_string();
            call("set_content", "text", number.into()).await;
        }
        1 | 2 => {
            let is_free = |id: &&&str| {
                let around = &elements[**id];
                around.is_null()
                    || around.as_array().is_some_and(|around| around.contains(&target.into()))
            };
            let mut free: Vec<_> = IDS.iter().filter(is_free).copied().collect();
            call("set_content", "html", markup(random, &mut free).into()).await;
        }
        3 => {
            let colour = *random.one_of(&["red", "green", "blue"]);
            call("set_style", "style", json!({"color": colour})).await;
        }
        4 | 5 => {
            let op = *random.one_of(&["append", "prepend", "before", "after", "remove", "class"]);
            let is_free = |id: &&&str| elements[**id].is_null();
            let mut free: Vec<_> = IDS.iter().filter(is_free).copied().collect();
            let is_around = |id: &str| {
                elements[id].as_array().is_some_and(|around| around.contains(&target.into()))
            };
            let change = match op {
                // Something is left to be changed.
                "remove" if there.iter().any(|id| *id != target && !is_around(id)) => {
                    json!({"op": op, "id": target})
                }
                "remove" | "class" => json!({"op": "class", "id": target, "add": ["muted"]}),
                _ => json!({"op": op, "id": target, "html": markup(random, &mut free)}),
            };
            call("update_widget", "changes", json!([change])).await;
        }
        _ => {
            page.click(&format!("#plus-{target}")).await;
            let made = json!({"widget_id": widget.widget_id, "timeout_ms": 10_000});
            let events = agent.call("wait_for_events", made).await;
            assert_eq!(events["events"].as_array().map(Vec::len), Some(1), "{events}");
        }
    }
}

async fn late_pages_show_the_same(seed: u64) {
    let buttons: Vec<_> = IDS
        .iter()
        .map(|id| {
            json!({"type": "button", "label": id,
        "component_id": format!("plus-{id}"), "event": format!("{id}:increment")})
        })
        .collect();
    let agent = Client::stdio().await;
    let blocks = json!({"first": {"type": "metric", "label": "first", "value": 1}});
    let arguments = json!({"html": HTML, "blocks": blocks, "toolbars": [{"items": buttons}]});
    let widget = agent.create("create_widget", arguments).await;
    let browser = Browser::start().await;
    let early = browser.open(&widget.url).await;
    early.shows("#count", "1").await;
    let (mut random, mut known) = (Random(seed), vec!["first"]);
    for _ in 0..60 {
        change(&agent, &widget, &early, (&mut random, &mut known)).await;
    }
    // Once this is there, so is everything before it.
    let last =
        json!({"widget_id": widget.widget_id, "css": "body { --last: 1 }", "css_id": "last"});
    agent.call("inject_css", last).await;
    let is_last = "getComputedStyle(document.body).getPropertyValue('--last') === '1'";
    early.holds(is_last).await;
    let seen = early.value(SEEN).await;

    let late = browser.open(&widget.url).await;
    late.holds(is_last).await;
    late.holds("document.querySelector('.widget-content [id]') !== null").await;
    assert_eq!(late.value(SEEN).await, seen, "a late page, seed {seed}");

    let (_, html) = export(&agent, &widget.widget_id, "html").await;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("widget.html");
    std::fs::write(&path, html).expect("the file is written");
    let exported = browser.open(&format!("file://{}", path.display())).await;
    exported.holds(is_last).await;
    exported.holds("document.querySelector('.widget-content [id]') !== null").await;
    assert_eq!(exported.value(SEEN).await, seen, "an exported page, seed {seed}");
}

#[tokio::test]
async fn late_and_exported_pages_show_what_an_early_one_shows() {
    for seed in [1, 20_261_123, 0x9e37_79b9_7f4a_7c15] {
        late_pages_show_the_same(seed).await;
    }
}

/// The rows, points and texts of live blocks.
const APPENDED: &str = "(() => {
    const texts = (css) => Array.from(document.querySelectorAll(css), (one) => one.textContent);
    const plot = document.querySelector('#points .js-plotly-plot');
    return [texts('#rows [role=row] .ag-cell'), plot.data.map(({x, y, text}) => [x, y, text]),
        document.querySelector('#prose').innerHTML, document.querySelector('#log').innerHTML];
})()";

#[tokio::test]
async fn what_is_appended_to_blocks_is_the_same_in_late_and_exported_pages() {
    let agent = Client::stdio().await;
    let blocks = json!({
        "rows": {"type": "table", "rows": [{"id": 0, "name": "first"}], "row_id": "id"},
        "points": {"type": "chart", "figure": {"data": [
            {"x": [0], "y": [1], "text": ["first"]}, {"type": "bar", "x": [0], "y": [2]}]}},
        "prose": {"type": "markdown", "markdown": "# Log\n"},
    });
    let html = "<widget-block id=rows></widget-block><widget-block id=points></widget-block>\
        <widget-block id=prose></widget-block><ul id=log></ul>";
    let widget = agent.create("create_widget", json!({"html": html, "blocks": blocks})).await;
    let browser = Browser::start().await;
    let early = browser.open(&widget.url).await;
    early.holds("document.querySelectorAll('#points .trace').length === 2").await;
    early.shows("#rows [row-index='0'] [col-id=name]", "first").await;
    for n in 1..=6 {
        let changes = json!([
            {"op": "append", "id": "rows", "rows": [{"id": n, "name": format!("n{n}")}]},
            {"op": "append", "id": "points", "extend": {"x": [[n], [n]], "y": [[n * n], [n]]},
                "max_points": 4},
            {"op": "append", "id": "prose", "text": format!("- **{n}**\n")},
            {"op": "append", "id": "log", "html": format!("<li>{n}</li>")},
        ]);
        agent.call("update_widget", json!({"changes": changes})).await;
    }
    let is_last = "document.querySelectorAll('#log li').length === 6
        && document.querySelectorAll('#prose li').length === 6
        && document.querySelector('#rows [row-index=\\'6\\'] .ag-cell') !== null
        && document.querySelector('#points .js-plotly-plot')?.data?.[0].x.at(-1) === 6";
    early.holds(is_last).await;
    let seen = early.value(APPENDED).await;
    assert_eq!(seen[1][0], json!([[3, 4, 5, 6], [9, 16, 25, 36], []]), "{seen}");

    let late = browser.open(&widget.url).await;
    late.holds(is_last).await;
    assert_eq!(late.value(APPENDED).await, seen, "a late page");
    let (_, html) = export(&agent, &widget.widget_id, "html").await;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("widget.html");
    std::fs::write(&path, html).expect("the file is written");
    let exported = browser.open(&format!("file://{}", path.display())).await;
    exported.holds(is_last).await;
    assert_eq!(exported.value(APPENDED).await, seen, "an exported page");
}

/// The two cases in which a reload showed something else.
#[tokio::test]
async fn nested_contents_are_the_same_after_a_reload() {
    let agent = Client::stdio().await;
    let html = "<div id=panel></div><div id=box><b id=sum>0</b></div>";
    let toolbar =
        json!({"items": [{"type": "button", "component_id": "more", "event": "sum:increment"}]});
    let widget = agent.create("create_widget", json!({"html": html, "toolbars": [toolbar]})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#sum", "0").await;
    let set = async |id: &str, name: &str, value: &str| {
        let arguments = json!({"widget_id": widget.widget_id, "component_id": id, name: value});
        agent.call("set_content", arguments).await;
    };
    set("panel", "html", "<b id=count>1</b>").await;
    set("count", "text", "5").await;
    for clicks in ["1", "2", "3"] {
        page.click("#more").await;
        page.shows("#sum", clicks).await;
    }
    set("box", "html", "<b id=sum>0</b>").await;
    page.shows("#sum", "0").await;
    page.reload().await;
    page.shows("#count", "5").await;
    page.shows("#sum", "0").await;
    page.click("#more").await;
    page.shows("#sum", "1").await;
}
