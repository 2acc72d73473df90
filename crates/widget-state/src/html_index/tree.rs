//! The nodes of a piece of HTML, put together as a browser does.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, ExpandedName, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName, local_name, ns};

/// The document, which is the first node.
const ROOT: usize = 0;

/// A tree of HTML, as its parser asks for it.
pub(super) struct Tree {
    nodes: RefCell<Vec<Node>>,
    /// The number of times that the parser looked at an element.
    looks: Cell<usize>,
}

/// A part of the tree, with what is around it.
struct Node {
    kind: Kind,
    parent: Option<usize>,
    previous: Option<usize>,
    next: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
}

enum Kind {
    Element(Element),
    Text(String),
    /// The document, or a comment.
    Other,
}

/// An element. What else its tag says, the parser need not know.
pub(super) struct Element {
    name: Rc<QualName>,
    /// The numbers of its tags: there are none of an element that HTML leaves out, and several of a
    /// `body` that comes again.
    tags: Vec<usize>,
}

/// A node that the parser knows.
#[derive(Clone)]
pub(super) struct Handle {
    at: usize,
    name: Rc<QualName>,
}

/// A step of the way through a tree, in the order of the HTML.
pub(super) enum Met<'a> {
    Begin(&'a Element),
    End(&'a Element),
    Text(&'a str),
}

impl Element {
    pub(super) fn name(&self) -> &str {
        &self.name.local
    }

    pub(super) fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }

    pub(super) fn tags(&self) -> &[usize] {
        &self.tags
    }
}

/// The attribute that stands for all of a tag.
pub(super) fn number_of_tag(number: usize) -> Attribute {
    let name = QualName::new(None, ns!(), local_name!(""));
    Attribute { name, value: StrTendril::from(number.to_string()) }
}

fn tag_of(attributes: &[Attribute]) -> Option<usize> {
    attributes.iter().find(|one| one.name.local == local_name!(""))?.value.parse().ok()
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: RefCell::new(vec![Node::new(Kind::Other)]), looks: Cell::new(0) }
    }
}

impl Node {
    fn new(kind: Kind) -> Self {
        Self { kind, parent: None, previous: None, next: None, first: None, last: None }
    }
}

impl Tree {
    pub(super) fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// The number of times that the parser looked at an element.
    pub(super) fn looks(&self) -> usize {
        self.looks.get()
    }

    fn look(&self) {
        self.looks.set(self.looks.get() + 1);
    }

    /// Goes through all of it.
    pub(super) fn walk(self, mut meet: impl FnMut(Met<'_>)) {
        let nodes = self.nodes.into_inner();
        let mut next = nodes[ROOT].first;
        while let Some(mut at) = next {
            match &nodes[at].kind {
                Kind::Element(element) => meet(Met::Begin(element)),
                Kind::Text(text) => meet(Met::Text(text)),
                Kind::Other => {}
            }
            next = nodes[at].first;
            while next.is_none() {
                if let Kind::Element(element) = &nodes[at].kind {
                    meet(Met::End(element));
                }
                next = nodes[at].next;
                match nodes[at].parent {
                    Some(parent) if next.is_none() => at = parent,
                    _ => break,
                }
            }
        }
    }

    fn add(&self, kind: Kind) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node::new(kind));
        nodes.len() - 1
    }

    fn other(&self) -> Handle {
        let name = QualName::new(None, ns!(), local_name!(""));
        Handle { at: self.add(Kind::Other), name: Rc::new(name) }
    }

    /// Puts a node or text into a parent, before a child of it or at its end.
    fn insert(&self, child: NodeOrText<Handle>, parent: usize, before: Option<usize>) {
        match child {
            NodeOrText::AppendNode(node) => self.link(node.at, parent, before),
            NodeOrText::AppendText(text) if self.lengthen(&text, parent, before) => {}
            NodeOrText::AppendText(text) => {
                self.link(self.add(Kind::Text(text.into())), parent, before);
            }
        }
    }

    fn link(&self, at: usize, parent: usize, before: Option<usize>) {
        self.unlink(at);
        let nodes = &mut *self.nodes.borrow_mut();
        let previous = before.map_or(nodes[parent].last, |next| nodes[next].previous);
        let node = &mut nodes[at];
        (node.parent, node.previous, node.next) = (Some(parent), previous, before);
        match previous {
            Some(previous) => nodes[previous].next = Some(at),
            None => nodes[parent].first = Some(at),
        }
        match before {
            Some(next) => nodes[next].previous = Some(at),
            None => nodes[parent].last = Some(at),
        }
    }

    /// Adds text to the text that it comes after, if it does.
    fn lengthen(&self, more: &str, parent: usize, before: Option<usize>) -> bool {
        let nodes = &mut *self.nodes.borrow_mut();
        let previous = before.map_or(nodes[parent].last, |next| nodes[next].previous);
        let Some(Node { kind: Kind::Text(text), .. }) = previous.map(|at| &mut nodes[at]) else {
            return false;
        };
        text.push_str(more);
        true
    }

    fn unlink(&self, at: usize) {
        let nodes = &mut *self.nodes.borrow_mut();
        let node = &mut nodes[at];
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => nodes[previous].next = next,
            None => nodes[parent].first = next,
        }
        match next {
            Some(next) => nodes[next].previous = previous,
            None => nodes[parent].last = previous,
        }
    }
}

impl TreeSink for Tree {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { at: ROOT, ..self.other() }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        self.look();
        target.name.expanded()
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _flags: ElementFlags,
    ) -> Handle {
        let name = Rc::new(name);
        let tags = tag_of(&attributes).into_iter().collect();
        let element = Element { name: Rc::clone(&name), tags };
        Handle { at: self.add(Kind::Element(element)), name }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.other()
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        self.other()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(child, parent.at, None);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = self.nodes.borrow()[element.at].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The content of a template stands in it: it is left out of what is known.
    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        self.look();
        one.at == other.at
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new: NodeOrText<Handle>) {
        let parent = self.nodes.borrow()[sibling.at].parent;
        if let Some(parent) = parent {
            self.insert(new, parent, Some(sibling.at));
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        if let Kind::Element(element) = &mut self.nodes.borrow_mut()[target.at].kind {
            element.tags.extend(tag_of(&attributes));
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.unlink(target.at);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        loop {
            let Some(at) = self.nodes.borrow()[node.at].first else { return };
            self.link(at, new_parent.at, None);
        }
    }
}
