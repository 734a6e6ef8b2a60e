import { CursorKey } from '../graphql/cursor-key.js';
import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { CursorCodec } from '@sextant/platform-http/pagination';
import DataLoader from 'dataloader';
import { WebhookService } from './webhook-service.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { pageOf } from '../graphql/pages.js';
import {
  WebhookArgs,
  WebhookAttempt,
  WebhookChangeArgs,
  WebhookDeliveriesArgs,
  WebhookDeliveriesResult,
  WebhookDelivery,
  WebhookDeliveryResult,
  WebhookReplayResult,
  WebhookResult,
  WebhooksResult,
} from './webhook-results.js';

const id = { type: () => String, nullable: true, description: 'Of the webhook.' } as const;

/** Where a tenant's back end hears of steps; the scope `admin` is needed. */
@Resolver()
export class WebhooksResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly service: WebhookService,
    private readonly cursorKey: CursorKey,
  ) {}

  @Query(() => WebhooksResult, { description: 'Your webhooks; needs the scope admin.' })
  webhooks(@Context() context: IptContext) {
    return this.inBand.run('webhooks', context, async () => ({
      webhooks: await this.service.list(context.caller),
    }));
  }

  @Query(() => WebhookDeliveriesResult, {
    description: 'What was sent to a webhook, is to be sent, or was given up.',
  })
  webhookDeliveries(
    @Context() context: IptContext,
    @Args() { webhookId, state, ...page }: WebhookDeliveriesArgs,
  ) {
    return this.inBand.run('webhookDeliveries', context, async () => {
      const list = `deliveries of ${webhookId ?? ''} ${state ?? ''}`;
      const cursors = new CursorCodec(this.cursorKey.bytes, list);
      const { items, next } = await this.service.deliveries(context.caller, {
        ...{ webhookId, state },
        ...pageOf(page, cursors),
      });
      return { deliveries: items, cursor: next === undefined ? null : cursors.encode([...next]) };
    });
  }

  @Mutation(() => WebhookResult, { description: 'Makes a webhook. The secret is told here alone.' })
  createWebhook(@Context() context: IptContext, @Args() wish: WebhookArgs) {
    const { url, types, description } = wish;
    return this.inBand.run('createWebhook', context, () =>
      this.service.create(context.caller, { url, types, description }),
    );
  }

  @Mutation(() => WebhookResult, { description: 'Changes a webhook; what is absent stays.' })
  updateWebhook(@Context() context: IptContext, @Args() wish: WebhookChangeArgs) {
    const { url, types, description, isEnabled } = wish;
    return this.inBand.run('updateWebhook', context, async () => ({
      webhook: await this.service.update(context.caller, {
        ...{ id: wish.id, url, types, description, isEnabled },
      }),
    }));
  }

  @Mutation(() => WebhookResult, {
    description: 'Gives a webhook a new secret; messages are signed with both for a day.',
  })
  rotateWebhookSecret(@Context() context: IptContext, @Args('id', id) of: string | null) {
    return this.inBand.run('rotateWebhookSecret', context, () =>
      this.service.rotate(context.caller, of),
    );
  }

  @Mutation(() => WebhookResult, { description: 'Deletes a webhook with its deliveries.' })
  deleteWebhook(@Context() context: IptContext, @Args('id', id) of: string | null) {
    return this.inBand.run('deleteWebhook', context, async () => ({
      webhook: await this.service.remove(context.caller, of),
    }));
  }

  @Mutation(() => WebhookDeliveryResult, {
    description: 'Sends a message of the type ipt.test, signed, tried and logged as all others.',
  })
  testWebhook(@Context() context: IptContext, @Args('id', id) of: string | null) {
    return this.inBand.run('testWebhook', context, async () => ({
      delivery: await this.service.test(context.caller, of),
    }));
  }

  @Mutation(() => WebhookReplayResult, {
    description: 'Sends one delivery again, or all that were given up of a webhook.',
  })
  replayWebhook(
    @Context() context: IptContext,
    @Args('deliveryId', { ...id, description: 'One delivery, whatever became of it.' })
    deliveryId: string | null,
    @Args('webhookId', { ...id, description: 'All of this webhook that are DEAD.' })
    webhookId: string | null,
  ) {
    return this.inBand.run('replayWebhook', context, async () => ({
      count: await this.service.replay(context.caller, { deliveryId, webhookId }),
    }));
  }
}

/** What a delivery leads to. */
@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  /** The logs of a page are read together; nothing is kept. */
  readonly #logs = new DataLoader<string, readonly WebhookAttempt[]>(
    async (ids) => {
      const found = Map.groupBy(await this.service.attemptsOf(ids), ({ deliveryId }) => deliveryId);
      return ids.map((deliveryId) => found.get(deliveryId) ?? []);
    },
    { cache: false },
  );

  constructor(private readonly service: WebhookService) {}

  @ResolveField(() => [WebhookAttempt], { description: 'Each attempt, the first one first.' })
  log(@Parent() { id: deliveryId }: WebhookDelivery): Promise<readonly WebhookAttempt[]> {
    return this.#logs.load(deliveryId);
  }
}
