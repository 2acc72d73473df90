//! The view as one HTML file that loads nothing: what an MCP App is.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::OnceLock;

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderStringWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::assets::{Asset, VIEW_HTML};

/// The bodies that a view in one file has the programs of. Each draws HTML and toolbars, and asks
/// its server for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineView {
    /// Nothing else: about 0.2 MB.
    Html,
    /// Charts whose traces are cartesian, which most are: about 0.8 MB.
    Chart,
    /// Tables: about 0.5 MB.
    Table,
}

impl InlineView {
    /// The programs that the view starts when it has something to draw with them.
    fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Html => &[],
            Self::Chart => &["chart", "templates", "plotly-cartesian"],
            Self::Table => &["grid"],
        }
    }

    /// Returns the cache of the file.
    fn slot(self) -> &'static OnceLock<String> {
        static SLOTS: [OnceLock<String>; 3] = [const { OnceLock::new() }; 3];
        &SLOTS[self as usize]
    }
}

/// The view as one HTML file: no script, style, font or picture comes from elsewhere.
///
/// It speaks the MCP Apps view protocol to whatever frames it. The first call for
/// each kind compresses its programs, which takes up to half a second of computing:
/// async code makes it on a blocking thread.
///
/// # Errors
///
/// [`io::Error`] when an embedded file is damaged.
pub fn inline_view(view: InlineView) -> io::Result<&'static str> {
    let slot = view.slot();
    if let Some(page) = slot.get() {
        return Ok(page);
    }
    let page = compose(view.programs())?;
    Ok(slot.get_or_init(|| page))
}

/// The programs that a view in one file asks its server for when it has not got them: they draw
/// charts, tables, Markdown and what is in it.
pub const INLINE_PROGRAMS: [&str; 9] = [
    "chart",
    "plotly-cartesian",
    "plotly",
    "base-maps",
    "templates",
    "grid",
    "markdown",
    "math",
    "mermaid",
];

/// One of [`INLINE_PROGRAMS`] as it stands in a view: base64 of gzip. The first call for each
/// packs it, which takes up to half a second of computing.
///
/// # Errors
///
/// [`io::Error`] when there is no such program, or an embedded file is damaged.
pub fn packed_program(name: &str) -> io::Result<&'static str> {
    static PACKED: [OnceLock<String>; INLINE_PROGRAMS.len()] =
        [const { OnceLock::new() }; INLINE_PROGRAMS.len()];
    let known = INLINE_PROGRAMS.iter().position(|known| *known == name);
    let slot = known.and_then(|known| PACKED.get(known)).ok_or_else(damaged)?;
    if let Some(program) = slot.get() {
        return Ok(program);
    }
    let program = packed(&Asset::named(name).ok_or_else(damaged)?.decompress()?)?;
    Ok(slot.get_or_init(|| program))
}

/// The view with these programs in it.
pub(crate) fn compose(programs: &[&str]) -> io::Result<String> {
    // What follows names the files that a server would send.
    let (head, _) = VIEW_HTML.split_once("<script").ok_or_else(damaged)?;
    let mut page = head.to_owned();
    for name in programs {
        let program = packed_program(name)?;
        put(&mut page, &format!("type=\"text/plain\" data-widget-program=\"{name}\""), program)?;
    }
    if !programs.is_empty() {
        put(&mut page, "type=\"text/plain\" data-widget-licenses", &text("licenses")?)?;
    }
    put(&mut page, "", &text("view")?)?;
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

fn text(name: &str) -> io::Result<String> {
    let content = Asset::named(name).ok_or_else(damaged)?.decompress()?;
    String::from_utf8(content).map_err(io::Error::other)
}

/// Some hosts take no more than 1 MiB of HTML, and the libraries are larger.
fn packed(program: &[u8]) -> io::Result<String> {
    let mut packed = GzEncoder::new(EncoderStringWriter::new(&STANDARD), Compression::best());
    packed.write_all(program)?;
    Ok(packed.finish()?.into_inner())
}

fn put(page: &mut String, attributes: &str, content: &str) -> io::Result<()> {
    let space = if attributes.is_empty() { "" } else { " " };
    writeln!(page, "<script{space}{attributes}>{}</script>", escape_script(content))
        .map_err(io::Error::other)
}

/// A script ends at the first `</script`, wherever it stands in it, and `<!--` or
/// `<script` changes where it ends (HTML, "restrictions for contents of script
/// elements"). In strings, templates and patterns `\x3C` is the same as `<`.
pub(crate) fn escape_script(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        let after = &from[1..];
        text.push_str(before);
        text.push_str(if is_markup(after) { "\\x3C" } else { "<" });
        rest = after;
    }
    text.push_str(rest);
    text
}

