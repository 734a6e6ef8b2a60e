import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@sextant/platform-testing/browser';
import type { Browser, Page } from 'playwright-core';
import { admin, adminToken, json, postForm } from '../flows.js';
import { mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const HOSTILE = '<img src=x onerror="document.title=1">';
/** Of the administrator's requests a minute, as they are by default. */
const PER_MINUTE = 60;
const MOST_PER_VIEW = 6;

describe('the console in a real browser', () => {
  let mail: MailServer;
  let auth: RunningAuth;
  let issuer: string;
  let call: ReturnType<typeof admin>;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let adminCalls: string[];

  beforeAll(async () => {
    mail = await mailServer();
    auth = await startAuth({
      env: { ...mail.env, RATE_LIMIT_ADMIN: '100000', SCIM_TOKEN: 'of-the-directory' },
      host: 'localhost',
    });
    issuer = auth.env['ISSUER'] ?? '';
    call = admin(auth.url, await adminToken(auth.url));
    browser = await launchBrowser();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await auth.close();
    await mail.close();
  });
  /** The tab in which ada is signed in, for all cases that are not about the sign-in: each other one costs a process. */
  let adas: Page | undefined;

  beforeEach(() => {
    problems = [];
    adminCalls = [];
  });
  afterEach(async () => {
    expect(problems).toEqual([]);
    if (page !== adas) return page.context().close();
    await page.unrouteAll();
  });

  async function openPage(): Promise<void> {
    page = await (await browser.newContext({ locale: 'en-US' })).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== issuer && url.protocol !== 'blob:') problems.push(`asked ${url.href}`);
      if (/^\/admin\/(?!console)/.test(url.pathname)) adminCalls.push(url.pathname);
    });
    await page.goto(`${issuer}/admin/console`);
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Messages have a button of that name too. */
  const close = () => page.getByRole('dialog').getByText('Close', { exact: true }).click();
  const seesRow = (name: string) => page.getByRole('row').filter({ hasText: name }).waitFor();
  /** Where it is not about the sign-in. */
  async function openAsAda(before?: () => Promise<unknown>): Promise<void> {
    if (adas === undefined) {
      await signIn('ada');
      await page.getByText('Active access tokens').waitFor();
      adas = page;
    }
    page = adas;
    await before?.();
    await page.goto(`${issuer}/admin/console`);
  }
  async function signIn(name: string): Promise<void> {
    await openPage();
    await press('Sign in');
    await page.getByLabel('User name or e-mail address').fill(name);
    await page.getByLabel('Password').fill(passwordOf(name));
    await press('Sign in');
  }
  /** Opens a view and counts what it asks the admin API for. */
  async function open(name: string, isThere: () => Promise<unknown>): Promise<void> {
    adminCalls = [];
    await page.getByRole('tab', { name, exact: true }).click();
    await isThere();
    expect(adminCalls.length).toBeLessThanOrEqual(MOST_PER_VIEW);
  }

  it('shows how the service is, after a sign-in at this very server, and signs out', async () => {
    await signIn('ada');
    await page.getByText('Active access tokens').waitFor();
    await page.getByRole('img', { name: /^In 30 days \d+ sign-ins succeeded/ }).waitFor();
    await page.getByText('No delivery failures.').waitFor();
    expect(adminCalls.length).toBeLessThanOrEqual(MOST_PER_VIEW);
    expect(MOST_PER_VIEW).toBeLessThan(PER_MINUTE);

    await page.reload();
    await page.getByText('Active access tokens').waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Admin console' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('makes a client by a wizard, whose secret is shown once and whose code works', async () => {
    await openAsAda();
    await open('Clients', () => seesRow('Web application'));
    await press('New client');
    await press('Program');
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await press('Next');
    await page.getByText('Read your data').waitFor();
    await press('Make the client');
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    await page.getByRole('button', { name: 'Show: client_secret' }).click();
    const secret = (await page.locator('.sx-secret code').textContent()) ?? '';
    const id = (await page.locator('.sx-dialog p code').first().textContent()) ?? '';
    await page.getByRole('tab', { name: 'curl' }).click();
    const code = (await page.locator('.sx-code pre').textContent()) ?? '';

    expect(code).toContain(`-u '${id}:${secret}'`);
    const answer = await postForm(
      `${issuer}/oauth/token`,
      { grant_type: 'client_credentials', scope: 'read' },
      { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    );
    expect(answer.status).toBe(200);
    await close();
    await page.getByRole('button', { name: HOSTILE }).click();
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await page.locator('.sx-secret').count()).toBe(0);
    expect(await page.title()).toBe('Admin console - Sextant');
    const inDialog = (name: string, button: string) =>
      page
        .getByRole('dialog', { name, exact: true })
        .getByRole('button', { name: button, exact: true })
        .click();
    await press('New secret');
    await inDialog('New secret', 'Cancel');
    expect(await page.locator('.sx-secret').count()).toBe(0);
    await press('New secret');
    await page.getByText(/^The old secret of/).waitFor();
    await inDialog('New secret', 'New secret');
    await page.locator('.sx-secret').waitFor();
    await press('Deactivate');
    await page.getByText(/gets no more tokens/).waitFor();
    await inDialog('Deactivate', 'Deactivate');
    await page.getByText('The client is deactivated, and its tokens have ended.').waitFor();
  });

  it('opens the wizard again after a reload, and closes it by Back', async () => {
    await openAsAda();
    await open('Clients', () => seesRow('Web application'));
    await press('New client');
    const wizard = page.getByRole('button', { name: 'Program', exact: true });
    await wizard.waitFor();
    await page.reload();
    await wizard.waitFor();
    await page.goBack();

    await seesRow('Web application');
    expect(await wizard.count()).toBe(0);
    const names = await page.evaluate<string[]>(
      '[...document.querySelectorAll("nav")].map(({ ariaLabel }) => ariaLabel)',
    );
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain('Pagination');
  });

  it('stays, and says that it is out of date, where the server does not have a part of it any more', async () => {
    const isGone = () =>
      page.route('**/assets/clients-panel-*.js', (route) => route.fulfill({ status: 404 }));
    await openAsAda(isGone);
    await page.getByRole('tab', { name: 'Clients', exact: true }).click();

    await page.getByText('This part cannot be loaded').waitFor();
    await page.getByRole('status').getByText('A newer version is here.').waitFor();
    await open('Users', () => seesRow('ada'));
    // Chromium logs the failed request by itself.
    expect(problems.splice(0)).toEqual([expect.stringContaining('404')]);
  });

  it('gives code for four ways and a sign-in to try for a client of people', async () => {
    await openAsAda();
    await open('Clients', () => seesRow('Web application'));
    await press('New client');
    await press('App in a browser or on a device');
    await page.getByLabel('Name', { exact: true }).fill('Phone');
    await page.getByLabel(/^Addresses to come back to/).fill('https://phone.example.org/cb');
    await press('Next');
    await page.getByText('Read your data').waitFor();
    await press('Make the client');
    for (const name of ['openid-client', 'Spring', 'Go', 'curl']) {
      await page.getByRole('tab', { name, exact: true }).click();
      const code = (await page.locator('.sx-code pre').textContent()) ?? '';
      expect(code).toContain(issuer);
    }
    const link = page.getByRole('link', { name: /^Try it/ });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await opened.getByText('phone.example.org').first().waitFor();
    expect(await opened.title()).toContain('Allow access');
  });

  it('changes what a client is, takes members away, and shows the claims that it would be told', async () => {
    const made = await json<{ id: string }>(
      await call('POST', '/clients', {
        client_name: 'Library',
        client_type: 'confidential',
        redirect_uris: ['https://library.example.org/cb'],
        scopes: ['openid'],
      }),
    );
    await openAsAda();
    await page.getByText('Active access tokens').waitFor();
    // The address of the dialog, as somebody shares it.
    await page.goto(`${issuer}/admin/console/clients/${made.id}`);
    const save = async () => {
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await press('Save');
      expect((await saved).status()).toBe(200);
      return json<object>(await call('GET', `/clients/${made.id}`));
    };
    await page.getByRole('tab', { name: 'Settings', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Library of the school');
    await page.getByLabel(/^Seconds that access tokens live/).fill('120');
    expect(await save()).toMatchObject({
      ...{ client_name: 'Library of the school', access_token_lifetime: 120 },
    });
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByLabel('jwks_uri').fill('https://library.example.org/jwks');
    expect(await save()).toMatchObject({ jwks_uri: 'https://library.example.org/jwks' });
    await page.getByLabel('jwks_uri').fill('');
    expect(await save()).not.toHaveProperty('jwks_uri');

    await page.getByRole('tab', { name: 'Claims' }).click();
    await press('Add a claim');
    await page.getByLabel('Claim', { exact: true }).fill('school_name');
    await page.getByLabel('Attribute').fill('username');
    await save();
    await page
      .getByLabel(/^Beginning of the user name/)
      .last()
      .fill('alan');
    await press('Look');
    await page.getByText('"school_name": "alan"').first().waitFor();
  });

  it('finds users, locks one, ends sessions, and invites', async () => {
    await postForm(`${issuer}/auth/token`, {
      grant_type: 'password',
      username: 'alan',
      password: passwordOf('alan'),
      scope: 'read',
    });
    await openAsAda();
    await open('Users', () => seesRow('grace'));
    await page.getByLabel(/^Beginning of/).fill('ala');
    await press('Search');
    await seesRow('alan');
    await page.getByText('1 to 1 of 1').waitFor();
    await press('alan');
    await page.getByLabel('Roles, separated by spaces').fill('student prefect');
    await page.getByLabel('Given name').fill('Alan Mathison');
    await press('Save');
    await page.getByText('The user is saved.').waitFor();
    await page.getByRole('tab', { name: 'Sessions and factors' }).click();
    await page.getByText('The password alone is enough.').waitFor();
    await press('Lock');
    await page
      .getByRole('dialog', { name: 'Lock', exact: true })
      .getByRole('button', { name: 'Lock', exact: true })
      .click();
    await page.getByText('The user is locked and signed out everywhere.').waitFor();
    await press('Unlock');
    await page.getByText('The user may sign in again.').waitFor();
    await close();
    const { users } = await json<{ users: { roles: string[] }[] }>(
      await call('GET', '/users?q=alan'),
    );
    expect(users[0]).toMatchObject({
      ...{ roles: ['student', 'prefect'], is_active: true, given_name: 'Alan Mathison' },
    });

    await press('Invite');
    await page.getByLabel('E-mail address').fill('new@example.org');
    await press('Send the invitation');
    await page.getByText('An invitation is on its way to new@example.org.').waitFor();
    expect((await mail.next('new@example.org')).text).toContain('/account/invitation');
  });

  it('imports users after a look at the file', async () => {
    await openAsAda();
    await open('Users', () => seesRow('grace'));
    await press('Import');
    const csv = `username,email\nimported,imported@example.org\ngrace,other@example.org\n`;
    await page.getByLabel('CSV file').setInputFiles({
      name: 'users.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await press('Check the file');
    await page.getByText('1 users would be made, 1 lines refused.').waitFor();
    await page.getByText('Line 3: This user name or e-mail address is taken.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 users were made, 1 lines refused.').waitFor();
    await close();
    await seesRow('imported@example.org');
  });

  it('gives the groups of the directory roles', async () => {
    await fetch(`${issuer}/scim/v2/Groups`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer of-the-directory',
        'content-type': 'application/scim+json',
      },
      body: JSON.stringify({ displayName: HOSTILE, members: [] }),
    });
    await openAsAda();
    await open('Groups', () => seesRow(HOSTILE));
    await press(HOSTILE);
    await page.getByLabel('Roles, separated by spaces').fill('teacher');
    await press('Save');
    await seesRow('teacher');
  });

  it('changes scopes, filters and saves the audit log, rotates keys', async () => {
    await openAsAda();
    await open('Scopes', () => seesRow('introspect'));
    await press('New scope');
    await page.getByLabel('Scope', { exact: true }).fill('reports');
    await page.getByLabel('What people read').fill('Read reports');
    await page.getByLabel(/^Only for roles/).fill('teacher');
    await press('Save');
    await seesRow('Read reports');

    await open('Audit log', () => seesRow('scope.created'));
    await page.getByLabel('What', { exact: true }).fill('scope.created');
    await press('Search');
    await page
      .getByRole('gridcell', { name: 'client.created' })
      .first()
      .waitFor({ state: 'detached' });
    const saved = page.waitForEvent('download');
    await press('Save as CSV');
    expect((await saved).suggestedFilename()).toBe('audit.csv');

    await open('Keys', () => page.getByText('Signs').first().waitFor());
    const before = await page.getByRole('row').count();
    await press('Rotate now');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate now', exact: true }).click();
    await page.getByText('The keys are rotated.').waitFor();
    await page.getByText('Verifies').first().waitFor();
    expect(await page.getByRole('row').count()).toBe(before + 3);
  });

  it('tells who is no administrator that this is for administrators', async () => {
    await signIn('grace');
    await page.getByText('Your account cannot use this page').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});
