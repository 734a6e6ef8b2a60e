import { Global, Module } from '@nestjs/common';
import { Observer } from './observer.js';
import { PrometheusObserver } from './prometheus-observer.js';
import { RecentEvents } from './status.js';
import { Watchers } from './watchers.js';

/** Global: every feature tells it what happens. */
@Global()
@Module({
  providers: [Watchers, RecentEvents, { provide: Observer, useClass: PrometheusObserver }],
  exports: [Watchers, RecentEvents, Observer],
})
export class ObservabilityModule {}
