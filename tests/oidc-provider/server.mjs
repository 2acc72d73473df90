// A real OpenID Provider for the tests of the OAuth crates. It listens on a
// free loopback port, prints its issuer on one line, and ends when its standard
// input is closed, so that it does not outlive the test that started it.
//
// Whoever comes to sign in is "user-1" and consents to everything.

import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

const REDIRECT_URIS = ['http://127.0.0.1:8765/callback'];
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
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'offline_access', 'email', 'profile'],
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    cookies: { keys: ['only for tests'] },
    rotateRefreshToken: true,
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: 'jane@example.com', email_verified: true, name: 'Jane' }),
    }),
  };
}

// Answers the question that the provider asks the user.
async function interact(provider, request, response) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
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
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (request.url.startsWith('/interaction/')) {
      interact(provider, request, response).catch((error) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    } else {
      callback(request, response);
    }
  });
  console.log(issuer);
});

process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
