import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { PreferencesChange } from '../../../settings/preferences.js';
import type { Settings } from '../../../settings/settings.js';
import { COLLECTION, DATE, ID, MIXED, TEXT } from './mongo-props.js';

@Schema({ ...COLLECTION, collection: 'notificationsettings' })
export class SettingsDocument {
  readonly _id!: Types.ObjectId;

  @Prop(ID)
  readonly user!: Types.ObjectId;

  @Prop(TEXT)
  readonly userId!: string;

  @Prop(TEXT)
  readonly userName!: string;

  @Prop(MIXED)
  readonly settings!: Settings;

  @Prop(DATE)
  readonly createdAt!: Date;

  @Prop(DATE)
  readonly updatedAt!: Date;
}

export const SettingsSchema = SchemaFactory.createForClass(SettingsDocument);
SettingsSchema.index({ user: 1 }, { name: 'settings_user', unique: true });

@Schema({ ...COLLECTION, collection: 'preferences' })
export class PreferenceDocument {
  readonly _id!: Types.ObjectId;

  @Prop(MIXED)
  readonly body!: PreferencesChange;
}

export const PreferenceSchema = SchemaFactory.createForClass(PreferenceDocument);
