import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { Browser, type PushService } from './push-service.js';

/** What a page asks `PushManager.subscribe` for, and gets. */
type Subscribed = ReturnType<Browser['toJSON']>;

/**
 * A browser's own half of Web Push, which Chromium gets from its vendor alone: it makes keys and an endpoint of our
 * push service for whoever subscribes, holds messages to the key that was subscribed with (RFC 8292, section 4) and
 * opens them. Only `PushManager` of the page is in its place; the page, its worker and the service are as they are.
 */
export class PushReceiver {
  readonly #devices = new Map<string, { readonly device: Browser; readonly serverKey: string }>();
  #current: string | undefined;

  private constructor(private readonly service: PushService) {}

  static async within(context: BrowserContext, service: PushService): Promise<PushReceiver> {
    const receiver = new PushReceiver(service);
    await context.exposeFunction('pushSubscribe', (key: string) => receiver.#subscribe(key));
    await context.exposeFunction('pushCurrent', () => receiver.#shown());
    await context.exposeFunction('pushUnsubscribe', () => receiver.#unsubscribe());
    await context.addInitScript(`
      const shown = (json) => json && {
        ...json, toJSON: () => json, unsubscribe: () => window.pushUnsubscribe(),
      };
      PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
        shown(await window.pushSubscribe(applicationServerKey));
      PushManager.prototype.getSubscription = async () => shown(await window.pushCurrent()) ?? null;`);
    return receiver;
  }

  /** Where messages for the page go now. */
  get endpoint(): string | undefined {
    return this.#current;
  }

  /** As a push service does now and then: a subscription ends, and there is another. */
  renew(): void {
    const { serverKey = '' } = this.#devices.get(this.#current ?? '') ?? {};
    this.#subscribe(serverKey);
  }

  /** What has come to the page's endpoint, opened. */
  messages(): readonly Readonly<Record<string, unknown>>[] {
    const { device, serverKey } = this.#devices.get(this.#current ?? '') ?? {};
    if (device === undefined || serverKey === undefined) return [];
    return this.service.pushed
      .filter(({ path }) => device.endpoint.endsWith(path))
      .map(({ headers, body }) => {
        vapidClaims(headers['authorization'] ?? '', serverKey);
        return device.open(body);
      });
  }

  #subscribe(serverKey: string): Subscribed {
    const device = new Browser(`https://${this.service.host}/push/${randomUUID()}`);
    this.#devices.set(device.endpoint, { device, serverKey });
    this.#current = device.endpoint;
    return device.toJSON();
  }

  #shown(): Subscribed | undefined {
    return this.#devices.get(this.#current ?? '')?.device.toJSON();
  }

  #unsubscribe(): boolean {
    this.#current = undefined;
    return true;
  }
}

/**
 * The claims of a VAPID header (RFC 8292, section 3).
 *
 * @throws {Error} if it is not of that key, or not signed by it
 */
export function vapidClaims(authorization: string, publicKey: string): unknown {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error(`Signed for another key: ${String(key)}`);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is wrong.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as unknown;
}
