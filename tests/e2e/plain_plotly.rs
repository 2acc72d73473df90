//! Charts of widgets beside the same figures drawn by Plotly alone: the same pictures.
//!
//! `tests/figures/make.py` makes the figures with plotly.py. Each has a template of its own, so that
//! it takes nothing from the page around it.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::process::Command;

use futures_util::FutureExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Page, Picture, eventually, python, serve_page};

use crate::chart_events::show;

const FIGURES: &str = include_str!("../figures/figures.json");

/// The figures that every change waits for: of each way in which Plotly draws, one.
const DOZEN: [&str; 12] = [
    "scatter_markers",
    "bar",
    "box",
    "contourcarpet",
    "scatter3d",
    "scattergeo",
    "scattermap",
    "table",
    "splom",
    "parcoords",
    "subplots_of_kinds",
    "template_by_name",
];

/// Plotly's own element around all that it draws.
const DRAWING: &str = ".js-plotly-plot .svg-container";

/// The same program draws the same figure in the same browser, but not always in as many steps: what
/// it rounds on the way moves an edge or a colour bar by a part of a pixel.
const SHADE: u8 = 4;

const WIDTH: u32 = 720;
const HEIGHT: u32 = 520;

/// A figure of plotly.py, with a change in the arguments of `update_chart`.
#[derive(Debug, Clone, Deserialize)]
struct Figure {
    name: String,
    figure: Value,
    change: Value,
    /// The name that plotly.py has for the template of the figure.
    template: Option<String>,
}

impl Figure {
    /// The figure for the widget, which knows templates by their names.
    fn given(&self) -> Value {
        let mut figure = self.figure.clone();
        if let Some(template) = &self.template {
            figure["layout"]["template"] = json!(template);
        }
        figure
    }

    /// The figure with its change.
    fn changed(&self) -> Value {
        let mut figure = self.figure.clone();
        let values = |part: &str| self.change[part].as_object().cloned().unwrap_or_default();
        for (path, value) in values("layout") {
            *attribute(&mut figure["layout"], &path) = value;
        }
        let every: Vec<usize> = (0..figure["data"].as_array().map_or(0, Vec::len)).collect();
        let traces: Vec<usize> =
            serde_json::from_value(self.change["traces"].clone()).unwrap_or(every);
        for (path, value) in values("restyle") {
            for (at, trace) in traces.iter().enumerate() {
                let own = if value.is_array() { &value[at] } else { &value };
                *attribute(&mut figure["data"][trace], &path) = own.clone();
            }
        }
        figure
    }
}

/// The place of an attribute such as `shapes[0].line.dash`.
fn attribute<'a>(object: &'a mut Value, path: &str) -> &'a mut Value {
    path.split(['.', '[']).fold(object, |place, step| match step.strip_suffix(']') {
        Some(index) => &mut place[index.parse::<usize>().expect("an index")],
        None => &mut place[step],
    })
}

/// Widgets of an agent and a page with plain Plotly, each in a browser of its own: in one, the tab
/// behind would get no animation frames, without which maps and scenes are not drawn.
struct Pair {
    agent: Client,
    widget: Page,
    plain: Page,
}

impl Pair {
    async fn start() -> Self {
        let agent = Client::stdio().await;
        let port = serve_page(include_str!("plain_plotly/plain.html")).await;
        let (plain, widget) = (Browser::start().await, Browser::start().await);
        let address = format!("http://127.0.0.1:{port}/");
        let plain = sized(plain, &address).await.without_views();
        Self { agent, widget: sized(widget, "about:blank").await, plain }
    }

    /// Compares a figure as it comes, after its change, and the next one in its place, where nothing
    /// of it may be left.
    async fn compare(&self, figure: &Figure, next: &Figure) {
        let Figure { name, change, .. } = figure;
        let widget = show(&self.agent, &figure.given()).await;
        self.widget.goto(&widget.url).await;
        self.provide_plotly(&widget.url).await;
        let first = self.same(name, &figure.figure).await;

        let mut arguments = change.clone();
        arguments["widget_id"] = json!(widget.widget_id);
        self.agent.apply("update_chart", arguments).await;
        let second = self.same(&format!("{name}-changed"), &figure.changed()).await;
        assert_ne!(first.unlike_pixels(&second, SHADE), 0, "the change of {name} is not seen");

        let other = json!({"widget_id": widget.widget_id, "figure_json": next.given()});
        self.agent.apply("update_chart", other).await;
        self.same(&format!("{}-after-{name}", next.name), &next.figure).await;
    }

