//! Faults of what operations and new widgets bring, which are no errors.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use serde_json::Value;

use crate::block::{BODY_ID, Block, BlockKind, tree};
use crate::chart::figure::Figure;
use crate::component::{Component, ComponentKind};
use crate::html_index::HtmlIndex;
use crate::html_index::problems::{of_attribute, of_taken_id};
use crate::op::element_edit::ElementEdit;
use crate::op::{Content, Op};
use crate::table::{RowStrategy, Table};
use crate::widget::Widget;
use crate::widget::contents::Changed;
use crate::widget::standing::Standing;
use crate::widget::target::Target;

const LOOSE_FIELD: &str = "a field outside of a <form> sends nothing, and no button sends its \
    value: put both into a <form data-event=\"form:send\">, or give the field an event of its own, \
    such as data-event=\"name:change\"";

/// So many blocks that are gone are named.
const MOST_NAMED: usize = 12;

const DEAD_SCRIPT: &str = "a script in HTML that is put into a page does not run: give it with the \
    html of the widget, or with that of an html block";

impl Op {
    /// Faults of what it brings: attributes of HTML that do nothing in a page, such as a
    /// `data-event` that names no event and the web address of a picture or script, and those of
    /// figures, as [`Figure::problems`].
    ///
    /// ```
    /// use widget_state::{Content, Op};
    ///
    /// let html = Content::Html("<button data-event=save>Save</button>".into());
    /// let [problem] = &Op::set_content("form", html).problems()[..] else { panic!() };
    /// assert!(problem.ends_with("such as page:save"));
    /// ```
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        match self {
            Self::SetContent { content: Content::Html(html), .. } => of_html_put_in(html),
            Self::EditElement { edit: ElementEdit::Attributes(attributes), .. } => {
                let given =
                    attributes.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
                given.filter_map(|(name, value)| of_attribute("", name, value)).collect()
            }
            Self::EditElement { edit, .. } => edit.html().map(of_html_put_in).unwrap_or_default(),
            Self::PutBlock { block, .. } | Self::InsertBlock { block, .. } => {
                of_blocks(std::slice::from_ref(&**block)).collect()
            }
            Self::SetBlock { properties, .. } => {
                properties.iter().flat_map(|(name, value)| of_property(name, value)).collect()
            }
            Self::SetFigure { figure, .. } => figure.problems(),
            Self::EditChart { edit, .. } => edit.problems(),
            _ => Vec::new(),
        }
    }
}

