import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
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
