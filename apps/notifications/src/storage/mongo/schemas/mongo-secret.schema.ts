import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { COLLECTION, TEXT } from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'secrets' })
export class SecretDocument {
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(TEXT)
  readonly value!: string;
}

export const SecretSchema = SchemaFactory.createForClass(SecretDocument);
