import { readFileSync } from 'node:fs';
import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { Interface } from 'ethers';
import { DataSource } from 'typeorm';
import { contractInterface } from './chain/contracts/contracts.js';
import { FinalityReader } from './chain/indexer/finality.js';
import { FlowProgress } from './chain/indexer/flow-progress.js';
import { Indexer } from './chain/indexer/indexer.js';
import { GapFiller } from './chain/indexer/gap-filler.js';
import { KeySigner } from './signing/keystore-signer.js';
import { LogReader } from './chain/indexer/log-reader.js';
import { RpcChain, WALLET_ABI } from './chain/rpc/rpc-chain.js';
import { TokenIndexer } from './chain/indexer/token-indexer.js';
import { TransferReader } from './chain/indexer/transfer-reader.js';
import { RpcAccount } from './wallets/rpc-node-account.js';
import { Rpc } from './chain/rpc/rpc.js';
import { PostgresFlows } from './flows/postgres-flows.js';
import { chainConfigs } from './chain/rpc/chain.settings.js';
import type { IptConfig } from './config.js';
import type { Chain, Chains } from './chain/chain.js';
import { DevelopmentWallets, type NodeAccount } from './wallets/development-wallet.js';
import { IPT_ERRORS } from './errors/ipt-errors.js';
import { OBSERVER, type Observer } from './observability/observer.js';
import { keySigner } from './signing-keys.js';

/** The chains that are configured, with what reads each. */
export class ConfiguredChains implements Chains {
  constructor(readonly served: readonly ServedChain[]) {}

  get all(): readonly Chain[] {
    return this.served.map(({ chain }) => chain);
  }

  get(chainId: number): Chain | undefined {
    return this.all.find((chain) => chain.chainId === chainId);
  }
}

interface ServedChain {
  readonly chain: Chain;
  readonly rpc: Rpc;
  readonly contracts: Interface;
  readonly account: NodeAccount | undefined;
  readonly reader: LogReader;
  readonly transfers: TransferReader;
  readonly fromBlock: number;
  readonly finalityDepth: number;
}

type Indexed = readonly [ConfiguredChains, DataSource, PostgresFlows, Observer];

/** Starts an indexer for each chain, and stops them at the end. */
@Injectable()
class Indexers implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject('ipt indexers') private readonly indexers: readonly Indexer[]) {}

  onApplicationBootstrap(): void {
    for (const indexer of this.indexers) indexer.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.indexers.map((indexer) => indexer.stop()));
  }
}

/** Chains, their indexers and the keys that sign for them. */
@Module({})
export class ChainModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    return {
      module: ChainModule,
      global: true,
      providers: [
        {
          provide: ConfiguredChains,
          inject: [OBSERVER],
          useFactory: (observer: Observer) => configuredChains(config, { logger, observer }),
        },
        { provide: KeySigner, useFactory: () => keySigner(config, logger) },
        {
          provide: DevelopmentWallets,
          inject: [ConfiguredChains],
          useFactory: (chains: ConfiguredChains) =>
            new DevelopmentWallets(chains, accountsOf(chains)),
        },
        {
          provide: 'ipt indexers',
          inject: [ConfiguredChains, DataSource, PostgresFlows, OBSERVER],
          useFactory: (...[{ served }, source, flows, observer]: Indexed) =>
            served.map(({ chain: { chainId }, ...served }) => {
              const progress = new FlowProgress(flows);
              const uses = { chainId, ...served, progress, source, logger, observer };
              return new Indexer({
                ...uses,
                tokens: new TokenIndexer(uses),
                gaps: new GapFiller(uses),
                pollMs: config.indexerPollMs,
              });
            }),
        },
        Indexers,
      ],
      exports: [ConfiguredChains, KeySigner, DevelopmentWallets],
    };
  }
}

const accountsOf = ({ served }: ConfiguredChains): ReadonlyMap<number, NodeAccount> =>
  new Map(
    served.flatMap(({ chain, account }) =>
      account === undefined ? [] : [[chain.chainId, account]],
    ),
  );

interface Watched {
  readonly logger: Logger;
  readonly observer: Observer;
}

/** @throws {Error} for a chain whose contracts are not named */
export function configuredChains(config: IptConfig, watched: Watched): ConfiguredChains {
  const contracts = contractInterface(configuredAbi(config.contractsAbiFile));
  const wallets = new Interface(WALLET_ABI);
  const served = chainConfigs(config).flatMap((chain) => {
    const { chainId, rpcUrls, ipnft, tokenizer, reserveFeeWei, fromBlock } = chain;
    const { developmentWallet: wallet, quorum, finalityDepth } = chain;
    if (rpcUrls === undefined) return [];
    if (ipnft === undefined || tokenizer === undefined) {
      throw new Error(
        `RPC_URL_${chainId} needs IPNFT_ADDRESS_${chainId} and TOKENIZER_ADDRESS_${chainId}.`,
      );
    }
    if (wallet !== undefined && process.env['NODE_ENV'] === 'production') {
      throw new Error(`DEVELOPMENT_WALLET_${chainId} is for development: production refuses it.`);
    }
    if (quorum > rpcUrls.length) {
      throw new Error(`RPC_QUORUM_${chainId} is ${quorum}: RPC_URL_${chainId} names fewer.`);
    }
    const { rpcTimeoutMs: timeoutMs } = config;
    const asked = { chainId, urls: rpcUrls, quorum, timeoutMs };
    const rpc = new Rpc({ ...asked, clock: systemClock, ...watched });
    const fee = { reserveFeeWei: BigInt(reserveFeeWei) };
    const reader = new LogReader(rpc, contracts, [ipnft, tokenizer]);
    const safeBlock = safeBlockOf(reader, finalityDepth);
    const options = { chainId, rpc, contracts, wallets, ipnft, tokenizer, ...fee, safeBlock };
    const account = wallet === undefined ? undefined : new RpcAccount(wallet, rpc);
    const transfers = new TransferReader(rpc);
    const chainOfIt = new RpcChain(options);
    return [
      { chain: chainOfIt, rpc, contracts, account, reader, transfers, fromBlock, finalityDepth },
    ];
  });
  return new ConfiguredChains(served);
}

function safeBlockOf(reader: LogReader, depth: number): () => Promise<number> {
  const finality = new FinalityReader(reader, depth);
  return async () => {
    const head = await reader.block('latest');
    if (head === undefined) throw IPT_ERRORS.chainUnavailable();
    return (await finality.marks(head)).safe;
  };
}

function configuredAbi(file: string | undefined): readonly unknown[] {
  if (file === undefined) return [];
  const abi: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(abi)) throw new Error('CONTRACTS_ABI_FILE must hold a JSON array.');
  return abi as readonly unknown[];
}
