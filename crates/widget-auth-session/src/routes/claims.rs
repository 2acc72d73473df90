//! Claims of a user, by the names that settings have for them.

use serde_json::Value;
use widget_auth_core::UserInfo;

/// The claim `name`. A name that begins with a slash is a JSON pointer (RFC
/// 6901).
pub(super) fn claim<'a>(user: &'a UserInfo, name: &str) -> Option<&'a Value> {
    let Some(path) = name.strip_prefix('/') else { return user.claims.get(name) };
    let (first, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
    let first = first.replace("~1", "/").replace("~0", "~");
    user.claims.get(&first).and_then(|value| value.pointer(rest))
}

/// The claims of these names that the user has.
pub(super) fn chosen<'a>(
    user: &'a UserInfo,
    names: &'a [String],
) -> impl Iterator<Item = (String, Value)> + 'a {
    let found = |name: &'a String| Some((name.clone(), claim(user, name)?.clone()));
    names.iter().filter_map(found)
}
