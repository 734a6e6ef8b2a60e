import { createHmac } from 'node:crypto';
import type { Webhook } from './webhooks.js';

type Keyed = Pick<Webhook, 'id' | 'secretVersion' | 'rotatedUntil'>;

export interface SignedMessage {
  readonly eventId: string;
  readonly body: string;
  readonly at: Date;
}

/**
 * The secrets of webhooks, each derived from the service's key: whoever reads the database finds none.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export class WebhookSecrets {
  constructor(private readonly key: Buffer) {}

  /** As the endpoint's owner is given it. */
  shown({ id, secretVersion }: Keyed): string {
    return `whsec_${this.secret(id, secretVersion).toString('base64')}`;
  }

  /** The headers of a message; two signatures while the secret before still counts. */
  headers(webhook: Keyed, { eventId, body, at }: SignedMessage): Readonly<Record<string, string>> {
    const { id, secretVersion, rotatedUntil } = webhook;
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const isRotating = rotatedUntil !== null && rotatedUntil > at;
    const versions = isRotating ? [secretVersion, secretVersion - 1] : [secretVersion];
    const signatures = versions.map((version) => {
      const mac = createHmac('sha256', this.secret(id, version));
      return `v1,${mac.update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
    });
    return {
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    };
  }

  private secret(id: string, version: number): Buffer {
    return createHmac('sha256', this.key).update(`${id}.${version}`).digest();
  }
}
