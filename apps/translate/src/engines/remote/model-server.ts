import { setTimeout as sleep } from 'node:timers/promises';
import type { CircuitBreaker } from '@sextant/platform-security/circuit-breaker';
import type { Clock } from '@sextant/platform-runtime/clock';
import { Problem } from '@sextant/platform-http/errors';
import { ENGINE_ERRORS } from '../engine-errors.js';

/** What may be replaced in tests. */
export interface ServerTiming {
  readonly clock: Clock;
  /** From 0 to 1: spreads those who try again. */
  readonly jitter: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export const realPause: ServerTiming['pause'] = (ms, signal) => sleep(ms, undefined, { signal });

/** One request to a server with a model. */
export interface ServerRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; a GET without it. */
  readonly body?: object;
}

const MOST_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
/** Bounds what a server can make us read: 128 KiB of text, translated, escaped and with room to spare. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

/** Answers about one request, such as a context that is too long: another one may be answered well. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** The server works, but does not take this request. */
class Refused extends Error {}

/** An answer that says to try again, and when. */
class Temporary extends Error {
  constructor(
    message: string,
    readonly status?: number,
    readonly afterMs?: number,
  ) {
    super(message);
  }
}

/**
 * Asks a server with a model for JSON.
 *
 * Tries three times when the server is busy (429), fails (408, 5xx), cannot be reached or answers nonsense, with
 * growing pauses or the one that `Retry-After` asks for, within one time-out.
 */
export class ModelServer {
  /** @param timeoutMs for one request with all its attempts */
  constructor(
    private readonly timeoutMs: number,
    private readonly breaker: CircuitBreaker,
    private readonly timing: ServerTiming,
  ) {}

  /**
   * @param read what the answer means; undefined when it is not what was asked for
   * @throws {Problem} `engine_refused`, `engine_unavailable`, `engine_timeout`, `engine_overloaded`
   */
  async ask<T>(
    request: ServerRequest,
    read: (answer: unknown) => T | undefined,
    given?: AbortSignal,
  ): Promise<T> {
    given?.throwIfAborted();
    const call = this.breaker.begin();
    if (call === undefined) throw ENGINE_ERRORS.unavailable();
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    try {
      const answer = await this.#withRetries(request, read, signal);
      call.succeeded();
      return answer;
    } catch (error) {
      if (given?.aborted === true) {
        call.abandoned();
        throw error;
      }
      if (error instanceof Refused) {
        // The text of one caller must not stop the others.
        call.abandoned();
        throw ENGINE_ERRORS.refused({ cause: error });
      }
      call.failed();
      throw timeout.aborted ? ENGINE_ERRORS.timeout({ cause: error }) : problemOf(error);
    }
  }

  async #withRetries<T>(
    request: ServerRequest,
    read: (answer: unknown) => T | undefined,
    signal: AbortSignal,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = read(await this.#attempt(request, signal));
        if (answer === undefined) throw new Temporary('the answer is not what was asked for', 200);
        return answer;
      } catch (error) {
        if (!(error instanceof Temporary) || attempt >= MOST_ATTEMPTS) throw error;
        const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + this.timing.jitter());
        await this.timing.pause(error.afterMs ?? backoffMs, signal);
      }
    }
  }

  async #attempt({ url, headers, body }: ServerRequest, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body === undefined ? {} : JSON_BODY), ...headers },
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new Temporary(`the server cannot be reached: ${String(error)}`);
    });
    if (response.ok) return jsonIn(await boundedText(response));
    await response.body?.cancel();
    const { status } = response;
    const message = `the server answered ${status}`;
    if (status === 408 || status === 429 || status >= 500) {
      throw new Temporary(message, status, this.#retryAfterMs(response));
    }
    throw REFUSALS.has(status) ? new Refused(message) : new Error(message);
  }

  /** @see RFC 9110 section 10.2.3: seconds or a date */
  #retryAfterMs(response: Response): number | undefined {
    const value = response.headers.get('retry-after')?.trim() ?? '';
    if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
    const dateMs = Date.parse(value);
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - this.timing.clock.nowMs());
  }
}

const JSON_BODY = { 'content-type': 'application/json' };

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body = (response.body ?? []) as AsyncIterable<Uint8Array>;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_ANSWER_BYTES) throw new Error('the answer of the server is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Temporary(`the answer of the server is no JSON: ${String(error)}`, 200);
  }
}

function problemOf(error: unknown): Problem {
  const isBusy = error instanceof Temporary && error.status === 429;
  return isBusy
    ? ENGINE_ERRORS.overloaded({ cause: error })
    : ENGINE_ERRORS.unavailable({ cause: error });
}
