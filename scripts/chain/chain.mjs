import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { chainStateFile, restoreChainState } from './chain-state.mjs';
import { pinnedEnvironment } from '../lib/pinned.mjs';
import { sleep } from '../lib/progress.mjs';
import { parsePort, projectDir, StartError } from '../lib/project.mjs';

export const CHAIN_ID = 11155111;

/** Accounts of the well-known mnemonic that the chain funds: worth nothing anywhere else. */
export const CHAIN_ACCOUNTS = [
  {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    private_key: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    private_key: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  },
  {
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    private_key: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
];

/** Deploys the contracts; nobody else should use it, so that their addresses are always the same. */
const DEPLOYER_KEY = '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6';

const PATIENCE_MS = 20_000;

/** @returns {boolean} whether the stack needs a chain of its own */
export const needsChain = (names, env) =>
  names.includes('ipt-graphql') && !env.RPC_URL_1 && !env[`RPC_URL_${CHAIN_ID}`];

export const chainPort = (env) => parsePort('CHAIN_PORT', env.CHAIN_PORT, 8545);

export const chainFolder = (dataDir) => join(dataDir, 'chain');

export const rpcUrlOf = (port) => `http://127.0.0.1:${port}`;

/**
 * How anvil is called. It writes its state every five seconds, so that a later start finds the same chain.
 *
 * @param {{ port: number, dataDir: string, logFile: string }} place
 */
export function chainProcess({ port, dataDir, logFile }) {
  const folder = chainFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  restoreChainState(folder);
  return {
    role: 'chain',
    name: 'anvil',
    argv: [
      anvilBinary(),
      ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(CHAIN_ID)],
      ...['--state', chainStateFile(folder), '--state-interval', '5'],
    ],
    cwd: projectDir,
    env: pinnedEnvironment(),
    logFile,
  };
}

/** @returns {string} anvil from npm, which has it for Linux on x64 only; else the one of Foundry on the PATH */
export function anvilBinary() {
  const { arch, platform } = process;
  const architecture = arch === 'x64' ? 'amd64' : arch;
  const name = `@foundry-rs/anvil-${platform}-${architecture}/bin/anvil`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    const folders = (process.env.PATH ?? '').split(delimiter);
    const found = folders.map((folder) => join(folder, 'anvil')).find((file) => existsSync(file));
    if (found !== undefined) return found;
    throw new StartError(
      `npm has no anvil for ${platform} on ${arch}: install Foundry (getfoundry.sh), or set RPC_URL_${CHAIN_ID}.`,
    );
  }
}

/** Waits for the chain and puts the contracts on it, unless they are there already. */
export async function deployContracts(rpcUrl, signer) {
  await untilAnswers(rpcUrl);
  const main = join(projectDir, 'apps', 'ipt-graphql', 'bundle', 'main.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [main, 'deploy', '--rpc-url', rpcUrl, '--signer', signer],
    { env: { ...pinnedEnvironment(), DEPLOYER_KEY } },
  );
  return JSON.parse(stdout);
}

async function untilAnswers(rpcUrl) {
  const lateMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
      if (answer.ok) return;
    } catch (error) {
      if (performance.now() > lateMs) {
        throw new StartError(`The local chain does not answer at ${rpcUrl}: ${error.message}`);
      }
    }
    await sleep(50);
  }
}
