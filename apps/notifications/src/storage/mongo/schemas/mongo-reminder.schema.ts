import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { CalendarEvent } from '../../../reminders/reminders.js';
import {
  COLLECTION,
  DATE,
  ID,
  MIXED,
  NUMBER,
  OPTIONAL_DATE,
  OPTIONAL_FLAG,
  OPTIONAL_TEXT,
  TEXT,
} from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'calendarevents' })
export class CalendarEventDocument {
  /** Academy and event. */
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(NUMBER)
  readonly version!: number;

  @Prop(OPTIONAL_FLAG)
  readonly applied!: boolean;

  @Prop(DATE)
  readonly startsAt!: Date;

  @Prop(MIXED)
  readonly body!: CalendarEvent;
}

export const CalendarEventSchema = SchemaFactory.createForClass(CalendarEventDocument);
CalendarEventSchema.index({ startsAt: 1 }, { name: 'calendar_event_start' });

@Schema({ ...COLLECTION, collection: 'reminders' })
export class ReminderDocument {
  @Prop(TEXT)
  readonly _id!: string;

  /** Of the event's document. */
  @Prop(TEXT)
  readonly eventId!: string;

  @Prop({ ...NUMBER, required: true })
  readonly version!: number;

  @Prop(ID)
  readonly user!: Types.ObjectId;

  @Prop(TEXT)
  readonly userId!: string;

  @Prop(TEXT)
  readonly userName!: string;

  @Prop(DATE)
  readonly startsAt!: Date;

  @Prop(DATE)
  readonly fireAt!: Date;

  @Prop(NUMBER)
  readonly ownMinutes?: number;

  @Prop(TEXT)
  readonly state!: 'due' | 'claimed' | 'sent' | 'cancelled';

  @Prop(OPTIONAL_TEXT)
  readonly claimId?: string;

  @Prop(OPTIONAL_DATE)
  readonly leaseUntil?: Date;
}

export const ReminderSchema = SchemaFactory.createForClass(ReminderDocument);
ReminderSchema.index({ state: 1, fireAt: 1 }, { name: 'reminder_due' });
ReminderSchema.index({ claimId: 1 }, { name: 'reminder_claimed' });
ReminderSchema.index({ eventId: 1 }, { name: 'reminder_of_event' });
ReminderSchema.index({ user: 1, state: 1 }, { name: 'reminder_of_user' });
