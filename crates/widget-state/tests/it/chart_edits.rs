//! Edits of figures, as cases that the TypeScript of the view is tested with too.
//!
//! `tests/fixtures/chart_edits.json` holds the cases, made by the generator below
//! from a fixed seed, and the results of this crate.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use widget_state::{Body, ChartEdit, Figure, Op, Widget};

use crate::fixture::check;

const CASES: usize = 150;

#[test]
fn the_cases_are_what_this_crate_makes_of_them() {
    check("chart_edits.json", &cases());
}

/// Applies an edit to a chart of one trace, and returns the trace or the refusal.
fn edited(trace: &Value, edit: Value) -> Result<Value, String> {
    let figure = Figure::parse(json!({"data": [trace]}).to_string()).expect("a figure");
    let edit: ChartEdit = serde_json::from_value(edit).map_err(|error| error.to_string())?;
    let mut widget = Widget::chart(figure);
    let op = Op::EditChart { block_id: None, edit };
    widget.apply(op).map_err(|error| error.to_string())?;
    let after: Value = serde_json::from_str(json_of(&widget)).expect("JSON");
    Ok(after["data"][0].clone())
}

#[test]
fn typed_lists_are_edited_as_plain_ones() {
    let two = || json!({"dtype": "i1", "bdata": "AQI="});
    let pair = || json!({"x": two(), "y": two()});
    let after = edited(&pair(), json!({"extend": {"x": [two()], "y": [[7, 8]]}}));
    assert_eq!(after, Ok(json!({"x": [1, 2, 1, 2], "y": [1, 2, 7, 8]})));
    let after = edited(&pair(), json!({"restyle": {"y": [two()]}}));
    assert_eq!(after, Ok(pair()));
    let rows = || json!({"z": {"dtype": "i1", "bdata": "AQIDBAUG", "shape": "2, 3"}});
    let after = edited(&rows(), json!({"extend": {"z": [[[7, 8, 9]]]}}));
    assert_eq!(after, Ok(json!({"z": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]})));
    let after = edited(&rows(), json!({"restyle": {"z[1][2]": 0}}));
    assert_eq!(after, Ok(json!({"z": [[1, 2, 3], [4, 5, 0]]})));
    let half = || json!({"dtype": "f8", "bdata": "AQI="});
    for (trace, edit, why) in [
        (pair(), json!({"extend": {"y": [[7]]}}), "trace 0 have \"x\", \"y\"; give all of them"),
        (json!({"x": [1, 2], "y": two()}), json!({"extend": {"x": [[7]]}}), "give all of them"),
        (pair(), json!({"extend": {"x": [two()], "y": [[7]]}}), "2 points of \"x\" and 1 of"),
        (pair(), json!({"extend": {"x": [half()], "y": [[7, 8]]}}), "bdata has 2 bytes"),
        (pair(), json!({"restyle": {"y": [half()]}}), "\"y\": bdata has 2 bytes"),
        (pair(), json!({"restyle": {"marker": {"size": half()}}}), "\"marker\".size: bdata"),
        (pair(), json!({"layout": {"xaxis.tickvals": half()}}), "\"xaxis.tickvals\": bdata"),
    ] {
        let refusal = edited(&trace, edit.clone()).expect_err("it is refused");
        assert!(refusal.contains(why), "{edit}: {refusal}");
    }
}

#[test]
fn the_lists_of_a_point_grow_together() {
    let candles = || {
        json!({"type": "candlestick", "x": ["a"], "open": [1], "high": [4], "low": [0],
            "close": [3], "text": ["b"]})
    };
    let all = json!({"x": [["c"]], "open": [[3]], "high": [[5]], "low": [[2]], "close": [[4]]});
    let after = edited(&candles(), json!({"extend": all})).expect("all grow");
    assert_eq!(after["close"], json!([3, 4]));
    let refusal = edited(&candles(), json!({"extend": {"x": [["c"]], "close": [[4]]}}));
    let refusal = refusal.expect_err("some are left behind");
    let all = "the points of trace 0 have \"x\", \"open\", \"high\", \"low\", \"close\"; give all";
    assert!(refusal.contains(all), "{refusal}");
    let polar = json!({"type": "scatterpolar", "r": [1], "theta": [90]});
    let refusal = edited(&polar, json!({"extend": {"r": [[2]]}})).expect_err("theta is left");
    assert!(refusal.contains("\"r\", \"theta\""), "{refusal}");
    // A pie whose labels are fewer is none of pairs.
    let pie = json!({"type": "pie", "values": [1, 2], "labels": ["a"]});
    edited(&pie, json!({"extend": {"values": [[3]]}})).expect("it has no pairs");
}

