import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { TrailStepName } from '../../../delivery/trail.js';
import { COLLECTION, DATE, ID, OPTIONAL_TEXT, TEXT } from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'deliverysteps' })
export class StepDocument {
  /** All that makes the step one. */
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(ID)
  readonly record!: Types.ObjectId;

  @Prop(TEXT)
  readonly what!: TrailStepName;

  @Prop(OPTIONAL_TEXT)
  readonly detail!: string;

  @Prop(DATE)
  readonly at!: Date;
}

export const StepSchema = SchemaFactory.createForClass(StepDocument);
StepSchema.index({ record: 1, what: 1, detail: 1 }, { name: 'delivery_step_record' });
StepSchema.index({ at: 1 }, { name: 'delivery_step_at' });
