import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Chains } from '../chain/chain.js';
import { ChainSettings } from '../chain/keys/chain.settings.js';
import { RelayLook } from './relayer-look.js';
import { RelayerMetrics } from './relayer-metrics.js';
import { RelayerWorker } from './relayer-worker.js';
import { RelayerSettings } from './relayer.settings.js';
import { RelayChains, RelayStore } from './relayer.js';

/** Relays as long as the service runs, where a key of the relayer is named for a chain. */
@Injectable()
export class Relaying implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #worker: RelayerWorker | undefined;

  constructor(
    relayers: RelayChains,
    store: RelayStore,
    chains: Chains,
    { indexerPollMs: pollMs }: ChainSettings,
    { relayerBumpSeconds: bumpSeconds }: RelayerSettings,
    metrics: Metrics,
    clock: Clock,
    logger: Logger,
  ) {
    if (relayers.all.length === 0) return;
    const observer = new RelayerMetrics(metrics.registry);
    const uses = { relayers, store, chains, clock, logger, observer };
    const look = new RelayLook(uses, { pollMs, bumpSeconds });
    this.#worker = new RelayerWorker({ ...uses, look, metrics }, pollMs);
  }

  /** Something waits to be sent. */
  wake(): void {
    this.#worker?.wake();
  }

  onApplicationBootstrap(): void {
    this.#worker?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#worker?.stop();
  }
}
