import type { Silences } from '../../domain/actions/action.js';
import { textAt } from '../../domain/sources/payload.js';
import { call, type HttpCall } from '../sinks/http-call.js';
import { jsonCall } from '../sinks/posting.js';

export interface AlertmanagerAccess {
  readonly url: string;
  /** A bearer token, or user:password. */
  readonly key: string | undefined;
}

/** Somebody waits for the answer to a click; Slack for three seconds. */
const TIMEOUT_MS = 2000;

/** Alertmanager's API v2. */
export class AlertmanagerSilences implements Silences {
  constructor(private readonly access: AlertmanagerAccess) {}

  async silence({ labels, untilMs, by, requestId }: Parameters<Silences['silence']>[0]) {
    const answer = await this.#send('/silences', {
      matchers: Object.entries(labels).map(([name, value]) => ({
        ...{ name, value, isRegex: false, isEqual: true },
      })),
      startsAt: new Date().toISOString(),
      endsAt: new Date(untilMs).toISOString(),
      createdBy: by,
      comment: `From a chat, click ${requestId}.`,
    });
    return textAt(JSON.parse(answer), 'silenceID');
  }

  async resolve(labels: Readonly<Record<string, string>>, startsAt: string): Promise<void> {
    await this.#send('/alerts', [{ labels, startsAt, endsAt: new Date().toISOString() }]);
  }

  #send(path: string, body: unknown): Promise<string> {
    return this.#call(jsonCall(`${this.access.url}/api/v2${path}`, body));
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
