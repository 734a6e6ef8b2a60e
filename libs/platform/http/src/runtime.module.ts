import { Module, type DynamicModule } from '@nestjs/common';
import {
  Clock,
  Ids,
  Random,
  randomIds,
  secureRandom,
  systemClock,
} from '@sextant/platform-runtime/clock';
import { ServiceName } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';

export interface RuntimeOptions {
  readonly name: string;
  /** The settings of all features; each class is provided, holding its part of `config`. */
  readonly settings: readonly (new (config: object) => object)[];
  readonly config: object;
  readonly logger: Logger;
}

/** What every service runs with, for all its modules: settings, logger, metrics, time, ids and randomness. */
@Module({})
export class RuntimeModule {
  static register({ name, settings, config, logger }: RuntimeOptions): DynamicModule {
    const providers = [
      ...settings.map((type) => ({ provide: type, useValue: new type(config) })),
      { provide: ServiceName, useValue: { value: name } },
      { provide: Logger, useValue: logger },
      { provide: Metrics, useValue: new Metrics(name) },
      { provide: Clock, useValue: systemClock },
      { provide: Ids, useValue: randomIds },
      { provide: Random, useValue: secureRandom },
    ];
    return {
      module: RuntimeModule,
      global: true,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}
