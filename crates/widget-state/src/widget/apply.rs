//! Applying an operation to a document: no I/O, no clock, all or nothing.

mod block_lists;
mod blocks;
mod chart;
mod components;
mod replaced;
mod style;
mod table;

use crate::block::{BODY_ID, Block, BlockKind, tree};
use crate::change::{BlockState, Change};
use crate::error::StateError;
use crate::op::Content;
use crate::op::Op;
use crate::op::element_edit::ElementEdit;
use crate::op::user_prompt::web_address;
use crate::suggest::nearest;
use crate::widget::Widget;
use crate::widget::contents::Changed;
use crate::widget::target::Target;

/// Figures and rows up to this many bytes go with the operation; larger ones are fetched.
const MAX_INLINE_BYTES: usize = 64 << 10;

/// The part of a change that only the block that was changed can tell.
#[derive(Default)]
struct Logged {
    /// The operation to log instead of the one that was applied, whose data is too large.
    instead: Option<Op>,
    /// The state of the block after it.
    after: Option<BlockState>,
}

impl Widget {
    /// Applies an operation, which makes the next revision, and returns it as it is logged.
    ///
    /// The same operations in the same order always give the same document.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownElement`], [`StateError::NoContent`], [`StateError::NoElement`],
    /// [`StateError::NoText`],
    /// [`StateError::BadValue`], [`StateError::UnknownMarquee`], [`StateError::UnknownTicker`] about the target,
    /// [`StateError::Marquee`] and the errors of ids about what goes into a marquee,
    /// [`StateError::WrongKind`] about the widget, [`StateError::UnknownBlock`] and
    /// [`StateError::SeveralBlocks`] about the block of a chart or table, [`StateError::Json`] about rows,
    /// [`StateError::UnknownRow`] and [`StateError::UnknownColumn`] about a table,
    /// [`StateError::Element`] about an edit of an element, [`StateError::Block`] about a block,
    /// [`StateError::ChartEdit`] about a figure, [`StateError::Appearance`] about a style or
    /// style sheet, [`StateError::Offer`] about an address. The document is as before then.
    pub fn apply(&mut self, mut op: Op) -> Result<Change, StateError> {
        let mut logged = Logged::default();
        match &mut op {
            Op::SetContent { component_id, content } => self.set_content(component_id, content)?,
            Op::AppendText { component_id, text } => self.append_text(component_id, text)?,
            Op::EditElement { component_id, edit } => self.edit_element(component_id, edit)?,
            Op::PutBlock { component_id, is_inside, block } => {
                self.put_block(component_id, *is_inside, block)?;
            }
            Op::InsertBlock { component_id, place, block } => {
                self.insert_block(component_id, *place, block)?;
            }
            Op::MoveBlock { component_id, place, near } => {
                logged = self.move_block(component_id, near, *place)?;
            }
            Op::SetBlock { component_id, properties } => {
                self.set_block(component_id, properties)?;
            }
            Op::RemoveBlock { component_id } => self.remove_block(component_id)?,
            Op::SetValue { component_id, value } => self.set_value(component_id, value)?,
            Op::SetMarquee { component_id, content } => self.set_marquee(component_id, content)?,
            Op::UpdateTicker { ticker, change } => self.update_ticker(ticker, change)?,
            Op::SetFigure { block_id, figure } => logged = self.set_figure(block_id, figure)?,
            Op::EditChart { block_id, edit } => logged = self.edit_chart(block_id, edit)?,
            Op::SetChartViewport { block_id, view } => {
                self.chart_mut(block_id)?.1.set_view(view.clone());
            }
            Op::TableRows { block_id, strategy, rows } => {
                logged = self.change_rows(block_id, *strategy, rows)?;
            }
            Op::TableCell { block_id, row_id, field, value } => {
                logged = self.set_cell(block_id, row_id, field, value)?;
            }
            Op::TableColumns { block_id, columns } => {
                logged = self.set_columns(block_id, columns)?;
            }
            Op::TableState { block_id, state } => self.set_table_state(block_id, state)?,
            Op::ReloadData { block_id, .. } | Op::ReloadPages { block_id, .. } => {
                logged = self.reload(block_id)?;
            }
            Op::SetStyle { component_id, style } => self.set_style(component_id, style)?,
            Op::InjectCss { css_id, css } => self.inject_css(css_id, css)?,
            Op::RemoveCss { css_id } => self.appearance.remove(css_id)?,
            Op::SetTheme { theme } => self.appearance.theme = *theme,
            Op::Navigate { url } => *url = web_address(url)?,
            Op::Download(_) | Op::Emit { .. } | Op::Toast(_) | Op::CloseQuestion { .. } => {}
        }
        self.revision += 1;
        let Logged { instead, after } = logged;
        Ok(Change { revision: self.revision, op: instead.unwrap_or(op), after })
    }

