import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { DataSource } from 'typeorm';
import { PostgresFlows } from '../../flows/postgres-flows.js';
import { Observer } from '../../observability/observer.js';
import { ChainSettings } from '../keys/chain.settings.js';
import { ConfiguredChains } from './configured-chains.js';
import { FlowProgress } from './flow-progress.js';
import { GapFiller } from './gap-filler.js';
import { Indexer } from './indexer.js';
import { TokenIndexer } from './token-indexer.js';

/** An indexer for each chain, as long as the service runs. */
@Injectable()
export class Indexers implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly all: readonly Indexer[];

  constructor(
    { served }: ConfiguredChains,
    { indexerPollMs: pollMs }: ChainSettings,
    source: DataSource,
    flows: PostgresFlows,
    observer: Observer,
    logger: Logger,
  ) {
    this.all = served.map(({ chain: { chainId }, ...one }) => {
      const progress = new FlowProgress(flows);
      const uses = { chainId, ...one, progress, source, logger, observer };
      return new Indexer({
        ...uses,
        tokens: new TokenIndexer(uses),
        gaps: new GapFiller(uses),
        pollMs,
      });
    });
  }

  onApplicationBootstrap(): void {
    for (const indexer of this.all) indexer.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.map((indexer) => indexer.stop()));
  }
}
