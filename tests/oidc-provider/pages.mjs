// Pages for a person in front of a browser: sign in, consent, cancel, and the
// page where the code of a device is entered. They are as plain as can be; the
// tests find what they need by id. Those that see no more than the screen can hit
// the large buttons, and read in the title which account is entered.

import { once } from 'node:events';

// The clients whose users see pages. Those of the others never wait.
export const PEOPLE = ['person', 'site'];

function page(response, title, body) {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(html(title, body));
}

function html(title, body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
    <link rel="icon" href="data:,"><style>button { display: block; width: 100%; height: 12em }</style>
    <h1>${title}</h1>${body}</html>`;
}

const BUTTONS = {
  login: '<input id="account" name="account" autofocus oninput="document.title = `Sign in as ${value}`"> <button id="login" name="choice" value="login">Sign in</button>',
  consent: '<button id="allow" name="choice" value="allow">Allow</button>',
};
const CANCEL = '<button id="cancel" name="choice" value="cancel">Cancel</button>';

async function form(request) {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  await once(request, 'end');
  return new URLSearchParams(body);
}

async function grantOf(provider, { params, session, grantId }) {
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant =
    known ?? new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  return grant.save();
}

async function resultOf(provider, details, answer) {
  const choice = answer.get('choice');
  if (choice === 'login' && details.prompt.name === 'login') {
    return { login: { accountId: answer.get('account') } };
  }
  if (choice === 'allow' && details.prompt.name === 'consent') {
    return { consent: { grantId: await grantOf(provider, details) } };
  }
  return { error: 'access_denied', error_description: 'The person said no.' };
}

// Asks the person, and passes on the answer.
export async function askPerson(provider, details, request, response) {
  const { name } = details.prompt;
  if (request.method === 'POST') {
    const result = await resultOf(provider, details, await form(request));
    const options = { mergeWithLastSubmission: name === 'consent' };
    return provider.interactionFinished(request, response, result, options);
  }
  const title = name === 'login' ? 'Sign in' : 'Allow access?';
  return page(response, title, `<form method="post">${BUTTONS[name]} ${CANCEL}</form>`);
}

// The pages of RFC 8628, section 3.3. The ones that come with the provider
// fetch a font from another site.
export const devicePages = {
  async userCodeInputSource(ctx, form, _out, error) {
    const said = error ? `<p id="error">${error.name}</p>` : '';
    const button = '<button id="continue" form="op.deviceInputForm">Continue</button>';
    ctx.body = html('Enter the code', said + form + button);
  },
  async userCodeConfirmSource(ctx, form, _client, _device, code) {
    const yes = '<button id="confirm" form="op.deviceConfirmForm">It is mine</button>';
    const no =
      '<button id="abort" form="op.deviceConfirmForm" name="abort" value="yes">It is not</button>';
    ctx.body = html('Is this your device?', `<code>${code}</code>${form}${yes}${no}`);
  },
  async successSource(ctx) {
    ctx.body = html('Your device is signed in', '');
  },
};

// The page of RP-Initiated Logout 1.0, section 2.
export const logoutPage = {
  async logoutSource(ctx, form) {
    const yes =
      '<button id="end" form="op.logoutForm" name="logout" value="yes">Sign out</button>';
    ctx.body = html('Sign out?', form + yes);
  },
};
