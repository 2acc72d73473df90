// A real OpenID Provider for the tests of the OAuth crates. It listens on a
// free loopback port, prints its issuer on one line, and ends when its standard
// input is closed, so that it does not outlive the test that started it.
//
// Whoever comes to sign in is "user-1" and consents to everything, except at
// the clients "person", a native one, and "site", a server, where somebody in
// front of a browser does, see pages.mjs.
//
// Settings, from the environment: ACCESS_TOKEN_SECONDS, how long access tokens
// live; DROP_EVERY, see refreshes.mjs. GET /test/refreshes tells the counts.

import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { askPerson, devicePages, logoutPage, PEOPLE } from './pages.mjs';
import { watchRefreshes } from './refreshes.mjs';

const REDIRECT_URIS = ['http://127.0.0.1:8765/callback'];
// Any port of this machine fits it (RFC 8252, section 7.3).
const LOOPBACK = ['http://127.0.0.1/callback'];
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

async function signingKey(alg) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: `key-${alg}` };
}

function client(client_id, more) {
  return {
    client_id,
    // Characters that have to be form-encoded before base64.
    client_secret: 'p+s&e=c%r:e t',
    redirect_uris: REDIRECT_URIS,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    ...more,
  };
}

async function configuration() {
  return {
    jwks: { keys: await Promise.all(ALGORITHMS.map(signingKey)) },
    enabledJWA: { idTokenSigningAlgValues: ALGORITHMS },
    clients: [
      ...ALGORITHMS.map((alg) => client(`basic-${alg}`, { id_token_signed_response_alg: alg })),
      client('post', { token_endpoint_auth_method: 'client_secret_post' }),
      client('none', { token_endpoint_auth_method: 'none', client_secret: undefined }),
      client('site', {
        redirect_uris: ['http://127.0.0.1/auth/callback'],
        post_logout_redirect_uris: ['http://127.0.0.1/bye'],
      }),
      client('person', {
        token_endpoint_auth_method: 'none',
        client_secret: undefined,
        redirect_uris: LOOPBACK,
        grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE],
      }),
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'offline_access', 'email', 'profile'],
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, ...logoutPage },
      deviceFlow: { enabled: true, ...devicePages },
    },
    cookies: { keys: ['only for tests'] },
    rotateRefreshToken: true,
    ttl: { AccessToken: Number(process.env.ACCESS_TOKEN_SECONDS ?? 3600) },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: 'jane@example.com', email_verified: true, name: 'Jane' }),
    }),
  };
}

// Answers the question that the provider asks the user.
async function interact(provider, request, response) {
  const details = await provider.interactionDetails(request, response);
  const { prompt, params, session } = details;
  if (PEOPLE.includes(params.client_id)) {
    return askPerson(provider, details, request, response);
  }
  if (prompt.name === 'login') {
    const result = { login: { accountId: 'user-1' } };
    return provider.interactionFinished(request, response, result);
  }
  const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const result = { consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

const server = createServer();
server.listen(0, '127.0.0.1', async () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, await configuration());
  const refreshes = watchRefreshes(provider, Number(process.env.DROP_EVERY ?? 0));
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (request.url.startsWith('/interaction/')) {
      interact(provider, request, response).catch((error) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    } else if (request.url === '/test/refreshes') {
      response.end(JSON.stringify(refreshes));
    } else {
      callback(request, response);
    }
  });
  console.log(issuer);
});

process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
