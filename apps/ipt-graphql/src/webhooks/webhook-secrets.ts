import { createHmac } from 'node:crypto';
import { shownSecret, webhookHeaders } from '@sextant/platform-events/webhooks';
import type { Webhook } from './webhooks.js';

type Keyed = Pick<Webhook, 'id' | 'secretVersion' | 'rotatedUntil'>;

export interface SignedMessage {
  readonly eventId: string;
  readonly body: string;
  readonly at: Date;
}

/** The secrets of webhooks, each derived from the service's key: whoever reads the database finds none. */
export class WebhookSecrets {
  constructor(private readonly key: Buffer) {}

  /** As the endpoint's owner is given it. */
  shown({ id, secretVersion }: Keyed): string {
    return shownSecret(this.secret(id, secretVersion));
  }

  /** The headers of a message; two signatures while the secret before still counts. */
  headers(webhook: Keyed, { eventId, body, at }: SignedMessage): Readonly<Record<string, string>> {
    const { id, secretVersion, rotatedUntil } = webhook;
    const isRotating = rotatedUntil !== null && rotatedUntil > at;
    const versions = isRotating ? [secretVersion, secretVersion - 1] : [secretVersion];
    const secrets = versions.map((version) => this.secret(id, version));
    return webhookHeaders(secrets, { id: eventId, body, at });
  }

  private secret(id: string, version: number): Buffer {
    return createHmac('sha256', this.key).update(`${id}.${version}`).digest();
  }
}
