import { Agent } from 'node:https';
import type { Clock } from '@sextant/platform-clock';
import webPush from 'web-push';
import type { PushDelivery, PushOutcome, PushSender } from '../domain/push.js';
import { isPrivateAddress, publicLookup } from './private-addresses.js';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface WebPushOptions {
  /** A `mailto:` or `https:` address of the operator (RFC 8292, section 2.1). */
  readonly subject: string;
  readonly keys: VapidKeys;
  /** `host` or `host:port` of push services in private networks. */
  readonly allowedHosts: readonly string[];
  /** Certificates that are believed besides the usual ones, PEM. */
  readonly ca?: string;
}

export const newVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys();

const TIMEOUT_MS = 10_000;
/** The push service keeps a message for a browser that is off; a day, our choice. */
const TTL_SECONDS = 86_400;
/** A header may be used for 24 hours at most (RFC 8292, section 2): half of it leaves room. */
const HEADER_HOURS = 12;
const MAX_ORIGINS = 100;

interface CachedHeader {
  readonly authorization: string;
  readonly expiresAtMs: number;
}

/** Sends messages by RFC 8030, encrypted by RFC 8291. */
export class WebPushSender implements PushSender {
  readonly #agent: Agent;
  readonly #guardedAgent: Agent;
  /** Signing is most of the work of a message: one header serves all of an origin. */
  readonly #headers = new Map<string, CachedHeader>();

  constructor(
    private readonly options: WebPushOptions,
    private readonly clock: Clock,
  ) {
    const { ca } = options;
    const common = { keepAlive: true, maxSockets: 32, ...(ca === undefined ? {} : { ca }) };
    this.#agent = new Agent(common);
    this.#guardedAgent = new Agent({ ...common, lookup: publicLookup });
  }

  close(): void {
    this.#agent.destroy();
    this.#guardedAgent.destroy();
  }

  async send({ subscription, payload }: PushDelivery): Promise<PushOutcome> {
    const { endpoint, p256dh, auth } = subscription;
    const url = new URL(endpoint);
    const isAllowed = this.options.allowedHosts.includes(url.host);
    if (!isAllowed && isPrivateLiteral(url)) {
      return { kind: 'refused', reason: 'The endpoint is in a private network.' };
    }
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
        TTL: TTL_SECONDS,
        timeout: TIMEOUT_MS,
        contentEncoding: 'aes128gcm',
        headers: { Authorization: this.#authorization(url.origin) },
        agent: isAllowed ? this.#agent : this.#guardedAgent,
      });
      return { kind: 'delivered' };
    } catch (error) {
      return outcomeOf(error, this.clock.nowMs());
    }
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

/** An address in place of a name is never looked up. */
function isPrivateLiteral({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return /^[\d.]+$|:/.test(address) && isPrivateAddress(address);
}

function outcomeOf(error: unknown, nowMs: number): PushOutcome {
  if (!(error instanceof webPush.WebPushError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'later', reason };
  }
  const { statusCode } = error;
  const headers = error.headers as Readonly<Record<string, string | undefined>>;
  const reason = `The push service answered ${statusCode}.`;
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' };
  if (statusCode !== 429 && statusCode < 500) return { kind: 'refused', reason };
  const retryAfterMs = retryAfter(headers['retry-after'], nowMs);
  return { kind: 'later', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
