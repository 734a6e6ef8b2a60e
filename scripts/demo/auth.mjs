import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as openid from 'openid-client';

import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { DemoBrowser } from './browser.mjs';
import { walkAsPeople } from './auth-people.mjs';
import { demoFlags } from './flags.mjs';
import { Person } from './person.mjs';

/**
 * Walks through auth-server as a user, a client and an administrator would, against a stack that
 * `npm start` runs: the protocol first, then the pages in Chromium without a window. No limit is raised
 * for it.
 */
const HELP = `Usage: npm run demo:auth -- [options]

Walks through auth-server, which npm start runs.

  --browser      you sign in and out with your own browser, on this machine
  --data FOLDER  where dev-credentials.json is (.data)
  --help         prints this`;

const values = demoFlags('npm run demo:auth', HELP, {
  browser: { type: 'boolean', default: false },
  data: { type: 'string', default: join(projectDir, '.data') },
});
const credentials = JSON.parse(readFileSync(join(values.data, 'dev-credentials.json'), 'utf8'));
const { issuer, admin, users, clients } = credentials.auth_server;
const client = clients.confidential;
const [redirectUri] = client.redirect_uris;
const step = (text) => say(`- ${text}`);

say(`auth-server at ${issuer}; limits as they are by default (20 tokens a minute and client).`);

const config = await openid.discovery(
  new URL(issuer),
  client.client_id,
  client.client_secret,
  undefined,
  { execute: [openid.allowInsecureRequests] },
);
step(`discovery: ${config.serverMetadata().token_endpoint}`);

const verifier = openid.randomPKCECodeVerifier();
const [state, nonce] = [openid.randomState(), openid.randomNonce()];
const url = openid.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope: 'openid profile email read',
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
  nonce,
});

const { username, password } = users.teacher;
const person = values.browser ? await Person.at(redirectUri) : undefined;
const browser = new DemoBrowser();
const back = await (person
  ? person.opens(`Open this, and sign in as ${username} with the password ${password}`, url.href)
  : signIn());

const tokens = await openid.authorizationCodeGrant(config, new URL(back), {
  pkceCodeVerifier: verifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
});
step(`code and PKCE exchanged: scope "${tokens.scope}", ${tokens.expires_in} s`);

const claims = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
step(`userinfo: ${claims.name} <${claims.email}>`);

const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token);
step('refreshed; the old refresh token is worth nothing any more');

await openid.tokenRevocation(config, refreshed.refresh_token);
const { active } = await openid.tokenIntrospection(config, refreshed.access_token);
step(`revoked; introspection says active: ${active}`);

const logout = openid.buildEndSessionUrl(config, {
  id_token_hint: tokens.id_token,
  post_logout_redirect_uri: new URL('/', redirectUri).href,
});
const signedOut = person
  ? { location: await person.opens('Open this to sign out', logout.href), status: 200 }
  : await browser.get(logout.href);
step(`signed out: ${signedOut.status} to ${signedOut.location}`);
person?.leaves();

const json = (token) => ({
  'content-type': 'application/json',
  ...(token ? { authorization: `Bearer ${token}` } : {}),
});
const login = await fetch(`${issuer}/admin/auth`, {
  method: 'POST',
  headers: json(),
  body: JSON.stringify(admin),
});
const { access_token: adminToken } = await login.json();
step(`${admin.username} logs in to the admin API: ${login.status}`);

const created = await fetch(`${issuer}/admin/clients`, {
  method: 'POST',
  headers: json(adminToken),
  body: JSON.stringify({
    client_name: 'Made by the demo',
    client_type: 'confidential',
    redirect_uris: [],
    scopes: ['read'],
  }),
});
const made = await created.json();
step(`creates the client ${made.client_id}: ${created.status}`);

const machine = await openid.discovery(
  new URL(issuer),
  made.client_id,
  made.client_secret,
  undefined,
  {
    execute: [openid.allowInsecureRequests],
  },
);
const granted = await openid.clientCredentialsGrant(machine, { scope: 'read' });
step(`which gets a token of its own: scope "${granted.scope}"`);

const removed = await fetch(`${issuer}/admin/clients/${made.id}`, {
  method: 'DELETE',
  headers: json(adminToken),
});
step(`and is deactivated again: ${removed.status}`);

const expected = [active === false, signedOut.location?.startsWith(new URL('/', redirectUri).href)];
if (expected.includes(false) || created.status !== 201 || removed.status !== 204) {
  throw new Error('Not everything went as it should; see above.');
}
const hasWalked = await walkAsPeople({ issuer, admin, client, step });
if (!hasWalked) step('the pages are left out: there is no Chromium (CHROMIUM says where it is)');
say('All of it worked.');

async function signIn() {
  const page = await browser.get(url.href);
  step(`sign-in page: ${page.status}, ${page.text.length} characters of HTML`);
  const answer = await browser.submit(page, { username, password, consent: 'allow' });
  if (!answer.location) throw new Error(`The sign-in was refused with ${answer.status}.`);
  step(`${username} signs in and allows: ${answer.status} to ${redirectUri}`);
  return answer.location;
}
