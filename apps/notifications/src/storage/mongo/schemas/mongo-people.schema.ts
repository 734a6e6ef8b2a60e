import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { Contact } from '../../../people/contact-store.js';
import {
  COLLECTION,
  DATE,
  OPTIONAL_FLAG,
  OPTIONAL_ID,
  OPTIONAL_TEXT,
  TEXT,
} from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'people' })
export class PersonDocument {
  readonly _id!: Types.ObjectId;

  @Prop(TEXT)
  readonly userId!: string;

  @Prop(TEXT)
  readonly userName!: string;

  @Prop(TEXT)
  readonly academyId!: string;

  @Prop(DATE)
  readonly updatedAt!: Date;
}

export const PersonSchema = SchemaFactory.createForClass(PersonDocument);
PersonSchema.index({ academyId: 1, _id: 1 }, { name: 'person_academy' });

@Schema({ ...COLLECTION, collection: 'registrations' })
export class RegistrationDocument {
  /** User and academy. */
  @Prop(TEXT)
  readonly _id!: string;

  @Prop(OPTIONAL_ID)
  readonly user!: Types.ObjectId;

  @Prop(TEXT)
  readonly academyId!: string;

  @Prop(OPTIONAL_FLAG)
  readonly active!: boolean;

  @Prop(DATE)
  readonly changedAt!: Date;
}

export const RegistrationSchema = SchemaFactory.createForClass(RegistrationDocument);

@Schema({ ...COLLECTION, collection: 'contacts' })
export class ContactDocument implements Omit<Contact, 'user'> {
  readonly _id!: Types.ObjectId;

  @Prop(OPTIONAL_TEXT)
  readonly email?: string;

  @Prop(OPTIONAL_TEXT)
  readonly locale?: string;

  @Prop(OPTIONAL_TEXT)
  readonly timeZone?: string;

  @Prop(OPTIONAL_FLAG)
  readonly isDeactivated?: true;

  @Prop(DATE)
  readonly changedAt!: Date;
}

export const ContactSchema = SchemaFactory.createForClass(ContactDocument);
