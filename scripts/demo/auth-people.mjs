import { existsSync } from 'node:fs';
import { Secret, TOTP } from 'otpauth';
import * as openid from 'openid-client';
import { chromium } from 'playwright-core';

import { AuthConsole } from './auth-console.mjs';
import { AuthPages } from './auth-pages.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FIRST = 'twelve blue kites at dawn';
const SECOND = 'thirteen red kites at dusk';
/** Requests that each half of the walk makes at most. */
const HALF = 80;

/**
 * Walks through the pages as a person and an administrator do, in Chromium without a window: by
 * invitation to an account, passkey, app and recovery code, a forgotten password, sessions, and a
 * withdrawn application.
 *
 * @param {{ issuer: string, admin: { username: string, password: string }, client: { client_id: string, client_secret: string, redirect_uris: string[] }, step: (text: string) => void }} uses
 * @returns {Promise<boolean>} `false` where there is no Chromium
 */
export async function walkAsPeople(uses) {
  if (!existsSync(CHROMIUM)) return false;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    await walk(browser, uses);
  } finally {
    await browser.close();
  }
  return true;
}

async function walk(browser, { issuer, admin, client, step }) {
  await roomAt(issuer, step);
  const name = `walker-${Date.now().toString(36)}`;
  const email = `${name}@example.org`;
  const console = await AuthConsole.open(browser, issuer, admin);
  step(`${admin.username} signs in to the admin console: ${await console.tokens()} access tokens`);
  await console.invite(email);
  step(`invites ${email}`);

  const pages = await AuthPages.open(browser, issuer);
  await pages.join(await pages.linkMailedTo(email), { name, password: FIRST });
  await pages.signIn(name, FIRST);
  step(`who follows the link in the mail, and has an account: ${await pages.address()}`);

  const codes = await pages.addPasskey(FIRST);
  step(`adds a passkey, and gets ${codes.length} recovery codes`);
  await pages.forgetCookies();
  step(`signs in at an application by it alone: ${await signInAtClient(pages, client, issuer)}`);

  const secret = await pages.addApp(FIRST, (key) => codeOf(key));
  step(`adds an authenticator app with the key ${secret.slice(0, 4)}...`);

  const there = await AuthPages.open(browser, issuer, { hasPasskeys: false });
  await there.signIn(name, FIRST);
  await there.enterCode(codes[0]);
  step(
    `has lost both, and comes in elsewhere by password and recovery code: ${await there.codesLeft()}`,
  );
  await there.removeFactor('Authenticator app', FIRST);
  step('takes the lost app away');

  const sessions = await there.sessions();
  await there.withdraw();
  step('withdraws what the application was allowed');
  await there.endOtherSessions();
  step(`sees ${sessions} sessions and ends the others: ${await pages.whereAmI()} there`);

  await roomAt(issuer, step);
  await there.askForReset(name);
  await there.resetBy(await there.linkMailedTo(email), SECOND);
  step(`has forgotten the password and sets another: ${await there.whereAmI()} here now`);
  await there.signIn(name, SECOND);
  await there.enterCode(codes[1]);
  step(`signs in with it and a second recovery code: ${await there.codesLeft()}`);

  await administer(console, { name, step });
  step(`and is signed out: ${await there.whereAmI()}`);
}

/** The walk is faster than people are: it waits where the limit of its address would end it. */
async function roomAt(issuer, step) {
  const { headers } = await fetch(new URL('/oidc/userinfo', issuer));
  const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((what) =>
    Number(headers.get(`x-ratelimit-${what}`)),
  );
  if (left >= Math.min(HALF, limit - 1)) return;
  const seconds = Math.max(1, reset - Math.floor(Date.now() / 1000) + 1);
  step(`waits ${seconds} s, for an address has ${limit} requests a minute`);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

async function administer(console, { name, step }) {
  step(`the administrator finds ${await console.find(name)}`);
  await console.lock(name);
  step('locks the account');
  step(`reads what has happened: ${(await console.audit()).join(', ')}`);
  step(`sees the keys: ${await console.keys()} in all stages`);
}

const codeOf = (key) => new TOTP({ secret: Secret.fromBase32(key) }).generate();

/** @returns {Promise<string>} what the ID token says of the sign-in */
async function signInAtClient(pages, client, issuer) {
  const config = await openid.discovery(
    new URL(issuer),
    client.client_id,
    client.client_secret,
    undefined,
    { execute: [openid.allowInsecureRequests] },
  );
  const [redirectUri] = client.redirect_uris;
  const verifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await pages.signInByPasskey(url.href, redirectUri);
  const tokens = await openid.authorizationCodeGrant(config, new URL(back), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const { acr, amr } = tokens.claims();
  return `${acr}, ${amr.join(' ')}`;
}
