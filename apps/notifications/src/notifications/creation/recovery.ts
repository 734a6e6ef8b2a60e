import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Observer } from '../../observability/observer.js';
import { Worker } from '../../scheduling/worker.js';
import { Creator } from './creator.js';

/** How soon what a crash interrupted is looked for. */
const POLL_MS = 1000;

/** Completes creations that a crash interrupted; at the end, waits for those that are under way. */
@Injectable()
export class Recovery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #worker: Worker;

  constructor(
    private readonly creator: Creator,
    observer: Observer,
  ) {
    const work = () => creator.recover();
    this.#worker = new Worker({ name: 'recovery', pollMs: POLL_MS, work, observer });
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#worker.stop();
    await this.creator.settled();
  }
}
