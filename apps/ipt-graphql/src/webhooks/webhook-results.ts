import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { PageArgs } from '../graphql/args.js';
import { DateTime } from '../graphql/date-time.js';
import { WebhookDeliveryState } from './webhook-enums.js';
import { Result } from '../graphql/results.js';

const text = { nullable: true } as const;

@ObjectType({ description: 'Where your back end hears of the steps of your flows.' })
export class Webhook {
  @Field(() => String, { description: 'For the operations on it.' })
  id!: string;

  @Field(() => String, { description: 'Where messages are posted to.' })
  url!: string;

  @Field(() => [String], { description: 'Which messages are sent; empty: all.' })
  types!: readonly string[];

  @Field(() => String, { description: 'What it is for, in your words.' })
  description!: string;

  @Field(() => Boolean, {
    description: 'False: nothing new is sent; an endpoint that answers 410 is switched off.',
  })
  isEnabled!: boolean;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;
}

@ObjectType({ description: 'One attempt to send a message.' })
export class WebhookAttempt {
  @Field(() => DateTime, { description: 'When it began.' })
  at!: Date;

  @Field(() => Int, { ...text, description: 'The status of the answer; absent: none came.' })
  status!: number | null;

  @Field(() => String, { ...text, description: 'Why no answer came.' })
  error!: string | null;

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  durationMs!: number;
}

@ObjectType({ description: 'One message to one webhook.' })
export class WebhookDelivery {
  @Field(() => String, { description: 'For replayWebhook.' })
  id!: string;

  @Field(() => String, {
    description: 'The header webhook-id: the same for all attempts and all webhooks.',
  })
  eventId!: string;

  @Field(() => String, { description: 'Such as ipt.flow.minted.' })
  type!: string;

  @Field(() => String, { description: 'What is posted, JSON.' })
  body!: string;

  @Field(() => WebhookDeliveryState, { description: 'What became of it.' })
  state!: WebhookDeliveryState;

  @Field(() => Int, { description: 'How often it was tried since it was made or replayed.' })
  attempts!: number;

  @Field(() => DateTime, { ...text, description: 'When it is tried next, if it is pending.' })
  nextAttemptAt!: Date | null;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTime, { ...text, description: 'When the endpoint took it.' })
  deliveredAt!: Date | null;
}

@ObjectType({ description: 'A webhook.' })
export class WebhookResult extends Result {
  @Field(() => Webhook, { ...text, description: 'As it is now.' })
  webhook?: Webhook;

  @Field(() => String, {
    ...text,
    description: 'What its messages are signed with; told after making and rotating alone.',
  })
  secret?: string;
}

@ObjectType({ description: 'Webhooks.' })
export class WebhooksResult extends Result {
  @Field(() => [Webhook], { ...text, description: 'All of them, the oldest first.' })
  webhooks?: readonly Webhook[];
}

@ObjectType({ description: 'A message.' })
export class WebhookDeliveryResult extends Result {
  @Field(() => WebhookDelivery, { ...text, description: 'It is on its way.' })
  delivery?: WebhookDelivery;
}

@ObjectType({ description: 'Messages.' })
export class WebhookDeliveriesResult extends Result {
  @Field(() => [WebhookDelivery], { ...text, description: 'The newest first.' })
  deliveries?: readonly WebhookDelivery[];

  @Field(() => String, {
    ...text,
    description: 'Give it as after; absent on the last page.',
  })
  cursor?: string | null;
}

@ObjectType({ description: 'How many messages are sent again.' })
export class WebhookReplayResult extends Result {
  @Field(() => Int, { ...text, description: 'Their number.' })
  count?: number;
}

@ArgsType()
export class WebhookArgs {
  @Allow()
  @Field(() => String, { ...text, description: 'https, outside of private networks.' })
  url?: string | null;

  @Allow()
  @Field(() => [String], { ...text, description: 'Such as ipt.flow.minted; all if absent.' })
  types?: readonly string[] | null;

  @Allow()
  @Field(() => String, { ...text, description: 'What it is for, in your words.' })
  description?: string | null;
}

@ArgsType()
export class WebhookChangeArgs extends WebhookArgs {
  @Allow()
  @Field(() => String, { ...text, description: 'Of the webhook.' })
  id?: string | null;

  @Allow()
  @Field(() => Boolean, { ...text, description: 'Whether new messages are sent.' })
  isEnabled?: boolean | null;
}

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Allow()
  @Field(() => String, { ...text, description: 'Of the webhook.' })
  webhookId?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'PENDING, DELIVERED or DEAD; all if absent.' })
  state?: string | null;
}
