import { OUTCOME, type Service } from '../service.js';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly isEnabled: boolean;
}

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD';

export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: string;
  readonly log: readonly { readonly status: number | null; readonly error: string | null }[];
}

export const listWebhooks = async ({ ask }: Service, signal: AbortSignal) => {
  const { webhooks } = await ask<{ readonly webhooks: readonly Webhook[] }>(
    `{ result: webhooks { webhooks { id url types isEnabled } ${OUTCOME} } }`,
    {},
    signal,
  );
  return webhooks;
};

/** @returns the secret, which nobody is shown again */
export const createWebhook = async ({ ask }: Service, url: string) => {
  const { secret } = await ask<{ readonly secret: string }>(
    `mutation ($url: String) { result: createWebhook(url: $url) { secret ${OUTCOME} } }`,
    { url },
  );
  return secret;
};

type Act = 'testWebhook' | 'deleteWebhook';

export const actOn = async ({ ask }: Service, act: Act, id: string): Promise<void> => {
  await ask(`mutation ($id: String) { result: ${act}(id: $id) { ${OUTCOME} } }`, { id });
};

export const switchWebhook = async ({ ask }: Service, id: string, isEnabled: boolean) => {
  await ask(
    `mutation ($id: String, $isEnabled: Boolean) {
       result: updateWebhook(id: $id, isEnabled: $isEnabled) { ${OUTCOME} } }`,
    { id, isEnabled },
  );
};

export const listDeliveries = async ({ ask }: Service, webhookId: string, signal: AbortSignal) => {
  const { deliveries } = await ask<{ readonly deliveries: readonly Delivery[] }>(
    `query ($webhookId: String) { result: webhookDeliveries(webhookId: $webhookId, first: 50) {
       deliveries { id type state attempts createdAt log { status error } } ${OUTCOME} } }`,
    { webhookId },
    signal,
  );
  return deliveries;
};

export const replayDelivery = async ({ ask }: Service, deliveryId: string): Promise<void> => {
  await ask(
    `mutation ($deliveryId: String) { result: replayWebhook(deliveryId: $deliveryId) { ${OUTCOME} } }`,
    { deliveryId },
  );
};
