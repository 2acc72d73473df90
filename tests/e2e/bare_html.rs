//! HTML as a model writes it for any browser: it does here what it does there, or says why not.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Page, serve_page};

async fn show(agent: &Client, browser: &Browser, html: &str) -> (Page, Created) {
    let widget = agent.create("create_widget", json!({"title": "Bare", "html": html})).await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('.widget-content')?.children.length > 0").await;
    (page, widget)
}

/// The errors of the page's scripts, as the agent reads them.
async fn errors(agent: &Client, widget: &Created) -> String {
    let arguments = json!({"widget_id": widget.widget_id});
    agent.call("inspect_widget", arguments).await["script_errors"].to_string()
}

#[tokio::test]
async fn a_form_closes_its_dialog_and_is_sent() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let html =
        "<button id=open onclick=\"document.getElementById('box').showModal()\">Open</button>
        <dialog id=box><form method=dialog data-event='box:end'>
            <input name=amount value=7><button id=ok value=ok>OK</button></form></dialog>";
    let (page, widget) = show(&agent, &browser, html).await;
    page.click("#open").await;
    page.point_and_click("#ok").await;
    page.holds("!document.querySelector('#box').open").await;
    page.holds("document.querySelector('#box').returnValue === 'ok'").await;
    let event = agent.event(&widget.widget_id, "box:end").await;
    assert_eq!(event["data"], json!({"amount": "7"}));
}

#[tokio::test]
async fn the_scripts_of_two_blocks_and_of_html_that_is_set_again_run_once_each() {
    let agent = Client::stdio().await;
    let block = |id: &str, n: u32| {
        format!(
            "<button id={id}-go onclick='told()'>{id}</button><i id={id}-n></i><script>
            'use strict';
            const number = {n};
            let told = () => {{}};
            document.addEventListener('DOMContentLoaded', () => {{
                const button = document.getElementById('{id}-go');
                button.addEventListener('click', () => widget.emit('{id}:go', {{number}}));
                document.getElementById('{id}-n').textContent = number;
            }});
            window.onload = () => widget.emit('{id}:loaded', {{number}});
            </script><script>const twice = number * 2;</script>"
        )
    };
    let widget = agent
        .create(
            "create_widget",
            json!({"blocks": [
                {"type": "html", "id": "a", "html": block("a", 1)},
                {"type": "html", "id": "b", "html": block("b", 2)},
            ]}),
        )
        .await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#b-n", "2").await;
    let change = json!({"widget_id": widget.widget_id, "changes": [
        {"op": "set", "id": "b", "block": {"html": block("b", 3)}}]});
    let answer = agent.call("update_widget", change).await;
    assert!(!answer.to_string().contains("declared"), "{answer}");
    page.shows("#b-n", "3").await;
    page.point_and_click("#a-go").await;
    page.point_and_click("#b-go").await;
    let events = agent.event_count(&widget.widget_id, 5).await;
    let told = |event: &Value| (event["event_type"].clone(), event["data"]["number"].clone());
    let told: Vec<_> = events.iter().map(told).collect();
    let expected = [("a:loaded", 1), ("b:loaded", 2), ("b:loaded", 3), ("a:go", 1), ("b:go", 3)];
    assert_eq!(told, expected.map(|(name, number)| (json!(name), json!(number))));
    assert_eq!(errors(&agent, &widget).await, "[]");
}