impl Widget {
    /// Faults of its HTML as it was given and of its figures, as [`Op::problems`], buttons and
    /// forms that nothing answers, and fields that nothing sends.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        let beside = self.components().filter(|one| self.block(one.id()).is_none());
        of_blocks(self.blocks()).chain(beside.flat_map(of_component)).chain(self.idle_controls())
    }

    /// A fault of an operation that shows beside what the widget has: an id that is taken, here or
    /// in the HTML that `brought` earlier operations put in, and that it adds to; or a number of a
    /// metric that may be meant in percent.
    #[must_use]
    pub fn problem_with(&self, op: &Op, brought: &mut BTreeSet<String>) -> Option<String> {
        match op {
            Op::EditElement { edit, .. } => self.taken_id(edit.html()?, brought),
            Op::SetBlock { component_id, properties } => {
                let before = self.block(component_id)?.kind.type_name();
                let after = properties.get("type").and_then(Value::as_str).unwrap_or(before);
                // Of nothing else are the merged properties looked at.
                if after != "metric" {
                    return None;
                }
                match self.block_with(component_id, properties).ok()?.kind {
                    BlockKind::Metric(metric) => metric.problem(component_id),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The loss that an operation is or brings: a change of an element that no page shows, since
    /// what it stood in is gone; blocks that new HTML has no place for; or fields of rows that an
    /// update of them leaves out.
    #[must_use]
    pub fn loss_by(&self, op: &Op) -> Option<String> {
        match op {
            Op::SetContent { component_id: id, .. } | Op::EditElement { component_id: id, .. } => {
                let may_be = self.part(id).is_none() && self.contents.iter().any(Changed::empties);
                let is_lost = may_be && Standing::of(self).has_lost(id);
                is_lost.then(|| {
                    format!(
                        "no page shows the element {id:?} any more, since what it stood in was \
                         replaced or taken out: the change is seen nowhere"
                    )
                })
            }
            Op::SetBlock { component_id, properties } if properties.contains_key("html") => {
                let after = self.block_with(component_id, properties).ok()?;
                let before = self.block(component_id)?.blocks().iter().map(Block::id);
                let gone = before.filter(|id| after.blocks().iter().all(|kept| kept.id() != *id));
                let gone: Vec<&str> = gone.collect();
                let more = if gone.len() > MOST_NAMED { ", …" } else { "" };
                (!gone.is_empty()).then(|| {
                    format!(
                        "the html has no place for {}{more}: these blocks are gone with their data",
                        gone[..gone.len().min(MOST_NAMED)].join(", ")
                    )
                })
            }
            Op::TableRows { block_id, strategy: RowStrategy::Update, rows } => {
                let (_, table) = self.the_table(block_id.as_deref()).ok()?;
                let dropped = table.dropped_by(rows);
                (!dropped.is_empty()).then(|| {
                    format!(
                        "the rows that came have no {}, so those in the table have none any more: \
                         an update replaces whole rows",
                        dropped.join(", ")
                    )
                })
            }
            _ => None,
        }
    }

    /// An id in HTML that something else has.
    fn taken_id(&self, html: &str, brought: &mut BTreeSet<String>) -> Option<String> {
        let index = HtmlIndex::of_part(html);
        let (inside, standing) = (OnceCell::new(), OnceCell::new());
        let is_there = |id: &str| {
            let target = self.target_beside(id, &inside);
            !matches!(target, Target::Missing(_) | Target::Unknown)
                && !standing.get_or_init(|| Standing::of(self)).has_lost(id)
        };
        let mut taken = None;
        for id in index.element_ids() {
            if taken.is_none() && (brought.contains(id) || is_there(id)) {
                taken = Some(of_taken_id(id));
            }
            brought.insert(id.to_owned());
        }
        taken
    }

    /// None if a script listens, which may answer any.
    fn idle_controls(&self) -> Vec<String> {
        let of_blocks = tree::walk(self.blocks()).filter_map(|block| block.kind.as_kind().index());
        let of_divs = self.div_contents().map(HtmlIndex::of);
        let all: Vec<_> = of_blocks.map(Cow::Borrowed).chain(of_divs.map(Cow::Owned)).collect();
        if all.iter().any(|index| index.listens) {
            return Vec::new();
        }
        let idle: BTreeSet<&str> =
            all.iter().flat_map(|index| index.idle.iter().copied()).collect();
        let is_scripted = all.iter().any(|index| index.scripted);
        let has_form =
            |place| all.iter().enumerate().any(|(at, it)| at != place && it.fields.has_form);
        // The form of other HTML may be around it.
        let is_loose = |(place, index): (usize, &Cow<HtmlIndex>)| {
            index.fields.are_loose && !is_scripted && !has_form(place)
        };
        let loose = all.iter().enumerate().any(is_loose).then_some(LOOSE_FIELD);
        idle.into_iter().chain(loose).map(ToOwned::to_owned).collect()
    }
}

fn of_blocks(blocks: &[Block]) -> impl Iterator<Item = String> {
    let is_one = tree::walk(blocks).nth(1).is_none();
    tree::walk(blocks).flat_map(move |block| match &block.kind {
        BlockKind::Component(component) => of_component(component),
        BlockKind::Form(form) => form.problems(),
        BlockKind::Metric(metric) => metric.problem(block.id()).into_iter().collect(),
        BlockKind::Table(table) => of_table(block.id(), table).into_iter().collect(),
        BlockKind::Markdown(block) => of_markdown(&block.markdown),
        BlockKind::Chart(chart) => {
            let of = if is_one || block.id().is_empty() {
                String::new()
            } else {
                format!("{}: ", block.id())
            };
            let problems = chart.figure().problems().into_iter();
            problems.map(|problem| format!("{of}{problem}")).collect()
        }
        kind => {
            let index = kind.as_kind().index();
            index.map(problems_of).unwrap_or_default()
        }
    })
}

/// A body has no id that would have to be named.
fn of_table(id: &str, table: &Table) -> Option<String> {
    let problem = table.problem()?;
    Some(if id.is_empty() || id == BODY_ID { problem } else { format!("{id}: {problem}") })
}

/// The faults of a property of a block.
fn of_property(name: &str, value: &Value) -> Vec<String> {
    let found = match name {
        "html" => value.as_str().map(of_html),
        "markdown" => value.as_str().map(of_markdown),
        "figure" => {
            let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            // One that cannot be read is refused.
            Figure::parse(text).ok().map(|figure| figure.problems())
        }
        _ => None,
    };
    found.unwrap_or_default()
}

/// Pictures in the network; those in blocks of code are none.
fn of_markdown(text: &str) -> Vec<String> {
    let outside = text.split("```").step_by(2);
    let pictures = outside.flat_map(|text| text.split("![").skip(1));
    let addresses = pictures.filter_map(|picture| {
        let (_, rest) = picture.split_once("](")?;
        rest.split([')', ' ', '\n']).next()
    });
    let in_network = addresses.filter(|address| address.starts_with("http"));
    in_network.filter_map(|address| of_attribute("img", "src", address)).collect()
}

fn of_component(component: &Component) -> Vec<String> {
    match &component.kind {
        ComponentKind::Div(div) => of_html(&div.content),
        _ => Vec::new(),
    }
}

fn of_html_put_in(html: &str) -> Vec<String> {
    let index = HtmlIndex::of_part(html);
    let dead = index.has_script.then(|| DEAD_SCRIPT.to_owned());
    dead.into_iter().chain(problems_of(&index)).collect()
}

fn of_html(html: &str) -> Vec<String> {
    problems_of(&HtmlIndex::of(html))
}

fn problems_of(index: &HtmlIndex) -> Vec<String> {
    index.problems.iter().map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_way_that_html_comes_is_looked_at() {
        let wrong = "<b data-event=go>Go</b>";
        let block = json!({"type": "html", "id": "a", "html": wrong});
        let card = json!({"type": "card", "id": "c", "blocks": [block]});
        for op in [
            json!({"type": "set_content", "component_id": "a", "content": {"html": wrong}}),
            json!({"type": "edit_element", "component_id": "a", "edit": {"append": wrong}}),
            json!({"type": "edit_element", "component_id": "a", "edit": {
                "attributes": {"data-event": "go", "title": null}}}),
            json!({"type": "put_block", "component_id": "a", "block": block}),
            json!({"type": "insert_block", "component_id": "a", "place": "end", "block": card}),
            json!({"type": "set_block", "component_id": "a", "properties": {"html": wrong}}),
        ] {
            let read: Op = serde_json::from_value(op.clone()).unwrap();
            assert_eq!(read.problems().len(), 1, "{op}");
        }
        let text = json!({"type": "set_content", "component_id": "a", "content": {"text": wrong}});
        assert_eq!(serde_json::from_value::<Op>(text).unwrap().problems(), [""; 0]);
    }

    #[test]
    fn every_way_that_a_figure_comes_is_looked_at() {
        let figure = json!({"data": [{"type": "scater", "y": [1]}]});
        let block = json!({"type": "chart", "id": "a", "figure": figure});
        for op in [
            json!({"type": "set_figure", "json": figure.to_string()}),
            json!({"type": "edit_chart", "edit": {"layout": {"titel": "A"}}}),
            json!({"type": "put_block", "component_id": "a", "block": block}),
            json!({"type": "set_block", "component_id": "a", "properties": {"figure": figure}}),
        ] {
            let read: Op = serde_json::from_value(op.clone()).unwrap();
            assert_eq!(read.problems().len(), 1, "{op}");
        }
        let widget = Widget::page(serde_json::from_value(json!([block])).unwrap()).unwrap();
        assert_eq!(widget.problems().count(), 1);
    }

    #[test]
    fn a_picture_of_markdown_cannot_come_from_the_network() {
        let text = "![a](data:image/png;base64,AA==) ![b](https://e.example/b.png \"B\")\n\
            ```\n![c](https://e.example/c.png)\n```\n[d](https://e.example)";
        let block = json!({"type": "markdown", "id": "a", "markdown": text});
        let put = json!({"type": "put_block", "component_id": "a", "block": block});
        let [problem] = &serde_json::from_value::<Op>(put).unwrap().problems()[..] else {
            panic!("one picture");
        };
        assert!(problem.starts_with("<img> src=\"https://e.example/b.png\" shows nothing"));
    }

    #[test]
    fn a_new_widget_says_what_does_nothing_in_all_its_parts() {
        let div = |name: &str| json!({"type": "div", "content": format!("<b data-event={name}>")});
        let blocks: Value = json!([{"type": "card", "actions": [div("one")], "blocks": [
            {"type": "html", "html": "<img src=a.png>"}, div("two")]}]);
        let widget = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
        let toolbar = serde_json::from_value(json!({"items": [div("three")]})).unwrap();
        let widget = widget.with_toolbars([toolbar]).unwrap();
        let problems: Vec<_> = widget.problems().collect();
        for part in ["\"one\"", "\"two\"", "\"three\"", "\"a.png\""] {
            let count = problems.iter().filter(|problem| problem.contains(part)).count();
            assert_eq!(count, 1, "{part}: {problems:?}");
        }
    }

    #[test]
    fn a_change_that_may_be_in_percent_is_told_of() {
        let metric = |properties: Value| {
            let mut metric = json!({"type": "metric", "id": "m", "value": 312});
            metric.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
            Widget::page(vec![serde_json::from_value(metric).unwrap()]).unwrap()
        };
        let percent = |change: f64| json!({"value": 0.31, "format": "percent", "change": change});
        for odd in [json!({"change": 0.048}), json!({"change": -2.4}), percent(4.8)] {
            let problems: Vec<_> = metric(odd.clone()).problems().collect();
            assert!(problems.len() == 1 && problems[0].starts_with("m: the change"), "{odd}");
        }
        let odd = metric(percent(-4.8)).problems().next().unwrap();
        assert!(odd.contains("-4.8 is -480 percentage points"), "{odd}");
        let odd = metric(json!({"value": 16.1, "format": "percent"})).problems().next().unwrap();
        assert!(odd.contains("16.1 is 1610 %"), "{odd}");
        for value in [json!(37.5), json!("37.5")] {
            let problem = metric(json!({"value": value, "format": "percent"})).problems().next();
            assert_eq!(
                problem.unwrap(),
                "m: as a percentage 37.5 is 3750 %: write a share, 0.5 is 50 %"
            );
        }
        let rating = json!({"value": 4.6, "change": 0.2});
        for fine in [json!({"change": 12}), json!({"change": "+4.8 %"}), rating, percent(0.02)] {
            assert_eq!(metric(fine.clone()).problems().count(), 0, "{fine}");
        }
        let set = |properties: Value| Op::SetBlock {
            component_id: "m".into(),
            properties: properties.as_object().unwrap().clone(),
        };
        let widget = metric(percent(0.02));
        let problem = |properties| widget.problem_with(&set(properties), &mut BTreeSet::new());
        assert!(problem(json!({"change": 4.8})).is_some());
        assert_eq!(problem(json!({"change": 0.04})), None);
    }

    #[test]
    fn an_id_that_is_taken_is_told_of() {
        let mut widget = Widget::html("<ul id=log></ul>");
        let append = |html: &str| Op::edit_element("log", ElementEdit::Append(html.into()));
        let problem = |widget: &Widget, op: &Op| widget.problem_with(op, &mut BTreeSet::new());
        let first = append("<li id=entry>1</li>");
        assert_eq!(problem(&widget, &first), None);
        widget.apply(first.clone()).unwrap();
        let told = problem(&widget, &first).unwrap();
        assert!(told.contains("the id \"entry\" already"), "{told}");
        assert_eq!(problem(&widget, &append("<li>2</li>")), None);
        widget.apply(Op::edit_element("entry", ElementEdit::Remove)).unwrap();
        assert_eq!(problem(&widget, &first), None);
        let mut brought = BTreeSet::new();
        assert_eq!(widget.problem_with(&first, &mut brought), None);
        assert!(widget.problem_with(&first, &mut brought).is_some(), "by the one before");
    }

    #[test]
    fn blocks_that_go_with_html_are_told_of() {
        let one = serde_json::from_value(json!([{"type": "divider", "id": "one"}])).unwrap();
        let widget = Widget::html_with_blocks("<widget-block id=one></widget-block>", one).unwrap();
        let set = |properties: Value| Op::SetBlock {
            component_id: BODY_ID.into(),
            properties: properties.as_object().unwrap().clone(),
        };
        let told = widget.loss_by(&set(json!({"html": "<p>Done", "blocks": []}))).unwrap();
        assert!(told.contains("no place for one:"), "{told}");
        let two = json!({"html": "<widget-block id=two></widget-block>",
            "blocks": [{"type": "divider", "id": "two"}]});
        assert!(widget.loss_by(&set(two)).unwrap().contains("no place for one:"));
        let other = json!({"html": "<widget-block id=one></widget-block>"});
        assert_eq!(widget.loss_by(&set(other)), None);
    }

    #[test]
    fn a_script_that_is_put_in_is_told_of() {
        let html = "<p>1</p><script>draw()</script>".to_owned();
        let problems = Op::edit_element("a", ElementEdit::Append(html.clone())).problems();
        assert!(problems.len() == 1 && problems[0].contains("does not run"), "{problems:?}");
        assert_eq!(Widget::html(html).problems().count(), 0);
    }

    #[test]
    fn a_change_that_is_seen_nowhere_is_told_of() {
        let place = "<div id=box><widget-block id=part></widget-block></div>";
        let part = json!([{"type": "html", "id": "part", "html": "<b id=inner>1</b>"}]);
        let part = serde_json::from_value(part).unwrap();
        let mut widget = Widget::html_with_blocks(place, part).unwrap();
        let change = Op::set_content("inner", Content::Text("2".into()));
        assert_eq!(widget.loss_by(&change), None);
        widget.apply(Op::set_content("box", Content::Text("x".into()))).unwrap();
        assert!(widget.loss_by(&change).unwrap().contains("\"inner\" any more"));
        assert_eq!(widget.loss_by(&Op::set_content("box", Content::Text("y".into()))), None);
    }

    #[test]
    fn fields_that_no_button_sends_are_told_of() {
        let field = "<input id=q><button data-event=page:send>Send</button>";
        assert_eq!(Widget::html(field).problems().count(), 1);
        let beside = format!("<form data-event=a:b><button>Go</button></form>{field}");
        assert_eq!(Widget::html(&*beside).problems().count(), 1);
        // A script may read it, and HTML around it may be a form.
        let script = format!("{field}<script>let q = 1</script>");
        assert_eq!(Widget::html(&*script).problems().count(), 0);
        let form =
            "<form data-event=page:send><widget-block id=in></widget-block><button>Go</button>";
        let inner = json!([{"type": "html", "id": "in", "html": field}]);
        let inner = serde_json::from_value(inner).unwrap();
        assert_eq!(Widget::html_with_blocks(form, inner).unwrap().problems().count(), 0);
    }

    #[test]
    fn buttons_that_nothing_answers_are_told_of() {
        let idle = Widget::html("<button>Go</button><form><button>Save</button></form>");
        let problems: Vec<_> = idle.problems().collect();
        assert_eq!(problems.len(), 2, "{problems:?}");
        // A script of another block may answer.
        let count = |script: &str| {
            let blocks = json!([{"type": "html", "html": "<button>Go</button>"},
                {"type": "html", "html": format!("<script>{script}</script>")}]);
            Widget::page(serde_json::from_value(blocks).unwrap()).unwrap().problems().count()
        };
        assert_eq!(count("document.addEventListener('click', go)"), 0);
        assert_eq!(count("go.onclick = () => count += 1"), 0);
        assert_eq!(count("console.log(1)"), 1);
    }
}
