import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { MailItem } from '../../../mail/mail.js';
import {
  COLLECTION,
  DATE,
  ID,
  MIXED,
  NUMBER,
  OPTIONAL_DATE,
  OPTIONAL_TEXT,
  TEXT,
} from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'mailitems' })
export class MailItemDocument implements Omit<MailItem, 'id' | 'user'> {
  readonly _id!: Types.ObjectId;

  @Prop(ID)
  readonly user!: Types.ObjectId;

  @Prop(TEXT)
  readonly bucket!: string;

  @Prop(TEXT)
  readonly mode!: MailItem['mode'];

  @Prop(MIXED)
  readonly content!: MailItem['content'];

  @Prop(DATE)
  readonly dueAt!: Date;

  @Prop(TEXT)
  readonly state!: 'due' | 'claimed' | 'done';

  @Prop(OPTIONAL_TEXT)
  readonly claimId?: string;

  @Prop(OPTIONAL_DATE)
  readonly leaseUntil?: Date;

  @Prop(NUMBER)
  readonly attempts!: number;

  @Prop(OPTIONAL_DATE)
  readonly doneAt?: Date;

  @Prop(OPTIONAL_TEXT)
  readonly sentTo?: string;
}

export const MailItemSchema = SchemaFactory.createForClass(MailItemDocument);
MailItemSchema.index({ state: 1, dueAt: 1 }, { name: 'mail_item_due' });
MailItemSchema.index({ user: 1, bucket: 1, state: 1 }, { name: 'mail_item_bucket' });
MailItemSchema.index({ state: 1, leaseUntil: 1 }, { name: 'mail_item_lease' });
MailItemSchema.index({ claimId: 1 }, { name: 'mail_item_claim' });
MailItemSchema.index({ state: 1, doneAt: 1 }, { name: 'mail_item_done' });

@Schema({ ...COLLECTION, collection: 'mailsuppressions' })
export class SuppressionDocument {
  /** The address. */
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(TEXT)
  readonly reason!: string;

  @Prop(DATE)
  readonly at!: Date;
}

export const SuppressionSchema = SchemaFactory.createForClass(SuppressionDocument);
SuppressionSchema.index({ at: -1, _id: 1 }, { name: 'mail_suppression_at' });
