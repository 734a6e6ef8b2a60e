import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { ConfigError, forSetting, jsonOfFile } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { Interface } from 'ethers';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { Observer } from '../../observability/observer.js';
import { SigningSettings } from '../../signing/signing.settings.js';
import type { NodeAccount, NodeAccounts } from '../../wallets/development-wallet.js';
import { RpcAccount } from '../../wallets/rpc-node-account.js';
import type { Chain, Chains } from '../chain.js';
import { contractInterface } from '../contracts/contracts.js';
import { chainConfigs, type ChainConfig } from '../keys/chain-config.js';
import { ChainSettings } from '../keys/chain.settings.js';
import { RpcChain, WALLET_ABI } from '../rpc/rpc-chain.js';
import { Rpc } from '../rpc/rpc.js';
import { FinalityReader } from './finality.js';
import { LogReader } from './log-reader.js';
import { TransferReader } from './transfer-reader.js';

/** The chains that are configured, with what reads each. */
@Injectable()
export class ConfiguredChains implements Chains {
  readonly served: readonly ServedChain[];

  constructor(
    settings: ChainSettings,
    signing: SigningSettings,
    observer: Observer,
    logger: Logger,
    clock: Clock,
  ) {
    this.served = servedChains(settings, signing, { observer, logger, clock });
  }

  get all(): readonly Chain[] {
    return this.served.map(({ chain }) => chain);
  }

  get(chainId: number): Chain | undefined {
    return this.all.find((chain) => chain.chainId === chainId);
  }
}

/** The accounts of nodes that the settings name, for development. */
@Injectable()
export class ConfiguredAccounts implements NodeAccounts {
  constructor(private readonly chains: ConfiguredChains) {}

  get(chainId: number): NodeAccount | undefined {
    return this.chains.served.find(({ chain }) => chain.chainId === chainId)?.account;
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

interface Watched {
  readonly observer: Observer;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** @throws {ConfigError} for a chain whose contracts are not named */
function servedChains(
  config: ChainSettings,
  signing: SigningSettings,
  watched: Watched,
): readonly ServedChain[] {
  const contracts = contractInterface(configuredAbi(config.contractsAbiFile));
  const wallets = new Interface(WALLET_ABI);
  return chainConfigs(config, signing).flatMap((chain) => {
    const { chainId, rpcUrls, ipnft, tokenizer, reserveFeeWei, fromBlock } = chain;
    const { developmentWallet: wallet, quorum, finalityDepth } = chain;
    if (rpcUrls === undefined) return [];
    if (ipnft === undefined || tokenizer === undefined) {
      throw new ConfigError([
        `RPC_URL_${chainId} needs IPNFT_ADDRESS_${chainId} and TOKENIZER_ADDRESS_${chainId}.`,
      ]);
    }
    requireConsistent(chain, rpcUrls);
    const { rpcTimeoutMs: timeoutMs } = config;
    const asked = { chainId, urls: rpcUrls, quorum, timeoutMs };
    const rpc = new Rpc({ ...asked, ...watched });
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
}

/** @throws {ConfigError} for what production refuses, and for fewer endpoints than have to agree */
function requireConsistent(
  { chainId, developmentWallet, quorum }: ChainConfig,
  rpcUrls: readonly string[],
): void {
  if (developmentWallet !== undefined && process.env['NODE_ENV'] === 'production') {
    throw new ConfigError([
      `DEVELOPMENT_WALLET_${chainId} is for development: production refuses it.`,
    ]);
  }
  if (quorum > rpcUrls.length) {
    throw new ConfigError([
      `RPC_QUORUM_${chainId} is ${quorum}: RPC_URL_${chainId} must name as many.`,
    ]);
  }
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
  return forSetting('CONTRACTS_ABI_FILE', () => {
    const abi = jsonOfFile(readFileSync(file, 'utf8'));
    if (!Array.isArray(abi)) throw new Error(`${file} must hold a JSON array.`);
    return abi as readonly unknown[];
  });
}
