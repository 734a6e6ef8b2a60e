import { ApiError, readRefusal } from './api-error.js';
import { retryAfterMs } from './retry.js';

/** The error of an answer that refuses, whatever shape the service has for it. */
export const refusalOf = ({ status, headers }: Response, body: unknown, nowMs: number): ApiError =>
  new ApiError({
    code: `http_${status}`,
    message: `The service answered ${status}.`,
    traceId: headers.get('X-Trace-ID') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('Retry-After'), nowMs),
    ...readRefusal(body),
    status,
  });

/** `undefined` for an empty body, the text for what is no JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
