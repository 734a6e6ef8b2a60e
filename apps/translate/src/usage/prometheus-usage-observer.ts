import { Injectable } from '@nestjs/common';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { UsageObserver } from './usage-observer.js';
import type { UsageRecord } from './usage.js';

@Injectable()
export class PrometheusUsageObserver implements UsageObserver {
  readonly #characters;

  constructor(metrics: Metrics) {
    this.#characters = metrics.counter(
      'translate_billed_characters_total',
      'Characters that were counted for customers, by their plan.',
      'plan',
    );
  }

  counted({ plan, characters }: UsageRecord): void {
    this.#characters.inc({ plan }, characters);
  }
}