#[test]
fn what_is_said_of_a_point_goes_with_it() {
    let trace = json!({"x": [1, 2], "y": [3, 4], "text": ["a", "b"], "marker": {"size": [5, 6]},
        "customdata": {"dtype": "i1", "bdata": "AQI="}, "name": "n", "hovertext": "all"});
    let edit = |extend: Value| json!({"extend": extend, "max_points": 2});
    let after = edited(&trace, edit(json!({"x": [[7]], "y": [[8]]}))).expect("two grow");
    assert_eq!(
        after,
        json!({"x": [2, 7], "y": [4, 8], "text": ["b"], "marker": {"size": [6]},
            "customdata": [2], "name": "n", "hovertext": "all"})
    );
    let after = edited(&after, edit(json!({"x": [[9, 9]], "y": [[8, 8]]}))).expect("two more");
    assert_eq!((&after["text"], &after["customdata"]), (&json!([]), &json!([])));
    let given = json!({"x": [[7]], "y": [[8]], "text": [["c"]]});
    let after = edited(&trace, edit(given)).expect("the texts grow as well");
    assert_eq!((&after["text"], &after["customdata"]), (&json!(["b", "c"]), &json!([2])));
    // The sizes are no points.
    let after = edited(&trace, edit(json!({"marker.size": [[7]]}))).expect("one list grows");
    assert_eq!((&after["text"], &after["marker"]["size"]), (&trace["text"], &json!([6, 7])));
}

fn cases() -> Vec<Value> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (figure_of_notes, without_two) = notes();
    let (figure_of_points, one_more) = points();
    let by_hand = [(figure_of_notes, without_two), (figure_of_points, one_more)];
    let by_hand = by_hand.map(|(figure, edit)| case(&figure, &edit).expect("it is taken"));
    let mut cases = Vec::from(by_hand);
    while cases.len() < CASES {
        let (figure, edit) = (figure(), edit()).new_tree(&mut runner).expect("a case").current();
        cases.extend(case(&figure, &edit));
    }
    cases
}

/// A trace with every list that has a value for each point, and an edit that adds a point and drops
/// the first.
fn points() -> (Value, Value) {
    let two = || json!([1, 2]);
    let errors = || json!({"array": two(), "arrayminus": two()});
    let line = json!({"color": two(), "width": two()});
    let marker = json!({"color": two(), "colors": two(), "size": two(), "symbol": two(),
        "opacity": two(), "line": line});
    let trace = json!({"x": two(), "y": two(), "text": two(), "hovertext": two(),
        "customdata": two(), "ids": two(), "textposition": two(), "texttemplate": two(),
        "hovertemplate": two(), "measure": two(), "width": two(), "base": two(),
        "marker": marker, "textfont": {"color": two(), "size": two()},
        "error_x": errors(), "error_y": errors(), "error_z": errors()});
    let edit = json!({"extend": {"x": [[3]], "y": [[3]]}, "max_points": 2});
    (json!({"data": [trace], "layout": {}}), edit)
}

#[test]
fn every_list_of_points_loses_the_first_with_its_point() {
    let (figure, edit) = points();
    let after = case(&figure, &edit).expect("it is taken")["after"]["data"][0].to_string();
    assert!(!after.contains("[1,2]"), "{after}");
    assert_eq!((after.matches("[2,3]").count(), after.matches("[2]").count()), (2, 25));
}

/// A figure with three annotations, and an edit that takes two of them out and adds one.
fn notes() -> (Value, Value) {
    let notes = ["A", "B", "C"].map(|text| json!({"text": text}));
    let edit = json!({"layout": {"annotations[0]": null, "annotations[1]": null,
        "annotations[3]": {"text": "D"}}});
    (json!({"data": [], "layout": {"annotations": notes}}), edit)
}

#[test]
fn items_are_taken_out_of_a_list_in_one_step() {
    let (figure, edit) = notes();
    let case = case(&figure, &edit).expect("it is taken");
    assert_eq!(case["after"]["layout"]["annotations"], json!([{"text": "C"}, {"text": "D"}]));
}

