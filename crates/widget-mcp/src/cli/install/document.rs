//! The configuration of a client, in which only our entry changes.

use std::path::{Path, PathBuf};

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use serde_json::{Value, json};

use crate::cli::install::client::Client;
use crate::cli::install::entry::Entry;
use crate::cli::install::error::InstallError;

/// Notepad begins files with it; JSON does not know it.
const BYTE_ORDER_MARK: char = '\u{feff}';

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
            servers.append(name, CstInputValue::Object(wanted.into_iter().map(input).collect()));
            return Ok(Change::Added);
        };
        if present.get("url").is_some() {
            let problem = "is for a server at an address; remove it, or choose another --name";
            return Err(self.shape(&format!("its entry {name:?} {problem}")));
        }
        let mut old = json!({});
        for (member, value) in wanted {
            let is =
                present.get(member).and_then(|is| is.value()).and_then(|is| is.to_serde_value());
            if is.as_ref() == Some(&value) || is.is_none() && value == json!([]) {
                continue;
            }
            old[member] = is.unwrap_or_default();
            let (_, value) = input((member, value));
            match present.get(member) {
                Some(property) => property.set_value(value),
                None => drop(present.append(member, value)),
            }
        }
        let is_same = old.as_object().is_some_and(serde_json::Map::is_empty);
        Ok(if is_same { Change::None } else { Change::Replaced { old } })
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
    fn wanted(&self, entry: &Entry) -> Vec<(&'static str, Value)> {
        let kind = self.client.wants_type().then(|| ("type", json!("stdio")));
        let start = [("command", json!(entry.command)), ("args", json!(entry.args))];
        kind.into_iter().chain(start).collect()
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

fn input((name, value): (&str, Value)) -> (String, CstInputValue) {
    let value = match value {
        Value::Array(items) => CstInputValue::Array(
            items.iter().filter_map(Value::as_str).map(CstInputValue::from).collect(),
        ),
        value => CstInputValue::from(value.as_str().unwrap_or_default()),
    };
    (name.to_owned(), value)
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
