import type { Silences } from '../sinks/actions/action.js';
import type { Silence, SilenceBook, SilenceRequest } from './silence-book.js';
import { at, isObject, textAt } from '../sources/payload.js';
import { call, type HttpCall } from '../sinks/http/http-call.js';
import { jsonCall } from '../sinks/http/posting.js';

export interface AlertmanagerAccess {
  readonly url: string;
  /** A bearer token, or user:password. */
  readonly key: string | undefined;
}

/** Somebody waits for the answer to a click; Slack for three seconds. */
const TIMEOUT_MS = 2000;
/** Expired ones are kept for days. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_LISTED = 500;

/** Alertmanager's API v2. */
export class AlertmanagerSilences implements Silences, SilenceBook {
  constructor(private readonly access: AlertmanagerAccess) {}

  silence({ labels, untilMs, by, requestId }: Parameters<Silences['silence']>[0]) {
    const matchers = Object.entries(labels).map(([name, value]) => ({ name, value }));
    return this.add({ matchers, untilMs, by, comment: commentOf(requestId) });
  }

  async isMade({ labels, requestId }: Parameters<Silences['isMade']>[0]): Promise<boolean> {
    const filter = `alertname=${JSON.stringify(labels['alertname'] ?? '')}`;
    const found = await this.#list(`?${new URLSearchParams({ filter }).toString()}`);
    return found.some(
      ({ state, comment }) => state !== 'expired' && comment === commentOf(requestId),
    );
  }

  async resolve(labels: Readonly<Record<string, string>>, startsAt: string): Promise<void> {
    await this.#send('/alerts', [{ labels, startsAt, endsAt: new Date().toISOString() }]);
  }

  async list(): Promise<readonly Silence[]> {
    const found = await this.#list();
    const order = ['active', 'pending', 'expired'];
    return found
      .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
      .slice(0, MAX_LISTED);
  }

  async #list(query = ''): Promise<readonly Silence[]> {
    const answer = await this.#call({
      ...{ url: this.#url(`/silences${query}`), method: 'GET' },
      maxAnswerBytes: MAX_LIST_BYTES,
    });
    return (JSON.parse(answer) as unknown[]).filter(isObject).map(silenceOf);
  }

  async add({ matchers, untilMs, by, comment }: SilenceRequest): Promise<string> {
    const answer = await this.#send('/silences', {
      matchers: matchers.map((matcher) => ({ ...matcher, isRegex: false, isEqual: true })),
      startsAt: new Date().toISOString(),
      endsAt: new Date(untilMs).toISOString(),
      createdBy: by,
      comment,
    });
    return textAt(JSON.parse(answer), 'silenceID');
  }

  async end(id: string): Promise<void> {
    await this.#call({ url: this.#url(`/silence/${encodeURIComponent(id)}`), method: 'DELETE' });
  }

  #url(path: string): string {
    return `${this.access.url}/api/v2${path}`;
  }

  #send(path: string, body: unknown): Promise<string> {
    return this.#call(jsonCall(this.#url(path), body));
  }

  async #call(request: Omit<HttpCall, 'timeoutMs'>): Promise<string> {
    const { key } = this.access;
    const value = key?.includes(':') === true ? Buffer.from(key).toString('base64') : key;
    const scheme = key?.includes(':') === true ? 'Basic' : 'Bearer';
    const headers = {
      ...request.headers,
      ...(value === undefined ? {} : { authorization: `${scheme} ${value}` }),
    };
    const { status, text } = await call({ ...request, headers, timeoutMs: TIMEOUT_MS });
    if (status >= 300) throw new Error(`Alertmanager answered ${status}: ${text.slice(0, 200)}`);
    return text;
  }
}

const commentOf = (requestId: string): string => `From a chat, click ${requestId}.`;

function silenceOf(item: Readonly<Record<string, unknown>>): Silence {
  const matchers = at(item, 'matchers');
  return {
    id: textAt(item, 'id'),
    state: textAt(at(item, 'status'), 'state'),
    matchers: Array.isArray(matchers) ? matchers.map(matcherText) : [],
    startsAt: textAt(item, 'startsAt'),
    endsAt: textAt(item, 'endsAt'),
    createdBy: textAt(item, 'createdBy'),
    comment: textAt(item, 'comment'),
  };
}

function matcherText(matcher: unknown): string {
  const operator = at(matcher, 'isEqual') === false ? '!' : '=';
  const kind = at(matcher, 'isRegex') === true ? '~' : operator === '=' ? '' : '=';
  return `${textAt(matcher, 'name')}${operator}${kind}${JSON.stringify(textAt(matcher, 'value'))}`;
}
