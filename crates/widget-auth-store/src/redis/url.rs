//! Words for a URL of Redis that cannot be read, of which any part may be a
//! password.

/// The name of the setting, which [`RedisOptions`](crate::RedisOptions) have as `with_url`.
pub(super) const SETTING: &str = "redis_url";

const FORM: &str = "redis://[user][:password@]host[:port][/database], with rediss:// for TLS, or \
                    redis+unix:///path";

/// The problem of a text that is no URL of Redis. It shows no more than the scheme.
pub(super) fn problem(text: &str) -> String {
    let Some((scheme, _)) = text.split_once("://") else {
        return format!("has no scheme: write {FORM}");
    };
    let is_redis = matches!(
        scheme,
        "redis" | "rediss" | "valkey" | "valkeys" | "redis+unix" | "valkey+unix" | "unix"
    );
    let is_word = |sign: char| sign.is_ascii_lowercase() || sign == '+';
    if is_redis {
        format!(
            "cannot be read after `{scheme}://`: write {FORM}; signs like `@`, `/` and `%` in a \
             password are percent-encoded, a database is a number, an IPv6 address is in brackets"
        )
    } else if scheme.len() <= 12 && scheme.chars().all(is_word) {
        format!("has the scheme `{scheme}`: write {FORM}")
    } else {
        format!("has a scheme that is none of Redis: write {FORM}")
    }
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn the_problem_is_named_and_no_password_shown() {
        for (text, words) in [
            ("http://user:pa55word@localhost", "has the scheme `http`: write redis://"),
            (":pa55word", "has no scheme: write redis://"),
            ("pa55word@localhost", "has no scheme: write redis://"),
            ("pa55word://localhost", "has a scheme that is none of Redis: write redis://"),
            ("redis://:pa55word@[::1", "cannot be read after `redis://`: write redis://"),
        ] {
            let problem = problem(text);
            assert!(problem.starts_with(words) && !problem.contains("pa55word"), "{problem}");
        }
    }
}