/// An edit of a figure and what becomes of it, unless it is refused.
fn case(figure: &Value, edit: &Value) -> Option<Value> {
    let mut widget = Widget::chart(Figure::parse(figure.to_string()).expect("a figure"));
    let before = widget.clone();
    let parsed: ChartEdit = serde_json::from_value(edit.clone()).expect("an edit");
    match widget.apply(Op::EditChart { block_id: None, edit: parsed }) {
        Ok(_) => {
            let after: Value = serde_json::from_str(json_of(&widget)).expect("JSON");
            check_size(&widget, &after);
            Some(json!({"figure": figure, "edit": edit, "after": after}))
        }
        Err(_) => {
            assert_eq!(widget, before, "a refused edit changes nothing: {edit}");
            None
        }
    }
}

fn json_of(widget: &Widget) -> &str {
    let Body::Chart(chart) = widget.body() else { panic!("a chart") };
    chart.figure().as_json()
}

/// The size that limits are checked with follows the text, give or take the
/// names that an edit has added.
fn check_size(widget: &Widget, after: &Value) {
    let Body::Chart(chart) = widget.body() else { panic!("a chart") };
    let (bytes, length) = (chart.figure().bytes(), after.to_string().len());
    assert!(bytes.abs_diff(length) < 200, "{bytes} for {length}: {after}");
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-9..9i32).prop_map(|n| json!(n)),
        Just(json!(0.1)),
        Just(json!("red")),
        Just(json!(true)),
        Just(json!(null)),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(3, 12, 4, |inner| {
        let names = prop::sample::select(vec!["color", "size", "line", "__proto__"]);
        let object = prop::collection::btree_map(names, inner.clone(), 0..3);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            object.prop_map(|object| json!(object)),
        ]
    })
}

fn attributes(paths: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let attributes = prop::collection::btree_map(prop::sample::select(paths), value(), 0..3);
    attributes.prop_map(|attributes| json!(attributes))
}

/// Numbers as plotly.py writes them, some in rows.
fn typed_array() -> impl Strategy<Value = Value> {
    (prop::collection::vec(any::<i8>(), 0..5), 0..3).prop_map(|(numbers, sides)| {
        let bytes: Vec<u8> = numbers.iter().map(|number| number.to_le_bytes()[0]).collect();
        let mut list = json!({"dtype": "i1", "bdata": STANDARD.encode(bytes)});
        let count = numbers.len();
        match sides {
            0 => {}
            2 if count % 2 == 0 => list["shape"] = json!(format!("2, {}", count / 2)),
            _ => list["shape"] = json!(count.to_string()),
        }
        list
    })
}

fn figure() -> impl Strategy<Value = Value> {
    let points = || prop::collection::vec(leaf(), 0..5).prop_map(Value::from);
    let points = || prop_oneof![3 => points(), 1 => typed_array()];
    let trace = (points(), prop::option::of(points()), value(), points()).prop_map(
        |(x, y, marker, text)| {
            json!({"type": "scatter", "x": x, "y": y, "marker": marker, "text": text})
        },
    );
    let layout = (value(), prop::collection::vec(value(), 0..3))
        .prop_map(|(axis, shapes)| json!({"xaxis": axis, "shapes": shapes}));
    (prop::collection::vec(trace, 0..4), layout)
        .prop_map(|(data, layout)| json!({"data": data, "layout": layout}))
}

fn edit() -> impl Strategy<Value = Value> {
    const LAYOUT: &[&str] =
        &["xaxis.line.color", "xaxis", "shapes[0]", "shapes[1].line", "title.text", "a[0][0].b"];
    const TRACE: &[&str] =
        &["marker.color", "marker.line.size", "x[1]", "x[1][0]", "name", "text", "y"];
    let points = prop::collection::vec(prop::collection::vec(leaf(), 0..4), 1..4);
    let extend = prop::option::of((prop::sample::select(vec!["x", "y", "marker.size"]), points));
    let traces = prop::option::of(prop::sample::subsequence(vec![0usize, 1, 2], 0..=3));
    let most = prop::option::of(0..5usize);
    (attributes(LAYOUT), attributes(TRACE), extend, traces, most).prop_map(
        |(layout, restyle, extend, traces, most)| {
            let extend = extend.map_or(json!({}), |(name, points)| json!({ name: points }));
            json!({"layout": layout, "restyle": restyle, "extend": extend, "traces": traces,
                "max_points": most})
        },
    )
}
