import { Global, Module } from '@nestjs/common';
import { Observer } from './observer.js';
import { PrometheusObserver } from './prometheus-observer.js';

/** Global: every feature reports what it does. */
@Global()
@Module({
  providers: [{ provide: Observer, useClass: PrometheusObserver }],
  exports: [Observer],
})
export class ObservabilityModule {}
