import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { DeadLetter } from '../../../delivery/dead-letter-store.js';
import { COLLECTION, DATE, OPTIONAL_TEXT, TEXT } from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'usedevents' })
export class UsedEventDocument {
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(DATE)
  readonly usedAt!: Date;
}

export const UsedEventSchema = SchemaFactory.createForClass(UsedEventDocument);
UsedEventSchema.index({ usedAt: 1 }, { name: 'used_event_age' });

@Schema({ ...COLLECTION, collection: 'deadletters' })
export class DeadLetterDocument implements Omit<DeadLetter, 'id'> {
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(DATE)
  readonly at!: Date;

  @Prop(TEXT)
  readonly reason!: string;

  @Prop(OPTIONAL_TEXT)
  readonly event!: string;

  /** Of the event, for lists; absent in documents of earlier versions. */
  @Prop(OPTIONAL_TEXT)
  readonly start?: string;
}

export const DeadLetterSchema = SchemaFactory.createForClass(DeadLetterDocument);
DeadLetterSchema.index({ at: 1 }, { name: 'dead_letter_at' });
