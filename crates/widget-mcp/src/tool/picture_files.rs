//! Pictures that a call names as files: their content goes into the widget.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::JsonObject;
use serde_json::Value;

use crate::data_folder::{self, DataFolder};
use crate::error::clipped;
use crate::file_content::FileContent;
use crate::tool::error::ToolError;

/// All files of one call together have at most so many bytes; what a widget may hold is bounded by
/// its limits.
const MAX_BYTES: u64 = 64 << 20;

/// A longer text is no path.
const MAX_PATH: usize = 4_096;

/// A picture, in the place of one that is a file.
const ANY_PICTURE: &str = "data:image/png;base64,AA==";

/// Puts the content of files in the place of their names, in all blocks of the type `image`.
///
/// # Errors
///
/// Names the argument, the file and the way out.
pub(super) async fn filled(
    mut arguments: JsonObject,
    folders: &[DataFolder],
) -> Result<JsonObject, ToolError> {
    let mut is_any = false;
    each_file(&mut arguments, &mut |_| {
        is_any = true;
        Ok(())
    })?;
    if !is_any {
        return Ok(arguments);
    }
    let folders = folders.to_vec();
    let fill = move || {
        let mut left = MAX_BYTES;
        each_file(&mut arguments, &mut |src| {
            *src = picture(src, &folders, &mut left)?;
            Ok(())
        })?;
        Ok(arguments)
    };
    let filled = tokio::task::spawn_blocking(fill).await;
    filled.unwrap_or_else(|error| Err(ToolError::Failed(error.to_string())))
}

/// The same call with some picture in the place of each file, to check all else in it.
pub(super) fn with_any_picture(mut arguments: JsonObject) -> Result<JsonObject, ToolError> {
    each_file(&mut arguments, &mut |src| {
        *src = ANY_PICTURE.to_owned();
        Ok(())
    })?;
    Ok(arguments)
}

type Visit<'a> = &'a mut dyn FnMut(&mut String) -> Result<(), String>;

/// Visits each source of a picture that names a file.
fn each_file(arguments: &mut JsonObject, visit: Visit<'_>) -> Result<(), ToolError> {
    for name in ["blocks", "changes"] {
        if let Some(blocks) = arguments.get_mut(name) {
            in_all(blocks, visit).map_err(|problem| ToolError::argument(name, problem))?;
        }
    }
    Ok(())
}

/// In a list of blocks, or in blocks by their ids.
fn in_all(blocks: &mut Value, visit: Visit<'_>) -> Result<(), String> {
    match blocks {
        Value::Array(items) => items.iter_mut().try_for_each(|one| in_one(one, visit)),
        Value::Object(members) => members.values_mut().try_for_each(|one| in_one(one, visit)),
        _ => Ok(()),
    }
}

/// In a block, or a change of one. What its rows, figures and values hold is data.
fn in_one(block: &mut Value, visit: Visit<'_>) -> Result<(), String> {
    let Value::Object(block) = block else { return Ok(()) };
    let is_image = block.get("type").is_none_or(|kind| kind == "image");
    if is_image
        && let Some(Value::String(src)) = block.get_mut("src")
        && is_file(src)
    {
        let name = clipped(src);
        visit(src).map_err(|problem| format!("src \"{name}\": {problem}"))?;
    }
    for (name, inside) in block {
        match name.as_str() {
            "blocks" | "tabs" => in_all(inside, visit)?,
            "block" => in_one(inside, visit)?,
            _ => {}
        }
    }
    Ok(())
}

/// Neither an address, but for that of a file, nor markup, nor content that lacks its `data:`.
fn is_file(src: &str) -> bool {
    let is_address = || {
        let scheme = src.split_once(':').map_or("", |(scheme, _)| scheme);
        let has_letters = scheme.bytes().all(|letter| letter.is_ascii_alphanumeric());
        // One letter is a drive.
        has_letters && scheme.len() > 1 && !scheme.eq_ignore_ascii_case("file")
    };
    let is_path = !src.is_empty() && src.len() <= MAX_PATH && !src.starts_with("//");
    is_path && !is_address() && !src.trim_start().starts_with('<')
}

