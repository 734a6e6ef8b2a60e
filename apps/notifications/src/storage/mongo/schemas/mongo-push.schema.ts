import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { PushDelivery } from '../../../push/push.js';
import {
  COLLECTION,
  DATE,
  MIXED,
  NUMBER,
  OPTIONAL_FLAG,
  OPTIONAL_ID,
  OPTIONAL_TEXT,
  TEXT,
} from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'pushsubscriptions' })
export class SubscriptionDocument {
  /** SHA-256 of the endpoint, which may be longer than an index entry. */
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(TEXT)
  readonly endpoint!: string;

  @Prop(TEXT)
  readonly p256dh!: string;

  @Prop(TEXT)
  readonly auth!: string;

  @Prop(OPTIONAL_ID)
  readonly user!: Types.ObjectId;

  @Prop(DATE)
  readonly createdAt!: Date;
}

export const SubscriptionSchema = SchemaFactory.createForClass(SubscriptionDocument);
SubscriptionSchema.index({ user: 1 }, { name: 'push_subscription_user' });

@Schema({ ...COLLECTION, collection: 'pushdeliveries' })
export class DeliveryDocument {
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(TEXT)
  readonly host!: string;

  @Prop(MIXED)
  readonly subscription!: PushDelivery['subscription'];

  @Prop(TEXT)
  readonly payload!: string;

  @Prop(NUMBER)
  readonly attempts!: number;

  @Prop(DATE)
  readonly dueAt!: Date;

  @Prop(OPTIONAL_TEXT)
  readonly classId?: string;

  @Prop(OPTIONAL_FLAG)
  readonly isUrgent?: boolean;

  /** Of the last try. */
  @Prop(OPTIONAL_TEXT)
  readonly reason?: string;
}

export const DeliverySchema = SchemaFactory.createForClass(DeliveryDocument);
DeliverySchema.index({ dueAt: 1 }, { name: 'push_delivery_due' });
