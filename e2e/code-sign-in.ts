import { createHash, randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { openPage } from './browser.js';

export interface DevelopmentClient {
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uris: readonly string[];
}

export interface CodeRequest {
  readonly origin: string;
  readonly client: DevelopmentClient;
  readonly person: { readonly username: string; readonly password: string };
  readonly scope: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Signs a person in at a client, in a browser. @returns what the client sends to the token endpoint (code with PKCE) */
export async function signInForCode(
  browser: Browser,
  { origin, client, person, scope, headers = {} }: CodeRequest,
): Promise<Record<string, string>> {
  const [redirect_uri = ''] = client.redirect_uris;
  const code_verifier = randomBytes(32).toString('base64url');
  const { page, context, close } = await openPage(browser, origin);
  await context.setExtraHTTPHeaders(headers);
  // Nobody has to listen there: the address says all.
  const isBack = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
  const asked = new URLSearchParams({
    ...{ client_id: client.client_id, redirect_uri, scope, response_type: 'code', state: 'here' },
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const discovery = await fetch(`${origin}/.well-known/openid-configuration`);
  const endpoints = (await discovery.json()) as Record<'authorization_endpoint', string>;
  await page.goto(`${endpoints.authorization_endpoint}?${asked.toString()}`);
  await page.getByLabel('User name or e-mail address').fill(person.username);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in and allow' }).click();
  const code = new URL((await isBack).url()).searchParams.get('code') ?? '';
  await close();
  return { grant_type: 'authorization_code', code, redirect_uri, code_verifier };
}

/** HTTP Basic of a client (RFC 6749, section 2.3.1). */
export const basicOf = ({ client_id, client_secret }: DevelopmentClient): string =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
