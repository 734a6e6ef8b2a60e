import { Module } from '@nestjs/common';
import { OwnPreferences } from './own-preferences.js';
import { OwnSettings } from './own-settings.js';
import { RecipientPreferences } from './recipient-preferences.js';

@Module({
  providers: [RecipientPreferences, OwnPreferences, OwnSettings],
  exports: [RecipientPreferences, OwnPreferences, OwnSettings],
})
export class SettingsModule {}
