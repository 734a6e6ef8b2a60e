import {
  migrated,
  startApp,
  testDatabase,
  type RunningApp,
  type TestDatabase,
} from '@sextant/platform-testing';
import { ApertiumEngine } from '../src/engines/apertium/apertium-engine.js';
import { translate } from '../src/app.js';
import { ConfiguredEngines } from '../src/configured-engines/configured-engines.js';

/** Keys with valid checksums that exist in tests only. */
export const AUTH_KEY = 'sxt_TestKey0000000000000000000000042pqlr';
export const ADMIN_KEY = 'sxt_TestAdm000000000000000000000000rr4Gu';

export interface RunningTranslate extends RunningApp {
  readonly database: TestDatabase;
  /** POSTs JSON to /v2/translate with the key. */
  translate(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** POSTs a form to /v2/translate with the key. */
  translateForm(
    body: string | Uint8Array<ArrayBuffer>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  get(path: string): Promise<Response>;
  /** Any request with the key, or another one; an object is sent as JSON. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
}

export interface RequestOptions {
  readonly body?: object | string | undefined;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startTranslate(
  env: Readonly<Record<string, string>> = {},
): Promise<RunningTranslate> {
  const database = await testDatabase(migrated(translate));
  const running = await startApp(translate, {
    DATABASE_URL: database.url,
    BOOTSTRAP_AUTH_KEY: AUTH_KEY,
    BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
    APERTIUM_SELF_TEST: 'false',
    REQUESTS_PER_MINUTE: '1000000',
    ...env,
  });
  const authorization = `DeepL-Auth-Key ${AUTH_KEY}`;
  const post = (
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(`${running.url}/v2/translate`, {
      method: 'POST',
      headers: { authorization, 'content-type': type, ...headers },
      body,
    });
  return {
    app: running.app,
    url: running.url,
    logs: running.logs,
    database,
    translate: (body, headers) => post('application/json', JSON.stringify(body), headers),
    translateForm: (body, headers) => post('application/x-www-form-urlencoded', body, headers),
    get: (path) => fetch(running.url + path, { headers: { authorization } }),
    request: (method, path, { body, key = AUTH_KEY, headers = {} } = {}) =>
      fetch(running.url + path, {
        method,
        headers: {
          authorization: `DeepL-Auth-Key ${key}`,
          ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    async close() {
      await running.close();
      await database.drop();
    },
  };
}

export interface Answer {
  readonly translations: {
    readonly detected_source_language: string;
    readonly text: string;
    readonly billed_characters?: number;
    readonly model_type_used?: string;
    readonly tag_handling_version?: string;
    readonly applied_terms?: readonly object[];
    readonly provenance?: readonly {
      readonly text: string;
      readonly origin: string;
      readonly engine?: string;
    }[];
    readonly fluent_with?: string;
  }[];
}

/** @throws {Error} with what was answered instead of translations */
export async function textsOf(response: Response): Promise<string[]> {
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${answer}`);
  return (JSON.parse(answer) as Answer).translations.map(({ text }) => text);
}

/** For the official client: a busy machine is slow, not wrong. */
export const sdkOptions = ({ url }: { readonly url: string }) => ({
  ...{ serverUrl: url, maxRetries: 0, minTimeout: 170_000 },
});

/** The status and the body of an error. */
export async function errorOf(
  response: Response,
): Promise<{ status: number; message?: string; detail?: string }> {
  return { status: response.status, ...((await response.json()) as object) };
}

/** Apertium of a running service, with what tests look into. */
export function apertiumOf({ app }: RunningTranslate): ApertiumEngine {
  const engine = app.get(ConfiguredEngines).named('apertium');
  if (!(engine instanceof ApertiumEngine)) throw new Error('Apertium is not configured');
  return engine;
}

/** With a server that answers every text in capitals, and nothing else that translates. */
export const startUpperCase = (
  { baseUrl }: { readonly baseUrl: string },
  blobs: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningTranslate> =>
  startTranslate({
    APERTIUM_ENABLED: 'false',
    LIBRETRANSLATE_URL: baseUrl,
    LIBRETRANSLATE_API_KEY: 'libre-key',
    BLOB_DIR: blobs,
    ...env,
  });
