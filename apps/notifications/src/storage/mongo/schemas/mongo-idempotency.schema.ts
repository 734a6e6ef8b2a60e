import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { COLLECTION, DATE, MIXED, TEXT } from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'idempotencykeys' })
export class KeyDocument {
  /** Scope and key. */
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(TEXT)
  readonly fingerprint!: string;

  /** Wrapped, so that a result that is `null` is one. */
  @Prop(MIXED)
  readonly result?: { readonly value: unknown };

  @Prop(DATE)
  readonly lockedUntil!: Date;

  @Prop(DATE)
  readonly expiresAt!: Date;
}

export const KeySchema = SchemaFactory.createForClass(KeyDocument);
KeySchema.index({ expiresAt: 1 }, { name: 'idempotency_key_expiry' });
