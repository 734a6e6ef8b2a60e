import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { randomIds, systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { Metrics } from '@sextant/platform-telemetry';
import { DataSource } from 'typeorm';
import { FinalityReader } from './chain/indexer/finality.js';
import { KeySigner } from './signing/keystore-signer.js';
import { RpcRelayChain } from './relayer/rpc-relay-chain.js';
import { PostgresRelays } from './relayer/postgres-relays.js';
import { RelayerMetrics } from './relayer/relayer-metrics.js';
import { ConfiguredChains } from './chain.module.js';
import type { IptConfig } from './config.js';
import { RelayerDesk } from './relayer/relayer-desk.js';
import { RelayLook } from './relayer/relayer-look.js';
import { RelayerWorker } from './relayer/relayer-worker.js';
import type { RelayChain, RelayChains, RelayStore } from './relayer/relayer.js';
import { WalletDesk } from './wallets/wallet-desk.js';
import { relayerOf } from './relayer/relayer.settings.js';
import { walletOf } from './signing-keys.js';

const RELAY_CHAINS = Symbol('RelayChains');
const RELAY_STORE = Symbol('RelayStore');
/** What `RelayerWorker | undefined` is bound to. */
const RELAYER_WORKER = Symbol('RelayerWorker');

/** Relays as long as the service runs. */
@Injectable()
class Relaying implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(RELAYER_WORKER) private readonly worker: RelayerWorker | undefined) {}

  onApplicationBootstrap(): void {
    this.worker?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.stop();
  }
}

class ConfiguredRelayers implements RelayChains {
  constructor(readonly all: readonly RelayChain[]) {}

  get(chainId: number): RelayChain | undefined {
    return this.all.find((chain) => chain.chainId === chainId);
  }
}

type Working = readonly [ConfiguredRelayers, RelayStore, ConfiguredChains, Metrics];
type Accepting = readonly [
  ...[ConfiguredRelayers, RelayStore, ConfiguredChains, WalletDesk],
  RelayerWorker | undefined,
];

/** Sends what owners of Safes have signed, on chains that a key of the relayer is named for. */
@Module({})
export class RelayerModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    return {
      module: RelayerModule,
      global: true,
      providers: [
        {
          provide: RELAY_CHAINS,
          inject: [ConfiguredChains, KeySigner],
          useFactory: (chains: ConfiguredChains, signer: KeySigner) =>
            configuredRelayers(config, { chains, signer, logger }),
        },
        {
          provide: RELAY_STORE,
          inject: [DataSource],
          useFactory: (source: DataSource) => new PostgresRelays(source),
        },
        {
          provide: RELAYER_WORKER,
          inject: [RELAY_CHAINS, RELAY_STORE, ConfiguredChains, Metrics],
          useFactory: (...uses: Working) => worker(config, logger, uses),
        },
        {
          provide: RelayerDesk,
          inject: [RELAY_CHAINS, RELAY_STORE, ConfiguredChains, WalletDesk, RELAYER_WORKER],
          useFactory: (...[relayers, store, chains, wallets, relaying]: Accepting) =>
            new RelayerDesk(
              {
                ...{ relayers, store, chains, wallets, clock: systemClock, ids: randomIds },
                wake: () => relaying?.wake(),
              },
              config.relayerExpireSeconds,
            ),
        },
        Relaying,
      ],
      exports: [RelayerDesk],
    };
  }
}

function worker(
  config: IptConfig,
  logger: Logger,
  [relayers, store, chains, metrics]: Working,
): RelayerWorker | undefined {
  if (relayers.all.length === 0) return undefined;
  const observer = new RelayerMetrics(metrics.registry);
  const uses = { relayers, store, chains, clock: systemClock, logger, observer };
  const pollMs = config.indexerPollMs;
  const look = new RelayLook(uses, { pollMs, bumpSeconds: config.relayerBumpSeconds });
  return new RelayerWorker({ ...uses, look }, pollMs);
}

interface RelayerUses {
  readonly chains: ConfiguredChains;
  readonly signer: KeySigner;
  readonly logger: Logger;
}

/** @throws {Error} for a key that cannot be opened, and for one that authorizes mints too */
export async function configuredRelayers(
  config: IptConfig,
  { chains, signer, logger }: RelayerUses,
): Promise<ConfiguredRelayers> {
  const relayers: RelayChain[] = [];
  for (const { chain, rpc, contracts, reader, finalityDepth } of chains.served) {
    const { chainId } = chain;
    const { signing, maxGas, ...limits } = relayerOf(config, chainId);
    const wallet = await walletOf(signing, chainId, config);
    if (wallet === undefined) continue;
    const isSigner = chains.all.some((each) => signer.address(each.chainId) === wallet.address);
    if (isSigner) {
      throw new Error(
        `The key of the relayer on chain ${chainId} authorizes mints, too: it needs one of its own.`,
      );
    }
    const finality = new FinalityReader(reader, finalityDepth);
    const head = () => reader.block('latest');
    const uses = { chain, rpc, contracts, wallet, finality, head };
    relayers.push(new RpcRelayChain({ ...uses, limits: { ...limits, maxGas: BigInt(maxGas) } }));
    logger.info('relayer.opened', { chainId, account: wallet.address });
  }
  return new ConfiguredRelayers(relayers);
}
