import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { RelayLook } from './relayer-look.js';
import type { Relay, RelayChains, RelayObserver, RelayStore } from './relayer.js';

export interface RelayerWorkerUses {
  readonly relayers: RelayChains;
  readonly store: RelayStore;
  readonly look: Pick<RelayLook, 'at'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: RelayObserver;
}

const PARALLEL = 8;
/**
 * Longer than a look takes while the chain answers: a process that was killed leaves its transactions to the others after that. Two
 * looks at the same time do no harm: there is one nonce, and whatever both sign for it, one of them gets into a block.
 */
const HOLD_MS = 20_000;
const COUNT_EVERY_MS = 10_000;

/**
 * Looks at what is relayed until nothing can change any more. Replicas share the work, by rows that survive a crash: whatever was
 * done of a transaction, the next look goes on from what is stored and from what the chain says.
 */
export class RelayerWorker {
  #isStopped = false;
  #isWoken = false;
  #running: Promise<void> | undefined;
  #nextCountMs = 0;
  #rouse: () => void = () => undefined;

  constructor(
    private readonly uses: RelayerWorkerUses,
    private readonly pollMs: number,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may be due: it is looked for at once, or after the look that is under way. */
  wake(): void {
    this.#isWoken = true;
    this.#rouse();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rouse();
    await this.#running;
  }

  async #run(): Promise<void> {
    const chains = this.uses.relayers.all.map(({ chainId }) => chainId);
    while (!this.#isStopped) {
      let looked = 0;
      this.#isWoken = false;
      try {
        const due = await this.uses.store.claim(chains, PARALLEL, HOLD_MS);
        looked = due.length;
        await Promise.all(due.map((relay) => this.#look(relay)));
        await this.#countWhenDue();
      } catch (error) {
        // What was claimed and not settled comes back when its claim ends.
        this.uses.logger.warn('relayer.claim_failed', { err: error });
      }
      if (looked === 0) await this.#sleep();
    }
  }

  async #look(relay: Relay): Promise<void> {
    const { look, store, clock, logger } = this.uses;
    try {
      await look.at(relay);
    } catch (error) {
      logger.warn('relayer.look_failed', { relayId: relay.id, err: error });
      await store.later(relay.id, new Date(clock.nowMs() + 2 * this.pollMs));
    }
  }

  async #countWhenDue(): Promise<void> {
    const { clock, relayers, store, observer, logger } = this.uses;
    if (clock.monotonicMs() < this.#nextCountMs) return;
    this.#nextCountMs = clock.monotonicMs() + COUNT_EVERY_MS;
    for (const chain of relayers.all) {
      try {
        const pending = await store.pending(chain.chainId);
        observer.account(chain.chainId, chain.account, await chain.balanceWei(), pending);
      } catch (error) {
        logger.warn('relayer.count_failed', { chainId: chain.chainId, err: error });
      }
    }
  }

  #sleep(): Promise<void> {
    if (this.#isStopped || this.#isWoken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(this.pollMs, 1000));
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
