import type { Metrics } from '@sextant/platform-telemetry';
import type { SpeechObserver } from './speech-observer.js';

/** Counts into the registry behind `/metrics`. */
export function prometheusObserver(metrics: Metrics): SpeechObserver {
  const audio = metrics.counter(
    'speech_audio_seconds_total',
    'Seconds of audio that engines made.',
    'engine',
  );
  const speeches = metrics.counter(
    'speech_syntheses_total',
    'Texts that were spoken, by the engine and what became of them.',
    'engine',
    'outcome',
  );
  const first = metrics.histogram({
    name: 'speech_first_audio_seconds',
    help: 'Time until the first samples of a text are there, waiting for a process included.',
    labels: ['engine'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  return {
    began: (engine, seconds) => first.observe({ engine }, seconds),
    ended: (engine, outcome, audioSeconds) => {
      audio.inc({ engine }, audioSeconds);
      speeches.inc({ engine, outcome });
    },
  };
}
