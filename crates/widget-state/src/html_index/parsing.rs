//! Parses HTML as a browser does (HTML Living Standard 13.2), within bounds.
//!
//! html5gum makes the tokens, and html5ever the tree. That may look at all open elements for a tag,
//! and copies them if they are closed out of their order, so that what it may do is counted, and
//! the attributes are kept from it.

use std::convert::Infallible;

use html5ever::interface::{TreeSink, create_element};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{self, Doctype, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};
use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, State, Tokenizer};
use indexmap::{IndexMap, IndexSet};

use super::tree::{Element, Handle, Tree, number_of_tag};
use super::work::Work;

/// The attributes of which the tree depends, by their elements.
const TELLING: [(&str, &str); 5] = [
    ("annotation-xml", "encoding"),
    ("font", "color"),
    ("font", "face"),
    ("font", "size"),
    ("input", "type"),
];

/// Longer values mean nothing to the tree.
const MAX_TELLING: usize = 64;

/// So long names, in bytes, are kept in the `LocalName` itself.
const MAX_SHORT: usize = 7;

/// Begins the names that stand for others.
const UNKNOWN: char = '#';

/// All that was read beside the tree.
#[derive(Default)]
pub(super) struct Tags {
    /// The attributes of the tags that have some, by their numbers; those of equal tags are the same.
    attributes: IndexMap<Attributes, Known>,
    /// The names of elements that html5ever does not know.
    names: IndexSet<String>,
    /// True if the HTML has more than is in the tree.
    pub(super) is_cut: bool,
}

/// An element with what its tags say.
pub(super) struct Tag<'a> {
    tags: &'a Tags,
    element: &'a Element,
}

impl Tags {
    pub(super) fn of<'a>(&'a self, element: &'a Element) -> Tag<'a> {
        Tag { tags: self, element }
    }
}

impl<'a> Tag<'a> {
    pub(super) fn name(&self) -> &'a str {
        let name = self.element.name();
        let number = name.strip_prefix(UNKNOWN).and_then(|number| number.parse().ok());
        number.and_then(|number: usize| self.tags.names.get_index(number)).map_or(name, |name| name)
    }

    /// Returns whether it is one of HTML, and not of SVG or MathML.
    pub(super) fn is_html(&self) -> bool {
        self.element.is_html()
    }

    /// The number of its tag, by which equal ones are known.
    pub(super) fn number(&self) -> Option<usize> {
        self.element.tags().first().copied()
    }

    fn all(&self) -> impl Iterator<Item = (&'a Attributes, &'a Known)> {
        self.element.tags().iter().filter_map(|tag| self.tags.attributes.get_index(*tag))
    }

    pub(super) fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.all().flat_map(|(all, _)| all).map(|(name, value)| (&**name, &**value))
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Its `id`, if it has one that is not empty.
    pub(super) fn id(&self) -> Option<&'a str> {
        let id = self.all().find_map(|(all, known)| all.get(known.id?));
        id.map(|(_, id)| &**id).filter(|id| !id.is_empty())
    }

    /// Its `type`, in small letters.
    pub(super) fn kind(&self) -> String {
        let kind = self.all().find_map(|(all, known)| all.get(known.kind?));
        kind.map(|(_, kind)| kind.trim().to_ascii_lowercase()).unwrap_or_default()
    }
}

/// The use of HTML.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Context {
    /// It is a page.
    Page,
    /// It is put into one, as that of a template, and may be a row or cell of a table.
    Part,
}

pub(super) fn parse(html: &str, context: Context) -> (Tree, Tags) {
    let tree = Tree::default();
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = match context {
        Context::Page => TreeBuilder::new(tree, options),
        Context::Part => {
            let element = QualName::new(None, ns!(html), local_name!("template"));
            let element = create_element(&tree, element, Vec::new());
            TreeBuilder::new_for_fragment(tree, element, None, options)
        }
    };
    let mut tags = Tags::default();
    let feed = Feed {
        builder: &builder,
        tags: &mut tags,
        tag: None,
        next_state: None,
        work: Work::of(html),
    };
    let emitter = TreeEmitter(CallbackEmitter::new(feed));
    // It reads a text, which cannot fail, and emits nothing.
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    (builder.sink.finish(), tags)
}

/// Hands the tokens of html5gum to the tree.
struct Feed<'a> {
    builder: &'a TreeBuilder<Handle, Tree>,
    tags: &'a mut Tags,
    /// The start tag that is being read. One that the HTML ends in is none.
    tag: Option<StartTag>,
    next_state: Option<State>,
    work: Work,
}

#[derive(Default)]
struct StartTag {
    name: String,
    attributes: IndexMap<String, String>,
    /// The attribute that the next value belongs to; none for the second of a name, of which the
    /// first counts.
    attribute: Option<usize>,
}

/// The names and values of attributes, each name once.
type Attributes = Vec<(String, String)>;

