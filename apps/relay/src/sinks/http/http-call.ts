import { boundedBody } from '../../http/bounded-body.js';
import { NotComposable, type Outcome } from '../../delivery/sink.js';

/** What an HTTP target answered, or that it did not. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** At most 64 KiB of it, or as the call says. */
  readonly text: string;
}

export interface HttpCall {
  readonly url: string;
  readonly method?: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
  readonly maxAnswerBytes?: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal;
}

const MAX_ANSWER = 64 * 1024;

/**
 * One request. Redirects are not followed: they would carry tokens elsewhere.
 *
 * @throws {Error} without the URL, which may hold a token, when there is no answer in time
 * @throws {NotComposable} likewise, when such a request cannot be made
 */
export async function call({ url, method = 'POST', timeoutMs, ...rest }: HttpCall) {
  const { headers = {}, body, signal, maxAnswerBytes = MAX_ANSWER } = rest;
  const late = AbortSignal.timeout(timeoutMs);
  const request = requestOf(url, {
    method,
    headers,
    redirect: 'manual',
    signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    ...(body === undefined ? {} : { body }),
  });
  try {
    const response = await fetch(request);
    const { bytes } = await boundedBody(response, maxAnswerBytes);
    const answer: HttpAnswer = {
      status: response.status,
      headers: response.headers,
      text: bytes.toString(),
    };
    return answer;
  } catch (error) {
    throw new Error(`no answer: ${reasonOf(error)}`, { cause: error });
  }
}

function requestOf(url: string, init: RequestInit): Request {
  try {
    return new Request(url, init);
  } catch (cause) {
    throw new NotComposable('the address or a header of the request is not valid', { cause });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : error.name;
}

/** RFC 9110, section 10.2.3: seconds or a date. In milliseconds from now; 0 for none. */
export function retryAfterMs(headers: Headers, nowMs: number): number {
  const value = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? 0 : Math.max(0, dateMs - nowMs);
}

const isTemporary = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429;

/** What a status means where the target says nothing more of it. */
export function outcomeOfStatus({ status, headers, text }: HttpAnswer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const reason = `HTTP ${status}${text === '' ? '' : `: ${text.slice(0, 200)}`}`;
  if (!isTemporary(status)) return { kind: 'dead', reason };
  const afterMs = retryAfterMs(headers, Date.now());
  return { kind: 'retry', reason, ...(afterMs > 0 ? { afterMs } : {}) };
}

/** The answer as a JSON object; an empty one when it is none. */
export function jsonOf({ text }: HttpAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
