import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { CalendarFeed } from '../../../calendar/calendar-feed-store.js';
import { COLLECTION, DATE, TEXT } from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'calendarfeeds' })
export class CalendarFeedDocument implements Omit<CalendarFeed, 'user'> {
  readonly _id!: Types.ObjectId;

  @Prop(TEXT)
  readonly academyId!: string;

  @Prop(TEXT)
  readonly digest!: string;

  @Prop(DATE)
  readonly createdAt!: Date;
}

export const CalendarFeedSchema = SchemaFactory.createForClass(CalendarFeedDocument);
CalendarFeedSchema.index({ digest: 1 }, { name: 'calendar_feed_digest', unique: true });
