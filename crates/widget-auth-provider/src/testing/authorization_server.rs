//! The answers of an honest provider.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use url::Url;
use widget_auth_core::Clock;
use widget_auth_pkce::PkceChallenge;

use super::recorded_request::RecordedRequest;
use super::reply::Reply;
use super::signing_key::SigningKey;

/// The path of its metadata (OpenID Connect Discovery, section 4).
pub(super) const WELL_KNOWN: &str = "/.well-known/openid-configuration";

/// An OpenID provider at which one person signs in, who always agrees.
#[derive(Debug)]
pub(super) struct AuthorizationServer {
    pub(super) url: String,
    pub(super) key: SigningKey,
    clock: Arc<dyn Clock>,
    issued: Mutex<Issued>,
}

/// Everything that the server gave out, and to whom.
#[derive(Debug, Default)]
struct Issued {
    /// Of the person, over those of the protocol.
    claims: Map<String, Value>,
    codes: usize,
    tokens: usize,
    /// Codes that were not exchanged yet, of browsers and devices.
    grants: BTreeMap<String, Grant>,
    refresh_tokens: BTreeSet<String>,
}

/// A person's consent, and the request that it is for.
#[derive(Debug, Default)]
struct Grant {
    client_id: String,
    redirect_uri: Option<String>,
    nonce: Option<String>,
    code_challenge: Option<String>,
}

impl AuthorizationServer {
    pub(super) fn new(url: String, clock: Arc<dyn Clock>, key: SigningKey) -> Self {
        let server = Self { url, key, clock, issued: Mutex::default() };
        server.set_claims(json!({"sub": "user-1", "name": "Jane"}));
        server
    }

    /// The claims of the person, over those of the protocol.
    ///
    /// # Panics
    ///
    /// If `claims` is no object.
    pub(super) fn set_claims(&self, claims: Value) {
        let Value::Object(claims) = claims else { panic!("claims are an object, not {claims}") };
        self.issued.lock().claims = claims;
    }

