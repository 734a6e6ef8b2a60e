import { ApiError, isInBandRefusal } from './api-error.js';
import { bodyOf, refusalOf } from './refusal.js';
import { isIdempotent, isTransient, MAX_ATTEMPTS, pauseMs } from './retry.js';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with the `Content-Type` of the headers. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Of one attempt; 20 seconds if absent. */
  readonly timeoutMs?: number;
  /** 4 if absent; 1 for what is asked again anyway. */
  readonly maxAttempts?: number;
}

export interface Answer<Body> {
  readonly body: Body;
  readonly status: number;
  readonly headers: Headers;
}

export interface ApiOptions {
  /** What every path is put behind, such as `/api/notifications`. */
  readonly base: string;
  /** The access token, if somebody is signed in. */
  readonly token?: () => Promise<string | undefined>;
  /** Called once when a token is refused; the call is made again if it says that there is a new one. */
  readonly renew?: () => Promise<boolean>;
  /** The world, for tests. */
  readonly world?: Partial<World>;
}

export interface World {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random: () => number;
  readonly nowMs: () => number;
}

/** Calls one service. Every failure is an `ApiError`; a call that the page gave up is an `AbortError`. */
export type Api = <Body = unknown>(path: string, call?: Call) => Promise<Answer<Body>>;

const TIMEOUT_MS = 20_000;

const browser: World = {
  fetch: (url, init) => fetch(url, init),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted(); // what has happened is not told again
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop);
    }),
  random: Math.random,
  nowMs: Date.now,
};

export function createApi(options: ApiOptions): Api {
  const world = { ...browser, ...options.world };
  return async <Body>(path: string, call: Call = {}): Promise<Answer<Body>> => {
    let isRenewed = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptCall<Body>({ path, call, options, world });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 401 && !isRenewed && (await options.renew?.()) === true) {
          isRenewed = true;
          continue;
        }
        const waitMs = nextPause(error, call, attempt, world);
        if (waitMs === undefined) throw error;
        await world.sleep(waitMs, call.signal);
      }
    }
  };
}

function nextPause(
  error: ApiError,
  { method = 'GET', headers, maxAttempts = MAX_ATTEMPTS }: Call,
  attempt: number,
  world: World,
): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const mayRepeat = isIdempotent(method, new Headers(headers)) && isTransient(error.status);
  return mayRepeat ? pauseMs(attempt, error.retryAfterMs, world.random()) : undefined;
}

interface Attempt {
  readonly path: string;
  readonly call: Call;
  readonly options: ApiOptions;
  readonly world: World;
}

async function attemptCall<Body>({ path, call, options, world }: Attempt): Promise<Answer<Body>> {
  const init = requestOf(call, await options.token?.());
  const response = await send(options.base + path, init, { call, world });
  const body = await bodyOf(response);
  if (response.ok && !isInBandRefusal(body)) {
    return { body: body as Body, status: response.status, headers: response.headers };
  }
  throw refusalOf(response, body, world.nowMs());
}

function requestOf(
  { method = 'GET', body, rawBody, headers }: Call,
  token: string | undefined,
): RequestInit {
  const all = new Headers({ Accept: 'application/json', ...headers });
  if (token !== undefined) all.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) all.set('Content-Type', 'application/json');
  return {
    method,
    headers: all,
    credentials: 'same-origin',
    ...(rawBody === undefined ? {} : { body: rawBody }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function send(
  url: string,
  init: RequestInit,
  { call, world }: Pick<Attempt, 'call' | 'world'>,
): Promise<Response> {
  const late = AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS);
  const signal = call.signal === undefined ? late : AbortSignal.any([call.signal, late]);
  try {
    return await world.fetch(url, { ...init, signal });
  } catch (cause) {
    // Whoever gave the call up knows why, and wants no message.
    if (call.signal?.aborted === true) throw cause;
    const code = late.aborted ? 'timeout' : 'unreachable';
    const message = late.aborted ? 'No answer came in time.' : 'The service cannot be reached.';
    throw new ApiError({ status: 0, code, message, cause });
  }
}
