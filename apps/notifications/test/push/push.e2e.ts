import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@sextant/platform-runtime/clock';
import { readFileSync } from 'node:fs';
import { isPrivateAddress, publicLookup } from '@sextant/platform-http/public-addresses';
import { WebPushKeyPairs } from '../../src/push/web-push-key-pairs.js';
import { WebPushSender } from '../../src/push/web-push-sender.js';
import { MAX_PAYLOAD_BYTES, payloadOf } from '../../src/push/push-payload.js';
import { PARALLEL_TO_USER } from '../../src/push/push-queue.js';
import { receivedRecord } from '../../src/notifications/creation/creation.js';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.js';
import { person } from '../people.js';
import { Browser, startPushService, type PushService } from './push-service.js';
import { vapidClaims } from './push-receiver.js';
import { createdFor, start, until, type Client, type Running } from '../running.js';

const API = '/api/notifications';
let number = 0;
/** The generator of P-256. */
const POINT =
  'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const unique = (name: string) => `${name}-${(number += 1)}`;

describe('Web Push', () => {
  let running: Running;
  let service: PushService;
  let name: string;
  let client: Client;
  let browser: Browser;

  beforeAll(async () => {
    service = await startPushService();
    running = await start({
      env: { PUSH_ALLOW_HOSTS: service.host, PUSH_CA_FILE: service.caFile },
    });
  });
  afterAll(async () => {
    await running.close();
    service.close();
  });
  beforeEach(() => {
    service.reply = () => ({ status: 201 });
    service.pushed.length = 0;
    name = unique('ann');
    client = running.as(name);
    browser = new Browser(`https://${service.host}/push/${name}`);
  });

  const subscribe = (body: unknown = browser.toJSON()) =>
    client.call('POST', `${API}/push/subscribe`, body);
  const subscriptions = () => running.stored.storage.push.ofUsers([person(name).user]);
  const pushedTo = (one = browser) =>
    service.pushed.filter(({ path }) => one.endpoint.endsWith(path));

  it('gives the public key, the same after a restart, an uncompressed point', async () => {
    const first = await client.call('GET', `${API}/push/vapid-public-key`);
    const anew = await start({ beside: running });
    const second = await anew.as('bob').call('GET', `${API}/push/vapid-public-key`);
    await anew.close();

    expect(first.status).toBe(200);
    expect(first.body.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(second.body).toEqual(first.body);
  });

  it('sends a notification to the browser, encrypted and signed', async () => {
    await subscribe();

    const id = await createdFor(running, name);
    await until(() => pushedTo().length === 1);

    const { headers, body } = pushedTo()[0]!;
    expect(browser.open(body)).toEqual({
      id,
      title: 'Homework',
      body: 'Read chapter 3.',
      notificationType: 'direct',
      silent: false,
    });
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
    const { publicKey } = (await client.call('GET', `${API}/push/vapid-public-key`)).body;
    expect(vapidClaims(headers['authorization'] ?? '', publicKey)).toMatchObject({
      aud: `https://${service.host}`,
      sub: 'mailto:operator@example.org',
    });
  });

  /** As auth-server tells of an account. */
  const account = (change: object) =>
    running.service.call('PUT', `/internal/people/${person(name).user}`, {
      ...{ academyId: 'academy-1', userId: name, userName: name },
      ...change,
    });
  const isIdle = async () => (await running.stored.storage.push.backlog()).count === 0;

  it('sends nothing to a deactivated account, and goes on when it is active again', async () => {
    await subscribe();
    expect((await account({ active: false })).status).toBe(200);

    await createdFor(running, name);
    await client.call('POST', `${API}/push/test`);
    await until(isIdle);
    await account({});
    const id = await createdFor(running, name);
    await until(() => pushedTo().length > 0);
    await until(isIdle);

    expect(pushedTo().map(({ body }) => browser.open(body))).toEqual([
      expect.objectContaining({ id }),
    ]);
  });

  it('sends nothing that waited when an account was deactivated', async () => {
    await subscribe();
    service.reply = () => ({ status: 503 });
    await createdFor(running, name);
    await until(() => pushedTo().length === 1);
    await until(async () => (await running.stored.storage.push.waiting({ limit: 1 })).length === 1);
    service.reply = () => ({ status: 201 });

    await account({ active: false });
    const [waiting] = await running.stored.storage.push.waiting({ limit: 1 });
    await running.stored.storage.push.hasten(waiting?.id ?? '', new Date());
    await until(isIdle);

    expect(pushedTo()).toHaveLength(1);
  });

  it('takes the subscription as a member, too, and answers 201 again', async () => {
    expect((await subscribe({ subscription: browser.toJSON() })).status).toBe(201);
    expect((await subscribe()).status).toBe(201);
    expect(await subscriptions()).toHaveLength(1);
  });

  it.each([
    [{ endpoint: undefined }, 'FIELD_REQUIRED(endpoint)'],
    [{ keys: undefined }, 'FIELD_REQUIRED(keys)'],
    [{ keys: {} }, 'FIELD_REQUIRED(keys.p256dh)'],
    [{ endpoint: 'http://x.example/1' }, 'FIELD_INVALID(endpoint)'],
    [{ endpoint: 'https://user:pw@x.example/1' }, 'FIELD_INVALID(endpoint)'],
    [{ endpoint: 'nonsense' }, 'FIELD_INVALID(endpoint)'],
    [{ endpoint: { $gt: '' } }, 'FIELD_INVALID(endpoint)'],
    [{ endpoint: `https://x.example/${'x'.repeat(5000)}` }, 'FIELD_INVALID(endpoint)'],
    [{ keys: { p256dh: 'AAAA', auth: 'AAAA' } }, 'FIELD_INVALID(keys.p256dh)'],
    [{ keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }, 'FIELD_INVALID(keys.p256dh)'],
    [
      { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
      'FIELD_INVALID(keys.p256dh)',
    ],
    [{ keys: { p256dh: POINT, auth: 'AAAA' } }, 'FIELD_INVALID(keys.auth)'],
    [{ endpoint: 'https://10.0.0.1/1' }, 'FIELD_INVALID(endpoint)'],
    [{ endpoint: 'https://[64:ff9b:1::a00:1]/1' }, 'FIELD_INVALID(endpoint)'],
  ])('refuses the subscription %#', async (change, expected) => {
    const answer = await subscribe({ ...browser.toJSON(), ...change });

    expect(answer).toMatchObject({ status: 400, body: { message: expected } });
    expect(await subscriptions()).toEqual([]);
  });

  it.each(['body', 'query'])('unsubscribes by the %s, as often as one likes', async (way) => {
    await subscribe();
    const { endpoint } = browser;
    const remove = () =>
      way === 'body'
        ? client.call('DELETE', `${API}/push/subscribe`, { endpoint })
        : client.call('DELETE', `${API}/push/subscribe?endpoint=${encodeURIComponent(endpoint)}`);

    const answers = [await remove(), await remove()];

    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, {}],
      [200, {}],
    ]);
    expect(await subscriptions()).toEqual([]);
    expect((await client.call('DELETE', `${API}/push/subscribe`)).body).toEqual({
      message: 'FIELD_REQUIRED(endpoint)',
    });
  });

  it('does not unsubscribe others', async () => {
    await subscribe();

    await running
      .as('mallory')
      .call('DELETE', `${API}/push/subscribe`, { endpoint: browser.endpoint });

    expect(await subscriptions()).toHaveLength(1);
  });

  it('sends a test push, and says when there is no browser', async () => {
    const none = await client.call('POST', `${API}/push/test`);
    await subscribe();
    const one = await client.call('POST', `${API}/push/test`);
    await until(() => pushedTo().length === 1);

    expect(none).toMatchObject({ status: 409, body: { message: 'NO_PUSH_SUBSCRIPTION' } });
    expect(one).toMatchObject({ status: 202, body: { subscriptions: 1 } });
    expect(browser.open(pushedTo()[0]!.body)).toMatchObject({ title: 'Test' });
  });

  it('is silent when sound is off, and absent when direct messages are off', async () => {
    await subscribe();
    await client.call('PUT', `${API}/settings`, { soundEnabled: false });
    await createdFor(running, name);
    await until(() => pushedTo().length === 1);
    await client.call('PUT', `${API}/settings`, { directMessage: false });

    const id = await createdFor(running, name);
    await until(async () => (await running.stored.storage.creations.pending()) === 0);

    expect(browser.open(pushedTo()[0]!.body)).toMatchObject({ silent: true });
    // The record is there all the same: only automatic notifications ask the settings for it.
    expect((await client.call('GET', `${API}/${id}`)).status).toBe(200);
    expect(pushedTo()).toHaveLength(1);
  });

  it.each([404, 410])('forgets a subscription that is gone (%i)', async (status) => {
    await subscribe();
    service.reply = () => ({ status });

    await createdFor(running, name);

    await until(async () => (await subscriptions()).length === 0);
    expect(pushedTo()).toHaveLength(1);
  });

  it.each([
    [429, { 'retry-after': '7' }, 7],
    [503, {}, 5],
    [500, { 'retry-after': 'soon' }, 5],
  ])('tries again after %i, when it is told to', async (status, headers, seconds) => {
    await subscribe();
    service.reply = () => ({ status, headers });

    await createdFor(running, name);
    await until(() => pushedTo().length === 1);
    service.reply = () => ({ status: 201 });
    await until(() => pushedTo().length === 2);

    const [first, second] = pushedTo();
    expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(seconds * 1000 - 200);
    expect(await subscriptions()).toHaveLength(1);
  });

  it.each([400, 413])(
    'keeps a message that is refused (%i) for an operator, who sends it again, and the subscription',
    async (status) => {
      await subscribe();
      service.reply = () => ({ status });
      await createdFor(running, name);
      await until(() => pushedTo().length === 1);
      const ofThis = async () =>
        (await running.service.call('GET', '/internal/dead-letters')).body.deadLetters.find(
          ({ event }) => event.includes(`"user":"${person(name).user}"`),
        );
      await until(async () => (await ofThis()) !== undefined);
      const letter = await ofThis();
      const line = running.logs.findLast(({ msg }) => msg === 'push.refused');
      service.reply = () => ({ status: 201 });

      const replay = await running.service.call(
        'POST',
        `/internal/dead-letters/${letter?.id ?? ''}/replay`,
      );
      await until(() => pushedTo().length === 2);

      expect(letter).toMatchObject({ reason: `The push service answered ${status}.` });
      expect(letter?.event).toContain(`"host":"${service.host}"`);
      expect(line).toMatchObject({
        host: service.host,
        user: person(name).user,
        delivery: letter?.id,
      });
      expect(replay).toMatchObject({ status: 202, body: { notified: 1 } });
      expect(await ofThis()).toBeUndefined();
      expect(await subscriptions()).toHaveLength(1);
    },
  );

  it.each([401, 403])('tries again what is denied (%i)', async (status) => {
    await subscribe();
    service.reply = () => ({ status });

    await createdFor(running, name);
    await until(() => pushedTo().length === 1);
    service.reply = () => ({ status: 201 });
    await until(() => pushedTo().length === 2);

    expect(running.logs.some(({ msg }) => msg === 'push.denied')).toBe(true);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('does not show a message to who took the browser over meanwhile', async () => {
    await subscribe();
    service.reply = () => ({ status: 503, headers: { 'retry-after': '1' } });
    await createdFor(running, name);
    await until(() => pushedTo().length === 1);
    await running.as('next').call('POST', `${API}/push/subscribe`, browser.toJSON());
    service.reply = () => ({ status: 201 });
    const { user } = person(name);
    const waiting = () => running.stored.storage.push.waiting({ user, limit: 9 });
    // Its turn comes again in five seconds; then it is thrown away.
    await until(async () => (await waiting()).length === 0);

    expect(pushedTo()).toHaveLength(1);
  });

  const subscribeQuick = async () => {
    const other = unique('bob');
    const quick = new Browser(`https://${service.host}/push/${other}`);
    await running.as(other).call('POST', `${API}/push/subscribe`, quick.toJSON());
    return { other, quick };
  };

  it('browsers that do not answer do not keep others waiting', async () => {
    const stuck = Array.from({ length: 20 }, () => `${browser.endpoint}/stuck/${unique('s')}`);
    for (const endpoint of stuck) await subscribe(new Browser(endpoint).toJSON());
    const { other, quick } = await subscribeQuick();
    service.reply = (path) => (path.includes('/stuck/') ? undefined : { status: 201 });
    await createdFor(running, name);
    await until(() => service.open === PARALLEL_TO_USER);
    const asked = service.pushed.length;

    await createdFor(running, other);
    await until(() => pushedTo(quick).length === 1);

    // Not one of those that were asked before has answered or been given up meanwhile.
    expect(service.open).toBeGreaterThanOrEqual(PARALLEL_TO_USER);
    expect(service.pushed).toHaveLength(asked + 1);
  });

  it.each(['half', 'drip'] as const)(
    'is not stopped by an answer that is broken: %s',
    async (broken) => {
      await subscribe();
      service.reply = (path) => (path.includes(name) ? { status: 201, broken } : { status: 201 });
      await createdFor(running, name);
      await until(() => pushedTo().length === 1);
      const { other, quick } = await subscribeQuick();

      await createdFor(running, other);
      await until(() => pushedTo(quick).length === 1);

      expect(pushedTo()).toHaveLength(1);
    },
  );

  it('keeps the newest 20 browsers of a user', async () => {
    const browsers = Array.from(
      { length: 22 },
      (_unused, index) => new Browser(`${browser.endpoint}/${index}`),
    );
    for (const one of browsers) expect((await subscribe(one.toJSON())).status).toBe(201);

    const kept = (await subscriptions()).map(({ endpoint }) => endpoint).sort();

    expect(kept).toEqual(
      browsers
        .slice(2)
        .map(({ endpoint }) => endpoint)
        .sort(),
    );
  });
});

describe('the sender', () => {
  let service: PushService;
  let sender: WebPushSender;
  const delivery = (endpoint: string, change: object = {}) => {
    const { keys } = new Browser(endpoint).toJSON();
    const subscription = { endpoint, ...keys, user: person('ann').user, ...change };
    return { id: 'd', subscription, payload: '{}', attempts: 0, dueAt: new Date() };
  };
  const make = (allowedHosts: readonly string[]) =>
    new WebPushSender(
      {
        subject: 'mailto:operator@example.org',
        keys: new WebPushKeyPairs().make(),
        allowedHosts,
        ca: readFileSync(service.caFile, 'utf8'),
        timeoutMs: 500,
      },
      systemClock,
    );

  beforeAll(async () => {
    service = await startPushService();
    sender = make([service.host]);
  });
  afterAll(() => {
    sender.close();
    service.close();
  });

  it.each([
    ['says nothing', undefined],
    ['says its status a byte at a time', { status: 201, broken: 'dripping head' }],
  ] as const)('gives a service up that %s', async (_what, reply) => {
    service.reply = () => reply;

    const outcome = await sender.send(delivery(`https://${service.host}/x`));

    expect(outcome).toEqual({ kind: 'later', reason: 'The push service did not answer in time.' });
    await until(() => service.open === 0);
  });

  it.each(['half', 'drip'] as const)('needs the status alone: %s', async (broken) => {
    service.reply = () => ({ status: 201, broken });

    const outcome = await sender.send(delivery(`https://${service.host}/x`));

    expect(outcome).toEqual({ kind: 'delivered' });
    await until(() => service.open === 0);
  });

  it('refuses for good what no other try can help', async () => {
    const guarded = make([]);
    const [, port] = service.host.split(':');
    const outcomes = [
      await sender.send(delivery(`https://${service.host}/x`, { p256dh: `B${'A'.repeat(86)}` })),
      await guarded.send(delivery(`https://localhost:${port}/x`)),
      await guarded.send(delivery('https://127.0.0.1/x')),
    ];
    guarded.close();

    expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused']);
  });
});

describe('endpoints in private networks', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...[
      '0.0.0.0',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      '64:ff9b:1::7f00:1',
      'fec0::1',
      '::7f00:1',
    ],
    'localhost',
  ])('%s is one', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '2606:4700::1111', '172.32.0.1'])('%s is none', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it('refuses a name that leads there, when it is called', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));

    expect(error).toMatchObject({ message: 'localhost is not a public address.' });
  });

  it('never calls them', async () => {
    const service = await startPushService();
    const running = await start({ env: { PUSH_CA_FILE: service.caFile } });
    const port = service.host.split(':')[1] ?? '';
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1']) {
      const browser = new Browser(`https://${host}:${port}/push`);
      const { status } = await running
        .as('ann')
        .call('POST', `${API}/push/subscribe`, browser.toJSON());
      expect([host, status]).toEqual([host, host === 'localhost' ? 201 : 400]);
    }

    await createdFor(running, 'ann');
    await until(async () =>
      /^notifications_pushes_total\{outcome="refused",[^}]*\} 1$/m.test(
        await (await fetch(`${running.url}/metrics`)).text(),
      ),
    );

    expect(service.pushed).toEqual([]);
    await running.close();
    service.close();
  });
});

describe('the payload', () => {
  const record = (title: string, description: string) =>
    receivedRecord(
      {
        id: 'a'.repeat(24),
        key: 'k',
        academyId: 'a',
        recipients: [person('ann')],
        content: { title, description, notificationType: 'direct', autoDeleteOnCheck: true },
        createdAt: new Date(0),
      },
      0,
    );

  it.each([
    ['a'.repeat(500), 'b'.repeat(20_000)],
    ['語'.repeat(500), '語'.repeat(20_000)],
    ['😀'.repeat(250), '😀'.repeat(10_000)],
    ['\u0001'.repeat(500), '"'.repeat(20_000)],
  ])('is cut until it fits (%#)', (title, description) => {
    const payload = payloadOf(record(title, description), DEFAULT_SETTINGS);

    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
    const { title: cut } = JSON.parse(payload) as { title: string };
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.endsWith('…')).toBe(true);
  });
});
