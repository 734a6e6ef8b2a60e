import { startApp, type RunningApp } from '@sextant/platform-testing';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relay } from '../src/app.js';

export const ADMIN_TOKEN = 'admin-token-of-tests';

export interface Status {
  readonly delivering: boolean;
  readonly sinks: readonly string[];
  readonly unrouted: number;
  readonly unstored: number;
  readonly dead_letters: number;
  readonly queues: readonly {
    readonly sink: string;
    readonly waiting: number;
    readonly breaker: string;
    readonly paused_until: string | null;
  }[];
  readonly recent: readonly {
    readonly what: string;
    readonly id: string;
    readonly sink?: string;
    readonly reason?: string;
  }[];
}

export interface RunningRelay extends RunningApp {
  readonly folder: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  alert(labels: Record<string, string>, more?: object): Promise<Response>;
  admin(path: string, init?: RequestInit): Promise<Response>;
  status(): Promise<Status>;
  metric(line: string): Promise<number>;
}

/** With a history, as it is by default. */
export const WITH_HISTORY = { EVENTS_HISTORY_DAYS: '7' };

export const spoolFolder = (): string => mkdtempSync(join(tmpdir(), 'relay-'));

export async function startRelay(env: Record<string, string> = {}): Promise<RunningRelay> {
  const folder = env['EVENTS_SPOOL_DIR'] ?? spoolFolder();
  const running = await startApp(relay, {
    EVENTS_SPOOL_DIR: folder,
    // As much as a test needs.
    EVENTS_SPOOL_RESERVE_BYTES: '65536',
    EVENTS_ADMIN_TOKEN: ADMIN_TOKEN,
    EVENTS_RETRY_MAX_SECONDS: '1',
    // A history takes a thread and a database in each relay.
    EVENTS_HISTORY_DAYS: '0',
    ...env,
  });
  const { url } = running;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const admin = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    });
  return {
    ...running,
    folder,
    // Connections that fetch keeps open would hold the end up.
    close: async () => {
      running.app.getHttpServer().closeAllConnections();
      await running.close();
    },
    post,
    admin,
    alert: (labels, more = {}) => post('/relay/alertmanager', notification([alert(labels, more)])),
    status: async () => (await (await admin('/relay/status')).json()) as Status,
    metric: async (line) => {
      const page = await (await fetch(`${url}/metrics`)).text();
      const found = page.split('\n').find((text) => text.startsWith(line));
      return Number(found?.split(' ').at(-1) ?? 0);
    },
  };
}

export const STARTS_AT = '2026-11-21T07:03:23.53797735Z';

export const alert = (labels: Record<string, string>, more: object = {}): object => ({
  status: 'firing',
  labels,
  annotations: {},
  startsAt: STARTS_AT,
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: '',
  fingerprint: createHash('sha256').update(JSON.stringify(labels)).digest('hex').slice(0, 16),
  ...more,
});

export const notification = (alerts: readonly object[]): object => ({
  receiver: 'relay',
  status: 'firing',
  alerts,
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager:9093',
  version: '4',
  groupKey: '{}:{}',
  truncatedAlerts: 0,
});

export const review = (request: object = {}): object => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    name: 'web-1',
    namespace: 'shop',
    operation: 'CREATE',
    userInfo: { username: 'admin', uid: '014fbff9a07c', groups: ['system:authenticated'] },
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-1', namespace: 'shop' } },
    oldObject: null,
    dryRun: false,
    ...request,
  },
});

/** Waits until a condition holds; on a busy machine that may take long. What takes long is asked for less often. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  ms = 30_000,
): Promise<void> {
  const lateMs = Date.now() + ms;
  for (let pauseMs = 20; !(await condition()); pauseMs = Math.min(1.2 * pauseMs, 200)) {
    if (Date.now() > lateMs) throw new Error(`Not so after ${ms} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
