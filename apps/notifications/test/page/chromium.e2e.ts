import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hasBrowser, launchBrowser } from '@sextant/platform-testing/browser';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { person } from '../people.js';
import { PushReceiver } from '../push/push-receiver.js';
import { startPushService, type PushService } from '../push/push-service.js';
import { describeHostile } from './chromium-hostile.js';
import { describeSending } from './chromium-sending.js';
import { createdFor, message, postEvent, start, until, type Running } from '../running.js';

const API = '/api/notifications';
const VIEWPORT = { width: 1280, height: 720 };
/** With a language and a zone of its own: those of the machine may be any, with hours that clocks leave out. */
const PROFILE = {
  permissions: ['notifications'],
  locale: 'en-GB',
  timezoneId: 'UTC',
  viewport: VIEWPORT,
};

(hasBrowser ? describe : describe.skip)('the inbox in a real browser (needs CHROMIUM)', () => {
  let running: Running;
  let service: PushService;
  let browser: Browser;
  /** Shows notifications. */
  let notifying: Browser | undefined;
  /** Of those who leave nothing in it: a profile or a tab, with a process, for each case costs more than its page. */
  let shared: Page;
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
    browser = await launchBrowser();
    shared = await openPage(browser);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), notifying?.close()]);
    await running.close();
    service.close();
  });
  beforeEach(() => {
    name = `reader-${(number += 1)}`;
    problems = [];
    page = shared;
    running.issuer.session.user = undefined;
    running.issuer.session.next = name;
    delete running.issuer.session.expiresInSeconds;
    delete running.issuer.session.as;
  });
  afterEach(async () => {
    if (page !== shared) return context.close();
    // As a new tab is. An answer of the service itself keeps the process of the tab, which an empty page would end.
    await page.unrouteAll();
    await page.goto(`${running.url}/health/live`);
    await page.evaluate('sessionStorage.clear()');
    await page.setViewportSize(VIEWPORT);
  });

  const openPage = async (of: Browser): Promise<Page> => {
    context = await of.newContext(PROFILE);
    const opened = await context.newPage();
    opened.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
    opened.on('pageerror', (error) => problems.push(error.message));
    opened.on('request', (request) => {
      const { origin } = new URL(request.url());
      const isOurs = [running.url, running.issuer.url].includes(origin);
      if (!isOurs && origin !== 'null') problems.push(`asked ${origin}`);
    });
    return opened;
  };
  /** For those with a worker, which stays in a profile. */
  const useOwnProfile = async (of = browser) => {
    page = await openPage(of);
  };
  const signInButton = () => page.getByRole('button', { name: 'Sign in', exact: true });
  const isLive = () => page.getByText('live', { exact: true }).waitFor();
  /** As somebody who is signed in at the issuer already: signing in by hand loads the page twice. */
  const signIn = async () => {
    running.issuer.session.user = name;
    await page.goto(`${running.url}/inbox`);
    await isLive();
  };
  const openSettings = () => page.getByRole('tab', { name: 'Settings' }).click();
  const enablePush = async () => {
    await openSettings();
    await page.getByRole('button', { name: 'Enable push' }).click();
    await page.getByText('Push is enabled.').waitFor();
  };
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signInButton().waitFor();
  };
  const choose = async (label: string, option: string, within: Page | Locator = page) => {
    await within.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const openFirst = () => items().first().getByRole('heading').getByRole('button').click();
  const items = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  const has = (count: number) => until(async () => (await items().count()) === count);

  it('lists, shows what comes live, checks and deletes', async () => {
    await createdFor(running, name);
    await page.goto(`${running.url}/inbox`);
    await signInButton().click();
    await isLive();
    await has(1);

    await running
      .as('manager', { roles: ['manager'] })
      .call('POST', API, message([name], { title: '<b>Live</b>' }));
    await has(2);
    // As text, not as HTML.
    await page.getByRole('heading', { name: '<b>Live</b>' }).waitFor();
    await items().first().getByRole('button', { name: 'Mark as read' }).click();
    await has(1);
    await items().first().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await has(0);

    expect(problems).toEqual([]);
  });

  it('opens a record, which checks it: one for once is gone when it is closed', async () => {
    await createdFor(running, name);
    await signIn();
    await openFirst();

    await page.getByRole('dialog').getByText('Read chapter 3.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await has(0);
    expect(problems).toEqual([]);
  });

  it('has an address for an opened text, which is there after a reload and gone after Back', async () => {
    await running.service.call('POST', '/internal/events', postEvent(name, false));
    await signIn();
    await openFirst();
    await page.getByRole('dialog', { name: 'A post' }).waitFor();
    await page.reload();
    await page.getByRole('dialog', { name: 'A post' }).getByText('About the post.').waitFor();

    await page.goBack();

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await has(1);
    expect(problems).toEqual([]);
  });

  it('takes back what was put away or off', async () => {
    await createdFor(running, name);
    await signIn();
    const undo = async () => {
      await has(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await has(1);
    };

    await items().first().getByRole('button', { name: 'Archive' }).click();
    await undo();
    await items().first().getByRole('button', { name: 'Put off' }).click();
    await page.getByRole('menuitem', { name: 'Monday morning' }).click();
    await undo();

    expect(problems).toEqual([]);
  });

  it('leaves a text open when something comes, also one that is for once', async () => {
    await createdFor(running, name);
    await signIn();
    await openFirst();
    await page.getByRole('dialog').getByText('Read chapter 3.').waitFor();

    await running
      .as('manager', { roles: ['manager'] })
      .call('POST', API, message([name], { title: 'Another' }));
    // Hidden from readers while the text is open.
    await page.locator('h2', { hasText: 'Another' }).waitFor({ state: 'attached' });

    await page.getByRole('dialog').getByText('Read chapter 3.').waitFor();
  });

  it('grows when its end is reached, and stays as long as it is when something comes', async () => {
    for (let count = 0; count < 52; count += 1) await createdFor(running, name);
    await signIn();
    await has(50);

    // The end of the list comes into sight. A key that is pressed while the page is being drawn may lead nowhere.
    await until(async () => {
      await page.keyboard.press('End');
      return (await items().count()) === 52;
    });
    await running
      .as('manager', { roles: ['manager'] })
      .call('POST', API, message([name], { title: 'The newest' }));

    await items().first().getByRole('heading', { name: 'The newest' }).waitFor();
    // Whoever is at the end gets the one that has moved there, too.
    await until(async () => (await items().count()) >= 52);
  });

  it('shows what comes while it grows', async () => {
    for (let count = 0; count < 52; count += 1) await createdFor(running, name);
    await signIn();
    await has(50);
    const isLook = ({ pathname, searchParams }: URL) =>
      pathname === API && !searchParams.has('cursor');
    const slow = Promise.withResolvers<undefined>();
    await page.route(isLook, (route) => slow.promise.then(() => route.continue()));
    const looked = page.waitForRequest((request) => isLook(new URL(request.url())));

    await running
      .as('manager', { roles: ['manager'] })
      .call('POST', API, message([name], { title: 'The newest' }));
    await looked;
    // It comes into sight, and is pressed.
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    slow.resolve(undefined);

    await items().first().getByRole('heading', { name: 'The newest' }).waitFor();
    await until(async () => (await items().count()) >= 52);
  });

  it('says what does not work, and tries again', async () => {
    await useOwnProfile();
    await signIn();
    // The page as a whole stays connected: it would try again by itself as soon as it is back.
    const isSearch = ({ href }: URL) => href.includes('homework');
    await page.route(isSearch, (route) => route.abort('internetdisconnected'));
    await page.getByLabel('Search').fill('homework');
    await page.getByRole('alert').waitFor();
    await page.unroute(isSearch);

    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByText('No notifications').waitFor();
  });

  it('shows how many are unread, puts away and off, brings back and searches', async () => {
    for (const title of ['Homework', 'Excursion']) {
      await running
        .as('manager', { roles: ['manager'] })
        .call('POST', API, message([name], { title }));
    }
    await signIn();
    await has(2);
    await page.getByText('2 unread').waitFor();

    await items().filter({ hasText: 'Homework' }).getByRole('button', { name: 'Archive' }).click();
    await has(1);
    await page.getByText('1 unread').waitFor();
    await items().first().getByRole('button', { name: 'Put off' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow morning' }).click();
    await page.getByText('No notifications').waitFor();
    await choose('Show', 'Put off');
    await items().filter({ hasText: 'Excursion' }).waitFor();
    await choose('Show', 'Archived');
    await items().filter({ hasText: 'Homework' }).waitFor();
    await items().first().getByRole('button', { name: 'Back to the inbox' }).click();
    await page.getByText('No notifications').waitFor();
    await choose('Show', 'Inbox');
    await has(1);
    await page.getByLabel('Search').fill('excursion');
    await page.getByText('No notifications').waitFor();
    await page.getByLabel('Search').fill('home');
    await has(1);

    expect(problems).toEqual([]);
  });

  it('changes by which channel and when one is told', async () => {
    await signIn();
    await openSettings();
    await choose('E-mail', 'Once a day', page.getByRole('group', { name: 'New posts' }));
    await page.getByText('Push waits until morning').click();

    await until(async () => {
      const { body } = await running.as(name).call('GET', `${API}/preferences`);
      const { preferences } = body as unknown as {
        preferences: { kinds: Record<string, { email: string }>; quietHours: object | null };
      };
      return preferences.kinds['newPost']?.email === 'day' && preferences.quietHours !== null;
    }, 30_000);
    expect(problems).toEqual([]);
  });

  it('checks all and says how many', async () => {
    for (let count = 0; count < 2; count += 1) await createdFor(running, name);
    await signIn();
    await has(2);

    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();

    await page.getByText('0 marked as read, 2 removed.').waitFor();
    await has(0);
  });

  it('changes settings', async () => {
    await signIn();
    await openSettings();
    await page.locator('label', { hasText: 'New posts' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('textbox', { name: 'Minutes before an event' }).fill('45');
    await page.keyboard.press('Tab');

    await until(async () => {
      const { body } = await running.as(name).call('GET', `${API}/settings`);
      const { settings } = body as unknown as { settings: Record<string, unknown> };
      return settings['newPost'] === false && settings['eventReminderDefault'] === 45;
    });
  });

  it('enables push, gets a test message and shows a notification', async () => {
    notifying = await launchBrowser({ isWhole: true });
    await useOwnProfile(notifying);
    const receiver = await PushReceiver.within(context, service);
    const session = await context.newCDPSession(page);
    const registration = registrationOf(session);
    await signIn();

    await enablePush();
    await page.getByRole('button', { name: 'Send test push' }).click();
    await until(() => receiver.messages().length > 0);

    // A push for a worker that is not yet active is dropped by the browser without a word.
    await until(() =>
      page.evaluate<boolean>(`navigator.serviceWorker.ready
        .then(({ active }) => active.state === 'activated')`),
    );

    // What the service sent and the browser would have decrypted goes the browser's own way on.
    const [message] = receiver.messages();
    const data = JSON.stringify(message);
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
    await useOwnProfile();
    const receiver = await PushReceiver.within(context, service);
    const endpoints = async () =>
      (await running.stored.storage.push.ofUsers([person(name).user])).map(
        ({ endpoint }) => endpoint,
      );
    await signIn();
    await enablePush();
    await page.getByRole('tab', { name: 'Received' }).click();
    await page.evaluate(`navigator.serviceWorker.ready`);
    expect(await endpoints()).toEqual([receiver.endpoint]);

    // Only a push service makes a browser do this: here the worker gets the event from its DevTools.
    receiver.renew();
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

    await until(async () => (await endpoints()).includes(receiver.endpoint ?? ''));
    expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: 'key' });
  });

  it('goes on with a new token when the old one has run out meanwhile', async () => {
    let sockets = 0;
    page.on('websocket', () => (sockets += 1));
    running.issuer.session.expiresInSeconds = 2;
    await signIn();
    running.issuer.session.expiresInSeconds = 600;

    // The service ends the socket with its token: the page comes back with a new one.
    await until(() => sockets > 1);
    await page.getByText('live', { exact: true }).waitFor();
    await createdFor(running, name);

    await has(1);
  });

  it('signs nobody in who is not signed in at the server', async () => {
    await signIn();
    running.issuer.session.user = undefined;

    await page.reload();

    await signInButton().waitFor();
  });

  it('ends push and the session with signing out', async () => {
    await useOwnProfile();
    const receiver = await PushReceiver.within(context, service);
    const stored = () => running.stored.storage.push.ofUsers([person(name).user]);
    const { endings } = running.issuer.session;
    await signIn();
    await enablePush();
    expect(await stored()).toHaveLength(1);

    await signOut();

    expect(await stored()).toEqual([]);
    expect([receiver.endpoint, running.issuer.session.endings]).toEqual([undefined, endings + 1]);
  });

  describeHostile(() => ({ ...{ running, page, name, problems }, signIn, openSettings }));
  describeSending(() => ({ ...{ running, page, name, problems }, signIn, openSettings }));

  describe('the operators’ page', () => {
    const open = async () => {
      running.issuer.session.as = {
        ...{ roles: ['admin'], academyId: 'default' },
        claims: { scope: 'openid notifications notifications:admin' },
      };
      await page.goto(`${running.url}/inbox/operations`);
      await signInButton().click();
      await page.getByRole('heading', { name: 'Queues' }).waitFor();
    };

    it('shows queues as numbers and what was done as charts', async () => {
      await createdFor(running, name);
      await running.as(name).call('PUT', `${API}/bulk-check`);

      await open();

      const chart = page.getByRole('img', { name: /^Read: [1-9]/ });
      await chart.waitFor();
      const { width = 0 } = (await chart.boundingBox()) ?? {};
      let x = width;
      const isTold = async () => {
        await chart.hover({ position: { x: (x -= 20), y: 60 } }); // a minute may have begun since
        return /: [1-9]\d*$/.test(await page.locator('.sx-chart-tip').innerText());
      };
      await until(isTold);
      expect(new URL(page.url()).pathname).toBe('/inbox/operations');
      expect(problems).toEqual([]);
    });

    it('lists pushes and dead letters, and throws one away', async () => {
      const { user } = person(name);
      const push = { host: 'push.example.org', user, delivery: name, endpointHash: '0' };
      await running.stored.storage.deadLetters.bury({
        ...{ id: `letter-${name}`, at: new Date(), reason: 'The push service answered 413.' },
        event: JSON.stringify({ push: { ...push, payload: '{}' } }),
      });
      await open();

      await page.getByRole('tab', { name: 'Pushes' }).click();
      await page.getByText('No push waits').waitFor();
      await page.getByRole('tab', { name: 'Dead letters' }).click();
      await page.getByLabel('Person').fill(user);
      await page.getByRole('heading', { name: 'The push service answered 413.' }).waitFor();
      await page.getByRole('button', { name: 'Throw away' }).click();

      await page.getByText('No dead letters').waitFor();
      expect(problems).toEqual([]);
    });

    it('tells what became of a notification', async () => {
      const id = await createdFor(running, name);
      await running.as(name).call('PUT', `${API}/${id}/check`);
      await open();

      await page.getByRole('tab', { name: 'Trail' }).click();
      await page.getByLabel('Id of a notification').fill(id);
      await page.getByRole('button', { name: 'Look' }).click();

      await page.getByText(new RegExp(`^${name}: read `)).waitFor();
    });

    it('shows nothing to who is no operator', async () => {
      await page.goto(`${running.url}/inbox/operations`);
      await signInButton().click();

      await page.getByRole('alert').getByText('PERMISSION_DENIED').waitFor();
    });
  });

  it('signs out, and shows nothing then', async () => {
    await createdFor(running, name);
    await signIn();
    await signOut();

    expect(await items().count()).toBe(0);
    await page.reload();
    await signInButton().waitFor();
  });
});

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
