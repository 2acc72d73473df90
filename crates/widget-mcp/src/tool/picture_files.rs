//! Pictures that a call names as files: their content goes into the widget.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::JsonObject;
use serde_json::Value;

use crate::data_folder::{self, DataFolder};
use crate::tool::error::ToolError;
use crate::file_content::FileContent;

/// No file above this is read, in bytes; what a widget may hold is bounded by its limits.
const MAX_PICTURE_BYTES: u64 = 64 << 20;

/// Starts of a source that is no file.
const NO_FILES: [&str; 5] = ["data:", "http:", "https:", "//", "<"];

/// Puts the content of files in the place of their names, in all blocks of the type `image`.
///
/// # Errors
///
/// Names the argument, the file and the way out.
pub(super) async fn filled(
    mut arguments: JsonObject,
    folders: &[DataFolder],
) -> Result<JsonObject, ToolError> {
    if folders.is_empty() {
        fill(&mut arguments, folders)?;
        return Ok(arguments);
    }
    let folders = folders.to_vec();
    let read = move || fill(&mut arguments, &folders).map(|()| arguments);
    let read = tokio::task::spawn_blocking(read).await;
    read.unwrap_or_else(|error| Err(ToolError::Failed(error.to_string())))
}

fn fill(arguments: &mut JsonObject, folders: &[DataFolder]) -> Result<(), ToolError> {
    for name in ["blocks", "changes"] {
        if let Some(blocks) = arguments.get_mut(name) {
            fill_all(blocks, folders).map_err(|problem| ToolError::argument(name, problem))?;
        }
    }
    Ok(())
}

/// A list of blocks, or blocks by their ids.
fn fill_all(blocks: &mut Value, folders: &[DataFolder]) -> Result<(), String> {
    match blocks {
        Value::Array(items) => items.iter_mut().try_for_each(|one| fill_one(one, folders)),
        Value::Object(members) => members.values_mut().try_for_each(|one| fill_one(one, folders)),
        _ => Ok(()),
    }
}

/// A block, or a change of one. What its rows, figures and values hold is data.
fn fill_one(block: &mut Value, folders: &[DataFolder]) -> Result<(), String> {
    let Value::Object(block) = block else { return Ok(()) };
    let is_image = block.get("type").is_none_or(|kind| kind == "image");
    if is_image
        && let Some(Value::String(src)) = block.get_mut("src")
        && is_file(src)
    {
        let picture = picture(src, folders);
        *src = picture.map_err(|problem| format!("src \"{src}\": {problem}"))?;
    }
    for (name, inside) in block {
        match name.as_str() {
            "blocks" | "tabs" => fill_all(inside, folders)?,
            "block" => fill_one(inside, folders)?,
            _ => {}
        }
    }
    Ok(())
}

fn is_file(src: &str) -> bool {
    let start = src.trim_start().to_ascii_lowercase();
    !src.is_empty() && !NO_FILES.iter().any(|other| start.starts_with(other))
}

/// The content of a file as a `data:` address (RFC 2397), by what is in it.
fn picture(path: &str, folders: &[DataFolder]) -> Result<String, String> {
    if folders.is_empty() {
        return Err("this server may read no files: it shows those below DIR when it is started \
                    with --data DIR; else give the content: data:image/png;base64,…"
            .into());
    }
    let bytes = data_folder::read(folders, path, MAX_PICTURE_BYTES);
    let bytes = bytes.map_err(|error| error.to_string())?;
    let media_type = match FileContent::of(&bytes) {
        FileContent::Picture { media_type } => media_type,
        FileContent::Text { text, .. } if is_svg(&text) => "image/svg+xml",
        _ if bytes.get(4..12) == Some(b"ftypavif") => "image/avif",
        _ => return Err("it is no picture of the type png, jpeg, gif, webp, avif or svg".into()),
    };
    Ok(format!("data:{media_type};base64,{}", STANDARD.encode(bytes)))
}

fn is_svg(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<svg")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n...";

    async fn fill(arguments: Value, folders: &[DataFolder]) -> Result<Value, String> {
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        filled(arguments, folders).await.map(Value::Object).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_file_is_put_in_wherever_a_block_stands() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.png"), PNG).unwrap();
        std::fs::write(folder.path().join("b.svg"), "<?xml version='1.0'?><svg/>").unwrap();
        std::fs::write(folder.path().join("c.csv"), "a,b").unwrap();
        let folders = [DataFolder::open(folder.path()).unwrap()];
        let png = format!("data:image/png;base64,{}", STANDARD.encode(PNG));
        let image = |src: &str| json!({"type": "image", "src": src, "alt": ""});
        for (shape, at) in [
            (json!({"blocks": [image("a.png")]}), "/blocks/0/src"),
            (json!({"blocks": {"x": image("a.png")}}), "/blocks/x/src"),
            (
                json!({"blocks": [{"type": "tabs", "tabs": [{"blocks": [image("a.png")]}]}]}),
                "/blocks/0/tabs/0/blocks/0/src",
            ),
            (
                json!({"changes": [{"op": "set", "id": "x", "block": {"src": "a.png"}}]}),
                "/changes/0/block/src",
            ),
            (
                json!({"changes": [{"op": "append", "id": "x", "blocks": [image("a.png")]}]}),
                "/changes/0/blocks/0/src",
            ),
        ] {
            let filled = fill(shape, &folders).await.unwrap();
            assert_eq!(filled.pointer(at), Some(&json!(png)), "{filled}");
        }
        let svg = fill(json!({"blocks": [image("b.svg")]}), &folders).await.unwrap();
        let src = svg["blocks"][0]["src"].as_str().unwrap();
        assert!(src.starts_with("data:image/svg+xml;base64,"), "{src}");
        std::fs::write(folder.path().join("e.avif"), b"\0\0\0\x20ftypavif\0\0").unwrap();
        let avif = fill(json!({"blocks": [image("e.avif")]}), &folders).await.unwrap();
        assert!(avif["blocks"][0]["src"].as_str().unwrap().starts_with("data:image/avif;base64,"));
        for (src, part) in [("c.csv", "it is no picture"), ("d.png", "no such file below")] {
            let error = fill(json!({"blocks": [image(src)]}), &folders).await.unwrap_err();
            assert!(error.contains(part) && error.contains(src), "{error}");
        }
    }

    #[tokio::test]
    async fn without_a_folder_the_way_is_named_and_data_is_data() {
        let image = json!({"type": "image", "src": "/tmp/a.png", "alt": ""});
        let error = fill(json!({"blocks": [&image]}), &[]).await.unwrap_err();
        assert!(error.contains("--data DIR"), "{error}");
        for arguments in [
            json!({"blocks": [{"type": "table", "rows": [&image]}]}),
            json!({"data_json": [&image]}),
            json!({"blocks": [{"type": "image", "src": "https://e.example/a.png"}]}),
            json!({"blocks": [{"type": "image", "src": "data:image/png;base64,AA"}]}),
        ] {
            assert_eq!(fill(arguments.clone(), &[]).await.unwrap(), arguments);
        }
    }
}
