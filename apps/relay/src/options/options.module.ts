import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, SteadyClock, systemClock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { SpoolSettings } from '../spool/spool-settings.js';
import type { RelayConfig } from './config.js';
import { CurrentConfig } from './current-config.js';

/** What every part runs with: the configuration, logger, metrics and time. */
@Module({})
export class OptionsModule {
  static register(config: RelayConfig, logger: Logger): DynamicModule {
    const providers = [
      { provide: CurrentConfig, useValue: new CurrentConfig(config) },
      { provide: SpoolSettings, useValue: config },
      { provide: Logger, useValue: logger },
      { provide: Metrics, useValue: new Metrics('relay') },
      // Nothing is stale, or due, because somebody set the clock for a moment.
      { provide: Clock, useValue: new SteadyClock(systemClock) },
    ];
    const exports = providers.map(({ provide }) => provide);
    return { module: OptionsModule, global: true, providers, exports };
  }
}
