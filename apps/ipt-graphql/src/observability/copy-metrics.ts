import { Counter, Gauge, type Registry } from 'prom-client';
import type { CopyBacklog, CopyState } from '../content/copy-state.js';

/** What is counted of second copies. */
export class CopyMetrics {
  readonly #looks: Counter;
  readonly #behind: Gauge;
  readonly #behindSeconds: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#looks = new Counter({
      name: 'ipt_copy_looks_total',
      help: 'Looks at second copies of files at the pinning service, by what they found.',
      labelNames: ['state'],
      registers,
    });
    this.#behind = new Gauge({
      name: 'ipt_copies_behind',
      help: 'Files whose second copy is not confirmed, or was lost.',
      registers,
    });
    this.#behindSeconds = new Gauge({
      name: 'ipt_copies_behind_seconds',
      help: 'Since when the oldest of them is so.',
      registers,
    });
  }

  looked(state: CopyState): void {
    this.#looks.inc({ state: state.toLowerCase() });
  }

  behind({ count, seconds }: CopyBacklog): void {
    this.#behind.set(count);
    this.#behindSeconds.set(seconds);
  }
}
