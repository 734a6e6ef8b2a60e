import type { Outcome } from '../../delivery/sink.js';
import type { HttpAnswer, HttpCall } from './http-call.js';
import { jsonOf, outcomeOfStatus } from './http-call.js';

/** A request with a JSON body. */
export const jsonCall = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Omit<HttpCall, 'timeoutMs'> => ({
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** What was delivered keeps these members of the answer for later messages, and for `via`. */
export function withReply(answer: HttpAnswer, names: readonly string[]): Outcome {
  const outcome = outcomeOfStatus(answer);
  if (outcome.kind !== 'delivered') return outcome;
  const body = jsonOf(answer);
  const kept = names.filter((name) => body[name] !== undefined);
  return { kind: 'delivered', reply: Object.fromEntries(kept.map((name) => [name, body[name]])) };
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** At most so many characters, without half of one. */
export const shortened = (text: string, limit: number): string =>
  text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;

/** The first line, for what has a title. */
export const titleOf = (text: string, limit: number): string =>
  shortened(text.trim().split('\n')[0] ?? '', limit);