    pub(super) fn answer(&self, request: &RecordedRequest) -> Reply {
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", WELL_KNOWN) => Reply::json(&self.metadata()),
            ("GET", "/jwks") => Reply::json(&json!({ "keys": [self.key.jwk()] })),
            ("GET", "/authorize") => match self.authorize(request.query.as_deref().unwrap_or("")) {
                Ok(callback) => Reply::redirect(303, callback.as_str()),
                Err(reason) => Reply::text("text/plain", reason).status(400),
            },
            ("POST", "/device") => self.begin_device(request),
            ("POST", "/token") => {
                self.token(request).map_or_else(|code| Reply::error(400, code), |t| Reply::json(&t))
            }
            ("GET" | "POST", "/userinfo") => self.userinfo(request),
            ("POST", "/revoke") => self.revoke(request),
            _ => Reply::empty(404),
        }
    }

    pub(super) fn metadata(&self) -> Value {
        let url = &self.url;
        json!({
            "issuer": url,
            "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "userinfo_endpoint": format!("{url}/userinfo"),
            "revocation_endpoint": format!("{url}/revoke"),
            "device_authorization_endpoint": format!("{url}/device"),
            "jwks_uri": format!("{url}/jwks"),
        })
    }

    /// The address that the browser is sent to with a code (OpenID Connect
    /// Core, section 3.1.2.5).
    ///
    /// # Errors
    ///
    /// The parameter that the request lacks.
    pub(super) fn authorize(&self, query: &str) -> Result<Url, &'static str> {
        let params: BTreeMap<_, _> =
            url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let param = |name| params.get(name).cloned();
        if param("response_type").as_deref() != Some("code") {
            return Err("the authorization request has no response_type=code");
        }
        let client_id = param("client_id").ok_or("the authorization request has no client_id")?;
        let redirect_uri = param("redirect_uri");
        let mut callback = redirect_uri
            .as_deref()
            .and_then(|uri| Url::parse(uri).ok())
            .ok_or("the authorization request has no redirect_uri that is a url")?;
        let (nonce, code_challenge) = (param("nonce"), param("code_challenge"));
        let code = self.grant("code", Grant { client_id, redirect_uri, nonce, code_challenge });
        callback.query_pairs_mut().append_pair("code", &code);
        if let Some(state) = params.get("state") {
            callback.query_pairs_mut().append_pair("state", state);
        }
        Ok(callback)
    }

    /// The person has agreed before the device asks the first time (RFC 8628).
    fn begin_device(&self, request: &RecordedRequest) -> Reply {
        let Some(client_id) = request.param("client_id") else {
            return Reply::error(400, "invalid_request");
        };
        let device_code = self.grant("device", Grant { client_id, ..Grant::default() });
        Reply::json(&json!({
            "device_code": device_code,
            "user_code": "WDJB-MJHT",
            "verification_uri": format!("{}/activate", self.url),
            "expires_in": 600,
            "interval": 1,
        }))
    }

    /// Remembers `grant` under a new code.
    fn grant(&self, kind: &str, grant: Grant) -> String {
        let mut issued = self.issued.lock();
        issued.codes += 1;
        let code = format!("{kind}-{}", issued.codes);
        issued.grants.insert(code.clone(), grant);
        code
    }

    /// A token response (RFC 6749, section 5.1).
    ///
    /// # Errors
    ///
    /// The code of the error.
    fn token(&self, request: &RecordedRequest) -> Result<Value, &'static str> {
        let param = |name| request.param(name).ok_or("invalid_request");
        let mut issued = self.issued.lock();
        let grant = match param("grant_type")?.as_str() {
            "authorization_code" => {
                let grant = issued.grants.remove(&param("code")?).ok_or("invalid_grant")?;
                grant.check(request)?;
                Some(grant)
            }
            "urn:ietf:params:oauth:grant-type:device_code" => {
                Some(issued.grants.remove(&param("device_code")?).ok_or("invalid_grant")?)
            }
            // Each refresh token is good for one use (RFC 9700, section 4.14.2).
            "refresh_token" if issued.refresh_tokens.remove(&param("refresh_token")?) => None,
            "refresh_token" => return Err("invalid_grant"),
            "client_credentials" => return Ok(issued.access_token()),
            _ => return Err("unsupported_grant_type"),
        };
        let mut tokens = issued.access_token();
        let refresh_token = format!("refresh-{}", issued.tokens);
        tokens["refresh_token"] = refresh_token.as_str().into();
        issued.refresh_tokens.insert(refresh_token);
        if let Some(grant) = grant {
            tokens["id_token"] = self.key.sign(&self.claims(&grant, &issued.claims)).into();
        }
        Ok(tokens)
    }

    /// The claims of an ID token (OpenID Connect Core, section 2), and those of
    /// the person over them.
    fn claims(&self, grant: &Grant, person: &Map<String, Value>) -> Value {
        let now = self.clock.now().as_secs();
        let mut claims =
            json!({"iss": self.url, "aud": grant.client_id, "iat": now, "exp": now + 300});
        if let Some(nonce) = &grant.nonce {
            claims["nonce"] = nonce.as_str().into();
        }
        for (name, value) in person {
            claims[name] = value.clone();
        }
        claims
    }

    fn userinfo(&self, request: &RecordedRequest) -> Reply {
        let authorization = request.header("authorization");
        if !authorization.is_some_and(|value| value.starts_with("Bearer access-")) {
            // RFC 6750, section 3.
            return Reply::error(401, "invalid_token").header("www-authenticate", "Bearer");
        }
        Reply::json(&Value::Object(self.issued.lock().claims.clone()))
    }

    /// Answers as well for a token that there is not (RFC 7009, section 2.2).
    fn revoke(&self, request: &RecordedRequest) -> Reply {
        if let Some(token) = request.param("token") {
            self.issued.lock().refresh_tokens.remove(&token);
        }
        Reply::empty(200)
    }
}

impl Issued {
    /// A token response with the next access token.
    fn access_token(&mut self) -> Value {
        self.tokens += 1;
        let access_token = format!("access-{}", self.tokens);
        json!({"access_token": access_token, "token_type": "Bearer", "expires_in": 3600})
    }
}

impl Grant {
    /// Checks that an exchange belongs to the authorization request (RFC 6749,
    /// section 4.1.3; RFC 7636, section 4.6).
    ///
    /// # Errors
    ///
    /// The code of the error.
    fn check(&self, exchange: &RecordedRequest) -> Result<(), &'static str> {
        let verifier = exchange.param("code_verifier");
        let challenge = verifier.and_then(|verifier| PkceChallenge::from_verifier(verifier).ok());
        let is_same = exchange.param("redirect_uri") == self.redirect_uri
            && challenge.as_ref().map(PkceChallenge::challenge) == self.code_challenge.as_deref();
        is_same.then_some(()).ok_or("invalid_grant")
    }
}
