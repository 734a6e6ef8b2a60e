import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { hasBrowser, launchBrowser } from '@sextant/platform-testing/browser';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { newPkce } from '../browser.js';
import { admin, adminToken, authorizeUrl, json, redeem, type TokenAnswer } from '../flows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

const NEW = 'twelve blue kites at dawn';

(hasBrowser ? describe : describe.skip)('accounts in a real browser (needs CHROMIUM)', () => {
  let mail: MailServer;
  let auth: RunningAuth;
  let issuer: string;
  let call: ReturnType<typeof admin>;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    mail = await mailServer();
    auth = await startAuth({ env: mail.env, host: 'localhost' });
    issuer = auth.env['ISSUER'] ?? '';
    call = admin(auth.url, await adminToken(auth.url));
    browser = await launchBrowser();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await auth.close();
    await mail.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    problems = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterEach(() => context.close());

  let people = 0;
  async function person(): Promise<{ name: string; email: string }> {
    people += 1;
    const name = `chromium${people}`;
    const body = { username: name, email: `${name}@example.org`, password: passwordOf(name) };
    expect((await call('POST', '/users', body)).status).toBe(201);
    return { name, email: body.email };
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** An authenticator that always says yes; it keeps its keys as long as the page is there. */
  async function authenticator(): Promise<{ client: CDPSession; id: string }> {
    const client = await context.newCDPSession(page);
    await client.send('WebAuthn.enable');
    const { authenticatorId: id } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { client, id };
  }
  async function signIn(name: string, password = passwordOf(name)): Promise<void> {
    await asIfOffered();
    await page.goto(`${issuer}/account`);
    await enter(name, password);
  }
  async function enter(name: string, password: string): Promise<void> {
    await page.getByLabel('User name or e-mail address').fill(name);
    await page.getByLabel('Password').fill(password);
    await press('Sign in');
  }
  const isOffered = () =>
    page.getByRole('heading', { name: 'Sign in with a passkey next time' }).waitFor();
  /** Of a browser that can make passkeys and has been asked within a month. */
  const asIfOffered = () =>
    context.addCookies([{ name: 'sextant_passkey_offer', value: 'later', url: issuer }]);
  const isHome = () => page.getByRole('heading', { name: 'Your account' }).waitFor();
  const recoveryCodes = async (): Promise<string[]> => {
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    return page.locator('.codes code').allTextContents();
  };
  async function addPasskey(name: string): Promise<string[]> {
    await page.goto(`${issuer}/account/passkey`);
    await page.getByLabel('What you call it').fill('My key');
    await page.getByLabel('Current password').fill(passwordOf(name));
    await press('Add the passkey');
    return recoveryCodes();
  }
  /** The virtual authenticator may answer by itself, as if it had been chosen in the field, before the button is pressed. */
  function usePasskey(): void {
    const button = page.getByRole('button', { name: 'Use a passkey' });
    // The page may be gone by then. Where nothing signs in, the wait for the redirect tells it.
    button.click().catch(() => undefined);
  }
  /** Signs in at a client by passkey. @returns the claims of its ID token */
  async function passkeySignIn(): Promise<Record<string, unknown>> {
    const pkce = newPkce();
    const redirected = page.waitForRequest((request) => request.url().startsWith(REDIRECT_URI));
    const gaveUp = page.waitForEvent('framenavigated', (frame) =>
      frame.url().startsWith('chrome-error:'),
    );
    await page.goto(issuer + authorizeUrl({}, pkce));
    usePasskey();
    const code = new URL((await redirected).url()).searchParams.get('code') ?? '';
    // Nobody listens at the client's address: the next page is opened once the browser has given it up.
    await gaveUp;
    const answer = await json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
    return decodeJwt(answer.id_token ?? '');
  }

  it('signs in by a passkey alone, which brings recovery codes and says what it was', async () => {
    const { name, email } = await person();
    await authenticator();
    await signIn(name);
    await isHome();

    expect(await addPasskey(name)).toHaveLength(10);
    expect((await mail.next(email)).text).toContain('A passkey was added');
    await context.clearCookies();
    const claims = await passkeySignIn();

    expect(claims).toMatchObject({
      acr: 'urn:sextant:passkey',
      amr: ['hwk', 'user', 'mfa'],
      auth_time: expect.any(Number),
    });
    const [{ id } = { id: '' }] = await auth.database.query<{ id: string }>(
      'SELECT id FROM auth_user WHERE username = $1',
      [name],
    );
    expect(claims['sub']).toBe(id);
    expect(problems.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
  });

  it('offers a passkey after the password, makes one and goes on, or lets it be', async () => {
    const { name } = await person();
    const { client, id } = await authenticator();
    await page.goto(`${issuer}/account`);
    await enter(name, passwordOf(name));
    await isOffered();
    await press('Add the passkey');
    expect(await recoveryCodes()).toHaveLength(10);
    await press('Continue');
    await isHome();
    await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });

    const other = await person();
    await context.clearCookies();
    await authenticator();
    await page.goto(`${issuer}/account`);
    await enter(other.name, passwordOf(other.name));
    await isOffered();
    await press('Never in this browser');
    await isHome();
    expect(problems).toEqual([]);
  });

  it('stands for the second step from then on, where that is wished, by a passkey too', async () => {
    const { name } = await person();
    const { client, id } = await authenticator();
    await signIn(name);
    await isHome();
    await addPasskey(name);
    const devices = (await context.cookies()).filter((one) => one.name === 'sextant_browser');
    await context.clearCookies();
    await context.addCookies(devices);
    await client.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: id,
      enabled: false,
    });
    await signIn(name);
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    await page.getByLabel('Do not ask again').check();
    await client.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: id,
      enabled: true,
    });
    await press('Use a passkey');
    await isHome();
    const [trusted] = await auth.database.query(
      `SELECT 1 FROM known_device JOIN auth_user ON id = user_id
         WHERE username = $1 AND trusted_until > now()`,
      [name],
    );

    expect(trusted).toBeDefined();
  });

  it('asks who has a passkey for it, or a recovery code, after the password', async () => {
    const { name } = await person();
    const { client, id } = await authenticator();
    await signIn(name);
    await isHome();
    const codes = await addPasskey(name);
    await context.clearCookies();
    await client.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: id,
      enabled: false,
    });

    await signIn(name);
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    expect(await page.locator('svg').count()).toBe(0);
    await page.getByLabel('Code').fill('000000');
    await press('Continue');
    await page.getByRole('alert').waitFor();
    await client.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: id,
      enabled: true,
    });
    await press('Use a passkey');
    await isHome();

    await context.clearCookies();
    await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
    await signIn(name);
    await page.getByLabel('Code').fill(codes[3] ?? '');
    await press('Continue');
    await isHome();
    await page.getByText('Recovery codes left: 9.').waitFor();
  });

  it('refuses a passkey whose counter has gone back, as that of a copy does', async () => {
    const { name } = await person();
    const { client, id } = await authenticator();
    await signIn(name);
    await isHome();
    await addPasskey(name);
    await context.clearCookies();
    await passkeySignIn();
    await auth.database.query('UPDATE auth_factor SET last_step = last_step + 100');
    await context.clearCookies();

    const refused = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 401,
    );
    await page.goto(issuer + authorizeUrl());
    usePasskey();
    expect((await refused).status()).toBe(401);
    await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
  });

  it('adds an app, loses it and comes back by a recovery code', async () => {
    const { name } = await person();
    await signIn(name);
    await page.getByRole('link', { name: 'Add an authenticator app' }).click();
    const secret = (await page.locator('code.key').textContent()) ?? '';
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const link = page.getByRole('link', { name: 'Open it in an app on this device' });
    expect(await link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    await page
      .getByLabel('Code', { exact: true })
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await page.getByLabel('Current password').fill(passwordOf(name));
    await press('Add the app');
    const codes = await recoveryCodes();
    await context.clearCookies();

    await signIn(name);
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await press('Continue');
    await isHome();
    expect(problems).toEqual([]);
  });

  it('joins by an invitation, forgets the password and sets it anew', async () => {
    const email = 'joiner@example.org';
    await call('POST', '/users/invitations', { email });
    await page.goto(issuer + linkOf(await mail.next(email)));
    await page.getByLabel('User name').fill('joiner');
    await page.getByLabel('New password').fill(NEW);
    await press('Create the account');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enter('joiner', NEW);
    await isHome();
    await page.getByText('joiner@example.org (verified)').waitFor();

    await page.goto(`${issuer}/account/forgot`);
    await page.getByLabel('User name or e-mail address').fill('joiner');
    await press('Send the link');
    await page.goto(issuer + linkOf(await mail.next(email)));
    await page.getByLabel('New password').fill('thirteen red kites at dusk');
    await press('Set the password');
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await signIn('joiner', 'thirteen red kites at dusk');
    await isHome();
    await press('Sign out everywhere');
    await page.getByRole('heading', { name: 'Signed out everywhere' }).waitFor();
    expect(problems).toEqual([]);
  });
});