#[tokio::test]
async fn links_lead_on_whatever_listens_around_them() {
    let goal = |name: &str, port: u16| format!("http://127.0.0.1:{port}/{name}");
    let port = serve_page("<title>Goal</title>").await;
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let html = format!(
        "<div onclick=\"widget.emit('card:open')\">
            <a id=own href='{}' onclick='event.stopPropagation()'>Own</a>
            <b id=buy data-event='card:buy' onclick='event.stopPropagation()'>Buy</b>
            <p data-event='card:row'><b id=drop onclick='event.stopPropagation()'>x</b></p></div>
        <a id=routed href='/inside' onclick=\"event.preventDefault(); widget.emit('page:inside')\">In</a>
        <a id=mail href='mailto:ada@example.com'>Mail</a>
        <a id=foot href='#end'>Foot</a><div style='height: 3000px'></div><p id=end>End</p>",
        goal("own", port)
    );
    let (page, widget) = show(&agent, &browser, &html).await;
    page.point_and_click("#own").await;
    page.shell_holds("document.querySelector('dialog[open]') !== null").await;
    page.agree().await;
    browser.opened("/own").await.without_views().close().await;
    page.point_and_click("#drop").await;
    page.point_and_click("#buy").await;
    page.point_and_click("#routed").await;
    page.point_and_click("#mail").await;
    // The person is told what is not opened.
    page.holds("document.querySelector('.widget-toasts').textContent.includes('mailto:ada@')")
        .await;
    page.point_and_click("#foot").await;
    page.holds("document.querySelector('#end').getBoundingClientRect().top < innerHeight").await;
    let events = agent.event_count(&widget.widget_id, 2).await;
    let names: Vec<_> = events.iter().map(|event| event["event_type"].as_str()).collect();
    assert_eq!(names, [Some("card:buy"), Some("page:inside")]);
}

#[tokio::test]
async fn files_that_scripts_make_are_saved_once_the_person_agrees() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    // The three ways of examples on the web.
    let html = "<script>
        function save() {
            const link = document.createElement('a');
            link.href = URL.createObjectURL(new Blob(['a,b\\n1,2'], {type: 'text/csv;charset=utf-8'}));
            link.download = 'made.csv';
            link.click();
            URL.revokeObjectURL(link.href);
        }
        </script><button id=blob onclick='save()'>CSV</button>
        <a id=data download='Notes.txt' href='data:text/plain,one%20two'>Notes</a>
        <button id=own onclick=\"widget.download('all.json', JSON.stringify({n: 1}))\">JSON</button>
        <button id=page onclick=\"widget.download('x.html', '<p>')\">HTML</button>";
    let (page, _) = show(&agent, &browser, html).await;
    let downloads = browser.downloads().await;
    for (css, name, text) in [
        ("#blob", "made.csv", "a,b\n1,2"),
        ("#data", "Notes.txt", "one two"),
        ("#own", "all.json", "{\"n\":1}"),
    ] {
        page.point_and_click(css).await;
        page.agree().await;
        assert_eq!(downloads.file(name).await, text.as_bytes(), "{name}");
    }
    page.point_and_click("#page").await;
    page.holds("document.querySelector('.widget-toasts').textContent.includes('Not saved')").await;
}

#[tokio::test]
async fn what_a_sandbox_lacks_is_there_or_told() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let html = "<button id=alert onclick=\"alert('Saved ' + localStorage.getItem('theme'))\">A</button>
        <button id=ask onclick=\"if (confirm('Delete it?')) widget.emit('it:delete')\">D</button>
        <button id=copy onclick=\"navigator.clipboard.writeText('copied').then(() => widget.emit('it:copied'))\">C</button>
        <script>localStorage.setItem('theme', 'dark')</script>";
    let (page, widget) = show(&agent, &browser, html).await;
    let toasts = "document.querySelector('.widget-toasts').textContent";
    page.point_and_click("#alert").await;
    page.holds(&format!("{toasts}.includes('Saved dark')")).await;
    page.point_and_click("#ask").await;
    page.holds(&format!("{toasts}.includes('Delete it?')")).await;
    let errors = errors(&agent, &widget).await;
    assert!(errors.contains("confirm() does nothing"), "{errors}");
    page.point_and_click("#copy").await;
    agent.event(&widget.widget_id, "it:copied").await;
    assert_eq!(agent.event_count(&widget.widget_id, 1).await.len(), 1);
}

