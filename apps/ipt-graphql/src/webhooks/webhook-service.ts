import { WebhookCaller } from '@sextant/platform-events/webhooks';
import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { Caller } from '../access/caller.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import type { PageOf } from '../flows/page-of.js';
import { requiredText, type Maybe } from '../requests/requests.js';
import { WebhookSecrets } from './webhook-secrets.js';
import {
  TEST_TYPE,
  WEBHOOK_TYPES,
  type ReplayTarget,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryState,
  WebhookStore,
} from './webhooks.js';
import { messageBody } from '../flows/flow-message.js';

export interface WebhookInput {
  readonly url: Maybe<string>;
  readonly types: Maybe<readonly string[]>;
  readonly description: Maybe<string>;
}

export interface WebhookChange extends WebhookInput {
  readonly id: Maybe<string>;
  readonly isEnabled: Maybe<boolean>;
}

export interface DeliveriesRequest {
  readonly webhookId: Maybe<string>;
  readonly state: Maybe<string>;
  readonly limit: number;
  readonly after: readonly unknown[];
}

export interface ReplayRequest {
  readonly deliveryId: Maybe<string>;
  readonly webhookId: Maybe<string>;
}

const MAX_WEBHOOKS = 20;
/** How long the secret before counts after a rotation. */
const ROTATION_MS = 24 * 3_600_000;
const STATES: readonly WebhookDeliveryState[] = ['PENDING', 'DELIVERED', 'DEAD'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The webhooks of a tenant, for its administrators. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly store: WebhookStore,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
    /** Whether messages may go to an address as it is written. */
    private readonly caller: WebhookCaller,
  ) {}

  /** @throws {Problem} `FORBIDDEN`, `INVALID_INPUT`, `QUOTA_EXCEEDED` */
  async create(caller: Caller, wish: WebhookInput): Promise<{ webhook: Webhook; secret: string }> {
    caller.require('admin');
    const { store, secrets, clock, ids } = this;
    const webhook: Webhook = {
      id: ids.next(),
      tenant: caller.tenant,
      url: this.requiredUrl(wish.url),
      types: typesOf(wish.types),
      description: descriptionOf(wish.description),
      isEnabled: true,
      secretVersion: 1,
      rotatedUntil: null,
      createdAt: new Date(clock.nowMs()),
    };
    if (!(await store.add(webhook, MAX_WEBHOOKS))) {
      throw IPT_ERRORS.quotaExceeded({
        message: `A tenant has at most ${MAX_WEBHOOKS} webhooks: delete one first.`,
      });
    }
    return { webhook, secret: secrets.shown(webhook) };
  }

  async list(caller: Caller): Promise<readonly Webhook[]> {
    caller.require('admin');
    return await this.store.list(caller.tenant);
  }

  /** What is not named stays. @throws {Problem} `FORBIDDEN`, `NOT_FOUND`, `INVALID_INPUT` */
  async update(caller: Caller, { id, isEnabled, ...wish }: WebhookChange): Promise<Webhook> {
    const known = await this.found(caller, id);
    const webhook: Webhook = {
      ...known,
      url: isAbsent(wish.url) ? known.url : this.requiredUrl(wish.url),
      types: isAbsent(wish.types) ? known.types : typesOf(wish.types),
      description: isAbsent(wish.description) ? known.description : descriptionOf(wish.description),
      isEnabled: isEnabled ?? known.isEnabled,
    };
    await this.store.save(webhook);
    return webhook;
  }

  /** Messages are signed with both secrets for a day. @throws {Problem} `FORBIDDEN`, `NOT_FOUND` */
  async rotate(caller: Caller, id: Maybe<string>): Promise<{ webhook: Webhook; secret: string }> {
    const { store, secrets, clock } = this;
    const known = await this.found(caller, id);
    const webhook: Webhook = {
      ...known,
      secretVersion: known.secretVersion + 1,
      rotatedUntil: new Date(clock.nowMs() + ROTATION_MS),
    };
    await store.save(webhook);
    return { webhook, secret: secrets.shown(webhook) };
  }

  /** With all of its deliveries. @throws {Problem} `FORBIDDEN`, `NOT_FOUND` */
  async remove(caller: Caller, id: Maybe<string>): Promise<Webhook> {
    const webhook = await this.found(caller, id);
    await this.store.remove(caller.tenant, webhook.id);
    return webhook;
  }

  /** Sends a message of the type `ipt.test`, as all others are sent. @throws {Problem} `FORBIDDEN`, `NOT_FOUND` */
  async test(caller: Caller, id: Maybe<string>): Promise<WebhookDelivery> {
    const webhook = await this.found(caller, id);
    const { store, clock, ids } = this;
    const body = messageBody(TEST_TYPE, new Date(clock.nowMs()), { webhookId: webhook.id });
    return await store.enqueue(webhook, { eventId: ids.next(), type: TEST_TYPE, body });
  }

  /** The newest first. @throws {Problem} `FORBIDDEN`, `NOT_FOUND`, `INVALID_INPUT` */
  async deliveries(
    caller: Caller,
    { webhookId, state, ...page }: DeliveriesRequest,
  ): Promise<PageOf<WebhookDelivery>> {
    const webhook = await this.found(caller, webhookId, 'webhookId');
    return await this.store.pageOfDeliveries({
      ...page,
      webhookId: webhook.id,
      state: stateOf(state),
    });
  }

  /** Of deliveries that were found for the caller. */
  async attemptsOf(deliveryIds: readonly string[]): Promise<readonly WebhookAttempt[]> {
    return await this.store.attemptsOf(deliveryIds);
  }

  /** @returns how many are sent again @throws {Problem} `FORBIDDEN`, `NOT_FOUND`, `INVALID_INPUT` */
  async replay(caller: Caller, { deliveryId, webhookId }: ReplayRequest): Promise<number> {
    caller.require('admin');
    if (isAbsent(deliveryId) === isAbsent(webhookId)) {
      throw IPT_ERRORS.invalidInput({ message: 'Name either deliveryId or webhookId.' });
    }
    const which: ReplayTarget = isAbsent(deliveryId)
      ? { webhookId: (await this.found(caller, webhookId, 'webhookId')).id }
      : { deliveryId: requiredUuid(deliveryId, 'deliveryId') };
    const count = await this.store.replay(caller.tenant, which);
    if (count === 0 && 'deliveryId' in which) throw IPT_ERRORS.notFound();
    return count;
  }

  private async found(caller: Caller, id: Maybe<string>, name = 'id'): Promise<Webhook> {
    caller.require('admin');
    const webhook = await this.store.find(caller.tenant, requiredUuid(id, name));
    if (webhook === undefined) throw IPT_ERRORS.notFound();
    return webhook;
  }

  private requiredUrl(value: Maybe<string>): string {
    const text = requiredText(value, 'url', 2000);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url !== undefined && this.caller.mayCall(url)) return url.href;
    throw IPT_ERRORS.invalidInput({
      message: 'url must be an https address outside of private networks, without a password.',
    });
  }
}

const isAbsent = <T>(value: Maybe<T>): value is null | undefined =>
  value === null || value === undefined;

/** @throws {Problem} `INVALID_INPUT` */
function requiredUuid(value: Maybe<string>, name: string): string {
  const text = requiredText(value, name, 36);
  if (UUID.test(text)) return text.toLowerCase();
  throw IPT_ERRORS.invalidInput({ message: `${name} is no id of this list.` });
}

function typesOf(types: Maybe<readonly string[]>): readonly string[] {
  const unknown = (types ?? []).find((type) => !WEBHOOK_TYPES.includes(type));
  if (unknown === undefined) return [...new Set(types)];
  throw IPT_ERRORS.invalidInput({ message: `types must be of ${WEBHOOK_TYPES.join(', ')}.` });
}

const descriptionOf = (text: Maybe<string>): string =>
  isAbsent(text) || text === '' ? '' : requiredText(text, 'description', 200);

function stateOf(state: Maybe<string>): WebhookDeliveryState | undefined {
  if (isAbsent(state)) return undefined;
  const known = STATES.find((each) => each === state);
  if (known !== undefined) return known;
  throw IPT_ERRORS.invalidInput({ message: `state must be one of ${STATES.join(', ')}.` });
}
