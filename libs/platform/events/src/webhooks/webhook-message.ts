import { createHmac } from 'node:crypto';

export interface WebhookMessage {
  /** The same for each attempt: receivers know by it what they have had. */
  readonly id: string;
  readonly body: string;
  readonly at: Date;
}

/**
 * The headers of a message, with a signature for each secret that counts at the moment.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function webhookHeaders(
  secrets: readonly Uint8Array[],
  { id, body, at }: WebhookMessage,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A secret as its owner is given it. */
export const shownSecret = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString('base64')}`;
