//! The keys of what is kept in Redis.

/// The keys of what the stores keep in Redis.
///
/// Colons and percent signs of a key are percent-encoded. So no key reads like
/// a longer prefix, and two stores whose prefixes begin alike do not list each
/// other's keys.
pub(super) struct Keys {
    tokens: String,
    lease: String,
    session: String,
    pending: [String; 2],
    rate: String,
    pattern: String,
}

impl Keys {
    pub(super) fn new(prefix: &str) -> Self {
        let tokens = format!("{prefix}:tokens:");
        // The signs that have a meaning in a pattern of SCAN.
        let mut pattern = String::new();
        for sign in tokens.chars() {
            if matches!(sign, '*' | '?' | '[' | ']' | '^' | '-' | '\\') {
                pattern.push('\\');
            }
            pattern.push(sign);
        }
        pattern.push('*');
        let (lease, session) = (format!("{prefix}:lease:"), format!("{prefix}:session:"));
        // One script changes both, so a cluster has to keep them together (its hash tag).
        let pending = [format!("{prefix}:{{pending}}"), format!("{prefix}:{{pending}}-order")];
        let rate = format!("{prefix}:rate:");
        Self { tokens, lease, session, pending, rate, pattern }
    }

    pub(super) fn tokens(&self, key: &str) -> String {
        format!("{}{}", self.tokens, encode(key))
    }

    pub(super) fn lease(&self, key: &str) -> String {
        format!("{}{}", self.lease, encode(key))
    }

    pub(super) fn session(&self, key: &str) -> String {
        format!("{}{}", self.session, encode(key))
    }

    /// The records of pending sign-ins, and their order.
    pub(super) fn pending(&self) -> &[String; 2] {
        &self.pending
    }

    /// A name for one record of [`pending`](Self::pending).
    pub(super) fn pending_record(&self, key: &str) -> String {
        format!("{}:{}", self.pending[0], encode(key))
    }

    pub(super) fn rate(&self, key: &str) -> String {
        format!("{}{}", self.rate, encode(key))
    }

    pub(super) fn pattern(&self) -> &str {
        &self.pattern
    }

    /// The key behind the name of a token set, `None` for another's name.
    pub(super) fn key(&self, name: &[u8]) -> Option<String> {
        let encoded = std::str::from_utf8(name).ok()?.strip_prefix(&self.tokens)?;
        (!encoded.contains(':')).then(|| encoded.replace("%3A", ":").replace("%25", "%"))
    }
}

fn encode(key: &str) -> String {
    key.replace('%', "%25").replace(':', "%3A")
}

#[cfg(test)]
mod tests {
    use super::Keys;

    #[test]
    fn a_key_comes_back_as_it_was() {
        let keys = Keys::new("app");
        for key in ["default", "a:b", "100%", "%3A", "%253A:", "ü 雪"] {
            assert_eq!(keys.key(keys.tokens(key).as_bytes()).as_deref(), Some(key));
        }
    }

    #[test]
    fn a_longer_prefix_is_another_store() {
        let keys = Keys::new("app");
        let other = Keys::new("app:tokens");
        assert_eq!(keys.key(other.tokens("default").as_bytes()), None);
    }

    #[test]
    fn a_prefix_is_no_pattern() {
        assert_eq!(Keys::new("a*[b]?").pattern(), r"a\*\[b\]\?:tokens:*");
    }
}
