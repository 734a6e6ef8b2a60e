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
import { RateLimiters } from './rate-limiter.js';

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
}

/** Redis' client is loaded where there is a Redis. */
// oxlint-disable-next-line injection/max-params -- Nest injects by position
async function limitersOf(
  { value: app }: ServiceName,
  { redisUrl }: RateLimitSettings,
  logger: Logger,
  metrics: Metrics,
  clock: Clock,
): Promise<RateLimiters> {
  const uses = { app, logger, metrics, clock };
  if (redisUrl === undefined) return new RateLimiters({ ...uses, shared: undefined });
  const { SharedCounters: Counters } = await import('./shared-counters.js');
  return new RateLimiters({ ...uses, shared: { redisUrl, Counters } });
}
