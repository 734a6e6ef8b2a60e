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
}

/** What a push service said. */
export type PushOutcome =
  | { readonly kind: 'delivered' }
  /** 404 or 410: the subscription is no more (RFC 8030, section 7.3). */
  | { readonly kind: 'gone' }
  /** Another try may help: 429, 5xx, no answer. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs?: number }
  /** It never will: too large, or not allowed. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface PushSender {
  send(delivery: PushDelivery): Promise<PushOutcome>;
}
