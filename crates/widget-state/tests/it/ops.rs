//! Widgets and operations on them, made at random: some are refused.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use widget_state::{
    Block, ChartEdit, ColumnSettings, Content, ElementEdit, EventName, Figure, MarqueeContent,
    Modal, Op, RowStrategy, Rows, TableState, Theme, TickerChange, Toast, ToastKind, Toolbar,
    Widget,
};

pub(crate) fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        3 => (ids(), content()).prop_map(|(id, content)| Op::set_content(id, content)),
        1 => (ids(), "[a-z]{0,3}").prop_map(|(id, text)| {
            Op::AppendText { component_id: id.into(), text }
        }),
        3 => (ids(), edit()).prop_map(|(id, edit)| Op::edit_element(id, edit)),
        2 => (ids(), value()).prop_map(|(id, value)| Op::set_value(id, value)),
        1 => update_ticker(),
        1 => set_marquee(),
        2 => on_chart(),
        3 => on_table(),
        3 => appearance(),
        1 => signal(),
    ]
}

/// Ids of elements, components, modals and blocks, and one of nothing.
fn ids() -> impl Strategy<Value = &'static str> {
    let elements = ["counter", "panel", "note", "line"];
    let others = ["go", "dark", "box", "inner", "views", "missing"];
    select([&elements[..], &elements[..], &others[..]].concat())
}

/// HTML that has elements in it, which others of the contents have as well.
fn content() -> impl Strategy<Value = Content> {
    let html = select(vec![
        "<b id=counter>1</b>",
        "<section id=panel>a <i id=note>b</i></section>",
        "<p id=counter><b id=note>2</b></p>",
        "<b>bold</b>",
    ]);
    prop_oneof![
        html.prop_map(|html| Content::Html(html.into())),
        "[a-z0-9<>]{0,6}".prop_map(Content::Text),
    ]
}

