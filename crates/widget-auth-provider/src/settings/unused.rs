//! Settings that do nothing for a provider.

use super::OAuth2Settings;
use crate::error::ProviderError;

/// The providers that look at a setting.
enum Users {
    Only(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}

use Users::{AllBut, Only};

/// The providers without ID tokens and metadata.
const PLAIN: Users = AllBut(&["github", "custom"]);
/// Those whose addresses follow from `base_url`, metadata or not.
const NOT_GITHUB: Users = AllBut(&["github"]);

const GITHUB_WAY_OUT: &str = "its addresses follow from base_url and api_url";
const PLAIN_WAY_OUT: &str = "it has no OpenID Connect";

/// Refuses a setting that the provider of `settings` would ignore: a program
/// whose `allowed_tenants` do nothing lets everybody in.
pub(super) fn refuse_unused(settings: &OAuth2Settings) -> Result<(), ProviderError> {
    let is_set = |text: &str| !text.trim().is_empty();
    let tenant_id = settings.tenant_id.trim();
    let private_key = settings.private_key.expose_secret();
    let microsoft = "it is for microsoft";
    let apple = "it is for apple";
    let rows: [(&'static str, bool, Users, &str); 22] = [
        ("tenant_id", !matches!(tenant_id, "" | "common"), Only(&["microsoft"]), microsoft),
        ("allowed_tenants", is_set(&settings.allowed_tenants), Only(&["microsoft"]), microsoft),
        ("team_id", is_set(&settings.team_id), Only(&["apple"]), apple),
        ("key_id", is_set(&settings.key_id), Only(&["apple"]), apple),
        ("private_key", is_set(private_key), Only(&["apple"]), apple),
        ("realm", is_set(&settings.realm), Only(&["keycloak"]), "it is for keycloak"),
        ("user_pool_id", is_set(&settings.user_pool_id), Only(&["cognito"]), "it is for cognito"),
        ("api_url", is_set(&settings.api_url), Only(&["github"]), "it is for github"),
        (
            "base_url",
            is_set(&settings.base_url),
            AllBut(&["oidc", "custom"]),
            "it has issuer_url and the addresses of endpoints",
        ),
        (
            "issuer_url",
            is_set(&settings.issuer_url),
            Only(&["oidc", "custom"]),
            "its server is base_url",
        ),
        (
            "use_discovery",
            !settings.use_discovery,
            Only(&["oidc", "custom"]),
            "its addresses may be set beside discovery, and oidc does without",
        ),
        ("discovery_url", is_set(&settings.discovery_url), PLAIN, PLAIN_WAY_OUT),
        ("jwks_url", is_set(&settings.jwks_url), PLAIN, PLAIN_WAY_OUT),
        ("use_nonce", !settings.use_nonce, PLAIN, PLAIN_WAY_OUT),
        (
            "require_id_token_validation",
            !settings.require_id_token_validation,
            PLAIN,
            PLAIN_WAY_OUT,
        ),
        ("trusted_audiences", is_set(&settings.trusted_audiences), PLAIN, PLAIN_WAY_OUT),
        ("authorize_url", is_set(&settings.authorize_url), NOT_GITHUB, GITHUB_WAY_OUT),
        ("token_url", is_set(&settings.token_url), NOT_GITHUB, GITHUB_WAY_OUT),
        ("userinfo_url", is_set(&settings.userinfo_url), NOT_GITHUB, GITHUB_WAY_OUT),
        ("revocation_url", is_set(&settings.revocation_url), NOT_GITHUB, GITHUB_WAY_OUT),
        ("end_session_url", is_set(&settings.end_session_url), NOT_GITHUB, GITHUB_WAY_OUT),
        (
            "device_authorization_url",
            is_set(&settings.device_authorization_url),
            NOT_GITHUB,
            GITHUB_WAY_OUT,
        ),
    ];
    let provider = &*settings.provider;
    match rows.into_iter().find(|(_, is_set, users, _)| *is_set && !users.include(provider)) {
        Some((setting, _, _, way_out)) => {
            let reason = format!("does nothing for {provider}, so leave it out: {way_out}");
            Err(ProviderError::setting(setting, reason))
        }
        None => Ok(()),
    }
}

impl Users {
    fn include(&self, provider: &str) -> bool {
        match self {
            Only(names) => names.contains(&provider),
            AllBut(names) => !names.contains(&provider),
        }
    }
}
