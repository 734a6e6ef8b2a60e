import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { JsonRpcProvider, Network, Wallet } from 'ethers';
import { freePort } from '@sextant/platform-testing';
import { deployContracts, type DeployedContracts } from '../src/chain/contracts/deploy.js';

/** From npm, which has it for Linux on x64 only; else the one of Foundry on the PATH. */
function anvil(): string {
  const { arch, platform } = process;
  const architecture = arch === 'x64' ? 'amd64' : arch;
  try {
    const require = createRequire(import.meta.url);
    return require.resolve(`@foundry-rs/anvil-${platform}-${architecture}/bin/anvil`);
  } catch {
    return 'anvil';
  }
}

/** Anvil's first accounts, from its well-known mnemonic: each has 10,000 ETH. */
export const ACCOUNT_KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const;

/** The key that signs authorizations in tests. */
export const SIGNER_KEY = '0x' + '5'.repeat(64);

export interface TestChain {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly contracts: DeployedContracts;
  readonly provider: JsonRpcProvider;
  wallet(index: number): Wallet;
  send(method: string, params?: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface ChainOptions {
  /** Who signs authorizations that its contracts take. */
  readonly signerKey?: string;
  /** The number of its first block. */
  readonly firstBlock?: number;
}

/** A chain of one test file, with our contracts on it. */
export async function startChain(
  chainId = 11155111,
  { signerKey = SIGNER_KEY, firstBlock = 0 }: ChainOptions = {},
): Promise<TestChain> {
  const port = await freePort();
  const rpcUrl = `http://127.0.0.1:${port}`;
  const options = { port, 'chain-id': chainId, number: firstBlock };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(anvil(), [...flags, '--silent'], { stdio: 'ignore' });
  const provider = new JsonRpcProvider(rpcUrl, new Network('test', chainId), {
    cacheTimeout: -1,
    pollingInterval: 20,
    staticNetwork: true,
  });
  await untilAnswers(rpcUrl);
  const contracts = await deployContracts({
    rpcUrl,
    deployerKey: ACCOUNT_KEYS[0],
    signer: new Wallet(signerKey).address,
  });
  return {
    rpcUrl,
    chainId,
    contracts,
    provider,
    wallet: (index) => new Wallet(ACCOUNT_KEYS[index] ?? '', provider),
    send: (method, params = []) => provider.send(method, [...params]),
    close: async () => {
      provider.destroy();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function untilAnswers(rpcUrl: string): Promise<void> {
  const lateMs = Date.now() + 15_000;
  for (;;) {
    try {
      await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
      });
      return;
    } catch (error) {
      if (Date.now() > lateMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A folder of one test file. */
export const scratch = (): string => mkdtempSync(join(tmpdir(), 'ipt-'));

export const run = (script: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' });
