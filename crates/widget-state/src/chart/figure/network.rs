//! The parts of a layout that only a network could bring. No page reaches one.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::trace::Trace;

/// The maps that traces are drawn on whose ground is made of tiles.
pub(super) fn has_tiles(traces: &[Trace], layout: &Map<String, Value>) -> bool {
    let maps: BTreeSet<&str> = traces.iter().filter_map(Trace::map).collect();
    maps.iter().any(|map| {
        let style = |prefix: &str| layout.get(&map.replace("map", prefix))?.get("style");
        let style = style("map").filter(|style| !style.is_null()).or_else(|| style("mapbox"));
        style.is_none_or(loads_tiles)
    })
}

/// The parts of a layout, or of a change of one, that come from a web address, each with its
/// place.
pub(super) fn remote_parts(layout: &Map<String, Value>) -> Vec<String> {
    let maps = layout.iter().filter(|(name, _)| is_map(name));
    let layers = maps.flat_map(|(name, map)| {
        let place = move |index| format!("layout.{name}.layers[{index}]");
        indexed(map.get("layers"), is_remote_layer).map(move |index| {
            format!(
                "{}: it comes from a web address, which needs a network that pages do not have: \
                 the map is drawn without this layer",
                place(index)
            )
        })
    });
    let images = indexed(layout.get("images"), |image| image.get("source").is_some_and(is_remote));
    let images = images.map(|index| format!("layout.images[{index}].source: {NO_PICTURE}"));
    layers.chain(images).collect()
}

/// Said of a picture that is given by its address.
pub(super) const NO_PICTURE: &str =
    "pages reach no network: give the picture as a data: URL, not by its web address";

/// Said of regions that are given by their address.
pub(super) const NO_REGIONS: &str =
    "pages reach no network: give the GeoJSON itself, not its web address";

/// Said of a map without its tiles.
pub(super) const NO_TILES: &str = "the tiles of a map need a network, which pages do not have: the data is drawn on a plain \
     ground";

/// Returns whether a change gives a map a style of tiles.
pub(super) fn sets_tiles(layout: &Map<String, Value>) -> bool {
    let mut maps = layout.iter().filter(|(name, _)| is_map(name));
    maps.any(|(_, map)| {
        map.get("style").is_some_and(|style| !style.is_null() && loads_tiles(style))
    })
}

/// Older figures write `mapbox`.
fn is_map(name: &str) -> bool {
    let kind = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    matches!(kind, "map" | "mapbox")
}

/// A style of one's own loads nothing if all of its data is in it.
fn loads_tiles(style: &Value) -> bool {
    let is_data = |source: &Value| {
        source.get("type").is_some_and(|kind| kind == "geojson")
            && source.get("data").is_some_and(Value::is_object)
    };
    match style {
        Value::Object(style) => {
            let sources = style.get("sources").and_then(Value::as_object);
            let has_remote_source = sources.is_some_and(|all| !all.values().all(is_data));
            has_remote_source || style.contains_key("sprite") || style.contains_key("glyphs")
        }
        style => style != "white-bg",
    }
}

/// Only GeoJSON and a picture can be in a figure; others are addresses of tiles.
fn is_remote_layer(layer: &Value) -> bool {
    let source = layer.get("source");
    let is_shown = layer.get("visible").is_none_or(|visible| visible != false);
    let is_elsewhere = match layer.get("sourcetype").and_then(Value::as_str) {
        None | Some("geojson") => source.is_some_and(Value::is_string),
        Some("image") => source.is_some_and(is_remote),
        Some(_) => source.is_some(),
    };
    layer.is_object() && is_shown && is_elsewhere
}

/// Returns whether a source is the address of something that is not in the figure.
fn is_remote(source: &Value) -> bool {
    source.as_str().is_some_and(is_address)
}

/// The same for a text.
pub(super) fn is_address(text: &str) -> bool {
    let is_data = text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    !text.is_empty() && !is_data
}

/// The places in a list of what is so.
fn indexed(list: Option<&Value>, is_so: impl Fn(&Value) -> bool) -> impl Iterator<Item = usize> {
    let list = list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().enumerate().filter(move |(_, one)| is_so(one)).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn parts_at_a_web_address_are_found_in_every_map() {
        let address = "https://tiles.example/{z}/{x}/{y}.png";
        for (layout, places) in [
            (json!({"map": {"style": "white-bg"}}), vec![]),
            (
                json!({"map": {"layers": [{"sourcetype": "raster", "source": [address]}]}}),
                vec!["layout.map.layers[0]"],
            ),
            (
                json!({"mapbox2": {"layers": [{}, {"sourcetype": "vector", "source": address},
                {"source": {"type": "FeatureCollection"}}, {"source": address},
                {"sourcetype": "image", "source": "DATA:image/png;base64,AA"},
                {"sourcetype": "raster", "source": [address], "visible": false}]}}),
                vec!["layout.mapbox2.layers[1]", "layout.mapbox2.layers[3]"],
            ),
            (
                json!({"images": [{"source": "data:image/png;base64,AA"}, {"source": address}]}),
                vec!["layout.images[1].source"],
            ),
            (json!({"images": 3, "map": 4, "mapx": {"layers": [{"source": address}]}}), vec![]),
        ] {
            let found = remote_parts(layout.as_object().unwrap());
            let found: Vec<_> = found.iter().filter_map(|one| one.split_once(": ")).collect();
            assert_eq!(found.iter().map(|(place, _)| *place).collect::<Vec<_>>(), places);
        }
    }
}
