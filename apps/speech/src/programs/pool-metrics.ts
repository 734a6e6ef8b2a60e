import { Injectable } from '@nestjs/common';
import { Metrics, type Sample } from '@sextant/platform-runtime/telemetry';

/** What a pool tells of itself. */
export interface ObservedPool {
  readonly waitingCount: number;
  readonly busyCount: number;
  readonly readyCount: number;
}

/** Shows the pools of processes at `/metrics`, by their programs. */
@Injectable()
export class PoolMetrics {
  readonly #pools = new Map<ObservedPool, string>();
  /** All that there ever were, at nothing. */
  readonly #programs = new Map<string, number>();
  readonly #ended;
  readonly #worked;

  constructor(metrics: Metrics) {
    const show = (name: string, help: string, of: (pool: ObservedPool) => number) =>
      metrics.observed({ name, help, labels: ['program'] }, () => this.#samples(of));
    show(
      'speech_jobs_waiting',
      'Jobs that wait for a process.',
      ({ waitingCount }) => waitingCount,
    );
    show('speech_processes_busy', 'Processes that are at work.', ({ busyCount }) => busyCount);
    show(
      'speech_processes_ready',
      'Processes that can take a job, at work or not.',
      ({ readyCount }) => readyCount,
    );
    this.#ended = metrics.counter(
      'speech_processes_ended_total',
      'Processes that ended by themselves, were killed, or said nothing for too long.',
      'program',
    );
    this.#worked = metrics.counter(
      'speech_processor_seconds_total',
      'Processor time of jobs that ended: beside speech_audio_seconds_total, what a second of audio costs.',
      'program',
    );
  }

  watch(program: string, pool: ObservedPool): void {
    this.#pools.set(pool, program);
    this.#programs.set(program, 0);
    this.#ended.inc({ program }, 0);
    this.#worked.inc({ program }, 0);
  }

  /** It is closed. */
  unwatch(pool: ObservedPool): void {
    this.#pools.delete(pool);
  }

  ended(program: string): void {
    this.#ended.inc({ program });
  }

  worked(program: string, seconds: number): void {
    this.#worked.inc({ program }, seconds);
  }

  /** Two pools of one program count together. */
  #samples(of: (pool: ObservedPool) => number): readonly Sample<'program'>[] {
    const sums = new Map<string, number>(this.#programs);
    for (const [pool, program] of this.#pools) {
      sums.set(program, (sums.get(program) ?? 0) + of(pool));
    }
    return [...sums].map(([program, value]) => ({ labels: { program }, value }));
  }
}
