import { Rounds } from '@sextant/platform-data/work-loop';
import type { Observer } from '../observability/observer.js';

export interface ObservedRounds {
  /** In logs, when a round fails, and in metrics. */
  readonly name: string;
  /** Longest pause between two looks for work. */
  readonly pollMs: number;
  /** Does some work. @returns whether there may be more at once */
  readonly round: () => Promise<boolean>;
  readonly observer: Pick<Observer, 'trouble' | 'metrics'>;
}

/** Does what waits in the storage: at once when woken, else every now and then. */
export const observedRounds = ({ name, pollMs, round, observer }: ObservedRounds): Rounds =>
  new Rounds({
    ...{ name, pollMs, round, metrics: observer.metrics },
    failed: (error) => observer.trouble(`${name}.failed`, error),
  });