/// The content of a file as a `data:` address (RFC 2397), by what is in it; takes its bytes of those
/// that are left.
fn picture(path: &str, folders: &[DataFolder], left: &mut u64) -> Result<String, String> {
    if folders.is_empty() {
        return Err("this server may read no files: it shows those below DIR when it is started \
                    with --data DIR; else give the content: data:image/png;base64,…"
            .into());
    }
    let bytes = data_folder::read(folders, path, *left).map_err(|error| error.to_string())?;
    *left -= bytes.len() as u64;
    let media_type = match FileContent::of(&bytes) {
        FileContent::Picture { media_type } => media_type,
        FileContent::Text { text, .. } if is_svg(&text) => "image/svg+xml",
        _ if bytes.get(4..12) == Some(b"ftypavif") => "image/avif",
        _ => return Err("it is no picture of the type png, jpeg, gif, webp, avif or svg".into()),
    };
    Ok(format!("data:{media_type};base64,{}", STANDARD.encode(bytes)))
}

/// Returns whether the first element of a text is `svg`.
fn is_svg(mut text: &str) -> bool {
    loop {
        text = text.trim_start();
        let prologs = [("<?", "?>"), ("<!--", "-->"), ("<!", ">")];
        let Some((_, end)) = prologs.iter().find(|(start, _)| text.starts_with(start)) else {
            return text.strip_prefix("<svg").is_some_and(|rest| {
                rest.starts_with(|letter: char| letter.is_whitespace() || ">/".contains(letter))
            });
        };
        // The entities of a document type stand in brackets.
        let in_brackets =
            *end == ">" && text.split('>').next().is_some_and(|head| head.contains('['));
        let end = if in_brackets { "]>" } else { end };
        let Some((_, rest)) = text.split_once(end) else { return false };
        text = rest;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n...";

    async fn fill(arguments: Value, folders: &[DataFolder]) -> Result<Value, String> {
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        match filled(arguments, folders).await {
            Ok(filled) => Ok(Value::Object(filled)),
            Err(ToolError::Argument { problem, .. } | ToolError::Failed(problem)) => Err(problem),
        }
    }

    #[tokio::test]
    async fn a_file_is_put_in_wherever_a_block_stands() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.png"), PNG).unwrap();
        std::fs::write(folder.path().join("b.svg"), "<?xml version='1.0'?><svg/>").unwrap();
        std::fs::write(folder.path().join("c.csv"), "a,b").unwrap();
        let folders = [DataFolder::new(folder.path()).unwrap()];
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

    #[test]
    fn an_svg_is_told_from_other_markup() {
        for svg in [
            "<svg/>",
            "<?xml version='1.0'?>\n<!-- A > B -->\n<svg width='1'></svg>",
            "<!DOCTYPE svg PUBLIC 'a' 'b' [ <!ENTITY c 'd'> ]><svg\n/>",
        ] {
            assert!(is_svg(svg), "{svg}");
        }
        for other in ["<html><svg/></html>", "<svgx/>", "a <svg/>", "<!-- <svg/>", ""] {
            assert!(!is_svg(other), "{other}");
        }
    }

    #[tokio::test]
    async fn the_files_of_a_call_are_bounded_together() {
        let folder = tempfile::tempdir().unwrap();
        let file = [PNG, &vec![0; (MAX_BYTES / 2) as usize]].concat();
        std::fs::write(folder.path().join("a.png"), file).unwrap();
        let folders = [DataFolder::new(folder.path()).unwrap()];
        let image = json!({"type": "image", "src": "a.png", "alt": ""});
        let error = fill(json!({"blocks": [&image, &image]}), &folders).await.unwrap_err();
        assert!(error.contains("the file has more than"), "{error}");
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
            json!({"blocks": [{"type": "image", "src": "javascript:alert(1)"}]}),
            json!({"blocks": [{"type": "image", "src": "iVBORw0KGgo".repeat(1_000)}]}),
        ] {
            assert_eq!(fill(arguments.clone(), &[]).await.unwrap(), arguments);
        }
    }
}
