//! The lists by which the server tells misspelt attributes and values, as Plotly itself has them.
//! `WIDGET_UPDATE_FIXTURES=1` writes them.

use serde_json::json;
use widget_e2e::{Browser, Client};

const FOLDER: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/widget-state/src/chart/figure");

async fn is_as_plotly_has_it(file: &str, collect: &str) {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    // Of the whole Plotly, not of the part for the common charts.
    let figure =
        json!({"data": [{"type": "sunburst", "labels": ["a", "b"], "parents": ["", "a"]}]});
    let chart = agent.create("show_chart", json!({"figure_json": figure})).await;
    let page = browser.open(&chart.url).await;
    page.holds("document.querySelector('.sunburstlayer .slice') !== null").await;
    let found = page.value(collect).await;
    let found = found.as_str().expect("a list");
    let path = format!("{FOLDER}/{file}");
    if std::env::var_os("WIDGET_UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, found).expect("the list is written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("the list"), found);
}

#[tokio::test]
async fn the_names_of_attributes_are_those_of_the_plotly_of_the_pages() {
    const COLLECT: &str = "(() => {
        const [names, objects] = [new Set(), new Set()];
        const collect = (node) => {
            for (const [name, value] of Object.entries(node ?? {})) {
                if (name === 'items') {
                    for (const item of Object.values(value)) collect(item);
                } else if (name === '_deprecated') {
                    for (const [old, of] of Object.entries(value)) names.add(old), collect(of);
                } else if (!name.startsWith('_') && value !== null && typeof value === 'object') {
                    const isAttribute = value.valType !== undefined;
                    if (isAttribute || value.role === 'object') names.add(name);
                    if (!isAttribute && !value.items) objects.add(name);
                    if (!isAttribute && value.role === 'object') collect(value);
                }
            }
        };
        const {traces, layout} = Plotly.PlotSchema.get();
        for (const one of Object.values(traces)) {
            collect(one.attributes);
            collect(one.layoutAttributes);
        }
        collect(layout.layoutAttributes);
        const lines = [...names].sort().map((name) => objects.has(name) ? name + '{}' : name);
        return lines.join('\\n') + '\\n';
    })()";
    is_as_plotly_has_it("attribute_names.txt", COLLECT).await;
}

#[tokio::test]
async fn the_values_of_attributes_are_those_of_the_plotly_of_the_pages() {
    const COLLECT: &str = "(() => {
        // Names that the schema has no list of.
        const SCALES = 'Blackbody Bluered Blues Cividis Earth Electric Greens Greys Hot Jet Picnic \\
            Portland Rainbow RdBu Reds Viridis YlGnBu YlOrRd'.split(/ +/).filter((colorscale) =>
            Plotly.validate([{type: 'heatmap', z: [[1]], colorscale}], {}) === undefined);
        const isPattern = (value) => /^\\/.+\\/$/.test(value);
        const texts = new Map();
        const add = (name, attribute) => {
            const {valType, values = [], extras = [], flags = []} = attribute;
            const all = texts.get(name) ?? {isOpen: false, values: new Set(), flags: new Set()};
            texts.set(name, all);
            const taken = valType === 'colorscale' ? SCALES : [...values, ...extras];
            for (const value of taken) if (typeof value === 'string') all.values.add(value);
            for (const flag of flags) all.flags.add(flag);
            const takesFew = taken.length + flags.length > 0;
            const takesNoText = ['boolean', 'number', 'integer', 'angle', 'data_array'].includes(valType);
            all.isOpen ||= (!takesFew && !takesNoText) || taken.some(isPattern);
        };
        const collect = (node) => {
            for (const [name, value] of Object.entries(node ?? {})) {
                if (value === null || typeof value !== 'object') continue;
                if (name === 'items' || name === '_deprecated') {
                    for (const [old, of] of Object.entries(value)) of.valType ? add(old, of) : collect(of);
                } else if (value.valType !== undefined) add(name, value);
                else if (value.role === 'object') collect(value);
            }
        };
        const {traces, layout} = Plotly.PlotSchema.get();
        for (const one of Object.values(traces)) {
            collect(one.attributes);
            collect(one.layoutAttributes);
        }
        collect(layout.layoutAttributes);
        const few = [...texts].filter(([, {isOpen, values, flags}]) => !isOpen && values.size + flags.size > 0);
        const lines = few.sort(([a], [b]) => a < b ? -1 : 1).map(([name, {values, flags}]) => {
            const lists = {};
            if (values.size > 0) lists.values = [...values];
            if (flags.size > 0) lists.flags = [...flags];
            return JSON.stringify(name) + ': ' + JSON.stringify(lists);
        });
        return '{\\n' + lines.join(',\\n') + '\\n}\\n';
    })()";
    is_as_plotly_has_it("attribute_values.json", COLLECT).await;
}