/// The places of what is asked for of each element, among its attributes.
struct Known {
    id: Option<usize>,
    kind: Option<usize>,
}

impl Known {
    fn of(attributes: &Attributes) -> Self {
        let place = |name: &str| attributes.iter().position(|(known, _)| known == name);
        Self { id: place("id"), kind: place("type") }
    }
}

impl Feed<'_> {
    fn give(&mut self, token: Token) {
        self.tags.is_cut |= !self.work.allows(&token, self.builder);
        if self.tags.is_cut {
            return;
        }
        self.next_state = match self.builder.process_token(token, 1) {
            TokenSinkResult::RawData(RawKind::Rcdata) => Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => Some(State::RawText),
            TokenSinkResult::RawData(_) => Some(State::ScriptData),
            TokenSinkResult::Plaintext => Some(State::PlainText),
            _ => None,
        };
    }

    fn begin(&mut self, tag: StartTag, self_closing: bool) {
        let StartTag { name, attributes, .. } = tag;
        let attributes: Attributes = attributes.into_iter().collect();
        let telling = attributes.iter().filter(|(attribute, value)| {
            TELLING.contains(&(&*name, &**attribute)) && value.len() <= MAX_TELLING
        });
        let mut attrs: Vec<Attribute> = telling
            .map(|(name, value)| Attribute {
                name: QualName::new(None, ns!(), LocalName::from(&**name)),
                value: StrTendril::from(&**value),
            })
            .collect();
        if !attributes.is_empty() {
            let known = Known::of(&attributes);
            attrs.push(number_of_tag(self.tags.attributes.insert_full(attributes, known).0));
        }
        let mut tag = self.tag(TagKind::StartTag, &name);
        (tag.self_closing, tag.attrs) = (self_closing, attrs);
        self.give(Token::TagToken(tag));
    }

    fn tag(&mut self, kind: TagKind, name: &str) -> tokenizer::Tag {
        tokenizer::Tag {
            kind,
            name: self.local_name(name),
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        }
    }

    /// A long one that html5ever does not know has a short one: the long ones of all HTML are in one
    /// list, which would be looked through.
    fn local_name(&mut self, name: &str) -> LocalName {
        if name.len() <= MAX_SHORT {
            return LocalName::from(name);
        }
        LocalName::try_static(name).unwrap_or_else(|| {
            let (number, _) = self.tags.names.insert_full(name.to_owned());
            LocalName::from(format!("{UNKNOWN}{number}"))
        })
    }

    fn doctype(&mut self, name: &[u8], public: Option<&[u8]>, system: Option<&[u8]>, quirks: bool) {
        self.give(Token::DoctypeToken(Doctype {
            name: Some(text(name).into()).filter(|name: &StrTendril| !name.is_empty()),
            public_id: public.map(|id| text(id).into()),
            system_id: system.map(|id| text(id).into()),
            force_quirks: quirks,
        }));
    }
}

impl Callback<Infallible, ()> for Feed<'_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, _span: Span<()>) -> Option<Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = Some(StartTag { name: text(name), ..StartTag::default() });
            }
            // An end tag may have attributes as well, which mean nothing.
            CallbackEvent::AttributeName { name } => {
                if let Some(tag) = &mut self.tag {
                    let next = tag.attributes.len();
                    tag.attributes.entry(text(name)).or_default();
                    tag.attribute = (tag.attributes.len() > next).then_some(next);
                }
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some(tag) = &mut self.tag
                    && let Some(of) = tag.attribute
                {
                    tag.attributes[of] = text(value);
                }
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                if let Some(tag) = self.tag.take() {
                    self.begin(tag, self_closing);
                }
            }
            CallbackEvent::EndTag { name } => {
                let tag = self.tag(TagKind::EndTag, &text(name));
                self.give(Token::TagToken(tag));
            }
            CallbackEvent::String { value } => {
                self.give(Token::CharacterTokens(text(value).replace('\0', "").into()));
            }
            CallbackEvent::Comment { value } => self.give(Token::CommentToken(text(value).into())),
            CallbackEvent::Doctype { name, public_identifier, system_identifier, force_quirks } => {
                self.doctype(name, public_identifier, system_identifier, force_quirks);
            }
            CallbackEvent::Error(_) => {}
        }
        None
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Tells html5gum what the tree says of the text that follows a tag.
struct TreeEmitter<'a>(CallbackEmitter<Feed<'a>>);

impl ForwardingEmitter for TreeEmitter<'_> {
    type Token = Infallible;

    fn inner(&mut self) -> &mut impl Emitter<Token = Infallible> {
        &mut self.0
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        _ = self.0.emit_current_tag();
        self.0.callback_mut().next_state.take()
    }

    fn emit_eof(&mut self) {
        self.0.emit_eof();
        let feed = self.0.callback_mut();
        feed.give(Token::EOFToken);
        feed.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.0.callback_mut().builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
