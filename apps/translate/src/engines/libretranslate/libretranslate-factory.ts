import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import type { EngineFactory } from '../engine-factory.js';
import { LibreTranslateEngine } from './libretranslate-engine.js';
import { LibreTranslateSettings } from './libretranslate.settings.js';

/** The models of a LibreTranslate server. */
@Injectable()
export class LibreTranslateFactory implements EngineFactory {
  constructor(
    private readonly settings: LibreTranslateSettings,
    private readonly logger: Logger,
  ) {}

  get isWanted(): boolean {
    return this.settings.isWanted;
  }

  create(): Promise<LibreTranslateEngine> {
    const { settings } = this;
    return LibreTranslateEngine.connect(
      {
        baseUrl: (settings.libretranslateUrl ?? '').replace(/\/+$/, ''),
        apiKey: settings.libretranslateApiKey,
        timeoutMs: settings.libretranslateTimeoutMs,
        concurrency: settings.libretranslateConcurrency,
      },
      this.logger,
    );
  }
}