#[tokio::test]
async fn a_page_keeps_what_its_html_says_of_itself_until_it_says_something_else() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let html = "<html dir=rtl lang=he class=big><body data-page=first onload=\"widget.emit('page:loaded')\">
        <p id=p>x</p></body></html>";
    let (page, widget) = show(&agent, &browser, html).await;
    page.holds("document.dir === 'rtl' && document.documentElement.lang === 'he'").await;
    page.holds("document.body.dataset.page === 'first'").await;
    agent.event(&widget.widget_id, "page:loaded").await;
    let whole =
        json!({"widget_id": widget.widget_id, "component_id": "body", "html": "<p id=q>y</p>"});
    agent.call("set_content", whole).await;
    page.shows("#q", "y").await;
    page.holds("document.dir === '' && document.body.dataset.page === undefined").await;
    let more = json!({"op": "append", "id": "body", "html": "<p id=r>z</p>"});
    let more = json!({"widget_id": widget.widget_id, "changes": [more]});
    agent.call("update_widget", more).await;
    page.shows("#r", "z").await;
    page.reload().await;
    page.shows("#r", "z").await;
    page.holds("document.querySelector('#q').textContent === 'y'").await;
}

#[tokio::test]
async fn a_print_shows_the_widget_whole() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (page, _) = show(&agent, &browser, "<div style='height: 4000px'>long</div>").await;
    let sheets = page.printed_sheets().await;
    assert!(sheets > 2, "{sheets}");
}

#[tokio::test]
async fn classes_take_nothing_away_and_the_words_for_looks_are_there() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let html = "<button id=bare>A</button><button id=own class=mine>A</button>
        <button id=primary class=primary>A</button><button id=danger class=danger>A</button>
        <input id=file type=file><input id=input><input id=field class=mine><p id=p>x</p><p id=muted class=muted>x</p>
        <section id=section><h2 id=first>Sales</h2></section>
        <div id=card class=card><style>p {}</style><h3 id=inner>Sum</h3><p id=last>x</p></div>
        <div id=grid class=grid><b>1</b><b>2</b></div>
        <dl id=terms><dt id=term>Shop<dd id=said>Oslo</dl>
        <input id=switch type=checkbox role=switch><input id=box type=checkbox>
        <form><label id=called>Name <input></label><label id=count>Count <input></label></form>";
    let (page, _) = show(&agent, &browser, html).await;
    let of = |id: &str, property: &str| format!("getComputedStyle({id})['{property}']");
    for property in ["padding", "borderRadius", "minHeight", "backgroundColor", "border", "font"] {
        for (bare, own) in [("bare", "own"), ("input", "field")] {
            page.holds(&format!("{} === {}", of(bare, property), of(own, property))).await;
        }
    }
    let of_file = "getComputedStyle(file, '::file-selector-button')";
    for property in ["borderRadius", "minHeight", "backgroundColor", "font"] {
        page.holds(&format!("{of_file}['{property}'] === {}", of("bare", property))).await;
    }
    for (one, other, property) in [
        ("primary", "bare", "backgroundColor"),
        ("danger", "primary", "backgroundColor"),
        ("muted", "p", "color"),
    ] {
        page.holds(&format!("{} !== {}", of(one, property), of(other, property))).await;
    }
    page.holds(&format!("{} === 'grid'", of("grid", "display"))).await;
    page.holds("term.getBoundingClientRect().top === said.getBoundingClientRect().top").await;
    let width = |id: &str| format!("document.getElementById('{id}').offsetWidth");
    page.holds(&format!("{} > 1.5 * {}", width("switch"), width("box"))).await;
    page.holds(&format!("{} === 'solid'", of("card", "borderTopStyle"))).await;
    let top = |id: &str| format!("{id}.getBoundingClientRect().top");
    page.holds(&format!("{} === {}", top("first"), top("section"))).await;
    let padding = of("card", "paddingTop");
    page.holds(&format!("{} - {} - 1 === parseFloat({padding})", top("inner"), top("card"))).await;
    page.holds(&format!("{} === '0px'", of("last", "marginBottom"))).await;
    page.holds("count.getBoundingClientRect().left - called.getBoundingClientRect().right >= 8")
        .await;
}
