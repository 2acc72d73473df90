//! Real data: the npm package `vega-datasets`.

use serde_json::Value;

use crate::npm::package;

/// The 406 cars of the ASA data exposition of 1983.
#[must_use]
pub fn cars() -> Vec<Value> {
    serde_json::from_str(&read("cars.json")).expect("cars.json is a list")
}

/// Monthly prices of five stocks: `symbol`, `date`, `price`.
#[must_use]
pub fn stocks() -> Vec<Vec<String>> {
    csv(&read("stocks.csv"))
}

/// Four years of weather in Seattle, by day: `date`, `precipitation`, `temp_max`, `temp_min`,
/// `wind`, `weather`.
#[must_use]
pub fn seattle_weather() -> Vec<Vec<String>> {
    csv(&read("seattle-weather.csv"))
}

/// The rows without the header. These files quote nothing.
fn csv(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().skip(1);
    rows.map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

fn read(name: &str) -> String {
    let path = package("vega-datasets").join("data").join(name);
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}
