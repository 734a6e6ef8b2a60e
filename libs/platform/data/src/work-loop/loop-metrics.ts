import type { Metrics } from '@sextant/platform-runtime/telemetry';

/** What a loop tells of its work. */
export interface LoopCounters {
  claimed(count: number): void;
  inHand(count: number): void;
  failed(): void;
}

const NOTHING: LoopCounters = {
  claimed: () => undefined,
  inHand: () => undefined,
  failed: () => undefined,
};

const made = new WeakMap<Metrics, (loop: string) => LoopCounters>();

/** Shows at `/metrics` what each loop of this process does: one metric, the loop's name as its label. */
export function loopMetrics(loop: string, metrics: Metrics | undefined): LoopCounters {
  if (metrics === undefined) return NOTHING;
  const of = made.get(metrics) ?? countersOf(metrics);
  made.set(metrics, of);
  return of(loop);
}

function countersOf(metrics: Metrics): (loop: string) => LoopCounters {
  const claims = metrics.counter(
    'work_claimed_total',
    'Works, or rounds of work, that this process took on.',
    'loop',
  );
  const inHand = metrics.gauge('work_in_hand', 'Work that this process is at now.', 'loop');
  const failures = metrics.counter(
    'work_failures_total',
    'Claims and works that failed; both are made again.',
    'loop',
  );
  return (loop) => {
    inHand.set({ loop }, 0);
    return {
      claimed: (count) => claims.inc({ loop }, count),
      inHand: (count) => inHand.set({ loop }, count),
      failed: () => failures.inc({ loop }),
    };
  };
}