fn edit() -> impl Strategy<Value = ElementEdit> {
    let html = select(vec!["<i id=note>3</i>", "<p id=line>x</p>", "y", "<li id=panel></li>"]);
    let kinds =
        [ElementEdit::Append, ElementEdit::Prepend, ElementEdit::Before, ElementEdit::After];
    let titles = prop::option::of(select(vec!["a", "b"]));
    let name = select(vec!["title", "lang", "id"]);
    prop_oneof![
        4 => (select(kinds.to_vec()), html).prop_map(|(kind, html)| kind(html.into())),
        1 => Just(ElementEdit::Remove),
        1 => (name, titles).prop_map(|(name, value)| {
            ElementEdit::Attributes([(name.into(), value.map(Into::into))].into())
        }),
        1 => ("[ab]", any::<bool>()).prop_map(|(name, is_on)| {
            ElementEdit::Classes([(name, is_on)].into())
        }),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    select(vec![json!(true), json!(false), json!("second")])
}

fn update_ticker() -> impl Strategy<Value = Op> {
    ("[a-c]{1}", any::<bool>(), 0..3usize).prop_map(|(ticker, html, count)| {
        let content = if html { Content::Html(ticker.clone()) } else { Content::Text("t".into()) };
        let style = (count > 0).then(|| [("color".into(), count.to_string())].into());
        let class_name = (count > 1).then(|| ticker.clone());
        let change = TickerChange { content: Some(content), style, class_name };
        Op::UpdateTicker { ticker, change }
    })
}

fn set_marquee() -> impl Strategy<Value = Op> {
    (prop::collection::vec("[a-c]", 0..3), any::<bool>()).prop_map(|(tickers, as_text)| {
        let items = tickers.iter().map(|it| json!({"type": "ticker_item", "ticker": it}));
        let items = serde_json::from_value(items.collect()).expect("items");
        let content = match as_text {
            true => MarqueeContent::Text(tickers.concat()),
            false => MarqueeContent::Items(items),
        };
        Op::SetMarquee { component_id: "news".into(), content }
    })
}

fn signal() -> impl Strategy<Value = Op> {
    let event_type = EventName::new("app:x").expect("a name");
    let urls = select(vec!["https://e.example/", "file:///x"]);
    prop_oneof![
        Just(Op::Toast(Toast::new(ToastKind::Warning, "Careful"))),
        Just(Op::Emit { event_type, data: json!({}) }),
        urls.prop_map(|url| Op::Navigate { url: url.into() }),
    ]
}

fn on_chart() -> impl Strategy<Value = Op> {
    let length = prop_oneof![1 => Just(70_000usize), 8 => 0..20usize];
    let view = json!({"layout": {"xaxis.range[0]": 1}, "visible": {"0": "legendonly"}});
    let view = serde_json::from_value(view).expect("a view");
    prop_oneof![
        length.prop_map(|length| Op::SetFigure {
            block_id: None,
            figure: Figure::parse(json!({"data": [{"name": "x".repeat(length)}]}).to_string())
                .expect("a figure"),
        }),
        chart_edit().prop_map(|edit| Op::EditChart { block_id: None, edit }),
        Just(Op::SetChartViewport { block_id: None, view }),
    ]
}

fn on_table() -> impl Strategy<Value = Op> {
    let rows = prop::collection::vec(0..6u8, 0..4).prop_map(|ids| {
        let rows = ids.into_iter().map(|id| json!({"id": id, "v": id % 3}));
        rows.collect::<Value>().to_string()
    });
    let strategies = select(vec![RowStrategy::Set, RowStrategy::Append, RowStrategy::Update]);
    prop_oneof![
        (strategies, rows).prop_map(|(strategy, rows)| Op::TableRows {
            block_id: None,
            strategy,
            rows: rows.into()
        }),
        (0..6u8, select(vec!["v", "id", "w"]), 0..3u8).prop_map(|(id, field, value)| {
            let (row_id, value) = (json!(id), json!(value));
            Op::TableCell { block_id: None, row_id, field: field.into(), value }
        }),
        table_state().prop_map(|state| Op::TableState { block_id: None, state }),
        ("[a-z]{0,3}", any::<Option<bool>>()).prop_map(|(title, editable)| {
            let title = Some(title);
            let columns = vec![ColumnSettings { title, editable, ..ColumnSettings::of("v") }];
            Op::TableColumns { block_id: None, columns }
        }),
    ]
}

fn appearance() -> impl Strategy<Value = Op> {
    let names = select(vec!["margin-top", "margin", "fontSize", "--x", "colr"]);
    let values = prop::option::of(select(vec!["1px", "", "2px !important", ";"]));
    let style =
        (ids(), prop::collection::btree_map(names, values, 0..3)).prop_map(|(id, style)| {
            let own = |value: &str| value.to_owned();
            let style = style.into_iter().map(|(name, value)| (own(name), value.map(own)));
            Op::SetStyle { component_id: id.into(), style: style.collect() }
        });
    let css_id = "[a-b]";
    let css = select(vec!["b{}", "i{}", "", "@import 'x'"]);
    let theme = select(vec![Theme::Light, Theme::Dark, Theme::System]);
    prop_oneof![
        style,
        (css_id, css).prop_map(|(css_id, css)| Op::InjectCss { css_id, css: css.into() }),
        css_id.prop_map(|css_id| Op::RemoveCss { css_id }),
        theme.prop_map(|theme| Op::SetTheme { theme }),
    ]
}

fn table_state() -> impl Strategy<Value = TableState> {
    (0..3u32, any::<bool>()).prop_map(|(width, sorted)| {
        let sort = if sorted { json!([{"field": "v", "direction": "asc"}]) } else { json!([]) };
        let columns = json!([{"field": "id", "width": 90 + width, "pinned": "left"}]);
        serde_json::from_value(json!({"columns": columns, "sort": sort})).expect("a state")
    })
}

fn chart_edit() -> impl Strategy<Value = ChartEdit> {
    let value = prop_oneof![
        Just(json!(null)),
        Just(json!({"color": "red", "size": null})),
        Just(json!(["red", {"color": "blue"}])),
        (0..3u8).prop_map(|n| json!(n)),
    ];
    let name = select(vec!["marker", "marker.color", "name", "y", "y[1]", "a..b"]);
    let attributes = prop::collection::btree_map(name, value, 0..3);
    let points = prop::collection::vec(prop::collection::vec(0..9u8, 0..4), 0..3);
    let traces = prop::option::of(prop::collection::vec(0..3usize, 0..3));
    let most = prop::option::of(0..5usize);
    (attributes.clone(), attributes, points, traces, most, prop::bool::weighted(0.1)).prop_map(
        |(layout, restyle, points, traces, max_points, reset_zoom)| {
            let extend = if points.is_empty() { json!({}) } else { json!({"y": points}) };
            let edit = json!({"layout": layout, "restyle": restyle, "extend": extend,
                "traces": traces, "max_points": max_points, "reset_zoom": reset_zoom});
            serde_json::from_value(edit).expect("an edit")
        },
    )
}

/// A widget of each kind with a toolbar and a modal, and a page of all kinds of blocks.
pub(crate) fn widgets() -> Vec<Widget> {
    let rows = Rows::parse(r#"[{"id": 0, "v": 1}, {"id": 1, "v": 2}]"#).expect("rows");
    let keyed = rows.clone().with_row_id("id").expect("unique");
    let toolbar: Toolbar = serde_json::from_value(json!({"items": [
        {"type": "button", "component_id": "go"},
        {"type": "toggle", "component_id": "dark", "event": "counter:toggle"},
        {"type": "marquee", "component_id": "news", "items": [
            {"type": "ticker_item", "ticker": "a"}]},
        {"type": "div", "children": [{"type": "ticker_item", "ticker": "b", "html": "<i>"}]},
    ]}))
    .expect("a toolbar");
    let modal: Modal = serde_json::from_value(json!({
        "component_id": "box", "reset_on_close": true,
        "items": [{"type": "checkbox", "component_id": "inner"}],
    }))
    .expect("a modal");
    let html = "<b id=counter>off</b><div id=panel><i id=note>1</i></div>";
    let figure = |json: &str| Widget::chart(Figure::parse(json).expect("a figure"));
    let all = [
        Widget::html(html),
        Widget::html("<b id=counter>1</b><script></script>"),
        figure(r#"{"data": []}"#),
        figure(r#"{"data": [{}, {"y": [1, 2.50]}]}"#),
        Widget::table(rows),
        Widget::table(keyed),
        page(html),
    ];
    let around = |widget: Widget| {
        let widget = widget.with_toolbars([toolbar.clone()]).expect("unique ids");
        widget.with_modals([modal.clone()]).expect("unique ids")
    };
    all.into_iter().map(around).collect()
}

fn page(html: &str) -> Widget {
    let blocks: Vec<Block> = serde_json::from_value(json!([
        {"type": "card", "title": "Sum", "blocks": [{"type": "html", "html": html}],
         "actions": [{"type": "ticker_item", "component_id": "last", "ticker": "c"}]},
        {"type": "tabs", "id": "views", "tabs": [
            {"id": "first", "title": "A", "blocks": [
                {"type": "chart", "id": "figure", "figure": {"data": [{"y": [1]}]}}]},
            {"id": "second", "title": "B", "blocks": [
                {"type": "table", "id": "rows", "rows": [{"id": 0, "v": 1}], "row_id": "id"}]},
        ]},
    ]))
    .expect("blocks");
    Widget::page(blocks).expect("unique ids")
}