    /// Applies an operation as a part of the revision that the one before has made.
    pub(crate) fn apply_beside(&mut self, op: Op) -> Result<Change, StateError> {
        let revision = self.revision;
        self.revision -= 1;
        let change = self.apply(op);
        self.revision = revision;
        change
    }

    /// Makes the data of a block newer than what viewers have.
    fn reload(&mut self, block_id: &str) -> Result<Logged, StateError> {
        let revision = self.revision + 1;
        match tree::find_mut(&mut self.blocks, block_id).map(|block| &mut block.kind) {
            Some(BlockKind::Chart(chart)) => {
                chart.set_revision(revision);
                Ok(chart::reload(block_id, chart))
            }
            Some(BlockKind::Table(table)) => {
                table.set_revision(revision);
                Ok(table::reload(block_id, table))
            }
            _ => {
                let nearest = nearest(block_id, self.block_ids()).map(Into::into);
                let id = block_id.chars().take(80).collect();
                Err(StateError::UnknownBlock { id, kind: None, nearest })
            }
        }
    }

    fn set_content(&mut self, id: &str, content: &Content) -> Result<(), StateError> {
        match self.target(id) {
            Target::Component(component) if !component.has_content() => {
                return Err(StateError::NoContent {
                    id: id.into(),
                    type_name: component.kind.type_name(),
                });
            }
            Target::Modal(_) => {
                return Err(StateError::NoContent { id: id.into(), type_name: "modal" });
            }
            Target::Block(block)
                if !(block.takes_text() && matches!(content, Content::Text(_))) =>
            {
                let type_name = block.kind.type_name();
                return Err(StateError::NoContent { id: id.into(), type_name });
            }
            Target::Missing(nearest) => return Err(unknown(id, nearest)),
            Target::Component(_) | Target::Block(_) | Target::Element(_) | Target::Unknown => {}
        }
        self.put(Changed::content(id, self.revision + 1, content.clone()))
    }

    fn append_text(&mut self, id: &str, more: &str) -> Result<(), StateError> {
        let type_name = match self.target(id) {
            Target::Missing(nearest) => return Err(unknown(id, nearest)),
            Target::Block(block) => match self.markdown_now(block) {
                Some(text) => {
                    let content = Content::Text(format!("{text}{more}"));
                    return self.put(Changed::content(id, self.revision + 1, content));
                }
                None => block.kind.type_name(),
            },
            Target::Component(component) => component.kind.type_name(),
            Target::Modal(_) => "modal",
            Target::Element(_) | Target::Unknown => "element of the html",
        };
        Err(StateError::NoText { id: id.into(), type_name })
    }

    fn edit_element(&mut self, id: &str, edit: &ElementEdit) -> Result<(), StateError> {
        let is_beside = matches!(edit, ElementEdit::Before(_) | ElementEdit::After(_));
        let is_placed = is_beside && self.html_of(id).is_some();
        let is_inside = matches!(edit, ElementEdit::Append(_) | ElementEdit::Prepend(_));
        let is_in_html = |block: &Block| is_inside && matches!(block.kind, BlockKind::Html(_));
        if id == BODY_ID && self.block(id).is_some_and(is_in_html) {
            edit.check()?;
            return self.put(Changed::edit(id, self.revision + 1, edit.clone()));
        }
        if let Some(component) = self.component_beside_blocks(id) {
            return Err(blocks::refused(format!(
                "\"{id}\" is a {} of a toolbar, modal or card: op set with `block` changes its \
                 properties, and op style with {{\"display\": \"none\"}} hides it",
                component.kind.type_name()
            )));
        }
        let type_name = match self.target(id) {
            Target::Component(component) if !is_placed => component.kind.type_name(),
            Target::Modal(_) => "modal",
            Target::Block(block) if !is_placed && !is_in_html(block) => block.kind.type_name(),
            Target::Missing(nearest) => return Err(unknown(id, nearest)),
            Target::Component(_) | Target::Block(_) | Target::Element(_) | Target::Unknown => {
                edit.check()?;
                if is_placed {
                    self.check_stands(id)?;
                }
                return self.put(Changed::edit(id, self.revision + 1, edit.clone()));
            }
        };
        let is_listed = |block: &Block| is_beside || edit.html().is_some() && block.holds_list();
        if self.block(id).is_some_and(is_listed) {
            return Err(self.listed(id));
        }
        Err(StateError::NoElement { id: id.into(), type_name })
    }

    /// Takes a change of an element; blocks that it has places for stand in HTML.
    fn put(&mut self, changed: Changed) -> Result<(), StateError> {
        changed.places().try_for_each(|place| self.check_place(place, &changed))?;
        self.contents.put(changed);
        Ok(())
    }
}

