use serde_json::json;
use widget_auth_core::{AuthError, OAuthTokenSet};
use widget_auth_provider::{
    AuthorizationAttempt, CallbackFault, CodeExchange, GenericOidcProvider, IdTokenFault,
    MicrosoftTenant, OAuthProvider as _, ProviderError,
};

use crate::support::{MockProvider, NONCE, REDIRECT, cause, client};

const TENANT: &str = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const OTHER: &str = "9188040d-6c67-4c5b-b112-36a304b66dad";

/// A mock that plays Microsoft for one tenant name: its metadata names
/// `tenant_in_issuer`.
async fn authority(tenant: &str, tenant_in_issuer: &str) -> MockProvider {
    let mock = MockProvider::start().await;
    let mut metadata = mock.metadata();
    metadata["issuer"] = issuer(&mock, tenant_in_issuer).into();
    let path = format!("/{tenant}/v2.0/.well-known/openid-configuration");
    mock.set_json(&path, &metadata);
    mock
}

fn issuer(mock: &MockProvider, tenant: &str) -> String {
    format!("{}/{tenant}/v2.0", mock.url())
}

/// A sign-in with a token of tenant `tid` and issuer `iss`.
async fn sign_in(
    mock: &MockProvider,
    tenant: MicrosoftTenant,
    iss: &str,
    tid: Option<&str>,
) -> Result<OAuthTokenSet, AuthError> {
    mock.set_claims(&mock.claims_with(|claims| {
        claims["iss"] = iss.into();
        if let Some(tid) = tid {
            claims["tid"] = tid.into();
        }
    }));
    let tenant = tenant.with_authority(mock.url());
    let provider = GenericOidcProvider::microsoft(client(), tenant).unwrap();
    let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
    provider.exchange_code(&exchange).await
}

/// The fault of an ID token that was refused.
fn fault(result: &Result<OAuthTokenSet, AuthError>) -> Option<&IdTokenFault> {
    match cause(result.as_ref().err()?) {
        ProviderError::IdToken(fault) => Some(fault),
        _ => None,
    }
}

fn is_issuer_fault(result: &Result<OAuthTokenSet, AuthError>) -> bool {
    matches!(fault(result), Some(IdTokenFault::Issuer { .. }))
}

fn is_tenant_fault(result: &Result<OAuthTokenSet, AuthError>) -> bool {
    matches!(fault(result), Some(IdTokenFault::Tenant { .. }))
}

#[tokio::test]
async fn rp_41_common_accepts_the_template_with_the_tokens_own_tenant() {
    for group in ["common", "organizations"] {
        let mock = authority(group, "{tenantid}").await;
        for tid in [TENANT, OTHER] {
            let iss = issuer(&mock, tid);
            sign_in(&mock, group.into(), &iss, Some(tid)).await.unwrap();
        }
    }
    assert_eq!(
        format!("{:?}", MicrosoftTenant::default()),
        format!("{:?}", MicrosoftTenant::new("common"))
    );
}

#[tokio::test]
async fn rp_41_issuer_and_tenant_must_belong_together() {
    let mock = authority("common", "{tenantid}").await;
    let template = issuer(&mock, "{tenantid}");
    let of_other = issuer(&mock, OTHER);
    for iss in [of_other.as_str(), &template, "https://evil.example.com", ""] {
        let result = sign_in(&mock, "common".into(), iss, Some(TENANT)).await;
        assert!(is_issuer_fault(&result), "{iss}: {result:?}");
    }
}

#[tokio::test]
async fn rp_41_the_tenant_must_be_a_guid() {
    let mock = authority("common", "{tenantid}").await;
    for tid in [
        None,
        Some(""),
        Some("common"),
        Some("{tenantid}"),
        Some("../evil"),
        Some("72f988bf86f141af91ab2d7cd011db47"),
    ] {
        let iss = issuer(&mock, tid.unwrap_or_default());
        let result = sign_in(&mock, "common".into(), &iss, tid).await;
        assert!(is_tenant_fault(&result), "{tid:?}");
        let found = tid.map_or("missing".to_owned(), |tid| format!("\"{tid}\""));
        assert_eq!(fault(&result), Some(&IdTokenFault::Tenant { found }));
    }
}

#[tokio::test]
async fn rp_41_a_tenant_allow_list_can_be_set() {
    let mock = authority("common", "{tenantid}").await;
    let only = || MicrosoftTenant::new("common").with_allowed_tenants([TENANT.to_uppercase()]);
    let iss = issuer(&mock, TENANT);
    sign_in(&mock, only(), &iss, Some(TENANT)).await.unwrap();
    let iss = issuer(&mock, OTHER);
    let result = sign_in(&mock, only(), &iss, Some(OTHER)).await;
    assert!(is_tenant_fault(&result));
}

