import {
  migrated,
  startApp,
  testDatabase,
  type RunningApp,
  type TestDatabase,
} from '@sextant/platform-testing';
import { speech } from '../src/app.js';
import { endIdleEngines, withSharedEngines } from './shared-engines.js';

/** Keys with valid checksums that exist in tests only. */
export const KEY = 'sxt_TestKey0000000000000000000000042pqlr';
export const OTHER_KEY = 'sxt_TestAdm000000000000000000000000rr4Gu';

export interface RunningSpeech extends RunningApp {
  readonly database: TestDatabase;
  readonly request: SendRequest;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

export interface RequestOptions {
  readonly body?: object | string | undefined;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Any request with the key; an object is sent as JSON. */
export type SendRequest = (
  method: string,
  path: string,
  options?: RequestOptions,
) => Promise<Response>;

/** Sends requests to a service. */
export const requestsTo =
  (url: string): SendRequest =>
  (method, path, options = {}) => {
    const { body, key = KEY, headers = {}, signal = null } = options;
    const isJson = typeof body === 'object';
    return fetch(`${url}${path}`, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${key}`,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    });
  };

export interface StartOptions {
  /** Whether its engines are the only ones, and end with it: of tests that look at processes. */
  readonly hasOwnEngines?: boolean;
}

export async function startSpeech(
  env: Readonly<Record<string, string>> = {},
  { hasOwnEngines = false }: StartOptions = {},
): Promise<RunningSpeech> {
  const database = await testDatabase(migrated(speech));
  const start = (): Promise<RunningApp> =>
    startApp(speech, {
      DATABASE_URL: database.url,
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_OTHER_API_KEY: OTHER_KEY,
      REQUESTS_PER_MINUTE: '1000000',
      ENGINE_PROCESSES: '1',
      ESPEAK_LIBRARY: 'none', // what a machine has must not change results
      ...env,
    });
  if (hasOwnEngines) await endIdleEngines();
  const running = await (hasOwnEngines ? start() : withSharedEngines(start));
  const request = requestsTo(running.url);
  return {
    ...running,
    database,
    request,
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    close: async () => {
      await running.close();
      await database.drop();
    },
  };
}
