import { WorkLoop } from '@sextant/platform-data/work-loop';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { RelayLook } from './relayer-look.js';
import type { Relay, RelayChains, RelayObserver, RelayStore } from './relayer.js';

export interface RelayerWorkerUses {
  readonly relayers: RelayChains;
  readonly store: RelayStore;
  readonly look: Pick<RelayLook, 'at'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: RelayObserver;
  readonly metrics?: Metrics;
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
  readonly #loop: WorkLoop<Relay>;

  constructor(
    private readonly uses: RelayerWorkerUses,
    private readonly pollMs: number,
  ) {
    const { relayers, store, logger, metrics, clock } = uses;
    const chains = relayers.all.map(({ chainId }) => chainId);
    this.#loop = new WorkLoop({
      name: 'relayer',
      claim: (room) => store.claim(chains, room, HOLD_MS),
      perform: (relay) => this.#look(relay),
      atOnce: PARALLEL,
      idOf: ({ id }) => id,
      pollMs: Math.min(pollMs, 1000),
      chores: [{ everyMs: COUNT_EVERY_MS, run: () => this.#count() }],
      // What was claimed and not settled comes back when its claim ends.
      failed: (err) => logger.warn('relayer.claim_failed', { err }),
      metrics,
      clock,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something may be due: it is looked for at once, or after the look that is under way. */
  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
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

  async #count(): Promise<boolean> {
    const { relayers, store, observer, logger } = this.uses;
    for (const chain of relayers.all) {
      try {
        const pending = await store.pending(chain.chainId);
        observer.account(chain.chainId, chain.account, await chain.balanceWei(), pending);
      } catch (error) {
        logger.warn('relayer.count_failed', { chainId: chain.chainId, err: error });
      }
    }
    return false;
  }
}
