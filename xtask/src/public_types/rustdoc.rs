//! The JSON of rustdoc, as far as signatures need it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A documented crate.
pub(super) struct Crate<'a> {
    index: &'a Value,
    paths: &'a Value,
    /// The public path of each item that can be named.
    exported: BTreeMap<String, String>,
    /// Crates that are exported as a whole.
    crates: BTreeSet<String>,
    /// Each type that cannot be named, with one item that needs it.
    unnamed: BTreeMap<String, String>,
}

impl<'a> Crate<'a> {
    /// Collects what the crate exports.
    pub(super) fn new(json: &'a Value) -> Self {
        let mut this = Self {
            index: &json["index"],
            paths: &json["paths"],
            exported: BTreeMap::new(),
            crates: BTreeSet::new(),
            unnamed: BTreeMap::new(),
        };
        this.export(&id(&json["root"]), "");
        this
    }

    /// Adds the public items of a module.
    fn export(&mut self, module: &str, prefix: &str) {
        for item in array(&self.index[module]["inner"]["module"]["items"]) {
            let item = id(item);
            let entry = &self.index[&item];
            if entry["visibility"] != "public" {
                continue;
            }
            let (target, name) = match &entry["inner"]["use"] {
                Value::Null => (item, &entry["name"]),
                used => (id(&used["id"]), &used["name"]),
            };
            let is_glob = entry["inner"]["use"]["is_glob"] == true;
            let path = format!("{prefix}{}", name.as_str().unwrap_or_default());
            if !is_glob {
                self.export_crate(&target);
                if self.exported.insert(target.clone(), path.clone()).is_some() {
                    continue;
                }
            }
            let inside = if is_glob { prefix.to_owned() } else { format!("{path}::") };
            self.export(&target, &inside);
        }
    }

    fn export_crate(&mut self, target: &str) {
        if let [Value::String(name)] = array(&self.paths[target]["path"]) {
            self.crates.insert(name.clone());
        }
    }

    /// The types in public signatures that have no public path here and are not of `vocabulary`,
    /// each with one item that needs it.
    pub(super) fn unnamed_types(mut self, vocabulary: &[&str]) -> BTreeMap<String, String> {
        self.crates.extend(vocabulary.iter().map(|&name| name.to_owned()));
        for (item, path) in self.exported.clone() {
            self.check_item(&item, &path);
        }
        self.unnamed
    }

    fn check_item(&mut self, item: &str, path: &str) {
        let index = self.index;
        let inner = &index[item]["inner"];
        for kind in ["function", "constant", "type_alias", "struct_field", "assoc_type"] {
            self.check_types(&inner[kind], path);
        }
        let of_struct = &inner["struct"];
        self.check_types(&of_struct["generics"], path);
        self.check_public(&of_struct["kind"]["plain"]["fields"], path);
        self.check_public(&of_struct["kind"]["tuple"], path);
        for variant in array(&inner["enum"]["variants"]) {
            let kind = &index[&id(variant)]["inner"]["variant"]["kind"];
            self.check_all(&kind["struct"]["fields"], path);
            self.check_all(&kind["tuple"], path);
        }
        self.check_types(&inner["trait"]["bounds"], path);
        self.check_all(&inner["trait"]["items"], path);
        for implementation in
            ["struct", "enum"].into_iter().flat_map(|kind| array(&inner[kind]["impls"]))
        {
            let implementation = &index[&id(implementation)]["inner"]["impl"];
            if implementation["trait"].is_null() {
                self.check_public(&implementation["items"], path);
            }
        }
    }

    fn check_public(&mut self, items: &Value, path: &str) {
        self.check_where(items, path, |item| item["visibility"] == "public");
    }

    fn check_all(&mut self, items: &Value, path: &str) {
        self.check_where(items, path, |_| true);
    }

    fn check_where(&mut self, items: &Value, path: &str, is_checked: impl Fn(&Value) -> bool) {
        for item in array(items).iter().filter(|item| !item.is_null()).map(id) {
            let entry = &self.index[&item];
            if is_checked(entry) {
                let name = entry["name"].as_str().unwrap_or_default();
                self.check_item(&item, &format!("{path}::{name}"));
            }
        }
    }

    /// Looks up every path in a signature, however deep.
    fn check_types(&mut self, signature: &Value, user: &str) {
        match signature {
            Value::Object(members) => {
                for key in ["resolved_path", "trait"] {
                    if let Some(target) = members.get(key).and_then(|target| target.get("id")) {
                        self.check_path(&id(target), user);
                    }
                }
                members.values().for_each(|member| self.check_types(member, user));
            }
            Value::Array(items) => items.iter().for_each(|item| self.check_types(item, user)),
            _ => {}
        }
    }

    fn check_path(&mut self, target: &str, user: &str) {
        let path: Vec<_> =
            array(&self.paths[target]["path"]).iter().filter_map(Value::as_str).collect();
        let Some(&owner) = path.first() else { return };
        if !self.crates.contains(owner) && !self.exported.contains_key(target) {
            self.unnamed.entry(path.join("::")).or_insert_with(|| user.to_owned());
        }
    }
}

/// An id of rustdoc, which is a number and in keys of objects a text.
fn id(value: &Value) -> String {
    value.to_string()
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Crate;

    /// A crate `ours` with a public function whose argument is the type with id 9.
    fn crate_with(exports: &serde_json::Value) -> serde_json::Value {
        let argument = json!({"resolved_path": {"id": 9, "path": "Theirs"}});
        json!({
            "root": 0,
            "index": {
                "0": {"visibility": "public", "inner": {"module": {"items": exports}}},
                "1": {"visibility": "public", "name": "take", "inner": {
                    "function": {"sig": {"inputs": [["it", {"slice": argument}]]}}
                }},
                "2": {"visibility": "public", "inner": {
                    "use": {"id": 9, "name": "Theirs", "is_glob": false}
                }},
                "3": {"visibility": "public", "inner": {
                    "use": {"id": 8, "name": "theirs", "is_glob": false}
                }},
            },
            "paths": {
                "8": {"path": ["theirs"], "kind": "module"},
                "9": {"path": ["theirs", "Theirs"], "kind": "struct"},
            },
        })
    }

    #[test]
    fn a_type_that_is_not_exported_is_found_inside_others() {
        let json = crate_with(&json!([1]));
        let unnamed = Crate::new(&json).unnamed_types(&["std"]);
        assert_eq!(
            unnamed.into_iter().collect::<Vec<_>>(),
            [("theirs::Theirs".into(), "take".into())]
        );
    }

    #[test]
    fn an_exported_type_a_whole_crate_and_the_vocabulary_can_be_named() {
        for (exports, vocabulary) in
            [(json!([1, 2]), "std"), (json!([1, 3]), "std"), (json!([1]), "theirs")]
        {
            assert!(Crate::new(&crate_with(&exports)).unnamed_types(&[vocabulary]).is_empty());
        }
    }
}
