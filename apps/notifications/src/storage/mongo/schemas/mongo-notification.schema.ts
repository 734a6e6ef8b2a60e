import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { Person } from '../../../access/person.js';
import type { Creation, CreationState } from '../../../notifications/creation/creation.js';
import type {
  Direction,
  NotificationType,
  RelatedEntity,
} from '../../../notifications/notification.js';
import {
  COLLECTION,
  DATE,
  FLAG,
  ID,
  MIXED,
  OPTIONAL_DATE,
  OPTIONAL_ID,
  OPTIONAL_TEXT,
  TEXT,
} from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'notifications' })
export class NotificationDocument {
  readonly _id!: Types.ObjectId;

  @Prop({ ...TEXT, enum: ['sent', 'received'] })
  readonly type!: Direction;

  @Prop(ID)
  readonly user!: Types.ObjectId;

  @Prop(TEXT)
  readonly userId!: string;

  @Prop(TEXT)
  readonly userName!: string;

  @Prop(OPTIONAL_TEXT)
  readonly boundTo?: string;

  @Prop(MIXED)
  readonly toUserList?: readonly Person[];

  @Prop(OPTIONAL_ID)
  readonly fromUser?: Types.ObjectId;

  @Prop(OPTIONAL_TEXT)
  readonly fromUserId?: string;

  @Prop(OPTIONAL_TEXT)
  readonly fromUserName?: string;

  @Prop(FLAG)
  readonly checked!: boolean;

  @Prop(OPTIONAL_TEXT)
  readonly category?: string;

  @Prop(TEXT)
  readonly title!: string;

  @Prop(OPTIONAL_TEXT)
  readonly description?: string;

  @Prop(TEXT)
  readonly notificationType!: NotificationType;

  @Prop(MIXED)
  readonly relatedEntity?: RelatedEntity;

  @Prop(FLAG)
  readonly autoDeleteOnCheck!: boolean;

  @Prop(DATE)
  readonly date!: Date;

  @Prop(DATE)
  readonly createdAt!: Date;

  @Prop(DATE)
  readonly updatedAt!: Date;

  @Prop(OPTIONAL_DATE)
  readonly removedAt?: Date;

  @Prop(OPTIONAL_DATE)
  readonly archivedAt?: Date;

  @Prop(OPTIONAL_DATE)
  readonly snoozedUntil?: Date;
}

export const NotificationSchema = SchemaFactory.createForClass(NotificationDocument);
NotificationSchema.index(
  { user: 1, type: 1, createdAt: -1, _id: -1 },
  { name: 'notification_by_owner' },
);
NotificationSchema.index(
  { updatedAt: 1 },
  { name: 'notification_checked', partialFilterExpression: { checked: true } },
);
NotificationSchema.index(
  { removedAt: 1 },
  { name: 'notification_removed', partialFilterExpression: { removedAt: { $exists: true } } },
);
NotificationSchema.index(
  { snoozedUntil: 1 },
  { name: 'notification_snoozed', partialFilterExpression: { snoozedUntil: { $exists: true } } },
);

@Schema({ ...COLLECTION, collection: 'creations' })
export class CreationDocument {
  readonly _id!: Types.ObjectId;

  @Prop(TEXT)
  readonly key!: string;

  @Prop(TEXT)
  readonly state!: CreationState;

  @Prop(MIXED)
  readonly body!: Omit<Creation, 'id' | 'key' | 'createdAt'>;

  @Prop(DATE)
  readonly createdAt!: Date;

  @Prop(DATE)
  readonly leaseUntil!: Date;
}

export const CreationSchema = SchemaFactory.createForClass(CreationDocument);
CreationSchema.index({ key: 1 }, { name: 'creation_key', unique: true });
CreationSchema.index({ state: 1, leaseUntil: 1 }, { name: 'creation_pending' });
CreationSchema.index({ state: 1, createdAt: 1 }, { name: 'creation_done' });
