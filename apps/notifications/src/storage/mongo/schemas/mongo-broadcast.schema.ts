import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Person } from '../../../access/person.js';
import type { Broadcast, SchoolClass } from '../../../broadcasts/broadcast.js';
import { COLLECTION, DATE, MIXED, NUMBER, OPTIONAL_TEXT, TEXT } from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'schoolclasses' })
export class SchoolClassDocument implements SchoolClass {
  /** Academy and class. */
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(TEXT)
  readonly academyId!: string;

  @Prop(TEXT)
  readonly classId!: string;

  @Prop(OPTIONAL_TEXT)
  readonly year?: string;

  @Prop(NUMBER)
  readonly version!: number;

  @Prop(MIXED)
  readonly students!: readonly Person[];

  @Prop(MIXED)
  readonly teachers!: readonly Person[];
}

export const SchoolClassSchema = SchemaFactory.createForClass(SchoolClassDocument);
SchoolClassSchema.index({ academyId: 1, year: 1 }, { name: 'school_class_year' });

@Schema({ ...COLLECTION, collection: 'audiencejobs' })
export class JobDocument implements Omit<Broadcast, 'id'> {
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(TEXT)
  readonly key!: string;

  @Prop(TEXT)
  readonly academyId!: string;

  @Prop(MIXED)
  readonly sender!: Broadcast['sender'];

  @Prop(MIXED)
  readonly message!: Broadcast['message'];

  @Prop(TEXT)
  readonly state!: Broadcast['state'];

  @Prop(MIXED)
  readonly creations!: readonly string[];

  @Prop(TEXT)
  readonly reached?: string;

  @Prop(NUMBER)
  readonly recipients!: number;

  @Prop(DATE)
  readonly createdAt!: Date;

  @Prop(DATE)
  readonly updatedAt!: Date;

  @Prop(DATE)
  readonly leaseUntil!: Date;
}

export const JobSchema = SchemaFactory.createForClass(JobDocument);
JobSchema.index({ key: 1 }, { name: 'audience_job_key', unique: true });
JobSchema.index({ state: 1, leaseUntil: 1 }, { name: 'audience_job_due' });
JobSchema.index({ 'sender.user': 1, academyId: 1, createdAt: -1 }, { name: 'audience_job_sender' });
JobSchema.index({ state: 1, updatedAt: 1 }, { name: 'audience_job_ended' });
