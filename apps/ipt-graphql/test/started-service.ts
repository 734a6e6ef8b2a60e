import {
  migrated,
  startApp,
  testDatabase,
  type RunningApp,
  type TestDatabase,
} from '@sextant/platform-testing';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { iptGraphql } from '../src/app.js';
import { chainScope, SCOPES } from '../src/access/caller.js';
import { scratch, SIGNER_KEY, startChain, type TestChain } from './anvil.js';
import { IptClient } from './client.js';

const MAINNET_SIGNER_KEY = '0x' + '6'.repeat(64);

export interface StartedService {
  readonly chain: TestChain;
  readonly database: TestDatabase;
  readonly running: RunningApp;
  readonly env: Record<string, string>;
  /** A key that may do everything, of a tenant. */
  readonly client: IptClient;
  clientOf(tenant: string, options?: KeyOptions): Promise<IptClient>;
  close(): Promise<void>;
}

export interface KeyOptions {
  readonly scopes?: readonly string[];
  readonly chains?: readonly number[];
}

/** The service with a chain and a database of its own. */
export async function startService(
  options: {
    readonly chainId?: number;
    readonly firstBlock?: number;
    readonly env?: Record<string, string>;
    /** Variables that are not to be set. */
    readonly without?: readonly string[];
    /** The endpoints, given that of the chain. */
    readonly chainOf?: (rpcUrl: string) => string;
  } = {},
): Promise<StartedService> {
  const [chain, database] = await Promise.all([
    startChain(options.chainId, { firstBlock: options.firstBlock ?? 0 }),
    testDatabase(migrated(iptGraphql)),
  ]);
  const endpoints =
    options.chainOf === undefined
      ? {}
      : { [`RPC_URL_${chain.chainId}`]: options.chainOf(chain.rpcUrl) };
  const env = { ...environment(chain, database.url), ...endpoints, ...options.env };
  for (const name of options.without ?? []) Reflect.deleteProperty(env, name);
  const running = await startApp(iptGraphql, env);
  const clientOf = async (tenant: string, { scopes, chains = [] }: KeyOptions = {}) => {
    const { secret } = await running.app.get(ApiKeys).create({
      owner: tenant,
      label: 'test',
      scopes: [...(scopes ?? Object.values(SCOPES)), ...chains.map(chainScope)],
    });
    return new IptClient(running.url, secret, chain);
  };
  const client = await clientOf('acme');
  const close = async (): Promise<void> => {
    await running.close();
    await Promise.all([chain.close(), database.drop()]);
  };
  return { chain, database, running, env, client, clientOf, close };
}

export function environment(chain: TestChain, databaseUrl: string): Record<string, string> {
  const folder = scratch();
  const { chainId, contracts, rpcUrl } = chain;
  return {
    DATABASE_URL: databaseUrl,
    CONTENT_DIR: `${folder}/content`,
    UPLOADS_DIR: `${folder}/uploads`,
    [`RPC_URL_${chainId}`]: rpcUrl,
    [`IPNFT_ADDRESS_${chainId}`]: contracts.ipnft,
    [`TOKENIZER_ADDRESS_${chainId}`]: contracts.tokenizer,
    [`SIGNER_KEY_${chainId}`]: SIGNER_KEY,
    [`SIGNER_KEY_${chainId === 1 ? 11155111 : 1}`]: MAINNET_SIGNER_KEY,
    // Each look takes of the processor what a request does.
    INDEXER_POLL_MS: '200',
    OPERATIONS_PER_MINUTE: '100000',
    REQUESTS_PER_MINUTE: '100000',
  };
}
