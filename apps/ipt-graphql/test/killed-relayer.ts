import { expect } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  type TestDatabase,
  freePort,
  startApp,
  startOf,
  testDatabase,
} from '@sextant/platform-testing';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import type { Wallet } from 'ethers';
import { safeContracts, type TestSafe } from '../development/safe.mjs';
import { iptGraphql } from '../src/app.js';
import { SCOPES } from '../src/access/caller.js';
import { startChain, type TestChain } from './anvil.js';
import { IptClient } from './client.js';
import { ETHER, fund, RELAYER, relaying, signedRequest } from './relayed-safes.js';
import { rpcProxy, type RpcProxy } from './rpc-proxy.js';
import { environment } from './started-service.js';

interface Parts {
  readonly chain: TestChain;
  readonly proxy: RpcProxy;
  readonly database: TestDatabase;
  readonly settings: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly make: (owners: readonly string[], threshold: number) => Promise<TestSafe>;
}

/** The service with a relayer as a process of its own, behind a proxy of its chain; it runs what `nx build` made. */
export class KilledRelayer {
  #child: ChildProcess | undefined;
  #client: IptClient | undefined;

  private constructor(private readonly parts: Parts) {}

  get chain(): TestChain {
    return this.parts.chain;
  }

  get proxy(): RpcProxy {
    return this.parts.proxy;
  }

  static async make(): Promise<KilledRelayer> {
    const [chain, database] = await Promise.all([startChain(), testDatabase()]);
    const proxy = await rpcProxy(() => chain.rpcUrl);
    const settings = {
      ...environment(chain, database.url),
      [`RPC_URL_${chain.chainId}`]: proxy.url,
      ...relaying(chain.chainId),
      RPC_TIMEOUT_MS: '60000',
    };
    const once = await startApp(iptGraphql, settings);
    const { secret } = await once.app
      .get(ApiKeys)
      .create({ owner: 'acme', label: 'test', scopes: Object.values(SCOPES) });
    await once.close();
    await fund(chain, RELAYER, ETHER);
    const make = await safeContracts(chain.wallet(0));
    return new KilledRelayer({ chain, proxy, database, settings, apiKey: secret, make });
  }

  async newSafe(): Promise<TestSafe> {
    const safe = await this.parts.make([this.chain.wallet(0).address], 1);
    await fund(this.chain, safe.address, ETHER);
    return safe;
  }

  request(safe: TestSafe) {
    const owners: readonly Wallet[] = [this.chain.wallet(0)];
    return signedRequest(this.chain, safe, owners);
  }

  /** The one that runs, or a new one. */
  async running(): Promise<IptClient> {
    const isRunning = this.#child?.exitCode === null && this.#child.signalCode === null;
    return isRunning && this.#client !== undefined ? this.#client : await this.start();
  }

  async start(): Promise<IptClient> {
    const port = await freePort();
    this.#child = spawn(process.execPath, startOf('ipt-graphql'), {
      env: {
        ...process.env,
        ...this.parts.settings,
        ...{ HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'fatal' },
      },
      stdio: 'inherit',
    });
    const url = `http://127.0.0.1:${port}`;
    const lateMs = Date.now() + 60_000;
    const isReady = () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (Date.now() > lateMs) throw new Error('The service does not start.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.#client = new IptClient(url, this.parts.apiKey, this.chain);
    return this.#client;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** What the killed process had claimed is free, as it is when its time has passed. */
  async letClaimsEnd(): Promise<void> {
    await this.parts.database.query(
      "UPDATE relayed_transactions SET claimed_until = claimed_until - interval '1 hour'",
    );
  }

  /** Every Safe has executed once, every nonce of the relayer is used, and each by one transaction. */
  async expectOneEach(safes: readonly TestSafe[]): Promise<void> {
    for (const safe of safes) {
      expect(await safe.contract.getFunction('nonce')()).toBe(1n);
    }
    expect(await this.chain.provider.getTransactionCount(RELAYER)).toBe(safes.length);
  }

  async close(): Promise<void> {
    await this.kill();
    await Promise.all([this.chain.close(), this.proxy.close(), this.parts.database.drop()]);
  }
}
