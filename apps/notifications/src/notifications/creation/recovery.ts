import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Observer } from '../../observability/observer.js';
import type { Rounds } from '@sextant/platform-data/work-loop';
import { observedRounds } from '../../scheduling/rounds.js';
import { Creator } from './creator.js';

/** How soon what a crash interrupted is looked for. */
const POLL_MS = 1000;

/** Completes creations that a crash interrupted; at the end, waits for those that are under way. */
@Injectable()
export class Recovery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #worker: Rounds;

  constructor(
    private readonly creator: Creator,
    observer: Observer,
  ) {
    const round = () => creator.recover();
    this.#worker = observedRounds({ name: 'recovery', pollMs: POLL_MS, round, observer });
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#worker.stop();
    await this.creator.settled();
  }
}
