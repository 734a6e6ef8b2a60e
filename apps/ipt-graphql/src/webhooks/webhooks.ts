import { typeOfStep } from '../flows/flow-message.js';
import type { FlowStep } from '../flows/flow.js';
import type { PageOf } from '../flows/page-of.js';

/** Where a tenant wants to hear of the steps of its flows. */
export interface Webhook {
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  /** Empty: all types. */
  readonly types: readonly string[];
  readonly description: string;
  readonly isEnabled: boolean;
  /** Its secrets are derived from the id and this number: none is stored. */
  readonly secretVersion: number;
  /** Until then the secret before is used beside the newest. */
  readonly rotatedUntil: Date | null;
  readonly createdAt: Date;
}

/** `DEAD`: given up; it is sent again when somebody asks for it. */
export type WebhookDeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD';

/** One message to one endpoint. */
export interface WebhookDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** The same for all endpoints and all attempts: `webhook-id`. */
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

export interface WebhookAttempt {
  readonly deliveryId: string;
  readonly at: Date;
  /** Absent: no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

export interface DueDelivery extends WebhookDelivery {
  readonly webhook: Webhook;
}

export interface DeliveriesQuery {
  readonly webhookId: string;
  readonly state: WebhookDeliveryState | undefined;
  readonly limit: number;
  readonly after: readonly unknown[];
}

export interface WebhookMessage {
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

/** What became of an attempt. */
export type Settlement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'later'; readonly nextAttemptAt: Date }
  /** `isGone`: the endpoint asked for no more (410). */
  | { readonly kind: 'dead'; readonly isGone: boolean };

export abstract class WebhookStore {
  abstract add(webhook: Webhook, most: number): Promise<boolean>;
  abstract find(tenant: string, id: string): Promise<Webhook | undefined>;
  abstract list(tenant: string): Promise<readonly Webhook[]>;
  abstract save(webhook: Webhook): Promise<void>;
  abstract remove(tenant: string, id: string): Promise<boolean>;
  abstract enqueue(webhook: Webhook, message: WebhookMessage): Promise<WebhookDelivery>;
  abstract pageOfDeliveries(wish: DeliveriesQuery): Promise<PageOf<WebhookDelivery>>;
  abstract attemptsOf(deliveryIds: readonly string[]): Promise<readonly WebhookAttempt[]>;
  /** Those that are given up, or one whatever became of it. @returns how many are sent again */
  abstract replay(tenant: string, which: ReplayTarget): Promise<number>;
  /** Takes deliveries whose time has come; nobody else gets them for as long. */
  abstract claim(most: number, holdMs: number): Promise<readonly DueDelivery[]>;
  abstract settle(attempt: WebhookAttempt, settlement: Settlement): Promise<void>;
  /** @returns how many were deleted */
  abstract sweep(before: Date): Promise<number>;
}

export type ReplayTarget = { readonly deliveryId: string } | { readonly webhookId: string };

const STEPS: Readonly<Record<FlowStep, true>> = {
  AGREEMENT_READY: true,
  UPLOAD_ISSUED: true,
  IMAGE_STORED: true,
  METADATA_PINNED: true,
  TERMS_ISSUED: true,
  SIGNED_OFF: true,
  MINT_SEEN: true,
  MINTED: true,
  TOKENIZE_SEEN: true,
  TOKENIZED: true,
};

/** What an endpoint may ask for. */
export const WEBHOOK_TYPES: readonly string[] = Object.keys(STEPS).map((step) =>
  typeOfStep(step as FlowStep),
);

/** What the test sends. */
export const TEST_TYPE = 'ipt.test';
