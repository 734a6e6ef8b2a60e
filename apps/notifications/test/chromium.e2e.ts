import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from 'playwright-core';
import { person } from './people.js';
import { Browser as PushBrowser, startPushService, type PushService } from './push-service.js';
import { createdFor, message, start, until, type Running } from './running.js';

jest.setTimeout(60_000);

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const API = '/api/notifications';

(existsSync(CHROMIUM) ? describe : describe.skip)(
  'the inbox in a real browser (needs CHROMIUM)',
  () => {
    let running: Running;
    let service: PushService;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let name: string;
    let problems: string[];
    let number = 0;

    beforeAll(async () => {
      service = await startPushService();
      running = await start({
        env: { PUSH_ALLOW_HOSTS: service.host, PUSH_CA_FILE: service.caFile },
      });
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser.close();
      await running.close();
      service.close();
    });
    beforeEach(async () => {
      name = `reader-${(number += 1)}`;
      problems = [];
      context = await browser.newContext({ permissions: ['notifications'] });
      page = await context.newPage();
      page.on('console', (line) => {
        if (line.type() === 'error') problems.push(line.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      // auth-server answers at the gateway's address; here the page is alone.
      await page.route('**/auth/token', async (route) => {
        const fields = new URLSearchParams(route.request().postData() ?? '');
        const access_token = await running.issuer.token(fields.get('username') ?? '');
        await route.fulfill({ json: { access_token, token_type: 'Bearer', expires_in: 600 } });
      });
    });
    afterEach(() => context.close());

    const signIn = async () => {
      await page.goto(`${running.url}${API}/inbox`);
      await page.getByLabel('User name').fill(name);
      await page.getByLabel('Password').fill('password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('live', { exact: true }).waitFor();
    };
    const items = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    const has = (count: number) => until(async () => (await items().count()) === count);

    it('lists, shows what comes live, opens, checks and deletes', async () => {
      await createdFor(running, name);
      await signIn();
      await has(1);

      await running
        .as('manager', { roles: ['manager'] })
        .call('POST', API, message([name], { title: '<b>Live</b>' }));
      await has(2);
      // As text, not as HTML.
      await page.getByRole('heading', { name: '<b>Live</b>' }).waitFor();
      await items().first().getByRole('button', { name: 'Open' }).click();
      await page.getByText('Read chapter 3.').waitFor();
      await items().first().getByRole('button', { name: 'Check' }).click();
      await has(1);
      await items().first().getByRole('button', { name: 'Delete' }).click();
      await has(0);

      expect(problems).toEqual([]);
    });

    it('checks all and says how many', async () => {
      for (let count = 0; count < 2; count += 1) await createdFor(running, name);
      await signIn();
      await has(2);

      await page.getByRole('button', { name: 'Check all' }).click();

      await page.getByText('0 checked, 2 removed.').waitFor();
      await has(0);
    });

    it('changes settings', async () => {
      await signIn();
      await page.getByText('Settings').click();
      await page.getByLabel('newPost').uncheck();
      await page.getByText('Saved.').waitFor();
      await page.getByLabel('eventReminderDefault').fill('45');
      await page.keyboard.press('Tab');

      await until(async () => {
        const { body } = await running.as(name).call('GET', `${API}/settings`);
        const { settings } = body as unknown as { settings: Record<string, unknown> };
        return settings['newPost'] === false && settings['eventReminderDefault'] === 45;
      });
    });

    it('enables push, gets a test message and shows a notification', async () => {
      const device = new PushBrowser(`https://${service.host}/push/${name}`);
      // Without its vendor's push service a browser cannot subscribe: what it would give is given here.
      await page.addInitScript(`
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        window.serverKey = applicationServerKey;
        return { toJSON: () => (${JSON.stringify(device.toJSON())}) };
      };`);
      const session = await context.newCDPSession(page);
      const registration = registrationOf(session);
      await signIn();

      await page.getByRole('button', { name: 'Enable push' }).click();
      await page.getByText('Push is enabled.').waitFor();
      const { body } = await running.as(name).call('GET', `${API}/push/vapid-public-key`);
      expect(await page.evaluate('serverKey')).toBe(body.publicKey);
      await page.getByRole('button', { name: 'Send test push' }).click();
      await until(() => service.pushed.some(({ path }) => device.endpoint.endsWith(path)));

      // A push for a worker that is not yet active is dropped by the browser without a word.
      await until(() =>
        page.evaluate<boolean>(`navigator.serviceWorker.ready
        .then(({ active }) => active.state === 'activated')`),
      );

      // What the service sent and the browser would have decrypted goes the browser's own way on.
      const sealed = service.pushed.find(({ path }) => device.endpoint.endsWith(path));
      const data = JSON.stringify(device.open(sealed!.body));
      const deliver = async () =>
        session.send('ServiceWorker.deliverPushMessage', {
          origin: running.url,
          registrationId: await registration,
          data,
        });
      const shown = () =>
        page.evaluate<string[]>(`navigator.serviceWorker.ready
        .then((registration) => registration.getNotifications())
        .then((all) => all.map(({ title, body }) => title + ': ' + body))`);
      // On a busy machine the browser loses one of its DevTools' pushes now and then, as real ones may be lost.
      let lastMs = -Infinity;
      await until(async () => {
        if (performance.now() - lastMs > 2000) {
          lastMs = performance.now();
          await deliver();
        }
        return (await shown()).length > 0;
      });

      expect(new Set(await shown())).toEqual(new Set(['Test: Notifications reach this browser.']));
      expect(await running.stored.storage.push.ofUsers([person(name).user])).toHaveLength(1);
      expect(problems).toEqual([]);
    });

    it('tells the service of a subscription that the browser has changed', async () => {
      const [old, renewed] = ['old', 'renewed'].map(
        (kind) => new PushBrowser(`https://${service.host}/push/${name}-${kind}`),
      );
      const subscriptionOf = (device = old) =>
        `({ toJSON: () => (${JSON.stringify(device?.toJSON())}) })`;
      await page.addInitScript(`
      window.subscription = ${subscriptionOf(old)};
      PushManager.prototype.subscribe = async () => subscription;
      PushManager.prototype.getSubscription = async () => subscription;`);
      const endpoints = async () =>
        (await running.stored.storage.push.ofUsers([person(name).user])).map(
          ({ endpoint }) => endpoint,
        );
      await signIn();
      await page.getByRole('button', { name: 'Enable push' }).click();
      await page.getByText('Push is enabled.').waitFor();
      await page.evaluate(`navigator.serviceWorker.ready`);
      expect(await endpoints()).toEqual([old?.endpoint]);

      // Only a push service makes a browser do this: here the worker gets the event from its DevTools.
      await page.evaluate(`subscription = ${subscriptionOf(renewed)}; undefined`);
      const [worker] = context.serviceWorkers();
      const options = await worker?.evaluate(`(async () => {
        const options = { userVisibleOnly: true, applicationServerKey: 'key' };
        let subscribed;
        PushManager.prototype.subscribe = async (given) => { subscribed = given; return {}; };
        let work;
        const event = Object.assign(new Event('pushsubscriptionchange'), {
          oldSubscription: { options },
          waitUntil: (promise) => { work = promise; },
        });
        self.dispatchEvent(event);
        await work;
        return subscribed;
      })()`);

      await until(async () => (await endpoints()).includes(renewed?.endpoint ?? ''));
      expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: 'key' });
    });

    it('goes on with a new token when the old one has run out meanwhile', async () => {
      await page.route('**/auth/refresh', async (route) => {
        const access_token = await running.issuer.token(name);
        await route.fulfill({ json: { access_token, refresh_token: 'r2', token_type: 'Bearer' } });
      });
      await page.goto(`${running.url}${API}/inbox`);
      const access_token = await running.issuer.token(name, { expiresInSeconds: -60 });
      const session = JSON.stringify({ access_token, refresh_token: 'r1' });
      await page.evaluate(`sessionStorage.setItem('session', ${JSON.stringify(session)})`);
      await page.reload();

      await page.getByText('live', { exact: true }).waitFor();
    });

    it('ends push and the session with signing out', async () => {
      const device = new PushBrowser(`https://${service.host}/push/${name}`);
      await page.addInitScript(`
      window.ended = false;
      const subscription = {
        endpoint: ${JSON.stringify(device.endpoint)},
        toJSON: () => (${JSON.stringify(device.toJSON())}),
        unsubscribe: async () => { window.ended = true; },
      };
      PushManager.prototype.subscribe = async () => subscription;
      PushManager.prototype.getSubscription = async () => subscription;`);
      const logouts: string[] = [];
      await page.route('**/auth/logout', async (route) => {
        logouts.push(route.request().headers()['authorization'] ?? '');
        await route.fulfill({ status: 204 });
      });
      const stored = () => running.stored.storage.push.ofUsers([person(name).user]);
      await signIn();
      await page.getByRole('button', { name: 'Enable push' }).click();
      await page.getByText('Push is enabled.').waitFor();
      expect(await stored()).toHaveLength(1);

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();

      expect(await stored()).toEqual([]);
      expect(await page.evaluate('ended')).toBe(true);
      expect(logouts).toEqual([expect.stringMatching(/^Bearer .{50,}/)]);
    });

    it('signs out, and shows nothing then', async () => {
      await createdFor(running, name);
      await signIn();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();

      expect(await page.getByLabel('Password').isVisible()).toBe(true);
      expect(await items().first().isVisible()).toBe(false);
      await page.reload();
      expect(await page.getByLabel('Password').isVisible()).toBe(true);
    });
  },
);

/** The id that the DevTools protocol gives the service worker's registration. */
function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  return session.send('ServiceWorker.enable').then(() => found);
}
