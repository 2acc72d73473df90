//! Address templates of one kind of resource.

use rmcp::model::{Resource, ResourceTemplate};

use super::ResourceEntry;

/// An address with a name in it (RFC 6570, level 1), and what is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Template {
    /// Such as `pkg://skill/{name}`.
    pub(crate) uri: &'static str,
    /// The name of the kind, for programs.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) mime_type: &'static str,
}

impl Template {
    /// Splits the template into prefix, argument and suffix.
    fn parts(&self) -> (&'static str, &'static str, &'static str) {
        let (before, rest) = self.uri.split_once('{').unwrap_or((self.uri, "}"));
        let (argument, after) = rest.split_once('}').unwrap_or((rest, ""));
        (before, argument, after)
    }

    /// The argument that is part of the address.
    pub(crate) fn argument(&self) -> &'static str {
        self.parts().1
    }

    /// The address of the resource of this name.
    pub(crate) fn uri_of(&self, name: &str) -> String {
        let (before, _, after) = self.parts();
        format!("{before}{name}{after}")
    }

    /// The name in an address of this kind.
    pub(crate) fn name_in<'a>(&self, uri: &'a str) -> Option<&'a str> {
        let (before, _, after) = self.parts();
        uri.strip_prefix(before)?.strip_suffix(after)
    }

    pub(super) fn resource(&self, listed: ResourceEntry) -> Resource {
        let ResourceEntry { name, title, description } = listed;
        Resource::new(self.uri_of(&name), name)
            .with_title(title)
            .with_description(description)
            .with_mime_type(self.mime_type)
    }

    pub(super) fn describe(&self) -> ResourceTemplate {
        ResourceTemplate::new(self.uri, self.name)
            .with_title(self.title)
            .with_description(self.description)
            .with_mime_type(self.mime_type)
    }
}
