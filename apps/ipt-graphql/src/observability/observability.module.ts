import { Global, Module } from '@nestjs/common';
import { Observer } from './observer.js';
import { PrometheusObserver } from './prometheus-observer.js';

/** What is counted: global, for every feature tells it. */
@Global()
@Module({
  providers: [{ provide: Observer, useClass: PrometheusObserver }],
  exports: [Observer],
})
export class ObservabilityModule {}
