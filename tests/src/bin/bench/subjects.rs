//! The tools that are measured, and what their calls need around them.

use anyhow::{Context, Result};

use crate::peer::{Call, Peer};

const HTML: &str = r#"{"html":"<b id=\"n\">0</b>"}"#;
const PAGE: &str = r#"{"html":"<b id=\"n\">0</b>","toolbars":[{"items":[{"type":"number","label":"Level","event":"level:set","component_id":"level"},{"type":"marquee","component_id":"news","items":[{"type":"ticker_item","ticker":"A","text":"1"}]}]}]}"#;
const CHART: &str = r#"{"figure_json":"{\"data\":[{\"type\":\"bar\",\"y\":[1,2,3]}]}"}"#;
const TABLE: &str =
    r#"{"data_json":"[{\"name\":\"Ada\",\"born\":1815},{\"name\":\"Alan\",\"born\":1912}]"}"#;

const CSS: &str = r#","css_id":"a","css":"b{color:red}""#;
const CSS_ID: &str = r#","css_id":"a""#;

/// Tools for a page, and what they are told beside its id.
#[rustfmt::skip] // a table
const OF_PAGE: &[(&str, &str)] = &[
    ("set_content", r#","component_id":"n","text":"7""#),
    ("update_widget", r#","changes":[{"op":"set","id":"n","text":"7"}]"#),
    ("set_style", r#","component_id":"n","style":{"color":"red"}"#),
    ("show_toast", r#","message":"Done""#),
    ("update_theme", r#","theme":"dark""#),
    ("inject_css", CSS),
    ("navigate", r#","url":"https://example.com/""#),
    ("download", r#","filename":"a.csv","text":"a""#),
    ("update_marquee", r#","component_id":"news","items":[{"type":"ticker_item","ticker":"A","text":"2"}]"#),
    ("update_ticker_item", r#","ticker":"A","text":"2""#),
    ("set_toolbar_values", r#","values":{"level":3}"#),
    ("request_toolbar_state", ""),
    ("send_event", r#","event_type":"note:say","data":{"n":7}"#),
    ("get_events", ""),
    ("wait_for_events", r#","timeout_ms":0"#),
    ("get_widget", ""),
    ("inspect_widget", ""),
];

/// Tools for a chart.
const OF_CHART: &[(&str, &str)] = &[
    ("update_chart", r#","figure_json":{"data":[{"type":"bar","y":[3,2,1]}]}"#),
    ("request_chart_state", ""),
];

/// Tools for a table.
const OF_TABLE: &[(&str, &str)] = &[
    ("restore_grid_state", r#","state":{"sort":[{"field":"born","direction":"desc"}]}"#),
    ("reset_grid_state", ""),
    ("request_grid_state", ""),
];

/// Tools that need no widget.
const OF_NO_WIDGET: &[(&str, &str)] = &[
    ("build_div", r#"{"text":"Revenue","component_id":"notice"}"#),
    ("build_ticker_item", r#"{"ticker":"A","text":"2"}"#),
    ("list_widgets", "{}"),
    ("list_resources", "{}"),
    ("get_skills", r#"{"skill":"native"}"#),
    ("get_component_docs", r#"{"component":"button"}"#),
    ("get_component_source", r#"{"module":"button"}"#),
];

/// A tool to measure, and what its calls need around them.
pub(crate) struct Subject {
    pub(crate) tool: &'static str,
    arguments: Arguments,
}

enum Arguments {
    /// The same each time.
    Same(String),
    /// The same each time, and each makes a widget that has to go.
    Making(&'static str),
    /// About a widget that is made for it, after a call that it needs.
    Own { before: Option<(&'static str, &'static str)>, rest: &'static str },
}

impl Subject {
    fn new(tool: &'static str, arguments: Arguments) -> Self {
        Self { tool, arguments }
    }

    pub(crate) fn same(tool: &'static str, arguments: &str) -> Self {
        Self::new(tool, Arguments::Same(arguments.into()))
    }

    /// Calls that can be made one after the other or at once, each of them once.
    pub(crate) fn calls(&self, peer: &mut Peer, count: usize) -> Result<Vec<Call>> {
        let same = |arguments| Ok(vec![Call { tool: self.tool, arguments }; count]);
        let (before, rest) = match &self.arguments {
            Arguments::Same(arguments) => return same(arguments.clone()),
            Arguments::Making(arguments) => return same((*arguments).into()),
            Arguments::Own { before, rest } => (before, rest),
        };
        let make = Call { tool: "create_widget", arguments: HTML.into() };
        let made = peer.call_all(&vec![make; count])?.0;
        if let Some((tool, rest)) = before {
            peer.call_all(&each_about(&made, tool, rest)?)?;
        }
        each_about(&made, self.tool, rest)
    }

    /// Ends the widgets that were made, so that no round finds more than the one before.
    pub(crate) fn clear(&self, peer: &mut Peer, calls: &[Call], answers: &[String]) -> Result<()> {
        let made = match self.arguments {
            Arguments::Same(_) => return Ok(()),
            Arguments::Making(_) => answers.to_vec(),
            Arguments::Own { .. } if self.tool == "destroy_widget" => return Ok(()),
            Arguments::Own { .. } => calls.iter().map(|call| call.arguments.clone()).collect(),
        };
        peer.call_all(&each_about(&made, "destroy_widget", "")?)?;
        Ok(())
    }
}

/// All tools but `export_widget`, which makes whole pages, and `screenshot_widget`, which needs
/// an open one.
pub(crate) fn subjects(peer: &mut Peer) -> Result<Vec<Subject>> {
    let making = [("create_widget", HTML), ("show_chart", CHART), ("show_dataframe", TABLE)];
    let making = making.map(|(tool, arguments)| Subject::new(tool, Arguments::Making(arguments)));
    let own = [("remove_css", Some(("inject_css", CSS)), CSS_ID), ("destroy_widget", None, "")];
    let own = own.map(|(tool, before, rest)| Subject::new(tool, Arguments::Own { before, rest }));
    let mut subjects: Vec<_> = making.into_iter().chain(own).collect();
    let about_one = [
        ("create_widget", PAGE, OF_PAGE),
        ("show_chart", CHART, OF_CHART),
        ("show_dataframe", TABLE, OF_TABLE),
    ];
    for (tool, arguments, calls) in about_one {
        let widget = widget_id(&peer.call(&Call { tool, arguments: arguments.into() })?.0)?;
        let calls = calls.iter().map(|(tool, rest)| Subject::same(tool, &about(&widget, rest)));
        subjects.extend(calls);
    }
    subjects.extend(OF_NO_WIDGET.iter().map(|(tool, arguments)| Subject::same(tool, arguments)));
    Ok(subjects)
}

/// The arguments of a call about a widget.
fn about(id: &str, rest: &str) -> String {
    format!(r#"{{"widget_id":"{id}"{rest}}}"#)
}

/// A call about each widget that these texts name.
fn each_about(texts: &[String], tool: &'static str, rest: &str) -> Result<Vec<Call>> {
    let call = |text: &String| Ok(Call { tool, arguments: about(&widget_id(text)?, rest) });
    texts.iter().map(call).collect()
}

/// The id in the structured content; in the text beside it the quotes are escaped.
fn widget_id(answer: &str) -> Result<String> {
    let id = answer.split_once(r#""widget_id":""#);
    let (_, rest) = id.with_context(|| format!("an answer without a widget_id: {answer}"))?;
    Ok(rest.split('"').next().unwrap_or(rest).to_owned())
}
