import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { ServiceName } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { RateLimitSettings } from './rate-limit-settings.js';
import { RateLimiters, type RateLimitersOptions } from './rate-limiter.js';

@Injectable()
class RateLimitConnection implements OnApplicationShutdown {
  constructor(@Inject(RateLimiters) private readonly limiters: RateLimiters) {}

  async onApplicationShutdown(): Promise<void> {
    await this.limiters.close();
  }
}

/** Provides an app's `RateLimiters`, which are a probe as well, and closes them at the end. */
@Module({})
export class RateLimitModule {
  static forRoot(): DynamicModule {
    return {
      module: RateLimitModule,
      global: true,
      providers: [
        {
          provide: RateLimiters,
          inject: [ServiceName, RateLimitSettings, Logger, Metrics, Clock],
          useFactory: limitersOf,
        },
        RateLimitConnection,
      ],
      exports: [RateLimiters],
    };
  }

  static register(options: RateLimitersOptions): DynamicModule {
    return {
      module: RateLimitModule,
      global: true,
      providers: [
        { provide: RateLimiters, useFactory: () => new RateLimiters(options) },
        RateLimitConnection,
      ],
      exports: [RateLimiters],
    };
  }
}

// eslint-disable-next-line injection/max-params -- Nest injects by position
const limitersOf = (
  { value: app }: ServiceName,
  { redisUrl }: RateLimitSettings,
  logger: Logger,
  metrics: Metrics,
  clock: Clock,
): RateLimiters => new RateLimiters({ app, redisUrl, logger, metrics, clock });
