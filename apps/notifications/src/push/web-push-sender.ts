import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { Clock } from '@sextant/platform-runtime/clock';
import {
  isPrivateLiteral,
  PrivateAddressError,
  publicLookup,
} from '@sextant/platform-http/public-addresses';
import webPush from 'web-push';
import type { PushDelivery, PushOutcome, PushSender } from './push.js';
import { WebPushOptions } from './web-push-options.js';

const TIMEOUT_MS = 10_000;
/** The push service keeps a message for a browser that is off; a day, our choice. */
const TTL_SECONDS = 86_400;
/** A header may be used for 24 hours at most (RFC 8292, section 2): half of it leaves room. */
const HEADER_HOURS = 12;
const MAX_ORIGINS = 100;
/** What an answer says beside its status is of no use; a connection is kept for the next if it is short. */
const MAX_ANSWER_BYTES = 16_384;

interface CachedHeader {
  readonly authorization: string;
  readonly expiresAtMs: number;
}

/** Sends messages by RFC 8030, encrypted by RFC 8291. */
@Injectable()
export class WebPushSender implements PushSender {
  readonly #agent: Agent;
  readonly #guardedAgent: Agent;
  readonly #timeoutMs: number;
  /** Signing is most of the work of a message: one header serves all of an origin. */
  readonly #headers = new Map<string, CachedHeader>();

  constructor(
    private readonly options: WebPushOptions,
    private readonly clock: Clock,
  ) {
    const { ca, timeoutMs = TIMEOUT_MS } = options;
    const common = { keepAlive: true, maxSockets: 32, ...(ca === undefined ? {} : { ca }) };
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent(common);
    this.#guardedAgent = new Agent({ ...common, lookup: publicLookup });
  }

  close(): void {
    this.#agent.destroy();
    this.#guardedAgent.destroy();
  }

  async send(delivery: PushDelivery): Promise<PushOutcome> {
    const url = new URL(delivery.subscription.endpoint);
    const isAllowed = this.options.allowedHosts.includes(url.host);
    if (!isAllowed && isPrivateLiteral(url)) {
      return { kind: 'refused', reason: 'The endpoint is in a private network.' };
    }
    let message: EncryptedMessage;
    try {
      message = this.#encrypt(delivery, url);
    } catch (error) {
      // The keys of the subscription are none: no other try will help.
      return { kind: 'refused', reason: reasonOf(error) };
    }
    try {
      const response = await this.#post(url, message, isAllowed ? this.#agent : this.#guardedAgent);
      return outcomeOf(response, this.clock.nowMs());
    } catch (error) {
      const kind = error instanceof PrivateAddressError ? 'refused' : 'later';
      return { kind, reason: reasonOf(error) };
    }
  }

  #encrypt({ subscription, payload }: PushDelivery, { origin }: URL): EncryptedMessage {
    const { endpoint, p256dh, auth } = subscription;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      {
        TTL: TTL_SECONDS,
        contentEncoding: 'aes128gcm',
        headers: { Authorization: this.#authorization(origin) },
      },
    );
    return { headers, body };
  }

  /**
   * Resolves with the answer's head. `web-push` would read its body, without limit and for ever should
   * the connection end in the middle: here one deadline is for all, and the rest is thrown away.
   */
  #post(url: URL, { headers, body }: EncryptedMessage, agent: Agent): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const request = httpsRequest(url, { method: 'POST', headers, agent, signal });
      request.once('response', (response: IncomingMessage) => {
        discard(response);
        resolve(response);
      });
      // Stays for what goes wrong after the answer's head, which changes nothing any more.
      request.on('error', (error) =>
        reject(signal.aborted ? new Error('The push service did not answer in time.') : error),
      );
      request.end(body);
    });
  }

  #authorization(origin: string): string {
    const nowMs = this.clock.nowMs();
    const cached = this.#headers.get(origin);
    if (cached !== undefined && cached.expiresAtMs > nowMs + TIMEOUT_MS)
      return cached.authorization;
    const { subject, keys } = this.options;
    const expiresAtMs = nowMs + HEADER_HOURS * 3_600_000;
    const { Authorization: authorization } = webPush.getVapidHeaders(
      origin,
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
      Math.floor(expiresAtMs / 1000),
    );
    if (this.#headers.size >= MAX_ORIGINS) this.#headers.clear();
    this.#headers.set(origin, { authorization, expiresAtMs });
    return authorization;
  }
}

type EncryptedMessage = Pick<
  ReturnType<typeof webPush.generateRequestDetails> & { readonly body: Buffer },
  'headers' | 'body'
>;

function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  // The status is what counts.
  response.on('error', () => undefined);
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const KINDS: ReadonlyMap<number, 'gone' | 'denied' | 'later'> = new Map([
  [401, 'denied'],
  [403, 'denied'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'later'],
]);

function outcomeOf({ statusCode = 0, headers }: IncomingMessage, nowMs: number): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' };
  const reason = `The push service answered ${statusCode}.`;
  const kind = KINDS.get(statusCode) ?? (statusCode < 500 ? 'refused' : 'later');
  if (kind === 'gone') return { kind };
  if (kind !== 'later') return { kind, reason };
  const retryAfterMs = retryAfter(headers['retry-after'], nowMs);
  return { kind, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