fn unknown(id: &str, nearest: Option<&str>) -> StateError {
    StateError::UnknownElement { id: id.into(), nearest: nearest.map(Into::into) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::chart::figure::Figure;
    use crate::component::toolbar::Toolbar;
    use crate::table::RowStrategy;
    use crate::table::rows::Rows;

    fn widget() -> Widget {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "toggle", "component_id": "dark"},
            {"type": "select", "component_id": "colour", "options": ["red", "blue"]},
            {"type": "button", "component_id": "go", "label": "Go"},
        ]}))
        .unwrap();
        Widget::html("<b id=total>0</b>").with_toolbars([toolbar]).unwrap()
    }

    fn text(text: &str) -> Content {
        Content::Text(text.into())
    }

    #[test]
    fn content_goes_to_elements_and_to_components_that_have_some() {
        let mut widget = widget();
        widget.apply(Op::set_content("total", text("5"))).unwrap();
        widget.apply(Op::set_content("go", text("Stop"))).unwrap();
        assert_eq!(widget.content("total"), Some(&text("5")));
        assert_eq!(widget.revision(), 3);
    }

    #[test]
    fn a_refused_operation_changes_nothing() {
        let mut widget = widget();
        let before = widget.clone();
        for (op, part) in [
            (Op::set_content("totl", text("5")), "did you mean \"total\"?"),
            (Op::set_content("dark", text("5")), "no content that can be replaced"),
            (Op::set_value("colour", json!("green")), "it takes one of \"red\", \"blue\""),
            (Op::set_value("color", json!("red")), "did you mean \"colour\"?"),
            (
                Op::SetFigure { block_id: None, figure: Figure::parse(r#"{"data":[]}"#).unwrap() },
                "not a chart",
            ),
            (
                Op::TableRows { block_id: None, strategy: RowStrategy::Set, rows: "[]".into() },
                "not a table",
            ),
        ] {
            assert!(widget.apply(op).unwrap_err().to_string().contains(part), "{part}");
            assert_eq!(widget, before);
        }
    }

    #[test]
    fn an_element_that_a_script_may_have_made_is_believed() {
        let mut widget = Widget::html("<script>draw()</script>");
        widget.apply(Op::set_content("made", text("5"))).unwrap();
    }

    #[test]
    fn elements_in_replaced_content_are_known() {
        let mut widget = widget();
        let html = Content::Html("<i id=inner>1</i>".into());
        widget.apply(Op::set_content("total", html)).unwrap();
        widget.apply(Op::set_content("inner", text("2"))).unwrap();
        let error = widget.apply(Op::set_content("inne", text("2"))).unwrap_err();
        assert!(matches!(error, StateError::UnknownElement { .. }));
    }

    #[test]
    fn rows_that_replace_others_keep_the_row_id() {
        let rows = Rows::parse(r#"[{"id": 1}]"#).unwrap().with_row_id("id").unwrap();
        let mut widget = Widget::table(rows);
        let set = |rows: &str| Op::TableRows {
            block_id: None,
            strategy: RowStrategy::Set,
            rows: rows.into(),
        };
        widget.apply(set(r#"[{"id": 2}]"#)).unwrap();
        assert_eq!((widget.revision(), widget.the_table(None).unwrap().1.revision()), (2, 2));
        assert!(widget.apply(set(r#"[{"no": 2}]"#)).is_err());
        let (_, table) = widget.the_table(None).unwrap();
        assert_eq!((table.rows().row_id(), table.rows().count()), (Some("id"), 1));
    }

    #[test]
    fn blocks_in_html_take_texts_and_html_brings_their_places() {
        let blocks = serde_json::from_value(json!([
            {"type": "markdown", "id": "notes", "markdown": "# A"},
            {"type": "chart", "id": "sales", "figure": {"data": []}},
        ]));
        let html = "<div id=box><widget-block id=notes></widget-block></div>\
            <widget-block id=sales></widget-block>";
        let mut widget = Widget::html_with_blocks(html, blocks.unwrap()).unwrap();
        widget.apply(Op::set_content("notes", Content::Text("# B".into()))).unwrap();
        assert_eq!(widget.content("notes").unwrap().as_str(), "# B");
        let place = |id: &str| Content::Html(format!("<widget-block id={id}></widget-block>"));
        widget.apply(Op::set_content("box", place("notes"))).unwrap();
        let before = widget.clone();
        for (id, content, part) in [
            ("sales", Content::Text("x".into()), "is a chart, which has no content"),
            ("notes", Content::Html("<b>".into()), "is a markdown"),
            ("box", place("nots"), "did you mean \"notes\"?"),
        ] {
            let error = widget.apply(Op::set_content(id, content)).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(widget, before);
        let twice = Widget::html_with_blocks("<p id=a></p><widget-block id=a>", Vec::new());
        assert!(twice.is_err());
    }
}
