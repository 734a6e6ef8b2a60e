import { startApp, type RunningApp } from '@sextant/platform-testing';
import { io, type Socket } from 'socket.io-client';
import { notifications } from '../src/app.js';
import { startIssuer, type Issuer, type TokenOptions } from './issuer.js';
import { unique } from './events.js';
import { person } from './people.js';
import { postgresTestStorage, type TestStorage } from './storages.js';

export const SERVICE_TOKEN = 'the-service-token-of-the-tests';

/** A record as tests look at it. */
export interface Shown {
  readonly _id: string;
  readonly userId: string;
  readonly title: string;
  readonly notificationType: string;
  readonly checked: boolean;
  readonly date: string;
  readonly createdAt: string;
  readonly description?: string;
}

/** What bodies may have: which of it is there is what tests are about. */
export interface Body {
  readonly message: string;
  readonly notifications: readonly Shown[];
  readonly notification: Shown;
  readonly unknownRecipients: readonly string[];
  readonly publicKey: string;
  readonly deadLetters: readonly {
    readonly id: string;
    readonly reason: string;
    readonly event: string;
  }[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The service with an issuer and a storage of its own. */
export interface Running extends RunningApp {
  readonly issuer: Issuer;
  readonly stored: TestStorage;
  readonly env: Readonly<Record<string, string>>;
  /** Calls as this user. */
  as(name: string, options?: TokenOptions): Client;
  /** Calls as another service. */
  readonly service: Client;
  connect(name: string, options?: TokenOptions): Promise<Listener>;
}

export interface Client {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

/** A socket and the signals that it got. */
export interface Listener {
  readonly socket: Socket;
  readonly signals: unknown[];
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly open?: () => Promise<TestStorage>;
  /** Shares what another instance uses, which closes it. */
  readonly beside?: Running;
}

export async function start({ env = {}, open, beside }: StartOptions = {}): Promise<Running> {
  const issuer = beside?.issuer ?? (await startIssuer());
  const stored = beside?.stored ?? (await (open ?? postgresTestStorage)());
  const all = {
    ...stored.env,
    AUTH_ISSUER: issuer.url,
    SERVICE_TOKEN,
    RATE_LIMIT_USER: '1000000',
    SOCKET_CONNECTS_PER_MINUTE: '1000000',
    ...env,
  };
  const running = await startApp(notifications, all);
  const sockets: Socket[] = [];
  const client = (token: () => Promise<string>): Client => ({
    call: async (method, path, body, headers = {}) =>
      send(running.url + path, await token(), { method, body, headers }),
  });
  return {
    ...running,
    issuer,
    stored,
    env: all,
    as: (name, options) => client(() => issuer.token(name, options)),
    service: client(() => Promise.resolve(SERVICE_TOKEN)),
    connect: async (name, options) => {
      const token = await issuer.token(name, options);
      const socket = io(running.url, { auth: { token }, forceNew: true });
      sockets.push(socket);
      const signals: unknown[] = [];
      socket.on('listen', (message) => signals.push(message));
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return { socket, signals };
    },
    close: async () => {
      for (const socket of sockets) socket.close();
      await running.close();
      if (beside === undefined) {
        issuer.close();
        await stored.close();
      }
    },
  };
}

interface Sent {
  readonly method: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

async function send(url: string, token: string, { method, body, headers }: Sent): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as Body,
  };
}

/** Waits for a condition, and says what it waited for in vain. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const lateMs = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > lateMs)
      throw new Error(`Not within ${withinMs} ms: ${String(condition)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A valid body of `POST /api/notifications`. */
export const message = (to: readonly string[], change: object = {}): object => ({
  toUserList: to.map(person),
  title: 'Homework',
  description: 'Read chapter 3.',
  ...change,
});

/** Creates as a manager and gives the record of the first recipient. */
export async function createdFor(running: Running, name: string): Promise<string> {
  const { body } = await running
    .as('manager', { roles: ['manager'] })
    .call('POST', '/api/notifications', message([name]));
  return body.notifications[0]?._id ?? '';
}

/** Something new in the classroom, of which a person is told. */
export const postEvent = (name: string, autoDeleteOnCheck: boolean) => ({
  specversion: '1.0',
  id: unique('event'),
  source: '/tests',
  type: 'post.created',
  data: {
    academyId: 'academy-1',
    recipients: [person(name)],
    title: 'A post',
    description: 'About the post.',
    entityId: 'post-1',
    autoDeleteOnCheck,
  },
});
