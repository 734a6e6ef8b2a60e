import { Module } from '@nestjs/common';
import { DetectionSettings } from './detection.settings.js';
import { EldLanguageDetector } from './eld-language-detector.js';
import { LanguageDetector } from './language-detector.js';

@Module({
  providers: [
    {
      provide: LanguageDetector,
      inject: [DetectionSettings],
      useFactory: ({ detectionDatabase }: DetectionSettings) =>
        EldLanguageDetector.load(detectionDatabase),
    },
  ],
  exports: [LanguageDetector],
})
export class LanguagesModule {}
