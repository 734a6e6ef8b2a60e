import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import type { Browser } from 'playwright-core';
import { io } from 'socket.io-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasBrowser, launchBrowser } from '@sextant/platform-testing/browser';
import { signInForCode } from '../code-sign-in.js';
import { startAlertReceiver, type AlertReceiver } from './alert-receiver.js';
import { Cluster } from './cluster.js';
import { load, type LoadReport } from './load.js';
import { claimsOf, Requests } from './requests.js';
import { until } from './until.js';

jest.setTimeout(900_000);

/** Limits that a load would meet; that of administrators stays, and is what is counted here. */
const LIMITS = {
  RATE_LIMIT_IP: '10000000',
  RATE_LIMIT_TOKEN: '10000000',
  RATE_LIMIT_USER: '10000000',
};
const ADMIN_LIMIT = 60;
const TOPIC = 'sextant.speech';

let receiver: AlertReceiver;
let cluster: Cluster;
let requests: Requests;
let browser: Browser;

beforeAll(async () => {
  receiver = await startAlertReceiver();
  cluster = await Cluster.start({ ...LIMITS, ...receiver.settings });
  requests = await Requests.of(cluster);
  browser = await launchBrowser({ isWhole: true });
});
afterAll(async () => {
  await browser.close();
  await cluster.stop();
  receiver.close();
});

(hasBrowser ? describe : describe.skip)('two replicas of everything (needs CHROMIUM)', () => {
  it('count limits together', async () => {
    const [a, b] = cluster.of('auth-server');
    const token = await requests.tokenOf('admin', 'admin', a.url);
    const ask = (base: string) =>
      fetch(`${base}/admin/status`, { headers: { authorization: `Bearer ${token}` } });

    const answers = await Promise.all(
      Array.from({ length: 2 * ADMIN_LIMIT }, (_, index) => ask((index % 2 ? a : b).url)),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(ADMIN_LIMIT);
    expect(statuses.filter((status) => status === 429).length).toBe(ADMIN_LIMIT);
  });

  it('redeem a code once', async () => {
    const [a, b] = cluster.of('auth-server');
    const origin = cluster.place.gateway.replace('127.0.0.1', 'localhost');
    const person = requests.credentials.auth_server.users['teacher']!;
    const { client } = requests;
    const fields = await signInForCode(browser, { origin, client, person, scope: 'openid read' });

    const answers = await Promise.all([a, b, a, b].map(({ url }) => requests.redeem(url, fields)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('signal to the sockets of one what the other has created', async () => {
    const [a, b] = cluster.of('notifications');
    const student = await requests.tokenOf('student', 'notifications');
    const manager = await requests.tokenOf('manager', 'notifications');
    const socket = io(a.url, { auth: { token: student }, transports: ['websocket'] });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    const heard = new Promise((resolve) => socket.once('listen', () => resolve(true)));

    const told = await requests.notify(manager, claimsOf(student).user, 'Across', b.url);

    expect(told.status).toBe(201);
    expect(await heard).toBe(true);
    socket.close();
  });

  it('publish each event though one of them dies, and those of a subject in their order', async () => {
    const events: { subject: string; n: number }[] = [];
    const kafka = new Kafka({ brokers: cluster.brokers.split(','), logLevel: logLevel.NOTHING });
    const admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: TOPIC }], waitForLeaders: true });
    await admin.disconnect();
    const consumer = kafka.consumer({ groupId: 'replicas' });
    await consumer.connect();
    await consumer.subscribe({ topics: [TOPIC], fromBeginning: true });
    await consumer.run({
      eachMessage: ({ message }) => {
        const type = String(message.headers?.['ce_type']);
        if (type.endsWith('synthesis.completed')) {
          const { billable_characters: n = 0 } = JSON.parse(String(message.value)) as {
            billable_characters?: number;
          };
          events.push({ subject: String(message.key), n });
        }
        return Promise.resolve();
      },
    });
    const [a, b] = cluster.of('speech');
    const answered: number[] = [];
    const speak = async (n: number, base: string) => {
      const answer = await requests.speak('x'.repeat(n), base).catch(() => undefined);
      if (answer?.ok === true) answered.push(n);
    };

    for (let n = 1; n <= 20; n += 1) await speak(n, (n % 2 ? a : b).url);
    const dying = Promise.all([21, 22, 23, 24].map((n) => speak(n, b.url)));
    await sleep(50);
    await b.stop('SIGKILL');
    await dying;
    for (let n = 25; n <= 30; n += 1) await speak(n, a.url);
    await b.start();

    const missing = () => answered.filter((n) => !events.some((event) => event.n === n));
    await until('every answered synthesis as an event', () => missing().length === 0);
    expect(answered.length).toBeGreaterThanOrEqual(26);
    // One after the other they were asked, so they come in that order.
    const inTurn = events.map(({ n }) => n).filter((n) => n <= 20);
    expect(inTurn).toEqual([...inTurn].sort((one, other) => one - other));
    await consumer.disconnect();
  });

  it('lose no request of 10,000 while all twelve are replaced one by one, and sockets miss nothing', async () => {
    const manager = await requests.tokenOf('manager', 'notifications');
    const student = await requests.tokenOf('student', 'notifications');
    const socket = io(requests.base, { auth: { token: student }, transports: ['websocket'] });
    let signals = 0;
    const happened: string[] = [];
    socket.on('listen', () => (signals += 1));
    socket.on('connect', () => happened.push('connect'));
    socket.on('disconnect', (reason) => happened.push(reason));
    socket.on('connect_error', ({ message }) => happened.push(message));
    const read = async () => {
      const url = `${requests.base}/api/notifications?type=received`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${student}` } });
      return JSON.stringify(await answer.json());
    };

    let isRolled = false;
    const loading = load(requests.mix(manager), 60, (sent) => sent >= 10_000 && isRolled);
    const exits: (number | null)[] = [];
    for (const replica of cluster.replicas) exits.push(await cluster.roll(replica));
    isRolled = true;
    const told = await requests.notify(manager, claimsOf(student).user, 'After all of it');
    const report: LoadReport = await loading;

    expect(exits).toEqual(cluster.replicas.map(() => 0));
    expect(report.sent).toBeGreaterThanOrEqual(10_000);
    expect(report.failures).toEqual([]);
    expect(told.status).toBe(201);
    await until('a signal', () => signals > 0);
    // Both replicas have ended its connection, and it came back by itself.
    expect(happened.filter((one) => one === 'connect').length).toBeGreaterThan(1);
    expect(happened.at(-1)).toBe('connect');
    expect(await read()).toContain('After all of it');
    socket.close();
    // Every alert that was taken, at the receiver.
    await until('every alert at the receiver', () => requests.areIn(new Set(receiver.names)));
    expect(requests.alerts.size).toBeGreaterThan(1_500);
  });
});
