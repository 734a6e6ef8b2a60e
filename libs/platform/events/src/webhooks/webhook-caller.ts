import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isPrivateLiteral, publicLookup } from '@sextant/platform-http/public-addresses';

/** Sends one message. An address in a private network, a redirect and a late answer are failures. */
export interface WebhookSender {
  send(call: WebhookCall): Promise<WebhookAnswer>;
}

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt. */
  readonly signal?: AbortSignal | undefined;
}

export type WebhookAnswer =
  | { readonly status: number; readonly error?: never }
  | { readonly status?: never; readonly error: string };

export interface WebhookCallerOptions {
  /** `host` or `host:port` in private networks; these alone may be http. */
  readonly allowedHosts: readonly string[];
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_ERROR_CHARACTERS = 300;

/**
 * Posts messages. Names are resolved for the connection itself, so that the address that was checked is the one that is
 * connected to; redirects are not followed, and of answers nothing but the status is kept.
 */
export class WebhookCaller implements WebhookSender {
  readonly #agents = {
    open: { http: new HttpAgent(AGENT), https: new HttpsAgent(AGENT) },
    guarded: { https: new HttpsAgent({ ...AGENT, lookup: publicLookup }) },
  };

  constructor(private readonly options: WebhookCallerOptions) {}

  /** Whether an address may be called, as it is written. */
  readonly mayCall = (url: URL): boolean => {
    if (url.username !== '' || url.password !== '') return false;
    if (this.options.allowedHosts.includes(url.host)) return /^https?:$/.test(url.protocol);
    return url.protocol === 'https:' && !isPrivateLiteral(url);
  };

  async send({ url: address, ...call }: WebhookCall): Promise<WebhookAnswer> {
    const url = new URL(address);
    // What is allowed may have changed since the address was given.
    if (!this.mayCall(url)) return { error: 'The address may not be called.' };
    try {
      const { statusCode = 0 } = await this.#post(url, call);
      return { status: statusCode };
    } catch (error) {
      return { error: messageOf(error) };
    }
  }

  close(): void {
    const { open, guarded } = this.#agents;
    for (const agent of [open.http, open.https, guarded.https]) agent.destroy();
  }

  #post(
    url: URL,
    { headers, body, signal: ended }: Omit<WebhookCall, 'url'>,
  ): Promise<IncomingMessage> {
    const { timeoutMs = TIMEOUT_MS, allowedHosts } = this.options;
    const { open, guarded } = this.#agents;
    return new Promise((resolve, reject) => {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = ended === undefined ? late : AbortSignal.any([late, ended]);
      const options = {
        method: 'POST',
        signal,
        headers: {
          ...{ 'content-type': 'application/json', 'user-agent': 'Sextant-Webhooks/1' },
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      };
      const request =
        url.protocol === 'http:'
          ? httpRequest(url, { ...options, agent: open.http })
          : httpsRequest(url, {
              ...options,
              agent: allowedHosts.includes(url.host) ? open.https : guarded.https,
            });
      request.once('response', (response: IncomingMessage) => {
        // The rest is of no use, and may have no end.
        response.destroy();
        resolve(response);
      });
      // Stays for what goes wrong after the answer's head, which changes nothing any more.
      request.on('error', (error) =>
        reject(signal.aborted ? new Error('No answer came in time.') : error),
      );
      request.end(body);
    });
  }
}

const AGENT = { keepAlive: false, maxSockets: 16 } as const;

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARACTERS);
