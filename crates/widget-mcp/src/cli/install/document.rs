//! The configuration of a client, in which only our entry changes.

use std::path::{Path, PathBuf};

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use serde_json::{Map, Value, json};

use crate::cli::install::client::Client;
use crate::cli::install::entry::Entry;
use crate::cli::install::error::InstallError;

/// Notepad begins files with it; JSON does not know it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The members of an object, in order.
type Members = Map<String, Value>;

/// A file of a client. What is not ours keeps its order, its look and its comments.
#[derive(Debug)]
pub(crate) struct Document {
    client: Client,
    path: PathBuf,
    root: CstRootNode,
    has_mark: bool,
}

/// The change to an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is there, and the same.
    None,
    Added,
    /// The entry replaces another, whose changed parts are kept here.
    Replaced {
        old: Value,
    },
}

impl Document {
    /// Reads the text of the file at `path`; empty text is an empty file.
    ///
    /// # Errors
    ///
    /// [`InstallError::Syntax`] when the client could not read it either.
    pub(crate) fn read(client: Client, path: &Path, text: &str) -> Result<Self, InstallError> {
        let body = text.strip_prefix(BYTE_ORDER_MARK);
        let has_mark = body.is_some();
        let body = body.unwrap_or(text);
        let syntax = |problem| InstallError::Syntax { path: path.to_owned(), problem };
        if !client.reads_comments() && !body.trim().is_empty() {
            // The other parser passes comments over.
            serde_json::from_str::<serde::de::IgnoredAny>(body)
                .map_err(|error| syntax(error.to_string()))?;
        }
        let root = CstRootNode::parse(body, &DIALECT).map_err(|error| syntax(error.to_string()))?;
        Ok(Self { client, path: path.to_owned(), root, has_mark })
    }

    /// A file with nothing but this entry.
    ///
    /// # Errors
    ///
    /// None in practice.
    pub(super) fn only(client: Client, name: &str, entry: &Entry) -> Result<String, InstallError> {
        let mut document = Self::read(client, Path::new(""), "")?;
        document.put(name, entry)?;
        Ok(document.text())
    }

    /// The file as it is to be written.
    pub(super) fn text(&self) -> String {
        let mark = if self.has_mark { String::from(BYTE_ORDER_MARK) } else { String::new() };
        let body = self.root.to_string();
        let end = if body.ends_with('\n') { "" } else { "\n" };
        format!("{mark}{body}{end}")
    }

    /// The entries for servers, with their names.
    ///
    /// # Errors
    ///
    /// [`InstallError::Shape`] when the file is not a list of servers.
    pub(crate) fn entries(&self) -> Result<Vec<(String, Value)>, InstallError> {
        let Some(servers) = self.list()? else { return Ok(Vec::new()) };
        let entries = servers.properties().into_iter();
        let entries = entries
            .filter_map(|entry| Some((entry.decoded_name()?, entry.value()?.to_serde_value()?)));
        Ok(entries.collect())
    }

    /// Adds the entry `name`, or changes what in it says how to start the server.
    ///
    /// # Errors
    ///
    /// [`InstallError::Shape`] when something else stands where the entry has to be.
    pub(crate) fn put(&mut self, name: &str, entry: &Entry) -> Result<Change, InstallError> {
        let root = self.root.object_value_or_create();
        let root = root.ok_or_else(|| self.shape("it is not a JSON object"))?;
        let key = self.client.servers();
        let servers = match self.member(&root, key)? {
            Some(servers) => servers,
            None => root.object_value_or_set(key),
        };
        let wanted = self.wanted(entry);
        let Some(present) = self.member(&servers, name)? else {
            servers.append(name, input(wanted.into()));
            return Ok(Change::Added);
        };
        if present.get("url").is_some() {
            let problem = "is for a server at an address; remove it, or choose another --name";
            return Err(self.shape(&format!("its entry {name:?} {problem}")));
        }
        let old = self.set(&present, wanted)?;
        let is_same = old.is_empty();
        Ok(if is_same { Change::None } else { Change::Replaced { old: old.into() } })
    }

    /// Sets members of an object and of objects in it; what else is there stays. Returns the
    /// members that were otherwise, as they were.
    fn set(&self, object: &CstObject, wanted: Members) -> Result<Members, InstallError> {
        let mut old = Members::new();
        for (name, value) in wanted {
            let present = object.get(&name);
            let is = present.as_ref().and_then(|is| is.value()?.to_serde_value());
            if is.as_ref() == Some(&value) || is.is_none() && value == json!([]) {
                continue;
            }
            match (present, value) {
                (Some(_), Value::Object(inner)) => {
                    let changed = match self.member(object, &name)? {
                        Some(present) => self.set(&present, inner)?,
                        None => Members::new(),
                    };
                    if !changed.is_empty() {
                        old.insert(name, changed.into());
                    }
                    continue;
                }
                (Some(property), value) => property.set_value(input(value)),
                (None, value) => drop(object.append(&name, input(value))),
            }
            old.insert(name, is.unwrap_or_default());
        }
        Ok(old)
    }

    /// Removes the entry `name`; false when there is none.
    ///
    /// # Errors
    ///
    /// [`InstallError::Shape`] when the file is not a list of servers.
    pub(super) fn remove(&self, name: &str) -> Result<bool, InstallError> {
        let Some(servers) = self.list()? else { return Ok(false) };
        let Some(_unique) = self.member(&servers, name)? else { return Ok(false) };
        servers.get(name).into_iter().for_each(CstObjectProp::remove);
        Ok(true)
    }

    pub(super) fn client(&self) -> Client {
        self.client
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The servers; None when the file has no list of them.
    fn list(&self) -> Result<Option<CstObject>, InstallError> {
        let Some(root) = self.root.value() else { return Ok(None) };
        let root = root.as_object().ok_or_else(|| self.shape("it is not a JSON object"))?;
        self.member(&root, self.client.servers())
    }

    /// The members of the entry, in order.
    fn wanted(&self, entry: &Entry) -> Members {
        let kind = self.client.wants_type().then(|| ("type", json!("stdio")));
        let start = [("command", json!(entry.command)), ("args", json!(entry.args))];
        let env = (!entry.env.is_empty()).then(|| ("env", json!(entry.env)));
        let members = kind.into_iter().chain(start).chain(env);
        members.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The object under a name; None when there is none.
    fn member(&self, object: &CstObject, name: &str) -> Result<Option<CstObject>, InstallError> {
        let named = object.properties().into_iter();
        let mut named = named.filter(|property| property.decoded_name().as_deref() == Some(name));
        let Some(property) = named.next() else { return Ok(None) };
        if named.next().is_some() {
            return Err(self.shape(&format!("it has {name:?} twice")));
        }
        let object = property.object_value();
        object.map(Some).ok_or_else(|| self.shape(&format!("its {name:?} is not a JSON object")))
    }

    fn shape(&self, problem: &str) -> InstallError {
        InstallError::Shape { path: self.path.clone(), problem: problem.to_owned() }
    }
}

/// A value of an entry as the parser writes it: texts, lists and objects.
fn input(value: Value) -> CstInputValue {
    match value {
        Value::Array(items) => CstInputValue::Array(items.into_iter().map(input).collect()),
        Value::Object(members) => CstInputValue::Object(
            members.into_iter().map(|(name, value)| (name, input(value))).collect(),
        ),
        value => CstInputValue::from(value.as_str().unwrap_or_default()),
    }
}

/// JSON with comments and trailing commas, as editors read it, and no other liberties.
const DIALECT: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

#[cfg(test)]
mod tests;
