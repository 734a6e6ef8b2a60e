import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAlertReceiver, type AlertReceiver } from './alert-receiver.js';
import { Cluster } from './cluster.js';
import { load, type Failure } from './load.js';
import { Requests } from './requests.js';
import { until } from './until.js';

jest.setTimeout(600_000);

const LIMITS = {
  RATE_LIMIT_IP: '10000000',
  RATE_LIMIT_TOKEN: '10000000',
  RATE_LIMIT_USER: '10000000',
};
const BEFORE_MS = 5_000;
const AWAY_MS = 5_000;
const PER_SECOND = 30;

let receiver: AlertReceiver;
let cluster: Cluster;
let requests: Requests;
const table: Record<string, string>[] = [];

beforeAll(async () => {
  receiver = await startAlertReceiver();
  cluster = await Cluster.start({ ...LIMITS, ...receiver.settings });
  requests = await Requests.of(cluster);
});
afterAll(async () => {
  await cluster.stop();
  receiver.close();
  process.stdout.write(table.map((row) => `| ${Object.values(row).join(' | ')} |\n`).join(''));
});

/** Kills a server under load and brings it back; @returns what failed, by the time since the kill */
async function killed(name: string, kill: () => unknown, bringBack: () => unknown) {
  const manager = await requests.tokenOf('manager', 'notifications');
  let isOver = false;
  const loading = load(requests.mix(manager), PER_SECOND, () => isOver);
  await sleep(BEFORE_MS);
  await kill();
  await sleep(AWAY_MS);
  await bringBack();
  const backMs = performance.now();
  for (const replica of cluster.replicas) while (!(await replica.isReady())) await sleep(100);
  const readyMs = performance.now() - backMs;
  await sleep(10_000);
  isOver = true;
  const { sent, failures } = await loading;

  const since = failures.map((failure) => ({ ...failure, atMs: failure.atMs - BEFORE_MS }));
  note(name, sent, readyMs, since);
  return since;
}

function note(name: string, sent: number, readyMs: number, failures: readonly Failure[]): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const apps = [...new Set(failures.map(({ app }) => app))];
  const rows = apps.map((app) => {
    const own = failures.filter((failure) => failure.app === app);
    const times = own.map(({ atMs }) => atMs);
    const last = seconds(Math.max(...times));
    const what = [...new Set(own.map((failure) => failure.what.slice(0, 60)))].join(', ');
    return [app, `${own.length}`, `${seconds(Math.min(...times))} to ${last}`, what];
  });
  const all = rows.length > 0 ? rows : [['none', '0', '-', '-']];
  for (const [app = '', failed = '', when = '', what = ''] of all) {
    table.push({ name, sent: `${sent}`, ready: seconds(readyMs), app, failed, when, what });
  }
}

const isDelivered = () =>
  until('every alert at the receiver', () => requests.areIn(new Set(receiver.names)));

describe('two replicas of everything', () => {
  it('fail for nobody while Redis is away', async () => {
    const failures = await killed(
      'Redis',
      () => cluster.servers.kill('redis'),
      () => cluster.servers.up('redis'),
    );

    expect(failures).toEqual([]);
    await isDelivered();
  });

  it('fail for nobody while Kafka is away', async () => {
    const failures = await killed(
      'Kafka',
      () => cluster.servers.kill('kafka'),
      () => cluster.servers.up('kafka'),
    );

    expect(failures).toEqual([]);
    await isDelivered();
  });

  it('come back by themselves after PostgreSQL, and lose nothing that they have answered', async () => {
    const failures = await killed(
      'PostgreSQL',
      () => cluster.killPostgres(),
      () => undefined,
    );

    // Refused as an outage; 502 is the balancer's, of a connection that the other side had just closed.
    expect(failures.filter(({ what }) => !/^50[23]/.test(what))).toEqual([]);
    await isDelivered();
  });
});
