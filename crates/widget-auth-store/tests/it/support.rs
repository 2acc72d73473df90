use widget_auth_core::{OAuthTokenSet, RefreshToken, UnixTime};

/// In every token of [`tokens`].
pub(crate) const SECRET: &str = "5ecr3t";

/// A set with a refresh token.
pub(crate) fn tokens(name: &str) -> OAuthTokenSet {
    let issued_at = UnixTime::from_secs(1_800_000_000);
    let mut tokens = OAuthTokenSet::new(format!("{SECRET}-access-{name}"), "Bearer", issued_at);
    tokens.refresh_token = Some(RefreshToken::new(format!("{SECRET}-refresh-{name}")));
    tokens
}

/// All that an error and its causes can show.
#[cfg(any(
    feature = "encrypted",
    feature = "redis",
    all(feature = "keyring", feature = "testing", target_os = "linux")
))]
pub(crate) fn everything(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(|error| format!("{error} {error:?}\n")).collect()
}

/// Starts a program, or says in one line what to install.
#[cfg(all(any(feature = "keyring", feature = "redis"), feature = "testing", unix))]
pub(crate) fn start(command: &mut std::process::Command, package: &str) -> std::process::Child {
    command.spawn().unwrap_or_else(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        panic!("{program}: {error}: apt-get install {package}")
    })
}