#[tokio::test]
async fn rp_41_one_tenant_by_guid_or_domain_accepts_no_other() {
    for name in [TENANT, "contoso.onmicrosoft.com"] {
        let mock = authority(name, TENANT).await;
        let iss = issuer(&mock, TENANT);
        sign_in(&mock, name.into(), &iss, Some(TENANT)).await.unwrap();
        let iss = issuer(&mock, OTHER);
        let result = sign_in(&mock, name.into(), &iss, Some(OTHER)).await;
        assert!(is_issuer_fault(&result));
    }
}

#[tokio::test]
async fn rp_02_metadata_of_another_tenant_is_rejected() {
    for (name, in_metadata) in [
        (TENANT, OTHER),
        (TENANT, "{tenantid}"),
        ("contoso.onmicrosoft.com", "{tenantid}"),
        ("contoso.onmicrosoft.com", "contoso.onmicrosoft.com"),
        ("common", "common"),
    ] {
        let mock = authority(name, in_metadata).await;
        let iss = issuer(&mock, TENANT);
        let error = sign_in(&mock, name.into(), &iss, Some(TENANT)).await.unwrap_err();
        assert!(
            matches!(cause(&error), ProviderError::MetadataIssuer { .. }),
            "{name} {in_metadata}"
        );
    }
}

#[tokio::test]
async fn rp_41_a_key_of_one_tenant_does_not_sign_for_another() {
    let mock = authority("common", "{tenantid}").await;
    let iss = issuer(&mock, TENANT);
    for (key_issuer, fits) in [
        (issuer(&mock, "{tenantid}"), true),
        (issuer(&mock, TENANT), true),
        (issuer(&mock, OTHER), false),
    ] {
        let mut jwk = mock.key().jwk();
        jwk["issuer"] = key_issuer.into();
        mock.set_json("/jwks", &json!({ "keys": [jwk] }));
        let result = sign_in(&mock, "common".into(), &iss, Some(TENANT)).await;
        assert_eq!(result.is_ok(), fits);
        assert!(fits || is_issuer_fault(&result));
    }
}

#[tokio::test]
async fn rp_45_a_refresh_must_not_change_the_tenant() {
    let mock = authority("common", "{tenantid}").await;
    let iss = issuer(&mock, TENANT);
    let tokens = sign_in(&mock, "common".into(), &iss, Some(TENANT)).await.unwrap();
    mock.set_claims(&mock.claims_with(|claims| {
        claims["iss"] = issuer(&mock, OTHER).into();
        claims["tid"] = OTHER.into();
    }));
    let tenant = MicrosoftTenant::default().with_authority(mock.url());
    let provider = GenericOidcProvider::microsoft(client(), tenant).unwrap();
    let error = provider.refresh_tokens(&tokens).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::RefreshedIdToken { claim: "iss" }));
}

#[tokio::test]
async fn rp_16_the_issuer_of_a_callback_may_be_the_template_or_a_tenant() {
    let mock = authority("common", "{tenantid}").await;
    let tenant = MicrosoftTenant::default().with_authority(format!("{}/", mock.url()));
    let provider = GenericOidcProvider::microsoft(client(), tenant).unwrap();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    for (name, fits) in [("{tenantid}", true), (TENANT, true), ("evil", false)] {
        let iss = issuer(&mock, name);
        let callback = format!("code=c&state={}&iss={iss}", attempt.state());
        match attempt.accept(&provider, &callback).await {
            Ok(_) => assert!(fits, "{name}"),
            Err(error) => {
                assert!(!fits, "{name}");
                assert!(matches!(cause(&error), ProviderError::Callback(CallbackFault::Issuer)));
            }
        }
    }
}

#[test]
fn a_tenant_that_is_no_name_is_refused() {
    for tenant in ["", "a/b", "..%2f", "a?b", "{tenantid}"] {
        let error = GenericOidcProvider::microsoft("id", tenant).unwrap_err();
        assert!(error.to_string().starts_with("`tenant_id` "), "{tenant}");
    }
    let cloud = MicrosoftTenant::default().with_authority("http://login.example.com");
    let error = GenericOidcProvider::microsoft("id", cloud).unwrap_err();
    assert!(error.to_string().starts_with("`base_url` "));
    let provider = GenericOidcProvider::microsoft("id", "common").unwrap();
    assert_eq!(provider.scopes(), ["openid", "email", "profile", "offline_access"]);
}
