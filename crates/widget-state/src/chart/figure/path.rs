//! Paths of attributes in a figure: `marker.color`, `xaxis.range[0]`.

/// The most steps from the top to an attribute. Plotly's own deepest has nine.
const MAX_STEPS: usize = 16;

/// A path to an attribute, as Plotly writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path(Vec<Step>);

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// Into an object.
    Key(String),
    /// Into a list.
    Index(usize),
}

impl Path {
    /// Reads a path. The error says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let malformed = || {
            let shown: String = text.chars().take(80).collect();
            format!("\"{shown}\" is not an attribute; write \"marker.color\" or \"xaxis.range[0]\"")
        };
        let mut steps = Vec::new();
        for part in text.split('.') {
            let (key, indices) =
                part.split_once('[').map_or((part, ""), |(key, _)| (key, &part[key.len()..]));
            // In JavaScript this name reaches the prototype of every object.
            if key.is_empty() || key.contains(']') || key == "__proto__" {
                return Err(malformed());
            }
            steps.push(Step::Key(key.to_owned()));
            for index in indices.split_inclusive(']') {
                let digits = index.strip_prefix('[').and_then(|index| index.strip_suffix(']'));
                let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
                let index = digits.and_then(|digits| digits.parse().ok());
                steps.push(Step::Index(index.ok_or_else(malformed)?));
            }
        }
        if steps.len() > MAX_STEPS { Err(malformed()) } else { Ok(Self(steps)) }
    }

    /// Returns whether it is the attribute of this name at the top.
    pub(crate) fn is(&self, name: &str) -> bool {
        matches!(&*self.0, [Step::Key(key)] if key == name)
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Returns whether one path equals the other or is a prefix of it.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one == other)
    }
}

/// The steps of a path as Plotly writes them.
pub(super) fn written(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Key(key) if text.is_empty() => text.push_str(key),
            Step::Key(key) => text.extend([".", key]),
            Step::Index(index) => text.extend(["[", &index.to_string(), "]"]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_keys_and_indices() {
        let path = Path::parse("shapes[2].line[0][1].color").unwrap();
        let key = |key: &str| Step::Key(key.into());
        let expected = [
            key("shapes"),
            Step::Index(2),
            key("line"),
            Step::Index(0),
            Step::Index(1),
            key("color"),
        ];
        assert_eq!(path.steps(), expected);
    }

    #[test]
    fn what_is_no_path_is_refused() {
        let deep = "a.".repeat(16) + "a";
        for text in [
            "", ".", "a.", ".a", "a..b", "[0]", "a[", "a[]", "a[x]", "a[-1]", "a[+1]", "a]",
            "a[0]b",
        ] {
            assert!(Path::parse(text).is_err(), "{text}");
        }
        for text in ["a[99999999999999999999]", "__proto__.x", "a.__proto__", &deep] {
            assert!(Path::parse(text).unwrap_err().contains("is not an attribute"), "{text}");
        }
    }

    #[test]
    fn paths_overlap_when_one_leads_to_the_other() {
        let overlap = |one: &str, other: &str| {
            Path::parse(one).unwrap().overlaps(&Path::parse(other).unwrap())
        };
        assert!(overlap("xaxis", "xaxis.range[0]") && overlap("xaxis.range[0]", "xaxis.range"));
        assert!(!overlap("xaxis", "xaxis2") && !overlap("shapes[1]", "shapes[10]"));
    }
}
