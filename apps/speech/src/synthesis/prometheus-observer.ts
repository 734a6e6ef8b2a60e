import { Injectable } from '@nestjs/common';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { SpeechObserver, SpeechOutcome } from './speech-observer.js';

/** Counts into the registry behind `/metrics`. */
@Injectable()
export class PrometheusObserver implements SpeechObserver {
  readonly #audio;
  readonly #speeches;
  readonly #first;

  constructor(metrics: Metrics) {
    this.#audio = metrics.counter(
      'speech_audio_seconds_total',
      'Seconds of audio that engines made.',
      'engine',
    );
    this.#speeches = metrics.counter(
      'speech_syntheses_total',
      'Texts that were spoken, by the engine and what became of them.',
      'engine',
      'outcome',
    );
    this.#first = metrics.histogram({
      name: 'speech_first_audio_seconds',
      help: 'Time until the first samples of a text are there, waiting for a process included.',
      labels: ['engine'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    });
  }

  began(engine: string, seconds: number): void {
    this.#first.observe({ engine }, seconds);
  }

  ended(engine: string, outcome: SpeechOutcome, audioSeconds: number): void {
    this.#audio.inc({ engine }, audioSeconds);
    this.#speeches.inc({ engine, outcome });
  }
}
