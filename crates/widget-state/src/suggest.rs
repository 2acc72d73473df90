//! "Did you mean": the nearest of the allowed names.

/// More typing errors make another name.
const MAX_DISTANCE: usize = 4;

/// The candidate nearest to `name`, unless none is near enough to be a typing error.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (lower, length) = (name.to_ascii_lowercase(), name.chars().count());
    candidates
        .into_iter()
        // Only insertions bridge a difference in length, and comparing long texts is slow.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= MAX_DISTANCE)
        .filter(|candidate| !candidate.is_empty())
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&lower, &candidate.to_ascii_lowercase());
            (distance, candidate)
        })
        .filter(|(distance, candidate)| {
            let longest = name.len().max(candidate.len());
            *distance <= (longest / 3).clamp(1, MAX_DISTANCE) && *distance < longest
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns whether a name is another one with a single typing error. Names that differ by their
/// digits are other names, and of short ones each letter counts.
#[must_use]
pub fn is_typing_error(name: &str, other: &str) -> bool {
    let letters = |name: &str| name.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let is_long = name.chars().count().min(other.chars().count()) >= 4;
    is_long && letters(name) != letters(other) && strsim::damerau_levenshtein(name, other) == 1
}

/// The end of an error message: `; did you mean "x"?`, or nothing.
pub(crate) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default()
}

/// The name that was meant or else the first of those that there are: `; there are x, y`.
pub(crate) fn did_you_mean_or_one_of(suggestion: Option<&str>, known: &[String]) -> String {
    const SHOWN: usize = 30;
    if suggestion.is_some() || known.is_empty() {
        return did_you_mean(suggestion);
    }
    let rest = if known.len() > SHOWN { ", …" } else { "" };
    format!("; there are {}{rest}", known[..known.len().min(SHOWN)].join(", "))
}

/// The same for several names: `; did you mean "x" or "y"?`.
pub(crate) fn did_you_mean_one_of(suggestions: &[&str]) -> String {
    let quoted: Vec<_> = suggestions.iter().map(|name| format!("\"{name}\"")).collect();
    format!("; did you mean {}?", quoted.join(" or "))
}

/// The nearest allowed name in serde's message about an unknown variant or field.
pub fn unknown_variant(message: &str) -> Option<&str> {
    if !message.starts_with("unknown ") {
        return None;
    }
    let mut quoted = message.split('`').skip(1).step_by(2);
    nearest(quoted.next()?, quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_found_and_a_stranger_is_not() {
        assert_eq!(nearest("totl", ["title", "total"]), Some("total"));
        assert_eq!(nearest("Buton", ["button", "select"]), Some("button"));
        assert_eq!(nearest("spaceship", ["button", "select"]), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest("a", ["", "b"]), None);
    }

    #[test]
    fn names_that_differ_by_more_than_a_letter_are_others() {
        assert!(is_typing_error("cuonter", "counter") && is_typing_error("tota", "total"));
        for (name, other) in [("row-3", "row-1"), ("md", "m"), ("card", "chart"), ("a1", "a")] {
            assert!(!is_typing_error(name, other), "{name}");
        }
    }

    #[test]
    fn serde_messages_are_understood() {
        let message = "unknown variant `primry`, expected one of `primary`, `neutral`";
        assert_eq!(unknown_variant(message), Some("primary"));
        assert_eq!(unknown_variant("invalid type: map"), None);
    }
}