    /// Loads the program of the widgets into the plain page, unless it is there.
    async fn provide_plotly(&self, url: &str) {
        const IS_THERE: &str = "window.Plotly !== undefined";
        if self.plain.value(IS_THERE).await == true {
            return;
        }
        const ASSETS: &str = "document.querySelector('script[data-widget-assets]')";
        self.widget.holds(&format!("{ASSETS} !== null")).await;
        let assets = self.widget.value(&format!("JSON.parse({ASSETS}.textContent)")).await;
        let origin = url.split("/widget/").next().expect("an origin");
        let address = |name: &str| format!("{origin}{}", assets[name].as_str().expect("a path"));
        // Plotly looks for its base maps when it starts.
        let addresses = json!([address("base-maps"), address("plotly")]);
        self.plain.value(&format!("load({addresses})")).await;
        self.plain.holds(IS_THERE).await;
    }

    /// Waits until the widget shows the same as plain Plotly does for the figure; the picture.
    async fn same(&self, name: &str, figure: &Value) -> Picture {
        self.widget.holds(&format!("document.querySelector({DRAWING:?}) !== null")).await;
        // At the same place, so that the same pixels are blended.
        let place = self.widget.place_of(".widget-chart").await;
        self.plain.value(&format!("draw({figure}, {place:?})")).await;
        self.plain.holds("isDrawn").await;
        // Maps and scenes go on to draw for some time.
        eventually(&format!("{name} as plain Plotly draws it"), async || {
            let (widget, plain) =
                (self.widget.picture_of(DRAWING).await, self.plain.picture_of(DRAWING).await);
            if (widget.width, widget.height) != (plain.width, plain.height) {
                return Err(format!(
                    "{}x{} in place of {}x{}",
                    widget.width, widget.height, plain.width, plain.height
                ));
            }
            match widget.unlike_pixels(&plain, SHADE) {
                0 => Ok(plain),
                unlike => Err(format!(
                    "{unlike} pixels differ: {} and {}",
                    widget.save(&format!("{name}-widget")).display(),
                    plain.save(&format!("{name}-plain")).display()
                )),
            }
        })
        .await
    }
}

async fn sized(browser: Browser, address: &str) -> Page {
    let page = browser.open(address).await;
    browser.set_size(WIDTH, HEIGHT).await;
    page
}

fn figures() -> Vec<Figure> {
    let mut figures: Vec<Figure> = serde_json::from_str(FIGURES).expect("a list of figures");
    for Figure { figure, .. } in &mut figures {
        // Widgets have buttons of their own in the bar over a chart.
        figure["config"] = json!({"displayModeBar": false});
    }
    figures
}

/// Compares all of them, and names those that differ at the end.
async fn are_drawn_as_by_plain_plotly(figures: &[Figure]) {
    let pair = Pair::start().await;
    let mut failures = Vec::new();
    for (figure, next) in figures.iter().zip(figures.iter().cycle().skip(1)) {
        let compared = AssertUnwindSafe(pair.compare(figure, next)).catch_unwind().await;
        failures.extend(compared.err().map(|panic| message(&*panic)));
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        figures.len(),
        failures.join("\n")
    );
}

fn message(panic: &dyn Any) -> String {
    panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic without text".to_owned())
}

#[tokio::test]
async fn a_dozen_figures_are_drawn_as_by_plain_plotly() {
    let all = figures();
    let dozen = DOZEN.map(|name| {
        let found = all.iter().find(|figure| figure.name == name);
        found.unwrap_or_else(|| panic!("no figure has the name {name}")).clone()
    });
    are_drawn_as_by_plain_plotly(&dozen).await;
}

/// One of three parts, which run beside one another.
async fn a_third_is_drawn_as_by_plain_plotly(part: usize) {
    let figures: Vec<Figure> = figures().into_iter().skip(part).step_by(3).collect();
    are_drawn_as_by_plain_plotly(&figures).await;
}

#[tokio::test]
#[ignore = "takes minutes: `cargo xtask nightly`"]
async fn the_first_third_of_all_figures_is_drawn_as_by_plain_plotly() {
    a_third_is_drawn_as_by_plain_plotly(0).await;
}

#[tokio::test]
#[ignore = "takes minutes: `cargo xtask nightly`"]
async fn the_second_third_of_all_figures_is_drawn_as_by_plain_plotly() {
    a_third_is_drawn_as_by_plain_plotly(1).await;
}

#[tokio::test]
#[ignore = "takes minutes: `cargo xtask nightly`"]
async fn the_last_third_of_all_figures_is_drawn_as_by_plain_plotly() {
    a_third_is_drawn_as_by_plain_plotly(2).await;
}

#[test]
#[ignore = "installs plotly.py: `cargo xtask nightly`"]
fn the_figures_are_those_that_plotly_py_makes() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("figures/make.py");
    let output = Command::new(python::interpreter("figures")).arg(script).arg("--check").output();
    let output = output.expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
