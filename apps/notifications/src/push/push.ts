import { createHash } from 'node:crypto';

/** A browser's subscription (Push API, `PushSubscription.toJSON()`). */
export interface PushSubscription {
  readonly endpoint: string;
  /** base64url, 65 bytes: a point of P-256. */
  readonly p256dh: string;
  /** base64url, 16 bytes. */
  readonly auth: string;
  readonly user: string;
  readonly createdAt: Date;
}

/** A message on its way to one endpoint. */
export interface PushDelivery {
  /** The same for the same notification and endpoint: queued once. */
  readonly id: string;
  readonly subscription: Omit<PushSubscription, 'createdAt'>;
  readonly payload: string;
  readonly attempts: number;
  readonly dueAt: Date;
  /** Of the class that it is about: who mutes it while the message waits is not told. */
  readonly classId?: string;
  /** Goes out in quiet hours too. */
  readonly isUrgent?: boolean;
}

/** What a push service said. */
export type PushOutcome =
  | { readonly kind: 'delivered' }
  /** 404 or 410: the subscription is no more (RFC 8030, section 7.3). */
  | { readonly kind: 'gone' }
  /** Another try may help: 429, 5xx, no answer. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs?: number }
  /** 401 or 403: our key is not taken, for this subscription at least (RFC 8292, section 4.2). */
  | { readonly kind: 'denied'; readonly reason: string }
  /** It never will: too large, or not allowed. */
  | { readonly kind: 'refused'; readonly reason: string };

export abstract class PushSender {
  abstract send(delivery: PushDelivery): Promise<PushOutcome>;
  /** Ends the connections. */
  abstract close(): void;
}

/** What a dead letter keeps of a message that no push service took. */
export interface PushLetter {
  readonly host: string;
  readonly user: string;
  readonly delivery: string;
  /** Whoever knows an endpoint may try to send to it: only its SHA-256 is kept. */
  readonly endpointHash: string;
  readonly payload: string;
}

export const pushLetterOf = ({ id, subscription, payload }: PushDelivery): PushLetter => ({
  host: new URL(subscription.endpoint).host,
  user: subscription.user,
  delivery: id,
  endpointHash: endpointHash(subscription.endpoint),
  payload,
});

export const endpointHash = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('hex');

/** @returns undefined for a letter of something else */
export function readPushLetter(event: string): PushLetter | undefined {
  if (!event.startsWith('{"push":')) return undefined;
  return (JSON.parse(event) as { readonly push: PushLetter }).push;
}
