//! The elements of HTML, as the TypeScript of the view has them from the browser's parser:
//! `tests/fixtures/html_elements.json`.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use widget_state::{Content, Op, Widget};

use crate::fixture::check;

/// The pieces of HTML made from a fixed seed.
const PIECES: usize = 400;

/// Tags that a parser has rules of their own for. In a `select` and a `noscript` the parser of the
/// view's tests does otherwise than browsers of today.
const PARTS: [&str; 67] = [
    "x",
    " ",
    "<",
    "&amp;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!doctype html>",
    "<a id=a>",
    "</a>",
    "<b id=b>",
    "</b>",
    "<i id=a>",
    "</i>",
    "<nobr>",
    "<p id=p>",
    "</p>",
    "<div id=c>",
    "</div>",
    "<li id=d>",
    "</li>",
    "<ul>",
    "</ul>",
    "<dd>",
    "<h1>",
    "</h2>",
    "<table id=t>",
    "</table>",
    "<caption>",
    "<colgroup>",
    "<col>",
    "<tbody id=e>",
    "</tbody>",
    "<tr id=r>",
    "</tr>",
    "<td id=f>",
    "</td>",
    "<th>",
    "<option id=o>",
    "<optgroup>",
    "<input type=hidden>",
    "<button id=g>",
    "</button>",
    "<form id=h>",
    "</form>",
    "<template>",
    "</template>",
    "<svg id=s>",
    "</svg>",
    "<math>",
    "</math>",
    "<mi>",
    "<annotation-xml encoding=text/html>",
    "<foreignObject>",
    "<title>",
    "</title>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<textarea>",
    "<plaintext>",
    "<html>",
    "<head>",
    "<body id=i>",
    "<frameset>",
];

/// Parts that the parser of the view's tests reads otherwise, or that are no elements.
const OTHER_PARTS: [&str; 5] =
    ["\0", "<select>", "</select>", "<noscript>", "<widget-block id=w></widget-block>"];

proptest! {
    /// With other pieces in each run.
    #[test]
    fn any_tags_in_any_order_are_read(
        parts in prop::collection::vec(select([&PARTS[..], &OTHER_PARTS[..]].concat()), 0..60),
    ) {
        let html = parts.concat();
        let page = Widget::html(&*html);
        let texts: Vec<_> = page.elements().collect();
        let ids: HashSet<_> = texts.iter().map(|(id, _)| *id).collect();
        prop_assert_eq!(ids.len(), texts.len());
        let now = page.elements_now();
        prop_assert!(now.iter().map(|(id, _)| *id).eq(texts.iter().map(|(id, _)| *id)));
        let mut around = Widget::html("<div id=around></div>");
        // Refused if it has a place, for which there is no block.
        let put = around.apply(Op::set_content("around", Content::Html(html)));
        prop_assert!(put.is_err() || around.elements_now().iter().any(|(id, _)| *id == "around"));
    }
}

#[test]
fn the_elements_are_those_that_this_crate_knows() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let parts = prop::collection::vec(select(PARTS.to_vec()), 0..14);
    let mut html = || parts.new_tree(&mut runner).expect("parts").current().concat();
    let cases: Vec<Value> = (0..PIECES).map(|_| case(&html())).collect();
    check("html_elements.json", &cases);
}

/// The elements of HTML as a page, with their texts, and the ids of those that it brings into one.
fn case(html: &str) -> Value {
    let page = Widget::html(html);
    let texts: Vec<(&str, &str)> = page.elements().collect();
    let mut around = Widget::html("<div id=around></div>");
    let put = Op::set_content("around", Content::Html(html.into()));
    around.apply(put).expect("applied");
    let now = around.elements_now();
    let ids: Vec<&str> = now.iter().map(|(id, _)| *id).filter(|id| *id != "around").collect();
    json!({"html": html, "page": texts, "part": ids})
}