fn is_markup(after: &str) -> bool {
    let name = after.strip_prefix('/').unwrap_or(after);
    let is_script = name.get(..6).is_some_and(|name| name.eq_ignore_ascii_case("script"));
    is_script || after.starts_with("!--")
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the embedded front end is not whole")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use base64::Engine;
    use flate2::read::GzDecoder;

    use super::*;

    const ALL: [InlineView; 3] = [InlineView::Html, InlineView::Chart, InlineView::Table];

    /// Hosts are known that refuse more.
    const MAX_SCRIPTS: usize = 1 << 20;

    /// The scripts of a page as a browser separates them: attributes and content.
    fn scripts(page: &str) -> Vec<(&str, &str)> {
        let parts = page.split("<script").skip(1);
        let whole = parts.map(|part| part.split_once("</script>").expect("an end").0);
        whole.map(|script| script.split_once('>').expect("a tag")).collect()
    }

    #[test]
    fn it_is_one_file_that_names_no_other() {
        for view in ALL {
            let page = inline_view(view).unwrap();
            assert!(page.starts_with("<!doctype html>"), "{view:?}");
            for elsewhere in ["/assets/", " src=", "<link", "@import", "url("] {
                let outside: String = page
                    .split("<script")
                    .map(|part| part.split_once("</script>").map_or(part, |(_, after)| after))
                    .collect();
                assert!(!outside.contains(elsewhere), "{view:?}: {elsewhere}");
            }
            assert!(scripts(page).iter().all(|(tag, _)| !tag.contains("src")), "{view:?}");
        }
    }

    #[test]
    fn hosts_that_take_a_mebibyte_take_it() {
        for view in ALL {
            let size = inline_view(view).unwrap().len();
            assert!(size < MAX_SCRIPTS, "{view:?}: {size}");
        }
        assert!(inline_view(InlineView::Html).unwrap().len() < MAX_SCRIPTS / 4);
    }

    #[test]
    fn what_is_packed_is_the_program() {
        let page = inline_view(InlineView::Chart).unwrap();
        let scripts = scripts(page);
        let programs: Vec<_> =
            scripts.iter().filter(|(tag, _)| tag.contains("data-widget-program")).collect();
        assert_eq!(programs.len(), 3);
        assert!(INLINE_PROGRAMS.iter().all(|name| Asset::named(name).is_some()));
        assert!(packed_program("shell").is_err());
        for (name, (tag, content)) in InlineView::Chart.programs().iter().zip(programs) {
            assert!(tag.contains(name), "{tag}");
            let gzip = STANDARD.decode(content).unwrap();
            let mut program = Vec::new();
            GzDecoder::new(&*gzip).read_to_end(&mut program).unwrap();
            assert_eq!(program, Asset::named(name).unwrap().decompress().unwrap());
        }
    }

    #[test]
    fn a_script_cannot_end_itself_early() {
        let text = "a='</script><script>alert(1)</SCRIPT><!--';b<c;d<!e;`<scrip`";
        let safe = "a='\\x3C/script>\\x3Cscript>alert(1)\\x3C/SCRIPT>\\x3C!--';b<c;d<!e;`<scrip`";
        assert_eq!(escape_script(text), safe);
        assert_eq!(escape_script("ü<é</ä"), "ü<é</ä");
        for view in ALL {
            let page = inline_view(view).unwrap();
            // The licences and the view itself, besides the programs.
            let others = if view == InlineView::Html { 1 } else { 2 };
            assert_eq!(scripts(page).len(), view.programs().len() + others, "{view:?}");
            assert!(page.ends_with("</script>\n</body>\n</html>\n"), "{view:?}");
        }
    }
}
